/**
 * Money of a client in one organization: a payment, a reversal, a move, a hand-over, a day that begins. Each reads the book,
 * asks the rules (`contract/sale/allocation.ts`) and writes what they found; the caller holds the open day and runs in a
 * transaction. What each entry belongs to: what comes of the document's own money is its own, what is prepaid money that is
 * used with it is an offset's (decision 57).
 */
import {
  type Book,
  beginDay as beginDayRule,
  callOff as callOffRule,
  type Entry,
  handOver as handOverRule,
  mostFor,
  move as moveRule,
  type Outcome,
  pay as payRule,
  reverse as reverseRule,
  sourceOf,
  writeOff as writeOffRule,
} from '../../contract/sale/allocation.ts';
import { CASH, type CashRecord, createOwn, giveNumber } from '../cash/cashDocuments.ts';
import { conflict, invalidField } from '../http/refusal.ts';
import { type Account, type Held, lockClient, readBook } from './book.ts';
import { handOverStep, stepContracts } from './contractSteps.ts';
import { type Posting, writeEntries } from './entries.ts';

/** The book of a client who is held until the transaction ends. */
export async function holdBook({ db }: Pick<Posting, 'db'>, account: Account): Promise<Held> {
  await lockClient(db, account.clientId);
  return readBook(db, account);
}

/** What is written under the document itself; the rest is an offset's. */
type Own = (entry: Entry, place: number) => number | null;

async function write(posting: Posting, held: Held, { entries }: Outcome, own: Own): Promise<CashRecord | undefined> {
  const used = entries.filter((entry, place) => own(entry, place) === null);
  const { db, now, day } = posting;
  const offset =
    used.length === 0
      ? undefined
      : await createOwn({ db, now }, day, {
          ...{ type: 'prepaid_offset', channel: null, accountId: null, ...held.account },
          amount: used.reduce((sum, one) => (one.kind === 'payment' ? sum + one.amount : sum), 0),
        });
  await writeEntries(
    posting,
    held,
    entries.map((entry, place) => {
      const document = own(entry, place);
      if (document !== null) return { entry, documentId: document, userId: posting.userId };
      const { id: documentId, createdBy } = offset as CashRecord;
      return { entry, documentId, userId: createdBy.id };
    }),
  );
  return offset;
}

/** An offset is confirmed, and numbered, once everything else is written. */
async function confirmOffset({ db, now, day }: Posting, offset: CashRecord | undefined): Promise<void> {
  if (offset === undefined) return;
  await CASH.takeOwn({ db, now }, offset, 'cash.confirm', async () => ({
    number: await giveNumber(db, offset, day),
    practice_day: day.date,
  }));
}

const ofSource =
  (source: number, document: number): Own =>
  (entry) =>
    sourceOf(entry) === source ? document : null;

/** The rest of a step, after its entries and its cash are written. */
export type Finish = () => Promise<void>;

interface Step extends Posting {
  readonly documentId: number;
}

async function settle(step: Step, held: Held, outcome: Outcome, own: Own, handedOver?: number): Promise<Finish> {
  const offset = await write(step, held, outcome, own);
  const moved = { scene: { db: step.db, now: step.now }, day: step.day.date, documentId: step.documentId };
  await stepContracts(moved, outcome.entries, handedOver);
  return () => confirmOffset(step, offset);
}

/** The most that a payment for these contracts may take on a day, after prepaid money has been used. */
export const mostOn = (book: Book, contracts: readonly number[], day: string): number =>
  mostFor(beginDayRule(book, day).book, contracts);

/** A payment goes where it belongs (V3). @throws Refusal 422 where it is more than is owed */
export async function payInto(
  step: Step,
  held: Held,
  { contracts, amount }: { contracts: readonly number[]; amount: number },
): Promise<Finish> {
  const most = mostOn(held.book, contracts, step.day.date);
  if (amount > most) throw invalidField('amount', most > 0 ? 'more_than_owed' : 'nothing_owed', { most });
  const outcome = payRule(held.book, { source: step.documentId, contracts, amount }, step.day.date);
  return settle(step, held, outcome, ofSource(step.documentId, step.documentId));
}

/** What a payment brought is taken back (decision 59). */
export const reverse = (step: Step, held: Held, source: number): Promise<Finish> =>
  settle(step, held, reverseRule(held.book, source, step.day.date), ofSource(source, step.documentId));

/** What of a move is the person's own act: the first entries, money of `from` that becomes that of `to`. */
export function movedBy({ entries }: Outcome, to: number): readonly Entry[] {
  const last = entries.findLastIndex((entry) => entry.kind === 'prepaid_in' && entry.contract === to);
  return entries.slice(0, last + 1);
}

/** Prepaid money becomes another contract's (decision 72); each entry is under the payment that it came with. */
export async function move(
  step: Posting,
  held: Held,
  { from, to, amount }: { from: number | null; to: number; amount: number },
): Promise<Finish> {
  const outcome = moveRule(held.book, from, to, amount, step.day.date);
  const own = movedBy(outcome, to).length;
  const [first] = outcome.entries;
  const documentId = (first && sourceOf(first)) ?? 0;
  return settle({ ...step, documentId }, held, outcome, (entry, place) => (place < own ? sourceOf(entry) : null));
}

/** The goods leave under a document, an output: the contract is charged and takes what is prepaid for it (decision 56). */
export async function chargeContract(step: Step, contract: number, account: Account): Promise<Finish> {
  const held = await holdBook(step, account);
  const moved = { scene: { db: step.db, now: step.now }, day: step.day.date, documentId: step.documentId };
  let offset: CashRecord | undefined;
  let outcome: Outcome | undefined;
  await handOverStep(moved, contract, async () => {
    outcome = handOverRule(held.book, contract, step.day.date);
    offset = await write(step, held, outcome, ({ kind }) => (kind === 'charge' ? step.documentId : null));
  });
  await stepContracts(moved, outcome?.entries ?? [], contract);
  return () => confirmOffset(step, offset);
}

/** A contract that was not handed over is called off: what is prepaid for it becomes free, under the contract itself. */
export async function freePrepaid(step: Posting, contract: number, account: Account): Promise<void> {
  const held = await holdBook(step, account);
  await write(step, held, callOffRule(held.book, contract), () => contract);
}

/**
 * What a contract still owes is given up, under the contract itself. @returns the sum
 * @throws Refusal 409 `prepaid_waits` while money of the client that lies with us would pay a part of what is due
 */
export async function writeOffDebt(step: Posting, contract: number, account: Account): Promise<number> {
  const held = await holdBook(step, account);
  if (beginDayRule(held.book, step.day.date).entries.length > 0)
    throw conflict('not_allowed_now', { messageKey: 'errors.prepaid_waits' });
  const outcome = writeOffRule(held.book, contract);
  await write(step, held, outcome, () => contract);
  return outcome.entries.reduce((sum, one) => (one.kind === 'write_off' ? sum + one.amount : sum), 0);
}

/** What is prepaid pays what has become due. @returns whether there was anything to pay */
export async function beginDay(step: Posting, account: Account): Promise<boolean> {
  const held = await holdBook(step, account);
  const outcome = beginDayRule(held.book, step.day.date);
  if (outcome.entries.length === 0) return false;
  const offset = await write(step, held, outcome, () => null);
  const scene = { db: step.db, now: step.now };
  await stepContracts({ scene, day: step.day.date, documentId: offset?.id ?? 0 }, outcome.entries);
  await confirmOffset(step, offset);
  return true;
}
