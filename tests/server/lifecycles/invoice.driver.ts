/** The verbs of an invoice over HTTP: each case of the model as the calls that really cause it. */
import {
  invoiceCancel,
  invoiceChangePartner,
  invoiceConfirm,
  invoiceCreate,
  invoiceDelete,
  invoiceDeleteFile,
  invoiceSend,
  invoiceShow,
  invoiceUpdate,
  invoiceUploadFile,
} from '../../../contract/invoices/heads.ts';
import {
  type LineBody,
  lineCorrect,
  lineCreate,
  lineDelete,
  lineIndex,
  lineMarkPrint,
  lineUpdate,
  lineWithdraw,
} from '../../../contract/invoices/lines.ts';
import { attachSerials, deleteSerial, serialIndex } from '../../../contract/invoices/serials.ts';
import { sellingPrice } from '../../../machines/invoice/sellingPrice.ts';
import type { SignedIn } from '../../../server/http/auth.ts';
import { notFound, type Refusal } from '../../../server/http/refusal.ts';
import { findInvoices } from '../../../server/invoices/access.ts';
import { INVOICES } from '../../../server/invoices/answers.ts';
import { workingPeople } from '../../../server/people/stuck.ts';
import { type Answer, PEOPLE, PHONE, PLAIN, type Server } from '../world.ts';
import { fileForm, PNG } from './countingAct.driver.ts';

/** Shop of the first branch. */
export const WAREHOUSE = 1;

export const head = (number: string, partner = 1) => ({
  partner_id: partner,
  comment: 'Kuzgi kirim',
  invoice_date: '2026-11-20',
  number_invoice: number,
  partner_firm_id: partner,
  type: 'regular' as const,
  warehouse_list_id: WAREHOUSE,
});

/** A line in soʻm whose price is the rule's. */
export function line(more: Partial<LineBody> = {}): LineBody {
  const figures = {
    product_variant_id: PLAIN,
    currency_id: 1,
    value: 100_000,
    no_cash: 80,
    additional: 0,
    other_additional: 0,
    currency_change: 1,
    count: 5,
    ...more,
  };
  return { selling_price: sellingPrice(figures) ?? 0, ...figures };
}

/** An id that nothing has. */
const NOTHING = 2_000_000;
let numbers = 0;
/** A serial number that no test has used. */
export const newSerial = () => `NEW${++numbers}`;

export class InvoiceDriver {
  readonly server: Server;
  id = NOTHING;
  fileId = NOTHING;
  #gone = false;

  constructor(server: Server) {
    this.server = server;
  }

  async open(): Promise<void> {
    const { data } = await this.server.do('purchaser', invoiceCreate, { body: head(`H-${++numbers}`) });
    this.id = data.id;
    await this.#addFile();
  }

  async #addFile() {
    const answer = await this.server.call('purchaser', invoiceUploadFile, {
      params: { id: this.id },
      form: fileForm({}, new Uint8Array(PNG)),
    });
    if (answer.status === 200) this.fileId = answer.body.data.id;
    return answer;
  }

  /** As the server shows it; a dropped draft is shown to nobody. */
  async look() {
    const { status, body } = await this.server.call('director', invoiceShow, { params: { id: this.id } });
    if (status === 404) return { state: 'deleted', whole: null };
    const { data } = body;
    return { state: data.status, version: data.version, facts: { ...data.facts }, whole: data };
  }

  async why(type: string): Promise<Refusal | undefined> {
    const { db } = this.server;
    const user = (await workingPeople(db.kysely)).get(PEOPLE.director.id) as SignedIn;
    return db.tx(async (trx) => {
      const asked = { db: trx, now: new Date(), user, language: 'uz' } as const;
      const [invoice] = await findInvoices(trx, user, [this.id]);
      return invoice ? INVOICES.reasonOf(asked, invoice, type as 'line.change') : notFound();
    });
  }

  async lineId(): Promise<number> {
    if (this.#gone) return NOTHING;
    const { data } = await this.server.do('director', lineIndex, { params: { id: this.id } });
    return data[0]?.id ?? NOTHING;
  }

  /** Sends a case; nothing where there is no line to name. */
  async send(name: string): Promise<Answer<unknown> | undefined> {
    const { server, id } = this;
    const params = { id };
    const ofLine = async () => ({ id: await this.lineId() });
    const current = async () => (this.#gone ? undefined : (await server.do('director', lineIndex, { params })).data[0]);
    switch (name) {
      case 'changes the partner':
        return server.call('purchaser', invoiceChangePartner, { params, body: head(`P-${++numbers}`, 2) });
      case 'replaces head and lines':
        return server.call('purchaser', invoiceUpdate, {
          params,
          body: { ...head(`R-${++numbers}`), input_products: [line({ count: 7 })] },
        });
      case 'adds a line':
        return server.call('purchaser', lineCreate, { params, body: line() });
      case 'adds two phones':
        return server.call('purchaser', lineCreate, { params, body: line({ product_variant_id: PHONE, count: 2 }) });
      case 'changes the price of a line': {
        const now = await current();
        if (!now) return undefined;
        const body = line({ product_variant_id: now.product_variant.id, count: now.count, value: now.value + 1_000 });
        return server.call('purchaser', lineUpdate, { params: { id: now.id }, body });
      }
      case 'makes them three phones':
        if ((await this.lineId()) === NOTHING) return undefined;
        return server.call('purchaser', lineUpdate, {
          params: await ofLine(),
          body: line({ product_variant_id: PHONE, count: 3 }),
        });
      case 'removes the line':
        if ((await this.lineId()) === NOTHING) return undefined;
        return server.call('purchaser', lineDelete, { params: await ofLine() });
      case 'scans the first phone':
      case 'scans the last phone':
        if ((await this.lineId()) === NOTHING) return undefined;
        return server.call('warehouseman', attachSerials, {
          body: {
            input_product_id: await this.lineId(),
            serial_numbers: [{ serial_number: newSerial(), imei_numbers: [] }],
            has_many: true,
          },
        });
      case 'takes a scanned phone off': {
        const lineId = await this.lineId();
        const saved =
          lineId === NOTHING
            ? []
            : (await server.do('warehouseman', serialIndex, { params: { id: lineId } })).serial_numbers;
        return server.call('warehouseman', deleteSerial, {
          body: { product_invoice_id: id, has_many: true, serial_number: saved[0]?.serial_number ?? 'YOQ' },
        });
      }
      case 'marks labels':
        if ((await this.lineId()) === NOTHING) return undefined;
        return server.call('accountant', lineMarkPrint, {
          params: await ofLine(),
          body: { print: true, print_count: 4 },
        });
      case 'adds a file':
        return this.#addFile();
      case 'removes a file': {
        const answer = await server.call('purchaser', invoiceDeleteFile, { params: { id: this.fileId } });
        // the next one has a file to remove too
        if (answer.status === 200) await this.#addFileQuietly();
        return answer;
      }
      case 'sends':
        return server.call('purchaser', invoiceSend, { params, body: { value: true } });
      case 'takes the sending back':
        return server.call('purchaser', invoiceSend, { params, body: { value: false } });
      case 'confirms':
        return server.call('accountant', invoiceConfirm, { params, body: { value: true } });
      case 'cancels':
        return server.call('director', invoiceCancel, {
          params,
          body: { canceled_commentary: 'Tovar kelmadi', canceled_commentary_type: 'goods_not_received' },
        });
      case 'deletes the draft': {
        const answer = await server.call('purchaser', invoiceDelete, { params });
        if (answer.status === 200) this.#gone = true;
        return answer;
      }
      case 'corrects a line': {
        const now = await current();
        if (!now) return undefined;
        return server.call('accountant', lineCorrect, {
          params: { id: now.id },
          body: { count: now.count, value: now.value + 500 },
        });
      }
      case 'withdraws a line':
        if ((await this.lineId()) === NOTHING) return undefined;
        return server.call('accountant', lineWithdraw, { params: await ofLine() });
      default:
        throw new Error(`no verb for "${name}"`);
    }
  }

  /** A file for the next removal, put there without a step that the path does not have. */
  async #addFileQuietly(): Promise<void> {
    this.fileId = await this.server.db.tx(async (trx) => {
      const { id } = await trx
        .insertInto('file')
        .values({
          document_id: this.id,
          role: 'attachment',
          name: 'surat.png',
          type: 'image/png',
          size: PNG.length,
          sha256: '0',
          content: PNG,
          created_by: 10,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    });
  }
}
