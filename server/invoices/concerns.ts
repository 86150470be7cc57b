/** Whom the steps of an invoice concern: who may confirm it once it is sent, and its owner what became of it. */
import { sql } from 'kysely';
import type { InvoiceEvent } from '../../machines/invoice/invoice.machine.ts';
import { holdsRule } from '../http/heldRules.ts';
import type { Concern, LoggedFields } from '../lifecycle/stages.ts';
import type { InvoiceRecord } from './access.ts';

/** So many people are told of a sent invoice at most: any of them confirms it. */
const MOST_CONFIRMERS = 50;

/** Those of the branch; where it has none, those of the office. */
const confirmers = ({ organizationId }: InvoiceRecord) => sql`
  WITH may AS MATERIALIZED (
    SELECT id, organization_id = ${organizationId} AS near FROM app_user
    WHERE active AND (organization_id = ${organizationId} OR office) AND ${holdsRule('product_invoice.confirm')}
      AND (${holdsRule('product_invoice.show')} OR ${holdsRule('product_invoice.allshow')})
  )
  SELECT id FROM may WHERE near OR NOT EXISTS (SELECT 1 FROM may WHERE near) ORDER BY id LIMIT ${MOST_CONFIRMERS}`;

const owner = ({ ownerId }: InvoiceRecord) => sql`SELECT ${ownerId}::integer`;

export function concernOfInvoice(
  invoice: InvoiceRecord,
  event: InvoiceEvent['type'],
  { comment }: LoggedFields,
): Concern | undefined {
  switch (event) {
    case 'invoice.send':
      return { people: confirmers(invoice) };
    case 'invoice.confirm':
    case 'invoice.takeBack':
    case 'line.correct':
    case 'line.withdraw':
      return { people: owner(invoice) };
    case 'invoice.cancel':
      return { people: owner(invoice), words: typeof comment === 'string' && comment !== '' ? comment : undefined };
    default:
      return undefined;
  }
}
