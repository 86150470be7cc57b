/** Who a client is: what MyID says otherwise, by which session or checked copy a client is identified, and until when (decisions 82, 83). */
import { type Kysely, sql } from 'kysely';
import type { Person } from '../../contract/common.ts';
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
  readonly document_copy: boolean;
  readonly document_days: number;
}

const termsOn = async (db: Kysely<Schema>, day: string): Promise<Terms | null> =>
  (await inForce(db, clientSetting as unknown as Setting, {} as never, day)) as Terms | null;

/** Whether on a day a checked copy of the document takes the place of MyID. */
export const allowsCopies = async (db: Kysely<Schema>, day: string): Promise<boolean> =>
  (await termsOn(db, day))?.document_copy ?? false;

/** By what a client was identified, and until when that holds or held. */
export interface Identified extends Omit<Verification, 'copy'> {
  readonly copy: { readonly checked_by: Person; readonly file_id: number } | null;
}

interface Found {
  at: Date;
  stand_in: boolean;
  file_id: number | null;
  user_id: number | null;
  fullname: string | null;
}

/** The last session of MyID, and the last checked copy where copies count; the newest first. */
async function identifiedBy(db: Kysely<Schema>, clientId: number, terms: Terms | null): Promise<Identified[]> {
  const { rows } = await sql<Found>`
    SELECT s.since AS at, s.stand_in, NULL::integer AS file_id, NULL::integer AS user_id, NULL::text AS fullname
    FROM client c JOIN myid_session s ON s.id = c.myid_session_id WHERE c.id = ${clientId}
    UNION ALL
    (SELECT k.checked_at, false, k.file_id, u.id, u.fullname
     FROM client_copy_check k JOIN app_user u ON u.id = k.checked_by
     WHERE k.client_id = ${clientId} AND k.ended_at IS NULL AND ${terms?.document_copy ?? false}
     ORDER BY k.id DESC LIMIT 1)
    ORDER BY at DESC`.execute(db);
  return rows.map(({ stand_in, file_id, user_id, fullname, ...row }) => {
    const at = new Date(row.at);
    const until = daysAfter(tashkentDay(at), terms?.document_days ?? DAYS);
    const copy =
      file_id === null ? null : { file_id, checked_by: { id: user_id as number, fullname: fullname as string } };
    return { at: at.toISOString(), until, stand_in, copy };
  });
}

/** Outside the demo (`DEMO=off`) nobody signs by what a stand-in answered (decision 88). */
const serves = ({ stand_in }: Identified): boolean => !stand_in || process.env.DEMO !== 'off';

/** By what a client is identified on a day, and until when: what serves for signing before what does not. */
export async function verificationOf(db: Kysely<Schema>, clientId: number, day: string): Promise<Identified | null> {
  const held = (await identifiedBy(db, clientId, await termsOn(db, day))).filter(({ until }) => until >= day);
  return held.find(serves) ?? held[0] ?? null;
}

/** Why a person may not sign on a day for want of MyID; a key of words, and their values. */
export interface Unidentified {
  readonly why: 'never' | 'over' | 'stand_in';
  readonly values: Readonly<Record<string, string>>;
  /** A checked copy of the document would do instead. */
  readonly copies: boolean;
}

/**
 * Where the setting in force on the day asks for MyID, who signs is identified by it, or by a checked copy of the document where
 * the setting allows that (areas 3.1, 3.4; decision 82).
 * @returns null: nothing is against it
 */
export async function unidentifiedOn(db: Kysely<Schema>, clientId: number, day: string): Promise<Unidentified | null> {
  const terms = await termsOn(db, day);
  if (!terms?.myid) return null;
  const found = await identifiedBy(db, clientId, terms);
  const held = found.filter(({ until }) => until >= day);
  if (held.some(serves)) return null;
  const copies = terms.document_copy;
  const [last] = found;
  if (last === undefined) return { why: 'never', values: {}, copies };
  if (held.length === 0) return { why: 'over', values: { day: writtenDay(last.until) }, copies };
  return { why: 'stand_in', values: {}, copies };
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
