/** What only the server needs of the calls of `choices.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { readersOf } from './directories/index.server.ts';
import { choicesQuery } from './directory/choices.server.ts';
import { serverSide } from './serverSide.ts';

/** Any page that chooses a person or a branch may ask. */
const RULE = 'act_of_count.show|act_of_count.allshow|warehouse_list.show|practice_day.show|user_rule.show';
const withReaders = (of: string) => [...new Set([...RULE.split('|'), ...readersOf(of)])].join('|');

export const choicesServer = serverSide({
  userGetAll: {
    origin: 'specification',
    rule: withReaders('user'),
    query: z.object(choicesQuery),
    summary: 'People to choose a counter or a keeper from.',
  },
  organizationGetAll: {
    origin: 'extension',
    rule: withReaders('organization'),
    query: z.object(choicesQuery),
    summary: 'Organizations that the person may choose.',
  },
});
