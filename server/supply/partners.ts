/**
 * Suppliers with their firms, agreements and debts (areas 2.2, 4.3 `/repositories/reliable-partners`). Debts are
 * `partner_balance`, written by the ledger alone; here they are only read.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { FirmBody, PartnerBody } from '../../contract/bodies.ts';
import { isPinfl } from '../../contract/checkDigits.ts';
import { partnerFirms, partnerGetAll } from '../../contract/invoices/choices.ts';
import { searchKey } from '../../contract/search.ts';
import {
  type Agreement,
  type Partner,
  type PartnerFirm,
  type PartnerInList,
  partnerAddFirm,
  partnerArchive,
  partnerCreate,
  partnerEntries,
  partnerHistory,
  partnerIndex,
  partnerRestore,
  partnerShow,
  partnerUpdate,
  type Sums,
  TAX_DIGITS,
} from '../../contract/supply.ts';
import type { Schema } from '../db/schema.ts';
import { keysAre, likeLiteral } from '../db/search.ts';
import {
  changesOf,
  type DirectoryRecord,
  defineDirectory,
  type InUse,
  lockRecord,
  recordHistory,
} from '../documents/records.ts';
import type { SignedIn } from '../http/auth.ts';
import { tashkentDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import type { Language } from '../http/messages.ts';
import { type FieldFault, invalid, notFound } from '../http/refusal.ts';
import type { LoggedFields } from '../lifecycle/stages.ts';
import { answerComputed } from '../lists/computed.ts';
import { answerList, declareList, inOrder } from '../lists/list.ts';

type Db = Kysely<Schema>;

interface PartnerRecord extends DirectoryRecord {
  name: string;
  kind: 'company' | 'entrepreneur';
  stir: string | null;
  phone: string | null;
}

/** In use while either side owes money, or an invoice of it is open. */
async function inUse(db: Db, { id }: PartnerRecord): Promise<InUse | null> {
  if ((await firmsInDebt(db, id)).size > 0) return { key: 'partner_has_debt' };
  const { n } = await db
    .selectFrom('product_invoice')
    .innerJoin('document', 'document.id', 'product_invoice.id')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('product_invoice.partner_id', '=', id)
    .where('document.status', 'in', ['draft', 'sent'])
    .executeTakeFirstOrThrow();
  return Number(n) > 0 ? { key: 'partner_has_invoices', values: { n: Number(n) } } : null;
}

async function findPartner(db: Db, id: number, lock = false): Promise<PartnerRecord> {
  if (lock) await lockRecord(db, 'partner', id);
  const row = await db
    .selectFrom('partner')
    .select(['id', 'name', 'kind', 'stir', 'phone', 'active', 'version'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

// ---------------------------------------------------------------- related rows of partners, read for a whole page

/** What is owed now, by currency; currencies without money are left out. */
export async function debtsOf(db: Db, ids: readonly number[]): Promise<Map<number, Sums>> {
  const debts = new Map<number, Sums>();
  if (ids.length === 0) return debts;
  const rows = await db
    .selectFrom('partner_balance')
    .innerJoin('currency', 'currency.id', 'partner_balance.currency_id')
    .select(({ fn }) => ['partner_id', 'currency.abbrevation', fn.sum<number>('amount').as('amount')])
    .where('partner_id', 'in', ids)
    .groupBy(['partner_id', 'currency.abbrevation'])
    .having(({ fn }) => fn.sum('amount'), '<>', 0)
    .execute();
  for (const row of rows)
    debts.set(row.partner_id, { ...debts.get(row.partner_id), [row.abbrevation]: Number(row.amount) });
  return debts;
}

type FirmRow = PartnerFirm & { partner_id: number };

const firmsOf = (db: Db, ids: readonly number[]): Promise<FirmRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('partner_firm')
        .select(['id', 'partner_id', 'name', 'stir', 'bank', 'mfo', 'account', 'active'])
        .where('partner_id', 'in', ids)
        .orderBy('active', 'desc')
        .orderBy('id')
        .execute();

type AgreementRow = Agreement & { id: number; partner_id: number };

/** The last agreement of each. */
const agreementsOf = (db: Db, ids: readonly number[]): Promise<AgreementRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('reliable_partner')
        .distinctOn('partner_id')
        .select(['id', 'partner_id', 'credit_limit', 'defer_days', 'valid_from', 'valid_to'])
        .where('partner_id', 'in', ids)
        .orderBy('partner_id')
        .orderBy('valid_from', 'desc')
        .orderBy('id', 'desc')
        .execute();

const isInForce = (agreement: Agreement, today: string): boolean =>
  agreement.valid_from <= today && (agreement.valid_to === null || agreement.valid_to >= today);

const agreementAnswer = ({ credit_limit, defer_days, valid_from, valid_to }: Agreement): Agreement => ({
  credit_limit: Number(credit_limit),
  defer_days,
  valid_from,
  valid_to,
});

const firmAnswer = ({ id, name, stir, bank, mfo, account, active }: FirmRow): PartnerFirm => ({
  id,
  name,
  stir,
  bank,
  mfo,
  account,
  active,
});

interface Asked {
  db: Db;
  user: SignedIn;
  language: Language;
  now: Date;
}

/** The partner as its pane shows it. */
async function partnerAnswer(asked: Asked, record: PartnerRecord): Promise<Partner> {
  const { db, now } = asked;
  const { id } = record;
  const firms = await firmsOf(db, [id]);
  const [agreement] = await agreementsOf(db, [id]);
  const debts = await debtsOf(db, [id]);
  return {
    ...(await PARTNERS.fields(asked, record)),
    name: record.name,
    kind: record.kind,
    stir: record.stir,
    phone: record.phone,
    firms: firms.map(firmAnswer),
    agreement: agreement ? agreementAnswer(agreement) : null,
    reliable: agreement !== undefined && isInForce(agreement, tashkentDay(now)),
    debts: debts.get(id) ?? {},
  };
}

export const PARTNERS = defineDirectory({
  kind: 'partner',
  table: 'partner',
  find: ({ db }, id, lock) => findPartner(db, id, lock),
  answer: partnerAnswer,
  inUse,
  edits: 'reliable_partners.edit',
});

// ---------------------------------------------------------------- writing

/** Names and tax numbers are looked through by one writer at a time: two must not take the same one. */
const lockPartnerNames = (db: Db) => sql`SELECT pg_advisory_xact_lock(hashtext('partner names'))`.execute(db);

const isTaxNumber = (stir: string): boolean => stir.length === TAX_DIGITS.company || isPinfl(stir);

/** Every field that is wrong at once, in the words of the reader. */
async function refuseBody(db: Db, id: number | null, body: PartnerBody): Promise<void> {
  const fields: Record<string, FieldFault[]> = {};
  const fault = (field: string, key: string, values?: Record<string, string | number>) => {
    fields[field] ??= [values ? { key, values } : { key }];
  };
  if (body.kind === 'company' && body.stir.length !== TAX_DIGITS.company) fault('stir', 'stir_company');
  if (body.kind === 'entrepreneur' && !isPinfl(body.stir)) fault('stir', 'stir_pinfl');
  let others = db
    .selectFrom('partner')
    .select(['name', 'stir'])
    .where((where) => where.or([where(sql`lower(name)`, '=', body.name.toLowerCase()), where('stir', '=', body.stir)]));
  if (id !== null) others = others.where('id', '<>', id);
  for (const other of await others.execute()) {
    if (other.stir === body.stir) fault('stir', 'stir_of_partner', { other: other.name });
    else fault('name', 'partner_name_taken', { other: other.name, stir: other.stir ?? '—' });
  }
  refuseAgreement(body, fault);
  await refuseFirms(db, id, body.firms ?? [], fault);
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

type Fault = (field: string, key: string, values?: Record<string, string | number>) => void;

function refuseAgreement(body: PartnerBody, fault: Fault): void {
  if (body.credit_limit == null) return;
  if (body.defer_days == null) fault('defer_days', 'required');
  if (body.valid_from == null) fault('valid_from', 'required');
  else if (body.valid_to != null && body.valid_to < body.valid_from) fault('valid_to', 'period_turned');
}

async function refuseFirms(
  db: Db,
  partnerId: number | null,
  firms: NonNullable<PartnerBody['firms']>,
  fault: Fault,
): Promise<void> {
  if (firms.length === 0) return;
  const known = partnerId === null ? [] : await firmsOf(db, [partnerId]);
  const taken = await db
    .selectFrom('partner_firm')
    .innerJoin('partner', 'partner.id', 'partner_firm.partner_id')
    .select(['partner_firm.id', 'partner_firm.stir', 'partner_firm.name', 'partner.name as partner'])
    .where(
      'partner_firm.stir',
      'in',
      firms.map((firm) => firm.stir),
    )
    .where('partner_firm.active', '=', true)
    .execute();
  const sent = new Set(firms.map((firm) => firm.id));
  const owed = await firmsInDebt(db, partnerId);
  for (const [at, firm] of firms.entries()) {
    const before = known.find((one) => one.id === firm.id);
    if (firm.id !== undefined && !before) {
      fault(`firms.${at}.id`, 'firm');
      continue;
    }
    if (!isTaxNumber(firm.stir)) fault(`firms.${at}.stir`, 'stir_pinfl');
    const alive = firm.active !== false;
    if (!alive && before?.active && owed.has(before.id))
      fault(`firms.${at}.active`, 'firm_has_debt', { firm: before.name });
    // One that is sent too is looked at with what it becomes, not with what it was.
    const elsewhere = taken.find((one) => one.stir === firm.stir && one.id !== firm.id && !sent.has(one.id));
    if (alive && elsewhere)
      fault(`firms.${at}.stir`, 'stir_of_firm', { firm: elsewhere.name, partner: elsewhere.partner });
    const above = firms.slice(0, at);
    if (alive && above.some((one) => one.active !== false && one.stir === firm.stir))
      fault(`firms.${at}.stir`, 'stir_twice');
    const named = (one: { name: string }) => one.name.toLowerCase() === firm.name.toLowerCase();
    if (above.some(named) || known.some((one) => !sent.has(one.id) && named(one)))
      fault(`firms.${at}.name`, 'firm_name_taken', { firm: firm.name });
  }
}

/** Firms of a partner to which or by which money is owed. */
async function firmsInDebt(db: Db, partnerId: number | null): Promise<ReadonlySet<number | null>> {
  if (partnerId === null) return new Set();
  const rows = await db
    .selectFrom('partner_balance')
    .select('partner_firm_id')
    .where('partner_id', '=', partnerId)
    .where('amount', '<>', 0)
    .execute();
  return new Set(rows.map((row) => row.partner_firm_id));
}

const firmValues = ({ name, stir, bank, mfo, account }: FirmBody) => ({
  name,
  stir,
  bank: bank || null,
  mfo: mfo ?? null,
  account: account ?? null,
});

async function writeFirms(db: Db, partnerId: number, firms: NonNullable<PartnerBody['firms']>): Promise<void> {
  const known = firms.filter((firm) => firm.id !== undefined);
  if (known.length > 0) {
    const rows = JSON.stringify(
      known.map((firm) => ({ id: firm.id, ...firmValues(firm), active: firm.active ?? true })),
    );
    // Names and tax numbers may change places: what is sent gives its own up first.
    const ids = known.map((firm) => firm.id as number);
    await sql`UPDATE partner_firm SET name = '#' || id, stir = null WHERE id IN (${sql.join(ids)})`.execute(db);
    await sql`UPDATE partner_firm f SET name = s.name, stir = s.stir, bank = s.bank, mfo = s.mfo, account = s.account,
        active = s.active, version = f.version + 1
      FROM jsonb_to_recordset(${rows}::jsonb)
        AS s(id integer, name text, stir text, bank text, mfo text, account text, active boolean)
      WHERE f.id = s.id`.execute(db);
  }
  const added = firms.filter((firm) => firm.id === undefined);
  if (added.length > 0) {
    await db
      .insertInto('partner_firm')
      .values(added.map((firm) => ({ partner_id: partnerId, ...firmValues(firm), active: firm.active ?? true })))
      .execute();
  }
}

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** One agreement at a time: the last is changed while it is not over, else another one begins. */
async function writeAgreement(db: Db, partnerId: number, body: PartnerBody, today: string): Promise<void> {
  const [last] = await agreementsOf(db, [partnerId]);
  const going = last && (last.valid_to === null || last.valid_to >= today) ? last : undefined;
  const { credit_limit, defer_days, valid_from, valid_to = null } = body;
  if (credit_limit == null || defer_days == null || valid_from == null) {
    if (!going) return;
    // What never was in force leaves no trace but in the log; what was ends with the day before.
    if (going.valid_from >= today) await db.deleteFrom('reliable_partner').where('id', '=', going.id).execute();
    else
      await db
        .updateTable('reliable_partner')
        .set({ valid_to: dayBefore(today) })
        .where('id', '=', going.id)
        .execute();
    return;
  }
  const values = { credit_limit, defer_days, valid_from, valid_to };
  const same = last && last.valid_from === valid_from;
  if (going ?? same)
    await db
      .updateTable('reliable_partner')
      .set(values)
      .where('id', '=', (going ?? (last as AgreementRow)).id)
      .execute();
  else
    await db
      .insertInto('reliable_partner')
      .values({ partner_id: partnerId, ...values })
      .execute();
}

interface NamedPartner {
  name: string;
  stir: string | null;
  phone: string | null;
  firms: readonly { name: string; stir: string | null }[];
}

/** Found by its own name, its firms, and every number of its papers. */
export const partnerKey = ({ name, stir, phone, firms }: NamedPartner): string =>
  searchKey([name, stir, phone?.replace(/\D/g, ''), ...firms.flatMap((firm) => [firm.name, firm.stir])].join(' '));

async function writeSearchKey(db: Db, id: number): Promise<void> {
  const record = await findPartner(db, id);
  await db
    .updateTable('partner')
    .set({ search_key: partnerKey({ ...record, firms: await firmsOf(db, [id]) }) })
    .where('id', '=', id)
    .execute();
}

/** As the log has it. */
async function logged(db: Db, id: number): Promise<LoggedFields> {
  const { name, kind, stir, phone } = await findPartner(db, id);
  const [agreement] = await agreementsOf(db, [id]);
  const firms = await firmsOf(db, [id]);
  return {
    name,
    kind,
    stir,
    phone,
    ...(agreement ? agreementAnswer(agreement) : {}),
    firms: [...firms]
      .sort((one, other) => one.id - other.id)
      .map((firm) => ({ ...firmValues({ ...firm, stir: firm.stir ?? '' }), active: firm.active })),
  };
}

async function write(db: Db, id: number, body: PartnerBody, now: Date): Promise<void> {
  const { name, kind, stir, phone = null } = body;
  await db.updateTable('partner').set({ name, kind, stir, phone, updated_at: now }).where('id', '=', id).execute();
  await writeFirms(db, id, body.firms ?? []);
  await writeAgreement(db, id, body, tashkentDay(now));
  await writeSearchKey(db, id);
}

/** Digits as they stand on a paper are found too: with spaces, with a plus. */
export function partnerIs(words: string): RawBuilder<boolean> {
  const named = keysAre('p.search_key', words);
  if (!/^[\d\s+()-]{4,}$/.test(words)) return named;
  return sql<boolean>`(${named} OR p.search_key LIKE ${`%${likeLiteral(words.replace(/\D/g, ''))}%`})`;
}

const id = { by: sql`p.id`, type: 'integer' } as const;
const byName = {
  columns: [{ by: sql`p.name_order`, type: 'text' }, id],
  index: 'partner_list',
  withState: 'partner_list',
} as const;
const byFigure = (figure: RawBuilder<unknown>) =>
  ({ columns: [{ by: figure, type: 'numeric', nullable: 'last' }, id], index: 'computed' }) as const;

const lastAgreement = (column: string) =>
  sql`(SELECT ${sql.ref(column)} FROM reliable_partner r WHERE r.partner_id = p.id
    ORDER BY r.valid_from DESC, r.id DESC LIMIT 1)`;

/** Debts in soʻm at the rates of the day. */
const partnerList = (today: string) => ({
  ...partnerDeclaration,
  sorts: {
    ...partnerDeclaration.sorts,
    debt: byFigure(sql`(SELECT sum(b.amount * coalesce((SELECT rate.uzs_per_unit FROM currency_rate rate
        WHERE rate.currency = c.abbrevation AND rate.date <= ${today}::date ORDER BY rate.date DESC LIMIT 1), 1))
      FROM partner_balance b JOIN currency c ON c.id = b.currency_id WHERE b.partner_id = p.id)`),
  },
});

const partnerDeclaration = declareList({
  call: 'partnerIndex',
  from: sql`partner p`,
  id: sql`p.id`,
  sorts: {
    name: byName,
    credit_limit: byFigure(lastAgreement('credit_limit')),
    defer_days: byFigure(lastAgreement('defer_days')),
    debt: byFigure(sql`NULL::numeric`),
  },
  sort: 'name',
  filters: { search: 'partner_search', status: 'partner_list' },
});

export const partnerChoices = declareList({
  call: 'partnerGetAll',
  from: sql`partner p`,
  id: sql`p.id`,
  sorts: { name: byName },
  sort: 'name',
  filters: { search: 'partner_search' },
});

async function partnerRows(db: Db, ids: readonly number[], inForce: RawBuilder<boolean>): Promise<PartnerInList[]> {
  if (ids.length === 0) return [];
  const found = await db
    .selectFrom('partner as p')
    .select(['p.id', 'name', 'kind', 'stir', 'phone', 'active'])
    .select(inForce.as('reliable'))
    .where('p.id', 'in', ids)
    .execute();
  const firms = await firmsOf(db, ids);
  const agreements = new Map((await agreementsOf(db, ids)).map((one) => [one.partner_id, one]));
  const debts = await debtsOf(db, ids);
  return inOrder(ids, found).map((row) => {
    const agreement = agreements.get(row.id);
    return {
      ...row,
      agreement: agreement ? agreementAnswer(agreement) : null,
      debts: debts.get(row.id) ?? {},
      firms: firms.filter((firm) => firm.partner_id === row.id && firm.active).map((firm) => firm.name),
    };
  });
}

export const partnerCalls: Implementation[] = [
  implement(partnerIndex, {
    async handle({ db, query, now }) {
      const today = tashkentDay(now);
      const inForce = sql<boolean>`EXISTS (SELECT 1 FROM reliable_partner r WHERE r.partner_id = p.id
        AND r.valid_from <= ${today}::date AND (r.valid_to IS NULL OR r.valid_to >= ${today}::date))`;
      const words = query.search?.trim();
      const groups = { all: sql`p.active`, reliable: sql`p.active AND ${inForce}`, archived: sql`NOT p.active` };
      const group = query.status ?? 'all';
      return answerList(db, partnerList(today), query, {
        where: words ? [partnerIs(words)] : [],
        narrowed: Boolean(words),
        state: groups[group],
        groups: { of: groups, group },
        rows: (ids) => partnerRows(db, ids, inForce),
        async totals(ids) {
          const { rows } = await sql<{ abbrevation: string; amount: number }>`
            SELECT c.abbrevation, sum(b.amount) AS amount FROM partner_balance b JOIN currency c ON c.id = b.currency_id
            WHERE b.partner_id IN (${ids}) GROUP BY 1 HAVING sum(b.amount) <> 0`.execute(db);
          return Object.fromEntries(rows.map((row) => [row.abbrevation, Number(row.amount)]));
        },
      });
    },
  }),

  implement(partnerShow, {
    record: ({ db, params }) => findPartner(db, params.id),
    handle: async (context) => ({ data: await partnerAnswer(context, context.record) }),
  }),

  implement(partnerCreate, {
    async handle(context) {
      const { db, user, body, now } = context;
      const { id } = await PARTNERS.create(context, 'record.create', async () => {
        await lockPartnerNames(db);
        await refuseBody(db, null, body);
        const { name, kind, stir } = body;
        const made = await db
          .insertInto('partner')
          .values({ name, kind, stir, phone: null, created_by: user.id, created_at: now })
          .returning('id')
          .executeTakeFirstOrThrow();
        await write(db, made.id, body, now);
        return { ...made, details: changesOf({}, await logged(db, made.id)) };
      });
      return { data: await partnerAnswer(context, await findPartner(db, id)) };
    },
  }),

  implement(
    partnerUpdate,
    PARTNERS.step('record.update', async ({ db, record, body, now }) => {
      await lockPartnerNames(db);
      await refuseBody(db, record.id, body);
      const before = await logged(db, record.id);
      await write(db, record.id, body, now);
      return changesOf(before, await logged(db, record.id));
    }),
  ),

  implement(
    partnerAddFirm,
    PARTNERS.stepThen(
      'record.update',
      async ({ db, record, body }) => {
        await lockPartnerNames(db);
        const fields: Record<string, FieldFault[]> = {};
        await refuseFirms(db, record.id, [body], (field, key, values) => {
          fields[field.replace('firms.0.', '')] ??= [values ? { key, values } : { key }];
        });
        if (Object.keys(fields).length > 0) throw invalid(fields);
        const before = await logged(db, record.id);
        await writeFirms(db, record.id, [body]);
        await writeSearchKey(db, record.id);
        return changesOf(before, await logged(db, record.id));
      },
      async (context) => {
        const data = await partnerAnswer(context, await findPartner(context.db, context.record.id));
        const firm = data.firms.find((one) => one.name === context.body.name) as PartnerFirm;
        return { data, firm };
      },
    ),
  ),

  implement(partnerArchive, PARTNERS.step('record.archive')),
  implement(partnerRestore, PARTNERS.step('record.restore')),

  implement(partnerHistory, {
    record: ({ db, params }) => findPartner(db, params.id),
    handle: async ({ db, record }) => ({ data: await recordHistory(db, PARTNERS.kind, record.id) }),
  }),

  implement(partnerEntries, {
    record: ({ db, params }) => findPartner(db, params.id),
    handle: ({ db, record, query }) =>
      answerComputed(query, {
        async figures() {
          const { n } = await db
            .selectFrom('partner_entry')
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .where('partner_id', '=', record.id)
            .executeTakeFirstOrThrow();
          return { total: Number(n), totals: (await debtsOf(db, [record.id])).get(record.id) ?? {} };
        },
        async rows(limit, offset) {
          const { rows } = await sql<{
            id: number;
            created_at: Date;
            date: string;
            document_id: number;
            kind: string;
            number: string;
            firm: string | null;
            currency: string;
            amount: number;
            balance: number;
          }>`SELECT e.id, e.created_at, day.date, e.document_id, d.kind, d.number, f.name AS firm,
              c.abbrevation AS currency, e.amount, e.balance
            FROM (SELECT *, sum(amount) OVER (PARTITION BY partner_firm_id, currency_id ORDER BY id) AS balance
                  FROM partner_entry WHERE partner_id = ${record.id}) e
            JOIN document d ON d.id = e.document_id
            JOIN practice_day day ON day.id = e.practice_day_id
            JOIN currency c ON c.id = e.currency_id
            LEFT JOIN partner_firm f ON f.id = e.partner_firm_id
            ORDER BY e.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db);
          return rows.map((row) => ({
            id: String(row.id),
            at: row.created_at.toISOString(),
            date: row.date,
            document: { id: row.document_id, kind: row.kind, number: row.number },
            firm: row.firm,
            currency: row.currency,
            amount: Number(row.amount),
            balance: Number(row.balance),
          }));
        },
      }),
  }),

  implement(partnerGetAll, {
    async handle({ db, query, now }) {
      const words = query.search?.trim();
      return answerList(db, partnerChoices, query, {
        where: [sql`p.active`, ...(words ? [keysAre('p.search_key', words)] : [])],
        narrowed: Boolean(words),
        async rows(ids) {
          if (ids.length === 0) return [];
          const rows = await db.selectFrom('partner').select(['id', 'name', 'stir']).where('id', 'in', ids).execute();
          const today = tashkentDay(now);
          const agreements = await agreementsOf(db, ids);
          const reliable = new Set(agreements.filter((one) => isInForce(one, today)).map((one) => one.partner_id));
          return inOrder(ids, rows).map((row) => ({ ...row, reliable: reliable.has(row.id) }));
        },
      });
    },
  }),

  implement(partnerFirms, {
    record: ({ db, params }) => findPartner(db, params.id),
    async handle({ db, record }) {
      const firms = await firmsOf(db, [record.id]);
      return { data: firms.filter((firm) => firm.active).map(({ id, name, stir }) => ({ id, name, stir })) };
    },
  }),
];
