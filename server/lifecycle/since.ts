/** Who was faster, where a step is refused to somebody who saw the row before its last change. */
import { sql } from 'kysely';
import { tashkentDay, writtenDay } from '../http/days.ts';
import type { RefusalExtra } from '../http/refusal.ts';
import type { Asked, Row } from './spec.ts';

const hour = new Intl.DateTimeFormat('ru', { timeZone: 'Asia/Tashkent', hour: '2-digit', minute: '2-digit' });

/** What its log is read by: of a document or a record as such, or of a part as what a row is about. */
export interface Logged {
  readonly machine: string;
  readonly log: 'event_log' | 'record_log';
  readonly kind: string;
}

const linesOf = ({ machine, log, kind }: Logged, id: number) =>
  log === 'record_log'
    ? sql`record_log l WHERE l.kind = ${kind} AND l.record_id = ${id}`
    : sql`event_log l WHERE l.id = (SELECT max(o.id) FROM (
        (SELECT d.id FROM event_log d WHERE d.document_id = ${id} AND d.machine = ${machine} ORDER BY d.id DESC LIMIT 1)
        UNION ALL
        (SELECT p.id FROM event_log p WHERE p.subject_machine = ${machine} AND p.subject_id = ${id} ORDER BY p.id DESC LIMIT 1)) o)`;

/** The person and moment of the last change, where it is not the asking person's and came after what that one saw. */
export async function changedSince(
  { db, user, ifMatch, now }: Partial<Asked> & Pick<Asked, 'db' | 'now'>,
  { id, version }: Row,
  logged: Logged,
): Promise<Pick<RefusalExtra, 'changed'>> {
  if (ifMatch === undefined || version === undefined || ifMatch === version) return {};
  const { rows } = await sql<{ user_id: number | null; who: string | null; at: Date }>`
    SELECT l.user_id, u.fullname AS who, l.at FROM (SELECT l.* FROM ${linesOf(logged, id)} ORDER BY l.id DESC LIMIT 1) l
    LEFT JOIN app_user u ON u.id = l.user_id`.execute(db);
  const [last] = rows;
  if (!last?.who || last.user_id === user?.id) return {};
  const day = tashkentDay(last.at);
  const time = hour.format(last.at);
  return { changed: { who: last.who, time: day === tashkentDay(now) ? time : `${writtenDay(day)} ${time}` } };
}
