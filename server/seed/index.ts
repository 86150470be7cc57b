/**
 * The demo chain: people, goods and stock, the same in every run. Stock enters through posted documents, never by
 * writing balances; counting acts are made elsewhere, by replaying calls.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { branchUser } from '../../contract/directories/branchUser.ts';
import { organization } from '../../contract/directories/organization.ts';
import { partner } from '../../contract/directories/partner.ts';
import { position } from '../../contract/directories/position.ts';
import { territory } from '../../contract/directories/territory.ts';
import { warehouse } from '../../contract/directories/warehouse.ts';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import type { Database, Trx } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { keyOfRecord } from '../directory/search.ts';
import { tashkentDay } from '../http/days.ts';
import { appendLog } from '../lifecycle/stages.ts';
import { hashPassword } from '../people/password.ts';
import { seedAddresses } from './addresses.ts';
import { seedBlackList } from './blackList.ts';
import { demoCatalogue } from './catalogue.ts';
import { seedClients } from './clients.ts';
import { daysBefore, firstDay, ids, insertColumns, moveSequence, pastDays } from './columns.ts';
import { seedFondProducts } from './fondProducts.ts';
import { seedExpirations, seedGoodsLists, seedLocks } from './goodsLists.ts';
import { DEMO_PASSWORD, demoPeople, demoUsers, ORGANIZATIONS, POSITIONS } from './people.ts';
import { Random } from './random.ts';
import { seedSettings } from './settings.ts';
import { seedPeople } from './staff.ts';
import { seedStaffTests } from './staffTests.ts';
import { seedCatalogue, seedMarkups, seedStock } from './stock.ts';
import { demoSuppliers } from './suppliers.ts';
import { seedWorkDirectories } from './workDirectories.ts';
import { seedWorkLists } from './workLists.ts';

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

/** Whether the people to sign in as are those of the demo chain, all of them. */
export async function holdsDemo(db: Kysely<Schema>): Promise<boolean> {
  const usernames = demoUsers().map((person) => person.username);
  const found = await db.selectFrom('app_user').select('id').where('username', 'in', usernames).execute();
  return found.length === usernames.length;
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
    await seedAddresses(trx, dayBeforeFirst(now));
    await seedWorkLists(trx, dayBeforeFirst(now), tashkentDay(now));
    await seedCatalogue(trx, catalogue, firstDay(now));
    await seedMarkups(trx, tashkentDay(now));
    await seedWorkDirectories(trx, dayBeforeFirst(now), tashkentDay(now));
    await seedBlackList(trx, now);
    await seedClients(trx, dayBeforeFirst(now), tashkentDay(now));
    await seedGoodsLists(trx, dayBeforeFirst(now));
    await seedSettings(trx, tashkentDay(now));
    const stock = await seedStock(trx, catalogue, firstDay(now));
    await seedExpirations(trx, new Date(firstDay(now).at.getTime() + 3_600_000), tashkentDay(now));
    await seedLocks(trx, new Date(now.getTime() - 12 * 86_400_000), tashkentDay(now));
    await seedFondProducts(trx, now);
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

/** Soʻm in the autumn of 2026. */
const RATES = { USD: 11_811.68, EUR: 13_705.51, RUB: 136.84 };

/** Directories were filled before the chain began. */
const dayBeforeFirst = (now: Date): Date => new Date(firstDay(now).at.getTime() - 24 * 3_600_000);

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
  const dates = ids(pastDays(now) + 1).map((day) => daysBefore(today, day - 1));
  const months = [...new Set(dates.map((date) => date.slice(0, 7)))];
  await insertColumns(trx, 'practice_month', {
    id: ['int', ids(months.length)],
    year: ['int', months.map((month) => Number(month.slice(0, 4)))],
    month: ['int', months.map((month) => Number(month.slice(5)))],
    since: ['timestamptz', months.map((month) => `${month}-01T08:00:00+05:00`)],
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
    since: ['timestamptz', days.map((day) => day.closed ?? day.opened)],
    opened_by: ['int', days.map((day) => day.keeper)],
    closed_at: ['timestamptz', days.map((day) => day.closed)],
    closed_by: ['int', days.map((day) => (day.closed === null ? null : day.keeper))],
  });
  await sql`INSERT INTO record_log (kind, record_id, machine, event, state_before, state_after, user_id, at)
    SELECT 'practice_day', d.id, 'practiceDay', s.event, s.before, s.after, d.opened_by,
           CASE WHEN s.place = 1 THEN d.opened_at ELSE d.closed_at END
    FROM practice_day d
    JOIN (VALUES
      (1, 'day.open', NULL, 'open'),
      (2, 'day.startClosing', 'open', 'closing'),
      (3, 'day.close', 'closing', 'closed')
    ) AS s (place, event, before, after) ON s.place = 1 OR d.status = 'closed'
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
    search_key: ['text', suppliers.map((one) => keyOfRecord(partner as unknown as AnyDirectory, { ...one }))],
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
  await sql`INSERT INTO record_log (kind, record_id, machine, event, state_after, payload, user_id, at)
    SELECT ${warehouse.spec.name}, w.id, 'directoryRecord', 'record.create', 'active', ${payload}, 1, w.created_at
    FROM warehouse_list w JOIN organization o ON o.id = w.organization_id, LATERAL (
      SELECT jsonb_build_object('name', w.name, 'kind', w.kind, 'organization', o.name, 'keepers', coalesce((
        SELECT jsonb_agg(u.fullname ORDER BY u.fullname) FROM warehouse_keeper k JOIN app_user u ON u.id = k.user_id
        WHERE k.warehouse_id = w.id), '[]')) AS fields) f
    ORDER BY w.id`.execute(trx);
  await sql`INSERT INTO record_log (kind, record_id, machine, event, state_after, payload, user_id, at)
    SELECT ${position.spec.name}, p.id, 'directoryRecord', 'record.create', 'active', ${payload}, 1,
      ${first}::timestamptz - interval '5 days' + p.id * interval '1 minute'
    FROM position p, LATERAL (
      SELECT jsonb_build_object('name', jsonb_build_object('uz', p.name_uz, 'ru', p.name_ru), 'kind', p.kind) AS fields) f
    ORDER BY p.id`.execute(trx);
  await sql`INSERT INTO record_log (kind, record_id, machine, event, state_after, payload, user_id, at)
    SELECT ${territory.spec.name}, t.id, 'directoryRecord', 'record.create', 'active', ${payload}, 1,
      ${first}::timestamptz - interval '7 days' + t.id * interval '1 minute'
    FROM territory t, LATERAL (SELECT jsonb_build_object('name', t.name) AS fields) f ORDER BY t.id`.execute(trx);
  await sql`INSERT INTO record_log (kind, record_id, machine, event, state_after, payload, user_id, at)
    SELECT ${organization.spec.name}, o.id, 'directoryRecord', 'record.create', 'active', ${payload}, 1,
      ${first}::timestamptz - interval '6 days' + o.id * interval '3 minutes'
    FROM organization o LEFT JOIN territory t ON t.id = o.territory_id LEFT JOIN organization p ON p.id = o.parent_id,
      LATERAL (SELECT jsonb_build_object('name', o.name, 'short_name', o.short_name, 'code', o.code, 'kind', o.kind,
        'territory', t.name, 'parent', p.name, 'address', o.address, 'phone', o.phone,
        'scoring_required', o.scoring_required, 'aliases', o.aliases) AS fields) f
    ORDER BY o.id`.execute(trx);
  await logPeople(trx, first, payload);
  await sql`INSERT INTO record_log (kind, record_id, machine, event, state_before, state_after, payload, user_id, at)
    SELECT ${partner.spec.name}, s.id, 'directoryRecord', s.event, s.before, 'active', ${payload}, 1, s.at
    FROM (
      SELECT p.id, 1 AS place, 'record.create' AS event, NULL AS before, p.created_at AS at,
             jsonb_build_object('name', p.name, 'kind', p.kind, 'stir', p.stir, 'phone', p.phone, 'firms', (
               SELECT jsonb_agg(jsonb_build_object('name', m.name, 'stir', m.stir, 'bank', m.bank, 'mfo', m.mfo,
                 'account', m.account, 'active', m.active) ORDER BY m.id)
               FROM partner_firm m WHERE m.partner_id = p.id)) AS fields
      FROM partner p
      UNION ALL
      SELECT r.partner_id, 2, 'record.update', 'active', r.valid_from + interval '10 hours',
             jsonb_build_object('credit_limit', r.credit_limit, 'defer_days', r.defer_days, 'valid_from', r.valid_from,
               'valid_to', r.valid_to)
      FROM reliable_partner r
    ) s, LATERAL (SELECT jsonb_strip_nulls(s.fields) AS fields) f
    ORDER BY s.id, s.place`.execute(trx);
  const archived = await trx.selectFrom('partner').select('id').where('active', '=', false).orderBy('id').execute();
  for (const [at, { id }] of archived.entries()) {
    await appendLog(trx, {
      log: 'record_log',
      kind: partner.spec.name,
      machine: 'directoryRecord',
      id,
      event: 'record.archive',
      before: 'active',
      after: 'archived',
      payload: {},
      userId: 1,
      now: new Date(`${daysBefore(today, ARCHIVED_AGO[at] ?? 0)}T16:20:00+05:00`),
    });
  }
  // every line after the first is one more version
  await sql`UPDATE partner SET version = (SELECT count(*) FROM record_log l WHERE l.kind = ${partner.spec.name}
    AND l.record_id = partner.id)`.execute(trx);
}

/** Two of many: one is away for a while, one has left. */
const CLOSED = [
  ['user.suspend', 'suspended', 'Farzand parvarishi taʼtili'],
  ['user.dismiss', 'dismissed', 'Boshqa shaharga koʻchib ketdi'],
] as const;

/** People were made by who directs; the last of them in two branches do not sign in any more. */
async function logPeople(trx: Trx, first: Date, payload: RawBuilder<unknown>): Promise<void> {
  await sql`UPDATE app_user SET created_by = 1, created_at = ${first}::timestamptz - interval '4 days' + id * interval '2 minutes'`.execute(
    trx,
  );
  await sql`UPDATE app_user SET since = created_at`.execute(trx);
  await sql`INSERT INTO record_log (kind, record_id, machine, event, state_after, payload, user_id, at)
    SELECT ${branchUser.spec.name}, u.id, 'user', 'user.create', 'active', ${payload}, 1, u.created_at
    FROM app_user u JOIN organization o ON o.id = u.organization_id JOIN position p ON p.id = u.position_id, LATERAL (
      SELECT jsonb_build_object('fullname', u.fullname, 'username', u.username, 'phone', u.phone, 'position', p.name_uz,
        'organization', o.name, 'office', u.office, 'scoring', u.scoring, 'prizma_status', u.prizma_status) AS fields) f
    ORDER BY u.id`.execute(trx);
  const sellers = await sql<{ id: number }>`
    SELECT max(u.id) AS id FROM app_user u JOIN position p ON p.id = u.position_id WHERE p.name_uz = 'Sotuvchi'
    GROUP BY u.organization_id ORDER BY 1 DESC LIMIT ${CLOSED.length} OFFSET 1`.execute(trx);
  for (const [at, { id }] of sellers.rows.entries()) {
    const [event, after, reason] = CLOSED[at] as (typeof CLOSED)[number];
    const now = new Date(first.getTime() + (at + 3) * 86_400_000);
    await sql`UPDATE app_user SET status = ${after}, version = 2, since = ${now} WHERE id = ${id}`.execute(trx);
    const line = { log: 'record_log', kind: branchUser.spec.name, machine: 'user', userId: 1, now } as const;
    await appendLog(trx, { ...line, id, event, before: 'active', after, payload: { before: {}, after: { reason } } });
  }
}

const SEQUENCES = [
  'organization',
  'app_user',
  'practice_month',
  'warehouse_list',
  'partner',
  'test',
  'test_question',
  'test_option',
  'test_attempt',
] as const satisfies readonly (keyof Schema)[];

async function moveSequences(trx: Trx, internalBarcodes: number): Promise<void> {
  for (const table of SEQUENCES) await moveSequence(trx, table);
  if (internalBarcodes > 0) await sql`select setval('internal_barcode', ${internalBarcodes})`.execute(trx);
}
