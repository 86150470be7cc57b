import { afterAll, describe, expect, it } from 'vitest';
import { type CountingActContext, countingActMachine } from '../../../machines/countingAct/countingAct.machine.ts';
import { countingActModel } from '../../../machines/countingAct/countingAct.model.ts';
import { illegalPairs, transitionTour } from '../../../machines/kit/model.ts';
import { transitionKeysOf } from '../../../machines/kit/transitions.ts';
import { recordCoverage } from '../../models/kit.ts';
import { withServer } from '../world.ts';
import { ActDriver, expectTaken } from './countingAct.driver.ts';

const server = withServer();
const paths = transitionTour(countingActModel);
const taken = new Set<string>();
const states = new Set<string>();

async function expectSame(driver: ActDriver, value: unknown, context: CountingActContext): Promise<void> {
  const seen = await driver.look();
  expect(seen.status).toBe(value);
  // Of a finished act only its state matters: nothing is left to decide.
  if (['created', 'residues_loaded', 'counting', 'counted'].includes(seen.status))
    expect(seen.context).toEqual(context);
  states.add(seen.status);
}

describe('counting act, server floor', () => {
  it.each(paths.map((path) => ({ name: path.name, path })))('$name', async ({ path }) => {
    const driver = new ActDriver(server.current);
    await driver.open();
    await expectSame(driver, path.begins.value, path.begins.context as CountingActContext);
    for (const step of path.steps) {
      expectTaken(await driver.send(step.case.name), step.case.name);
      await expectSame(driver, step.after.value, step.after.context as CountingActContext);
      for (const key of step.transitions) taken.add(key);
    }
  });

  it('takes every transition', () => {
    expect(transitionKeysOf(countingActMachine).filter((key) => !taken.has(key))).toEqual([]);
  });

  afterAll(() => recordCoverage('countingAct', 'server', { transitions: [...taken], states: [...states] }));
});

describe('counting act, illegal pairs answer 409 with what is allowed and change nothing', () => {
  const byState = new Map<string, ReturnType<typeof illegalPairs>>();
  for (const pair of illegalPairs(countingActModel)) {
    const key = countingActModel.serialize(pair.state);
    byState.set(key, [...(byState.get(key) ?? []), pair]);
  }

  it.each([...byState].map(([state, pairs]) => ({ state, pairs })))('$state', async ({ pairs }) => {
    const driver = new ActDriver(server.current);
    await driver.open();
    for (const step of pairs[0]?.way ?? []) expectTaken(await driver.send(step.case.name), step.case.name);
    const before = await driver.look();
    let asked = 0;
    for (const pair of pairs) {
      const answer = await driver.send(pair.case.name);
      // A counter that does not exist cannot be renamed: there is no such call to make.
      if (!answer) continue;
      asked += 1;
      expect(answer.status, `${before.status}: ${pair.case.name} ${JSON.stringify(answer.error)}`).toBe(409);
      expect(answer.error.state).toBeDefined();
      expect(Array.isArray(answer.error.allowed)).toBe(true);
    }
    expect(asked).toBeGreaterThan(0);
    expect(await driver.look()).toEqual(before);
  });
});
