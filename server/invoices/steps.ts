/** One step of an invoice: right, state, version, deed, new state, event log. The deed itself is given by the call. */
import { type Kysely, sql } from 'kysely';
import { transition } from 'xstate';
import { type InvoiceContext, type InvoiceEvent, invoiceMachine } from '../../machines/invoice/invoice.machine.ts';
import type { Schema } from '../db/schema.ts';
import { logEvent, refuseStale } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';
import { conflict, forbidden, type Refusal } from '../http/refusal.ts';
import { needOpenDay, type OpenDay } from '../practiceDay/openDay.ts';
import { StockError } from '../stock/posting.ts';
import { findInvoice, type InvoiceRecord } from './access.ts';
import { invoiceAnswer } from './answers.ts';
import { allowedOn, EVENTS, type EventType, factsOfOne, holdsRight, snapshotOf } from './lifecycle.ts';

type Db = Kysely<Schema>;

/** 409 that names the state, what is allowed in it, and what the event waits for. */
async function notAllowedNow(
  db: Db,
  invoice: InvoiceRecord,
  context: InvoiceContext,
  type: EventType,
): Promise<Refusal> {
  const extra = { state: invoice.status, allowed: allowedOn(invoice, context) };
  if (type === 'invoice.send' && invoice.status === 'draft') return conflict('no_lines', extra);
  if (type === 'invoice.confirm' && invoice.status === 'sent' && context.missing > 0) {
    const lines = await sql<{ product_variant_id: number; title: string; text: string }>`
      SELECT l.product_variant_id, v.title, format('%s / %s', count(s.id), l.count) AS text
      FROM input_product l
      JOIN product_variant v ON v.id = l.product_variant_id AND v.is_serial_number
      LEFT JOIN input_serial s ON s.input_product_id = l.id
      WHERE l.product_invoice_id = ${invoice.id} AND l.withdrawn_at IS NULL
      GROUP BY l.id, v.title HAVING count(s.id) < l.count ORDER BY l.position`.execute(db);
    return conflict('serials_missing', { ...extra, values: { n: context.missing }, lines: lines.rows });
  }
  return conflict('not_allowed_now', extra);
}

interface Call {
  db: Db;
  user: SignedIn;
  ifMatch: number | undefined;
  now: Date;
}

interface StepOptions {
  /** The row version is another row's than the invoice's: a line's. It is checked by the call. */
  ownVersion?: true;
  subjectId?: number;
}

/** What posts, and what would block the closing of a day, waits for an open one (V4). */
const NEED_DAY = ['invoice.send', 'invoice.confirm', 'line.correct', 'line.withdraw'] as const;
const NEEDS_DAY: ReadonlySet<EventType> = new Set(NEED_DAY);
/** The open day of a step that needs one, held until the transaction ends. */
export type DayOf<T extends EventType> = T extends (typeof NEED_DAY)[number] ? OpenDay : undefined;

/** Goods that stock refuses, as a 409 with its lines. */
export async function posting<T>(deed: () => Promise<T>): Promise<T> {
  try {
    return await deed();
  } catch (error) {
    if (error instanceof StockError) {
      throw conflict(error.code, {
        ...(error.lines ? { lines: error.lines } : {}),
        values: { n: error.lines?.length ?? 1 },
      });
    }
    throw error;
  }
}

/**
 * Takes one step: asks the right (403), the statechart (409) and the version (409), does the deed and writes the new
 * state, the version and one line of the log. `invoice` must be held.
 */
export async function perform<T extends EventType>(
  { db, user, ifMatch, now }: Call,
  invoice: InvoiceRecord,
  type: T,
  deed: (day: DayOf<T>) => Promise<Record<string, unknown> | undefined>,
  options: StepOptions = {},
): Promise<{ facts: InvoiceContext; version: number }> {
  if (!holdsRight(invoice, type)) throw forbidden();
  const before = await factsOfOne(db, invoice.id);
  const snapshot = snapshotOf(invoice.status, before);
  if (!snapshot.can(EVENTS[type].sample)) throw await notAllowedNow(db, invoice, before, type);
  if (!options.ownVersion) await refuseStale(ifMatch, invoice.version, () => invoiceAnswer(db, invoice));
  const day = NEEDS_DAY.has(type) ? await needOpenDay(db, invoice.organizationId) : undefined;
  const payload = await posting(() => deed(day as DayOf<T>));
  const found = await factsOfOne(db, invoice.id);
  const { sample } = EVENTS[type];
  const event: InvoiceEvent = 'facts' in sample ? { ...sample, facts: found } : sample;
  const [after] = transition(invoiceMachine, snapshot, event);
  const status = String(after.value);
  const { version } = await db
    .updateTable('document')
    .set((row) => ({ status, version: row('version', '+', 1), updated_at: now }))
    .where('id', '=', invoice.id)
    .returning('version')
    .executeTakeFirstOrThrow();
  await logEvent(db, {
    documentId: invoice.id,
    machine: 'invoice',
    event: type,
    payload: { ...payload, ...('facts' in event ? { facts: event.facts } : {}) },
    before: invoice.status,
    after: status,
    userId: user.id,
    now,
    ...(options.subjectId !== undefined ? { subjectId: options.subjectId } : {}),
  });
  return { facts: found, version };
}

/** The invoice as it is after a step: what the next reader sees. */
export const invoiceAfter = async (db: Db, user: SignedIn, id: number) =>
  invoiceAnswer(db, await findInvoice(db, user, id));
