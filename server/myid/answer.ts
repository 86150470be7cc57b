/** What an answer of MyID does: it fills what a card lacks, verifies the client, or says what differs (decisions 82, 83). */
import { type Kysely, sql } from 'kysely';
import type { MyidPerson } from '../../contract/myid.ts';
import type { Database } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { CLIENTS } from '../directories/client.ts';
import { personById } from '../http/auth.ts';
import { Refusal } from '../http/refusal.ts';
import { askMyid, type MyidAnswer } from './adapter.ts';
import { type Card, differencesOf } from './identity.ts';
import { findSession, SESSIONS, type Session } from './sessions.ts';

interface Scene {
  readonly db: Kysely<Schema>;
  readonly now: Date;
}

const cardOf = async ({ db }: Scene, id: number): Promise<Card | undefined> =>
  (
    await sql<Card>`
      SELECT c.pinfl, c.fullname, to_char(c.birth_date, 'YYYY-MM-DD') AS birth_date, c.gender,
             ARRAY(SELECT d.number FROM client_document d WHERE d.client_id = c.id AND d.active) AS documents
      FROM client c WHERE c.id = ${id} FOR UPDATE OF c`.execute(db)
  ).rows[0];

/** Writes what the card lacks, and by which session the client is identified; its log has who began the session. */
async function verify(scene: Scene, session: Session, card: Card, said: MyidPerson): Promise<void> {
  const { db, now } = scene;
  const user = await personById(db, session.created_by);
  const id = session.client_id as number;
  const { fullname, birth_date, gender } = card;
  await CLIENTS.correct({ db, now, user, language: 'uz', note: { myIdSession: session.id } }, id, {
    ...{ fullname, birth_date, gender, pinfl: card.pinfl ?? said.pinfl },
    ...(card.documents.length === 0 && { documents: [said.document] }),
  });
  await sql`UPDATE client SET myid_session_id = ${session.id} WHERE id = ${id}`.execute(db);
}

/** Writes an answer into a session that waits for it. */
export async function writeAnswer(scene: Scene, session: Session, answer: NonNullable<MyidAnswer>): Promise<void> {
  const { stand_in } = answer;
  const set = (columns: object) =>
    sql`UPDATE myid_session SET person = (${JSON.stringify(columns)}::jsonb)->'person', stand_in = ${stand_in},
      failure = (${JSON.stringify(columns)}::jsonb)->>'failure',
      differences = ARRAY(SELECT jsonb_array_elements_text((${JSON.stringify(columns)}::jsonb)->'differences'))
      WHERE id = ${session.id}`.execute(scene.db);
  if ('failure' in answer) {
    await SESSIONS.takeOwn(scene, session, 'myid.fail', async () => {
      await set({ person: null, failure: answer.failure, differences: [] });
      return { failure: answer.failure, stand_in };
    });
    return;
  }
  await SESSIONS.takeOwn(scene, session, 'myid.pass', async () => {
    const { person } = answer;
    const card = session.client_id === null ? undefined : await cardOf(scene, session.client_id);
    const differences = card === undefined ? [] : differencesOf(card, person);
    await set({ person, failure: null, differences });
    if (card !== undefined && differences.length === 0) await verify(scene, session, card, person);
    return { differences, stand_in };
  });
}

/** A number that another client has by now is an answer about somebody else's card. */
const isTaken = (error: unknown): boolean => error instanceof Refusal && error.status === 422;

/** Asks about one session outside of any transaction, and writes the answer where it still waits. */
export async function answerSession(database: Database, id: number, now = new Date()): Promise<void> {
  const scene = { db: database.kysely, now };
  const session = await findSession(scene, id);
  const answer = session.status === 'in_progress' ? await askMyid(session, scene) : null;
  if (answer === null) return;
  const write = (said: NonNullable<MyidAnswer>) =>
    database.tx(async (db) => {
      const held = await findSession({ db, now }, id, true);
      if (held.status === 'in_progress') await writeAnswer({ db, now }, held, said);
    });
  await write(answer).catch((error: unknown) => {
    if (!isTaken(error)) throw error;
    return write({ failure: 'other_person', stand_in: answer.stand_in });
  });
}

/** Sessions whose time is over without an answer. @returns how many */
export const expireSessions = ({ db, now }: Scene): Promise<number> =>
  SESSIONS.takeDue({ db, now }, 'myid.expire', sql`expires_at < ${now}`);

/** Every session that waits for MyID; those whose time is over are ended. */
export async function answerDue(database: Database, now = new Date()): Promise<void> {
  await database.tx((db) => expireSessions({ db, now }));
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM myid_session WHERE status = 'in_progress' ORDER BY id`.execute(database.kysely);
  for (const { id } of rows) await answerSession(database, id, now);
}
