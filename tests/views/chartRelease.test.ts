/** What two versions of a chart differ in, and a chart beside its table of refusals: both as the gallery shows them. */
import { describe, expect, it } from 'vitest';
import { type ChartRecord, differenceOf, printOf, strandedBy } from '../../machines/kit/release.ts';
import { matrixOf } from '../../machines/kit/table.ts';
import { recordOf } from '../../scripts/chartRecord.ts';
import { loadWorkflows } from '../../scripts/machines.ts';
import { releaseChanges } from '../../scripts/releaseChanges.ts';

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
    // a chart that was removed leaves no state for its documents
    const every = before.chart.states.map(({ path }) => path);
    expect(strandedBy(before, undefined)).toEqual({ vanished: every, fewerWays: [] });
    expect(differenceOf(before, after).map(({ change, what }) => `${change} ${what}`)).toContain('removed state');
  });
});

describe('a matrix', () => {
  const tabled = workflows.flatMap(({ name, machine }) => {
    const { table, answered } = of(name);
    return table === null ? [] : [[name, machine, table, answered] as const];
  });

  it('is of every workflow that a person is refused in by the server', () => {
    expect(tabled.length).toBeGreaterThan(25);
  });

  it.each(tabled)('of %s has nothing red: chart, table and server say the same', (_, machine, table, answered) => {
    const { problems, guards } = matrixOf(machine, table, answered);
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

  it('is red where a state or an event stands only in the table, or only in the chart', () => {
    const [, machine, table] = tabled.find(([name]) => name === 'practiceMonth') ?? [];
    if (machine === undefined || table === undefined) throw new Error('the month has a table');
    const row = { ...table.rows[0], state: 'weighed' } as (typeof table.rows)[number];
    const weigh = { name: 'month.weigh', event: { type: 'month.weigh' } } as (typeof table.cases)[number];
    const more = matrixOf(machine, { ...table, rows: [...table.rows, row], cases: [...table.cases, weigh] });
    expect(more.problems).toContainEqual({ what: 'state', name: 'weighed', only: 'table' });
    expect(more.problems).toContainEqual({ what: 'cell', name: 'month.close · weighed', only: 'table' });
    expect(more.problems).toContainEqual({ what: 'event', name: 'month.weigh', only: 'table' });
    const fewer = matrixOf(machine, {
      ...table,
      rows: table.rows.filter(({ state }) => state !== 'closed'),
      cases: table.cases.filter(({ name }) => name !== 'month.reopen'),
    });
    expect(fewer.problems).toContainEqual({ what: 'state', name: 'closed', only: 'chart' });
    expect(fewer.problems).toContainEqual({ what: 'event', name: 'month.reopen', only: 'chart' });
  });

  describe('of reasons', () => {
    const [, machine, table, answered] = tabled.find(([name]) => name === 'saleOrder') ?? [];
    if (machine === undefined || table === undefined || answered === undefined) throw new Error('orders have a table');
    type Outcome = (typeof table.rows)[number]['outcomes'][number];
    /** The table with another outcome of an event in a state. */
    const written = (state: string, event: string, change: (one: Outcome) => Outcome) => ({
      ...table,
      rows: table.rows.map((row) => ({
        ...row,
        outcomes: row.outcomes.map((one) => (row.state === state && one.name === event ? change(one) : one)),
      })),
    });
    const redOf = (changed: typeof table, heard = answered) => matrixOf(machine, changed, heard).problems;

    it('is red where nothing in the product says one of the table', () => {
      const invented = written('converted', 'order.edit', (one) => ({
        ...one,
        reason: 'too_late',
        says: ['errors.too_late'],
      }));
      expect(redOf(invented)).toEqual([{ what: 'reason', name: 'order.edit · converted', only: 'table' }]);
      const cell = matrixOf(machine, invented, answered).cells.find(
        ({ event, state }) => event === 'order.edit' && state === 'converted',
      );
      expect(cell?.differs).toBe(true);
    });

    it('is red where the table has the text of another reason', () => {
      const other = written('draft', 'order.reserve', (one) =>
        one.to === undefined ? { ...one, says: ['errors.order_has_its_contract'] } : one,
      );
      expect(redOf(other)).toEqual([{ what: 'reason', name: 'order.reserve · draft', only: 'other' }]);
    });

    it('is red where the server gives one that the table has not', () => {
      const plain = written('reserved', 'order.update', (one) => ({ ...one, says: ['errors.not_allowed_now'] }));
      expect(redOf(plain)).toEqual([{ what: 'reason', name: 'order.update · reserved', only: 'server' }]);
      const fewer = { ...table, rows: table.rows.filter(({ facts }) => facts.prolongs !== 0) };
      expect(redOf(fewer)).toContainEqual({ what: 'reason', name: 'order.update · reserved', only: 'server' });
    });

    it('is red of those beside the chart, and of the open day', () => {
      expect(redOf({ ...table, beyond: { ...table.beyond, 'order.edit': ['fund_over'] } })).toEqual([
        { what: 'reason', name: 'order.edit fund_over', only: 'table' },
      ]);
      expect(redOf({ ...table, needsDay: ['order.reserve'] })).toEqual([
        { what: 'reason', name: 'order.reserve no_open_day', only: 'table' },
      ]);
      expect(redOf(table, { ...answered, day: ['order.edit'], beyond: {} })).toContainEqual({
        what: 'reason',
        name: 'order.edit no_open_day',
        only: 'server',
      });
    });
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

describe('the fingerprint of a chart', () => {
  const before = of('invoice');

  it('is sixteen hexadecimal digits, the same for the same chart and another for each chart', () => {
    const prints = [...records.values()].map(printOf);
    for (const print of prints) expect(print).toMatch(/^[0-9a-f]{16}$/);
    expect(new Set(prints).size).toBe(prints.length);
    expect(printOf(structuredClone(before))).toBe(printOf(before));
  });

  it.each<[string, (record: ChartRecord) => ChartRecord]>([
    ['a state', (record) => ({ ...record, chart: { ...record.chart, states: record.chart.states.slice(1) } })],
    [
      'a transition',
      (record) => ({ ...record, chart: { ...record.chart, transitions: record.chart.transitions.slice(1) } }),
    ],
    [
      'what stands behind a guard',
      (record) => ({
        ...record,
        bodies: { ...record.bodies, guards: { ...record.bodies.guards, hasLines: { text: '', print: 'other' } } },
      }),
    ],
    ['a constant', (record) => ({ ...record, constants: { ...record.constants, LIMIT: '2' } })],
    ['the table of refusals', (record) => ({ ...record, table: null })],
  ])('is another one when %s is another', (_, change) => {
    expect(printOf(change(before))).not.toBe(printOf(before));
  });

  it('stays when the same is said in better words', () => {
    const words = { ...before.words, ru: { ...before.words.ru, states: {} } };
    expect(printOf({ ...before, words, texts: { uz: {}, ru: {} } })).toBe(printOf(before));
  });
});

describe('which charts a version changed', () => {
  const one = of('invoice');
  const other = { ...one, constants: { LIMIT: '2' } };
  const charts = (invoice: ChartRecord) =>
    new Map([
      ['invoice', invoice],
      ['counter', of('counter')],
    ]);

  it('are those that are different from the last version that is kept', () => {
    const kept = new Map([['1.9.0', charts(one)]]);
    expect(releaseChanges(kept, { version: '1.10.0', charts: charts(other) })).toEqual([
      { version: '1.10.0', since: '1.9.0', now: true, charts: ['invoice'] },
    ]);
  });

  it('are of a kept version its own, whatever the program has since', () => {
    const kept = new Map([
      ['1.9.0', charts(one)],
      ['1.10.0', charts(other)],
    ]);
    expect(releaseChanges(kept, { version: '1.10.0', charts: charts(one) })).toEqual([
      { version: '1.10.0', since: '1.9.0', now: false, charts: ['invoice'] },
    ]);
  });

  it('are not known of the first kept version; a version without a change and a new chart are left out', () => {
    expect(releaseChanges(new Map(), { version: '1.10.0', charts: charts(other) })).toEqual([]);
    const kept = new Map([['1.9.0', new Map([['counter', of('counter')]])]]);
    expect(releaseChanges(kept, { version: '1.10.0', charts: charts(other) })).toEqual([]);
  });
});
