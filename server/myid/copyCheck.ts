/** A copy of a client's document is checked by another person than who brought it, and takes the place of MyID (decision 82). */
import { sql } from 'kysely';
import { client } from '../../contract/directories/client.ts';
import { isCopy, type Verification } from '../../contract/myid.ts';
import { filesOfCard } from '../clients/card.ts';
import type { FoundRecord } from '../directory/records.ts';
import { tashkentDay } from '../http/days.ts';
import { conflict, invalidField } from '../http/refusal.ts';
import type { Asked } from '../lifecycle/lifecycle.ts';
import { appendLog, requireRight, requireVersion } from '../lifecycle/stages.ts';
import { allowsCopies, verificationOf } from './identity.ts';

/** By what a client is identified today, with the file where the reader may see it. */
export async function verificationFor(asked: Asked, clientId: number): Promise<Verification | null> {
  const found = await verificationOf(asked.db, clientId, tashkentDay(asked.now));
  if (found === null || found.copy === null) return found && { ...found, copy: null };
  const { checked_by, file_id } = found.copy;
  const [seen] = await filesOfCard(asked, clientId, file_id);
  if (seen === undefined) return { ...found, copy: { checked_by, file: null } };
  const { document: _, ...file } = seen;
  return { ...found, copy: { checked_by, file } };
}

interface Card {
  /** Whether the person has written in it; what an approval or MyID wrote, others have answered for. */
  written: boolean;
  /** Whether it has a document that is valid today. */
  document: boolean;
}

async function cardOf({ db, user, now }: Asked, id: number): Promise<Card> {
  const { rows } = await sql<Card>`
    SELECT coalesce(c.created_by = ${user.id}, false) OR EXISTS (SELECT 1 FROM record_log l
             WHERE l.kind = ${client.spec.name} AND l.record_id = c.id AND l.event = 'record.update' AND l.user_id = ${user.id}
               AND NOT l.payload ? 'clientChange' AND NOT l.payload ? 'myIdSession') AS written,
           EXISTS (SELECT 1 FROM client_document n WHERE n.client_id = c.id AND n.active
             AND (n.expires_on IS NULL OR n.expires_on >= ${tashkentDay(now)}::date)) AS document
    FROM client c WHERE c.id = ${id}`.execute(db);
  return rows[0] as Card;
}

/** @throws Refusal 403 of who wrote the card or brought the file; 409 where no copy counts; 422 of a file that is none of the card */
export async function confirmCopy(asked: Asked, record: FoundRecord, fileId: number): Promise<void> {
  const { db, user, now } = asked;
  const { id, version } = record;
  const card = await cardOf(asked, id);
  const [file] = await filesOfCard(asked, id, fileId);
  requireRight(!card.written && file?.created_by.id !== user.id, 'errors.own_record');
  await requireVersion(asked.ifMatch, version, () => ({ version }));
  if (!(await allowsCopies(db, tashkentDay(now)))) throw conflict('not_allowed_now', { messageKey: 'errors.copy_off' });
  if (!card.document) throw conflict('not_allowed_now', { messageKey: 'errors.copy_no_document' });
  if (file === undefined || !isCopy(file)) throw invalidField('file_id', 'copy_not_on_card');
  await sql`INSERT INTO client_copy_check (client_id, file_id, checked_at, checked_by)
    VALUES (${id}, ${fileId}, ${now}, ${user.id})`.execute(db);
  await appendLog(db, {
    ...{ log: 'record_log', kind: client.spec.name, machine: null, id, event: 'copy.confirm' },
    ...{ before: null, after: null, payload: { after: { file: file.name }, file: fileId }, userId: user.id, now },
  });
}
