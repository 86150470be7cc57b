/** Walks that people recorded in a browser, `e2e/recorded/<workflow>.json`: kept here, walked by `npm run qa`. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Path, WorkflowModel } from '../machines/kit/model.ts';
import { type Recorded, recordedPath } from '../machines/kit/recorded.ts';

const fileOf = (workflow: string) => resolve(import.meta.dirname, '../e2e/recorded', `${workflow}.json`);

export function recordedOf(workflow: string): Recorded[] {
  const file = fileOf(workflow);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Recorded[]) : [];
}

/** Those that the chart of today still goes; one that a change broke is named by `brokenIn`. */
export const recordedPaths = (model: WorkflowModel): Path[] =>
  recordedOf(model.machine.id).flatMap((walk, at) => {
    const path = recordedPath(model, walk, at + 1);
    return 'lost' in path ? [] : [path];
  });

/** A walk that is no path of the model any more, by its place among those that are kept. */
export interface BrokenWalk {
  readonly number: string;
  readonly name: string;
  readonly words: string;
}

export const brokenIn = (model: WorkflowModel, walks = recordedOf(model.machine.id)): BrokenWalk[] =>
  walks.flatMap((walk, at) => {
    const path = recordedPath(model, walk, at + 1);
    if (!('lost' in path)) return [];
    return [{ number: String(at + 1).padStart(2, '0'), name: walk.name, words: brokenWords(walk, path.lost) }];
  });

export const brokenWords = ({ name, steps }: Recorded, lost: number): string =>
  lost === 0
    ? `“${name}” is broken: it begins in a state that no path of the model comes to`
    : `“${name}” is broken: step ${lost}, ${steps[lost - 1]?.event}, is not taken there any more, or comes to another state`;

/** Keeps a walk; one of the same name takes its place. */
export function keep(walk: Recorded): void {
  const others = recordedOf(walk.workflow).filter(({ name }) => name !== walk.name);
  const file = fileOf(walk.workflow);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify([...others, walk], null, 2)}\n`);
}
