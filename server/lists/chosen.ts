import { type RawBuilder, sql } from 'kysely';

/**
 * Rows of a list to choose from: those that may be chosen now, or the one that is asked for by its id, chosen before.
 * @param open what may be chosen now
 */
export const chosenFrom = (
  asked: { readonly id?: number | undefined },
  id: RawBuilder<unknown>,
  open: RawBuilder<unknown>,
): RawBuilder<unknown> => (asked.id === undefined ? open : sql`${id} = ${asked.id}`);
