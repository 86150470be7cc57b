/** A workflow as the simulator walks it: its definition, its hand-written table, and the events of its tests. */
import { use } from 'react';
import type { WorkflowModel } from '../../../../machines/kit/model.ts';
import { type TrialChart, trialOf, type Walks } from '../../../../machines/kit/simulation.ts';
import type { WorkflowEntry } from '../catalogue.ts';
import { recordOf } from '../records.ts';

const walkFiles = import.meta.glob<Walks>('../../../../docs/generated/walks/*.json', { import: 'default' });
const models = import.meta.glob<Record<string, unknown>>('../../../../machines/*/*.model.ts');

const isModel = (value: unknown): value is WorkflowModel =>
  typeof value === 'object' && value !== null && 'machine' in value && 'cases' in value;

export interface Trial extends TrialChart {
  readonly partners: readonly string[];
  /** Texts of refusals in both languages, by their key. */
  readonly texts: Readonly<Record<'uz' | 'ru', Readonly<Record<string, string>>>>;
}

async function bring({ name, machine }: WorkflowEntry): Promise<Trial> {
  const load = walkFiles[`../../../../docs/generated/walks/${name}.json`];
  const file = Object.keys(models).find((path) => path.endsWith(`/${name}.model.ts`));
  const [walks, record, exported] = await Promise.all([load?.(), recordOf(name, null), file && models[file]?.()]);
  if (walks === undefined) throw new Error(`${name}: no walks`);
  const model = Object.values(exported || {})
    .filter(isModel)
    .find((one) => one.machine === machine);
  const trial = trialOf({ name, machine, table: record?.table ?? null, model, walks });
  // a table names a case twice where two rows expect other things of it
  const cases = new Map(trial.cases.toReversed().map((one) => [JSON.stringify(one.event), one] as const));
  return {
    ...trial,
    cases: record?.table ? [...cases.values()].toReversed() : trial.cases,
    partners: walks.partners,
    texts: record?.texts ?? { uz: {}, ru: {} },
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
