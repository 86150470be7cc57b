/** What only the server needs of the calls of `appeals.ts`. */
import * as z from 'zod/mini';
import { choicesQuery } from './directory/choices.server.ts';
import { serverSide } from './serverSide.ts';

const query = z.object(choicesQuery);

export const appealsServer = serverSide({
  appealKindGetAll: {
    origin: 'extension',
    rule: 'client_appeal.show|client_appeal.allshow',
    query,
    summary: 'Kinds of appeal, each with the days in which one is answered.',
  },
  appealAnswererGetAll: {
    origin: 'extension',
    rule: 'client_appeal.edit',
    query,
    summary: 'Who may answer an appeal of the branches of the person who asks, by name.',
  },
});
