/** The valid approved run of a client's scoring, which signing asks for where the organization does (decisions 65, 73, 74). */
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { validRun } from '../scoring/validRun.ts';

export interface ApprovedRun {
  readonly limit: number;
  readonly valid_until: string;
}

/** What is approved on the day, of the last decision about the client; null where nothing is. */
export const approvedRun = (db: Kysely<Schema>, clientId: number, day: string): Promise<ApprovedRun | null> =>
  validRun(db, clientId, day);
