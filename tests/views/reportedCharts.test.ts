/** Charts of a report: those of the window before those of the shell, and the one that a scenario is made of. */
import { afterEach, expect, it } from 'vitest';
import type { AnyActorRef } from 'xstate';
import type { ChartName } from '../../contract/charts.ts';
import generated from '../../docs/generated/workflows.json' with { type: 'json' };
import { actors } from '../../src/app/inspect.ts';
import type { Group } from '../../src/pages/workflows/groups.ts';
import type { Indexed } from '../../src/pages/workflows/index.ts';
import { chartToWalk, factsOfTable } from '../../src/pages/workflows/reports/chartToWalk.ts';
import { noteNow } from '../../src/report/noted.ts';
import { ORACLES } from '../oracle/index.ts';

const index = generated as unknown as readonly Indexed[];
const groupOf = ({ machine }: { machine: string }): Group =>
  index.find(({ name }) => name === machine)?.group ?? 'shell';
const walked = (record: 'counter' | 'countingAct' | null, ...machines: ChartName[]) =>
  chartToWalk(
    record && { machine: record },
    machines.map((machine) => ({ machine })),
    groupOf,
  )?.machine;

afterEach(() => actors.clear());

it('of a window are noted before those of the shell, in whatever order they began', () => {
  const begun = ['session', 'navigation', 'countingWorkspace', 'sidebar', 'stream'];
  for (const id of begun) {
    const snapshot = { machine: { id }, value: 'running', context: {}, status: 'active' };
    actors.add({ getSnapshot: () => snapshot } as unknown as AnyActorRef);
  }
  expect(noteNow(index).charts.map(({ machine }) => machine)).toEqual([
    'countingWorkspace',
    'stream',
    'sidebar',
    'navigation',
    'session',
  ]);
});

it('make a scenario of the record, else of the window, else of the shell', () => {
  expect(walked('counter', 'stream', 'countingWorkspace', 'counter')).toBe('counter');
  expect(walked(null, 'session', 'stream', 'sidebar', 'countingWorkspace')).toBe('countingWorkspace');
  expect(walked(null, 'sidebar', 'recordPane', 'command')).toBe('recordPane');
  // a record whose chart the report lacks
  expect(walked('countingAct', 'stream', 'actWorkspace')).toBe('actWorkspace');
  expect(walked(null, 'stream', 'session')).toBe('stream');
  expect(walked(null)).toBeUndefined();
});

it('tell facts in the order of the table, which is not that of the database', () => {
  const begins = ORACLES.find(({ machine }) => machine === 'countingAct')?.begins.facts ?? {};
  const facts = new Map(Object.keys(begins).map((name) => [name, []]));
  // the shorter name first, as jsonb keeps them; one that the table does not know
  const kept = { moved: 0, retry: 4, assigned: 1, counting: 2, elsewhere: 0, submitted: 3, disagreements: 5 };
  expect(Object.entries(factsOfTable(kept, { facts }))).toEqual([
    ['assigned', 1],
    ['counting', 2],
    ['submitted', 3],
    ['disagreements', 5],
    ['moved', 0],
    ['elsewhere', 0],
  ]);
});
