/** The workflows as they run here: their definitions, and what the source says about them (`npm run docs`). */
import { use } from 'react';
import type { AnyStateMachine } from 'xstate';
import { type Chart, chartOf } from '../../../machines/kit/chart.ts';
import { loadTexts } from '../../i18n/index.ts';
import type { Facts } from './factFiles.ts';
import type { Group } from './groups.ts';

export interface WorkflowEntry {
  name: string;
  machine: AnyStateMachine;
  chart: Chart;
  facts: Facts;
}

const definitions = import.meta.glob<Record<string, unknown>>('../../../machines/*/*.machine.ts');

const nameIn = (file: string): string => /([^/]+?)(?:\.machine)?\.\w+$/.exec(file)?.[1] ?? '';
const definitionOf = new Map(Object.entries(definitions).map(([file, load]) => [nameIn(file), load]));
const factsOf = async (name: string): Promise<Facts | undefined> =>
  (await import('./factFiles.ts')).default[`../../../docs/generated/workflows/${name}.json`];
const names = [...definitionOf.keys()].sort();

const isMachine = (value: unknown, id: string): value is AnyStateMachine =>
  typeof value === 'object' && value !== null && 'root' in value && 'id' in value && value.id === id;

async function bring(name: string): Promise<WorkflowEntry> {
  const [exported, facts] = await Promise.all([
    definitionOf.get(name)?.(),
    factsOf(name),
    loadTexts('workflows', `machines/${name}`),
  ]);
  const machine = Object.values(exported ?? {}).find((value) => isMachine(value, name));
  if (!isMachine(machine, name) || facts === undefined) throw new Error(`${name}: no machine or no facts of it`);
  return { name, machine, chart: chartOf(machine), facts };
}

/** By name; what did not come is fetched again. */
const coming = new Map<string, Promise<WorkflowEntry>>();

function bringOnce(name: string): Promise<WorkflowEntry> {
  const known = coming.get(name);
  if (known !== undefined) return known;
  const found: Promise<WorkflowEntry> = bring(name).then(
    (entry) => {
      // the fields that React's `use` reads, so that what is here does not suspend
      Object.assign(found, { status: 'fulfilled', value: entry });
      return entry;
    },
    (error: unknown) => {
      coming.delete(name);
      throw error;
    },
  );
  coming.set(name, found);
  return found;
}

export const groupOf = ({ facts }: WorkflowEntry): Group =>
  facts.layers.includes('server') ? 'document' : facts.everywhere ? 'shell' : 'page';

let all: Promise<readonly WorkflowEntry[]> | undefined;

/** Every workflow, before it is needed. */
export function bringWorkflows(): Promise<readonly WorkflowEntry[]> {
  all ??= Promise.all(names.map(bringOnce)).catch((error: unknown) => {
    all = undefined;
    throw error;
  });
  return all;
}

/** Every workflow; suspends until the definitions are here. */
export const useWorkflows = (): readonly WorkflowEntry[] => use(bringWorkflows());

/** The workflow of this name, undefined where there is none; suspends until it is here. */
export function useWorkflow(name: string): WorkflowEntry | undefined {
  return names.includes(name) ? use(bringOnce(name)) : undefined;
}
