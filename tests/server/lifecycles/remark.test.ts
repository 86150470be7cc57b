/** Remarks on charts: their lifecycle, and what each call answers to whom. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noticeIndex } from '../../../contract/notices.ts';
import {
  MOST_REMARKS,
  remarkAnswer,
  remarkCreate,
  remarkIndex,
  remarkReopen,
  remarkSettle,
  remarkShow,
  remarksOfChart,
} from '../../../contract/remarks.ts';
import { remarkMachine } from '../../../machines/remark/remark.machine.ts';
import { remarkOracle } from '../../oracle/remark.ts';
import { PEOPLE, type PersonName, type Server, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

const server = withServer();
let on: Server;

const REMARK = {
  machine: 'countingAct',
  kind: 'state' as const,
  place: 'counting',
  text: 'Nega bu yerda bekor qilish mumkin?',
  print: '0123456789abcdef',
};

const write = (change: object = {}, who: PersonName = 'director') =>
  on.call(who, remarkCreate, { body: { ...REMARK, ...change } });
const written = async (change: object = {}, who: PersonName = 'director') => (await write(change, who)).body.data.id;
const answer = (who: PersonName, id: number, text = 'Chunki hujjat hali yopilmagan.', to = on) =>
  to.call(who, remarkAnswer, { params: { id }, body: { text } });
const settle = (who: PersonName, id: number, to = on) => to.call(who, remarkSettle, { params: { id } });
const reopen = (who: PersonName, id: number, to = on) => to.call(who, remarkReopen, { params: { id } });
const show = async (id: number, who: PersonName = 'director') =>
  (await on.do(who, remarkShow, { params: { id } })).data;

beforeAll(async () => {
  on = server.current;
  // a second reader of the gallery
  await on.db.kysely
    .insertInto('user_rule')
    .values({ user_id: PEOPLE.deputy.id, resource: 'workflows', action: 'show', granted: true, until: null })
    .execute();
});
beforeEach(async () => {
  await on.db.kysely.deleteFrom('notice').execute();
  await on.db.kysely.deleteFrom('chart_remark_answer').execute();
  await on.db.kysely.deleteFrom('chart_remark').execute();
});

runApiLayer({
  machine: remarkMachine,
  oracle: remarkOracle,
  server,
  kind: 'chart_remark',
  async open({ server: seen }) {
    const id = await written();
    return {
      id,
      async send(verb) {
        switch (verb) {
          case 'somebody else answers':
            return answer('deputy', id, undefined, seen);
          case 'its author adds to it':
            return answer('director', id, undefined, seen);
          case 'settles it':
            return settle('director', id, seen);
          case 'opens it again':
            return reopen('director', id, seen);
          default:
            throw new Error(`no verb for "${verb}"`);
        }
      },
      async look() {
        const whole = await show(id);
        return { state: whole.status, whole };
      },
    };
  },
});

describe('a remark on a chart', () => {
  it('is answered as it was written, with its place, author, release and fingerprint', async () => {
    const { status, body } = await write({ kind: 'walk', place: '!counted~=>disagreements=1' });
    expect([status, body.message]).toEqual([200, 'Izoh yozildi.']);
    const seen = await show(body.data.id);
    expect(seen).toMatchObject({
      ...REMARK,
      ...{ kind: 'walk', place: '!counted~=>disagreements=1', status: 'open', answers: [], settled_by: null },
      author: { id: PEOPLE.director.id, fullname: PEOPLE.director.fullname },
      release: expect.stringMatching(/^\d+\.\d+/),
      allowed_events: ['remark.answer', 'remark.settle'],
    });
    expect(seen).toEqual(body.data);
  });

  it('has its thread in order, with who wrote what', async () => {
    const id = await written();
    await answer('deputy', id, 'Birinchi');
    await answer('director', id, 'Ikkinchi');
    const { answers } = await show(id, 'deputy');
    expect(answers.map(({ text, author }) => [text, author.fullname])).toEqual([
      ['Birinchi', PEOPLE.deputy.fullname],
      ['Ikkinchi', PEOPLE.director.fullname],
    ]);
  });

  it('says who settled it and when, until it is opened again', async () => {
    const id = await written();
    await answer('deputy', id);
    const { body } = await settle('deputy', id);
    expect(body.message).toBe('Izoh hal qilindi.');
    expect(body.data).toMatchObject({ status: 'settled', settled_by: { id: PEOPLE.deputy.id } });
    expect(Date.parse(body.data.settled_at ?? '')).not.toBeNaN();
    expect(body.data.allowed_events).toEqual(['remark.reopen']);
    const opened = (await reopen('deputy', id)).body.data;
    expect(opened).toMatchObject({ status: 'open', settled_by: null, settled_at: null });
  });

  it('of somebody else is settled once it is answered, and not before', async () => {
    const id = await written();
    expect((await show(id, 'deputy')).allowed_events).toEqual(['remark.answer']);
    const refused = await settle('deputy', id);
    expect([refused.status, refused.error.message]).toEqual([403, expect.stringContaining('hali javob yoʻq')]);
    await answer('deputy', id);
    expect((await show(id, 'deputy')).allowed_events).toEqual(['remark.answer', 'remark.settle']);
    expect((await settle('deputy', id)).status).toBe(200);
  });

  it('is in the bell of who wrote and answered it, not of who took the step', async () => {
    const id = await written();
    const bell = async (who: PersonName) =>
      (await on.do(who, noticeIndex, { query: { part: 'rows' } })).data.map(({ event, words, about }) => [
        event,
        words,
        about.name,
        about.look,
      ]);
    await answer('deputy', id, 'Shunday kelishilgan.');
    const name = REMARK.text;
    expect(await bell('director')).toEqual([['remark.answer', 'Shunday kelishilgan.', name, 'work']]);
    expect(await bell('deputy')).toEqual([]);
    await settle('director', id);
    expect(await bell('deputy')).toEqual([['remark.settle', null, name, 'done']]);
    await reopen('director', id);
    expect((await bell('deputy')).map(([event]) => event)).toEqual(['remark.reopen', 'remark.settle']);
  });

  it('needs the right to see the gallery, for every call', async () => {
    const id = await written();
    const refused = await Promise.all([
      write({}, 'counter1'),
      answer('counter1', id),
      settle('counter1', id),
      reopen('counter1', id),
      on.call('counter1', remarkShow, { params: { id } }),
      on.call('counter1', remarkIndex),
      on.call('counter1', remarksOfChart, { query: { machine: REMARK.machine } }),
    ]);
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403));
  });

  it('is not found where there is none', async () => {
    const none = await Promise.all([
      answer('director', 999_999),
      settle('director', 999_999),
      reopen('director', 999_999),
      on.call('director', remarkShow, { params: { id: 999_999 } }),
    ]);
    expect(none.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it.each([
    ['an empty text', { text: '   ' }, 'text'],
    ['a text of 2001 characters', { text: 'a'.repeat(2001) }, 'text'],
    ['a place of 8001 characters', { place: 'a'.repeat(8001) }, 'place'],
    ['a name of a chart of 61 characters', { machine: 'a'.repeat(61) }, 'machine'],
    ['another kind of place', { kind: 'guard' }, 'kind'],
    ['what is no fingerprint', { print: '0123456789ABCDEF' }, 'print'],
  ])('%s is refused at its field', async (_, change, field) => {
    const refused = await write(change);
    expect([refused.status, Object.keys(refused.error.errors ?? {})]).toEqual([422, [field]]);
    expect((await on.do('director', remarkIndex)).data).toEqual([]);
  });

  it('and an answer have up to 2000 characters', async () => {
    const id = await written({ text: 'a'.repeat(2000) });
    expect((await answer('deputy', id, 'a'.repeat(2000))).status).toBe(200);
    for (const text of ['', 'a'.repeat(2001)]) {
      const refused = await answer('deputy', id, text);
      expect([refused.status, Object.keys(refused.error.errors ?? {})]).toEqual([422, ['text']]);
    }
    expect((await show(id)).answers).toHaveLength(1);
  });

  it('is one of so many that a chart may have unsettled', async () => {
    const rows = Array.from({ length: MOST_REMARKS - 1 }, () => ({ ...REMARK, release: '1.0.0', user_id: 1 }));
    await on.db.kysely.insertInto('chart_remark').values(rows).execute();
    const last = await written();
    const refused = await write();
    expect([refused.status, Object.keys(refused.error.errors ?? {})]).toEqual([422, ['text']]);
    expect((await write({ machine: 'invoice' })).status).toBe(200);
    await settle('director', last);
    expect((await write()).status).toBe(200);
  });
});

describe('lists of remarks', () => {
  it('of all charts: the newest first, by chart and by state, with counts', async () => {
    const first = await written();
    const second = await written({ machine: 'invoice', place: 'sent' });
    const third = await written({ kind: 'transition', place: 'counting | act.cancel |  | cancelled' });
    await answer('deputy', first);
    await settle('director', second);
    const list = async (query: object) => (await on.do('director', remarkIndex, { query })).data.map(({ id }) => id);
    expect(await list({})).toEqual([third, second, first]);
    expect(await list({ sort: 'at' })).toEqual([first, second, third]);
    expect(await list({ machine: 'countingAct' })).toEqual([third, first]);
    expect(await list({ status: 'open' })).toEqual([third]);
    expect(await list({ status: 'answered' })).toEqual([first]);
    expect(await list({ status: 'settled' })).toEqual([second]);
    const { meta } = await on.do('director', remarkIndex, { query: { part: 'counts' } });
    expect(meta.statuses).toMatchObject({ open: 1, answered: 1, settled: 1 });
  });

  it('of one chart: every unsettled one and the settled ones, with their threads', async () => {
    const first = await written();
    const second = await written();
    await written({ machine: 'invoice' });
    await answer('deputy', first, 'Javob');
    await settle('director', second);
    const { data } = await on.do('deputy', remarksOfChart, { query: { machine: 'countingAct' } });
    expect(data.map(({ id, status }) => [id, status])).toEqual([
      [second, 'settled'],
      [first, 'answered'],
    ]);
    expect(data[1]?.answers.map(({ text }) => text)).toEqual(['Javob']);
  });
});
