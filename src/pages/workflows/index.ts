/** The workflows as their list shows them (`npm run docs`): neither definitions nor texts of machines are fetched for it. */
import { use } from 'react';
import type { Group } from './groups.ts';

interface Words {
  name: string;
  about: string;
}

export interface Indexed {
  name: string;
  uz: Words;
  ru: Words;
  group: Group;
  states: number;
  transitions: number;
  paths: number;
  layers: string[];
  /** States by the requirement that asked for them. */
  asked: Record<string, { path: string; uz: string; ru: string }[]>;
}

const files = import.meta.glob<Indexed[]>('../../../docs/generated/workflows.json', { import: 'default' });

let coming: Promise<readonly Indexed[]> | undefined;

/** Fetches the list once, and again after it did not come. */
export function bringIndex(): Promise<readonly Indexed[]> {
  coming ??= Promise.all(Object.values(files).map((load) => load()))
    .then((found) => found.flat())
    .catch((error: unknown) => {
      coming = undefined;
      throw error;
    });
  return coming;
}

/** Every workflow; suspends until the list is here. */
export const useIndex = (): readonly Indexed[] => use(bringIndex());
