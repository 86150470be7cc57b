/**
 * What the simulator needs of a workflow beside its definition: the hand-written table of a lifecycle (`tests/oracle`), the
 * links to other charts that the contract declares, and for a machine without a table the ways of its tests to each state.
 * Written by `npm run docs`.
 */
import { calls } from '../contract/index.ts';
import { inBrowser, leavesOfPath, type Path } from '../machines/kit/model.ts';
import type { Fact, Link, Table, TrialRow } from '../machines/kit/simulation.ts';
import { ORACLES } from '../tests/oracle/index.ts';
import { type Entry, outcomesOf, typeOf, type WrittenOracle } from '../tests/oracle/oracle.ts';
import type { Workflow } from './machines.ts';

/** What the page of an invoice sends, which no call declares: its actor saves lines by several calls. */
const OF_PAGES: Readonly<Record<string, readonly Link[]>> = {
  invoiceWorkspace: [
    { event: 'the new line is saved', to: 'invoice', as: 'line.add' },
    { event: 'the line is saved', to: 'invoice', as: 'line.change' },
    { event: 'the line is gone', to: 'invoice', as: 'line.remove' },
  ],
};

const DECLARED = calls.flatMap(({ event, alsoFires = [] }) =>
  alsoFires.flatMap(({ machine, type }) =>
    event === undefined || event.machine === machine
      ? []
      : [{ from: event.machine, link: { event: event.type, to: machine, as: type } }],
  ),
);
const ALL_LINKS: readonly { readonly from: string; readonly link: Link }[] = [
  ...new Map(DECLARED.map((one) => [JSON.stringify(one), one])).values(),
  ...Object.entries(OF_PAGES).flatMap(([from, links]) => links.map((link) => ({ from, link }))),
];

const linksOf = (name: string): Link[] => ALL_LINKS.filter(({ from }) => from === name).map(({ link }) => link);
const partnersOf = (name: string): string[] => [
  ...new Set(ALL_LINKS.flatMap(({ from, link: { to } }) => (from === name ? [to] : to === name ? [from] : []))),
];

function entryWords(entry: Entry): string {
  switch (entry.ledger) {
    case 'stock':
      return `stock ${entry.qty}`;
    case 'partner':
      return `partner ${entry.amount}`;
    case 'client':
      return `client ${entry.of} ${entry.amount}`;
    case 'cash':
      return `cash ${entry.amount}`;
  }
}

const onlyFilled = <T extends readonly unknown[]>(lists: readonly (readonly [string, T])[]): Record<string, T> =>
  Object.fromEntries(lists.filter(([, list]) => list.length > 0));

function tableOfOracle(oracle: WrittenOracle): Omit<Table, 'links' | 'partners'> {
  const system = new Set([...(oracle.server ?? []), ...(oracle.raised ?? [])]);
  const rows = oracle.rows.map((row): TrialRow => {
    const outcomes = outcomesOf(oracle, row);
    return {
      state: row.state,
      facts: { ...oracle.begins.facts, ...row.facts },
      refuses: Object.fromEntries(
        Object.entries(row.refuses ?? {}).flatMap(([name, reason]) => (reason ? [[name, reason]] : [])),
      ),
      posts: onlyFilled(outcomes.map(({ name, accepted }) => [name, (accepted?.posts ?? []).map(entryWords)] as const)),
    };
  });
  return {
    cases: Object.entries(oracle.cases).map(([name, { verb, carries }]) => ({
      name,
      verb,
      ...(carries && { carries }),
      system: system.has(name) || system.has(typeOf(name)),
    })),
    begins: oracle.begins.facts,
    facts: Object.fromEntries(
      Object.keys(oracle.begins.facts).map((name) => [
        name,
        [...new Set(rows.map(({ facts }) => facts[name] as Fact))],
      ]),
    ),
    rows,
    ways: {},
  };
}

/** The shortest of the ways to each state, as the tests walk them. */
function waysOf(workflow: Workflow, paths: readonly Path[]): Table['ways'] {
  const beginnings = (workflow.model && inBrowser(workflow.model).beginnings) ?? [];
  const ways: Record<string, { beginning: number; cases: string[] }> = {};
  for (const path of paths) {
    const beginning = Math.max(
      0,
      beginnings.findIndex(({ name }) => name === path.beginning.name),
    );
    for (let length = 0; length <= path.steps.length; length += 1) {
      const steps = path.steps.slice(0, length);
      const state = leavesOfPath({ ...path, begins: steps.at(-1)?.after ?? path.begins, steps: [] }).join();
      const known = ways[state];
      if (known === undefined || known.cases.length > length)
        ways[state] = { beginning, cases: steps.map((step) => step.case.name) };
    }
  }
  return ways;
}

export function tableOf(workflow: Workflow, paths: readonly Path[]): Table {
  const oracle = ORACLES.find(({ machine }) => machine === workflow.name);
  const together = { links: linksOf(workflow.name), partners: partnersOf(workflow.name) };
  return oracle === undefined
    ? { facts: {}, rows: [], ...together, ways: waysOf(workflow, paths) }
    : { ...tableOfOracle(oracle), ...together };
}
