/** The workflows as they run here: their definitions, and what the source says about them (`npm run docs`). */
import { use } from 'react';
import type { AnyStateMachine } from 'xstate';
import { type Chart, chartOf } from '../../../machines/kit/chart.ts';
import { loadTexts } from '../../i18n/index.ts';
import type { PageId } from '../../routes/registry.ts';
import type { Group } from './groups.ts';

/** The content of `docs/generated/workflows/<name>.json`. */
export interface Facts {
  file: string;
  /** Requirement of a state, by its path. */
  requirements: Record<string, string>;
  senders: { event: string; call: string; rule: string; who?: string }[];
  pageEvents: string[];
  pages: PageId[];
  everywhere: boolean;
  layers: string[];
  proved?: Record<string, string[]>;
  /** Of each test path the name of its beginning ('' where it has none), then those of its cases. */
  paths: [begins: string, ...cases: string[]][];
  /** The event's type of each case of the paths. */
  cases: Record<string, string>;
}

export interface WorkflowEntry {
  name: string;
  machine: AnyStateMachine;
  chart: Chart;
  facts: Facts;
}

const definitions = import.meta.glob<Record<string, unknown>>('../../../machines/*/*.machine.ts');
const factFiles = import.meta.glob<Facts>('../../../docs/generated/workflows/*.json', { import: 'default' });

const nameIn = (file: string): string => /([^/]+?)(?:\.machine)?\.\w+$/.exec(file)?.[1] ?? '';
const isMachine = (value: unknown, id: string): value is AnyStateMachine =>
  typeof value === 'object' && value !== null && 'root' in value && 'id' in value && value.id === id;

async function bring(): Promise<WorkflowEntry[]> {
  const facts = new Map(Object.entries(factFiles).map(([file, load]) => [nameIn(file), load]));
  // the words of all at once: a row that waits for its own would hold up the next
  const texts = loadTexts('workflows', ...[...facts.keys()].map((name) => `machines/${name}`));
  const found = await Promise.all(
    Object.entries(definitions).map(async ([file, load]): Promise<WorkflowEntry> => {
      const name = nameIn(file);
      const [exported, known] = await Promise.all([load(), facts.get(name)?.()]);
      const machine = Object.values(exported).find((value) => isMachine(value, name));
      if (!isMachine(machine, name) || known === undefined) throw new Error(`${file}: no machine or no facts of it`);
      return { name, machine, chart: chartOf(machine), facts: known };
    }),
  );
  await texts;
  return found.sort((one, other) => (one.name < other.name ? -1 : 1));
}

let coming: Promise<WorkflowEntry[]> | undefined;

export const groupOf = ({ facts }: WorkflowEntry): Group =>
  facts.layers.includes('server') ? 'document' : facts.everywhere ? 'shell' : 'page';

/** Every workflow; suspends until the definitions are here. */
export function useWorkflows(): readonly WorkflowEntry[] {
  coming ??= bring().catch((error: unknown) => {
    coming = undefined;
    throw error;
  });
  return use(coming);
}
