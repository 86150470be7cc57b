/** Calls of sessions of MyID (`contract/myid.ts`). */
import { sql } from 'kysely';
import {
  clientCopyConfirm,
  myidClient,
  myidSessionCreate,
  myidSessionShow,
  myidSessionStart,
} from '../../contract/myid.ts';
import { saidByPinfl } from '../../contract/persons.ts';
import { nudge } from '../db/pool.ts';
import { CLIENTS } from '../directories/client.ts';
import { tashkentDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { invalidField } from '../http/refusal.ts';
import type { Asked } from '../lifecycle/lifecycle.ts';
import { confirmCopy, verificationFor, whyNoCopy } from './copyCheck.ts';
import { allowsCopies } from './identity.ts';
import { answerOf, findSeen, SESSIONS, sessionsWhere } from './sessions.ts';

const MINUTES = 10;

/** By what a client or a new person is asked about. */
async function subjectOf(asked: Asked, { client_id, pinfl }: { client_id: number | null; pinfl: string | null }) {
  if (client_id === null) {
    if (pinfl === null) throw invalidField('pinfl', 'required');
    return { pinfl, document: null, birth_date: saidByPinfl(pinfl).birth_date };
  }
  // a card that there is not is 404
  await CLIENTS.find(asked, client_id);
  const { rows } = await sql<{ pinfl: string | null; document: string | null; birth_date: string }>`
    SELECT c.pinfl, to_char(c.birth_date, 'YYYY-MM-DD') AS birth_date,
           (SELECT d.number FROM client_document d WHERE d.client_id = c.id AND d.active ORDER BY d.id DESC LIMIT 1) AS document
    FROM client c WHERE c.id = ${client_id}`.execute(asked.db);
  const card = rows[0] as (typeof rows)[number];
  if (card.pinfl === null && card.document === null) throw invalidField('client_id', 'myid_no_number');
  return card.pinfl === null ? card : { ...card, document: null };
}

export const myidImplementations: Implementation[] = [
  implement(myidSessionCreate, {
    async handle(context) {
      const { db, user, body, now } = context;
      const { pinfl, document, birth_date } = await subjectOf(context, body);
      const expires = new Date(now.getTime() + MINUTES * 60_000);
      const { id } = await SESSIONS.create(context, 'myid.create', async (status) => {
        const { rows } = await sql<{ id: number }>`
          INSERT INTO myid_session (client_id, is_new, pinfl, document, birth_date, consent, expires_at, status, created_by,
            created_at, since)
          VALUES (${body.client_id}, ${body.client_id === null}, ${pinfl}, ${document}, ${birth_date}::date, ${body.consent},
            ${expires}, ${status}, ${user.id}, ${now}, ${now}) RETURNING id`.execute(db);
        return { id: (rows[0] as { id: number }).id, details: { consent: body.consent } };
      });
      return { data: answerOf(context, await findSeen(context, id)) };
    },
  }),

  implement(
    myidSessionStart,
    SESSIONS.step('myid.start', async ({ db, record, now }) => {
      const expires = new Date(now.getTime() + MINUTES * 60_000);
      await sql`UPDATE myid_session SET started_at = ${now}, expires_at = ${expires} WHERE id = ${record.id}`.execute(
        db,
      );
      // who asks is told once this is committed
      nudge({ topic: 'sources' });
    }),
  ),

  implement(myidSessionShow, {
    record: (asked) => findSeen(asked, asked.params.id),
    handle: async (context) => ({ data: answerOf(context, context.record) }),
  }),

  implement(myidClient, {
    record: (asked) => CLIENTS.find(asked, asked.params.id),
    async handle(context) {
      const { db, now, record } = context;
      const [session] = await sessionsWhere(context, sql`WHERE s.client_id = ${record.id} ORDER BY s.id DESC LIMIT 1`);
      return {
        data: {
          verified: await verificationFor(context, record.id),
          session: session === undefined ? null : answerOf(context, session),
          copies: await allowsCopies(db, tashkentDay(now)),
          copy_refused: await whyNoCopy(context, record.id),
        },
      };
    },
  }),

  implement(clientCopyConfirm, {
    record: (asked) => CLIENTS.find(asked, asked.params.id, true),
    async handle(context) {
      await confirmCopy(context, context.record, context.body.file_id);
      const data = await verificationFor(context, context.record.id);
      if (data === null) throw new Error('the client was identified a moment ago');
      return { data, message: say(context.language, 'actions.copy_checked') };
    },
  }),
];
