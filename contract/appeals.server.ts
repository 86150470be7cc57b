/** What only the server needs of the calls of `appeals.ts`. */
import * as z from 'zod/mini';
import { pageQuery } from './common.ts';
import { serverSide } from './serverSide.ts';

export const appealsServer = serverSide({
  appealKindGetAll: {
    origin: 'extension',
    rule: 'client_appeal.show|client_appeal.allshow',
    query: z.object({ ...pageQuery, search: z.optional(z.string().check(z.maxLength(100))) }),
    summary: 'Kinds of appeal, each with the days in which one is answered.',
  },
});
