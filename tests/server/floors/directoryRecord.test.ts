/** The server floor of directory records: every path of the lifecycle on both directories, every illegal pair. */
import { afterAll, describe, expect, it } from 'vitest';
import {
  partnerAddFirm,
  partnerArchive,
  partnerCreate,
  partnerRestore,
  partnerShow,
  partnerUpdate,
  warehouseArchive,
  warehouseCreate,
  warehouseRestore,
  warehouseShow,
  warehouseUpdate,
} from '../../../contract/supply.ts';
import { directoryRecordMachine } from '../../../machines/directoryRecord/directoryRecord.machine.ts';
import { directoryRecordModel } from '../../../machines/directoryRecord/directoryRecord.model.ts';
import { illegalPairs, transitionTour } from '../../../machines/kit/model.ts';
import { transitionKeysOf } from '../../../machines/kit/transitions.ts';
import { recordCoverage } from '../../models/kit.ts';
import { owe } from '../debts.ts';
import { type Answer, ORGANIZATION, stockIn, withServer } from '../world.ts';

const server = withServer();
const taken = new Set<string>();
const states = new Set<string>();
let made = 0;

interface Shown {
  active: boolean;
  version: number;
  allowed_events: string[];
}

interface Desk {
  /** A fresh record, in use or free. */
  begin(inUse: boolean): Promise<number>;
  send(id: number, name: string): Promise<Answer<unknown>>;
  show(id: number): Promise<Shown>;
}

const partnerBody = (n: number) => ({ name: `Hamkor ${n}`, kind: 'company' as const, stir: String(340_000_000 + n) });
const warehouseBody = (n: number) => ({ name: `Ombor ${n}`, organization_id: ORGANIZATION, kind: 'fund' as const });

const DESKS: Record<string, Desk> = {
  partner: {
    async begin(inUse) {
      made += 1;
      const { data } = await server.current.do('director', partnerCreate, { body: partnerBody(made) });
      if (inUse)
        await server.current.db.tx((trx) => owe(trx, [{ partner: data.id, firm: null, currency: 1, amount: 5 }]));
      return data.id;
    },
    send(id, name) {
      const params = { id };
      if (name === 'is archived') return server.current.call('director', partnerArchive, { params });
      if (name === 'comes back') return server.current.call('director', partnerRestore, { params });
      return server.current.call('director', partnerUpdate, { params, body: partnerBody(1000 + id) });
    },
    show: async (id) => (await server.current.do('director', partnerShow, { params: { id } })).data,
  },
  warehouse: {
    async begin(inUse) {
      made += 1;
      const { data } = await server.current.do('director', warehouseCreate, { body: warehouseBody(made) });
      if (inUse)
        await server.current.db.tx((trx) => stockIn(trx, ORGANIZATION, data.id, { lines: [{ variantId: 1, qty: 2 }] }));
      return data.id;
    },
    send(id, name) {
      const params = { id };
      if (name === 'is archived') return server.current.call('director', warehouseArchive, { params });
      if (name === 'comes back') return server.current.call('director', warehouseRestore, { params });
      return server.current.call('director', warehouseUpdate, { params, body: warehouseBody(1000 + id) });
    },
    show: async (id) => (await server.current.do('director', warehouseShow, { params: { id } })).data,
  },
};

const desks = Object.entries(DESKS).map(([name, desk]) => ({ name, desk }));
const stateOf = (shown: Shown) => (shown.active ? 'active' : 'archived');

describe.each(desks)('directoryRecord, server floor: $name', ({ desk }) => {
  it.each(transitionTour(directoryRecordModel).map((path) => ({ name: path.name, path })))(
    '$name',
    async ({ path }) => {
      const id = await desk.begin(path.begins.context.inUse);
      states.add(stateOf(await desk.show(id)));
      for (const [at, step] of path.steps.entries()) {
        const answer = await desk.send(id, step.case.name);
        expect(answer.status, `${step.case.name}: ${JSON.stringify(answer.error)}`).toBe(200);
        const shown = await desk.show(id);
        expect(stateOf(shown)).toBe(step.after.value);
        expect(shown.version).toBe(at + 2);
        states.add(stateOf(shown));
        for (const key of step.transitions) taken.add(key);
      }
    },
  );

  it.each(
    illegalPairs(directoryRecordModel).map((pair) => ({
      name: `${pair.state.value}${pair.state.context.inUse ? ' in use' : ''}: ${pair.case.name}`,
      pair,
    })),
  )('$name is 409 and changes nothing', async ({ pair }) => {
    const id = await desk.begin(pair.state.context.inUse);
    for (const step of pair.way) await desk.send(id, step.case.name);
    const before = await desk.show(id);
    const answer = await desk.send(id, pair.case.name);
    expect(answer.status).toBe(409);
    expect(answer.error).toMatchObject({ state: pair.state.value, allowed: before.allowed_events });
    expect(answer.error.code).toBe(
      pair.state.context.inUse && pair.case.name === 'is archived' ? 'in_use' : 'not_allowed_now',
    );
    expect(await desk.show(id)).toEqual(before);
  });
});

it('an archived partner takes no firm', async () => {
  const id = await (DESKS.partner as Desk).begin(false);
  await server.current.do('director', partnerArchive, { params: { id } });
  const answer = await server.current.call('director', partnerAddFirm, {
    params: { id },
    body: { name: 'Firma', stir: '349999999' },
  });
  expect(answer.status).toBe(409);
});

it('takes every transition', () => {
  expect(transitionKeysOf(directoryRecordMachine).filter((key) => !taken.has(key))).toEqual([]);
});

afterAll(() => recordCoverage('directoryRecord', 'server', { transitions: [...taken], states: [...states] }));
