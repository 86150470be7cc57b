/** The API layer of directory records, on both directories. */
import { expect, it } from 'vitest';
import { partner } from '../../../contract/directories/partner.ts';
import { warehouse } from '../../../contract/directories/warehouse.ts';
import { partnerAddFirm } from '../../../contract/partners.ts';
import { directoryRecordMachine } from '../../../machines/directoryRecord/directoryRecord.machine.ts';
import { directoryRecordOracle } from '../../oracle/directoryRecord.ts';
import { owe } from '../debts.ts';
import { type Answer, ORGANIZATION, type Server, stockIn, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

const server = withServer();
let made = 0;

interface Shown {
  active: boolean;
  version: number;
  allowed_events: string[];
}

interface Desk {
  /** A fresh record, in use or free. */
  begin(on: Server, inUse: boolean): Promise<number>;
  send(on: Server, id: number, verb: string): Promise<Answer<unknown>>;
  show(on: Server, id: number): Promise<Shown>;
}

const partnerBody = (n: number) => ({ name: `Hamkor ${n}`, kind: 'company' as const, stir: String(340_000_000 + n) });
const warehouseBody = (n: number) => ({ name: `Ombor ${n}`, organization_id: ORGANIZATION, kind: 'fund' as const });

const DESKS: Record<'partner' | 'warehouse', Desk> = {
  partner: {
    async begin(on, inUse) {
      made += 1;
      const { data } = await on.do('director', partner.calls.create, { body: partnerBody(made) });
      if (inUse) await on.db.tx((trx) => owe(trx, [{ partner: data.id, firm: null, currency: 1, amount: 5 }]));
      return data.id;
    },
    send(on, id, verb) {
      const params = { id };
      if (verb === 'is archived') return on.call('director', partner.calls.archive, { params });
      if (verb === 'comes back') return on.call('director', partner.calls.restore, { params });
      return on.call('director', partner.calls.update, { params, body: partnerBody(1000 + id) });
    },
    show: async (on, id) => (await on.do('director', partner.calls.show, { params: { id } })).data,
  },
  warehouse: {
    async begin(on, inUse) {
      made += 1;
      const { data } = await on.do('director', warehouse.calls.create, { body: warehouseBody(made) });
      if (inUse) await on.db.tx((trx) => stockIn(trx, ORGANIZATION, data.id, { lines: [{ variantId: 1, qty: 2 }] }));
      return data.id;
    },
    send(on, id, verb) {
      const params = { id };
      if (verb === 'is archived') return on.call('director', warehouse.calls.archive, { params });
      if (verb === 'comes back') return on.call('director', warehouse.calls.restore, { params });
      return on.call('director', warehouse.calls.update, { params, body: warehouseBody(1000 + id) });
    },
    show: async (on, id) => (await on.do('director', warehouse.calls.show, { params: { id } })).data,
  },
};

for (const name of ['partner', 'warehouse'] as const) {
  const desk = DESKS[name];
  runApiLayer({
    machine: directoryRecordMachine,
    oracle: directoryRecordOracle,
    server,
    kind: name,
    name,
    async open(watched, facts) {
      const on = watched.server;
      const id = await desk.begin(on, facts.inUse === true);
      return {
        id,
        send: (verb) => desk.send(on, id, verb),
        async look() {
          const shown = await desk.show(on, id);
          return { state: shown.active ? 'active' : 'archived', version: shown.version, whole: shown };
        },
      };
    },
  });
}

it('an archived partner takes no firm', async () => {
  const on = server.current;
  const id = await DESKS.partner.begin(on, false);
  await on.do('director', partner.calls.archive, { params: { id } });
  const answer = await on.call('director', partnerAddFirm, {
    params: { id },
    body: { name: 'Firma', stir: '349999999' },
  });
  expect(answer.status).toBe(409);
});
