/** Who a client is, as MyID says: what differs, by which session a client is identified, and until when (decisions 82, 83). */
import { type Kysely, sql } from 'kysely';
import type { MyidDifference, MyidPerson, Verification } from '../../contract/myid.ts';
import { searchKey } from '../../contract/search.ts';
import type { Setting } from '../../contract/setting/setting.ts';
import { clientSetting } from '../../contract/settings/clientSetting.ts';
import type { Schema } from '../db/schema.ts';
import type { Writer } from '../directory/reader.ts';
import { daysAfter, tashkentDay, writtenDay } from '../http/days.ts';
import { inForce } from '../settings/inForce.ts';

export interface Card {
  readonly pinfl: string | null;
  readonly fullname: string;
  readonly birth_date: string;
  readonly gender: 'male' | 'female';
  readonly documents: readonly string[];
}

/** Script, letter case and spaces make no difference, an order of the names does. */
const plain = (name: string): string => searchKey(name).trim().replace(/\s+/g, ' ');

/** What of a card MyID says otherwise; what the card lacks is no difference. */
export function differencesOf(card: Card, { fullname, birth_date, gender, document }: MyidPerson): MyidDifference[] {
  const differs: Readonly<Record<MyidDifference, boolean>> = {
    fullname: plain(card.fullname) !== plain(fullname),
    birth_date: card.birth_date !== birth_date,
    gender: card.gender !== gender,
    document: card.documents.length > 0 && !card.documents.includes(document.number),
  };
  return (Object.keys(differs) as MyidDifference[]).filter((name) => differs[name]);
}

/** Days for which a client stays identified, where no setting is in force (decision 82). */
const DAYS = 30;

/** What the setting of clients says of identification. */
interface Terms {
  readonly myid: boolean;
  readonly document_days: number;
}

const termsOn = async (db: Kysely<Schema>, day: string): Promise<Terms | null> =>
  (await inForce(db, clientSetting as unknown as Setting, {} as never, day)) as Terms | null;

/** By which session a client was last identified, and until when that holds or held. */
async function lastOf(db: Kysely<Schema>, clientId: number, terms: Terms | null): Promise<Verification | null> {
  const { rows } = await sql<{ since: Date; stand_in: boolean }>`
    SELECT s.since, s.stand_in FROM client c JOIN myid_session s ON s.id = c.myid_session_id
    WHERE c.id = ${clientId}`.execute(db);
  const [found] = rows;
  if (found === undefined) return null;
  const at = new Date(found.since);
  const until = daysAfter(tashkentDay(at), terms?.document_days ?? DAYS);
  return { at: at.toISOString(), until, stand_in: found.stand_in };
}

/** By which session a client is identified on a day, and until when. */
export async function verificationOf(db: Kysely<Schema>, clientId: number, day: string): Promise<Verification | null> {
  const last = await lastOf(db, clientId, await termsOn(db, day));
  return last === null || last.until < day ? null : last;
}

/** Why a person may not sign on a day for want of MyID; a key of words, and their values. */
export interface Unidentified {
  readonly why: 'never' | 'over' | 'stand_in';
  readonly values: Readonly<Record<string, string>>;
}

/**
 * Where the setting in force on the day asks for MyID, who signs is identified by it (areas 3.1, 3.4; decision 82); outside the
 * demo (`DEMO=off`) not by what a stand-in answered (decision 88).
 * @returns null: nothing is against it
 */
export async function unidentifiedOn(db: Kysely<Schema>, clientId: number, day: string): Promise<Unidentified | null> {
  const terms = await termsOn(db, day);
  if (!terms?.myid) return null;
  const last = await lastOf(db, clientId, terms);
  if (last === null) return { why: 'never', values: {} };
  if (last.until < day) return { why: 'over', values: { day: writtenDay(last.until) } };
  return last.stand_in && process.env.DEMO === 'off' ? { why: 'stand_in', values: {} } : null;
}

/** A session that passed a day ago or later is about the client who is written now. */
const FRESH = '24 hours';

/**
 * A new client is identified by the last session of who writes the card, where the card has what MyID said; else the session
 * says on the card what differs.
 */
export async function identifyNew({ db, user, now }: Writer, id: number, card: Card): Promise<void> {
  const { rows } = await sql<{ id: number; person: MyidPerson }>`
    SELECT id, person FROM myid_session
    WHERE is_new AND client_id IS NULL AND status = 'passed' AND created_by = ${user.id} AND pinfl = ${card.pinfl}
      AND since > ${now}::timestamptz - ${FRESH}::interval ORDER BY id DESC LIMIT 1`.execute(db);
  const [session] = rows;
  if (session === undefined) return;
  const differences = differencesOf(card, session.person);
  await sql`UPDATE myid_session SET client_id = ${id}, differences = ${differences}::text[] WHERE id = ${session.id}`.execute(
    db,
  );
  if (differences.length === 0)
    await sql`UPDATE client SET myid_session_id = ${session.id} WHERE id = ${id}`.execute(db);
}
