/** What the gallery makes of kept figures: refusals as heat, the life of an arrow. */
import { describe, expect, test, vi } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import type { WorkflowFigures } from '../../contract/workflows.ts';
import { countingActMachine } from '../../machines/countingAct/countingAct.machine.ts';
import { invoiceMachine } from '../../machines/invoice/invoice.machine.ts';
import { chartOf } from '../../machines/kit/chart.ts';
import type { Text } from '../../src/i18n/index.ts';
import type { WorkflowEntry } from '../../src/pages/workflows/catalogue.ts';
import { lasting } from '../../src/pages/workflows/lasting.ts';
import {
  calledOffIn,
  countsNow,
  figuresOf,
  heatOfRefusals,
  inChartOrder,
  narrowedTo,
  refusedIn,
  type Shared,
  wholeOf,
} from '../../src/pages/workflows/stuck/figures.ts';
import { arrowsOf, lifeOf } from '../../src/pages/workflows/stuck/life.ts';
import { takeTable } from '../../src/pages/workflows/stuck/take.ts';

const saved = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('../../src/ui/list/excel.ts', () => ({ saveList: saved }));

const stays = (count: number, median: number | null) => ({ count, median, p90: median, longest: median });
const state = (name: string, count: number, rests = false) => ({
  ...{ state: name, now: 0, rests },
  ...{ working: stays(count, 30), calendar: stays(count, 60) },
});
const refusal = (organization: string, count: number, tried: number) => ({
  ...{ state: 'sent', event: 'invoice.confirm', reason: 'serials_missing', words: 'Seriya raqami yoʻq' },
  ...{ organization, count, tried },
});
const figures = {
  states: [state('draft', 9), state('sent', 3), state('confirmed', 4, true)],
  arrows: [
    { state: 'sent', event: 'invoice.confirm', after: 'confirmed', count: 6 },
    { state: 'draft', event: 'invoice.send', after: 'sent', count: 8 },
    // what nobody was refused makes no refusal rarer
    { state: 'sent', event: 'invoice.update', after: 'sent', count: 900 },
  ],
  refusals: [
    refusal('Chilonzor', 3, 7),
    refusal('Samarqand', 1, 4),
    // another reason of the same attempts
    { ...refusal('Chilonzor', 1, 7), reason: 'not_allowed_now' },
  ],
} as unknown as WorkflowFigures;

describe('Figures', () => {
  test('of fewer than five stays have no colour, and states in which nobody waits none at all', () => {
    expect(figuresOf(figures.states, 'working')).toMatchObject([
      { state: 'draft', median: 1800, documents: 9 },
      // it is said all the same
      { state: 'sent', median: null, usual: 1800, documents: 3 },
    ]);
    expect(figuresOf(figures.states, 'calendar')[0]).toMatchObject({ median: 3600 });
  });

  test('have a column of what waits now where that is known', () => {
    expect(countsNow(figures.states)).toBe(true);
    expect(countsNow(figures.states.map((one) => ({ ...one, now: null })))).toBe(false);
    // of a person who ended nothing there is no state at all
    expect(countsNow([])).toBe(false);
  });

  test('of refusals are those of all branches, and colour a state by their share of the attempts at the same steps', () => {
    expect(refusedIn(figures.refusals)).toMatchObject([
      { count: 4, branches: [{ count: 3 }, { count: 1 }] },
      { reason: 'not_allowed_now', count: 1 },
    ]);
    const heat = heatOfRefusals(figures, (key, values) => [key, ...Object.values(values ?? {})].join(' '));
    // 5 of 11; whoever is chosen, the arrows of one person do not change it
    expect(heat.get('sent')).toMatchObject({ level: 4, figure: 'refusedFigure 5 45,5\u00A0%' });
    expect(heat.get('draft')).toMatchObject({ level: 0, figure: '0' });
  });
});

describe('A file', () => {
  test('has states in the order of the chart', () => {
    const entry = { chart: chartOf(invoiceMachine) } as unknown as WorkflowEntry;
    const names = ['confirmed', 'sent', 'draft'].map((name) => state(name, 1));
    expect(inChartOrder(entry, names).map((one) => one.state)).toEqual(['draft', 'sent', 'confirmed']);
  });

  test('is called by what its table is narrowed to, and by nothing that it is not', () => {
    const chosen = { clock: 'working', kind: null, branch: 'Chilonzor', person: 'Kim', month: '2026-11' };
    expect(narrowedTo('states', chosen)).toEqual(['working', 'Chilonzor', 'Kim', '2026-11']);
    expect(narrowedTo('waiting', chosen)).toEqual(['Chilonzor']);
    expect(narrowedTo('refusals', chosen)).toEqual(['Chilonzor', '2026-11']);
    expect(narrowedTo('arrows', { ...chosen, branch: null })).toEqual(['Kim']);
  });
});

describe('What can be taken along', () => {
  const entry = { chart: chartOf(invoiceMachine) } as unknown as WorkflowEntry;

  test('of states is what is shown: both clocks, and the whole of those in which something is waited for', () => {
    // 30 and 30 minutes of work, 60 and 60 of the calendar; a document rests once it is confirmed
    expect([wholeOf(figures.states, 'working'), wholeOf(figures.states, 'calendar')]).toEqual([60, 120]);
    expect(wholeOf([state('confirmed', 4, true)], 'working')).toBeNull();
  });

  test('of ways that call a document off is their share of all that left the state', () => {
    const arrow = (from: string, event: string, after: string, count: number) => ({ state: from, event, after, count });
    const arrows = [
      arrow('draft', 'invoice.cancel', 'cancelled', 1),
      arrow('draft', 'invoice.send', 'sent', 3),
      // stays where it is
      arrow('draft', 'invoice.update', 'draft', 90),
    ] as unknown as WorkflowFigures['arrows'];
    expect(calledOffIn(entry, arrows)).toEqual([
      { state: 'draft', event: 'invoice.cancel', after: 'cancelled', count: 1, share: 25 },
    ]);
  });

  test('has figures to one decimal', async () => {
    const odd = { count: 3, median: 10.754084780397543, p90: 11, longest: 12.05 };
    const states = [{ state: 'draft', now: 0, rests: false, working: odd, calendar: stays(3, 60) }];
    const t = ((key: string) => key) as unknown as Text;
    const words = { name: 'Nakladnoy', state: (path: string) => path } as unknown as Shared['words'];
    const shared = { ...({ machine: 'invoice', language: 'uz', clock: 'working' } as const), entry, words, t, r: t };
    await takeTable('states', { ...figures, states } as unknown as WorkflowFigures, shared, []);
    const [, columns, rows] = saved.mock.calls[0] as unknown as [string, { value(row: object): unknown }[], object[]];
    expect(rows.map((row) => columns.map(({ value }) => value(row)))).toEqual([
      ['draft', 3, 0, 10.8, 11, 60, 12.1],
      ['whole', null, null, 10.8, null, 60, null],
    ]);
  });
});

test('a time is said to the nearest minute, and under one in seconds', () => {
  const t = ((_: string, { figure }: { figure: string }) => `${figure} s`) as unknown as Text;
  const said = [29.4, 59.4, 59.6, 119.9, 645].map((seconds) => lasting(seconds, t, 'ru'));
  expect(said).toEqual(['29 s', '59 s', '1 мин.', '2 мин.', '11 мин.']);
});

describe('An arrow', () => {
  const chart = chartOf(invoiceMachine);
  const keys = chart.transitions.map(({ key }) => key);
  const confirm = keys.find((key) => key.startsWith('sent | invoice.confirm')) ?? '';
  const entry = {
    chart,
    facts: { proved: Object.fromEntries(keys.map((key) => [key, key === confirm ? ['model'] : ['model', 'server']])) },
  } as unknown as WorkflowEntry;
  const arrows = arrowsOf(entry, figures.arrows);
  const of = (source: string, event: string) => arrows.find((one) => one.source === source && one.event === event);

  test('has how often it was taken and the layers that take it', () => {
    expect(of('sent', 'invoice.confirm')).toMatchObject({ count: 6, target: 'confirmed', layers: ['model'] });
    expect(of('draft', 'invoice.send')).toMatchObject({ count: 8, layers: ['model', 'server'] });
  });

  test('is named where it is used and proved by one layer only, and where it is proved and never used', () => {
    const named = (source: string, event: string) => {
      const arrow = of(source, event);
      return arrow && lifeOf(arrow);
    };
    expect(named('sent', 'invoice.confirm')).toBe('thin');
    expect(named('draft', 'invoice.send')).toBeUndefined();
    expect(named('draft', 'invoice.delete')).toBe('unused');
  });

  const taken = (
    machine: AnyStateMachine,
    steps: readonly [state: string, event: string, after: string, count: number][],
  ) =>
    Object.fromEntries(
      arrowsOf(
        { chart: chartOf(machine), facts: {} } as unknown as WorkflowEntry,
        steps.map(([one, event, after, count]) => ({ state: one, event, after, count })),
      )
        .filter(({ count }) => count > 0)
        .map(({ key, count }) => [key, count]),
    );

  test('that is written on the machine itself keeps the state in which it is taken', () => {
    expect(
      taken(countingActMachine, [
        ['counted', 'comment.add', 'counted', 20],
        ['created', 'comment.add', 'created', 5],
        ['formed', 'comment.edit', 'formed', 2],
        // a beginning is no arrow
        ['', 'comment.add', 'created', 7],
        ['created', 'comment.add', 'counted', 11],
      ]),
    ).toEqual({
      'countingAct comment.add countingAct': 25,
      'countingAct comment.edit countingAct': 2,
    });
  });

  test('of a state with states in it is taken in each of them, and once: by the state closest to where it was', () => {
    const machine = createMachine({
      id: 'order',
      initial: 'open',
      on: { note: {}, stop: '.closed' },
      states: {
        open: {
          initial: 'new',
          on: { again: 'open', stop: { actions: 'warn' } },
          states: { new: { on: { note: { actions: 'keep' }, go: 'checked' } }, checked: {} },
        },
        closed: {},
      },
    });
    expect(
      taken(machine, [
        ['open.new', 'note', 'open.new', 1],
        ['open.checked', 'note', 'open.checked', 2],
        ['closed', 'note', 'closed', 4],
        ['open.checked', 'again', 'open.new', 8],
        ['open.checked', 'stop', 'open.checked', 16],
        ['open.checked', 'stop', 'closed', 32],
        ['open.new', 'go', 'open.checked', 64],
      ]),
    ).toEqual({
      'open.new note open.new': 1,
      'order note order': 6,
      'open again open': 8,
      'open stop open': 16,
      'order stop closed': 32,
      'open.new go open.checked': 64,
    });
  });
});
