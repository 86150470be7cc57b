import { sql } from 'kysely';
import { beforeAll } from 'vitest';
import {
  cashDocumentCancel,
  cashDocumentConfirm,
  cashDocumentCreate,
  cashDocumentReverse,
  cashDocumentShow,
  clientDesk,
  prepaidMove,
} from '../../../contract/cashDocuments.ts';
import { cashDocumentMachine } from '../../../machines/cashDocument/cashDocument.machine.ts';
import { cashRow } from '../../../server/cash/cashDocuments.ts';
import { cashDocumentOracle } from '../../oracle/cashDocument.ts';
import { sendElsewhere } from '../granted.ts';
import { type Signed, Till } from '../moneyKit.ts';
import { ORGANIZATION, PEOPLE, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

const server = withServer();
const till = new Till(() => server.current);
let accounts = 0;

/** 200,000 due on the open day, three times as much later. */
const PAID: Signed = {
  ...{ signed: '2026-09-01', firstPayment: 0 },
  instalments: [
    { due: '2026-11-20', amount: 200_000 },
    { due: '2026-12-20', amount: 300_000 },
    { due: '2027-01-20', amount: 300_000 },
  ],
};
/** 100,000 due on the open day. */
const DUE: Signed = {
  ...{ signed: '2026-09-01', firstPayment: 0 },
  instalments: [
    { due: '2026-11-20', amount: 100_000 },
    { due: '2026-12-20', amount: 500_000 },
  ],
};

beforeAll(() => {
  const rules = ['show', 'allshow', 'add', 'confirm', 'reverse'].map((action) => `cashbox.${action}`);
  return sendElsewhere(server.current, PEOPLE.stranger.id, rules);
});

runApiLayer({
  machine: cashDocumentMachine,
  oracle: cashDocumentOracle,
  server,
  document: true,
  async open(watched) {
    const on = watched.server;
    accounts += 1;
    const { rows } = await sql<{ id: number }>`INSERT INTO cash_account (name, organization_id, kind, currency)
      VALUES (${`Kassa ${accounts}`}, ${ORGANIZATION}, 'cash', 'UZS') RETURNING id`.execute(on.db.kysely);
    const account = rows[0]?.id ?? 0;
    const client = await till.client();
    const chosen = await till.sign(client, PAID);
    const others = [await till.sign(client, DUE), await till.sign(client, DUE)] as const;
    // handed over before anything was due
    await till.day('2026-11-19');
    for (const contract of [chosen, ...others]) await till.handOver(client, contract);
    await till.day('2026-11-21');
    const body = { client_id: client, contract_ids: [chosen], channel: 'cash', cash_account_id: account } as const;
    const { data } = await on.do('cashier', cashDocumentCreate, { body: { ...body, amount: 200_000 } });
    let id = data.id;
    const mark = async () =>
      (await server.current.do('director', clientDesk, { query: { client_id: client } })).data.desks[0]?.mark ?? '';
    const move = async (to: number) =>
      on.call('director', prepaidMove, {
        body: {
          ...{ client_id: client, from_contract_id: chosen, to_contract_id: to, amount: 100_000 },
          ...{ reason: 'Mijoz arizasi', mark: await mark() },
        },
      });
    const look = async () => (await server.current.do('director', cashDocumentShow, { params: { id } })).data;
    return {
      get id() {
        return id;
      },
      async send(verb) {
        const { status, prepaid } = await look();
        switch (verb) {
          case 'confirms where nothing is due':
            if (status === 'draft') await till.paid(client, [chosen], 200_000);
            return on.call('cashier', cashDocumentConfirm, { params: { id }, body: { mark: await mark() } });
          case 'confirms what is due':
            return on.call('cashier', cashDocumentConfirm, { params: { id }, body: { mark: await mark() } });
          case 'cancels':
            return on.call('cashier', cashDocumentCancel, { params: { id }, body: { reason: 'Pul olinmadi' } });
          case 'reverses':
            return on.call('director', cashDocumentReverse, {
              params: { id },
              body: { reason: 'Xato olingan', mark: await mark() },
            });
          case 'moves a part of it to what is due':
          case 'moves the rest to what is due':
            // where nothing is prepaid there is no sum to ask for
            if (prepaid === 0 || status !== 'confirmed') return undefined;
            return move(others[verb.includes('rest') ? 1 : 0]);
          default:
            throw new Error(`no verb for "${verb}"`);
        }
      },
      async make({ short, payment }) {
        if (short)
          await sql`INSERT INTO cash_entry (cash_account_id, amount, document_id, practice_day_id, created_by)
            SELECT ${account}, -1, ${client}, id, 1 FROM practice_day
            WHERE organization_id = ${ORGANIZATION} AND status = 'open'`.execute(on.db.kysely);
        if (payment === false) {
          await till.reverse(id);
          id = (await look()).reversed_by?.id ?? 0;
        }
      },
      async look() {
        const shown = await look();
        const { facts } = await cashRow(server.current.db.kysely, id);
        return { state: shown.status, version: shown.version, facts: { ...facts }, whole: shown };
      },
    };
  },
});
