import { afterAll, describe, expect, it } from 'vitest';
import { type InvoiceContext, invoiceMachine } from '../../../machines/invoice/invoice.machine.ts';
import { invoiceModel } from '../../../machines/invoice/invoice.model.ts';
import { illegalPairs, transitionTour } from '../../../machines/kit/model.ts';
import { transitionKeysOf } from '../../../machines/kit/transitions.ts';
import { recordCoverage } from '../../models/kit.ts';
import type { Answer } from '../world.ts';
import { withServer } from '../world.ts';
import { InvoiceDriver } from './invoice.driver.ts';

const server = withServer();
const paths = transitionTour(invoiceModel);
const taken = new Set<string>();
const states = new Set<string>();

function expectTaken(answer: Answer<unknown> | undefined, name: string): void {
  expect(answer?.status, `${name}: ${JSON.stringify(answer?.error)}`).toBe(200);
}

async function expectSame(driver: InvoiceDriver, value: unknown, context: InvoiceContext): Promise<void> {
  const seen = await driver.look();
  expect(seen.status).toBe(value);
  if (seen.context) expect(seen.context).toEqual(context);
  states.add(seen.status);
}

describe('invoice, server floor', () => {
  it.each(paths.map((path) => ({ name: path.name, path })))('$name', async ({ path }) => {
    const driver = new InvoiceDriver(server.current);
    await driver.open();
    await expectSame(driver, path.begins.value, path.begins.context as InvoiceContext);
    for (const step of path.steps) {
      expectTaken(await driver.send(step.case.name), step.case.name);
      await expectSame(driver, step.after.value, step.after.context as InvoiceContext);
      for (const key of step.transitions) taken.add(key);
    }
  });

  it('takes every transition', () => {
    expect(transitionKeysOf(invoiceMachine).filter((key) => !taken.has(key))).toEqual([]);
  });

  afterAll(() => recordCoverage('invoice', 'server', { transitions: [...taken], states: [...states] }));
});

describe('invoice, illegal pairs answer 409 with what is allowed and change nothing', () => {
  const byState = new Map<string, ReturnType<typeof illegalPairs>>();
  for (const pair of illegalPairs(invoiceModel)) {
    const key = invoiceModel.serialize(pair.state);
    byState.set(key, [...(byState.get(key) ?? []), pair]);
  }

  it.each([...byState].map(([state, pairs]) => ({ state, pairs })))('$state', async ({ state, pairs }) => {
    const driver = new InvoiceDriver(server.current);
    await driver.open();
    for (const step of pairs[0]?.way ?? []) expectTaken(await driver.send(step.case.name), step.case.name);
    const before = await driver.look();
    let asked = 0;
    for (const pair of pairs) {
      const answer = await driver.send(pair.case.name);
      // A line that does not exist cannot be changed: there is no such call to make.
      if (!answer) continue;
      asked += 1;
      if (state.startsWith('deleted')) {
        // Of a dropped draft nobody is told even that it was there.
        expect(answer.status, `${pair.case.name} ${JSON.stringify(answer.error)}`).toBe(404);
        continue;
      }
      expect(answer.status, `${before.status}: ${pair.case.name} ${JSON.stringify(answer.error)}`).toBe(409);
      expect(answer.error.state).toBe(before.status);
      expect(Array.isArray(answer.error.allowed)).toBe(true);
    }
    expect(asked).toBeGreaterThan(0);
    expect(await driver.look()).toEqual(before);
  });
});
