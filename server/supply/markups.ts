/**
 * Markups of categories (spec 3 "Input product line", areas 4.3 `/repositories/markup-category`): what a line of an
 * invoice begins with. Which revision is in force is read by its day, so nothing depends on when the job of
 * `server/maintenance.ts` marks it valid.
 */
import { type Kysely, sql } from 'kysely';
import { additionalPrices } from '../../contract/invoices/choices.ts';
import {
  type MarkupOfCategory,
  type Markup as MarkupRevision,
  markupCreate,
  markupDrop,
  markupIndex,
  markupPlan,
  markupRevisions,
  markupUpdate,
} from '../../contract/markups.ts';
import { allows } from '../../contract/rules.ts';
import type { RevisionStatus } from '../../contract/setting/status.ts';
import type { Schema } from '../db/schema.ts';
import { person } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import type { Language } from '../http/messages.ts';
import { forbidden, invalidField, notFound } from '../http/refusal.ts';
import type { Asked } from '../lifecycle/lifecycle.ts';
import { countsOn, defineRevisions, monthClosedOn } from '../settings/revisions.ts';

type Db = Kysely<Schema>;

/** Percents and soʻm of the price rule (spec 5 "Selling price rule", decision 22). */
export interface Markup {
  no_cash: number;
  additional: number;
  other_additional: number;
}

/** Where nobody has set a markup: the price rule then leaves the cost as it is. */
export const NO_MARKUP: Markup = { no_cash: 100, additional: 0, other_additional: 0 };

/** The open day of the organization, without one (or without an organization) today: `date`. */
const practiceDay = (organizationId: number | null) => sql`
  SELECT coalesce(
    (SELECT date FROM practice_day WHERE organization_id = ${organizationId}::int AND status = 'open'),
    (now() AT TIME ZONE 'Asia/Tashkent')::date) AS date`;

/**
 * What the price rule begins with for each of the variants, in one query; unknown variants are left out.
 *
 * The variant's own category decides, else the nearest category above it that has a markup; in one category the
 * organization's own markup goes before the general one. In force on the open practice day of the organization,
 * without an open one today. Always three figures: `NO_MARKUP` where there is none.
 */
export async function markupsOf(
  db: Db,
  variantIds: readonly number[],
  organizationId: number,
): Promise<Map<number, Markup>> {
  if (variantIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number } & Markup>`
    WITH RECURSIVE day AS (${practiceDay(organizationId)}), wanted AS (
      SELECT v.id, p.category_id
      FROM product_variant v JOIN product p ON p.id = v.product_id
      WHERE v.id = ANY (${[...new Set(variantIds)]}::int[])
    ), climb AS (
      SELECT DISTINCT category_id AS start, category_id AS at, 0 AS height FROM wanted
      UNION ALL
      SELECT c.start, k.parent_id, c.height + 1
      FROM climb c JOIN product_category k ON k.id = c.at
      WHERE k.parent_id IS NOT NULL
    ), found AS (
      SELECT DISTINCT ON (c.start) c.start, m.no_cash, m.additional, m.other_additional
      FROM climb c JOIN markup_category m ON m.category_id = c.at CROSS JOIN day
      WHERE ${countsOn('m')} AND m.valid_from <= day.date
        AND (m.organization_id IS NULL OR m.organization_id = ${organizationId}::int)
      ORDER BY c.start, c.height, m.organization_id NULLS LAST, m.valid_from DESC, m.id DESC
    )
    SELECT w.id, coalesce(f.no_cash, ${NO_MARKUP.no_cash}) AS no_cash,
           coalesce(f.additional, ${NO_MARKUP.additional}) AS additional,
           coalesce(f.other_additional, ${NO_MARKUP.other_additional}) AS other_additional
    FROM wanted w LEFT JOIN found f ON f.start = w.category_id`.execute(db);
  return new Map(rows.map(({ id, ...markup }) => [id, markup]));
}

export const seesEveryMarkup = (user: SignedIn): boolean =>
  user.office || allows(user.rules, 'markup_category.allshow');

interface Found extends MarkupRevision {
  organizationId: number | null;
}

/** Revisions by a condition on `m`, the latest day first. */
async function revisionsOf(
  db: Db,
  user: SignedIn,
  language: Language,
  where: ReturnType<typeof sql>,
  lock = false,
): Promise<Found[]> {
  const name = sql.ref(language === 'ru' ? 'k.name_ru' : 'k.name_uz');
  const { rows } = await sql<{
    id: number;
    category_id: number;
    category: string;
    organization_id: number | null;
    organization: string | null;
    no_cash: number;
    additional: number;
    other_additional: number;
    valid_from: string;
    status: RevisionStatus;
    version: number;
    created_at: Date;
    created_by: number | null;
    fullname: string | null;
    closed: boolean;
  }>`
    SELECT m.id, m.category_id, ${name} AS category, m.organization_id, o.name AS organization, m.no_cash, m.additional,
           m.other_additional, m.valid_from, m.status, m.version, m.created_at, m.created_by, u.fullname,
           ${monthClosedOn('m')} AS closed
    FROM markup_category m
    JOIN product_category k ON k.id = m.category_id
    LEFT JOIN organization o ON o.id = m.organization_id
    LEFT JOIN app_user u ON u.id = m.created_by
    WHERE ${where} AND ${seesEveryMarkup(user) ? sql`true` : sql`(m.organization_id IS NULL OR m.organization_id = ${user.organizationId})`}
    ORDER BY m.valid_from DESC, m.id DESC ${lock ? sql`FOR UPDATE OF m` : sql``}`.execute(db);
  return rows.map((row) => {
    const found = {
      id: row.id,
      category: { id: row.category_id, name: row.category },
      organization: row.organization_id === null ? null : { id: row.organization_id, name: row.organization ?? '' },
      organizationId: row.organization_id,
      no_cash: row.no_cash,
      additional: row.additional,
      other_additional: row.other_additional,
      valid_from: row.valid_from,
      status: row.status,
      version: row.version,
      created_at: row.created_at.toISOString(),
      created_by: row.created_by === null ? null : person(row.created_by, row.fullname ?? ''),
      allowed_events: [],
    };
    return { ...found, allowed_events: MARKUPS.allowed(found, { monthClosed: row.closed }, user) };
  });
}

const answer = ({ organizationId: _, ...markup }: Found): MarkupRevision => markup;

/** General markups are of the office; an organization's own also of its people. */
const mayEdit = (user: SignedIn, organizationId: number | null): boolean =>
  seesEveryMarkup(user) || organizationId === user.organizationId;

async function findRevision({ db, user, language }: Asked, id: number, lock: boolean): Promise<Found> {
  const [found] = await revisionsOf(db, user, language, sql`m.id = ${id}`, lock);
  if (!found) throw notFound();
  return found;
}

export const MARKUPS = defineRevisions({
  table: 'markup_category',
  subject: ['category_id', 'organization_id'],
  find: findRevision,
  answer: (_, revision) => answer(revision),
  right: ({ organizationId }, user) => mayEdit(user, organizationId) && allows(user.rules, 'markup_category.edit'),
});

const figuresOf = ({ no_cash, additional, other_additional, valid_from }: Markup & { valid_from: string }) => ({
  no_cash,
  additional,
  other_additional,
  valid_from,
});

export const markupCalls: Implementation[] = [
  implement(additionalPrices, {
    async record({ db, user, params, query }) {
      const organizationId = query.organization_id ?? user.organizationId;
      const markup = (await markupsOf(db, [params.id], organizationId)).get(params.id);
      if (!markup) throw notFound();
      return { markup, organizationId };
    },
    async handle({ user, record }) {
      const seesAll = user.office || allows(user.rules, 'product_invoice.allshow');
      if (!seesAll && record.organizationId !== user.organizationId) throw forbidden('errors.organization_not_seen');
      return { data: record.markup };
    },
  }),

  implement(markupIndex, {
    async handle({ db, user, query, language }) {
      const organizationId = query.organization_id ?? null;
      if (organizationId !== null && !mayEdit(user, organizationId)) throw forbidden('errors.organization_not_seen');
      const name = sql.ref(language === 'ru' ? 'c.name_ru' : 'c.name_uz');
      const { rows } = await sql<MarkupOfCategory>`
        WITH RECURSIVE day AS (${practiceDay(organizationId)}), tree AS (
          SELECT c.id, ${name} AS name, c.parent_id, 0 AS depth, ARRAY[c.id] AS way, ARRAY[${name}] AS names
          FROM product_category c WHERE c.parent_id IS NULL AND c.active
          UNION ALL
          SELECT c.id, ${name}, c.parent_id, t.depth + 1, t.way || c.id, t.names || ${name}
          FROM product_category c JOIN tree t ON c.parent_id = t.id WHERE c.active
        ), mine AS (
          SELECT m.* FROM markup_category m
          WHERE m.organization_id IS NULL OR m.organization_id = ${organizationId}::int
        ), found AS (
          SELECT DISTINCT ON (t.id) t.id AS category, m.*, o.name AS organization, a.name AS above
          FROM tree t JOIN mine m ON m.category_id = ANY (t.way) JOIN tree a ON a.id = m.category_id
          LEFT JOIN organization o ON o.id = m.organization_id CROSS JOIN day
          WHERE ${countsOn('m')} AND m.valid_from <= day.date
          ORDER BY t.id, a.depth DESC, m.organization_id NULLS LAST, m.valid_from DESC, m.id DESC
        ), waiting AS (
          SELECT category_id, count(*) FILTER (WHERE status = 'draft')::int AS drafts,
                 count(*) FILTER (WHERE status = 'planned')::int AS planned,
                 min(valid_from) FILTER (WHERE status = 'planned') AS next
          FROM mine WHERE status IN ('draft', 'planned') GROUP BY 1
        )
        SELECT t.id, t.name, t.parent_id, t.depth,
               CASE WHEN f.id IS NOT NULL THEN json_build_object(
                 'no_cash', f.no_cash, 'additional', f.additional, 'other_additional', f.other_additional,
                 'valid_from', f.valid_from, 'of', json_build_object('id', f.category_id, 'name', f.above),
                 'own', f.category_id = t.id,
                 'organization', CASE WHEN f.organization_id IS NOT NULL
                   THEN json_build_object('id', f.organization_id, 'name', f.organization) END) END AS in_force,
               coalesce(w.drafts, 0) AS drafts, coalesce(w.planned, 0) AS planned, w.next
        FROM tree t LEFT JOIN found f ON f.category = t.id LEFT JOIN waiting w ON w.category_id = t.id
        ORDER BY t.names, t.id`.execute(db);
      return { data: rows };
    },
  }),

  implement(markupRevisions, {
    async record({ db, params, language }) {
      const found = await db
        .selectFrom('product_category')
        .select(['id', language === 'ru' ? 'name_ru as name' : 'name_uz as name'])
        .where('id', '=', params.id)
        .executeTakeFirst();
      if (!found) throw notFound();
      return found;
    },
    async handle({ db, user, language, record }) {
      const found = await revisionsOf(db, user, language, sql`m.category_id = ${record.id}`);
      return { data: found.map(answer), category: record };
    },
  }),

  implement(markupCreate, {
    async handle(context) {
      const { db, user, body, now } = context;
      if (!mayEdit(user, body.organization_id)) throw forbidden();
      const known = async (table: 'product_category' | 'organization', id: number) =>
        db.selectFrom(table).select('id').where('id', '=', id).where('active', '=', true).executeTakeFirst();
      if (!(await known('product_category', body.category_id))) throw invalidField('category_id', 'category');
      if (body.organization_id !== null && !(await known('organization', body.organization_id)))
        throw invalidField('organization_id', 'organization');
      const { id } = await MARKUPS.create(context, 'revision.create', async (status) => {
        const made = await db
          .insertInto('markup_category')
          .values({ ...body, status, created_by: user.id, created_at: now })
          .returning('id')
          .executeTakeFirstOrThrow();
        return { ...made, details: { after: { ...body } } };
      });
      return { data: answer(await findRevision(context, id, false)) };
    },
  }),

  implement(
    markupUpdate,
    MARKUPS.step('revision.update', async ({ db, body, record }) => {
      await db.updateTable('markup_category').set(body).where('id', '=', record.id).execute();
      return { before: figuresOf(record), after: figuresOf(body) };
    }),
  ),

  implement(
    markupPlan,
    MARKUPS.stepThen(
      'revision.plan',
      async () => ({}),
      async (context) => {
        // what is due holds at once
        await MARKUPS.startDue(context);
        return { data: answer(await findRevision(context, context.record.id, false)) };
      },
    ),
  ),
  implement(markupDrop, MARKUPS.step('revision.drop')),
];
