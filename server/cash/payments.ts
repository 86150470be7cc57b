/** Calls on money of clients at the desk: payments, their reversal, prepaid money that is moved (areas 3.2, 4.20). */
import { type Kysely, sql } from 'kysely';
import type { BodyOf } from '../../contract/bodies.ts';
import {
  type CashDocument,
  type Channel,
  cashDocumentCancel,
  cashDocumentConfirm,
  cashDocumentCreate,
  cashDocumentHistory,
  cashDocumentPay,
  cashDocumentReversal,
  cashDocumentReverse,
  cashDocumentShow,
  clientDesk,
  prepaidMove,
} from '../../contract/cashDocuments.ts';
import { MOST_CHANGE, move as moveRule, owedBy, prepaidOf } from '../../contract/sale/allocation.ts';
import type { Schema } from '../db/schema.ts';
import { annulUntrue } from '../directories/paymentCertificate.ts';
import { eventsOf } from '../documents/documents.ts';
import { actsIn, type SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { conflict, invalidField, notFound } from '../http/refusal.ts';
import type { Asked } from '../lifecycle/lifecycle.ts';
import type { OpenDay } from '../practiceDay/openDay.ts';
import { type Account, lockClient, markOf, readBook } from '../sale/book.ts';
import { postCash } from '../sale/entries.ts';
import { type Finish, holdBook, move, movedBy, payInto, reverse } from '../sale/money.ts';
import {
  CASH,
  type CashRecord,
  cashRows,
  createCash,
  createOwn,
  findCash,
  giveNumber,
  type NewCash,
  setDay,
} from './cashDocuments.ts';
import { accountOf, clientDeskOf, deskOf, reversalOf } from './clientDesk.ts';

type Db = Kysely<Schema>;
type PaymentBody = BodyOf<typeof cashDocumentCreate>;

/** @throws Refusal 422 for change that is too large, or on the terminal any (decision 69) */
function checkTendered(channel: Channel | null, amount: number, tendered = amount): number {
  if (tendered < amount) throw invalidField('tendered', 'tendered_less', { amount });
  if (channel === 'terminal' && tendered > amount) throw invalidField('tendered', 'terminal_no_change', { amount });
  if (tendered - amount > MOST_CHANGE) throw invalidField('tendered', 'change_too_large', { most: MOST_CHANGE });
  return tendered;
}

interface ContractRow {
  id: number;
  status: string;
  organization_id: number;
  organization: string;
}

/** A payment that may be taken by this person: its contracts, their desk, its account (decision 69). */
async function newPayment(db: Db, user: SignedIn, body: PaymentBody): Promise<NewCash & { organizationId: number }> {
  const ids = [...new Set(body.contract_ids)];
  const { rows } = await sql<ContractRow>`
    SELECT c.id, d.status, d.organization_id, o.name AS organization
    FROM contract c JOIN document d ON d.id = c.id JOIN organization o ON o.id = d.organization_id
    WHERE c.id = ANY (${ids}::integer[]) AND c.client_id = ${body.client_id} AND c.signed_on IS NOT NULL`.execute(db);
  const [first] = rows;
  if (first === undefined || rows.length < ids.length) throw invalidField('contract_ids', 'contract_of_client');
  if (rows.some((row) => row.organization_id !== first.organization_id))
    throw invalidField('contract_ids', 'one_organization');
  if (!actsIn(user, first.organization_id))
    throw invalidField('contract_ids', 'other_desk', { organization: first.organization });
  if (rows.some(({ status }) => !['signed', 'awaiting_handover', 'active'].includes(status)))
    throw invalidField('contract_ids', 'contract_over');
  const { rows: accounts } = await sql<{ id: number }>`
    SELECT id FROM cash_account WHERE id = ${body.cash_account_id} AND active AND currency = 'UZS'
      AND kind = ${body.channel} AND organization_id = ${first.organization_id}`.execute(db);
  if (!accounts[0]) throw invalidField('cash_account_id', 'account_of_desk');
  return {
    type: 'payment',
    organizationId: first.organization_id,
    clientId: body.client_id,
    channel: body.channel,
    accountId: body.cash_account_id,
    amount: body.amount,
    purpose: body.purpose ?? null,
    contracts: ids,
  };
}

/** @throws Refusal 409 `money_moved` with what is true now: what was shown may not come of it */
async function requireMark(
  asked: Asked,
  account: Account,
  day: OpenDay,
  seen: string,
  current: () => Promise<unknown>,
) {
  if ((await markOf(asked.db, account, day.date)) !== seen) throw conflict('money_moved', { current: await current() });
}

/** Contracts that were chosen and got nothing of a payment are none of it: its receipt names those that its money reached. */
async function keepReached(db: Db, id: number): Promise<void> {
  const reached = sql`SELECT contract_id FROM client_entry WHERE document_id = ${id} AND contract_id IS NOT NULL`;
  await sql`DELETE FROM cash_document_contract WHERE cash_document_id = ${id}
    AND contract_id NOT IN (${reached}) AND EXISTS (${reached})`.execute(db);
}

/** The money of a draft is counted: it is posted, and pays what is due. */
async function confirmPayment(asked: Asked, row: CashRecord, body: { tendered?: number | undefined; mark: string }) {
  const { db, now, user } = asked;
  const tendered = checkTendered(row.channel, row.amount, body.tendered);
  await CASH.take(asked, row, 'cash.confirm', async (day) => {
    const account = accountOf(row);
    await requireMark(asked, account, day, body.mark, () => deskOf(db, { account, user, now }));
    const held = await holdBook(asked, account);
    await setDay(db, row.id, day);
    await sql`UPDATE cash_document SET tendered = ${tendered} WHERE id = ${row.id}`.execute(db);
    const step = { db, now, day, userId: user.id, documentId: row.id };
    const contracts = row.contracts.map(({ id }) => id);
    const finish = await payInto(step, held, { contracts, amount: row.amount });
    await keepReached(db, row.id);
    await postCash(step, { documentId: row.id, accountId: row.account?.id ?? 0, amount: row.amount });
    await finish();
    const number = await giveNumber(db, row, day);
    return { number, practice_day: day.date, amount: row.amount };
  });
}

const answered = async (asked: Asked, id: number, message: string) => {
  const data = (await CASH.answer(asked, await findCash(asked.db, asked.user, id))) as CashDocument;
  return { data, message: say(asked.language, `actions.${message}`, { number: data.number ?? '' }) };
};

export const paymentImplementations: Implementation[] = [
  implement(clientDesk, {
    handle: async ({ db, user, query, now }) => ({ data: await clientDeskOf(db, user, query.client_id, now) }),
  }),

  implement(cashDocumentShow, {
    record: ({ db, user, params }) => findCash(db, user, params.id),
    handle: async (context) => ({ data: (await CASH.answer(context, context.record)) as CashDocument }),
  }),

  implement(cashDocumentHistory, {
    record: ({ db, user, params }) => findCash(db, user, params.id),
    handle: async ({ db, record }) => ({ data: await eventsOf(db, record.id) }),
  }),

  implement(cashDocumentPay, {
    async handle(context) {
      const { db, user, now, body } = context;
      await lockClient(db, body.client_id);
      const made = await newPayment(db, user, body);
      checkTendered(body.channel, body.amount, body.tendered);
      const row = await createCash({ db, now, userId: user.id }, made);
      await confirmPayment(context, row, body);
      return answered(context, row.id, 'payment_taken');
    },
  }),

  implement(cashDocumentCreate, {
    async handle(context) {
      const { db, user, now, body } = context;
      await lockClient(db, body.client_id);
      const made = await newPayment(db, user, body);
      const row = await createCash({ db, now, userId: user.id }, made);
      return answered(context, row.id, 'payment_put_aside');
    },
  }),

  implement(cashDocumentConfirm, {
    record: ({ db, user, params }) => findCash(db, user, params.id, true),
    async handle(context) {
      await confirmPayment(context, context.record, context.body);
      return answered(context, context.record.id, 'payment_taken');
    },
  }),

  implement(cashDocumentCancel, {
    record: ({ db, user, params }) => findCash(db, user, params.id, true),
    async handle(context) {
      const { db, record, body } = context;
      await CASH.take(context, record, 'cash.cancel', async () => {
        await sql`UPDATE cash_document SET reason = ${body.reason} WHERE id = ${record.id}`.execute(db);
        return { after: { reason: body.reason } };
      });
      return answered(context, record.id, 'payment_called_off');
    },
  }),

  implement(cashDocumentReversal, {
    async record({ db, user, params }) {
      const row = await findCash(db, user, params.id);
      if (row.type !== 'payment') throw conflict('not_reversible', { state: row.status, allowed: [] });
      return row;
    },
    handle: async ({ db, user, record, now }) => ({ data: await reversalOf(db, user, record, now) }),
  }),

  implement(cashDocumentReverse, {
    record: ({ db, user, params }) => findCash(db, user, params.id, true),
    async handle(context) {
      const { db, now, user, record: row, body } = context;
      await CASH.take(context, row, 'cash.reverse', async (day) => {
        const account = accountOf(row);
        await requireMark(context, account, day, body.mark, () => reversalOf(db, user, row, now));
        const held = await holdBook(context, account);
        const opposite = await createOwn({ db, now, userId: user.id }, day, {
          ...{ type: 'reversal', ...account, channel: row.channel, accountId: row.account?.id ?? 0 },
          ...{ amount: row.amount, reversesId: row.id, reason: body.reason },
        });
        const step = { db, now, day, userId: user.id, documentId: opposite.id };
        const finish = await reverse(step, held, row.id);
        await postCash(step, { documentId: opposite.id, accountId: row.account?.id ?? 0, amount: -row.amount });
        await finish();
        let number = '';
        await CASH.takeOwn({ db, now }, opposite, 'cash.confirm', async () => {
          number = await giveNumber(db, opposite, day);
          return { number, practice_day: day.date };
        });
        await annulUntrue({ db, now }, account.clientId, { day: day.date, reversal: number });
        return { after: { reason: body.reason }, reversal: number, practice_day: day.date };
      });
      return answered(context, row.id, 'payment_reversed');
    },
  }),

  implement(prepaidMove, {
    async handle(context) {
      const { db, user, now, body, language } = context;
      await lockClient(db, body.client_id);
      const { rows } = await sql<{ organization_id: number }>`
        SELECT d.organization_id FROM contract c JOIN document d ON d.id = c.id
        WHERE c.id = ${body.to_contract_id} AND c.client_id = ${body.client_id} AND c.signed_on IS NOT NULL`.execute(
        db,
      );
      const organizationId = rows[0]?.organization_id;
      if (organizationId === undefined) throw notFound();
      const account = { clientId: body.client_id, organizationId };
      const held = await readBook(db, account);
      const to = held.book.contracts.find(({ id }) => id === body.to_contract_id);
      if (to === undefined || to.over) throw invalidField('to_contract_id', 'contract_over');
      const from = body.from_contract_id ?? null;
      const most = Math.min(prepaidOf(held.book, from), owedBy(to) - prepaidOf(held.book, to.id));
      if (from === to.id || body.amount > most)
        throw invalidField('amount', 'move_at_most', { most: Math.max(0, most) });
      // each payment that the money came with takes the step, for its own part
      const parts = new Map<number, number>();
      for (const entry of movedBy(moveRule(held.book, from, to.id, body.amount, ''), to.id))
        if (entry.kind === 'prepaid_in') parts.set(entry.source, (parts.get(entry.source) ?? 0) + entry.amount);
      await sql`SELECT id FROM document WHERE id = ANY (${[...parts.keys()]}::integer[]) ORDER BY id FOR UPDATE`.execute(
        db,
      );
      const documents = await cashRows(db, sql`WHERE d.id = ANY (${[...parts.keys()]}::integer[]) ORDER BY d.id`);
      let finish: Finish | undefined;
      for (const row of documents) {
        await CASH.take(context, row, 'allocation.move', async (day) => {
          if (finish === undefined) {
            await requireMark(context, account, day, body.mark, () => deskOf(db, { account, user, now }));
            finish = await move({ db, now, day, userId: user.id }, held, { from, to: to.id, amount: body.amount });
          }
          const details = { from, to: to.id, amount: parts.get(row.id) ?? 0, practice_day: day.date };
          return { after: { reason: body.reason }, ...details };
        });
      }
      await finish?.();
      return { message: say(language, 'actions.prepaid_moved') };
    },
  }),
];
