/**
 * The demo chain: people, goods and stock, the same in every run. Stock enters through posted documents, never by
 * writing balances; counting acts are made elsewhere, by replaying calls.
 */
import { type Kysely, sql } from 'kysely';
import { searchKey } from '../../contract/search.ts';
import { luhnDigit } from '../../machines/countingWorkspace/imei.ts';
import type { Database, Trx } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { logRecord } from '../documents/records.ts';
import { tashkentDay } from '../http/days.ts';
import { hashPassword } from '../people/password.ts';
import { postOpening } from '../stock/opening.ts';
import type { ReceiveLine } from '../stock/posting.ts';
import { PARTNERS, partnerKey } from '../supply/partners.ts';
import { WAREHOUSES } from '../supply/warehouses.ts';
import { type DemoCatalogue, type DemoVariant, demoCatalogue } from './catalogue.ts';
import {
  DEMO_PASSWORD,
  type DemoOrganization,
  type DemoUser,
  demoPeople,
  ORGANIZATIONS,
  POSITIONS,
  TERRITORIES,
  WAREHOUSE_NAMES,
} from './people.ts';
import { Random } from './random.ts';
import { allRules } from './rules.ts';
import { seedStaffTests } from './staffTests.ts';
import { demoSuppliers } from './suppliers.ts';

export { DEMO_PASSWORD, type DemoSignIn, demoUsers } from './people.ts';

export const DEFAULT_SIZE = 3_200;

export interface SeedReport {
  /** False: the database had data already, and was left as it was. */
  seeded: boolean;
  organizations: number;
  users: number;
  categories: number;
  variants: number;
  stockLines: number;
  units: number;
}

const NOTHING: SeedReport = {
  seeded: false,
  organizations: 0,
  users: 0,
  categories: 0,
  variants: 0,
  stockLines: 0,
  units: 0,
};

/** Whether nobody has worked here yet. */
export async function isEmpty(db: Kysely<Schema>): Promise<boolean> {
  return !(await db.selectFrom('organization').select('id').limit(1).executeTakeFirst());
}

/** Columns of values as one table: bulk inserts without a limit of parameters. */
async function insertColumns(
  trx: Trx,
  table: keyof Schema,
  columns: Readonly<Record<string, readonly [type: string, values: readonly unknown[]]>>,
): Promise<void> {
  const names = sql.join(Object.keys(columns).map((name) => sql.ref(name)));
  const arrays = sql.join(Object.values(columns).map(([type, values]) => sql`${values}::${sql.raw(type)}[]`));
  await sql`insert into ${sql.table(table)} (${names}) select * from unnest(${arrays})`.execute(trx);
}

const ids = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

/** Makes the demo data in an empty database; one transaction, so that there is all of it or nothing. */
export async function seed(
  db: Pick<Database, 'kysely' | 'tx'>,
  { size = DEFAULT_SIZE, now = new Date() }: { size?: number; now?: Date } = {},
): Promise<SeedReport> {
  if (!(await isEmpty(db.kysely))) return NOTHING;
  // Slow on purpose, so once for all (their first password is the same), and beside the catalogue.
  const hashing = hashPassword(DEMO_PASSWORD);
  const catalogue = demoCatalogue(size);
  const passwordHash = await hashing;
  return db.tx(async (trx) => {
    // Two servers that start on one empty database: the second waits, and finds the data.
    await sql`select pg_advisory_xact_lock(hashtext('idora seed'))`.execute(trx);
    if (!(await isEmpty(trx))) return NOTHING;
    const users = await seedPeople(trx, passwordHash);
    await seedDays(trx, tashkentDay(now), now);
    await seedSuppliers(trx, tashkentDay(now));
    await logRecords(trx, firstDay(now).at, tashkentDay(now));
    await seedCatalogue(trx, catalogue, firstDay(now));
    await seedMarkups(trx, tashkentDay(now));
    const stock = await seedStock(trx, catalogue, firstDay(now));
    await seedStaffTests(trx, {
      people: demoPeople(),
      positions: POSITIONS.map(({ name }) => name),
      random: new Random('testlar'),
      now,
    });
    await moveSequences(trx, catalogue.internalBarcodes);
    return {
      seeded: true,
      organizations: ORGANIZATIONS.length,
      users,
      categories: catalogue.categories.length,
      variants: catalogue.variants.length,
      ...stock,
    };
  });
}

async function seedPeople(trx: Trx, passwordHash: string): Promise<number> {
  await insertColumns(trx, 'territory', { id: ['int', ids(TERRITORIES.length)], name: ['text', TERRITORIES] });
  const organizations = ORGANIZATIONS;
  await insertColumns(trx, 'organization', {
    id: ['int', organizations.map((one) => one.id)],
    name: ['text', organizations.map((one) => one.name)],
    short_name: ['text', organizations.map((one) => one.short)],
    code: ['text', organizations.map((one) => one.code)],
    kind: ['text', organizations.map((one) => one.kind)],
    territory_id: ['int', organizations.map((one) => TERRITORIES.indexOf(one.territory) + 1)],
    parent_id: ['int', organizations.map((one) => one.parent)],
    address: ['text', organizations.map((one) => one.address)],
    phone: ['text', organizations.map((one) => one.phone)],
    search_key: ['text', organizations.map((one) => searchKey(`${one.name} ${one.code} ${one.ru}`))],
  });
  const warehouses = organizations.flatMap((one) => warehousesOf(one));
  await insertColumns(trx, 'warehouse_list', {
    id: ['int', warehouses.map((warehouse) => warehouse.id)],
    organization_id: ['int', warehouses.map((warehouse) => warehouse.organization)],
    name: ['text', warehouses.map((warehouse) => WAREHOUSE_NAMES[warehouse.kind])],
    kind: ['text', warehouses.map((warehouse) => warehouse.kind)],
    search_key: ['text', warehouses.map((warehouse) => searchKey(WAREHOUSE_NAMES[warehouse.kind]))],
  });
  await insertColumns(trx, 'rule', {
    resource: ['text', allRules.map((rule) => rule.resource)],
    action: ['text', allRules.map((rule) => rule.action)],
  });
  await insertColumns(trx, 'position', {
    id: ['int', POSITIONS.map((position) => position.id)],
    name: ['text', POSITIONS.map((position) => position.name)],
    name_ru: ['text', POSITIONS.map((position) => position.ru)],
    kind: ['text', POSITIONS.map((position) => position.kind)],
  });
  const given = POSITIONS.flatMap((position) => position.rules.map((rule) => ({ ...rule, position: position.id })));
  await insertColumns(trx, 'position_rule', {
    position_id: ['int', given.map((rule) => rule.position)],
    resource: ['text', given.map((rule) => rule.resource)],
    action: ['text', given.map((rule) => rule.action)],
  });
  const people = demoPeople();
  const positionIds = new Map(POSITIONS.map((position) => [position.name, position.id]));
  const random = new Random('telefonlar');
  await insertColumns(trx, 'app_user', {
    id: ['int', ids(people.length)],
    username: ['text', people.map((person) => person.username)],
    password_hash: ['text', people.map(() => passwordHash)],
    password_expired: ['bool', people.map((person) => person.passwordExpired)],
    fullname: ['text', people.map((person) => person.fullname)],
    phone: ['text', people.map(() => random.fill(`+998${random.pick(['90', '91', '93', '94', '97', '99'])}#######`))],
    position_id: ['int', people.map((person) => positionIds.get(person.position))],
    organization_id: ['int', people.map((person) => person.organization)],
    office: ['bool', people.map((person) => person.office)],
    scoring: ['bool', people.map((person) => person.position === 'Sotuvchi')],
    prizma_status: ['bool', people.map((person) => person.position === 'Skoring mutaxassisi')],
    search_key: ['text', people.map((person) => searchKey(`${person.fullname} ${person.username}`))],
  });
  await seedKeepers(trx, warehouses, people);
  return people.length;
}

/** Storekeepers keep what lies in their organization; on the way goods are nobody's. */
async function seedKeepers(trx: Trx, warehouses: readonly DemoWarehouse[], people: readonly DemoUser[]): Promise<void> {
  const kept = warehouses.flatMap(({ id, organization, kind }) =>
    kind === 'transit'
      ? []
      : people.flatMap((person, at) =>
          person.organization === organization && person.position === 'Omborchi'
            ? [{ warehouse: id, user: at + 1 }]
            : [],
        ),
  );
  await insertColumns(trx, 'warehouse_keeper', {
    warehouse_id: ['int', kept.map((one) => one.warehouse)],
    user_id: ['int', kept.map((one) => one.user)],
  });
}

interface DemoWarehouse {
  id: number;
  organization: number;
  kind: keyof typeof WAREHOUSE_NAMES;
}

/** Four to an organization; the office keeps only what it uses itself, the central warehouse has no shop floor. */
function warehousesOf(organization: DemoOrganization): DemoWarehouse[] {
  const kinds = {
    branch: ['shop', 'main', 'defect', 'transit'],
    warehouse: ['main', 'defect', 'transit'],
    office: ['main'],
  } as const;
  return kinds[organization.kind].map((kind, at) => ({
    id: (organization.id - 1) * 4 + at + 1,
    organization: organization.id,
    kind,
  }));
}

/** Soʻm in the autumn of 2026. */
const RATES = { USD: 11_811.68, EUR: 13_705.51, RUB: 136.84 };

/** Days that every organization has behind it: goods were received on some of them. */
const PAST_DAYS = 119;

/** When the chain begins: the morning of the first of these days, `date` in Uzbekistan. */
function firstDay(now: Date): { date: string; at: Date } {
  const date = daysBefore(tashkentDay(now), PAST_DAYS);
  return { date, at: new Date(`${date}T09:00:00+05:00`) };
}

/** Who keeps the day of an organization: its head, else anybody who works there. */
function keeperOfDays(organization: number): number {
  const people = demoPeople();
  const at = people.findIndex((one) => one.organization === organization && one.position === 'Filial rahbari');
  return (
    (at >= 0
      ? at
      : Math.max(
          0,
          people.findIndex((one) => one.organization === organization),
        )) + 1
  );
}

async function seedDays(trx: Trx, today: string, now: Date): Promise<void> {
  const dates = ids(PAST_DAYS + 1).map((day) => daysBefore(today, day - 1));
  const months = [...new Set(dates.map((date) => date.slice(0, 7)))];
  await insertColumns(trx, 'practice_month', {
    id: ['int', ids(months.length)],
    year: ['int', months.map((month) => Number(month.slice(0, 4)))],
    month: ['int', months.map((month) => Number(month.slice(5)))],
  });
  // today first: of every organization its ids begin with the open day's
  const days = dates.flatMap((date) =>
    ORGANIZATIONS.map((organization) => {
      const keeper = keeperOfDays(organization.id);
      const closed = date === today ? null : `${date}T20:${10 + (organization.id % 40)}:00+05:00`;
      const opened = date === today ? now.toISOString() : `${date}T08:${10 + (organization.id % 40)}:00+05:00`;
      return { organization: organization.id, date, keeper, opened, closed };
    }),
  );
  await insertColumns(trx, 'practice_day', {
    organization_id: ['int', days.map((day) => day.organization)],
    practice_month_id: ['int', days.map((day) => months.indexOf(day.date.slice(0, 7)) + 1)],
    date: ['date', days.map((day) => day.date)],
    status: ['text', days.map((day) => (day.closed === null ? 'open' : 'closed'))],
    version: ['int', days.map((day) => (day.closed === null ? 1 : 3))],
    opened_at: ['timestamptz', days.map((day) => day.opened)],
    opened_by: ['int', days.map((day) => day.keeper)],
    closed_at: ['timestamptz', days.map((day) => day.closed)],
    closed_by: ['int', days.map((day) => (day.closed === null ? null : day.keeper))],
  });
  await sql`INSERT INTO record_log (kind, record_id, event, payload, user_id, at)
    SELECT 'practice_day', d.id, s.event, s.payload::jsonb,
           d.opened_by, CASE WHEN s.place = 1 THEN d.opened_at ELSE d.closed_at END
    FROM practice_day d
    JOIN (VALUES
      (1, 'day.open', '{"before": {}, "after": {"status": "open"}}'),
      (2, 'day.startClosing', '{"before": {"status": "open"}, "after": {"status": "closing"}}'),
      (3, 'day.close', '{"before": {"status": "closing"}, "after": {"status": "closed"}}')
    ) AS s (place, event, payload) ON s.place = 1 OR d.status = 'closed'
    ORDER BY d.date, d.id, s.place`.execute(trx);
  const random = new Random('kurs');
  const rates = Object.entries(RATES).flatMap(([currency, rate]) =>
    dates.map((date) => ({
      currency,
      date,
      rate: (rate * (1 + (random.next() - 0.5) / 200)).toFixed(2),
    })),
  );
  await insertColumns(trx, 'currency_rate', {
    currency: ['text', rates.map((rate) => rate.currency)],
    date: ['date', rates.map((rate) => rate.date)],
    uzs_per_unit: ['numeric', rates.map((rate) => rate.rate)],
  });
}

async function seedSuppliers(trx: Trx, today: string): Promise<void> {
  const suppliers = demoSuppliers(new Random('hamkorlar'));
  await insertColumns(trx, 'partner', {
    id: ['int', ids(suppliers.length)],
    name: ['text', suppliers.map((one) => one.name)],
    kind: ['text', suppliers.map((one) => one.kind)],
    stir: ['text', suppliers.map((one) => one.stir)],
    phone: ['text', suppliers.map((one) => one.phone)],
    active: ['bool', suppliers.map((one) => !one.archived)],
    search_key: ['text', suppliers.map((one) => partnerKey(one))],
  });
  const firms = suppliers.flatMap((one, at) => one.firms.map((firm) => ({ ...firm, partner: at + 1 })));
  await insertColumns(trx, 'partner_firm', {
    partner_id: ['int', firms.map((firm) => firm.partner)],
    name: ['text', firms.map((firm) => firm.name)],
    stir: ['text', firms.map((firm) => firm.stir)],
    bank: ['text', firms.map((firm) => firm.bank)],
    mfo: ['text', firms.map((firm) => firm.mfo)],
    account: ['text', firms.map((firm) => firm.account)],
  });
  const agreements = suppliers.flatMap(({ agreement }, at) => (agreement ? [{ ...agreement, partner: at + 1 }] : []));
  await insertColumns(trx, 'reliable_partner', {
    partner_id: ['int', agreements.map((one) => one.partner)],
    credit_limit: ['numeric', agreements.map((one) => one.limit)],
    defer_days: ['int', agreements.map((one) => one.days)],
    valid_from: ['date', agreements.map((one) => daysBefore(today, one.fromDaysAgo))],
    valid_to: [
      'date',
      agreements.map((one) => (one.forDays === null ? null : daysBefore(today, one.fromDaysAgo - one.forDays))),
    ],
  });
}

/** How many days ago the suppliers that are archived were, in the order of their ids. */
const ARCHIVED_AGO = [9, 21];

/**
 * Warehouses and suppliers were written down before the chain began, and an agreement with a supplier on its first day,
 * by who directs: the log is the one that those calls would have left.
 */
async function logRecords(trx: Trx, first: Date, today: string): Promise<void> {
  const payload = sql`jsonb_build_object('before', (SELECT jsonb_object_agg(key, null) FROM jsonb_object_keys(f.fields) key),
    'after', f.fields)`;
  await sql`UPDATE warehouse_list SET created_at = ${first}::timestamptz - interval '3 days' + id * interval '4 minutes'`.execute(
    trx,
  );
  await sql`UPDATE partner SET created_by = 1, created_at = least(${first}::timestamptz, (
      SELECT min(r.valid_from) + interval '10 hours' FROM reliable_partner r WHERE r.partner_id = partner.id
    )) - interval '2 days' + id * interval '7 minutes'`.execute(trx);
  await sql`INSERT INTO record_log (kind, record_id, event, payload, user_id, at)
    SELECT ${WAREHOUSES.kind}, w.id, 'record.create', ${payload}, 1, w.created_at
    FROM warehouse_list w JOIN organization o ON o.id = w.organization_id, LATERAL (
      SELECT jsonb_build_object('name', w.name, 'kind', w.kind, 'organization', o.name, 'keepers', coalesce((
        SELECT jsonb_agg(u.fullname ORDER BY u.fullname) FROM warehouse_keeper k JOIN app_user u ON u.id = k.user_id
        WHERE k.warehouse_id = w.id), '[]')) AS fields) f
    ORDER BY w.id`.execute(trx);
  await sql`INSERT INTO record_log (kind, record_id, event, payload, user_id, at)
    SELECT ${PARTNERS.kind}, s.id, s.event, ${payload}, 1, s.at
    FROM (
      SELECT p.id, 1 AS place, 'record.create' AS event, p.created_at AS at,
             jsonb_build_object('name', p.name, 'kind', p.kind, 'stir', p.stir, 'phone', p.phone, 'firms', (
               SELECT jsonb_agg(jsonb_build_object('name', m.name, 'stir', m.stir, 'bank', m.bank, 'mfo', m.mfo,
                 'account', m.account, 'active', m.active) ORDER BY m.id)
               FROM partner_firm m WHERE m.partner_id = p.id)) AS fields
      FROM partner p
      UNION ALL
      SELECT r.partner_id, 2, 'record.update', r.valid_from + interval '10 hours',
             jsonb_build_object('credit_limit', r.credit_limit, 'defer_days', r.defer_days, 'valid_from', r.valid_from,
               'valid_to', r.valid_to)
      FROM reliable_partner r
    ) s, LATERAL (SELECT jsonb_strip_nulls(s.fields) AS fields) f
    ORDER BY s.id, s.place`.execute(trx);
  const archived = await trx.selectFrom('partner').select('id').where('active', '=', false).orderBy('id').execute();
  for (const [at, { id }] of archived.entries()) {
    await logRecord(trx, {
      kind: PARTNERS.kind,
      recordId: id,
      event: 'record.archive',
      before: { active: true },
      after: { active: false },
      userId: 1,
      now: new Date(`${daysBefore(today, ARCHIVED_AGO[at] ?? 0)}T16:20:00+05:00`),
    });
  }
  // every line after the first is one more version
  await sql`UPDATE partner SET version = (SELECT count(*) FROM record_log l WHERE l.kind = ${PARTNERS.kind}
    AND l.record_id = partner.id)`.execute(trx);
}

async function seedCatalogue(trx: Trx, catalogue: DemoCatalogue, first: { at: Date }): Promise<void> {
  const { categories, brands, products, variants } = catalogue;
  await insertColumns(trx, 'product_category', {
    id: ['int', ids(categories.length)],
    name_uz: ['text', categories.map((category) => category.uz)],
    name_ru: ['text', categories.map((category) => category.ru)],
    parent_id: ['int', categories.map((category) => (category.parent === null ? null : category.parent + 1))],
    search_key: ['text', categories.map((category) => searchKey(`${category.uz} ${category.ru}`))],
  });
  await insertColumns(trx, 'brand', { id: ['int', ids(brands.length)], name: ['text', brands] });
  await insertColumns(trx, 'product', {
    id: ['int', ids(products.length)],
    name: ['text', products.map((product) => product.name)],
    category_id: ['int', products.map((product) => product.category + 1)],
    brand_id: ['int', products.map((product) => product.brand + 1)],
  });
  const categoryKeys = categories.map((category) => searchKey(category.ru));
  await insertColumns(trx, 'product_variant', {
    id: ['int', ids(variants.length)],
    product_id: ['int', variants.map((variant) => variant.product + 1)],
    title: ['text', variants.map((variant) => variant.title)],
    sku: ['text', variants.map((variant) => variant.sku)],
    barcode: ['text', variants.map((variant) => variant.barcode)],
    is_serial_number: ['bool', variants.map((variant) => variant.serial)],
    imei_count: ['int', variants.map((variant) => variant.imeis)],
    last_cost: ['numeric', variants.map((variant) => variant.cost)],
    search_key: [
      'text',
      variants.map(
        (variant) =>
          `${searchKey(`${variant.title} ${variant.sku} ${variant.barcode ?? ''}`)} ${
            categoryKeys[products[variant.product]?.category ?? 0]
          }`,
      ),
    ],
  });
  await insertColumns(trx, 'price', {
    product_variant_id: ['int', ids(variants.length)],
    price: ['numeric', variants.map((variant) => variant.price)],
    valid_from: ['timestamptz', variants.map(() => first.at.toISOString())],
  });
}

/**
 * Markups that invoices begin with: each group of goods has one, telephones had another until last month, and two are
 * planned. What is dear is marked up less.
 */
async function seedMarkups(trx: Trx, today: string): Promise<void> {
  const revision = (days: number, status: string, additional: ReturnType<typeof sql>, where: ReturnType<typeof sql>) =>
    sql`
    insert into markup_category
      (category_id, no_cash, additional, other_additional, valid_from, status, created_by, created_at)
    select id, 95, ${additional}, 0, ${daysBefore(today, days)}::date, ${status}, 1,
           ${daysBefore(today, Math.max(days, 0) + 7)}::date + interval '10 hours'
    from product_category where parent_id is null and ${where}`.execute(trx);
  await revision(120, 'superseded', sql`9`, sql`id = (select min(id) from product_category)`);
  await revision(30, 'valid', sql`12`, sql`id = (select min(id) from product_category)`);
  await revision(120, 'valid', sql`15 + id % 4 * 2`, sql`id <> (select min(id) from product_category)`);
  await revision(
    -10,
    'planned',
    sql`14`,
    sql`id in (select id from product_category where parent_id is null order by id limit 2)`,
  );
  // settled the day after they were written; the server starts and supersedes them in the night of their day
  await sql`INSERT INTO record_log (kind, record_id, event, payload, user_id, at)
    SELECT 'markup_category', m.id, s.event, s.payload::jsonb, CASE WHEN s.place <= 2 THEN m.created_by END,
           CASE s.place WHEN 1 THEN m.created_at WHEN 2 THEN m.created_at + interval '1 day'
             WHEN 3 THEN m.valid_from::timestamptz
             ELSE (SELECT min(n.valid_from) FROM markup_category n WHERE n.category_id = m.category_id
               AND n.valid_from > m.valid_from)::timestamptz END
    FROM markup_category m
    JOIN (VALUES
      (1, 'revision.create', '{}'),
      (2, 'revision.plan', '{"before": "draft", "after": "planned"}'),
      (3, 'revision.start', '{"before": "planned", "after": "valid"}'),
      (4, 'revision.supersede', '{"before": "valid", "after": "superseded"}')
    ) AS s (place, event, payload)
      ON s.place <= 2 OR (s.place = 3 AND m.status IN ('valid', 'superseded')) OR (s.place = 4 AND m.status = 'superseded')
    ORDER BY m.id, s.place`.execute(trx);
}

/** Numbers of serial units: no two alike in the whole chain. */
class Serials {
  #made = 0;
  #imeis = 0;

  next(variant: DemoVariant): { serial_number: string; imei_numbers: string[] } {
    const mixed = ((++this.#made * 48_271 + 11) % 36 ** 6).toString(36).toUpperCase().padStart(6, '0');
    const initial = variant.title.replace(/[^A-Z]/g, '')[1] ?? 'X';
    return {
      serial_number: `${initial}${variant.sku.slice(2, 4)}${mixed}`,
      imei_numbers: Array.from({ length: variant.imeis }, () => this.#imei(variant)),
    };
  }

  #imei(variant: DemoVariant): string {
    const running = this.#imeis++;
    const type = String(variant.product % 10_000).padStart(4, '0');
    const body = `35${type}${String(Math.floor(running / 1_000_000) % 100).padStart(2, '0')}${String(
      (running * 7_919 + 104_729) % 1_000_000,
    ).padStart(6, '0')}`;
    return `${body}${luhnDigit(body)}`;
  }
}

/** How many of a thing a shop keeps: many cables, few refrigerators. */
function quantity(cost: number, random: Random): number {
  if (cost < 100_000) return random.whole(6, 60);
  if (cost < 600_000) return random.whole(3, 24);
  if (cost < 3_000_000) return random.whole(1, 9);
  return random.whole(1, 4);
}

async function seedStock(
  trx: Trx,
  catalogue: DemoCatalogue,
  first: { date: string; at: Date },
): Promise<{ stockLines: number; units: number }> {
  const days = await trx
    .selectFrom('practice_day')
    .select(['id', 'organization_id'])
    .where('date', '=', first.date)
    .execute();
  const serials = new Serials();
  let stockLines = 0;
  let units = 0;
  for (const organization of ORGANIZATIONS) {
    if (organization.stock === 0) continue;
    const random = new Random(organization.code);
    const places = new Map<string, ReceiveLine[]>([
      ['shop', []],
      ['main', []],
      ['defect', []],
    ]);
    const put = (kind: string, variantId: number, variant: DemoVariant, qty: number): void => {
      // Some of it was bought dearer or cheaper than today.
      const cost = random.chance(0.15)
        ? Math.round((variant.cost * (0.94 + random.next() * 0.09)) / 500) * 500
        : variant.cost;
      const line: ReceiveLine = { variantId, qty, cost };
      if (variant.serial) line.serials = ids(qty).map(() => serials.next(variant));
      places.get(kind)?.push(line);
    };
    const floor = organization.kind === 'branch' ? 'shop' : 'main';
    catalogue.variants.forEach((variant, at) => {
      if (!random.chance(variant.serial ? organization.stock * 0.8 : organization.stock)) return;
      const qty = variant.serial ? random.whole(1, 2) : quantity(variant.cost, random);
      if (floor === 'shop' && random.chance(0.22)) {
        put('main', at + 1, variant, qty);
        if (random.chance(0.4)) put('shop', at + 1, variant, 1);
      } else {
        put(floor, at + 1, variant, qty);
      }
      if (!variant.serial && random.chance(0.006)) put('defect', at + 1, variant, 1);
    });
    const day = days.find((one) => one.organization_id === organization.id);
    const opening = await postOpening(trx, {
      organizationId: organization.id,
      userId: 1,
      now: first.at,
      ...(day && { day }),
      sourceHash: `demo:${organization.code}`,
      sourceName: 'Boshlangʻich qoldiq',
      receipts: warehousesOf(organization).flatMap(({ id, kind }) => {
        const lines = places.get(kind);
        return lines?.length ? [{ warehouseId: id, lines }] : [];
      }),
    });
    stockLines += opening.lines;
    units += opening.units;
  }
  return { stockLines, units };
}

const SEQUENCES = [
  'territory',
  'organization',
  'position',
  'app_user',
  'practice_month',
  'product_category',
  'brand',
  'product',
  'product_variant',
  'warehouse_list',
  'partner',
  'test',
  'test_question',
  'test_option',
  'test_attempt',
] as const satisfies readonly (keyof Schema)[];

/** Rows were given their ids here, so the next one must come after them. */
async function moveSequences(trx: Trx, internalBarcodes: number): Promise<void> {
  for (const table of SEQUENCES) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      trx,
    );
  }
  if (internalBarcodes > 0) await sql`select setval('internal_barcode', ${internalBarcodes})`.execute(trx);
}
