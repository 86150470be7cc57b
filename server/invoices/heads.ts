/** Calls on organization invoices: list, window, head, lifecycle, files (spec 7 "invoices"; decisions 21–26, 38, 47). */

import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  type InvoiceHead,
  invoiceCancel,
  invoiceChangePartner,
  invoiceConfirm,
  invoiceCreate,
  invoiceDebt,
  invoiceDelete,
  invoiceDeleteFile,
  invoiceHistory,
  invoiceIndex,
  invoiceSend,
  invoiceShow,
  invoiceUpdate,
  invoiceUploadFile,
} from '../../contract/invoices/heads.ts';
import { INVOICE_STATUSES, type InvoiceStatus } from '../../contract/invoices/invoice.ts';
import type { Schema } from '../db/schema.ts';
import { numberIs } from '../db/search.ts';
import { debtsOf } from '../directories/partner.ts';
import { BY_CREATION, createDocument, eventsOf, filesOf, storeFile } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';
import { daysOf } from '../http/days.ts';
import { readFile } from '../http/files.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say, says } from '../http/messages.ts';
import { forbidden, invalid, invalidField, notFound } from '../http/refusal.ts';
import type { Among } from '../lists/declared.ts';
import { declareList } from '../lists/declared.ts';
import { referencesOf } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';
import { findInvoice, findInvoices, INVOICE_KIND, type InvoiceRecord, seesEvery } from './access.ts';
import { INVOICES, invoiceAfter, invoiceDetails, invoicesInList, lineRows, NO_TOTALS } from './answers.ts';
import { linesToCopy } from './copying.ts';
import { checkedLines, insertLines, kept, numbersOf } from './lines.ts';
import { postInvoice } from './posting.ts';

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

export const invoiceList = declareList({
  call: 'invoiceIndex',
  from: sql`document d JOIN product_invoice i ON i.id = d.id`,
  id: sql`d.id`,
  always: sql`d.kind = ${sql.lit(INVOICE_KIND)}`,
  sorts: {
    created_at: BY_CREATION,
    invoice_date: {
      columns: [
        { by: sql`i.invoice_date`, type: 'date' },
        { by: sql`i.id`, type: 'integer' },
      ],
      index: 'product_invoice_date',
    },
  },
  sort: '-created_at',
  filters: {
    id: 'document_pkey',
    partner: 'product_invoice_number',
    organization_id: 'document_list_organization',
    territory_id: 'organization_territory',
    date: 'product_invoice_date',
    status: 'document_list_state',
    type: 'product_invoice_special',
    search: 'product_invoice_search',
  },
  state: { by: sql`d.status`, states: INVOICE_STATUSES },
});

/** What nobody is owed for: such an invoice is seen in the list and counts where it is asked for by its state alone. */
const UNCOUNTED: ReadonlySet<string> = new Set<InvoiceStatus>(['draft', 'cancelled']);

/** Sums by currency over the invoices of a statement, and apart those that are left out, by state. */
async function sumsOf(db: Db, stated: RawBuilder<unknown>, among: Among, only: InvoiceStatus | undefined) {
  const { rows } = await sql<{ state: string; abbrevation: string; total: number }>`
    SELECT s.state, c.abbrevation, s.total FROM (
      SELECT i.state, l.currency_id, sum(l.value * l.count) AS total
      FROM input_product l JOIN (${stated}) i ON i.id = l.product_invoice_id
      WHERE l.withdrawn_at IS NULL AND ${among(sql`l.product_invoice_id`)}
      GROUP BY 1, 2
    ) s JOIN currency c ON c.id = s.currency_id`.execute(db);
  const totals: Record<string, number> = { ...NO_TOTALS };
  const left_out: Record<string, Record<string, number>> = {};
  for (const { state, abbrevation, total } of rows) {
    let sums = totals;
    if (only === undefined && UNCOUNTED.has(state)) sums = left_out[state] ??= {};
    sums[abbrevation] = (sums[abbrevation] ?? 0) + Number(total);
  }
  return { totals, left_out };
}

/** Which invoices the person sees, of `document d`. */
export function invoicesSeenBy(user: SignedIn): RawBuilder<unknown>[] {
  const filters: RawBuilder<unknown>[] = [sql`d.status <> 'deleted'`];
  if (!seesEvery(user)) filters.push(sql`(d.organization_id = ${user.organizationId} OR d.owner_id = ${user.id})`);
  return filters;
}

export const invoiceHeadCalls: Implementation[] = [
  implement(invoiceIndex, {
    async handle({ db, user, query }) {
      const filters = invoicesSeenBy(user);
      if (query.id) filters.push(sql`d.id = ${query.id}`);
      if (query.partner) filters.push(sql`i.partner_id = ${query.partner}`);
      if (query.organization_id) filters.push(sql`d.organization_id = ${query.organization_id}`);
      if (query.territory_id) {
        const organizations = await referencesOf(
          db,
          sql`SELECT id FROM organization WHERE territory_id = ${query.territory_id}`,
        );
        filters.push(sql`d.organization_id = ANY (${organizations}::integer[])`);
      }
      if (query.date) {
        const { from, to } = daysOf(query.date);
        filters.push(sql`i.invoice_date BETWEEN ${from}::date AND ${to}::date`);
      }
      if (query.type) filters.push(sql`i.type = ${query.type}`);
      const word = query.search?.trim();
      if (word) filters.push(numberIs(sql`i.search_key`, word));
      const { data, meta } = await answerList(db, invoiceList, query, {
        where: filters,
        narrowed: filters.length > 1,
        // partner, date, type and number stand in the paper, everything else in the document
        ...(query.partner || query.date || query.type || word ? {} : { counted: sql`document d` }),
        state: query.status && sql`d.status = ${query.status}`,
        async rows(ids) {
          return invoicesInList(db, await findInvoices(db, user, ids));
        },
        totals: (_, among, stated) => sumsOf(db, stated, among, query.status),
      });
      const { totals, ...place } = meta;
      return { data, meta: { ...place, ...totals } };
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

  implement(invoiceDebt, {
    record: ({ db, user, params }) => findInvoice(db, user, params.id),
    handle: async ({ db, record: { partnerId } }) => ({
      data: { ...NO_TOTALS, ...(await debtsOf(db, [partnerId])).get(partnerId) },
    }),
  }),

  implement(invoiceCreate, {
    async handle(context) {
      const { db, user, body, now, language } = context;
      const { copy_of, ...fields } = body;
      const { organizationId, ...head } = await checkedHead(db, user, fields);
      const source = copy_of ? await findInvoice(db, user, copy_of) : null;
      let left: string[] = [];
      const insert = async (status: string) => {
        const made = await createDocument(db, { kind: INVOICE_KIND, organizationId, status, userId: user.id, now });
        await db
          .insertInto('product_invoice')
          .values({ id: made.id, ...head })
          .execute();
        const details = { number: made.number, after: head };
        if (source === null) return { id: made.id, details };
        const copied = await linesToCopy(db, source, organizationId, now);
        left = copied.left;
        await insertLines(db, await findInvoice(db, user, made.id), copied.lines, user.id, now);
        return { id: made.id, details: { ...details, copy_of: source.number, lines_after: copied.lines.length } };
      };
      const { id } = await INVOICES.create(context, 'invoice.create', insert, organizationId);
      const message =
        left.length === 0
          ? say(language, 'actions.invoice_created')
          : say(language, 'actions.invoice_copied_without', { titles: left.join(', ') });
      return { data: await invoiceAfter(db, user, id), message };
    },
  }),

  implement(
    invoiceChangePartner,
    INVOICES.step(
      'partner.change',
      async ({ db, user, body, record }) => writeHead(db, record, await checkedHead(db, user, body, record)),
      { says: says('saved') },
    ),
  ),

  implement(
    invoiceUpdate,
    INVOICES.step(
      'invoice.update',
      async ({ db, user, body, record, now }) => {
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
      },
      { says: says('saved') },
    ),
  ),

  implement(invoiceSend, {
    record: ({ db, user, params }) => findInvoice(db, user, params.id, { lock: true }),
    async handle(context) {
      const { db, user, body, record, now, language } = context;
      await INVOICES.take(context, record, body.value ? 'invoice.send' : 'invoice.takeBack', async () => {
        await db
          .updateTable('product_invoice')
          .set(body.value ? { sent_by: user.id, sent_at: now } : { sent_by: null, sent_at: null })
          .where('id', '=', record.id)
          .execute();
        return {};
      });
      const message = say(language, body.value ? 'actions.invoice_sent' : 'actions.invoice_taken_back');
      return { data: await invoiceAfter(db, user, record.id), message };
    },
  }),

  implement(invoiceConfirm, {
    record: ({ db, user, params }) => findInvoice(db, user, params.id, { lock: true }),
    async handle(context) {
      const { db, user, body, record, now, language } = context;
      // Confirming is not taken back (decision 38): what was posted is corrected line by line.
      if (!body.value) throw invalidField('value', 'confirm_only');
      await INVOICES.take(context, record, 'invoice.confirm', (day) => postInvoice(db, record, user.id, { day, now }));
      return { data: await invoiceAfter(db, user, record.id), message: say(language, 'actions.invoice_confirmed') };
    },
  }),

  implement(
    invoiceCancel,
    INVOICES.step(
      'invoice.cancel',
      async ({ db, body, record }) => {
        await db.updateTable('product_invoice').set(body).where('id', '=', record.id).execute();
        return { reason: body.canceled_commentary_type, comment: body.canceled_commentary };
      },
      { says: says('invoice_cancelled') },
    ),
  ),

  implement(
    invoiceDelete,
    INVOICES.stepThen(
      'invoice.delete',
      async () => ({}),
      async ({ language }) => ({ message: say(language, 'actions.invoice_deleted') }),
    ),
  ),

  implement(
    invoiceUploadFile,
    INVOICES.stepThen(
      'file.add',
      async ({ db, user, record, body, now }) => {
        const file = await readFile(body.file);
        return { file_id: await storeFile(db, record.id, 'attachment', file, user.id, now), name: file.name };
      },
      async ({ db, record }, { details }) => {
        const stored = (await filesOf(db, record.id)).find((one) => one.id === details.file_id);
        if (!stored) throw new Error('the file was stored a moment ago');
        return { data: stored };
      },
    ),
  ),

  implement(invoiceDeleteFile, {
    async record({ db, user, params }) {
      const file = await db
        .selectFrom('file')
        .innerJoin('document', 'document.id', 'file.document_id')
        .select(['document.id as document_id', 'file.name'])
        .where('file.id', '=', params.id)
        .where('document.kind', '=', INVOICE_KIND)
        .executeTakeFirst();
      if (!file) throw notFound();
      return { file, invoice: await findInvoice(db, user, file.document_id, { lock: true }) };
    },
    async handle(context) {
      const { db, params, record, language } = context;
      await INVOICES.take(context, record.invoice, 'file.remove', async () => {
        await db.deleteFrom('file').where('id', '=', params.id).execute();
        return { file_id: params.id, name: record.file.name };
      });
      return { message: say(language, 'actions.file_deleted') };
    },
  }),
];
