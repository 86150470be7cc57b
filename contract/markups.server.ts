/** What only the server needs of the calls of `markups.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { day, id, queryId } from './common.ts';
import { MAX_VALUE } from './invoices/shared.ts';
import { serverSide } from './serverSide.ts';

/** `no_cash` divides the cost, so it is above 0 (decision 22). */
const body = {
  no_cash: z.number().check(z.gt(0), z.lte(100), z.multipleOf(0.01)),
  additional: z.number().check(z.gte(0), z.lte(100), z.multipleOf(0.01)),
  other_additional: z.int().check(z.gte(0), z.lte(MAX_VALUE)),
  valid_from: day(),
};
const extension = { origin: 'extension' } as const;
const SHOW = 'markup_category.show';
const EDIT = 'markup_category.edit';
const event = (type: string) => ({ machine: 'settingRevision', type });

export const markupsServer = serverSide({
  markupIndex: {
    ...extension,
    rule: SHOW,
    query: z.object({
      /** Whose markups are in force; without it the general ones. */
      organization_id: z.optional(queryId()),
    }),
    summary: 'The tree of categories, whole, with the markup in force in each.',
  },
  markupRevisions: {
    ...extension,
    rule: SHOW,
    summary: 'Every revision of a category’s markup, the latest day first; `id` is the category’s.',
  },
  markupCreate: {
    ...extension,
    rule: EDIT,
    body: z.object({ category_id: id(), organization_id: z.nullable(id()), ...body }),
    summary: 'Opens a revision as a draft. General markups are of the office alone.',
  },
  markupUpdate: {
    ...extension,
    rule: EDIT,
    body: z.object(body),
    event: event('revision.update'),
    summary: 'Changes the figures or the day of a draft.',
  },
  markupPlan: {
    ...extension,
    rule: EDIT,
    event: event('revision.plan'),
    summary: 'Settles a draft: it holds from its day on, at once when that has come; not in a closed month.',
  },
  markupDrop: {
    ...extension,
    rule: EDIT,
    event: event('revision.drop'),
    summary: 'Gives up a revision that is not valid yet.',
  },
});
