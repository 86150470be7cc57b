/** Cash accounts: an account in a bank has its bank and its number, any other has neither. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { bank } from '../../contract/directories/bank.ts';
import { cashAccount } from '../../contract/directories/cashAccount.ts';
import { createDocument } from '../../server/documents/documents.ts';
import { say } from '../../server/http/messages.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, withServer } from './world.ts';

const server = withServer();

const account = (kind: 'cash' | 'bank' | 'terminal', more: object = {}) => ({
  ...{ name: `Hisob ${kind}`, organization_id: ORGANIZATION, kind, currency: 'UZS' as const },
  ...more,
});
const faults = async (body: ReturnType<typeof account>) => {
  const { status, error } = await server.current.call('director', cashAccount.calls.create, { body });
  return [status, Object.keys(error.errors ?? {}).sort()];
};

it('asks for the bank and the number of an account in a bank, and refuses both of any other', async () => {
  const { id: bank_id } = (
    await server.current.do('director', bank.calls.create, { body: { name: 'Sinov banki', mfo: '01999' } })
  ).data;
  const inBank = { bank_id, account: '20208000400517293999' };
  expect(await faults(account('bank'))).toEqual([422, ['account', 'bank_id']]);
  expect(await faults(account('bank', { bank_id }))).toEqual([422, ['account']]);
  expect(await faults(account('cash', inBank))).toEqual([422, ['account', 'bank_id']]);
  expect(await faults(account('terminal', { account: inBank.account }))).toEqual([422, ['account']]);

  const make = async (body: ReturnType<typeof account>) =>
    (await server.current.do('director', cashAccount.calls.create, { body })).data;
  const made = await make(account('bank', inBank));
  await make(account('cash'));
  const seen = (await server.current.do('director', bank.calls.show, { params: { id: bank_id } })).data;
  expect(seen).toMatchObject({ accounts: 1, in_use: expect.stringContaining('1') });

  // what is not sent stays, and is asked about all the same
  const params = { id: made.id };
  const turned = account('cash', { name: made.name });
  const changed = await server.current.call('director', cashAccount.calls.update, { params, body: turned });
  expect([changed.status, Object.keys(changed.error.errors ?? {}).sort()]).toEqual([422, ['account', 'bank_id']]);
  const emptied = account('cash', { name: 'Naqd kassa', bank_id: null, account: null });
  const { data } = await server.current.do('director', cashAccount.calls.update, { params, body: emptied });
  expect(data).toMatchObject({ kind: 'cash', bank: null, account: null });
});

it('keeps its currency, kind and branch once money has moved: the ledger has none of its own', async () => {
  const before = account('cash', { name: 'Dollar kassasi', currency: 'USD' });
  const { data } = await server.current.do('director', cashAccount.calls.create, { body: before });
  const params = { id: data.id };
  expect(data.frozen).toEqual({});
  const free = await server.current.do('director', cashAccount.calls.update, {
    params,
    body: { ...before, currency: 'UZS' },
  });
  expect(free.data).toMatchObject({ currency: 'UZS' });

  const made = { organizationId: ORGANIZATION, userId: PEOPLE.director.id, now: new Date() };
  await server.current.db.tx(async (db) => {
    const { id } = await createDocument(db, { ...made, kind: 'cash_document', status: 'confirmed' });
    await sql`INSERT INTO cash_entry (cash_account_id, amount, document_id, practice_day_id, created_by)
      VALUES (${data.id}, 5000000, ${id}, 1, ${PEOPLE.director.id})`.execute(db);
  });
  const said = say('uz', 'fields.account_used');
  const kept = { ...before, currency: 'UZS' as const };
  for (const [field, body] of [
    ['currency', { ...kept, currency: 'USD' as const }],
    ['kind', { ...kept, kind: 'terminal' as const }],
    ['organization_id', { ...kept, organization_id: OTHER_ORGANIZATION }],
  ] as const) {
    const { status, error } = await server.current.call('director', cashAccount.calls.update, { params, body });
    expect([status, error.errors]).toEqual([422, { [field]: [said] }]);
  }
  const { data: renamed } = await server.current.do('director', cashAccount.calls.update, {
    params,
    body: { ...kept, name: 'Asosiy kassa' },
  });
  expect(renamed).toMatchObject({
    name: 'Asosiy kassa',
    balance: 5_000_000,
    frozen: { organization: said, kind: said, currency: said },
  });
});
