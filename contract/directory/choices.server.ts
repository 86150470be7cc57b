/** What a call that records are chosen from is asked. */
import * as z from 'zod/mini';
import { pageQuery, queryId } from '../common.ts';

export const choicesQuery = {
  ...pageQuery,
  search: z.optional(z.string().check(z.maxLength(100))),
  /** That record alone, which may be archived since it was chosen: an address has only the id. */
  id: z.optional(queryId()),
};
