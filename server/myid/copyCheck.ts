/** A copy of a client's document is checked by another person than who brought it, and takes the place of MyID (decision 82). */
import { sql } from 'kysely';
import { client } from '../../contract/directories/client.ts';
import { isCopy, type Verification } from '../../contract/myid.ts';
import { allows } from '../../contract/rules.ts';
import { filesOfCard } from '../clients/card.ts';
import { CLIENTS } from '../directories/client.ts';
import type { FoundRecord } from '../directory/records.ts';
import { recordShelf, withoutNumbers } from '../documents/shelf.ts';
import { tashkentDay } from '../http/days.ts';
import { say } from '../http/messages.ts';
import { conflict, invalidField } from '../http/refusal.ts';
import type { Asked } from '../lifecycle/lifecycle.ts';
import { appendLog, requireRight, requireVersion } from '../lifecycle/stages.ts';
import { allowsCopies, verificationOf } from './identity.ts';

/** Pictures and PDFs of the card itself and of the client's documents that the reader may see, and whether some are hidden. */
async function copiesOfCard(asked: Asked, id: number, only: number | null = null) {
  const own = (await recordShelf(client.spec.name).files(asked.db, id)).filter(isCopy);
  const shown = await CLIENTS.shownFiles(asked, id, own);
  const ofDocuments = (await filesOfCard(asked, id, only)).map(({ document: _, ...file }) => file);
  const copies = [...shown.filter((file) => only === null || file.id === only), ...ofDocuments.filter(isCopy)];
  return { copies, hides: shown.length < own.length };
}

/** By what a client is identified today, with the file where the reader may see it. */
export async function verificationFor(asked: Asked, clientId: number): Promise<Verification | null> {
  const found = await verificationOf(asked.db, clientId, tashkentDay(asked.now));
  if (found === null || found.copy === null) return found && { ...found, copy: null };
  const { checked_by, file_id } = found.copy;
  const [seen] = (await copiesOfCard(asked, clientId, file_id)).copies;
  if (seen === undefined) return { ...found, copy: { checked_by, file: null } };
  return { ...found, copy: { checked_by, file: seen } };
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

/** Why the person would be refused whichever file were named; null: there is one, or no right to check any. */
export async function whyNoCopy(asked: Asked, id: number): Promise<string | null> {
  const { db, user, now, language } = asked;
  if (!allows(user.rules, 'client_change.confirm') || !(await allowsCopies(db, tashkentDay(now)))) return null;
  const why = async (): Promise<string | null> => {
    const card = await cardOf(asked, id);
    if (card.written) return 'copy_own_card';
    if (!card.document) return 'copy_no_document';
    const { copies, hides } = await copiesOfCard(asked, id);
    if (copies.some(({ created_by }) => created_by.id !== user.id)) return null;
    return hides ? 'copy_hidden' : copies.length > 0 ? 'copy_own_file' : 'copy_none';
  };
  const key = await why();
  return key && say(language, `errors.${key}`);
}

/** @throws Refusal 403 of who wrote the card or brought the file; 409 where no copy counts; 422 of a file that is none of the card */
export async function confirmCopy(asked: Asked, record: FoundRecord, fileId: number): Promise<void> {
  const { db, user, now } = asked;
  const { id, version } = record;
  const card = await cardOf(asked, id);
  const [file] = (await copiesOfCard(asked, id, fileId)).copies;
  requireRight(!card.written && file?.created_by.id !== user.id, 'errors.own_record');
  await requireVersion(asked.ifMatch, version, () => ({ version }));
  if (!(await allowsCopies(db, tashkentDay(now)))) throw conflict('not_allowed_now', { messageKey: 'errors.copy_off' });
  if (!card.document) throw conflict('not_allowed_now', { messageKey: 'errors.copy_no_document' });
  if (file === undefined) throw invalidField('file_id', 'copy_not_on_card');
  await sql`INSERT INTO client_copy_check (client_id, file_id, checked_at, checked_by)
    VALUES (${id}, ${fileId}, ${now}, ${user.id})`.execute(db);
  await appendLog(db, {
    ...{ log: 'record_log', kind: client.spec.name, machine: null, id, event: 'copy.confirm' },
    ...{
      before: null,
      after: null,
      payload: { after: { file: withoutNumbers(file.name) }, file: fileId },
      userId: user.id,
      now,
    },
  });
}
