/** Tables of clients; what else a client has is read by the kit of directories. */
import type { Generated } from 'kysely';
import type { InstantNow } from './columns.ts';

export interface ClientTables {
  /** Who opened the card of which person (decision 85). */
  record_opening: { id: Generated<number>; kind: string; record_id: number; user_id: number; at: InstantNow };
  /** Files of a record; `file.kind` names its declaration. */
  record_file: { file_id: number; record_id: number };
}
