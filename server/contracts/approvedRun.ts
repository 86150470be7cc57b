/** The valid approved run of a client's scoring, which signing asks for where the organization does (decisions 65, 73, 74). */
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

export interface ApprovedRun {
  readonly limit: number;
  readonly valid_until: string;
}

/** No run is made yet, so nothing is approved: where scoring is asked for, signing is refused with that sentence. */
export async function approvedRun(_: Kysely<Schema>, __: number, ___: string): Promise<ApprovedRun | null> {
  return null;
}
