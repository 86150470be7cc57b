/**
 * Suppliers with their firms, agreements and debts (areas 2.2, 4.3 `/repositories/reliable-partners`). Debts are
 * `partner_balance`, written by the ledger alone; here they are only read.
 */
import { type Kysely, sql } from 'kysely';
import { isPinfl } from '../../contract/checkDigits.ts';
import type { Sums } from '../../contract/common.ts';
import { type Agreement, type PartnerBody, partner, TAX_DIGITS } from '../../contract/directories/partner.ts';
import type { DirectoryRow } from '../../contract/directory/directory.ts';
import type { Schema } from '../db/schema.ts';
import type { Change } from '../directory/hooks.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';
import { tashkentDay } from '../http/days.ts';

type Db = Kysely<Schema>;
type Row = DirectoryRow<typeof partner>;
type PartnerChange = Change<Row, PartnerBody>;

// ---------------------------------------------------------------- debts

/** What is owed now, by currency; currencies without money are left out. */
export async function debtsOf(db: Db, ids: readonly number[]): Promise<Map<number, Sums>> {
  const { rows } = await sql<{ id: number; abbrevation: string; amount: number }>`
    SELECT b.partner_id AS id, c.abbrevation, sum(b.amount) AS amount
    FROM partner_balance b JOIN currency c ON c.id = b.currency_id
    WHERE b.partner_id = ANY (${ids}::integer[]) GROUP BY 1, 2 HAVING sum(b.amount) <> 0`.execute(db);
  const debts = new Map<number, Sums>();
  for (const { id, abbrevation, amount } of rows) debts.set(id, { ...debts.get(id), [abbrevation]: Number(amount) });
  return debts;
}

/** In soʻm at the rates of the day. */
const debtOn = (today: string) => sql`(
  SELECT sum(b.amount * coalesce((SELECT rate.uzs_per_unit FROM currency_rate rate
    WHERE rate.currency = c.abbrevation AND rate.date <= ${today}::date ORDER BY rate.date DESC LIMIT 1), 1))
  FROM partner_balance b JOIN currency c ON c.id = b.currency_id WHERE b.partner_id = r.id)`;

/** Firms of a partner to which or by which money is owed; null: owed without a firm. */
async function firmsInDebt(db: Db, partnerId: number | null): Promise<ReadonlySet<number | null>> {
  const { rows } = await sql<{ firm: number | null }>`SELECT partner_firm_id AS firm FROM partner_balance
    WHERE partner_id = ${partnerId}::integer AND amount <> 0`.execute(db);
  return new Set(rows.map(({ firm }) => firm));
}

// ---------------------------------------------------------------- agreements

const TERMS = ['credit_limit', 'defer_days', 'valid_from', 'valid_to'] as const;
type Terms = Pick<Row, (typeof TERMS)[number]>;
type AgreementRow = Agreement & { readonly id: number };

/** The last agreement of each. */
export async function agreementsOf(db: Db, ids: readonly number[]): Promise<Map<number, AgreementRow>> {
  const { rows } = await sql<AgreementRow & { of: number }>`
    SELECT DISTINCT ON (partner_id) partner_id AS of, id, credit_limit, defer_days, valid_from, valid_to
    FROM reliable_partner WHERE partner_id = ANY (${ids}::integer[])
    ORDER BY partner_id, valid_from DESC, id DESC`.execute(db);
  return new Map(rows.map(({ of, ...row }) => [of, { ...row, credit_limit: Number(row.credit_limit) }]));
}

const termsOf = ({ id: _, ...terms }: AgreementRow): Agreement => terms;

export const isInForce = (agreement: Agreement | undefined, today: string): boolean =>
  agreement !== undefined &&
  agreement.valid_from <= today &&
  (agreement.valid_to === null || agreement.valid_to >= today);

const ofLastAgreement = (column: string) => sql`(SELECT ${sql.ref(column)} FROM reliable_partner a
  WHERE a.partner_id = r.id ORDER BY a.valid_from DESC, a.id DESC LIMIT 1)`;

/** What the agreement becomes: what was sent over what there is. */
const termsAfter = ({ body, before }: PartnerChange): Terms =>
  Object.fromEntries(
    TERMS.map((name) => [name, body[name] === undefined ? (before?.[name] ?? null) : body[name]]),
  ) as unknown as Terms;

const dayBefore = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);

/** One agreement at a time: the last is changed while it is not over, else another one begins. */
async function writeAgreement(db: Db, partnerId: number, change: PartnerChange, today: string): Promise<void> {
  if (TERMS.every((name) => change.body[name] === undefined)) return;
  const last = (await agreementsOf(db, [partnerId])).get(partnerId);
  const going = last && (last.valid_to === null || last.valid_to >= today) ? last : undefined;
  const { credit_limit, defer_days, valid_from, valid_to } = termsAfter(change);
  if (credit_limit === null || defer_days === null || valid_from === null) {
    if (!going) return;
    // What never was in force leaves no trace but in the log; what was ends with the day before.
    if (going.valid_from >= today) await sql`DELETE FROM reliable_partner WHERE id = ${going.id}`.execute(db);
    else await sql`UPDATE reliable_partner SET valid_to = ${dayBefore(today)} WHERE id = ${going.id}`.execute(db);
    return;
  }
  const replaced = going ?? (last?.valid_from === valid_from ? last : undefined);
  if (replaced)
    await sql`UPDATE reliable_partner SET credit_limit = ${credit_limit}, defer_days = ${defer_days},
      valid_from = ${valid_from}, valid_to = ${valid_to} WHERE id = ${replaced.id}`.execute(db);
  else
    await sql`INSERT INTO reliable_partner (partner_id, credit_limit, defer_days, valid_from, valid_to)
      VALUES (${partnerId}, ${credit_limit}, ${defer_days}, ${valid_from}, ${valid_to})`.execute(db);
}

function agreementFaults(change: PartnerChange): Faults {
  const { credit_limit, defer_days, valid_from, valid_to } = termsAfter(change);
  if (credit_limit === null) return {};
  const turned = valid_from !== null && valid_to !== null && valid_to < valid_from;
  return {
    ...(defer_days === null && { defer_days: [{ key: 'required' }] }),
    ...(valid_from === null && { valid_from: [{ key: 'required' }] }),
    ...(turned && { valid_to: [{ key: 'period_turned' }] }),
  };
}

// ---------------------------------------------------------------- tax numbers, firms

function taxFaults({ body, before }: PartnerChange): Faults {
  const { kind = before?.kind, stir = before?.stir ?? '' } = body;
  if (kind === 'company' && stir.length !== TAX_DIGITS.company) return { stir: [{ key: 'stir_company' }] };
  return kind === 'entrepreneur' && !isPinfl(stir) ? { stir: [{ key: 'tax_number' }] } : {};
}

async function firmFaults(db: Db, { id, body, before }: PartnerChange): Promise<Faults> {
  const { firms = [] } = body;
  if (firms.length === 0) return {};
  const known = before?.firms ?? [];
  const numbers = firms.map((firm) => firm.stir);
  const { rows: taken } = await sql<{ id: number; stir: string; name: string; partner: string }>`
    SELECT f.id, f.stir, f.name, p.name AS partner FROM partner_firm f JOIN partner p ON p.id = f.partner_id
    WHERE f.active AND f.stir = ANY (${numbers}::text[])`.execute(db);
  const sent = new Set(firms.map((firm) => firm.id));
  const owed = await firmsInDebt(db, id);
  const faults: Faults = {};
  for (const [at, firm] of firms.entries()) {
    const fault = (field: string, key: string, values: Record<string, string> = {}) => {
      faults[`firms.${at}.${field}`] ??= [{ key, values }];
    };
    const was = known.find((one) => one.id === firm.id);
    if (firm.stir.length !== TAX_DIGITS.company && !isPinfl(firm.stir)) fault('stir', 'tax_number');
    const alive = firm.active !== false;
    if (!alive && was?.active && owed.has(was.id)) fault('active', 'firm_has_debt', { firm: was.name });
    // One that is sent too is looked at with what it becomes, not with what it was.
    const elsewhere = taken.find((one) => one.stir === firm.stir && one.id !== firm.id && !sent.has(one.id));
    if (alive && elsewhere) fault('stir', 'stir_of_firm', { firm: elsewhere.name, partner: elsewhere.partner });
    const above = firms.slice(0, at);
    if (alive && above.some((one) => one.active !== false && one.stir === firm.stir)) fault('stir', 'stir_twice');
    const isNamed = (one: { name: string }) => one.name.toLowerCase() === firm.name.toLowerCase();
    if (above.some(isNamed) || known.some((one) => !sent.has(one.id) && isNamed(one)))
      fault('name', 'firm_name_taken', { firm: firm.name });
  }
  return faults;
}

export const PARTNERS = serveDirectory(partner, {
  lines: { firms: { table: 'partner_firm', own: 'partner_id' } },
  held: {
    fields: TERMS,
    read: async (db, ids) => new Map([...(await agreementsOf(db, ids))].map(([id, row]) => [id, termsOf(row)])),
  },
  sorts: {
    credit_limit: () => ofLastAgreement('credit_limit'),
    defer_days: () => ofLastAgreement('defer_days'),
    debt: debtOn,
  },
  groups: {
    reliable: (today) => sql`EXISTS (SELECT 1 FROM reliable_partner a WHERE a.partner_id = r.id
      AND a.valid_from <= ${today}::date AND (a.valid_to IS NULL OR a.valid_to >= ${today}::date))`,
  },
  async totals({ db }, ids) {
    const { rows } = await sql<{ abbrevation: string; amount: number }>`
      SELECT c.abbrevation, sum(b.amount) AS amount FROM partner_balance b JOIN currency c ON c.id = b.currency_id
      WHERE b.partner_id IN (${ids}) GROUP BY 1 HAVING sum(b.amount) <> 0`.execute(db);
    return Object.fromEntries(rows.map(({ abbrevation, amount }) => [abbrevation, Number(amount)]));
  },
  async extra({ db, now }, ids) {
    const debts = await debtsOf(db, ids);
    const agreements = await agreementsOf(db, ids);
    const today = tashkentDay(now);
    return new Map(
      ids.map((id) => {
        const agreement = agreements.get(id);
        return [
          id,
          {
            reliable: isInForce(agreement, today),
            agreement: agreement ? termsOf(agreement) : null,
            debts: debts.get(id) ?? {},
          },
        ];
      }),
    );
  },
  inUse: async (db, { id }) => ((await firmsInDebt(db, id)).size > 0 ? { key: 'partner_has_debt' } : null),
  refuse: async ({ db }, change) => ({
    ...taxFaults(change),
    ...agreementFaults(change),
    ...(await firmFaults(db, change)),
  }),
  write: ({ db, now }, id, change) => writeAgreement(db, id, change, tashkentDay(now)),
});
