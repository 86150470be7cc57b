/**
 * Goods of a fund: no more than lie in their warehouse. Of the same goods the one that was approved last holds from its first day
 * on; until when the one before held follows from it.
 */
import { type Kysely, sql } from 'kysely';
import { fondProduct } from '../../contract/directories/fondProduct.ts';
import { allows } from '../../contract/rules.ts';
import { serialKey } from '../../contract/serial.ts';
import type { Schema } from '../db/schema.ts';
import { approvals } from '../directory/approval.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';
import type { SignedIn } from '../http/auth.ts';
import { tashkentDay, writtenDay } from '../http/days.ts';
import { conflict } from '../http/refusal.ts';
// it sorts by their titles
import './variant.ts';
import './warehouse.ts';

type Db = Kysely<Schema>;

/** What is set aside, and where. */
interface Goods {
  readonly variant: number;
  readonly serial: string | null;
  readonly warehouse: number;
  readonly fund: string;
}

interface Standing {
  /** Whether each unit of the goods has a number. */
  serials: boolean;
  /** The unit that the serial number means. */
  unit: number | null;
  /** Units in the warehouse; of a unit 1 or 0. */
  stock: number;
  /** Units that other funds have there on the day. */
  elsewhere: number;
}

/** Whose serial number or IMEI it is. */
const unitOf = (variant: unknown, serial: unknown) => sql`(
  SELECT piece.id FROM serial_code c JOIN serial_number piece ON piece.id = c.serial_id
  WHERE c.code = ${serial} AND piece.product_variant_id = ${variant} LIMIT 1)`;

/** Of goods with serial numbers one unit, of others all in the warehouse. */
const stockOf = (variant: unknown, unit: unknown, warehouse: unknown, serials: unknown) => sql<number>`
  CASE WHEN ${serials} THEN (SELECT count(*)::integer FROM serial_number s
         WHERE s.id = ${unit} AND s.warehouse_id = ${warehouse} AND s.state IN ('in_stock', 'reserved'))
       ELSE (SELECT coalesce(sum(b.qty), 0)::integer FROM stock_balance b
         WHERE b.product_variant_id = ${variant} AND b.warehouse_id = ${warehouse}) END`;

/** Whether two requests, by their aliases, are about the same goods: a unit in any fund, of others those in one fund of a warehouse. */
const areSame = (one: string, other: string) => {
  const of = (column: string) => [sql.ref(`${one}.${column}`), sql.ref(`${other}.${column}`)] as const;
  const [variant, ofVariant] = of('variant_id');
  const [serial, ofSerial] = of('serial');
  const [warehouse, ofWarehouse] = of('warehouse_id');
  const [fund, ofFund] = of('fund');
  return sql`${variant} = ${ofVariant} AND CASE WHEN ${serial} IS NULL THEN ${ofSerial} IS NULL AND ${warehouse} = ${ofWarehouse} AND ${fund} = ${ofFund}
    ELSE ${unitOf(variant, serial)} = ${unitOf(ofVariant, ofSerial)} END`;
};

async function standingOf(
  db: Db,
  { variant, serial, warehouse, fund }: Goods,
  day: string,
): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    SELECT v.is_serial_number AS serials, u.id AS unit,
           ${stockOf(sql`v.id`, sql`u.id`, sql`${warehouse}::integer`, sql`v.is_serial_number`)} AS stock,
           (SELECT coalesce(sum(l.quantity), 0)::integer FROM (
              SELECT DISTINCT ON (f.fund) f.quantity, f.held_to FROM fond_product f
              WHERE f.variant_id = v.id AND f.warehouse_id = ${warehouse}::integer AND f.serial IS NULL
                AND f.fund <> ${fund}::text AND f.status = 'approved' AND f.held_from <= ${day}::date
              ORDER BY f.fund, f.held_from DESC, f.id DESC) l
            WHERE l.held_to IS NULL OR l.held_to >= ${day}::date) AS elsewhere
    FROM product_variant v LEFT JOIN LATERAL (SELECT ${unitOf(sql`v.id`, sql`${serial}::text`)} AS id) u ON true
    WHERE v.id = ${variant}::integer`.execute(db);
  return rows[0];
}

/** What keeps goods from being set aside, at the fields that say so. */
function faultsOf(standing: Standing, serial: string | null, quantity: number): Faults {
  const { serials, unit, stock, elsewhere } = standing;
  if (serials && serial === null) return { serial: [{ key: 'fund_needs_serial' }] };
  if (!serials && serial !== null) return { serial: [{ key: 'fund_no_serials' }] };
  if (serials && unit === null) return { serial: [{ key: 'fund_unknown_serial' }] };
  if (serials && stock === 0) return { serial: [{ key: 'fund_elsewhere' }] };
  if (serials && quantity !== 1) return { quantity: [{ key: 'fund_one_unit' }] };
  const left = Math.max(0, stock - elsewhere);
  if (!serials && quantity > left) return { quantity: [{ key: 'fund_has_less', values: { left } }] };
  return {};
}

/** The first day: not before the day of the decision. */
const firstDay = (asked: string, now: Date): string => {
  const today = tashkentDay(now);
  return asked > today ? asked : today;
};

const seesAll = ({ office, rules }: SignedIn) => office || allows(rules, 'product_variant_detail.allshow');

/** Whether goods of the warehouse are the person's to set aside. */
async function isOwn(db: Db, user: SignedIn, warehouse: number): Promise<boolean> {
  if (user.office) return true;
  const { rows } = await sql`
    SELECT 1 FROM warehouse_list WHERE id = ${warehouse} AND organization_id = ${user.organizationId}`.execute(db);
  return rows.length > 0;
}

interface Extra {
  list_price: number | null;
  stock: number;
  replaced_from: string | null;
  decision: string | null;
}

interface Asked {
  readonly variant: { id: number };
  readonly serial: string | null;
  readonly quantity: number;
  readonly warehouse: { id: number };
  readonly fund: string;
  readonly held_from: string;
  readonly held_to: string | null;
}
const goodsOf = ({ variant, serial, warehouse, fund }: Asked): Goods => ({
  ...{ variant: variant.id, warehouse: warehouse.id, fund, serial: serial === null ? null : serialKey(serial) },
});

/** @throws Refusal 409 where the goods have left the warehouse since, or what was asked for is over */
async function requireGoods(db: Db, asked: Asked, now: Date): Promise<string> {
  const day = firstDay(asked.held_from, now);
  if (asked.held_to !== null && asked.held_to < day)
    throw conflict('not_allowed_now', { messageKey: 'errors.fund_over', values: { date: writtenDay(asked.held_to) } });
  const standing = await standingOf(db, goodsOf(asked), day);
  if (standing === undefined || Object.keys(faultsOf(standing, asked.serial, asked.quantity)).length > 0)
    throw conflict('not_allowed_now', { messageKey: 'errors.fund_goods_gone' });
  return day;
}

serveDirectory(fondProduct, {
  visible: (user) =>
    seesAll(user)
      ? sql`true`
      : sql`r.warehouse_id IN (SELECT id FROM warehouse_list WHERE organization_id = ${user.organizationId})`,
  async extra({ db, now }, ids) {
    const { rows } = await sql<Extra & { id: number }>`
      SELECT r.id, r.decision, ${stockOf(sql`v.id`, unitOf(sql`v.id`, sql`r.serial`), sql`r.warehouse_id`, sql`v.is_serial_number`)} AS stock,
             (SELECT t.price FROM price t WHERE t.product_variant_id = v.id AND t.valid_from <= ${now}
              ORDER BY t.valid_from DESC LIMIT 1) AS list_price,
             (SELECT to_char(min(n.held_from), 'YYYY-MM-DD') FROM fond_product n
              WHERE r.status = 'approved' AND n.status = 'approved' AND ${areSame('r', 'n')}
                AND (n.held_from, n.id) > (r.held_from, r.id) AND (r.held_to IS NULL OR n.held_from <= r.held_to)) AS replaced_from
      FROM fond_product r JOIN product_variant v ON v.id = r.variant_id
      WHERE r.id = ANY (${ids}::integer[])`.execute(db);
    return new Map(rows.map(({ id, ...facts }) => [id, facts]));
  },
  async refuse({ db, user, now }, { body, before }) {
    const asked = {
      variant: { id: body.variant_id },
      warehouse: { id: body.warehouse_id },
      serial: body.serial === undefined ? (before?.serial ?? null) : body.serial,
      held_to: body.held_to === undefined ? (before?.held_to ?? null) : body.held_to,
      ...{ quantity: body.quantity, fund: body.fund, held_from: body.held_from },
    };
    if (!(await isOwn(db, user, body.warehouse_id))) return { warehouse_id: [{ key: 'reference' }] };
    const faults: Faults = {};
    if (body.held_from !== before?.held_from && body.held_from < tashkentDay(now))
      faults.held_from = [{ key: 'day_past' }];
    if (asked.held_to !== null && asked.held_to < body.held_from) faults.held_to = [{ key: 'until_before_from' }];
    const standing = await standingOf(db, goodsOf(asked), firstDay(body.held_from, now));
    return { ...(standing && faultsOf(standing, asked.serial, asked.quantity)), ...faults };
  },
  async write({ db }, id, { body: { serial } }) {
    if (typeof serial === 'string')
      await sql`UPDATE fond_product SET serial = ${serialKey(serial)} WHERE id = ${id}`.execute(db);
  },
  actions: approvals(fondProduct, {
    async send({ db, now }, request) {
      await requireGoods(db, request, now);
    },
    async approve({ db, now }, request) {
      // two about the same goods wait for one another
      await sql`SELECT pg_advisory_xact_lock(hashtext('fond_product'), ${request.variant.id})`.execute(db);
      const held_from = await requireGoods(db, request, now);
      await sql`UPDATE fond_product SET held_from = ${held_from} WHERE id = ${request.id}`.execute(db);
      return { log: { after: { held_from } } };
    },
  }),
});
