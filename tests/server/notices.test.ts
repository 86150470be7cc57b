/** The bell: who finds what in it, exactly once, and who doesn't; marks of reading; nudges go out with the commit. */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { actCancel } from '../../contract/counting/acts.ts';
import { addCommentary } from '../../contract/counting/comments.ts';
import { counterRelease, counterUpdate } from '../../contract/counting/counters.ts';
import { invoiceCancel, invoiceDelete, invoiceSend } from '../../contract/invoices/heads.ts';
import { MOST_UNREAD, noticeUnread } from '../../contract/noticeCount.ts';
import { type Notice, noticeIndex, noticeRead, noticeReadAll } from '../../contract/notices.ts';
import type { Nudge } from '../../server/db/nudges.ts';
import { nudge } from '../../server/db/pool.ts';
import { addCounter, countingAct, NOTHING, openAct, submit, taken } from './acts.ts';
import { confirm, draft, send, sent, sum } from './invoiceKit.ts';
import { OTHER_ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 });
const bell = async (who: PersonName, query: object = {}): Promise<Notice[]> =>
  (await server.current.do(who, noticeIndex, { query })).data;
const unread = async (who: PersonName) => (await server.current.do(who, noticeUnread)).unread;
const kysely = () => server.current.db.kysely;

/** Who has a notice of a document, event by event, in the order of the steps. */
async function told(document: number): Promise<[string, PersonName[]][]> {
  const rows = await kysely()
    .selectFrom('notice')
    .select(['event', 'user_id'])
    .where('document_id', '=', document)
    .orderBy('id')
    .execute();
  const events = [...new Set(rows.map(({ event }) => event))];
  const nameOf = (id: number) => (Object.keys(PEOPLE) as PersonName[]).find((name) => PEOPLE[name].id === id);
  return events.map((event) => [
    event,
    rows.flatMap((row) => (row.event === event ? (nameOf(row.user_id) ?? []) : [])).sort(),
  ]);
}

beforeEach(async () => {
  await kysely().deleteFrom('notice').execute();
});

describe('an invoice', () => {
  it('concerns who may confirm it once it is sent, and its author once it is confirmed', async () => {
    const id = await sent(server.current, [sum()]);
    expect(await told(id)).toEqual([['invoice.send', ['accountant', 'director']]]);
    const [first, ...rest] = await bell('accountant');
    expect(rest).toEqual([]);
    expect(first).toMatchObject({
      machine: 'invoice',
      event: 'invoice.send',
      about: { id, state: 'sent', look: 'waiting' },
      by: { id: PEOPLE.purchaser.id, fullname: PEOPLE.purchaser.fullname },
      words: null,
      reason: null,
      counter_id: null,
      read_at: null,
    });
    taken(await confirm(server.current, id));
    expect(await told(id)).toEqual([
      ['invoice.send', ['accountant', 'director']],
      ['invoice.confirm', ['purchaser']],
    ]);
    // what it is now, not what it was then
    expect((await bell('director'))[0]?.about.state).toBe('confirmed');
  });

  it('brings its author the words of a cancellation, and nothing of the own one', async () => {
    const words = {
      canceled_commentary: 'Narx shartnomadagidan baland',
      canceled_commentary_type: 'wrong_price',
    } as const;
    const id = await sent(server.current, [sum()]);
    await server.current.do('accountant', invoiceCancel, { params: { id }, body: words });
    expect((await bell('purchaser'))[0]).toMatchObject({
      event: 'invoice.cancel',
      words: words.canceled_commentary,
      reason: words.canceled_commentary_type,
    });
    const own = await draft(server.current, [sum()]);
    await server.current.do('purchaser', invoiceCancel, { params: { id: own }, body: words });
    expect(await told(own)).toEqual([]);
  });

  it('of a branch without anybody who confirms concerns the office', async () => {
    const id = await draft(server.current, [sum()]);
    await kysely().updateTable('document').set({ organization_id: OTHER_ORGANIZATION }).where('id', '=', id).execute();
    await kysely().updateTable('app_user').set({ office: false }).where('id', '=', PEOPLE.director.id).execute();
    await server.current.do('purchaser', invoiceSend, { params: { id }, body: { value: true } });
    await kysely().updateTable('app_user').set({ office: true }).where('id', '=', PEOPLE.director.id).execute();
    expect(await told(id)).toEqual([['invoice.send', ['accountant']]]);
  });

  it('concerns nobody who has left, whose right was taken away, or who sees no invoice', async () => {
    const { accountant, director, nobody } = PEOPLE;
    const id = await draft(server.current, [sum()]);
    const works = (active: boolean) =>
      kysely()
        .updateTable('app_user')
        .set({ status: active ? 'active' : 'suspended' })
        .where('id', '=', director.id)
        .execute();
    const rule = { resource: 'product_invoice', action: 'confirm', until: null };
    await works(false);
    await kysely()
      .insertInto('user_rule')
      .values([
        { ...rule, user_id: accountant.id, granted: false },
        { ...rule, user_id: nobody.id, granted: true },
      ])
      .execute();
    try {
      await send(server.current, id);
      expect(await told(id)).toEqual([]);
    } finally {
      await kysely().deleteFrom('user_rule').execute();
      await works(true);
    }
  });

  it('leaves nothing of a step that is refused, and one notice of a step that is repeated with its key', async () => {
    const empty = await draft(server.current);
    const refused = await server.current.call('purchaser', invoiceSend, {
      params: { id: empty },
      body: { value: true },
    });
    expect(refused.status).toBe(409);
    expect(await told(empty)).toEqual([]);
    const id = await sent(server.current, [sum()]);
    for (const _ of ['once', 'again']) taken(await confirm(server.current, id, `bell-${id}`));
    expect(await bell('purchaser')).toHaveLength(1);
  });

  it('that was deleted since still names itself', async () => {
    const id = await sent(server.current, [sum()]);
    await server.current.do('purchaser', invoiceSend, { params: { id }, body: { value: false } });
    await server.current.do('purchaser', invoiceDelete, { params: { id } });
    expect((await bell('accountant'))[0]?.about).toMatchObject({ id, state: 'deleted' });
  });
});

describe('an act of counting', () => {
  it('concerns a counter who is chosen, and its author when a list is handed in', async () => {
    const { id, counters } = await countingAct(server.current, ['counter1', 'counter2']);
    expect(await told(id)).toEqual([['counter.add', ['counter1', 'counter2']]]);
    expect((await bell('counter1'))[0]).toMatchObject({ event: 'counter.add', counter_id: counters[0] });
    taken(await submit(server.current, 'counter1', counters[0] ?? NOTHING, []));
    expect((await bell('keeper'))[0]).toMatchObject({
      event: 'counter.submit',
      counter_id: counters[0],
      by: { id: PEOPLE.counter1.id },
      about: { id, state: 'counting' },
    });
    await server.current.do('deputy', counterRelease, {
      params: { id: counters[1] ?? NOTHING },
      body: { reason: 'Kasal boʻlib qoldi' },
    });
    expect((await told(id)).at(-1)).toEqual(['counter.release', ['counter2', 'keeper']]);
    expect((await bell('counter2'))[0]?.words).toBe('Kasal boʻlib qoldi');
  });

  it('concerns the new person of a list, not one whose list has only another name', async () => {
    const id = await openAct(server.current);
    const counter = await addCounter(server.current, id, 'counter1');
    const change = (who: PersonName) =>
      server.current.do('keeper', counterUpdate, {
        params: { id: counter },
        body: { title: 'Ombor', user_id: PEOPLE[who].id },
      });
    await change('counter1');
    await change('counter3');
    expect(await told(id)).toEqual([
      ['counter.add', ['counter1']],
      ['counter.rename', ['counter3']],
    ]);
  });

  it('that is cancelled concerns its counters, and a comment the author and who wrote before', async () => {
    const { id } = await countingAct(server.current, ['counter1', 'counter2']);
    const write = (who: PersonName, comment: string) => {
      const form = new FormData();
      form.append('act_of_count_id', String(id));
      form.append('comment', comment);
      return server.current.do(who, addCommentary, { form });
    };
    await write('deputy', 'Qayta sanang');
    expect((await bell('keeper'))[0]).toMatchObject({ event: 'comment.add', words: 'Qayta sanang' });
    await write('keeper', 'Sanaldi');
    expect((await bell('deputy'))[0]).toMatchObject({ event: 'comment.add', words: 'Sanaldi' });
    await server.current.do('keeper', actCancel, { params: { id }, body: { reason: 'Tok oʻchdi' } });
    expect((await told(id)).at(-1)).toEqual(['act.cancel', ['counter1', 'counter2']]);
  });
});

describe('reading', () => {
  const fill = (who: PersonName, n: number) =>
    sql`INSERT INTO notice (user_id, document_id, machine, event, by_id, at)
      SELECT ${PEOPLE[who].id}, d.id, 'invoice', 'invoice.send', 10, timestamptz '2026-11-01' + n / 3 * interval '1 hour'
      FROM (SELECT min(id) AS id FROM document) d, generate_series(1, ${n}::integer) n`.execute(kysely());

  it('marks one, once, and never that of somebody else', async () => {
    await fill('keeper', 2);
    const [newest] = await bell('keeper');
    const read = (who: PersonName, id = newest?.id ?? NOTHING) =>
      server.current.call(who, noticeRead, { params: { id } });
    expect([(await read('deputy')).status, await unread('keeper')]).toEqual([404, 2]);
    expect((await read('keeper', NOTHING)).status).toBe(404);
    expect((await read('keeper')).status).toBe(200);
    const at = (await bell('keeper'))[0]?.read_at;
    expect(at).not.toBeNull();
    expect((await read('keeper')).status).toBe(200);
    expect([(await bell('keeper'))[0]?.read_at, await unread('keeper')]).toEqual([at, 1]);
  });

  it('marks all that were shown: a newer one, and those of others, stay new', async () => {
    await fill('keeper', 3);
    await fill('deputy', 2);
    const shown = await bell('keeper');
    await fill('keeper', 1);
    const last = Math.max(...shown.map(({ id }) => id));
    await server.current.do('keeper', noticeReadAll, { body: { last } });
    expect([await unread('keeper'), await unread('deputy')]).toEqual([1, 2]);
    expect((await bell('keeper')).filter(({ read_at }) => read_at === null)).toHaveLength(1);
  });

  it('goes on from a key, the newest first, each once', async () => {
    await fill('keeper', 40);
    const ids: number[] = [];
    for (let after: string | null | undefined; after !== null; ) {
      const { data, meta } = await server.current.do('keeper', noticeIndex, {
        query: { part: 'rows', ...(after && { after }) },
      });
      ids.push(...data.map(({ id }) => id));
      after = meta.next ?? null;
    }
    expect(ids).toEqual((await bell('keeper', { per_page: 50 })).map(({ id }) => id));
    expect(new Set(ids).size).toBe(40);
  });

  it('counts no further than the bell shows', async () => {
    await fill('keeper', MOST_UNREAD + 5);
    expect(await unread('keeper')).toBe(MOST_UNREAD);
  });
});

describe('nudges', () => {
  function heard() {
    const nudges: Nudge[] = [];
    server.current.db.nudges.listen({ onNudge: (one) => nudges.push(one), onClose() {} });
    return nudges;
  }
  beforeAll(async () => {
    const nudges = heard();
    // a server is listened to from the first listener on, and says then that everything may be new
    if (server.current.db.engine === 'server')
      await vi.waitFor(() => expect(nudges.length).toBeGreaterThan(0), { timeout: 20_000 });
  });
  const people = (nudges: readonly Nudge[]) =>
    nudges.filter(({ topic }) => topic === 'notices').flatMap((one) => one.people ?? []);

  it('go to those who have a notice', async () => {
    const id = await draft(server.current, [sum()]);
    const nudges = heard();
    await send(server.current, id);
    await eventually(() => people(nudges).sort()).toEqual([PEOPLE.accountant.id, PEOPLE.director.id]);
  });

  it('of a transaction that is rolled back are never sent', async () => {
    const nudges = heard();
    const { db } = server.current;
    const failed = db.tx(async () => {
      nudge({ topic: 'notices', people: [1] });
      throw new Error('given up');
    });
    await expect(failed).rejects.toThrow('given up');
    await db.tx(async () => nudge({ topic: 'notices', people: [2] }));
    await eventually(() => people(nudges)).toEqual([2]);
  });

  it('belong to a transaction', () => {
    expect(() => nudge({ topic: 'notices' })).toThrow('commit of a transaction');
  });
});
