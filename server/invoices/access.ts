/** Who may see and do what with an organization invoice (decision 21; areas 1 "Branch and office"). */
import type { Kysely } from 'kysely';
import type { CancelReason, InvoiceStatus, InvoiceType } from '../../contract/invoices/invoice.ts';
import { allows } from '../../contract/rules.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { notFound } from '../http/refusal.ts';

type Db = Kysely<Schema>;

export const INVOICE_KIND = 'product_invoice';

export interface InvoiceRecord {
  id: number;
  number: string;
  status: InvoiceStatus;
  version: number;
  organizationId: number;
  organization: string;
  territory: string | null;
  partnerId: number;
  partner: string;
  firmId: number | null;
  firm: string | null;
  warehouseId: number;
  warehouse: string;
  numberInvoice: string;
  invoiceDate: string;
  type: InvoiceType;
  comment: string;
  practiceDay: { id: number; date: string } | null;
  createdAt: Date;
  createdBy: { id: number; fullname: string };
  /** Whose it is: its creator, until it is handed to somebody else (decision 90). */
  ownerId: number;
  sentAt: Date | null;
  confirmedAt: Date | null;
  confirmedBy: { id: number; fullname: string } | null;
  canceledCommentary: string | null;
  canceledType: CancelReason | null;
  /** What the person may do to it, whatever its state. */
  rights: InvoiceRights;
  seenBy: SignedIn;
}

export interface InvoiceRights {
  /** Enters and sends: made it and holds `add`, or holds `edit`. */
  writes: boolean;
  confirms: boolean;
  /** Scans serial numbers: whoever writes, and the storekeeper. */
  scans: boolean;
  /** Marks labels to print. */
  prints: boolean;
}

/** Whether the person's lists and documents reach beyond the own organization. */
export const seesEvery = (user: SignedIn): boolean => user.office || allows(user.rules, 'product_invoice.allshow');

export interface Sight {
  /** The row is held until the end of the transaction, so steps of one invoice come one after another. */
  lock?: boolean;
  /** The storekeeper's calls: `base_repository.show` is enough. */
  keeper?: boolean;
}

/** The invoice, or 404 for what the person may not see. */
export async function findInvoice(db: Db, user: SignedIn, id: number, sight: Sight = {}): Promise<InvoiceRecord> {
  // A statement of its own: one that waits for the row sees its new version, but joined rows as they were before it waited.
  if (sight.lock) await db.selectFrom('document').select('id').where('id', '=', id).forUpdate().execute();
  const [invoice] = await findInvoices(db, user, [id], sight.keeper);
  if (!invoice) throw notFound();
  return invoice;
}

/** Those of the invoices that the person may see, in the order asked for. Dropped drafts are seen by nobody. */
export async function findInvoices(
  db: Db,
  user: SignedIn,
  ids: readonly number[],
  keeper = false,
): Promise<InvoiceRecord[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('document as d')
    .innerJoin('product_invoice as i', 'i.id', 'd.id')
    .innerJoin('organization as o', 'o.id', 'd.organization_id')
    .leftJoin('territory as t', 't.id', 'o.territory_id')
    .innerJoin('partner as p', 'p.id', 'i.partner_id')
    .leftJoin('partner_firm as f', 'f.id', 'i.partner_firm_id')
    .innerJoin('warehouse_list as w', 'w.id', 'i.warehouse_list_id')
    .innerJoin('app_user as u', 'u.id', 'd.created_by')
    .leftJoin('app_user as c', 'c.id', 'i.confirmed_by')
    .leftJoin('practice_day as y', 'y.id', 'd.practice_day_id')
    .select([
      'd.id',
      'd.number',
      'd.status',
      'd.version',
      'd.organization_id',
      'o.name as organization',
      't.name as territory',
      'i.partner_id',
      'p.name as partner',
      'i.partner_firm_id',
      'f.name as firm',
      'i.warehouse_list_id',
      'w.name as warehouse',
      'i.number_invoice',
      'i.invoice_date',
      'i.type',
      'i.comment',
      'd.practice_day_id',
      'y.date as practice_date',
      'd.created_at',
      'd.created_by',
      'd.owner_id',
      'u.fullname',
      'i.sent_at',
      'i.confirmed_at',
      'i.confirmed_by',
      'c.fullname as confirmer',
      'i.canceled_commentary',
      'i.canceled_commentary_type',
    ])
    .where('d.id', 'in', ids)
    .where('d.status', '<>', 'deleted')
    .execute();
  const holds = (rule: string) => allows(user.rules, rule);
  const shows =
    holds('product_invoice.show') || holds('product_invoice.allshow') || (keeper && holds('base_repository.show'));
  const reaches = seesEvery(user) || (keeper && holds('base_repository.allshow'));
  const found = rows
    .filter((row) => shows && (reaches || row.organization_id === user.organizationId || row.owner_id === user.id))
    .map((row): InvoiceRecord => {
      const writes = holds('product_invoice.edit') || (row.owner_id === user.id && holds('product_invoice.add'));
      return {
        id: row.id,
        number: row.number,
        status: row.status as InvoiceStatus,
        version: row.version,
        organizationId: row.organization_id,
        organization: row.organization,
        territory: row.territory,
        partnerId: row.partner_id,
        partner: row.partner,
        firmId: row.partner_firm_id,
        firm: row.firm,
        warehouseId: row.warehouse_list_id,
        warehouse: row.warehouse,
        numberInvoice: row.number_invoice,
        invoiceDate: row.invoice_date,
        type: row.type,
        comment: row.comment,
        practiceDay:
          row.practice_day_id !== null && row.practice_date !== null
            ? { id: row.practice_day_id, date: row.practice_date }
            : null,
        createdAt: row.created_at,
        createdBy: { id: row.created_by, fullname: row.fullname },
        ownerId: row.owner_id,
        sentAt: row.sent_at,
        confirmedAt: row.confirmed_at,
        confirmedBy: row.confirmed_by !== null ? { id: row.confirmed_by, fullname: row.confirmer ?? '' } : null,
        canceledCommentary: row.canceled_commentary,
        canceledType: row.canceled_commentary_type,
        rights: {
          writes,
          confirms: holds('product_invoice.confirm'),
          scans: writes || holds('base_repository.edit'),
          prints: writes || holds('product_invoice.print'),
        },
        seenBy: user,
      };
    });
  return ids.flatMap((id) => found.filter((invoice) => invoice.id === id));
}

/** The line with its invoice, which is held when `lock`; 404 unless the person may see the invoice. */
export async function findLine(
  db: Db,
  user: SignedIn,
  id: number,
  sight: Sight = {},
): Promise<{ lineId: number; invoice: InvoiceRecord }> {
  const place = await db
    .selectFrom('input_product')
    .select('product_invoice_id')
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (!place) throw notFound();
  const invoice = await findInvoice(db, user, place.product_invoice_id, sight);
  // It may have been taken off while the invoice was waited for.
  const still = await db
    .selectFrom('input_product')
    .select('id')
    .where('id', '=', id)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst();
  if (!still) throw notFound();
  return { lineId: id, invoice };
}
