/** All mutants of the workflow that MUTANTS_OF names, against its model layer; what came of them goes to MUTANTS_TO. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { type AnyStateMachine, StateMachine } from 'xstate';
import { loadWorkflows, root } from '../../scripts/machines.ts';
import { handOver, type Kept } from './collect.ts';
import { become, becomeOther, type Kind, mutantsOf } from './mutate.ts';
import { type SourceKind, sourceMutantsOf } from './source.ts';

/** One mutant and the test that fell; null when none did. */
interface Outcome {
  kind: Kind | SourceKind;
  name: string;
  /** Its place among the mutants of its sort, by which other layers make it again. */
  at: number;
  by: string | null;
}

/** A test that waits for what a mutant never does. Milliseconds. */
const LONGEST = 3_000;

async function falls({ run }: Kept): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_, failed) => {
    timer = setTimeout(() => failed(new Error('late')), LONGEST);
  });
  try {
    await Promise.race([(async () => run())(), late]);
    return false;
  } catch {
    return true;
  } finally {
    clearTimeout(timer);
  }
}

async function otherMachine(file: string, at: number, id: string): Promise<AnyStateMachine | undefined> {
  try {
    const module: Record<string, unknown> = await import(/* @vite-ignore */ `${resolve(root, file)}?mutant=${at}`);
    return Object.values(module).find((one): one is AnyStateMachine => one instanceof StateMachine && one.id === id);
  } catch {
    return undefined;
  }
}

const { MUTANTS_OF: name = '', MUTANTS_TO: to = '' } = process.env;

it(`mutants of ${name}`, async () => {
  const workflow = (await loadWorkflows()).find((one) => one.name === name);
  if (workflow === undefined) throw new Error(`no workflow ${name}`);
  await import(`../models/${name}.test.ts`);
  const tests = handOver();
  const fallen: string[] = [];
  for (const test of tests) if (await falls(test)) fallen.push(test.name);
  expect(fallen, 'the layer must be green without mutants').toEqual([]);

  const outcomes: Outcome[] = [];
  const tryOut = async (kind: Outcome['kind'], words: string, at: number, restore: () => void) => {
    let by: string | null = null;
    for (const test of tests) {
      if (!(await falls(test))) continue;
      by = test.name;
      break;
    }
    restore();
    outcomes.push({ kind, name: words, at, by });
  };
  const { machine, file } = workflow;
  for (const [at, mutant] of mutantsOf(machine).entries())
    await tryOut(mutant.kind, mutant.name, at, become(machine, mutant));
  for (const [at, mutant] of sourceMutantsOf(readFileSync(resolve(root, file), 'utf8')).entries()) {
    const other = await otherMachine(file, at, machine.id);
    // a text that is no machine any more is seen by whoever loads it
    if (other === undefined) outcomes.push({ kind: mutant.kind, name: mutant.name, at, by: 'loading' });
    else await tryOut(mutant.kind, mutant.name, at, becomeOther(machine, other));
  }
  for (const test of tests) if (await falls(test)) fallen.push(test.name);
  expect(fallen, 'the workflow is itself again').toEqual([]);
  writeFileSync(to, JSON.stringify(outcomes));
}, 600_000);
