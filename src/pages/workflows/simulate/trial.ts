/** A workflow as the simulator walks it: its definition, its hand-written table, and the events of its tests. */
import { use } from 'react';
import type { WorkflowModel } from '../../../../machines/kit/model.ts';
import type { Table, TrialCase, TrialChart } from '../../../../machines/kit/simulation.ts';
import type { WorkflowEntry } from '../catalogue.ts';

const tables = import.meta.glob<Table>('../../../../docs/generated/tables/*.json', { import: 'default' });
const models = import.meta.glob<Record<string, unknown>>('../../../../machines/*/*.model.ts');

const isModel = (value: unknown): value is WorkflowModel =>
  typeof value === 'object' && value !== null && 'machine' in value && 'cases' in value;

function casesOf(table: Table, model: WorkflowModel | undefined): TrialCase[] {
  if (table.cases !== undefined) {
    const cases = table.cases.map(({ name, carries, system }) => ({
      name,
      event: { type: name.split('/')[0] ?? name, ...carries },
      system,
    }));
    // a table names a case twice where two rows expect other things of it
    return [...new Map(cases.toReversed().map((one) => [JSON.stringify(one.event), one])).values()].toReversed();
  }
  const own = model && { ...model, ...model.browser };
  const ofPage = new Set([...(own?.pageEvents ?? []), ...(own?.raised ?? [])]);
  return (own?.cases ?? []).map(({ name, event }) => ({
    name,
    event,
    system: event.type.startsWith('xstate.') || ofPage.has(event.type),
  }));
}

export interface Trial extends TrialChart {
  readonly partners: readonly string[];
}

async function bring({ name, machine }: WorkflowEntry): Promise<Trial> {
  const load = tables[`../../../../docs/generated/tables/${name}.json`];
  const file = Object.keys(models).find((path) => path.endsWith(`/${name}.model.ts`));
  const [table, exported] = await Promise.all([load?.(), file && models[file]?.()]);
  if (table === undefined) throw new Error(`${name}: no table`);
  const model = Object.values(exported || {})
    .filter(isModel)
    .find((one) => one.machine === machine);
  return {
    name,
    machine,
    cases: casesOf(table, model),
    beginnings:
      table.begins === undefined
        ? ({ ...model, ...model?.browser }.beginnings ?? [{ name: '' }])
        : [{ name: '', input: table.begins }],
    facts: new Map(Object.entries(table.facts)),
    rows: table.rows,
    links: table.links,
    ways: table.ways,
    partners: table.partners,
  };
}

/** A workflow with those that it sends to and that send to it, by name. */
async function bringTogether(entry: WorkflowEntry, entries: readonly WorkflowEntry[]): Promise<Map<string, Trial>> {
  const own = await bring(entry);
  const others = entries.filter(({ name }) => own.partners.includes(name));
  const partners = await Promise.all(others.map(bring));
  return new Map([own, ...partners].map((trial) => [trial.name, trial]));
}

const coming = new Map<string, Promise<Map<string, Trial>>>();

/** Suspends until they are here; the workflow itself comes first. */
export function useTrials(entry: WorkflowEntry, entries: readonly WorkflowEntry[]): ReadonlyMap<string, Trial> {
  const known = coming.get(entry.name);
  const promise =
    known ??
    bringTogether(entry, entries).catch((error: unknown) => {
      coming.delete(entry.name);
      throw error;
    });
  coming.set(entry.name, promise);
  return use(promise);
}

/** States that a walk may begin in: of a table those of its rows, else those that the tests come to. */
export const statesOf = ({ rows, ways }: TrialChart): string[] => [
  ...new Set([...rows.map(({ state }) => state), ...Object.keys(ways)]),
];
