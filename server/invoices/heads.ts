/** Calls on organization invoices: list, window, head, lifecycle, files (spec 7 "invoices"; decisions 21–26, 38, 47). */
import { type Kysely, sql } from 'kysely';
import {
  type InvoiceHead,
  type InvoiceInList,
  invoiceCancel,
  invoiceChangePartner,
  invoiceConfirm,
  invoiceCreate,
  invoiceDelete,
  invoiceDeleteFile,
  invoiceHistory,
  invoiceIndex,
  invoiceSend,
  invoiceShow,
  invoiceUpdate,
  invoiceUploadFile,
} from '../../contract/invoices.ts';
import { paged } from '../db/paging.ts';
import type { Schema } from '../db/schema.ts';
import { likeLiteral } from '../db/search.ts';
import { createDocument, eventsOf, filesOf, logEvent, storeFile } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';
import { daysOf } from '../http/days.ts';
import { readFile } from '../http/files.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { forbidden, invalid, invalidField, notFound } from '../http/refusal.ts';
import { needOpenDay } from '../practiceDay/openDay.ts';
import { findInvoice, findInvoices, INVOICE_KIND, type InvoiceRecord, seesEvery } from './access.ts';
import { invoiceAnswers, invoiceDetails, lineRows, NO_TOTALS } from './answers.ts';
import { checkedLines, insertLines, kept, numbersOf } from './lines.ts';
import { postInvoice } from './posting.ts';
import { invoiceAfter, perform } from './steps.ts';

type Db = Kysely<Schema>;

interface CheckedHead extends Required<Omit<InvoiceHead, 'partner_firm_id'>> {
  partner_firm_id: number | null;
  organizationId: number;
}

/**
 * The head with everything that it names looked up; what is not there is a fault of its field. What is left out stays
 * as `before` has it: printed bodies of changes have no `type`.
 */
async function checkedHead(db: Db, user: SignedIn, head: InvoiceHead, before?: InvoiceRecord): Promise<CheckedHead> {
  const partner = await db
    .selectFrom('partner')
    .select(['id', 'active'])
    .where('id', '=', head.partner_id)
    .executeTakeFirst();
  const warehouse = await db
    .selectFrom('warehouse_list')
    .select(['organization_id', 'active', 'kind'])
    .where('id', '=', head.warehouse_list_id)
    .executeTakeFirst();
  const firm = head.partner_firm_id
    ? await db
        .selectFrom('partner_firm')
        .select(['partner_id', 'active'])
        .where('id', '=', head.partner_firm_id)
        .executeTakeFirst()
    : undefined;
  const faults: Record<string, { key: string }[]> = {};
  if (!partner?.active) faults.partner_id = [{ key: 'partner' }];
  if (!warehouse?.active || warehouse.kind === 'transit') faults.warehouse_list_id = [{ key: 'warehouse' }];
  if (head.partner_firm_id && (!firm?.active || firm.partner_id !== head.partner_id))
    faults.partner_firm_id = [{ key: 'partner_firm' }];
  if (Object.keys(faults).length > 0 || !warehouse) throw invalid(faults);
  if (warehouse.organization_id !== user.organizationId && !seesEvery(user))
    throw forbidden('errors.warehouse_not_yours');
  return {
    partner_id: head.partner_id,
    partner_firm_id: head.partner_firm_id ?? null,
    warehouse_list_id: head.warehouse_list_id,
    number_invoice: head.number_invoice,
    invoice_date: head.invoice_date,
    type: head.type ?? before?.type ?? 'regular',
    comment: head.comment ?? before?.comment ?? '',
    organizationId: warehouse.organization_id,
  };
}

const headOf = (invoice: InvoiceRecord) => ({
  partner_id: invoice.partnerId,
  partner: invoice.partner,
  partner_firm_id: invoice.firmId,
  warehouse_list_id: invoice.warehouseId,
  number_invoice: invoice.numberInvoice,
  invoice_date: invoice.invoiceDate,
  type: invoice.type,
  comment: invoice.comment,
});

async function writeHead(db: Db, invoice: InvoiceRecord, head: CheckedHead): Promise<Record<string, unknown>> {
  const { organizationId, ...fields } = head;
  await db.updateTable('product_invoice').set(fields).where('id', '=', invoice.id).execute();
  if (organizationId !== invoice.organizationId) {
    await db.updateTable('document').set({ organization_id: organizationId }).where('id', '=', invoice.id).execute();
  }
  return { before: headOf(invoice), after: fields };
}

export const invoiceHeadCalls: Implementation[] = [
  implement(invoiceIndex, {
    async handle({ db, user, query }) {
      const { page, perPage, offset } = paged(query);
      const days = query.date ? daysOf(query.date) : undefined;
      const word = query.search?.trim();
      const base = () => {
        let found = db
          .selectFrom('document as d')
          .innerJoin('product_invoice as i', 'i.id', 'd.id')
          .where('d.kind', '=', INVOICE_KIND)
          .where('d.status', '<>', 'deleted');
        if (!seesEvery(user)) {
          found = found.where((where) =>
            where.or([where('d.organization_id', '=', user.organizationId), where('d.created_by', '=', user.id)]),
          );
        }
        if (query.id) found = found.where('d.id', '=', query.id);
        if (query.partner) found = found.where('i.partner_id', '=', query.partner);
        if (query.organization_id) found = found.where('d.organization_id', '=', query.organization_id);
        if (query.territory_id) {
          const { territory_id } = query;
          found = found.where('d.organization_id', 'in', (from) =>
            from.selectFrom('organization').select('organization.id').where('territory_id', '=', territory_id),
          );
        }
        if (days) found = found.where('i.invoice_date', '>=', days.from).where('i.invoice_date', '<=', days.to);
        if (query.type) found = found.where('i.type', '=', query.type);
        if (word) {
          const like = `%${likeLiteral(word)}%`;
          found = found.where((where) =>
            where.or([where('d.number', 'ilike', like), where('i.number_invoice', 'ilike', like)]),
          );
        }
        return found;
      };
      const chosen = () => (query.status ? base().where('d.status', '=', query.status) : base());
      const statuses = await base()
        .select(({ fn }) => ['d.status', fn.countAll<number>().as('n')])
        .groupBy('d.status')
        .execute();
      const counts = Object.fromEntries(statuses.map((row) => [row.status, Number(row.n)]));
      const total = query.status ? (counts[query.status] ?? 0) : Object.values(counts).reduce((sum, n) => sum + n, 0);
      const direction = query.sort?.startsWith('-') === false ? 'asc' : 'desc';
      const byDay = query.sort?.endsWith('invoice_date') === true;
      const ids = await chosen()
        .select('d.id')
        .orderBy(byDay ? 'i.invoice_date' : 'd.created_at', direction)
        .orderBy('d.id', direction)
        .limit(perPage)
        .offset(offset)
        .execute();
      const invoices = await findInvoices(
        db,
        user,
        ids.map((row) => row.id),
      );
      const sums = await db
        .selectFrom('input_product as l')
        .innerJoin('currency as c', 'c.id', 'l.currency_id')
        .where('l.withdrawn_at', 'is', null)
        .where('l.product_invoice_id', 'in', chosen().select('d.id'))
        .select(['c.abbrevation', sql<number>`sum(l.value * l.count)`.as('total')])
        .groupBy('c.abbrevation')
        .execute();
      const answers = await invoiceAnswers(db, invoices);
      return {
        data: answers.map(({ duplicates: _, ...rest }): InvoiceInList => rest),
        meta: {
          current_page: page,
          total,
          per_page: perPage,
          statuses: counts,
          totals: { ...NO_TOTALS, ...Object.fromEntries(sums.map((row) => [row.abbrevation, Number(row.total)])) },
        },
      };
    },
  }),

  implement(invoiceShow, {
    record: ({ db, user, params }) => findInvoice(db, user, params.id),
    handle: async ({ db, record }) => ({ data: await invoiceDetails(db, record) }),
  }),

  implement(invoiceHistory, {
    record: ({ db, user, params }) => findInvoice(db, user, params.id),
    handle: async ({ db, record }) => ({ data: await eventsOf(db, record.id) }),
  }),

  implement(invoiceCreate, {
    async handle({ db, user, body, now, language }) {
      const { organizationId, ...head } = await checkedHead(db, user, body);
      await needOpenDay(db, organizationId);
      const { id, number } = await createDocument(db, {
        kind: INVOICE_KIND,
        organizationId,
        status: 'draft',
        userId: user.id,
        now,
      });
      await db
        .insertInto('product_invoice')
        .values({ id, ...head })
        .execute();
      await logEvent(db, {
        documentId: id,
        machine: 'invoice',
        event: 'invoice.create',
        payload: { number, after: head },
        before: null,
        after: 'draft',
        userId: user.id,
        now,
      });
      return { data: await invoiceAfter(db, user, id), message: say(language, 'deeds.invoice_created') };
    },
  }),

  implement(invoiceChangePartner, {
    record: ({ db, user, params }) => findInvoice(db, user, params.id, { lock: true }),
    async handle(context) {
      const { db, user, body, record, language } = context;
      await perform(context, record, 'partner.change', async () =>
        writeHead(db, record, await checkedHead(db, user, body, record)),
      );
      return { data: await invoiceAfter(db, user, record.id), message: say(language, 'deeds.saved') };
    },
  }),

  implement(invoiceUpdate, {
    record: ({ db, user, params }) => findInvoice(db, user, params.id, { lock: true }),
    async handle(context) {
      const { db, user, body, record, language, now } = context;
      await perform(context, record, 'invoice.update', async () => {
        const checked = await checkedHead(db, user, body, record);
        const head = await writeHead(db, record, checked);
        // Limits are those of the organization that the invoice belongs to now.
        const within = { ...record, organizationId: checked.organizationId };
        const lines = await checkedLines(db, within, body.input_products, now, { replaces: true });
        const before = await lineRows(db, record);
        const numbers = before.length > 0 ? await numbersOf(db, before) : {};
        await db.deleteFrom('input_product').where('product_invoice_id', '=', record.id).execute();
        await insertLines(db, record, lines, user.id, now);
        const overridden = lines.filter((line) => line.selling_price_overridden).map((line) => line.title);
        const removed = before.map((line) => ({ title: line.title, ...kept(line) }));
        return { ...head, lines_before: before.length, lines_after: lines.length, removed, overridden, ...numbers };
      });
      return { data: await invoiceAfter(db, user, record.id), message: say(language, 'deeds.saved') };
    },
  }),

  implement(invoiceSend, {
    record: ({ db, user, params }) => findInvoice(db, user, params.id, { lock: true }),
    async handle(context) {
      const { db, user, body, record, now, language } = context;
      await perform(context, record, body.value ? 'invoice.send' : 'invoice.takeBack', async () => {
        await db
          .updateTable('product_invoice')
          .set(body.value ? { sent_by: user.id, sent_at: now } : { sent_by: null, sent_at: null })
          .where('id', '=', record.id)
          .execute();
        return undefined;
      });
      const message = say(language, body.value ? 'deeds.invoice_sent' : 'deeds.invoice_taken_back');
      return { data: await invoiceAfter(db, user, record.id), message };
    },
  }),

  implement(invoiceConfirm, {
    record: ({ db, user, params }) => findInvoice(db, user, params.id, { lock: true }),
    async handle(context) {
      const { db, user, body, record, now, language } = context;
      // Confirming is not taken back (decision 38): what was posted is corrected line by line.
      if (!body.value) throw invalidField('value', 'confirm_only');
      await perform(context, record, 'invoice.confirm', (day) => postInvoice(db, record, user.id, { day, now }));
      return { data: await invoiceAfter(db, user, record.id), message: say(language, 'deeds.invoice_confirmed') };
    },
  }),

  implement(invoiceCancel, {
    record: ({ db, user, params }) => findInvoice(db, user, params.id, { lock: true }),
    async handle(context) {
      const { db, user, body, record, language } = context;
      await perform(context, record, 'invoice.cancel', async () => {
        await db.updateTable('product_invoice').set(body).where('id', '=', record.id).execute();
        return { reason: body.canceled_commentary_type, comment: body.canceled_commentary };
      });
      return { data: await invoiceAfter(db, user, record.id), message: say(language, 'deeds.invoice_cancelled') };
    },
  }),

  implement(invoiceDelete, {
    record: ({ db, user, params }) => findInvoice(db, user, params.id, { lock: true }),
    async handle(context) {
      const { record, language } = context;
      await perform(context, record, 'invoice.delete', async () => undefined);
      return { message: say(language, 'deeds.invoice_deleted') };
    },
  }),

  implement(invoiceUploadFile, {
    record: ({ db, user, params }) => findInvoice(db, user, params.id, { lock: true }),
    async handle(context) {
      const { db, user, record, body, now } = context;
      const file = await readFile(body.file);
      let id = 0;
      // A file overwrites nothing: it needs no version.
      await perform(
        context,
        record,
        'file.add',
        async () => {
          id = await storeFile(db, record.id, 'attachment', file, user.id, now);
          return { file_id: id, name: file.name };
        },
        { ownVersion: true },
      );
      const stored = (await filesOf(db, record.id)).find((one) => one.id === id);
      if (!stored) throw new Error('the file was stored a moment ago');
      return { data: stored };
    },
  }),

  implement(invoiceDeleteFile, {
    async record({ db, user, params }) {
      const file = await db
        .selectFrom('file')
        .innerJoin('document', 'document.id', 'file.document_id')
        .select(['file.document_id', 'file.name'])
        .where('file.id', '=', params.id)
        .where('document.kind', '=', INVOICE_KIND)
        .executeTakeFirst();
      if (!file) throw notFound();
      return { file, invoice: await findInvoice(db, user, file.document_id, { lock: true }) };
    },
    async handle(context) {
      const { db, params, record, language } = context;
      await perform(
        context,
        record.invoice,
        'file.remove',
        async () => {
          await db.deleteFrom('file').where('id', '=', params.id).execute();
          return { file_id: params.id, name: record.file.name };
        },
        { ownVersion: true },
      );
      return { message: say(language, 'deeds.file_deleted') };
    },
  }),
];
