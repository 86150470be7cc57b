/** All mutants of the workflow that MUTANTS_OF names, against its model floor; what came of them goes to MUTANTS_TO. */
import { writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { loadWorkflows } from '../../scripts/machines.ts';
import { handOver, type Kept } from './collect.ts';
import { become, type Kind, mutantsOf } from './mutate.ts';

/** One mutant and the test that fell; null when none did. */
interface Outcome {
  kind: Kind;
  name: string;
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

const { MUTANTS_OF: name = '', MUTANTS_TO: to = '' } = process.env;

it(`mutants of ${name}`, async () => {
  const workflow = (await loadWorkflows()).find((one) => one.name === name);
  if (workflow === undefined) throw new Error(`no workflow ${name}`);
  await import(`../models/${name}.test.ts`);
  const tests = handOver();
  const fallen: string[] = [];
  for (const test of tests) if (await falls(test)) fallen.push(test.name);
  expect(fallen, 'the floor must be green without mutants').toEqual([]);

  const outcomes: Outcome[] = [];
  for (const mutant of mutantsOf(workflow.machine)) {
    const restore = become(workflow.machine, mutant);
    let by: string | null = null;
    for (const test of tests) {
      if (!(await falls(test))) continue;
      by = test.name;
      break;
    }
    restore();
    outcomes.push({ kind: mutant.kind, name: mutant.name, by });
  }
  for (const test of tests) if (await falls(test)) fallen.push(test.name);
  expect(fallen, 'the workflow is itself again').toEqual([]);
  writeFileSync(to, JSON.stringify(outcomes));
}, 600_000);
