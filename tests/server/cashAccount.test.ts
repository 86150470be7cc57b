/** Cash accounts: an account in a bank has its bank and its number, any other has neither. */
import { expect, it } from 'vitest';
import { bank } from '../../contract/directories/bank.ts';
import { cashAccount } from '../../contract/directories/cashAccount.ts';
import { ORGANIZATION, withServer } from './world.ts';

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
