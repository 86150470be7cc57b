/**
 * What keeps a record in use (decision 92): active records of other directories and open documents that refer to it, found
 * by the foreign keys of the database. A key alone would forbid deleting, never archiving.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { type Language, say } from '../http/messages.ts';
import type { DirectoryTable } from './table.ts';

type Db = Kysely<Schema>;

/** Rows that count, on the alias `u`; `history`: what refers to a record there never keeps it. */
type Use = 'history' | RawBuilder<unknown>;

/** Conditions that say in which states a document is open. */
const OPEN = new WeakSet<object>();

const openDocument = (...states: string[]) => {
  const use = sql`EXISTS (SELECT 1 FROM document d WHERE d.id = u.id AND d.status = ANY (${states}::text[]))`;
  OPEN.add(use);
  return use;
};

/** A row that belongs to an active record of another directory. */
const ofActive = (table: string, column: string) =>
  sql`EXISTS (SELECT 1 FROM ${sql.table(table)} o WHERE o.id = ${sql.ref(`u.${column}`)} AND o.active)`;

/** Tables without `active`: what of them is use. A test asks every foreign key to a directory to be here or to have it. */
export const USES: Readonly<Record<string, Use>> = {
  'document.organization_id': sql`u.status IN ('draft', 'sent', 'created', 'residues_loaded', 'counting', 'counted', 'completed',
    'new', 'called', 'client', 'assigned', 'answered', 'inspected', 'valued', 'approved', 'pledged', 'found', 'fixing', 'picking', 'submitted', 'scoring', 'manual_review', 'reserved', 'signed', 'awaiting_handover', 'active')`,
  'practice_day.organization_id': sql`u.status <> 'closed'`,
  'user_logist_organization_organizations.organization_id': ofActive(
    'user_logist_organization',
    'user_logist_organization_id',
  ),
  'aloqabank_account.account_id': sql`u.status IN ('planned', 'valid')`,
  'aloqabank_account.terminal_id': sql`u.status IN ('planned', 'valid')`,
  'requisite.bank_id': sql`u.status IN ('planned', 'valid')`,
  'product_invoice.partner_id': openDocument('draft', 'sent'),
  'product_invoice.partner_firm_id': openDocument('draft', 'sent'),
  'product_invoice.warehouse_list_id': openDocument('draft', 'sent'),
  'sale_order.client_id': openDocument('draft', 'reserved'),
  'sale_order.warehouse_id': openDocument('draft', 'reserved'),
  'sale_order_line.product_variant_id': 'history',
  'reservation.warehouse_id': sql`u.ended_at IS NULL`,
  'reservation.product_variant_id': sql`u.ended_at IS NULL`,
  'contract.client_id': openDocument('draft', 'signed', 'awaiting_handover', 'active'),
  'contract.warehouse_id': openDocument('draft', 'signed', 'awaiting_handover'),
  'contract_line.product_variant_id': 'history',
  'product_delivery.warehouse_id': openDocument('draft', 'picking'),
  'delivery_line.product_variant_id': sql`EXISTS (SELECT 1 FROM document d WHERE d.id = u.product_delivery_id
    AND d.status IN ('draft', 'picking'))`,
  'fifo_violation.organization_id': 'history',
  'fifo_violation.warehouse_id': 'history',
  'cash_document.client_id': openDocument('draft'),
  'cash_document.cash_account_id': openDocument('draft'),
  'cash_entry.cash_account_id': 'history',
  'client_entry.client_id': 'history',
  'client_entry.organization_id': 'history',
  'pledge_evaluation.client_id': openDocument('draft', 'inspected', 'valued', 'approved', 'pledged'),
  'pledge_evaluation.model_id': openDocument('draft', 'inspected', 'valued'),
  'contract.pledge_evaluation_id': 'history',
  'contract_error.client_id': openDocument('found', 'fixing'),
  'questionnaire.client_id': openDocument('draft', 'submitted', 'scoring', 'manual_review', 'approved'),
  'questionnaire.guarantor_id': openDocument('draft', 'submitted', 'scoring', 'manual_review', 'approved'),
  'guarantee.client_id': sql`u.status IN ('draft', 'signed')`,
  'payment_certificate.client_id': openDocument('draft'),
  'initiative_client.partner_id': openDocument('new', 'called', 'client'),
  'initiative_client.client_id': openDocument('client'),
  'appeal.client_id': openDocument('new', 'assigned', 'answered'),
  'appeal.kind_id': openDocument('new', 'assigned', 'answered'),
  'announcement_organization.organization_id': 'history',
  'aloqabank_account.organization_id': 'history',
  'branch_seal.organization_id': 'history',
  'category_brand_limitation.organization_id': 'history',
  'category_limit.organization_id': 'history',
  'document_counter.organization_id': 'history',
  'electron_order_setting_branches.organization_id': 'history',
  'markup_category.organization_id': 'history',
  'matrix_item.organization_id': 'history',
  'money_setting.organization_id': 'history',
  'money_value.organization_id': 'history',
  'product_limit.organization_id': 'history',
  'product_lock.organization_id': 'history',
  'ramadan_setting.organization_id': 'history',
  'refused_step.organization_id': 'history',
  'requisite.organization_id': 'history',
  'sku_bonus_organizations.organization_id': 'history',
  'stock_opening.organization_id': 'history',
  'test_organization.organization_id': 'history',
  'special_tariff.from_territory_id': 'history',
  'special_tariff.to_territory_id': 'history',
  'partner_entry.partner_id': 'history',
  'partner_entry.partner_firm_id': 'history',
  'partner_balance.partner_id': 'history',
  'reliable_partner.partner_id': 'history',
  'stock_move.warehouse_id': 'history',
  'serial_number.warehouse_id': 'history',
  'brand_markup.brand_id': 'history',
  'category_brand_limitation.brand_id': 'history',
  'black_list_entry.reason_id': sql`u.status IN ('draft', 'sent')`,
  'delivery_price.region_id': 'history',
  'category_position.category_id': 'history',
  'matrix_item.category_id': 'history',
  'brand_markup.category_id': 'history',
  'category_limit.category_id': 'history',
  'category_brand_limitation.category_id': 'history',
  'summer_bonus_categories.category_id': 'history',
  'criterion_condition.criterion_id': 'history',
  'criterion_setting_criteria.scoring_criterion_id': sql`EXISTS (SELECT 1 FROM criterion_setting s
    WHERE s.id = u.criterion_setting_id AND s.status IN ('planned', 'valid'))`,
  'scoring_log.criterion_id': 'history',
  'scoring_run.client_id': 'history',
  'myid_session.client_id': 'history',
  'client_copy_check.client_id': 'history',
  'not_client.client_id': 'history',
  'new_client.client_id': 'history',
  'client_change.client_id': sql`u.status IN ('draft', 'sent')`,
  'electron_order_setting_templates.sms_template_id': 'history',
  'announcement_position.position_id': 'history',
  'test_position.position_id': 'history',
  'position_rule.position_id': 'history',
  'position_rule.resource': 'history',
  'user_rule.resource': 'history',
  'refused_step.position_id': 'history',
  'bonus_setting_positions.position_id': 'history',
  'sku_bonus_positions.position_id': 'history',
  'summer_bonus_positions.position_id': 'history',
  'category_position.position_id': 'history',
  'money_setting.confirms_id': 'history',
  'workplace_category_setting.workplace_category_id': 'history',
  'workplace_coefficient.workplace_category_id': 'history',
  'master_fee.master_id': 'history',
  'installable_fee.category_id': 'history',
  'car_base_price.model_id': 'history',
  'consultant_categories.category_id': ofActive('consultant', 'consultant_id'),
  'category_group_categories.category_id': ofActive('category_group', 'category_group_id'),
  'product_set_goods.variant_id': ofActive('product_set', 'product_set_id'),
  'sku_bonus.variant_id': 'history',
  'act_of_count_category.category_id': 'history',
  'input_product.product_variant_id': sql`u.withdrawn_at IS NULL AND EXISTS (
    SELECT 1 FROM document d WHERE d.id = u.product_invoice_id AND d.status IN ('draft', 'sent'))`,
  'price.product_variant_id': 'history',
  'stock_batch.product_variant_id': 'history',
  'stock_move.product_variant_id': 'history',
  'serial_number.product_variant_id': 'history',
  'serial_code.product_variant_id': 'history',
  'document_comment.product_variant_id': 'history',
  'count_residue.product_variant_id': 'history',
  'count_residue_serial.product_variant_id': 'history',
  'count_entry.product_variant_id': 'history',
  'count_decision.product_variant_id': 'history',
  'count_result.product_variant_id': 'history',
  'product_limit.variant_id': 'history',
  'product_lock.variant_id': 'history',
  'fond_product.variant_id': 'history',
  'fond_product.warehouse_id': 'history',
  'markup_category.category_id': 'history',
  'price_markup.category_id': 'history',
  'input_price_control.category_id': 'history',
  'cascade_discount.category_id': 'history',
  'category_setting.category_id': 'history',
  'discount_bonus.category_id': 'history',
};

/** What keeps a record of a table in use by way of another one. */
const BY_WAY: Readonly<Record<string, (id: RawBuilder<unknown>) => RawBuilder<unknown>>> = {
  organization: (id) => sql`SELECT 'stock_balance' AS "by", coalesce(sum(b.qty), 0)::integer AS n
    FROM stock_balance b JOIN warehouse_list w ON w.id = b.warehouse_id WHERE w.organization_id = ${id}`,
  cash_account: (id) => sql`SELECT 'cash_balance' AS "by", coalesce(sum(least(b.amount, 2000000000)), 0)::integer AS n
    FROM cash_balance b WHERE b.cash_account_id = ${id}`,
};

interface ForeignKey {
  readonly table: string;
  readonly column: string;
  readonly archived: boolean;
}

const known = new Map<string, Promise<ForeignKey[]>>();

/** Foreign keys to a table, but those of its own child rows and lines. */
export function foreignKeysTo(
  db: Db,
  { name, children, lines }: Pick<DirectoryTable, 'name' | 'children' | 'lines'>,
): Promise<ForeignKey[]> {
  const own = [...Object.values(children), ...Object.values(lines)].map((one) => one.table);
  const found =
    known.get(name) ??
    sql<ForeignKey>`
      SELECT c.conrelid::regclass::text AS "table", a.attname AS "column", EXISTS (
        SELECT 1 FROM pg_attribute k WHERE k.attrelid = c.conrelid AND k.attname = 'active' AND NOT k.attisdropped) AS archived
      FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
      WHERE c.contype = 'f' AND c.confrelid = ${name}::regclass ORDER BY 1, 2`
      .execute(db)
      .then(({ rows }) => rows.filter(({ table }) => !own.includes(table)));
  known.set(name, found);
  found.catch(() => known.delete(name));
  return found;
}

const usesIn = (language: Language, uses: readonly { by: string; n: number }[]) =>
  uses.map(({ by, n }) => say(language, `uses.${by}`, { n })).join(', ');

/** How many are counted before "and more": the words need no more. */
const MOST = 1000;

type Figures = Record<string, string | number>;

/** Why a record may not be archived: a text under `errors` of `server.json`, with its figures. */
export interface InUse {
  readonly key: string;
  readonly values?: Figures | ((language: Language) => Figures);
}

const figuresOf = ({ values = {} }: InUse, language: Language): Figures =>
  typeof values === 'function' ? values(language) : values;

export const wordsOfUse = (use: InUse, language: Language): string =>
  say(language, `errors.${use.key}`, figuresOf(use, language));

/** The refusal of archiving: 409 `in_use`. */
export const refusalOfUse = (use: InUse, language: Language) =>
  ({ code: 'in_use', messageKey: `errors.${use.key}`, values: figuresOf(use, language) }) as const;

/** Tables of documents that name a record in a column of that name. */
export const documentTablesBy = (name: string): string[] =>
  Object.entries(USES).flatMap(([at, use]) => {
    const [table = '', column] = at.split('.');
    return column === name && typeof use !== 'string' && OPEN.has(use) ? [table] : [];
  });

/** Open documents that name a record in a column of that name, a part for each of their tables. */
export const openDocumentsBy = (name: string, id: number): RawBuilder<{ id: number }>[] =>
  documentTablesBy(name).map(
    (table) => sql<{ id: number }>`SELECT u.id FROM ${sql.table(table)} u
      WHERE ${sql.ref(`u.${name}`)} = ${id} AND ${USES[`${table}.${name}`] as RawBuilder<unknown>}`,
  );

/** Whether what a column names may be archived all the same. */
export const isHistory = (table: string, column: string): boolean => USES[`${table}.${column}`] === 'history';

/** Foreign keys whose rows keep a record of the table, with the condition on them. */
const keepersOf = async (db: Db, table: DirectoryTable) =>
  (await foreignKeysTo(db, table)).flatMap((key) => {
    const use: Use = USES[`${key.table}.${key.column}`] ?? (key.archived ? sql`u.active` : 'history');
    return use === 'history' ? [] : [{ ...key, use }];
  });

/** Those of the records that are in use, as `usedBy` finds it of one. */
export async function usedAmong(db: Db, table: DirectoryTable, ids: readonly number[]): Promise<Set<number>> {
  const direct = (await keepersOf(db, table)).map(
    ({ table: by, column, use }) => sql`SELECT ${sql.ref(`u.${column}`)} AS id FROM ${sql.table(by)} u
      WHERE ${sql.ref(`u.${column}`)} = ANY (${ids}::integer[]) AND ${use}`,
  );
  const byWay = BY_WAY[table.name];
  const parts =
    byWay === undefined
      ? direct
      : [
          ...direct,
          sql`SELECT o.id FROM unnest(${ids}::integer[]) AS o (id) WHERE EXISTS (
            SELECT 1 FROM (${byWay(sql.ref('o.id'))}) way WHERE way.n > 0)`,
        ];
  if (parts.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`${sql.join(parts, sql` UNION `)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** What the record is used by; null where nothing keeps it. */
export async function usedBy(db: Db, table: DirectoryTable, id: number): Promise<InUse | null> {
  const counted = await keepersOf(db, table);
  const byWay = BY_WAY[table.name];
  if (counted.length === 0 && byWay === undefined) return null;
  const direct = counted.map(
    ({ table: by, column, use }) => sql`SELECT ${by}::text AS "by", count(*)::integer AS n FROM (
      SELECT 1 FROM ${sql.table(by)} u WHERE ${sql.ref(`u.${column}`)} = ${id} AND ${use} LIMIT ${MOST}) found`,
  );
  const counts = byWay === undefined ? direct : [...direct, byWay(sql`${id}::integer`)];
  const { rows } = await sql<{ by: string; n: number }>`
    SELECT "by", sum(n)::integer AS n FROM (${sql.join(counts, sql` UNION ALL `)}) uses WHERE n > 0 GROUP BY 1 ORDER BY 1`.execute(
    db,
  );
  if (rows.length === 0) return null;
  return { key: 'in_use_by', values: (language) => ({ used: usesIn(language, rows) }) };
}
