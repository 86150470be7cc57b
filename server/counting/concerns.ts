/** Whom the steps of an act concern: its owner what counters do, a counter what the owner does with the list. */
import { sql } from 'kysely';
import type { Concern, LoggedFields, Subject } from '../lifecycle/stages.ts';
import type { ActRecord } from './access.ts';
import type { ActEvent } from './lifecycle.ts';

const owner = (act: ActRecord) => sql`SELECT ${act.ownerId}::integer`;
const counter = (list: Subject | undefined) =>
  sql`SELECT user_id FROM computing_act_user WHERE id = ${list?.id ?? null}::integer`;
const written = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

export function concernOfAct(
  act: ActRecord,
  event: ActEvent,
  details: LoggedFields,
  list?: Subject,
): Concern | undefined {
  switch (event) {
    case 'counter.add':
      return { people: counter(list) };
    case 'counter.rename': {
      const [before, after] = [details.before, details.after] as { user_id?: number }[];
      return before?.user_id === after?.user_id ? undefined : { people: counter(list) };
    }
    case 'counter.submit':
      return { people: owner(act) };
    case 'counter.release':
      return { people: sql`${owner(act)} UNION ${counter(list)}`, words: written(details.reason) };
    case 'act.complete':
    case 'act.form':
      return { people: owner(act) };
    case 'act.cancel':
      return {
        people: sql`${owner(act)} UNION SELECT user_id FROM computing_act_user WHERE act_of_count_id = ${act.id}`,
        words: written(details.reason),
      };
    case 'comment.add':
      return {
        people: sql`${owner(act)} UNION SELECT created_by FROM document_comment WHERE document_id = ${act.id}`,
        words: written(details.comment),
      };
    default:
      return undefined;
  }
}
