/** What only the server needs of the calls of `people.ts`. */
import * as z from 'zod/mini';
import { id } from './common.ts';
import { serverSide } from './serverSide.ts';

const extension = { origin: 'extension' } as const;

export const peopleServer = serverSide({
  branchUserLeaving: {
    ...extension,
    rule: 'branch_setting_users.edit',
    body: z.object({
      event: z.enum(['user.suspend', 'user.dismiss', 'user.update']),
      /** Of a change: what would be another one. */
      position_id: z.optional(id()),
      organization_id: z.optional(id()),
      office: z.optional(z.boolean()),
      /** Who would take over the open work. */
      heir_id: z.optional(id()),
    }),
    summary:
      'The own open work of an employee, and which open documents nobody could move on once the access is closed, or the position or the branch is another one.',
  },
  branchUserSessions: {
    ...extension,
    rule: 'branch_setting_users.show',
    summary: 'Where an employee is signed in now.',
  },
});
