/** The black list represents what is approved by another person. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import {
  blackListApprove,
  blackListCancel,
  blackListCreate,
  blackListFind,
  blackListHistory,
  blackListIndex,
  blackListReasons,
  blackListRefuse,
  blackListReveal,
  blackListSend,
  blackListShow,
  blackListUpdate,
  blackListWithdraw,
} from '../../../contract/blackList.ts';
import type { BlackListBody } from '../../../contract/bodies.ts';
import { isPinfl } from '../../../contract/checkDigits.ts';
import { myDay } from '../../../contract/day.ts';
import { classifierValue } from '../../../contract/directories/classifierValue.ts';
import { approvalMachine } from '../../../machines/approval/approval.machine.ts';
import { tashkentDay } from '../../../server/http/days.ts';
import { approvalOracle } from '../../oracle/approval.ts';
import { keysOf } from '../listedRefusals.ts';
import { type Answer, PEOPLE, type Server, withServer } from '../world.ts';
import { openDraft, runApiLayer } from './apiLayer.ts';

const server = withServer();
const DAY = 24 * 3_600_000;
const day = (days: number) => tashkentDay(new Date(Date.now() + days * DAY));

/** Numbers of district 000 (decision 88), each once. */
let numbers = 0;
function newPinfl(): string {
  numbers += 1;
  const begun = `3150685000${String(numbers).padStart(3, '0')}`;
  const found = [...'0123456789'].map((last) => begun + last).find(isPinfl);
  if (found === undefined) throw new Error('no check digit');
  return found;
}
const newDocument = () => {
  numbers += 1;
  return `AB${String(1_000_000 + numbers)}`;
};

/** The small world has no reasons: the first question makes one. */
async function reasonOf(on: Server): Promise<number> {
  const [known] = (await on.do('director', blackListReasons, {})).data;
  if (known !== undefined) return known.id;
  const { rows } = await sql<{ id: number }>`SELECT id FROM classifier WHERE code = 'black_list_reason'`.execute(
    on.db.kysely,
  );
  const name = { uz: 'Soxta hujjat', ru: 'Поддельные документы' };
  const { data } = await on.do('director', classifierValue.calls.create, {
    body: { classifier_id: rows[0]?.id ?? 0, name, code: 'fraud_of_test', place: 1, days: null },
  });
  return data.id;
}

async function body(on: Server, more: Partial<BlackListBody> = {}): Promise<BlackListBody> {
  return {
    ...{ fullname: 'Sinov Odam', pinfl: newPinfl(), documents: [], comment: null },
    ...{ reason_id: await reasonOf(on), from: day(0), to: null },
    ...more,
  };
}
const create = async (on: Server, more: Partial<BlackListBody> = {}) =>
  (await on.do('director', blackListCreate, { body: await body(on, more) })).data;
const look = async (on: Server, id: number) => (await on.do('director', blackListShow, { params: { id } })).data;

async function send(on: Server, id: number, name: string): Promise<Answer<unknown>> {
  const params = { id };
  const reason = { reason: 'Hujjat yetarli emas' };
  switch (name) {
    case 'writes the rest':
      return on.call('director', blackListUpdate, { params, body: await body(on) });
    case 'takes something out':
      return on.call('director', blackListUpdate, { params, body: await body(on, { reason_id: null }) });
    case 'sends it':
      return on.call('director', blackListSend, { params });
    case 'takes it back':
      return on.call('director', blackListWithdraw, { params });
    case 'approves it':
      return on.call('accountant', blackListApprove, { params });
    case 'refuses it':
      return on.call('accountant', blackListRefuse, { params, body: reason });
    case 'cancels it':
      return on.call('director', blackListCancel, { params, body: reason });
    default:
      throw new Error(`no verb for "${name}"`);
  }
}

runApiLayer({
  machine: approvalMachine,
  oracle: approvalOracle,
  server,
  kind: 'black_list_entry',
  open: openDraft({ open: async (on) => (await create(on, { reason_id: null })).id, send, look }),
});

/** Sent and approved. */
async function listed(on: Server, more: Partial<BlackListBody> = {}) {
  const entry = await create(on, more);
  const params = { id: entry.id };
  await on.do('director', blackListSend, { params });
  await on.do('accountant', blackListApprove, { params });
  return entry;
}

describe('the black list', () => {
  it.each([
    ['number', { pinfl: null, documents: [] }, 'Yuborish uchun JSHSHIR yoki hujjat raqami kerak.'],
    ['reason', { reason_id: null }, 'Yuborish uchun sababini tanlang.'],
  ] satisfies [string, Partial<BlackListBody>, string][])('is not asked for without: %s', async (gap, more, words) => {
    const on = server.current;
    const { id, gaps, allowed_events } = await create(on, more);
    expect(gaps).toEqual([gap]);
    expect(allowed_events).not.toContain('request.send');
    const answer = await on.call('director', blackListSend, { params: { id } });
    expect([answer.status, answer.error.message]).toEqual([409, words]);
  });

  it.each([
    ['pinfl', { pinfl: '31506850000018' }],
    ['documents.0', { documents: ['1234567'] }],
    ['documents', { documents: ['AA1234567', 'aa 1234567'] }],
    ['reason_id', { reason_id: 2_000_000_000 }],
    ['to', { to: day(-1) }],
    ['fullname', { fullname: ' ' }],
  ] satisfies [string, Partial<BlackListBody>][])('names the field that is wrong: %s', async (field, more) => {
    const on = server.current;
    const answer = await on.call('director', blackListCreate, { body: await body(on, more) });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.error.errors ?? {})).toEqual([field]);
  });

  it('masks numbers but for the author of an open entry; who asks for them whole is logged', async () => {
    const on = server.current;
    const pinfl = newPinfl();
    const { id } = await create(on, { pinfl, documents: ['AC7654321'] });
    const params = { id };
    const hidden = { pinfl: `3*********${pinfl.slice(-4)}`, documents: ['*******21'], masked: true };
    expect(await look(on, id)).toMatchObject({ pinfl, documents: ['AC7654321'], masked: false });
    expect((await on.do('accountant', blackListShow, { params })).data).toMatchObject({ ...hidden, reveals: true });
    await on.do('director', blackListSend, { params });
    await on.do('accountant', blackListApprove, { params });
    // decided: it is in nobody's hand any more
    expect(await look(on, id)).toMatchObject({ ...hidden, reveals: true });
    // who reads the list and neither changes nor reads all clients
    await on.db.tx((trx) =>
      trx
        .insertInto('user_rule')
        .values({ user_id: PEOPLE.counter1.id, resource: 'black_list', action: 'show', granted: true, until: null })
        .execute(),
    );
    expect((await on.do('counter1', blackListShow, { params })).data).toMatchObject({ ...hidden, reveals: false });
    const row = (await on.do('director', blackListIndex, {})).data.find((one) => one.id === id);
    expect(row).toMatchObject(hidden);

    expect((await on.call('counter1', blackListReveal, { params })).status).toBe(403);
    const whole = (await on.do('accountant', blackListReveal, { params })).data;
    expect(whole).toEqual({ pinfl, documents: ['AC7654321'] });
    const history = (await on.do('director', blackListHistory, { params })).data;
    expect(history.map(({ event, user }) => [event, user?.id])).toEqual([
      ['numbers.reveal', 11],
      ['request.approve', 11],
      ['request.send', 13],
      ['request.create', 13],
    ]);
    expect(JSON.stringify(history)).not.toContain(pinfl);
    expect(JSON.stringify(history)).not.toContain('AC7654321');
  });

  it('finds a person exactly, by PINFL or any document, and says whether today is a day of it', async () => {
    const on = server.current;
    const pinfl = newPinfl();
    const document = newDocument();
    const { id } = await listed(on, { pinfl, documents: [document, newDocument()] });
    const later = await listed(on, { documents: [document], pinfl: null, from: day(30) }).catch(() => null);
    expect(later).toBeNull();
    const find = async (number: string) =>
      (await on.do('accountant', blackListFind, { body: { number } })).data.map((one) => [one.id, one.in_force]);
    expect(await find(pinfl)).toEqual([[id, true]]);
    // as it stands on the paper
    expect((await find(`${document.slice(0, 2).toLowerCase()} ${document.slice(2)}`))[0]).toEqual([id, true]);
    expect(await find(newPinfl())).toEqual([]);
    const part = await on.call('accountant', blackListFind, { body: { number: pinfl.slice(0, 8) } });
    expect(part.error.errors?.number).toEqual(['JSHSHIR (14 ta raqam) yoki hujjat (AA1234567) kerak.']);
    expect((await on.call('keeper', blackListFind, { body: { number: pinfl } })).status).toBe(403);
  });

  it('is in force on its days alone', async () => {
    const on = server.current;
    const begins = await listed(on, { from: day(1) });
    const over = await listed(on, { from: day(-9), to: day(-1) });
    const last = await listed(on, { from: day(-9), to: day(0) });
    for (const [{ id }, force] of [
      [begins, false],
      [over, false],
      [last, true],
    ] as const)
      expect((await look(on, id)).in_force).toBe(force);
  });

  it('lists a person once at a time', async () => {
    const on = server.current;
    const pinfl = newPinfl();
    const first = await listed(on, { pinfl, from: day(-20), to: day(-10) });
    const meets = await create(on, { pinfl, from: day(-12) });
    const refused = await on.call('director', blackListSend, { params: { id: meets.id } });
    expect([refused.status, keysOf(refused.error.message)]).toEqual([409, ['errors.black_list_listed']]);
    expect(refused.error.message).toContain(`№ ${first.id}`);
    // after it is over
    const waits = await create(on, { pinfl, from: day(-9) });
    await on.do('director', blackListSend, { params: { id: waits.id } });
    const other = await listed(on, { pinfl, from: day(-8) });
    const late = await on.call('accountant', blackListApprove, { params: { id: waits.id } });
    expect(keysOf(late.error.message)).toEqual(['errors.black_list_listed']);
    expect(late.error.message).toContain(`№ ${other.id}`);
  });

  it('is found by name in the list, by reason and by state', async () => {
    const on = server.current;
    const { id } = await create(on, { fullname: 'Gʻofurov Shoʻhrat' });
    const ids = async (query: object) => (await on.do('director', blackListIndex, { query })).data.map((one) => one.id);
    expect(await ids({ search: 'гофуров' })).toEqual([id]);
    expect(await ids({ reason_id: await reasonOf(on), status: 'draft' })).toContain(id);
    expect(await ids({ status: 'approved' })).not.toContain(id);
    const { data } = await on.do('director', blackListReasons, { language: 'ru' });
    expect(data.map(({ title }) => title)).toContain('Поддельные документы');
  });

  it('is sorted by name in the order of the alphabet, by its days and by when it was written', async () => {
    const on = server.current;
    const made: number[] = [];
    // o‘ comes after z in the Uzbek alphabet, and no last day is the latest
    for (const [fullname, from, to] of [
      ['Saralov Oʻktam', day(-1), null],
      ['Saralov Zokir', day(-3), day(4)],
      ['Saralov Olim', day(-2), day(9)],
      ['Saralov Zokir', day(-3), null],
    ] as const)
      made.push((await create(on, { fullname, from, to })).id);
    const order = async (sort?: string) => {
      const query = { search: 'Saralov', ...(sort && { sort }) } as never;
      return (await on.do('director', blackListIndex, { query })).data.map(({ id }) => made.indexOf(id));
    };
    expect(await order()).toEqual([3, 2, 1, 0]);
    expect(await order('created_at')).toEqual([0, 1, 2, 3]);
    expect(await order('fullname')).toEqual([2, 1, 3, 0]);
    expect(await order('-fullname')).toEqual([0, 3, 1, 2]);
    expect(await order('from')).toEqual([1, 3, 2, 0]);
    expect(await order('-from')).toEqual([0, 2, 3, 1]);
    expect(await order('to')).toEqual([1, 2, 0, 3]);
    expect(await order('-to')).toEqual([3, 0, 2, 1]);
    const refused = await on.call('director', blackListIndex, { query: { sort: 'pinfl' } as never });
    expect(refused.status).toBe(422);
  });

  it('answers all of a filter to who saw as many, and is refused where nothing narrows it or one was changed', async () => {
    const on = server.current;
    const made: number[] = [];
    for (let n = 0; n < 3; n += 1) made.push((await create(on, { fullname: `Hammasi ${n}` })).id);
    const index = (query: object) => on.call('director', blackListIndex, { query });
    const { moment } = (await index({ search: 'Hammasi' })).body.meta;
    const asked = { search: 'Hammasi', all: 3, moment };
    expect((await index(asked)).body.data.map(({ id, version }) => [id, version])).toEqual(made.map((id) => [id, 1]));
    expect((await index({ ...asked, status: 'draft' })).status).toBe(200);
    expect((await index({ ...asked, all: 2 })).error.message).toContain('3 ta yozuv mos keladi, siz 2');
    expect(Object.keys((await index({ all: 3 })).error.errors ?? {})).toEqual(['all']);
    await new Promise((done) => setTimeout(done, 5));
    await on.do('director', blackListSend, { params: { id: made[0] ?? 0 } });
    const late = await index(asked);
    expect([late.status, keysOf(late.error.message)]).toEqual([409, ['errors.filtered_touched']]);
  });

  it('keeps the reason of a refusal, and lets nobody write in the draft of another', async () => {
    const on = server.current;
    const { id } = await create(on);
    const params = { id };
    await on.do('director', blackListSend, { params });
    expect((await on.call('director', blackListApprove, { params })).error.message).toBe(
      'Buni oʻzingiz kiritgansiz yoki oʻzgartirgansiz: boshqa xodim tasdiqlaydi.',
    );
    await on.do('accountant', blackListRefuse, { params, body: { reason: 'Dalil yoʻq' } });
    expect(await look(on, id)).toMatchObject({ status: 'refused', decision: 'Dalil yoʻq', in_force: false });
  });

  it('whoever has written in it does not decide about it, also after it was handed to somebody else', async () => {
    const on = server.current;
    const { kysely } = on.db;
    const right = { user_id: PEOPLE.accountant.id, resource: 'black_list', action: 'add', granted: true, until: null };
    await kysely.insertInto('user_rule').values(right).execute();
    const { id } = await create(on);
    const params = { id };
    await sql`UPDATE black_list_entry SET owner_id = ${PEOPLE.accountant.id} WHERE id = ${id}`.execute(kysely);
    await on.do('accountant', blackListUpdate, { params, body: await body(on) });
    await on.do('accountant', blackListSend, { params });
    const waits = async (who: 'accountant' | 'keeper') =>
      (await on.do(who, myDay)).data.queue.some(({ chart, id: waiting }) => chart === 'approval' && waiting === id);
    for (const who of ['accountant', 'director'] as const) {
      const refused = await on.call(who, blackListApprove, { params });
      expect([who, refused.status, keysOf(refused.error.message)]).toEqual([who, 403, ['errors.own_record']]);
    }
    expect(await waits('accountant')).toBe(false);
    const others = ['show', 'confirm'].map((action) => ({ ...right, user_id: PEOPLE.keeper.id, action }));
    await kysely.insertInto('user_rule').values(others).execute();
    expect(await waits('keeper')).toBe(true);
    await on.do('keeper', blackListApprove, { params });
    await kysely.deleteFrom('user_rule').where('resource', '=', 'black_list').execute();
  });
});
