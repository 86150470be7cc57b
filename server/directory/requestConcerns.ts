/** Whom the steps of a request concern: who may decide on it once it is sent, and its owner what was decided. */
import { sql } from 'kysely';
import type { ApprovalEvent } from '../../machines/approval/approval.machine.ts';
import { holdsRule } from '../http/heldRules.ts';
import type { Concern, LoggedFields } from '../lifecycle/stages.ts';
import type { FoundRecord } from './records.ts';

interface Request {
  /** Who has written in it (decision 90). */
  authors: readonly number[];
  owner_id: number;
}

/** Who sees requests of a kind, and who decides about them. */
interface Rules {
  readonly show: string;
  readonly decide: string;
}

/** So many people are told of a request at most: any of them decides. */
const MOST_DECIDERS = 50;

/** Who has written in a record of a directory (decision 90). */
export const authorsOf = (record: object): readonly number[] => (record as FoundRecord).authors ?? [];

/** Who may decide about something: nobody decides on the own (V16). */
export const decidersOf = (authors: readonly number[], { show, decide }: Rules) => sql`
  SELECT id FROM app_user
  WHERE active AND id <> ALL (${[...authors]}::integer[]) AND ${holdsRule(decide)} AND ${holdsRule(show)}
  ORDER BY id LIMIT ${MOST_DECIDERS}`;

export function concernOfRequest(
  request: Request,
  event: ApprovalEvent['type'],
  { after }: LoggedFields,
  rules: Rules,
): Concern | undefined {
  const owner = { people: sql`SELECT ${request.owner_id}::integer` };
  switch (event) {
    case 'request.send':
      return { people: decidersOf(request.authors, rules) };
    case 'request.approve':
      return owner;
    case 'request.refuse':
    case 'request.cancel':
      // one that was taken back with its file has no reason
      return after === undefined ? undefined : { ...owner, words: (after as { reason: string }).reason };
    default:
      return undefined;
  }
}
