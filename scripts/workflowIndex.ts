/** What the list of workflows shows of each, in both languages: so it needs neither their definitions nor their texts. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathOf } from '../machines/kit/chart.ts';
import { transitionsOf } from '../machines/kit/transitions.ts';
import { root, statesOf, type Workflow } from './machines.ts';

interface Named {
  name?: string;
  description?: string;
  states?: Record<string, { name?: string }>;
}

function textsOf(language: string, name: string): Named {
  const file = resolve(root, `locales/${language}/machines/${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Named) : {};
}

/** @param facts of its page: layers, paths, whether it stands around every page */
export function indexRow(
  { name, machine }: Workflow,
  { layers, paths, everywhere }: { layers: readonly string[]; paths: readonly unknown[]; everywhere: boolean },
) {
  const uz = textsOf('uz', name);
  const ru = textsOf('ru', name);
  const asked: Record<string, { path: string; uz: string; ru: string }[]> = {};
  for (const node of statesOf(machine)) {
    const { requirement } = (node.meta ?? {}) as { requirement?: string };
    if (requirement === undefined) continue;
    const path = pathOf(node);
    const named = { path, uz: uz.states?.[path]?.name ?? path, ru: ru.states?.[path]?.name ?? path };
    asked[requirement] = [...(asked[requirement] ?? []), named];
  }
  return {
    name,
    uz: { name: uz.name ?? name, about: uz.description ?? '' },
    ru: { name: ru.name ?? name, about: ru.description ?? '' },
    group: layers.includes('server') ? 'document' : everywhere ? 'shell' : 'page',
    states: statesOf(machine).length,
    transitions: transitionsOf(machine).length,
    paths: paths.length,
    layers,
    /** States by the requirement that asked for them. */
    asked,
  };
}
