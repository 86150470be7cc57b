/** On what terms goods are sold to a client on the practice day of an organization (decisions 65, 73, 76). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { TermOffer, TermsOfSale } from '../../contract/sale/terms.ts';
import type { Setting } from '../../contract/setting/setting.ts';
import { categorySetting } from '../../contract/settings/categorySetting.ts';
import { informalSetting } from '../../contract/settings/informalSetting.ts';
import { moneySetting } from '../../contract/settings/moneySetting.ts';
import { valueSetting } from '../../contract/settings/valueSetting.ts';
import { workplaceCategorySetting } from '../../contract/settings/workplaceCategorySetting.ts';
import type { Schema } from '../db/schema.ts';
import type { Language } from '../http/messages.ts';
import { practiceDate } from '../practiceDay/openDay.ts';
import { isChecked } from '../scoring/sources.ts';
import { validRun } from '../scoring/validRun.ts';
import { inForce, inForceOf } from '../settings/inForce.ts';
import { nearestOf } from '../settings/tree.ts';
import { ROUNDED_TO } from './perMonth.ts';

type Db = Kysely<Schema>;

export interface Buyer {
  /** None: goods are looked at without a client, who is taken for a new one. */
  readonly clientId: number | null;
  readonly organizationId: number;
  readonly language: Language;
  /** A contract of the client that is not counted as another one: the one that is being signed. */
  readonly except?: number;
}

/** Goods with what they cost after discounts. */
export interface SoldLine {
  readonly product_variant_id: number;
  readonly sum: number;
}

interface OfCategory {
  variant: number;
  name: string;
  terms: string[] | null;
  first_payment: number | null;
  guarantor_from: number | null;
  pledge_from: number | null;
}

/** What the nearest category of each product asks for. */
async function categoriesOf(
  db: Db,
  variants: readonly number[],
  language: Language,
  day: string,
): Promise<OfCategory[]> {
  const goods = sql`SELECT v.id AS variant, p.category_id FROM product_variant v JOIN product p ON p.id = v.product_id
    WHERE v.id = ANY (${[...new Set(variants)]}::integer[])`;
  const { rows } = await sql<OfCategory>`
    SELECT g.variant, coalesce(${sql.ref(language === 'ru' ? 'k.name_ru' : 'k.name_uz')}, '') AS name, c.terms,
           c.first_payment, c.guarantor_from, c.pledge_from
    FROM (${goods}) g
    LEFT JOIN ${nearestOf(categorySetting, sql`SELECT DISTINCT category_id FROM (${goods}) s`, day)} c ON c.start = g.category_id
    LEFT JOIN product_category k ON k.id = c.category_id`.execute(db);
  return rows;
}

interface OfClient {
  kind: TermsOfSale['kind'];
  workplace: { max_limit: number; max_term: number; first_payment: number; guarantor: boolean; name: string } | null;
  used: number;
}

/** T − F of what is signed and not handed over, and what is unpaid of what is (V11). */
const usedBy = (except: number): RawBuilder<number> => sql`coalesce((
  SELECT sum(CASE WHEN d.status = 'active' THEN coalesce((SELECT b.owed FROM client_balance b WHERE b.contract_id = c.id), 0)
             ELSE c.total - c.first_payment END)
  FROM contract c JOIN document d ON d.id = c.id
  WHERE c.client_id = p.id AND c.id <> ${except} AND d.status IN ('signed', 'awaiting_handover', 'active')), 0)`;

/** Who the client is to these terms: informal without a checked income; with a closed contract one who comes again. */
async function clientOf(db: Db, { clientId, except = 0 }: Buyer, day: string): Promise<OfClient> {
  if (clientId === null) return { kind: 'new', workplace: null, used: 0 };
  const { rows } = await sql<OfClient>`
    SELECT CASE WHEN NOT EXISTS (SELECT 1 FROM client_income i WHERE i.pinfl = p.pinfl AND ${isChecked(day)}) THEN 'informal'
             WHEN EXISTS (SELECT 1 FROM contract c JOIN document d ON d.id = c.id
               WHERE c.client_id = p.id AND d.status = 'closed') THEN 'repeat' ELSE 'new' END AS kind,
           CASE WHEN s.id IS NOT NULL THEN jsonb_build_object('max_limit', s.max_limit, 'max_term', s.max_term,
             'first_payment', s.first_payment, 'guarantor', s.guarantor, 'name', w.name) END AS workplace,
           ${usedBy(except)} AS used
    FROM client p LEFT JOIN workplace w ON w.id = p.workplace_id
    LEFT JOIN ${inForceOf(workplaceCategorySetting, day)} s ON s.workplace_category_id = w.workplace_category_id
    WHERE p.id = ${clientId}`.execute(db);
  const [found] = rows;
  return found === undefined ? { kind: 'new', workplace: null, used: 0 } : { ...found, used: Number(found.used) };
}

interface Informal {
  readonly max_limit: number;
  readonly max_term: number;
  readonly first_payment: number;
  readonly guarantors: number;
}

/** Limits of sums: the organization’s own, else those of the whole firm. */
async function sumLimits(db: Db, organizationId: number, day: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ kind: string; amount: number }>`
    SELECT DISTINCT ON (m.kind) m.kind, m.amount FROM ${inForceOf(moneySetting, day)} m
    WHERE m.organization_id = ${organizationId} OR m.organization_id IS NULL
    ORDER BY m.kind, m.organization_id NULLS LAST`.execute(db);
  return new Map(rows.map((row) => [row.kind, Number(row.amount)]));
}

const hundredths = (percent: number): bigint => BigInt(Math.round(percent * 100));

/**
 * The least first payment: of each line the percentage of its nearest category, else that of the term; not less than the
 * employer’s or the informal one of the whole; rounded up. Whole numbers alone.
 */
export function leastFirst(
  lines: readonly { readonly sum: number; readonly percent: number }[],
  wholePercent: number,
): number {
  const byLines = lines.reduce((total, { sum, percent }) => total + BigInt(sum) * hundredths(percent), 0n);
  const goods = lines.reduce((total, { sum }) => total + BigInt(sum), 0n);
  const byWhole = goods * hundredths(wholePercent);
  const exact = byLines > byWhole ? byLines : byWhole;
  const unit = BigInt(ROUNDED_TO) * 10_000n;
  return Number(((exact + unit - 1n) / unit) * BigInt(ROUNDED_TO));
}

const least = (values: readonly (number | null | undefined)[]): number | null => {
  const known = values.filter((value): value is number => value != null).map(Number);
  return known.length === 0 ? null : Math.min(...known);
};

/** What terms are made of, read at once for goods that may be sold together or one by one. */
export interface Selling {
  readonly day: string;
  readonly client: OfClient;
  readonly categories: ReadonlyMap<number, OfCategory>;
  readonly informal: Informal | null;
  readonly terms: readonly { id: number; term: number; markup: number; first_payment: number }[];
  readonly limit: TermsOfSale['limit'];
  readonly money: ReadonlyMap<string, number>;
}

export async function readSelling(db: Db, buyer: Buyer, variants: readonly number[]): Promise<Selling> {
  const { organizationId, clientId, language } = buyer;
  const day = await practiceDate(db, organizationId);
  const client = await clientOf(db, buyer, day);
  const categories = new Map((await categoriesOf(db, variants, language, day)).map((one) => [one.variant, one]));
  const informal =
    client.kind === 'informal'
      ? ((await inForce(db, informalSetting as unknown as Setting, {} as never, day)) as Informal | null)
      : null;
  const { rows } = await sql<{ id: number; term: number; markup: number; first_payment: number }>`
    SELECT t.id, t.term, t.markup, t.first_payment FROM ${inForceOf(valueSetting, day)} t
    WHERE t.client = ${client.kind} ORDER BY t.term`.execute(db);
  const run = clientId === null ? null : await validRun(db, clientId, day);
  const { workplace } = client;
  const limits = [
    ...(run ? [{ sum: Number(run.limit), of: 'scoring' as const, until: run.valid_until }] : []),
    ...(workplace ? [{ sum: Number(workplace.max_limit), of: 'workplace' as const, until: null }] : []),
    ...(informal ? [{ sum: Number(informal.max_limit), of: 'informal' as const, until: null }] : []),
  ].sort((one, other) => one.sum - other.sum);
  return {
    ...{ day, client, categories, informal, limit: limits[0] ?? null },
    terms: rows.map((row) => ({ ...row, markup: Number(row.markup), first_payment: Number(row.first_payment) })),
    money: await sumLimits(db, organizationId, day),
  };
}

/** The terms of a sale of these lines; their goods are among those that were read. */
export function termsFor(selling: Selling, lines: readonly SoldLine[]): TermsOfSale {
  const { day, client, informal, money } = selling;
  const { workplace } = client;
  const wholePercent = Math.max(Number(workplace?.first_payment ?? 0), Number(informal?.first_payment ?? 0));
  const categories = lines.map((line) => selling.categories.get(line.product_variant_id));
  const needsGuarantor = workplace?.guarantor === true || (informal?.guarantors ?? 0) > 0;

  const barredBy = (term: number): TermOffer['barred'] => {
    for (const category of categories)
      if (category?.terms && !category.terms.includes(String(term))) return { by: 'category', of: category.name };
    if (workplace && term > workplace.max_term) return { by: 'workplace', of: workplace.name };
    return informal && term > informal.max_term ? { by: 'informal', of: '' } : null;
  };

  return {
    day,
    kind: client.kind,
    goods: lines.reduce((total, { sum }) => total + sum, 0),
    terms: selling.terms.map(({ id, term, markup, first_payment }) => ({
      term,
      markup,
      value_setting_id: id,
      least_first: leastFirst(
        lines.map(({ sum }, at) => ({ sum, percent: Number(categories[at]?.first_payment ?? first_payment) })),
        wholePercent,
      ),
      barred: barredBy(term),
    })),
    limit: selling.limit,
    used: client.used,
    guarantor_from: needsGuarantor ? 0 : least(categories.map((one) => one?.guarantor_from)),
    guarantors: Math.max(1, Number(informal?.guarantors ?? 0)),
    pledge_from: least(categories.map((one) => one?.pledge_from)),
    least: money.get('contract_least') ?? null,
    greatest: money.get('contract_greatest') ?? null,
    confirmed_above: money.get('confirmed_above') ?? null,
  };
}

export async function termsOfSale(db: Db, { lines, ...buyer }: Buyer & { lines: readonly SoldLine[] }) {
  const variants = lines.map((line) => line.product_variant_id);
  return termsFor(await readSelling(db, buyer, variants), lines);
}
