/**
 * What the simulator needs of a workflow beside its definition and its table: the links to other charts that the contract
 * declares, and for a machine without a table the ways of its tests to each state. Written by `npm run docs`.
 */
import { calls } from '../contract/index.ts';
import { inBrowser, leavesOfPath, type Path } from '../machines/kit/model.ts';
import type { Link, Need, Walks } from '../machines/kit/simulation.ts';
import { ORACLES } from '../tests/oracle/index.ts';
import type { Workflow } from './machines.ts';

/** What the page of an invoice sends, which no call declares: its actor saves lines by several calls. */
const OF_PAGES: Readonly<Record<string, readonly Link[]>> = {
  invoiceWorkspace: [
    { event: 'the new line is saved', to: 'invoice', as: 'line.add' },
    { event: 'the line is saved', to: 'invoice', as: 'line.change' },
    { event: 'the line is gone', to: 'invoice', as: 'line.remove' },
  ],
};

/** What the server asks of another document before it takes an event that leaves that one as it is. */
const NEEDS: Readonly<Record<string, readonly Need[]>> = {
  // decisions 17 and 34: lists are kept while the act is counted
  counter: [{ event: 'entries.save', of: 'countingAct', states: ['counting'] }],
};

const sendsOf = ({ event, alsoFires = [] }: (typeof calls)[number]) => [...(event ? [event] : []), ...alsoFires];

/** An event that comes from one event of another chart alone, by every call that sends it: the two are one step. */
function isOnly(machine: string, type: string): boolean {
  const senders = calls
    .filter((call) => sendsOf(call).some((one) => one.machine === machine && one.type === type))
    .map(({ event }) => JSON.stringify([event?.machine, event?.type]));
  const isOther = calls.every(({ event }) => event?.machine !== machine || event.type !== type);
  return isOther && new Set(senders).size === 1;
}

const DECLARED = calls.flatMap(({ event, alsoFires = [] }) =>
  alsoFires.flatMap(({ machine, type }) => {
    if (event === undefined || event.machine === machine) return [];
    const link: Link = { event: event.type, to: machine, as: type, ...(isOnly(machine, type) && { only: true }) };
    return [{ from: event.machine, link }];
  }),
);
const ALL_LINKS: readonly { readonly from: string; readonly link: Link }[] = [
  ...new Map(DECLARED.map((one) => [JSON.stringify(one), one])).values(),
  ...Object.entries(OF_PAGES).flatMap(([from, links]) => links.map((link) => ({ from, link }))),
];

const linksOf = (name: string): Link[] => ALL_LINKS.filter(({ from }) => from === name).map(({ link }) => link);
const partnersOf = (name: string): string[] => [
  ...new Set(ALL_LINKS.flatMap(({ from, link: { to } }) => (from === name ? [to] : to === name ? [from] : []))),
];

/** The shortest of the ways to each state, as the tests walk them. */
function waysOf(workflow: Workflow, paths: readonly Path[]): Walks['ways'] {
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

export function walksOf(workflow: Workflow, paths: readonly Path[]): Walks {
  const hasTable = ORACLES.some(({ machine }) => machine === workflow.name);
  return {
    links: linksOf(workflow.name),
    ...(NEEDS[workflow.name] && { needs: NEEDS[workflow.name] }),
    partners: partnersOf(workflow.name),
    ways: hasTable ? {} : waysOf(workflow, paths),
  };
}
