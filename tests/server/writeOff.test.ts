/** Debts that are given up: what each figure says before and after, what comes of later money, and who may decide (areas 3.1). */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { paymentCertificate } from '../../contract/directories/paymentCertificate.ts';
import { certificateForm } from '../../contract/sale/certificates.ts';
import { clientMoney } from '../../contract/sale/clientMoney.ts';
import {
  contractAttached,
  contractCancel,
  contractIndex,
  contractShow,
  contractWriteOff,
} from '../../contract/sale/contracts.ts';
import { figureStory } from '../../contract/sale/stories.ts';
import { checkContracts } from '../../server/contracts/checks.ts';
import { offsetDue } from '../../server/sale/offsets.ts';
import { standingOn } from '../../server/sale/stories.ts';
import { historyOf } from '../../server/scoring/history.ts';
import { inForceNow } from './contractsKit.ts';
import { grant } from './granted.ts';
import { fileForm, PNG } from './lifecycles/countingAct.driver.ts';
import { signedOn, Till } from './moneyKit.ts';
import { PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const on = () => server.current;
const till = new Till(on);

/** 300,000 in three instalments, from 15.12.2026 on. */
const TERMS = signedOn('2026-11-23', { goods: 300_000, firstPayment: 0, term: 3, markup: 0, paymentDay: 15 });
const DUE = ['2026-12-15', '2027-01-15', '2027-02-15'];
/** Three years after the first instalment that is left unpaid, and the day before. */
const AGED = '2030-01-15';
const EVE = '2030-01-14';

beforeAll(async () => {
  await till.desks();
  await grant(on(), PEOPLE.accountant.id, ['contract.show', 'contract.allshow', 'contract.confirm', 'client.show']);
});

const decide = async (id: number) =>
  (
    await on().do('director', contractAttached.upload, {
      params: { id },
      form: fileForm({}, new Uint8Array(PNG), 'qaror.png'),
    } as never)
  ).data as { id: number };

interface Owed {
  client: number;
  contract: number;
  file: number;
  payment: number;
}

/** The first instalment and a half of the second are paid; nothing since. */
async function owed(day = AGED): Promise<Owed> {
  const client = await till.client();
  await till.day('2026-11-23');
  const contract = await till.sign(client, TERMS);
  await till.handOver(client, contract);
  await till.day(DUE[1] ?? '');
  const payment = await till.paid(client, [contract], 150_000);
  await till.day(day);
  return { client, contract, payment, file: (await decide(contract)).id };
}

const giveUp = (
  { contract: id, file }: Pick<Owed, 'contract' | 'file'>,
  who: PersonName = 'accountant',
  more: { ifMatch?: number; key?: string; language?: 'uz' | 'ru' } = {},
) => on().call(who, contractWriteOff, { params: { id }, body: { reason: 'Mijoz topilmadi', file_id: file }, ...more });

const show = async (id: number, who: PersonName = 'accountant') =>
  (await on().do(who, contractShow, { params: { id } })).data;

describe('a debt of three years', () => {
  it('is given up: instalments, balance, card, story and checks say so, and nothing else moves', async () => {
    const one = await owed();
    const before = await show(one.contract);
    expect(before).toMatchObject({
      ...{ status: 'active', owed: 150_000, paid: 150_000 },
      write_off: { state: 'ready', years: 3, client_owed: 150_000 },
    });
    const done = await giveUp(one, 'accountant', { ifMatch: before.version });
    expect(done.status, JSON.stringify(done.error)).toBe(200);
    const after = await show(one.contract);
    expect(after).toMatchObject({
      ...{ status: 'written_off', owed: 0, paid: 150_000, overdue: 0, overdue_days: 0, written_off_on: AGED },
      ...{ version: before.version + 1, closed_on: null },
      write_off: { state: 'done', amount: 150_000, reason: 'Mijoz topilmadi', file: { name: 'qaror.png' } },
    });
    expect(after.instalments.map(({ paid, written_off }) => [paid, written_off])).toEqual([
      [0, 0],
      [100_000, 0],
      [50_000, 50_000],
      [0, 100_000],
    ]);
    expect(await till.entries(one.contract)).toEqual([
      expect.objectContaining({ kind: 'charge', amount: 300_000 }),
      ...[50_000, 100_000].map((amount) => ({
        ...{ kind: 'write_off', contract_id: one.contract, amount, source_id: null },
      })),
    ]);
    const { data: money } = await on().do('director', clientMoney, { params: { id: one.client } });
    expect(money).toMatchObject({ owed: 0, overdue: 0, overdue_days: 0, prepaid: 0, kept: 150_000 });
    const query = { figure: 'owed', subject: 'contract', id: one.contract } as const;
    const { data: story } = await on().do('director', figureStory, { query });
    expect(story).toMatchObject({ total: 0, agrees: true, ledger: 0 });
    expect(story.lines.at(-1)).toMatchObject({
      what: 'written_off',
      change: -150_000,
      balance: 0,
      instalments: [2, 3],
    });
    const { data: day } = await on().do('director', figureStory, { query: { ...query, day: EVE } });
    expect(day).toMatchObject({ total: 150_000, agrees: true });
    const stood = await standingOn(till.kysely, one.client, one.contract, AGED);
    expect(stood.instalments.map(({ paid }) => paid)).toEqual([0, 100_000, 50_000, 0]);
    expect(await checkContracts(till.kysely, [one.contract], new Date())).toMatchObject([
      { code: 'active_without_delivery' },
    ]);
    await till.clean();
  });

  it('stays late for scoring, and stands in the list by its state', async () => {
    const one = await owed();
    await giveUp(one);
    const late = await historyOf(till.kysely, one.client, AGED);
    expect(late.map(({ due, late: days }) => [due, days > 1_000])).toEqual([
      [DUE[0], false],
      [DUE[1], true],
      [DUE[2], true],
    ]);
    const listed = await on().do('director', contractIndex, {
      query: { status: 'written_off', client_id: one.client },
    });
    expect(listed.data.map(({ id, status }) => [id, status])).toEqual([[one.contract, 'written_off']]);
  });

  it('waits for the day on which it is so old, and for the years of the setting', async () => {
    const one = await owed(EVE);
    expect((await show(one.contract)).write_off).toBeNull();
    const early = await giveUp(one);
    expect([early.status, early.error.message]).toEqual([409, expect.stringContaining('3 yil')]);
    const setting = await inForceNow(on(), 'money_value', { code: 'write_off_years', value: 2 });
    expect((await show(one.contract)).write_off).toMatchObject({ state: 'ready', years: 2 });
    await sql`DELETE FROM money_value WHERE id = ${setting}`.execute(till.kysely);
  });

  it('is written off once: the same key answers the same, another one is refused', async () => {
    const one = await owed();
    const key = crypto.randomUUID();
    const [first, again] = [await giveUp(one, 'accountant', { key }), await giveUp(one, 'accountant', { key })];
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    const other = await giveUp(one, 'accountant', { key: crypto.randomUUID() });
    expect([other.status, other.error.code]).toEqual([409, 'not_allowed_now']);
    expect((await till.entries(one.contract)).filter(({ kind }) => kind === 'write_off')).toHaveLength(2);
  });

  it('is refused to who saw another version', async () => {
    const one = await owed();
    const { version } = await show(one.contract);
    await till.paid(one.client, [one.contract], 10_000);
    const answer = await giveUp(one, 'accountant', { ifMatch: version });
    expect([answer.status, answer.error.code]).toEqual([409, 'stale']);
    expect(await till.status(one.contract)).toBe('active');
  });
});

describe('the decision', () => {
  it('is a file of this contract, which stays', async () => {
    const [one, other] = [await owed(), await owed()];
    const answer = await giveUp({ ...one, file: other.file });
    expect([answer.status, Object.keys(answer.error.errors ?? {})]).toEqual([422, ['file_id']]);
    expect((await giveUp(one)).status).toBe(200);
    const kept = await on().call('director', contractAttached.deleteFile, { params: { id: one.file } } as never);
    expect(kept.status).toBe(403);
    const free = await on().call('director', contractAttached.deleteFile, { params: { id: other.file } } as never);
    expect(free.status).toBe(200);
    expect((await show(other.contract)).write_off).toMatchObject({ state: 'undecided' });
  });

  it('is of who confirms in all branches, of a larger sum of the position that the limit names', async () => {
    const one = await owed();
    const without = await giveUp(one, 'seller');
    expect(without.status).toBe(403);
    const limit = { kind: 'write_off', amount: 149_999, confirms_id: PEOPLE.director.id };
    const setting = await inForceNow(on(), 'money_setting', limit);
    const large = await giveUp(one, 'accountant');
    expect([large.status, large.error.message]).toEqual([409, expect.stringContaining('director')]);
    expect(await till.status(one.contract)).toBe('active');
    await sql`UPDATE money_setting SET confirms_id = ${PEOPLE.accountant.id} WHERE id = ${setting}`.execute(
      till.kysely,
    );
    expect((await giveUp(one, 'accountant')).status).toBe(200);
    await sql`DELETE FROM money_setting WHERE id = ${setting}`.execute(till.kysely);
    // the reason by its name: 'write_off_limit'
  });
});

describe('money beside it', () => {
  it('that waits to be used pays first: prepaid_waits', async () => {
    const one = await owed();
    // called off, another contract leaves its first payment free, before the server has used it for what is due
    const terms = { goods: 300_000, firstPayment: 40_000, term: 3, markup: 0, paymentDay: 15 };
    const second = await till.sign(one.client, signedOn(AGED, terms));
    await till.paid(one.client, [second], 40_000);
    const body = { reason: 'Mijoz fikridan qaytdi' };
    await on().do('director', contractCancel, { params: { id: second }, body });
    const answer = await giveUp(one);
    expect([answer.status, answer.error.message]).toEqual([409, expect.stringContaining('oldindan')]);
    expect(await till.status(one.contract)).toBe('active');
    // the reason by its name: 'prepaid_waits'
    await offsetDue(on().db);
    expect((await giveUp(one)).status).toBe(200);
    expect(await show(one.contract)).toMatchObject({ paid: 190_000, write_off: { amount: 110_000 } });
    await till.clean();
  });

  it('is not taken afterwards; what a reversal takes back is owed again, and may be given up again', async () => {
    const one = await owed();
    await giveUp(one);
    const late = await till.pay(one.client, [one.contract], 10_000);
    expect([late.status, Object.keys(late.error.errors ?? {})]).toEqual([422, ['contract_ids']]);
    const preview = (await till.preview(one.payment)).data.contracts.find(({ id }) => id === one.contract);
    expect([preview?.before, preview?.after]).toMatchObject([
      { owed: 0, over: 'written_off' },
      { owed: 150_000, over: null },
    ]);
    // what is left of them is the 150,000 that is owed again
    expect(preview?.instalments).toEqual([
      { number: 1, due: DUE[0], amount: 100_000, paid_before: 100_000, paid_after: 0, written_off: 0 },
      { number: 2, due: DUE[1], amount: 100_000, paid_before: 50_000, paid_after: 0, written_off: 50_000 },
    ]);
    const reversed = await till.reverse(one.payment);
    expect(reversed.status, JSON.stringify(reversed.error)).toBe(200);
    expect(await show(one.contract)).toMatchObject({
      ...{ status: 'active', owed: 150_000, paid: 0, written_off_on: null },
      instalments: [
        { paid: 0, written_off: 0 },
        { paid: 0, written_off: 0 },
        { paid: 0, written_off: 50_000 },
        { paid: 0, written_off: 100_000 },
      ],
    });
    await till.clean();
    await giveUp(one);
    expect(await show(one.contract)).toMatchObject({ status: 'written_off', write_off: { amount: 300_000 } });
    await till.clean();
  });
});

describe('a certificate', () => {
  const { calls, steps } = paymentCertificate;
  const bodyOf = (contract_id: number, statement: string) => ({ contract_id, statement, as_of: AGED }) as never;

  it('of the schedule has what was given up in a column of its own: what is left adds up to the debt', async () => {
    const one = await owed();
    await giveUp(one);
    const { data } = await on().do('director', calls.create, { body: bodyOf(one.contract, 'schedule') });
    await on().do('director', steps['certificate.issue'] as never, { params: { id: data.id }, body: {} } as never);
    const form = (await on().do('director', certificateForm, { params: { id: data.id } })).data;
    expect([form.paid, form.owed]).toEqual([150_000, 0]);
    expect(form.instalments.map(({ amount, paid, written_off }) => [amount, paid, written_off])).toEqual([
      [0, 0, undefined],
      [100_000, 100_000, undefined],
      [100_000, 50_000, 50_000],
      [100_000, 0, 100_000],
    ]);
  });

  it('does not say that a contract is paid of which something was given up, though it was closed since', async () => {
    const one = await owed();
    await giveUp(one);
    await till.reverse(one.payment);
    await till.paid(one.client, [one.contract], 150_000);
    expect(await till.status(one.contract)).toBe('closed');
    const answer = await on().call('director', calls.create, { body: bodyOf(one.contract, 'paid') });
    expect([answer.status, JSON.stringify(answer.error)]).toEqual([422, expect.stringMatching(/150.000/u)]);
  });
});
