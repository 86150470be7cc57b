import { afterAll, describe, expect, it } from 'vitest';
import {
  actCreate,
  counterCreate,
  counterDelete,
  counterIndex,
  counterRelease,
  counterStart,
  counterUpdate,
  loadResidues,
  saveEntries,
  submitList,
} from '../../../contract/counting.ts';
import { counterMachine } from '../../../machines/counter/counter.machine.ts';
import { counterModel } from '../../../machines/counter/counter.model.ts';
import { illegalPairs, transitionTour } from '../../../machines/kit/model.ts';
import { transitionKeysOf } from '../../../machines/kit/transitions.ts';
import { recordCoverage } from '../../models/kit.ts';
import { type Answer, ORGANIZATION, PEOPLE, type Server, withServer } from '../world.ts';

const server = withServer();
const taken = new Set<string>();
const states = new Set<string>();

/** A fresh act with residues, and one assigned counter in it. */
async function assigned(on: Server): Promise<{ actId: number; id: number }> {
  const { data } = await on.do('keeper', actCreate, { body: { organization_id: ORGANIZATION, comment: 'Sanoq' } });
  await on.do('keeper', loadResidues, { params: { actId: data.id } });
  const counter = await on.do('keeper', counterCreate, {
    params: { actId: data.id },
    body: { title: '1-sanovchi', user_id: PEOPLE.counter1.id },
  });
  return { actId: data.id, id: counter.computing_act_user.id };
}

function send(on: Server, id: number, name: string): Promise<Answer<unknown>> {
  const params = { id };
  switch (name) {
    case 'is renamed':
      return on.call('keeper', counterUpdate, { params, body: { title: 'Ikkinchi', user_id: PEOPLE.counter1.id } });
    case 'is removed':
      return on.call('keeper', counterDelete, { params });
    case 'starts':
      return on.call('counter1', counterStart, { params });
    case 'saves entries':
      return on.call('counter1', saveEntries, {
        params,
        body: {
          entries: [
            {
              entry_id: crypto.randomUUID(),
              product_variant_id: 1,
              count: 1,
              source: 'scan',
              entered_at: new Date().toISOString(),
            },
          ],
        },
      });
    case 'submits':
      return on.call('counter1', submitList, {
        params,
        body: { listed_products: [{ product_variant_id: 1, count: 1 }] },
      });
    case 'is released':
      return on.call('keeper', counterRelease, { params, body: { reason: 'Ishdan ketdi' } });
    default:
      throw new Error(`no verb for "${name}"`);
  }
}

async function statusOf(on: Server, actId: number): Promise<string> {
  const { data } = await on.do('keeper', counterIndex, { params: { actId } });
  return data[0]?.status ?? 'removed';
}

describe('counter, server floor', () => {
  it.each(transitionTour(counterModel).map((path) => ({ name: path.name, path })))('$name', async ({ path }) => {
    const { actId, id } = await assigned(server.current);
    for (const step of path.steps) {
      const answer = await send(server.current, id, step.case.name);
      expect(answer.status, `${step.case.name}: ${JSON.stringify(answer.error)}`).toBe(200);
      const status = await statusOf(server.current, actId);
      expect(status).toBe(step.after.value);
      states.add(status);
      for (const key of step.transitions) taken.add(key);
    }
  });

  it('takes every transition', () => {
    expect(transitionKeysOf(counterMachine).filter((key) => !taken.has(key))).toEqual([]);
  });

  afterAll(() => recordCoverage('counter', 'server', { transitions: [...taken], states: [...states, 'assigned'] }));
});

describe('counter, illegal pairs', () => {
  it.each(illegalPairs(counterModel).map((pair) => ({ name: `${pair.state.value}: ${pair.case.name}`, pair })))(
    '$name',
    async ({ pair }) => {
      const { actId, id } = await assigned(server.current);
      for (const step of pair.way) await send(server.current, id, step.case.name);
      const before = await server.current.do('keeper', counterIndex, { params: { actId } });
      const answer = await send(server.current, id, pair.case.name);
      // A removed counter is gone: there is nothing left that could refuse.
      expect(answer.status).toBe(pair.state.value === 'removed' ? 404 : 409);
      if (answer.status === 409) expect(Array.isArray(answer.error.allowed)).toBe(true);
      expect(await server.current.do('keeper', counterIndex, { params: { actId } })).toEqual(before);
    },
  );
});
