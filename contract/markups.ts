/**
 * Warehouse service: markups of categories, what lines of invoices begin with (areas 4.3
 * `/repositories/markup-category`). Extensions: the specification prints only what asks for them (`additional_prices`).
 * A markup is a dated setting: see machines/settingRevision.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, instant, Person, uzs } from './common.ts';
import { Named } from './invoices/invoice.ts';
import { REVISION_STATUSES } from './setting/status.ts';

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
const MarkupAnswer = dataOf(Markup);

/** What shows markups. */
const MARKUPS = ['markupIndex', 'markupRevisions'] as const;

export const markupIndex = defineCall({
  id: 'markupIndex',
  service: 'warehouse',
  method: 'GET',
  path: '/markup_category/index',
  response: z.object({ data: z.array(MarkupOfCategory) }),
});

export const markupRevisions = defineCall({
  id: 'markupRevisions',
  service: 'warehouse',
  method: 'GET',
  path: '/markup_category/revisions/{id}',
  response: z.object({ data: z.array(Markup), category: Named }),
});

export const markupCreate = defineCall({
  id: 'markupCreate',
  service: 'warehouse',
  method: 'POST',
  path: '/markup_category/create',
  stale: MARKUPS,
  response: MarkupAnswer,
});

export const markupUpdate = defineCall({
  id: 'markupUpdate',
  service: 'warehouse',
  method: 'PUT',
  path: '/markup_category/update/{id}',
  stale: MARKUPS,
  response: MarkupAnswer,
});

export const markupPlan = defineCall({
  id: 'markupPlan',
  service: 'warehouse',
  method: 'PUT',
  path: '/markup_category/plan/{id}',
  stale: MARKUPS,
  response: MarkupAnswer,
});

export const markupDrop = defineCall({
  id: 'markupDrop',
  service: 'warehouse',
  method: 'PUT',
  path: '/markup_category/drop/{id}',
  stale: MARKUPS,
  response: MarkupAnswer,
});

export const markupCalls = [markupIndex, markupRevisions, markupCreate, markupUpdate, markupPlan, markupDrop] as const;
