/** What the invoice's statechart allows, and the facts that its guards read. */
import { type Kysely, sql } from 'kysely';
import {
  EMPTY_INVOICE,
  type InvoiceContext,
  type InvoiceEvent,
  type InvoiceState,
  invoiceMachine,
} from '../../machines/invoice/invoice.machine.ts';
import type { Schema } from '../db/schema.ts';
import type { InvoiceRecord, InvoiceRights } from './access.ts';

type Db = Kysely<Schema>;
export type EventType = InvoiceEvent['type'];

const facts = EMPTY_INVOICE;

/** Every event: which right sends it, and a sample that `can` is asked with. Facts do not open or close a transition. */
export const EVENTS: { [T in EventType]: { right: keyof InvoiceRights; sample: InvoiceEvent & { type: T } } } = {
  'partner.change': { right: 'writes', sample: { type: 'partner.change' } },
  'invoice.update': { right: 'writes', sample: { type: 'invoice.update', facts } },
  'line.add': { right: 'writes', sample: { type: 'line.add', facts } },
  'line.change': { right: 'writes', sample: { type: 'line.change', facts } },
  'line.remove': { right: 'writes', sample: { type: 'line.remove', facts } },
  'serials.attach': { right: 'scans', sample: { type: 'serials.attach', facts } },
  'serials.detach': { right: 'scans', sample: { type: 'serials.detach', facts } },
  'labels.mark': { right: 'prints', sample: { type: 'labels.mark' } },
  'file.add': { right: 'writes', sample: { type: 'file.add' } },
  'file.remove': { right: 'writes', sample: { type: 'file.remove' } },
  'invoice.send': { right: 'writes', sample: { type: 'invoice.send' } },
  'invoice.takeBack': { right: 'writes', sample: { type: 'invoice.takeBack' } },
  'invoice.confirm': { right: 'confirms', sample: { type: 'invoice.confirm' } },
  'invoice.cancel': { right: 'writes', sample: { type: 'invoice.cancel' } },
  'invoice.delete': { right: 'writes', sample: { type: 'invoice.delete' } },
  'line.correct': { right: 'confirms', sample: { type: 'line.correct' } },
  'line.withdraw': { right: 'confirms', sample: { type: 'line.withdraw', facts } },
};

export const snapshotOf = (status: string, context: InvoiceContext) =>
  invoiceMachine.resolveState({ value: status as InvoiceState, context });

/**
 * Whether the person may send the event. A draft is cancelled by who writes, a sent invoice by who confirms (decision
 * 21); what is past cancelling is told by its state to either.
 */
export function holdsRight({ rights, status }: InvoiceRecord, type: EventType): boolean {
  if (type !== 'invoice.cancel' || status === 'draft') return rights[EVENTS[type].right];
  return status === 'sent' ? rights.confirms : rights.confirms || rights.writes;
}

/** What the statechart allows now, filtered by the person's rights. */
export function allowedOn(invoice: InvoiceRecord, context: InvoiceContext): string[] {
  const snapshot = snapshotOf(invoice.status, context);
  return Object.values(EVENTS)
    .filter(({ sample }) => holdsRight(invoice, sample.type) && snapshot.can(sample))
    .map(({ sample }) => sample.type);
}

/** What the guards read, of several invoices at once. Lines that were withdrawn are none. */
export async function factsOf(db: Db, ids: readonly number[]): Promise<Map<number, InvoiceContext>> {
  const found = new Map<number, InvoiceContext>(ids.map((id) => [id, EMPTY_INVOICE]));
  if (ids.length === 0) return found;
  const { rows } = await sql<{ id: number; lines: number; missing: number }>`
    SELECT l.product_invoice_id AS id, count(*)::integer AS lines,
           coalesce(sum(greatest(l.count - coalesce(s.saved, 0), 0)) FILTER (WHERE v.is_serial_number), 0)::bigint AS missing
    FROM input_product l
    JOIN product_variant v ON v.id = l.product_variant_id
    LEFT JOIN (SELECT input_product_id, count(*) AS saved FROM input_serial
               WHERE input_product_id IN (SELECT id FROM input_product WHERE product_invoice_id = ANY(${ids}::integer[]))
               GROUP BY 1) s ON s.input_product_id = l.id
    WHERE l.product_invoice_id = ANY(${ids}::integer[]) AND l.withdrawn_at IS NULL
    GROUP BY 1`.execute(db);
  for (const { id, lines, missing } of rows) found.set(id, { lines, missing });
  return found;
}

export const factsOfOne = async (db: Db, id: number): Promise<InvoiceContext> =>
  (await factsOf(db, [id])).get(id) ?? EMPTY_INVOICE;
