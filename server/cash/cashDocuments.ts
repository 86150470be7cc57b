/** Cash documents as records: payments, reversals and offsets of prepaid money (areas 2.1, 3.2; decisions 57, 59, 68, 69). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { CashDocument, CashDocumentType, Channel } from '../../contract/cashDocuments.ts';
import { allows } from '../../contract/rules.ts';
import {
  type CashDocumentContext,
  type CashDocumentState,
  cashDocumentMachine,
  FREE_CASH_DOCUMENT,
} from '../../machines/cashDocument/cashDocument.machine.ts';
import type { Schema } from '../db/schema.ts';
import { createDocument, nextNumber, person } from '../documents/documents.ts';
import { actsIn, type SignedIn } from '../http/auth.ts';
import { noonOf } from '../http/days.ts';
import { notFound } from '../http/refusal.ts';
import { defineLifecycle, type Reason, type Scene } from '../lifecycle/lifecycle.ts';
import { lockClient } from '../sale/book.ts';
import { systemUser } from '../sale/entries.ts';

type Db = Kysely<Schema>;

export const CASH_KIND = 'cash_document';
/** Offsets are counted apart, so that receipts follow one another without a gap. */
export const OFFSET_KIND = 'prepaid_offset';

export interface CashRecord {
  id: number;
  number: string | null;
  status: CashDocumentState;
  version: number;
  organizationId: number;
  organization: string;
  type: CashDocumentType;
  channel: Channel | null;
  account: { id: number; name: string } | null;
  client: { id: number; fullname: string };
  contracts: { id: number; number: string | null }[];
  amount: number;
  tendered: number | null;
  purpose: string | null;
  reason: string | null;
  /** The payment that it reverses, and the reversal that took it back. */
  reverses: { id: number; number: string | null } | null;
  reversedBy: { id: number; number: string | null } | null;
  day: string | null;
  paid: CashDocument['paid'];
  createdAt: Date;
  createdBy: { id: number; fullname: string };
  ownerId: number;
  facts: CashDocumentContext;
}

/** Whose documents are seen: of the own organization, of every one by the office and with `allshow`. */
export const seesEveryDesk = (user: SignedIn): boolean => user.office || allows(user.rules, 'cashbox.allshow');
const may =
  (right: string) =>
  (row: CashRecord, user: SignedIn): boolean =>
    allows(user.rules, right) && actsIn(user, row.organizationId);

export const CASH = defineLifecycle(cashDocumentMachine, {
  table: 'document',
  log: 'event_log',
  find: ({ db, user }, id, lock) => findCash(db, user, id, lock),
  state: ({ status }: CashRecord) => status,
  branch: ({ organizationId }) => organizationId,
  facts: async ({ db }: Scene, row, _, moment) => (moment === 'before' ? row : await cashRow(db, row.id)).facts,
  answer: ({ user }, row) => cashAnswer(user, row),
  why: (_, { account, reversedBy }, event, { payment, short }): Reason | undefined => {
    if (event !== 'cash.reverse') return undefined;
    if (reversedBy !== null)
      return { messageKey: 'errors.payment_is_reversed', values: { number: reversedBy.number ?? '' } };
    if (!payment) return { code: 'not_reversible' };
    return short ? { code: 'negative_cash', values: { account: account?.name ?? '' } } : undefined;
  },
  events: {
    'cash.confirm': {
      right: may('cashbox.add'),
      forbidden: 'errors.desk_of_others',
      dayOpen: true,
      event: ({ prepaid }) => ({ type: 'cash.confirm', facts: { prepaid } }),
    },
    'cash.cancel': { right: may('cashbox.add'), forbidden: 'errors.desk_of_others' },
    'cash.reverse': {
      right: may('cashbox.reverse'),
      forbidden: 'errors.desk_of_others',
      dayOpen: true,
      event: ({ prepaid }) => ({ type: 'cash.reverse', facts: { prepaid } }),
    },
    'allocation.move': {
      right: may('cashbox.confirm'),
      forbidden: 'errors.desk_of_others',
      dayOpen: true,
      // it asks for the mark of the book instead
      version: false,
      event: ({ prepaid }) => ({ type: 'allocation.move', facts: { prepaid } }),
    },
  },
});

export const cashAnswer = (user: SignedIn, row: CashRecord): CashDocument => ({
  id: row.id,
  number: row.number,
  status: row.status,
  version: row.version,
  organization: { id: row.organizationId, name: row.organization },
  type: row.type,
  channel: row.channel,
  account: row.account,
  client: row.client,
  contracts: row.contracts,
  amount: row.amount,
  tendered: row.tendered,
  change: row.tendered === null ? null : row.tendered - row.amount,
  purpose: row.purpose,
  reason: row.reason,
  reverses: row.reverses,
  reversed_by: row.reversedBy,
  practice_day: row.day,
  created_at: row.createdAt.toISOString(),
  created_by: row.createdBy,
  prepaid: row.facts.prepaid,
  paid: row.paid,
  allowed_events: CASH.allowed(row, row.facts, user),
});

interface Row {
  id: number;
  number: string | null;
  status: CashDocumentState;
  version: number;
  organization_id: number;
  organization: string;
  type: CashDocumentType;
  channel: Channel | null;
  account_id: number | null;
  account: string | null;
  client_id: number;
  client: string;
  contracts: { id: number; number: string | null }[];
  amount: number;
  tendered: number | null;
  purpose: string | null;
  reason: string | null;
  reverses_id: number | null;
  reverses: string | null;
  reversal_id: number | null;
  reversal: string | null;
  day: string | null;
  paid: CashDocument['paid'];
  created_at: Date;
  created_by: number;
  fullname: string;
  owner_id: number;
  prepaid: number;
  short: boolean;
}

/** What a document's own posting did with the money of one payment: the ledger is only added to, so this stays as it was. */
const PAID = sql`
  SELECT coalesce(json_agg(json_build_object('contract', m.contract, 'instalment', m.instalment, 'amount', m.amount)
    ORDER BY m.due NULLS LAST, m.contract_id, m.number), '[]') FROM (
    SELECT e.contract_id, i.due, i.number, sum(CASE e.kind WHEN 'prepaid_out' THEN -e.amount ELSE e.amount END)::float8 AS amount,
           CASE WHEN e.contract_id IS NOT NULL THEN json_build_object('id', e.contract_id, 'number', min(n.number)) END AS contract,
           CASE WHEN i.id IS NOT NULL THEN json_build_object('number', i.number, 'due', to_char(i.due, 'YYYY-MM-DD')) END AS instalment
    FROM client_entry e LEFT JOIN instalment i ON i.id = e.instalment_id LEFT JOIN document n ON n.id = e.contract_id
    WHERE e.document_id = d.id AND e.source_id = coalesce(k.reverses_id, d.id)
    GROUP BY e.contract_id, i.id
    HAVING sum(CASE e.kind WHEN 'prepaid_out' THEN -e.amount ELSE e.amount END) <> 0) m`;

/** Documents with what their guards read; `chosen` narrows and orders the aliases `d` and `k`. */
export async function cashRows(db: Db, chosen: RawBuilder<unknown>): Promise<CashRecord[]> {
  const { rows } = await sql<Row>`
    SELECT d.id, d.number, d.status, d.version, d.organization_id, o.name AS organization, k.type, k.channel,
           k.cash_account_id AS account_id, a.name AS account, k.client_id, c.fullname AS client,
           (SELECT coalesce(json_agg(json_build_object('id', x.id, 'number', x.number) ORDER BY x.id), '[]')
            FROM cash_document_contract l JOIN document x ON x.id = l.contract_id WHERE l.cash_document_id = d.id) AS contracts,
           k.amount, k.tendered, k.purpose, k.reason, k.reverses_id, p.number AS reverses, r.id AS reversal_id,
           s.number AS reversal, y.date AS day, (${PAID}) AS paid, d.created_at, d.created_by, u.fullname, d.owner_id,
           coalesce((SELECT sum(CASE e.kind WHEN 'prepaid_in' THEN e.amount ELSE -e.amount END) FROM client_entry e
             WHERE e.source_id = d.id AND e.kind IN ('prepaid_in', 'prepaid_out')), 0)::bigint AS prepaid,
           d.status = 'confirmed' AND k.type = 'payment' AND coalesce(b.amount, 0) < k.amount AS short
    FROM cash_document k JOIN document d ON d.id = k.id
    JOIN organization o ON o.id = d.organization_id
    JOIN client c ON c.id = k.client_id
    JOIN app_user u ON u.id = d.created_by
    LEFT JOIN cash_account a ON a.id = k.cash_account_id
    LEFT JOIN cash_balance b ON b.cash_account_id = k.cash_account_id
    LEFT JOIN document p ON p.id = k.reverses_id
    LEFT JOIN cash_document r ON r.reverses_id = k.id
    LEFT JOIN document s ON s.id = r.id
    LEFT JOIN practice_day y ON y.id = d.practice_day_id
    ${chosen}`.execute(db);
  return rows.map((row) => ({
    id: row.id,
    number: row.number,
    status: row.status,
    version: row.version,
    organizationId: row.organization_id,
    organization: row.organization,
    type: row.type,
    channel: row.channel,
    account: row.account_id === null ? null : { id: row.account_id, name: row.account ?? '' },
    client: person(row.client_id, row.client),
    contracts: row.contracts,
    amount: Number(row.amount),
    tendered: row.tendered === null ? null : Number(row.tendered),
    purpose: row.purpose,
    reason: row.reason,
    reverses: row.reverses_id === null ? null : { id: row.reverses_id, number: row.reverses },
    reversedBy: row.reversal_id === null ? null : { id: row.reversal_id, number: row.reversal },
    day: row.day,
    paid: row.paid,
    createdAt: row.created_at,
    createdBy: person(row.created_by, row.fullname),
    ownerId: row.owner_id,
    facts: {
      ...FREE_CASH_DOCUMENT,
      ...{ payment: row.type === 'payment', short: row.short, prepaid: Number(row.prepaid) },
    },
  }));
}

/** The document, whoever asks. */
export async function cashRow(db: Db, id: number): Promise<CashRecord> {
  const [row] = await cashRows(db, sql`WHERE d.id = ${id}`);
  if (!row) throw notFound();
  return row;
}

/** The document, or 404 for what the person may not see. Held with its client, whose row comes first (decision 99). */
export async function findCash(db: Db, user: SignedIn, id: number, lock = false): Promise<CashRecord> {
  if (lock) {
    const { rows } = await sql<{ client_id: number }>`SELECT client_id FROM cash_document WHERE id = ${id}`.execute(db);
    if (rows[0]) await lockClient(db, rows[0].client_id);
    await sql`SELECT id FROM document WHERE id = ${id} FOR UPDATE`.execute(db);
  }
  const row = await cashRow(db, id);
  if (!seesEveryDesk(user) && row.organizationId !== user.organizationId) throw notFound();
  return row;
}

export interface NewCash {
  readonly type: CashDocumentType;
  readonly organizationId: number;
  readonly clientId: number;
  readonly channel: Channel | null;
  readonly accountId: number | null;
  readonly amount: number;
  readonly tendered?: number | null;
  readonly purpose?: string | null;
  readonly reversesId?: number;
  readonly reason?: string;
  readonly contracts?: readonly number[];
}

/** A draft: its number comes when it is confirmed (decision 68). */
export async function createCash(
  { db, now, userId }: Scene & { readonly userId: number },
  made: NewCash,
): Promise<CashRecord> {
  const { id } = await CASH.create({ db, now, user: { id: userId } }, 'cash.create', async (status) => {
    const { id: document } = await createDocument(db, {
      kind: made.type === 'prepaid_offset' ? OFFSET_KIND : CASH_KIND,
      ...{ organizationId: made.organizationId, status, userId, now, numberedOn: null },
    });
    await sql`INSERT INTO cash_document (id, type, client_id, channel, cash_account_id, amount, tendered, purpose, reverses_id, reason)
      VALUES (${document}, ${made.type}, ${made.clientId}, ${made.channel}, ${made.accountId}, ${made.amount},
        ${made.tendered ?? null}, ${made.purpose ?? null}, ${made.reversesId ?? null}, ${made.reason ?? null})`.execute(
      db,
    );
    const contracts = made.contracts ?? [];
    await sql`INSERT INTO cash_document_contract (cash_document_id, contract_id)
      SELECT ${document}, c FROM unnest(${[...contracts]}::integer[]) c`.execute(db);
    const { type, channel, amount } = made;
    return { id: document, details: { after: { type, ...(channel && { channel }), amount } } };
  });
  return cashRow(db, id);
}

/** Its day, and its number: the last row that is locked, whose year is that of the day. @returns the number */
export async function giveNumber(db: Db, row: CashRecord, day: { id: number; date: string }): Promise<string> {
  const [kind, letter] = row.type === 'prepaid_offset' ? [OFFSET_KIND, 'P'] : [CASH_KIND, 'K'];
  const counted = await nextNumber(db, kind, row.organizationId, noonOf(day.date));
  // `CHL-K-26-1187`: a receipt is not taken for a contract of the same number
  const number = counted.replace('-', `-${letter}-`);
  await sql`UPDATE document SET number = ${number} WHERE id = ${row.id}`.execute(db);
  return number;
}

/** The day of a document that posts: of a payment it says since when its money lies with us. */
export const setDay = (db: Db, id: number, day: { id: number }) =>
  sql`UPDATE document SET practice_day_id = ${day.id} WHERE id = ${id}`.execute(db);

/** What the server makes by itself is made and confirmed at once. */
export async function createOwn(
  scene: Scene & { readonly userId?: number },
  day: { id: number; date: string },
  made: NewCash,
): Promise<CashRecord> {
  const userId = scene.userId ?? (await systemUser(scene.db));
  const row = await createCash({ ...scene, userId }, made);
  await setDay(scene.db, row.id, day);
  return row;
}
