/**
 * Warehouse service: markups of categories, what lines of invoices begin with (areas 4.3
 * `/repositories/markup-category`). Extensions: the specification prints only what asks for them (`additional_prices`).
 * A markup is a dated setting: see machines/settingRevision.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, day, id, instant, Person, queryId, uzs } from './common.ts';
import { MAX_VALUE, Named } from './invoices.ts';

export const REVISION_STATUSES = ['draft', 'planned', 'valid', 'superseded', 'dropped'] as const;
export type RevisionStatus = (typeof REVISION_STATUSES)[number];

const Figures = { no_cash: z.number(), additional: z.number(), other_additional: uzs() };

/** A revision of the markup of a category. */
export const Markup = z.object({
  id: z.int(),
  category: Named,
  /** Null: of every organization without a markup of its own. */
  organization: z.nullable(Named),
  ...Figures,
  valid_from: z.iso.date(),
  status: z.enum(REVISION_STATUSES),
  version: z.int(),
  created_at: instant(),
  created_by: z.nullable(Person),
  allowed_events: z.array(z.string()),
});
export type Markup = z.infer<typeof Markup>;

/** A category of the tree, in its order, with what holds in it. */
export const MarkupOfCategory = z.object({
  id: z.int(),
  name: z.string(),
  parent_id: z.nullable(z.int()),
  /** 0 at the top. */
  depth: z.int(),
  /** None: the cost is taken as it is. */
  in_force: z.nullable(
    z.object({
      ...Figures,
      valid_from: z.iso.date(),
      /** Where it comes from: this category itself, or the nearest one above. */
      of: Named,
      own: z.boolean(),
      organization: z.nullable(Named),
    }),
  ),
  /** Revisions of this category that are not valid yet. */
  drafts: z.int(),
  planned: z.int(),
  next: z.nullable(z.iso.date()),
});
export type MarkupOfCategory = z.infer<typeof MarkupOfCategory>;

/** `no_cash` divides the cost, so it is above 0 (decision 22). */
const body = {
  no_cash: z.number().check(z.gt(0), z.lte(100), z.multipleOf(0.01)),
  additional: z.number().check(z.gte(0), z.lte(100), z.multipleOf(0.01)),
  other_additional: z.int().check(z.gte(0), z.lte(MAX_VALUE)),
  valid_from: day(),
};

const extension = { service: 'warehouse', origin: 'extension' } as const;
const SHOW = 'markup_category.show';
const EDIT = 'markup_category.edit';
const event = (type: string) => ({ machine: 'settingRevision', type });
const MarkupAnswer = dataOf(Markup);

export const markupIndex = defineCall({
  ...extension,
  id: 'markupIndex',
  rule: SHOW,
  method: 'GET',
  path: '/markup_category/index',
  query: z.object({
    /** Whose markups are in force; without it the general ones. */
    organization_id: z.optional(queryId()),
  }),
  response: z.object({ data: z.array(MarkupOfCategory) }),
  summary: 'The tree of categories, whole, with the markup in force in each.',
});

export const markupRevisions = defineCall({
  ...extension,
  id: 'markupRevisions',
  rule: SHOW,
  method: 'GET',
  path: '/markup_category/revisions/{id}',
  response: z.object({ data: z.array(Markup), category: Named }),
  summary: 'Every revision of a category’s markup, the latest day first; `id` is the category’s.',
});

export const markupCreate = defineCall({
  ...extension,
  id: 'markupCreate',
  rule: EDIT,
  method: 'POST',
  path: '/markup_category/create',
  body: z.object({ category_id: id(), organization_id: z.nullable(id()), ...body }),
  response: MarkupAnswer,
  summary: 'Opens a revision as a draft. General markups are of the office alone.',
});

export const markupUpdate = defineCall({
  ...extension,
  id: 'markupUpdate',
  rule: EDIT,
  method: 'PUT',
  path: '/markup_category/update/{id}',
  body: z.object(body),
  response: MarkupAnswer,
  event: event('revision.update'),
  summary: 'Changes the figures or the day of a draft.',
});

export const markupPlan = defineCall({
  ...extension,
  id: 'markupPlan',
  rule: EDIT,
  method: 'PUT',
  path: '/markup_category/plan/{id}',
  response: MarkupAnswer,
  event: event('revision.plan'),
  summary: 'Settles a draft: it holds from its day on, at once when that has come; not in a closed month.',
});

export const markupDrop = defineCall({
  ...extension,
  id: 'markupDrop',
  rule: EDIT,
  method: 'PUT',
  path: '/markup_category/drop/{id}',
  response: MarkupAnswer,
  event: event('revision.drop'),
  summary: 'Gives up a revision that is not valid yet.',
});

export const markupCalls = [markupIndex, markupRevisions, markupCreate, markupUpdate, markupPlan, markupDrop] as const;
