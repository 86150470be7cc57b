/** Whom the steps of a request concern: who may decide on it once it is sent, and its owner what was decided. */
import { sql } from 'kysely';
import type { ApprovalEvent } from '../../machines/approval/approval.machine.ts';
import { holdsRule } from '../http/auth.ts';
import type { Concern, LoggedFields } from '../lifecycle/stages.ts';

interface Request {
  created_by: number;
  owner_id: number;
}

/** So many people are told of a request at most: any of them decides. */
const MOST_DECIDERS = 50;

/** Who may decide about something: nobody decides on the own (V16). */
export const decidersOf = (created_by: number, rule: string) => sql`
  SELECT id FROM app_user
  WHERE active AND id <> ${created_by} AND ${holdsRule(`${rule}.confirm`)} AND ${holdsRule(`${rule}.show`)}
  ORDER BY id LIMIT ${MOST_DECIDERS}`;

export function concernOfRequest(
  request: Request,
  event: ApprovalEvent['type'],
  { after }: LoggedFields,
  rule: string,
): Concern | undefined {
  const owner = { people: sql`SELECT ${request.owner_id}::integer` };
  switch (event) {
    case 'request.send':
      return { people: decidersOf(request.created_by, rule) };
    case 'request.approve':
      return owner;
    case 'request.refuse':
    case 'request.cancel':
      return { ...owner, words: (after as { reason: string }).reason };
    default:
      return undefined;
  }
}
