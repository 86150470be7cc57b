/** Who works the demo: people whose calls are replayed at a moment of the past. */
import type { Hono } from 'hono';
import type { BodyOf, QueryOf } from '../../contract/bodies.ts';
import { addressOf, type Call, type ParamsOf, type ResponseOf } from '../../contract/call.ts';
import { myidSessionCreate, myidSessionStart } from '../../contract/myid.ts';
import type { Database } from '../db/open.ts';
import { hashToken, newToken } from '../http/auth.ts';
import { tashkentDay } from '../http/days.ts';
import { answerSession } from '../myid/answer.ts';
import type { Random } from './random.ts';

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

export interface Desk {
  db: Database;
  app: Hono;
  /** The moment at which the replayed calls happen. */
  clock: { now: Date };
  tokens: Map<string, { id: number; token: string }>;
  random: Random;
}

export async function personOf(desk: Desk, username: string): Promise<{ id: number; token: string }> {
  const known = desk.tokens.get(username);
  if (known) return known;
  const { id } = await desk.db.kysely
    .selectFrom('app_user')
    .select('id')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  const token = newToken();
  await desk.db.kysely
    .insertInto('session_token')
    .values({
      token_hash: hashToken(token),
      user_id: id,
      // the session outlasts what is replayed, whichever day that is; the demo ends it
      expires_at: new Date(Math.max(Date.now(), desk.clock.now.getTime()) + 500 * DAY),
      revoked_at: null,
      user_agent: 'demo data',
    })
    .execute();
  desk.tokens.set(username, { id, token });
  return { id, token };
}

export async function call<C extends Call>(
  desk: Desk,
  who: string,
  one: C,
  sent: { params?: ParamsOf<C>; query?: QueryOf<C>; body?: BodyOf<C>; form?: Record<string, string | File> },
): Promise<ResponseOf<C>> {
  const { token } = await personOf(desk, who);
  const form = sent.form ? new FormData() : undefined;
  for (const [name, value] of Object.entries(sent.form ?? {})) form?.set(name, value);
  const address = addressOf(one, sent.params as Record<string, number> | undefined);
  const query = new URLSearchParams(Object.entries(sent.query ?? {}).map(([name, value]) => [name, String(value)]));
  const answer = await desk.app.request(query.size > 0 ? `${address}?${query}` : address, {
    method: one.method,
    headers: { authorization: `Bearer ${token}`, ...(form ? {} : { 'content-type': 'application/json' }) },
    ...(form ? { body: form } : sent.body !== undefined ? { body: JSON.stringify(sent.body) } : {}),
  });
  if (!answer.ok) throw new Error(`demo data: ${who} ${one.id} was answered ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as ResponseOf<C>;
}

/**
 * Opens the organization's practice day of the desk's clock, so that what is posted carries that day. A day that was
 * closed long ago is open during the replay only: `backToToday` restores the days.
 */
export async function standOn(desk: Desk, organization: string): Promise<void> {
  const date = tashkentDay(desk.clock.now);
  await desk.db.tx(async (trx) => {
    const days = () =>
      trx
        .updateTable('practice_day')
        .where('organization_id', '=', (from) =>
          from.selectFrom('organization').select('organization.id').where('code', '=', organization),
        );
    await days().set({ status: 'closed' }).where('status', '=', 'open').execute();
    await days().set({ status: 'open' }).where('date', '=', date).execute();
  });
}

export async function backToToday({ db }: Desk): Promise<void> {
  await db.tx(async (trx) => {
    // the day that nobody has closed is the one that was open
    await trx.updateTable('practice_day').set({ status: 'closed' }).where('closed_by', 'is not', null).execute();
    await trx.updateTable('practice_day').set({ status: 'open' }).where('closed_by', 'is', null).execute();
  });
}

/** A plan of the demo: when it begins and what is done. */
export interface Replay {
  at: Date;
  run: () => Promise<void>;
}

/** Hours of the day between which a replay of an earlier day begins: what follows still ends before the branch closes. */
const WORK = { from: 10, to: 15 };

/**
 * Plans are so long ago, by the clock of whoever builds: their moments of an earlier day, in the same order, in the hours in
 * which the branches work. Else a build at night makes steps that took no working time.
 */
export function atWork(at: Date): Date {
  const day = tashkentDay(at);
  if (day === tashkentDay(new Date())) return at;
  const midnight = new Date(`${day}T00:00:00+05:00`).getTime();
  const share = (at.getTime() - midnight) / DAY;
  return new Date(midnight + (WORK.from + share * (WORK.to - WORK.from)) * HOUR);
}

/** Goes on by so many minutes; nothing in the demo happens in the future. */
export const later = (desk: Desk, minutes: number) => {
  desk.clock.now = new Date(Math.min(desk.clock.now.getTime() + minutes * 60_000, Date.now()));
};

/** The client is identified by MyID, whose stand-in answers. */
export async function identify(desk: Desk, who: string, client_id: number): Promise<void> {
  const { data } = await call(desk, who, myidSessionCreate, { body: { client_id, pinfl: null, consent: true } });
  await call(desk, who, myidSessionStart, { params: { id: data.id } });
  await answerSession(desk.db, data.id, desk.clock.now);
}

/** Sessions of those whose calls were replayed are over. */
export async function leave({ db }: Desk): Promise<void> {
  await db.kysely.deleteFrom('session_token').where('user_agent', '=', 'demo data').execute();
}
