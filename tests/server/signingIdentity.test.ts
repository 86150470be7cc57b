/**
 * Who signs is identified by MyID where the setting of clients asks for it (areas 3.1 "contract.sign", "questionnaire.submit",
 * 3.4 "guarantee.sign"; decisions 82, 88): each refusal in words, and the way out of it.
 */
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { questionnaire } from '../../contract/directories/questionnaire.ts';
import { myidSessionCreate, myidSessionStart } from '../../contract/myid.ts';
import { contractShow, contractSign } from '../../contract/sale/contracts.ts';
import { guaranteeCreate } from '../../contract/sale/guarantees.ts';
import { storeFile } from '../../server/documents/documents.ts';
import { daysAfter } from '../../server/http/days.ts';
import { answerSession } from '../../server/myid/answer.ts';
import { inForceNow, newBuyer, newContract, openShop } from './contractsKit.ts';
import { PNG } from './lifecycles/countingAct.driver.ts';
import { pinflWith, TWO_SOURCES, withModel } from './scoringKit.ts';
import { PEOPLE, withServer } from './world.ts';

const server = withServer();
const on = () => server.current;
const sign = (id: number) => on().call('seller', contractSign, { params: { id } });
const show = async (id: number) => (await on().do('seller', contractShow, { params: { id } })).data;
const said = async (id: number) => (await show(id)).conditions.find(({ code }) => code === 'identity');

/** The practice date of the branch. */
const DAY = '2026-11-21';
let setting = 0;
const holds = (myid: boolean) =>
  sql`UPDATE client_setting SET myid = ${myid}, status = 'valid' WHERE id = ${setting}`.execute(on().db.kysely);

async function identify(client_id: number): Promise<number> {
  const { data } = await on().do('director', myidSessionCreate, {
    body: { client_id, pinfl: null, consent: true },
  });
  await on().do('director', myidSessionStart, { params: { id: data.id } });
  await answerSession(on().db, data.id);
  return data.id;
}

beforeAll(async () => {
  await openShop(on());
  setting = await inForceNow(on(), 'client_setting', {
    ...{ age_from: 18, age_to: 70, needed: [], myid: true, photo: false, document_days: 30 },
  });
});
beforeEach(() => holds(true));
afterEach(() => vi.unstubAllEnvs());

describe('a contract', () => {
  it('is not signed before MyID has identified the buyer; then it is', async () => {
    const { contract } = await newContract(on());
    expect(await said(contract.id)).toMatchObject({
      holds: false,
      text: expect.stringContaining('MyID orqali tekshirish'),
    });
    const refused = await sign(contract.id);
    expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining('MyID')]);
    expect((await show(contract.id)).status).toBe('draft');
    await identify(contract.client_id);
    expect(await said(contract.id)).toEqual({ code: 'identity', holds: true, text: '' });
    expect((await sign(contract.id)).status).toBe(200);
  });

  it('is signed on the last day on which the identification holds, and not on the next', async () => {
    const { contract } = await newContract(on());
    const session = await identify(contract.client_id);
    const since = (day: string) =>
      sql`UPDATE myid_session SET since = ${`${day}T10:00:00+05:00`}::timestamptz WHERE id = ${session}`.execute(
        on().db.kysely,
      );
    await since(daysAfter(DAY, -31));
    expect(await said(contract.id)).toMatchObject({ holds: false, text: expect.stringContaining('20.11.2026') });
    expect((await sign(contract.id)).status).toBe(409);
    await since(daysAfter(DAY, -30));
    expect((await sign(contract.id)).status).toBe(200);
  });

  it('waits where MyID says somebody else than the card', async () => {
    const client_id = await newBuyer(on(), { pinfl: pinflWith(997) });
    const { contract } = await newContract(on(), { client_id });
    await identify(client_id);
    expect((await sign(contract.id)).status).toBe(409);
  });

  it('is signed without MyID where the setting does not ask for it, or none is in force', async () => {
    const { contract } = await newContract(on());
    await holds(false);
    expect((await sign(contract.id)).status).toBe(200);
    const other = (await newContract(on())).contract;
    await sql`UPDATE client_setting SET status = 'dropped' WHERE id = ${setting}`.execute(on().db.kysely);
    expect((await sign(other.id)).status).toBe(200);
  });

  it('outside the demo is not signed on what the stand-in answered', async () => {
    const { contract } = await newContract(on());
    const session = await identify(contract.client_id);
    vi.stubEnv('DEMO', 'off');
    const refused = await sign(contract.id);
    expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining('namuna xizmat')]);
    await sql`UPDATE myid_session SET stand_in = false WHERE id = ${session}`.execute(on().db.kysely);
    expect((await sign(contract.id)).status).toBe(200);
  });

  it('waits for a guarantor whom MyID has not identified', async () => {
    const { contract } = await newContract(on());
    await identify(contract.client_id);
    const person = await newBuyer(on());
    const body = { contract_id: contract.id, client_id: person };
    const { data } = await on().do('seller', guaranteeCreate, { body });
    expect([data.identify, data.unfit]).toEqual([true, expect.stringContaining('MyID')]);
    expect((await sign(contract.id)).status).toBe(409);
    await identify(person);
    expect((await show(contract.id)).guarantees).toMatchObject([{ identify: false, unfit: null }]);
    expect((await sign(contract.id)).status).toBe(200);
  });
});

it('an application is not handed in before MyID has identified the client', async () => {
  await withModel(on().db, TWO_SOURCES);
  const client_id = await newBuyer(on());
  const { data } = await on().do('director', questionnaire.calls.create, {
    body: { client_id, goods: 5_000_000, first_payment: 1_000_000, term: 12, employment: 'none' },
  });
  const consent = {
    name: 'rozilik.png',
    type: 'image/png',
    content: Buffer.from(PNG),
    size: PNG.length,
    sha256: 'b'.repeat(64),
  };
  await storeFile(on().db.kysely, data.id, 'attachment', consent, PEOPLE.director.id, new Date());
  const params = { id: data.id };
  const look = async () => (await on().do('director', questionnaire.calls.show, { params })).data;
  expect((await look()).refused?.['questionnaire.submit'] ?? '').toContain('MyID');
  const copies = (allowed: boolean) =>
    sql`UPDATE client_setting SET document_copy = ${allowed} WHERE id = ${setting}`.execute(on().db.kysely);
  await copies(true);
  expect((await look()).refused?.['questionnaire.submit'] ?? '').toContain('hujjat nusxasini tekshirsin');
  await copies(false);
  await identify(client_id);
  expect((await look()).allowed_events).toContain('questionnaire.submit');
});
