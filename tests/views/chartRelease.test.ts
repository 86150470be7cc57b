/** What two versions of a chart differ in, and a chart beside its table of refusals: both as the gallery shows them. */
import { describe, expect, it } from 'vitest';
import { type ChartRecord, differenceOf, strandedBy } from '../../machines/kit/release.ts';
import { matrixOf } from '../../machines/kit/table.ts';
import { recordOf } from '../../scripts/chartRecord.ts';
import { loadWorkflows } from '../../scripts/machines.ts';

const workflows = await loadWorkflows();
const records = new Map(workflows.map((workflow) => [workflow.name, recordOf(workflow)]));
const of = (name: string): ChartRecord => structuredClone(records.get(name)) as ChartRecord;

describe('a difference', () => {
  it('is none between a chart and itself', () => {
    for (const [name, record] of records) expect(differenceOf(record, structuredClone(record)), name).toEqual([]);
  });

  it('thirty minutes that become thirty-one are one, though no name changes', () => {
    const before = of('inactivity');
    expect(before.constants.INACTIVITY_LIMIT).toBe('1_800_000');
    const after = { ...before, constants: { ...before.constants, INACTIVITY_LIMIT: '1_860_000' } };
    expect(differenceOf(before, after)).toEqual([
      { change: 'changed', what: 'constant', name: 'INACTIVITY_LIMIT', before: '1_800_000', after: '1_860_000' },
    ]);
  });

  it('a changed guard is listed with the rows that changed, or with none', () => {
    const before = of('invoice');
    const guards = { ...before.bodies.guards, hasLines: { text: 'lines > 1', print: 'other' } };
    const after = { ...before, bodies: { ...before.bodies, guards } };
    const [alone] = differenceOf(before, after);
    expect(alone).toMatchObject({ change: 'changed', what: 'guard', name: 'hasLines', rows: [] });
    const table = before.table;
    if (table === null) throw new Error('the invoice has a table');
    const rows = table.rows.map((row, at) => (at === 0 ? { ...row, outcomes: row.outcomes.slice(1) } : row));
    const [both] = differenceOf(before, { ...after, table: { ...table, rows } });
    expect(both?.rows).toEqual(['draft: lines 0, missing 0']);
  });

  it('a state that vanishes strands its documents, one that loses an arrow takes a way out from them', () => {
    const before = of('invoice');
    const { states, transitions } = before.chart;
    const after = {
      ...before,
      chart: {
        ...before.chart,
        states: states.filter(({ path }) => path !== 'deleted'),
        transitions: transitions.filter(
          ({ targets, event }) => !targets.includes('deleted') && event !== 'invoice.takeBack',
        ),
      },
    };
    expect(strandedBy(before, after)).toEqual({ vanished: ['deleted'], fewerWays: ['draft', 'sent'] });
    expect(differenceOf(before, after).map(({ change, what }) => `${change} ${what}`)).toContain('removed state');
  });
});

describe('a matrix', () => {
  const tabled = workflows.flatMap(({ name, machine }) => {
    const { table } = of(name);
    return table === null ? [] : [[name, machine, table] as const];
  });

  it('is of every workflow that a person is refused in by the server', () => {
    expect(tabled.length).toBeGreaterThan(25);
  });

  it.each(tabled)('of %s has nothing red: chart and table say the same', (_, machine, table) => {
    const { problems, guards } = matrixOf(machine, table);
    expect(problems).toEqual([]);
    expect(guards.seen).toBe(guards.all);
  });

  it('is red where a row says something else than the chart, and where a guard is never seen false', () => {
    const invoice = tabled.find(([name]) => name === 'invoice');
    if (invoice === undefined) throw new Error('the invoice has a table');
    const [, machine, table] = invoice;
    const rows = table.rows
      .filter(({ facts }) => facts.lines !== 0)
      .map((row) => ({
        ...row,
        outcomes: row.outcomes.map((one) =>
          row.state === 'sent' && one.name === 'labels.mark' ? { name: one.name, reason: 'no_lines' } : one,
        ),
      }));
    const { problems } = matrixOf(machine, { ...table, rows });
    expect(problems).toContainEqual({ what: 'cell', name: 'labels.mark · sent', only: 'chart' });
    expect(problems).toContainEqual({ what: 'guard', name: 'hasLines', only: 'false' });
  });

  it('says why with the texts of the server, in both languages', () => {
    const { texts, table } = of('practiceDay');
    const blocked = table?.rows.find(({ state, facts }) => state === 'open' && facts.blockers === 1);
    expect(blocked?.outcomes.find(({ name }) => name === 'day.startClosing')?.says).toEqual(['errors.day_blocked']);
    expect(texts.ru['errors.day_blocked']).toMatch(/^День закрыть нельзя/);
    expect(texts.uz['errors.day_blocked']).toMatch(/\{\{n\}\}/);
    for (const [name, record] of records)
      for (const language of ['uz', 'ru'] as const)
        for (const [key, text] of Object.entries(record.texts[language]))
          expect(text, `${name} ${key}`).toBeTypeOf('string');
  });
});
