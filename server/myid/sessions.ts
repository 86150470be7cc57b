/** A session of MyID: where it is found, its lifecycle, how it is answered (areas 3.4; decisions 82, 85). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { MyidDifference, MyidFailure, MyidPerson, MyidSession, MyidStatus } from '../../contract/myid.ts';
import { allows } from '../../contract/rules.ts';
import { NEEDED } from '../../contract/scoring/facts.ts';
import { myIdSessionMachine } from '../../machines/myIdSession/myIdSession.machine.ts';
import type { Schema } from '../db/schema.ts';
import { person } from '../documents/documents.ts';
import { lockRecord } from '../documents/records.ts';
import type { SignedIn } from '../http/auth.ts';
import { tashkentDay } from '../http/days.ts';
import { type Language, say } from '../http/messages.ts';
import { notFound } from '../http/refusal.ts';
import { defineLifecycle } from '../lifecycle/lifecycle.ts';

interface Asked {
  readonly db: Kysely<Schema>;
  readonly now: Date;
}

/** MyID may be asked so often about a person in a day; once more only by who confirms contracts (decision 82). */
export const MOST_TRIES = 3;

export interface Session {
  readonly id: number;
  readonly client_id: number | null;
  readonly is_new: boolean;
  readonly pinfl: string | null;
  readonly document: string | null;
  readonly birth_date: string;
  readonly consent: boolean;
  readonly failure: MyidFailure | null;
  readonly person: MyidPerson | null;
  readonly differences: MyidDifference[];
  readonly stand_in: boolean;
  readonly expires_at: Date;
  readonly status: MyidStatus;
  readonly version: number;
  readonly created_at: Date;
  readonly created_by: number;
  readonly author: string;
  /** How often MyID was asked about the person today, by sessions and by runs of the scoring. */
  readonly tries: number;
}

/** How often MyID was asked today about who has a PINFL, in SQL; sessions by a document count by their card. */
export const triesOf = (
  pinfl: RawBuilder<unknown>,
  client: RawBuilder<unknown>,
  today: string,
): RawBuilder<number> => sql`(
  (SELECT count(*)::integer FROM myid_session m WHERE (m.pinfl = ${pinfl} OR m.client_id = ${client})
    AND (m.started_at AT TIME ZONE 'Asia/Tashkent')::date = ${today}::date)
  + (SELECT count(*)::integer FROM scoring_answer a JOIN scoring_run o ON o.id = a.scoring_run_id
     WHERE o.pinfl = ${pinfl} AND a.source = ${NEEDED} AND (a.at AT TIME ZONE 'Asia/Tashkent')::date = ${today}::date))`;

export async function sessionsWhere({ db, now }: Asked, chosen: RawBuilder<unknown>): Promise<Session[]> {
  const { rows } = await sql<Session>`
    SELECT s.*, to_char(s.birth_date, 'YYYY-MM-DD') AS birth_date, u.fullname AS author,
           ${triesOf(sql`s.pinfl`, sql`s.client_id`, tashkentDay(now))} AS tries
    FROM myid_session s JOIN app_user u ON u.id = s.created_by ${chosen}`.execute(db);
  return rows;
}

export async function findSession(asked: Asked, id: number, lock = false): Promise<Session> {
  if (lock) await lockRecord(asked.db, 'myid_session', id);
  const [found] = await sessionsWhere(asked, sql`WHERE s.id = ${id}`);
  if (found === undefined) throw notFound();
  return found;
}

/** As a person finds it: the own one, or one about a card. */
export async function findSeen(asked: Asked & { user: SignedIn }, id: number, lock = false): Promise<Session> {
  const found = await findSession(asked, id, lock);
  const isCard = found.client_id !== null && allows(asked.user.rules, 'client.show');
  if (found.created_by !== asked.user.id && !isCard) throw notFound();
  return found;
}

const mayTry = ({ tries }: Session, { rules }: SignedIn): boolean =>
  tries < MOST_TRIES || allows(rules, 'contract.confirm');

const factsOf = ({ consent }: Session) => ({ consent });

function offeredOf(session: Session, user: SignedIn, language: Language) {
  const may = allows(user.rules, 'client.add|client.edit|incomes.check');
  const allowed_events = may ? SESSIONS.allowed(session, factsOf(session), user) : [];
  const refused: Record<string, string> = {};
  if (may && session.status === 'created' && allowed_events.length === 0)
    refused['myid.start'] = say(language, session.consent ? 'errors.scoring_tries' : 'errors.myid_consent');
  return { allowed_events, refused };
}

export function answerOf({ user, language }: { user: SignedIn; language: Language }, session: Session): MyidSession {
  const { id, status, version, client_id, consent, failure, differences, stand_in } = session;
  return {
    ...{ id, status, version, client_id, consent, failure, differences, stand_in },
    person: session.is_new && session.created_by === user.id ? session.person : null,
    created_by: person(session.created_by, session.author),
    created_at: new Date(session.created_at).toISOString(),
    expires_at: new Date(session.expires_at).toISOString(),
    ...offeredOf(session, user, language),
  };
}

export const SESSIONS = defineLifecycle(myIdSessionMachine, {
  table: 'myid_session',
  log: 'record_log',
  find: findSeen,
  state: ({ status }: Session) => status,
  facts: async (_, session) => factsOf(session),
  answer: answerOf,
  why: (_, { consent, status }, event) =>
    event === 'myid.start' && status === 'created' && !consent ? { messageKey: 'errors.myid_consent' } : undefined,
  events: {
    'myid.start': { right: mayTry, forbidden: 'errors.scoring_tries' },
    'myid.pass': { by: 'server' },
    'myid.fail': { by: 'server' },
    'myid.expire': { by: 'server' },
  },
});
