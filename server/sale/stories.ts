/** Why a figure is what it is: its entries are read, told by the rules, and checked against a sum that the database makes. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { QueryOf } from '../../contract/bodies.ts';
import { allows } from '../../contract/rules.ts';
import { type FigureStory, figureStory } from '../../contract/sale/stories.ts';
import {
  type CashMove,
  type LedgerEntry,
  MOST_LINES,
  type MoneyFigure,
  type Scheduled,
  type Story,
  tellCash,
  tellMoney,
} from '../../contract/sale/story.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { invalidField, notFound } from '../http/refusal.ts';
import { seesDesk, seesFreeOf, seesMoneyOf } from './seen.ts';
import { dayOfDebts } from './standing.ts';

type Db = Kysely<Schema>;
type Asked = QueryOf<typeof figureStory>;

/** Whose entries are told. */
interface Whose {
  readonly clientId: number;
  readonly contracts: readonly number[];
  /** Organizations whose free money counts. */
  readonly free: readonly number[];
  readonly subject: FigureStory['subject'];
  /** D. */
  readonly day: string;
}

interface OfContract {
  id: number;
  number: string | null;
  organization_id: number;
  organization: string;
  client_id: number;
  fullname: string;
  day: string;
}

/** Signed contracts whose money the person sees. */
async function contractsOf(db: Db, user: SignedIn, where: RawBuilder<unknown>): Promise<OfContract[]> {
  const { rows } = await sql<OfContract>`
    SELECT c.id, d.number, d.organization_id, o.name AS organization, c.client_id, p.fullname,
           to_char(${dayOfDebts(sql`d.organization_id`)}, 'YYYY-MM-DD') AS day
    FROM contract c JOIN document d ON d.id = c.id JOIN organization o ON o.id = d.organization_id
    JOIN client p ON p.id = c.client_id
    WHERE c.signed_on IS NOT NULL AND ${seesMoneyOf(user)} AND ${where} ORDER BY c.id`.execute(db);
  return rows;
}

const latest = (days: readonly string[]): string => days.reduce((last, day) => (day > last ? day : last), '');

async function whose(db: Db, user: SignedIn, { subject: kind, id, organization_id }: Asked): Promise<Whose> {
  if (kind === 'contract') {
    const [found] = await contractsOf(db, user, sql`c.id = ${id}`);
    if (!found) throw notFound();
    const subject = { kind, id, title: found.number ?? `#${id}`, organization: found.organization } as const;
    return { clientId: found.client_id, contracts: [id], free: [], subject, day: found.day };
  }
  if (kind === 'free' && organization_id === undefined) throw invalidField('organization_id', 'required');
  const here = organization_id === undefined ? sql`true` : sql`d.organization_id = ${organization_id}`;
  const contracts = await contractsOf(db, user, sql`c.client_id = ${id} AND ${here}`);
  const { rows: free } = await sql<{ id: number; name: string; day: string }>`
    SELECT d.organization_id AS id, o.name, to_char(${dayOfDebts(sql`d.organization_id`)}, 'YYYY-MM-DD') AS day
    FROM (SELECT DISTINCT organization_id FROM client_entry WHERE client_id = ${id} AND contract_id IS NULL) d
    JOIN organization o ON o.id = d.organization_id
    WHERE ${seesFreeOf(user, sql`d.organization_id`)} AND ${here}`.execute(db);
  const { rows: named } = await sql<{ fullname: string }>`SELECT fullname FROM client WHERE id = ${id}`.execute(db);
  if (!named[0] || (contracts.length === 0 && free.length === 0)) throw notFound();
  return {
    clientId: id,
    contracts: kind === 'free' ? [] : contracts.map((one) => one.id),
    free: free.map((one) => one.id),
    subject: {
      ...{ kind, id, title: named[0].fullname },
      organization: organization_id === undefined ? null : (free[0]?.name ?? contracts[0]?.organization ?? null),
    },
    day: latest([...contracts, ...free].map(({ day }) => day)),
  };
}

/** Entries of a client that count, in the order of their days and of the ledger. */
async function entriesOf(
  db: Db,
  { clientId, contracts, free }: Pick<Whose, 'clientId' | 'contracts' | 'free'>,
): Promise<LedgerEntry[]> {
  const { rows } = await sql<LedgerEntry>`
    SELECT y.date AS day, e.kind, e.document_id AS document, e.contract_id AS contract, i.number AS instalment,
           e.source_id AS source, e.amount,
           CASE WHEN k.type IS NOT NULL THEN k.type WHEN e.kind = 'charge' THEN 'handover' ELSE 'contract' END AS by
    FROM client_entry e JOIN practice_day y ON y.id = e.practice_day_id
    LEFT JOIN cash_document k ON k.id = e.document_id LEFT JOIN instalment i ON i.id = e.instalment_id
    WHERE e.client_id = ${clientId} AND e.organization_id IN (
      SELECT organization_id FROM document WHERE id = ANY (${[...contracts]}::integer[])
      UNION SELECT unnest(${[...free]}::integer[]))
    ORDER BY y.date, e.id`.execute(db);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

async function scheduleOf(db: Db, contracts: readonly number[]): Promise<Scheduled[]> {
  const { rows } = await sql<Scheduled>`SELECT contract_id AS contract, number, due, amount FROM instalment
    WHERE contract_id = ANY (${[...contracts]}::integer[]) ORDER BY contract_id, number`.execute(db);
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}

export interface StandingOn {
  /** Handed over until then. */
  readonly charged: boolean;
  readonly owed: number;
  readonly prepaid: number;
  readonly overdue: number;
  readonly overdueDays: number;
  readonly writtenOff: number;
  readonly instalments: readonly { number: number; due: string; amount: number; paid: number; written_off?: number }[];
}

/** How a contract stood at the end of a day. */
export async function standingOn(db: Db, clientId: number, contract: number, day: string): Promise<StandingOn> {
  const whoseIt = { clientId, contracts: [contract], free: [] };
  const entries = await entriesOf(db, whoseIt);
  const schedule = await scheduleOf(db, [contract]);
  const scope = { contracts: new Set([contract]), free: false };
  const tell = (figure: MoneyFigure) => tellMoney(figure, entries, schedule, scope, day);
  const owed = tell('owed');
  const left = new Map(owed.parts.map(({ instalment, amount }) => [instalment, amount]));
  const charged = entries.some((entry) => entry.kind === 'charge' && entry.contract === contract && entry.day <= day);
  const givenUp = new Map<number | null, number>();
  for (const { kind, contract: of, instalment, day: on, amount } of entries)
    if (kind === 'write_off' && of === contract && on <= day)
      givenUp.set(instalment, (givenUp.get(instalment) ?? 0) + amount);
  return {
    ...{ charged, owed: owed.total, prepaid: tell('prepaid').total },
    ...{ overdue: tell('overdue').total, overdueDays: tell('days').total },
    writtenOff: [...givenUp.values()].reduce((sum, amount) => sum + amount, 0),
    instalments: schedule.map(({ number, due, amount }) => {
      const written_off = givenUp.get(number) ?? 0;
      const paid = charged ? amount - (left.get(number) ?? 0) - written_off : 0;
      return { number, due, amount, paid, ...(written_off > 0 && { written_off }) };
    }),
  };
}

/** The same figure by one sum over the ledger. */
async function ledgerSays(db: Db, figure: MoneyFigure, whoseIt: Whose, day: string): Promise<number> {
  const contracts = sql`ANY (${[...whoseIt.contracts]}::integer[])`;
  const known = sql`client_entry e JOIN practice_day y ON y.id = e.practice_day_id AND y.date <= ${day}::date`;
  if (figure === 'owed' || figure === 'prepaid') {
    const sum =
      figure === 'owed'
        ? sql`sum(CASE e.kind WHEN 'charge' THEN e.amount WHEN 'payment' THEN -e.amount WHEN 'write_off' THEN -e.amount END)`
        : sql`sum(CASE e.kind WHEN 'prepaid_in' THEN e.amount WHEN 'prepaid_out' THEN -e.amount END)`;
    const free =
      figure === 'prepaid'
        ? sql`OR (e.contract_id IS NULL AND e.organization_id = ANY (${[...whoseIt.free]}::integer[]))`
        : sql``;
    const { rows } = await sql<{ sum: number }>`SELECT coalesce(${sum}, 0) AS sum FROM ${known}
      WHERE e.client_id = ${whoseIt.clientId} AND (e.contract_id = ${contracts} ${free})`.execute(db);
    return Number(rows[0]?.sum ?? 0);
  }
  const { rows } = await sql<{ sum: number; days: number }>`
    SELECT coalesce(sum(l.left), 0) AS sum, coalesce(${day}::date - min(l.due), 0) AS days FROM (
      SELECT i.due, i.amount - coalesce((SELECT sum(e.amount) FROM ${known} WHERE e.instalment_id = i.id), 0) AS left
      FROM instalment i WHERE i.contract_id = ${contracts} AND i.due < ${day}::date
        AND EXISTS (SELECT FROM ${known} WHERE e.contract_id = i.contract_id AND e.kind = 'charge')) l
    WHERE l.left > 0`.execute(db);
  return Number((figure === 'days' ? rows[0]?.days : rows[0]?.sum) ?? 0);
}

interface Named {
  id: number;
  number: string | null;
  kind: string;
  organization_id: number;
  owner_id: number;
  day: string | null;
  reason: string | null;
}

const KINDS: Readonly<Record<string, FigureStory['documents'][number]['kind']>> = {
  cash_document: 'cash',
  product_delivery: 'output',
  contract: 'contract',
};

/** What the lines and parts name, and whether the person may open it. */
async function documentsOf(db: Db, user: SignedIn, { lines, parts }: Story): Promise<FigureStory['documents']> {
  const ids = new Set([...lines, ...parts].flatMap((one) => [one.source, one.contract]));
  for (const { document } of lines) ids.add(document);
  const { rows } = await sql<Named & { seen: boolean }>`
    SELECT d.id, d.number, d.kind, d.organization_id, d.owner_id, y.date AS day, k.reason, ${seesMoneyOf(user)} AS seen
    FROM document d LEFT JOIN practice_day y ON y.id = d.practice_day_id LEFT JOIN cash_document k ON k.id = d.id
    WHERE d.id = ANY (${[...ids].filter((one) => one !== null)}::integer[]) ORDER BY d.id`.execute(db);
  return rows.map(({ id, number, kind: own, organization_id, day, reason, seen }) => {
    const kind = KINDS[own] ?? 'other';
    const may = {
      cash: () => seesDesk(user, organization_id),
      output: () => seesOutputs(user, organization_id),
      contract: () => seen && allows(user.rules, 'contract.show|contract.allshow'),
      other: () => false,
    };
    return { id, number, kind, day, reason, seen: may[kind]() };
  });
}

const seesOutputs = (user: SignedIn, organizationId: number): boolean =>
  allows(user.rules, 'product_delivery.allshow') ||
  (allows(user.rules, 'product_delivery.show') && (user.office || user.organizationId === organizationId));

async function moneyStory(db: Db, user: SignedIn, asked: Asked, figure: MoneyFigure): Promise<FigureStory> {
  const found = await whose(db, user, asked);
  const day = asked.day ?? found.day;
  const entries = await entriesOf(db, found);
  const scope = { contracts: new Set(found.contracts), free: found.free.length > 0 };
  const story = tellMoney(figure, entries, await scheduleOf(db, found.contracts), scope, day);
  const ledger = await ledgerSays(db, figure, found, day);
  const made = story.parts.reduce((sum, { amount }) => sum + amount, 0);
  const days = entries
    .filter(({ contract }) => (contract === null ? scope.free : scope.contracts.has(contract)))
    .map((entry) => entry.day);
  return {
    ...{ figure, subject: found.subject, day },
    ...{ previous: days.findLast((one) => one < day) ?? null, next: days.find((one) => one > day) ?? null },
    ...toAnswer(story),
    documents: await documentsOf(db, user, story),
    agrees: ledger === story.total && made === story.sum,
    ledger,
  };
}

const toAnswer = ({ total, sum, since, lines, parts }: Story) => ({
  ...{ total, sum, since, parts: [...parts] },
  lines: lines.map((line) => ({ ...line, instalments: [...line.instalments] })),
});

/**
 * What moved an account until a day: a short story has each document; of a long one each document of the day itself, the days
 * of its month before it and the months before that in one sum each. What took back a payment that is part of such a sum
 * counts as money that left: marked as undone it alone would be missing in what the rest makes.
 */
async function cashMoves(db: Db, accountId: number, day: string): Promise<CashMove[]> {
  const { rows: counted } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM cash_entry e
    JOIN practice_day y ON y.id = e.practice_day_id WHERE e.cash_account_id = ${accountId} AND y.date <= ${day}::date`.execute(
    db,
  );
  const each = (counted[0]?.n ?? 0) <= MOST_LINES;
  const from = each ? sql`date '1900-01-01'` : sql`${day}::date`;
  const { rows: single } = await sql<Omit<CashMove, 'until' | 'count'>>`
    SELECT y.date AS day, e.amount, e.document_id AS document, coalesce(k.reverses_id, k.id) AS source,
           EXISTS (SELECT FROM cash_document r JOIN document x ON x.id = r.id
             JOIN practice_day z ON z.id = x.practice_day_id
             WHERE (r.reverses_id = k.id OR r.id = k.reverses_id) AND z.date BETWEEN ${from} AND ${day}::date) AS undone
    FROM cash_entry e JOIN practice_day y ON y.id = e.practice_day_id LEFT JOIN cash_document k ON k.id = e.document_id
    WHERE e.cash_account_id = ${accountId} AND y.date BETWEEN ${from} AND ${day}::date ORDER BY y.date, e.id`.execute(
    db,
  );
  const moves = single.map((row) => ({ ...row, amount: Number(row.amount), until: null, count: 1 }));
  if (each) return moves;
  const { rows: spans } = await sql<{ day: string; until: string; amount: number; count: number }>`
    SELECT to_char(min(y.date), 'YYYY-MM-DD') AS day, to_char(max(y.date), 'YYYY-MM-DD') AS until, sum(e.amount) AS amount,
           count(*)::integer AS count
    FROM cash_entry e JOIN practice_day y ON y.id = e.practice_day_id
    WHERE e.cash_account_id = ${accountId} AND y.date < ${day}::date
    GROUP BY CASE WHEN y.date < date_trunc('month', ${day}::date) THEN date_trunc('month', y.date) ELSE y.date END
    ORDER BY 1`.execute(db);
  const told = spans.map((row) => ({
    ...row,
    amount: Number(row.amount),
    document: null,
    source: null,
    undone: false,
  }));
  return [...told, ...moves];
}

async function cashStory(db: Db, user: SignedIn, { id, day: asked }: Asked): Promise<FigureStory> {
  const { rows } = await sql<{ name: string; organization_id: number; organization: string; day: string }>`
    SELECT a.name, a.organization_id, o.name AS organization, to_char(${dayOfDebts(sql`a.organization_id`)}, 'YYYY-MM-DD') AS day
    FROM cash_account a JOIN organization o ON o.id = a.organization_id WHERE a.id = ${id}`.execute(db);
  const [account] = rows;
  if (!account || !seesDesk(user, account.organization_id)) throw notFound();
  const day = asked ?? account.day;
  const story = tellCash(await cashMoves(db, id, day));
  const { rows: sums } = await sql<{ ledger: number; previous: string | null; next: string | null }>`
    SELECT coalesce(sum(e.amount) FILTER (WHERE y.date <= ${day}::date), 0) AS ledger,
           to_char(max(y.date) FILTER (WHERE y.date < ${day}::date), 'YYYY-MM-DD') AS previous,
           to_char(min(y.date) FILTER (WHERE y.date > ${day}::date), 'YYYY-MM-DD') AS next
    FROM cash_entry e JOIN practice_day y ON y.id = e.practice_day_id WHERE e.cash_account_id = ${id}`.execute(db);
  const ledger = Number(sums[0]?.ledger ?? 0);
  return {
    figure: 'cash',
    subject: { kind: 'account', id, title: account.name, organization: account.organization },
    ...{ day, previous: sums[0]?.previous ?? null, next: sums[0]?.next ?? null },
    ...toAnswer(story),
    documents: await documentsOf(db, user, story),
    agrees: ledger === story.total,
    ledger,
  };
}

export const storyImplementations: Implementation[] = [
  implement(figureStory, {
    async handle({ db, user, query }) {
      const { figure, subject } = query;
      if ((figure === 'cash') !== (subject === 'account')) throw invalidField('subject', 'required');
      const data = figure === 'cash' ? await cashStory(db, user, query) : await moneyStory(db, user, query, figure);
      return { data };
    },
  }),
];
