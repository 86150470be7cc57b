/** The invoice's lifecycle but for its answer: what its guards read, who may send what, and why it is refused. */
import { type Kysely, sql } from 'kysely';
import {
  EMPTY_INVOICE,
  type InvoiceContext,
  type InvoiceState,
  type invoiceMachine,
} from '../../machines/invoice/invoice.machine.ts';
import type { Schema } from '../db/schema.ts';
import type { EventType, Reason, Rules, Scene } from '../lifecycle/lifecycle.ts';
import type { InvoiceRecord } from './access.ts';
import { whyElsewhere, whyLocked } from './waits.ts';

type Db = Kysely<Schema>;

const writes = ({ rights }: InvoiceRecord): boolean => rights.writes;
const confirms = ({ rights }: InvoiceRecord): boolean => rights.confirms;
const scans = ({ rights }: InvoiceRecord): boolean => rights.scans;

/**
 * A draft is cancelled by who writes, a sent invoice by who confirms (decision 21); what is past cancelling is named by
 * its state to either.
 */
function cancels({ rights, status }: InvoiceRecord): boolean {
  if (status === 'draft') return rights.writes;
  return status === 'sent' ? rights.confirms : rights.confirms || rights.writes;
}

/** A new row overwrites nothing and a line has a version of its own: there the invoice's is not asked. */
export const INVOICE_EVENTS = {
  'partner.change': { right: writes },
  'invoice.update': { right: writes, event: (facts) => ({ type: 'invoice.update', facts }) },
  'line.add': { right: writes, version: false, event: (facts) => ({ type: 'line.add', facts }) },
  'line.change': { right: writes, version: false, event: (facts) => ({ type: 'line.change', facts }) },
  'line.remove': { right: writes, version: false, event: (facts) => ({ type: 'line.remove', facts }) },
  'serials.attach': { right: scans, version: false, event: (facts) => ({ type: 'serials.attach', facts }) },
  'serials.detach': { right: scans, version: false, event: (facts) => ({ type: 'serials.detach', facts }) },
  'labels.mark': { right: ({ rights }) => rights.prints, version: false },
  'file.add': { right: writes, version: false },
  'file.remove': { right: writes, version: false },
  'invoice.send': { right: writes, dayOpen: true, waits: whyLocked },
  'invoice.takeBack': { right: writes },
  'invoice.confirm': { right: confirms, dayOpen: true, waits: whyElsewhere },
  'invoice.cancel': { right: cancels },
  'invoice.delete': { right: writes },
  'line.correct': { right: confirms, version: false, dayOpen: true },
  'line.withdraw': {
    right: confirms,
    version: false,
    dayOpen: true,
    event: (facts) => ({ type: 'line.withdraw', facts }),
  },
} as const satisfies Rules<typeof invoiceMachine, InvoiceRecord>;

export const stateOf = ({ status }: InvoiceRecord): InvoiceState => status;

/** What is done with lines that are there. */
const OF_LINES: ReadonlySet<EventType<typeof invoiceMachine>> = new Set([
  ...(['invoice.send', 'line.change', 'line.remove', 'serials.attach', 'serials.detach', 'labels.mark'] as const),
]);

/** What the event waits for. */
export async function whyRefused(
  { db }: Scene,
  { id, status }: InvoiceRecord,
  event: EventType<typeof invoiceMachine>,
  { lines, missing }: InvoiceContext,
): Promise<Reason | undefined> {
  if (status === 'draft' && lines === 0 && OF_LINES.has(event)) return { code: 'no_lines' };
  if (event !== 'invoice.confirm' || status !== 'sent' || missing === 0) return undefined;
  const short = await sql<{ product_variant_id: number; title: string; text: string }>`
    SELECT l.product_variant_id, v.title, format('%s / %s', count(s.id), l.count) AS text
    FROM input_product l
    JOIN product_variant v ON v.id = l.product_variant_id AND v.is_serial_number
    LEFT JOIN input_serial s ON s.input_product_id = l.id
    WHERE l.product_invoice_id = ${id} AND l.withdrawn_at IS NULL
    GROUP BY l.id, v.title HAVING count(s.id) < l.count ORDER BY l.position`.execute(db);
  return { code: 'serials_missing', values: { n: missing }, lines: short.rows };
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
