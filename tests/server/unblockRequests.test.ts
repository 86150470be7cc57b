/**
 * Requests to take a person off the black list (areas 3, P1; 4.19; decisions 84, 90, 97): who takes which step in which
 * state, written by hand in the words of areas.md; what approving does to the entry; what is refused, and why.
 */

import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { blackListEntryGetAll, blackListHistory, blackListShow } from '../../contract/blackList.ts';
import { unblockRequest } from '../../contract/directories/unblockRequest.ts';
import { noticeIndex } from '../../contract/notices.ts';
import { REQUESTS } from '../../contract/requests.ts';
import { requestDirectories } from '../../server/directory/approval.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { keysOf } from './listedRefusals.ts';
import { PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const { calls } = unblockRequest;
const [send, withdraw, approve, refuse, cancel] = ['send', 'withdraw', 'approve', 'refuse', 'cancel'].map(
  (verb) => unblockRequest.steps[`request.${verb}`],
) as [Step, Step, Step, Step, Step];
type Step = (typeof unblockRequest.steps)[string];

const today = tashkentDay(new Date());
const day = (days: number) => daysAfter(today, days);
const why = { reason: 'Asos yetarli emas' };

let people = 0;
/** An entry of the black list that holds, as its own calls leave it. */
async function listed({ from = day(-30), to = null as string | null } = {}): Promise<number> {
  people += 1;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO black_list_entry (fullname, documents, listed_from, listed_to, status, search_key, created_by)
    VALUES (${`Sinov Odam ${people}`}, ${[`AB${7_000_000 + people}`]}::text[], ${from}, ${to}, 'approved',
            ${`sinov odam ${people}`}, ${PEOPLE.director.id}) RETURNING id`.execute(server.current.db.kysely);
  return rows[0]?.id as number;
}
const body = async (more: object = {}) => ({
  ...{ entry_id: await listed(), off_from: day(0), reason: 'Qarzini yopdi', proof_id: null },
  ...more,
});
const draft = async (more: object = {}) =>
  (await server.current.do('director', calls.create, { body: (await body(more)) as never })).data;
const look = async (id: number, who: PersonName = 'director') =>
  (await server.current.do(who, calls.show, { params: { id } })).data;
const take = (who: PersonName, step: Step, id: number, asked: object = {}) =>
  server.current.call(who, step, { params: { id }, ...asked } as never);
const logOf = async (id: number) =>
  (
    await sql<{ event: string; user_id: number; state_before: string | null; state_after: string }>`
      SELECT event, user_id, state_before, state_after FROM record_log
      WHERE kind = 'unblockRequest' AND record_id = ${id} ORDER BY id`.execute(server.current.db.kysely)
  ).rows;
/** The last day of the entry that a request is about. */
const lastDay = async (entry: number) =>
  (await server.current.do('director', blackListShow, { params: { id: entry } })).data.to;

/** Brings a new request of the director into a state. */
async function inState(state: string) {
  const request = await draft();
  if (state !== 'draft') await take('director', send, request.id);
  if (state === 'approved') await take('accountant', approve, request.id);
  if (state === 'refused') await take('accountant', refuse, request.id, { body: why });
  if (state === 'cancelled') await take('director', cancel, request.id, { body: why });
  const found = await look(request.id);
  expect(found.status).toBe(state);
  return found;
}

beforeAll(async () => {
  // another seller, who may ask and has asked nothing
  await server.current.db.kysely
    .insertInto('user_rule')
    .values(
      ['show', 'add'].map((action) => ({
        ...{ user_id: PEOPLE.keeper.id, resource: 'unblock_request', action, granted: true, until: null },
      })),
    )
    .execute();
});

it('every directory that is approved by another person is among the kinds of requests', () => {
  const declared = requestDirectories().map(({ directory }) => directory.spec.name);
  expect(['black_list_entry', ...declared].sort()).toEqual([...REQUESTS].sort());
});

describe('P1: draft → sent → approved | refused; draft | sent → cancelled', () => {
  const steps = { send, withdraw, approve, refuse, cancel };
  type Verb = keyof typeof steps;
  /** State, verb, who: the new state, or the status of the refusal. The director wrote it and may confirm as well. */
  const TABLE: readonly [state: string, verb: Verb, who: PersonName, to: string | number][] = [
    ['draft', 'send', 'director', 'sent'],
    ['draft', 'send', 'keeper', 403],
    ['draft', 'send', 'accountant', 403],
    ['draft', 'withdraw', 'director', 409],
    ['draft', 'approve', 'accountant', 409],
    ['draft', 'refuse', 'accountant', 409],
    ['draft', 'cancel', 'director', 'cancelled'],
    ['draft', 'cancel', 'keeper', 403],
    ['sent', 'send', 'director', 409],
    ['sent', 'withdraw', 'director', 'draft'],
    ['sent', 'withdraw', 'keeper', 403],
    ['sent', 'approve', 'accountant', 'approved'],
    ['sent', 'approve', 'director', 403],
    ['sent', 'approve', 'keeper', 403],
    ['sent', 'refuse', 'accountant', 'refused'],
    ['sent', 'refuse', 'director', 403],
    ['sent', 'cancel', 'director', 'cancelled'],
    ['sent', 'cancel', 'accountant', 'cancelled'],
    ['sent', 'cancel', 'keeper', 403],
    ...(['approved', 'refused', 'cancelled'] as const).flatMap((state) => [
      [state, 'send', 'director', 409] as [string, Verb, PersonName, number],
      [state, 'withdraw', 'director', 409] as [string, Verb, PersonName, number],
      [state, 'approve', 'accountant', 409] as [string, Verb, PersonName, number],
      [state, 'refuse', 'accountant', 409] as [string, Verb, PersonName, number],
      [state, 'cancel', 'director', 409] as [string, Verb, PersonName, number],
    ]),
  ];

  it.each(TABLE)('%s: %s by the %s → %s', async (state, verb, who, to) => {
    const before = await inState(state);
    const lines = await logOf(before.id);
    const answer = await take(who, steps[verb], before.id, {
      ifMatch: before.version,
      ...(verb === 'refuse' || verb === 'cancel' ? { body: why } : {}),
    });
    const after = await look(before.id);
    if (typeof to === 'number') {
      expect(answer.status).toBe(to);
      expect(after).toEqual(before);
      expect(await logOf(before.id)).toEqual(lines);
      return;
    }
    expect(answer.status).toBe(200);
    expect([after.status, after.version]).toEqual([to, before.version + 1]);
    expect((await logOf(before.id)).slice(lines.length)).toEqual([
      { event: `request.${verb}`, user_id: PEOPLE[who].id, state_before: state, state_after: to },
    ]);
    expect(after.decision).toBe(verb === 'refuse' || verb === 'cancel' ? why.reason : null);
  });

  it('is changed in draft alone, by its author alone; a late change is in conflict', async () => {
    const one = await draft();
    const params = { id: one.id };
    const text = { reason: 'Sud qarori bilan' };
    const sent = { ...(await body({ entry_id: one.entry.id })), ...text };
    expect((await server.current.call('keeper', calls.update, { params, body: sent as never })).status).toBe(403);
    const changed = (
      await server.current.do('director', calls.update, { params, body: sent as never, ifMatch: 1 } as never)
    ).data;
    expect([changed.reason, changed.version]).toEqual([text.reason, 2]);
    const late = await server.current.call('director', calls.update, {
      params,
      body: sent as never,
      ifMatch: 1,
    } as never);
    expect([late.status, late.error.code]).toEqual([409, 'stale']);
    await take('director', send, one.id);
    const closed = await server.current.call('director', calls.update, { params, body: sent as never });
    expect([closed.status, closed.error.code]).toEqual([409, 'not_allowed_now']);
  });

  it('offers each person what that person may do; why the own request is not decided is said', async () => {
    const { id } = await inState('sent');
    const own = await look(id);
    expect([...own.allowed_events].sort()).toEqual(['request.cancel', 'request.withdraw']);
    expect(own.refused).toEqual({
      'request.approve': 'Buni oʻzingiz kiritgansiz yoki oʻzgartirgansiz: boshqa xodim tasdiqlaydi.',
      'request.refuse': 'Buni oʻzingiz kiritgansiz yoki oʻzgartirgansiz: boshqa xodim tasdiqlaydi.',
    });
    const others = await look(id, 'accountant');
    expect([...others.allowed_events].sort()).toEqual(['request.approve', 'request.cancel', 'request.refuse']);
    expect(others.author).toEqual({ id: PEOPLE.director.id, fullname: PEOPLE.director.fullname });
    expect((await look(id, 'keeper')).allowed_events).toEqual([]);
    expect(JSON.stringify(others)).not.toContain('owner_id');
  });

  it('whoever has written in it does not decide about it, also after it was handed to somebody else', async () => {
    const one = await draft();
    const kysely = server.current.db.kysely;
    await sql`UPDATE unblock_request SET owner_id = ${PEOPLE.keeper.id} WHERE id = ${one.id}`.execute(kysely);
    expect((await take('director', send, one.id)).status).toBe(403);
    const sent = { ...(await body({ entry_id: one.entry.id })), reason: 'Qarz yopilgan' };
    await server.current.do('keeper', calls.update, { params: { id: one.id }, body: sent as never });
    await take('keeper', send, one.id);
    await kysely
      .insertInto('user_rule')
      .values({ user_id: PEOPLE.keeper.id, resource: 'unblock_request', action: 'confirm', granted: true, until: null })
      .execute();
    expect((await take('keeper', approve, one.id)).status).toBe(403);
    expect((await take('director', approve, one.id)).status).toBe(403);
    await kysely
      .deleteFrom('user_rule')
      .where('user_id', '=', PEOPLE.keeper.id)
      .where('action', '=', 'confirm')
      .where('resource', '=', 'unblock_request')
      .execute();
    expect((await take('accountant', approve, one.id)).status).toBe(200);
  });

  it('asks for a reason of who refuses or gives up', async () => {
    const { id } = await inState('sent');
    for (const step of [refuse, cancel]) {
      const answer = await take('accountant', step, id, { body: { reason: ' ' } });
      expect([answer.status, Object.keys(answer.error.errors ?? {})]).toEqual([422, ['reason']]);
    }
  });

  it('its history says who took each step, and why, the youngest first', async () => {
    const { id } = await inState('refused');
    const { data } = await server.current.do('director', calls.history, { params: { id } });
    expect(data.map(({ event, user, after }) => [event, user?.id, after])).toEqual([
      ['request.refuse', PEOPLE.accountant.id, { ...why, status: 'refused' }],
      ['request.send', PEOPLE.director.id, { status: 'sent' }],
      ['request.create', PEOPLE.director.id, expect.objectContaining({ reason: 'Qarzini yopdi' })],
    ]);
  });

  it('is in the bell of who may decide, and its owner learns what was decided', async () => {
    await server.current.db.kysely.deleteFrom('notice').execute();
    const { id, entry } = await inState('refused');
    const bell = async (who: PersonName) =>
      (await server.current.do(who, noticeIndex)).data.map(({ event, kind, about, words }) => ({
        ...{ event, kind, words },
        name: about.name,
        of: about.id,
      }));
    const about = { kind: 'unblockRequest', name: entry.title, of: id };
    expect(await bell('accountant')).toEqual([{ event: 'request.send', words: null, ...about }]);
    expect(await bell('director')).toEqual([{ event: 'request.refuse', words: why.reason, ...about }]);
    expect(await bell('keeper')).toEqual([]);
  });
});

describe('approving takes the person off the list', () => {
  it('from the day that was asked for: the day before is the last one', async () => {
    const { id, entry } = await draft({ off_from: day(5) });
    await take('director', send, id);
    expect(await lastDay(entry.id)).toBeNull();
    await take('accountant', approve, id);
    expect(await lastDay(entry.id)).toBe(day(4));
  });

  it('from the day of the decision where the day that was asked for is over by then', async () => {
    const { id, entry } = await draft();
    await sql`UPDATE unblock_request SET off_from = ${day(-9)} WHERE id = ${id}`.execute(server.current.db.kysely);
    await take('director', send, id);
    await take('accountant', approve, id);
    expect(await lastDay(entry.id)).toBe(day(-1));
  });

  it('and nothing where the entry is over by then', async () => {
    const { id, entry } = await inState('sent');
    const kysely = server.current.db.kysely;
    await sql`UPDATE black_list_entry SET listed_to = ${day(-2)} WHERE id = ${entry.id}`.execute(kysely);
    const answer = await take('accountant', approve, id);
    expect([answer.status, answer.error.code]).toEqual([409, 'not_allowed_now']);
    expect(keysOf(answer.error.message)).toEqual(['errors.unblock_over']);
    expect([(await look(id)).status, await lastDay(entry.id)]).toEqual(['sent', day(-2)]);
    const again = await draft({ entry_id: await listed({ to: day(3) }), off_from: day(2) });
    await sql`UPDATE black_list_entry SET listed_to = ${day(1)} WHERE id = ${again.entry.id}`.execute(kysely);
    expect((await take('director', send, again.id)).status).toBe(409);
  });

  it('its entry shows who took the person off', async () => {
    const { entry } = await inState('approved');
    const { data } = await server.current.do('director', blackListHistory, { params: { id: entry.id } });
    expect(data.map(({ event, user, after }) => [event, user?.id, after])).toEqual([
      ['unblock.approve', PEOPLE.accountant.id, { off_from: day(0) }],
    ]);
  });
});

describe('values that fit their fields and are wrong', () => {
  it.each([
    ['a day that is over', { off_from: day(-1) }, 'off_from', 'Bu kun oʻtib ketgan.'],
    ['the first day of the entry', { from: day(0), off_from: day(0) }, 'off_from', 'keyingi kun boʻlishi kerak'],
    ['an entry that ends before', { to: day(2), off_from: day(3) }, 'entry_id', 'roʻyxatda boʻlmaydi'],
    ['an entry that is over', { to: day(-1) }, 'entry_id', 'roʻyxatda boʻlmaydi'],
  ])('%s', async (_, { from, to, ...more }: { from?: string; to?: string; off_from?: string }, field, words) => {
    const entry = await listed({ ...(from && { from }), ...(to && { to }) });
    const answer = await server.current.call('director', calls.create, {
      body: (await body({ entry_id: entry, ...more })) as never,
    });
    expect([answer.status, Object.keys(answer.error.errors ?? {})]).toEqual([422, [field]]);
    expect(answer.error.errors?.[field]?.[0]).toContain(words);
  });

  it('an entry about which another request is open: it is named; after it was decided one may ask again', async () => {
    const one = await draft();
    const again = (await body({ entry_id: one.entry.id })) as never;
    const second = await server.current.call('director', calls.create, { body: again });
    expect(second.error.errors?.entry_id?.[0]).toContain(`№ ${one.id}`);
    await take('director', send, one.id);
    expect((await server.current.call('director', calls.create, { body: again })).status).toBe(422);
    await take('accountant', refuse, one.id, { body: why });
    expect((await server.current.call('director', calls.create, { body: again })).status).toBe(200);
  });

  it('an entry that is not there, and a shape that is wrong', async () => {
    for (const [wrong, field] of [
      [{ entry_id: 2_000_000_000 }, 'entry_id'],
      [{ off_from: '2026-02-30' }, 'off_from'],
      [{ reason: ' ' }, 'reason'],
    ] as const) {
      const { status, error } = await server.current.call('director', calls.create, {
        body: { ...(await body()), ...wrong } as never,
      });
      expect([status, Object.keys(error.errors ?? {})]).toEqual([422, [field]]);
    }
  });
});

describe('its list', () => {
  it('has each state with its count, and is found by the name of who is listed', async () => {
    const one = await inState('refused');
    const found = await server.current.do('director', calls.index, {
      query: { search: one.entry.title, status: 'refused' } as never,
    });
    expect(found.data.map(({ id }) => id)).toEqual([one.id]);
    expect(found.data[0]).toMatchObject({ author: { id: PEOPLE.director.id }, decision: why.reason });
    const none = await server.current.do('director', calls.index, {
      query: { search: one.entry.title, status: 'sent' } as never,
    });
    expect(none.data).toEqual([]);
  });

  it('its choice has who is listed today, with numbers masked', async () => {
    const holds = await listed();
    const over = await listed({ to: day(-1) });
    const { data } = await server.current.do('keeper', blackListEntryGetAll, { query: { per_page: 100 } });
    const ids = data.map(({ id }) => id);
    expect([ids.includes(holds), ids.includes(over)]).toEqual([true, false]);
    expect(data.find(({ id }) => id === holds)?.title).toMatch(/^Sinov Odam \d+ · \*{7}\d{2}$/);
    expect((await server.current.call('nobody', blackListEntryGetAll, {})).status).toBe(403);
  });

  it('is chosen by the name of who is listed once it is approved', async () => {
    const chosen = async (search: string) =>
      (await server.current.do('director', calls.choices, { query: { search } as never })).data;
    const { id, entry } = await inState('approved');
    expect(await chosen(entry.title)).toEqual([{ id, title: entry.title }]);
    expect(await chosen((await inState('sent')).entry.title)).toEqual([]);
  });

  it('is closed to who has no right', async () => {
    const { id } = await draft();
    for (const [call, options] of [
      [calls.index, {}],
      [calls.choices, {}],
      [calls.show, { params: { id } }],
      [calls.history, { params: { id } }],
      [calls.create, { body: await body() }],
    ] as const)
      expect((await server.current.call('nobody', call as never, options as never)).status).toBe(403);
  });
});
