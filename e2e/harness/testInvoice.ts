/** An organization invoice, brought by calls to where a test begins; and what other people do to it meanwhile. */
import type { InvoiceDetails } from '../../contract/invoices/invoice.ts';
import type { InputProduct, LineBody } from '../../contract/invoices/lines.ts';
import { sellingPrice } from '../../machines/invoice/sellingPrice.ts';
import { api, type Branch, type BranchPerson } from './control.ts';

/** A call that must succeed: a wrong setup fails the test at once. */
async function must<T>(
  person: BranchPerson,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await api<T>(person, method, path, body);
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** A line in soʻm whose price is the rule's. */
export function lineBody(productId: number, more: Partial<LineBody> = {}): LineBody {
  const figures = {
    product_variant_id: productId,
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

let numbers = 0;
/** A number or serial that no test has used. */
export const unused = (prefix: string) => `${prefix}${Date.now() % 1_000_000}${++numbers}`;

export class TestInvoice {
  readonly branch: Branch;
  readonly id: number;
  readonly number: string;

  private constructor(branch: Branch, id: number, number: string) {
    this.branch = branch;
    this.id = id;
    this.number = number;
  }

  get director(): BranchPerson {
    return this.branch.people.director;
  }

  head = (more: Record<string, unknown> = {}) => ({
    partner_id: 1,
    comment: 'Kuzgi kirim',
    invoice_date: '2026-11-20',
    number_invoice: unused('H-'),
    partner_firm_id: 1,
    type: 'regular',
    warehouse_list_id: this.branch.warehouseId,
    ...more,
  });

  /** A draft of the director. */
  static async of(branch: Branch, lines: readonly LineBody[] = []): Promise<TestInvoice> {
    const { director } = branch.people;
    const body = {
      partner_id: 1,
      comment: 'Kuzgi kirim',
      invoice_date: '2026-11-20',
      number_invoice: unused('H-'),
      partner_firm_id: 1,
      type: 'regular',
      warehouse_list_id: branch.warehouseId,
    };
    const { data } = await must<{ data: { id: number; number: string } }>(
      director,
      'POST',
      '/product_invoice/create',
      body,
    );
    const invoice = new TestInvoice(branch, data.id, data.number);
    if (lines.length > 0) await must(director, 'POST', `/input_product/create_many/${data.id}`, { lines });
    return invoice;
  }

  async read(): Promise<InvoiceDetails> {
    return (await must<{ data: InvoiceDetails }>(this.director, 'GET', `/product_invoice/show/${this.id}`)).data;
  }

  async lines(): Promise<InputProduct[]> {
    return (await must<{ data: InputProduct[] }>(this.director, 'GET', `/input_product/show/${this.id}`)).data;
  }

  /** Somebody else's change of the head. */
  async changeHead(more: Record<string, unknown>): Promise<void> {
    await must(this.director, 'PUT', `/product_invoice/change_partner/${this.id}`, this.head(more));
  }

  /** Somebody else's change of a line. */
  async changeLine(line: InputProduct, more: Partial<LineBody>): Promise<void> {
    const body = lineBody(line.product_variant.id, { value: line.value, count: line.count, ...more });
    await must(this.director, 'PUT', `/input_product/update/${line.id}`, body);
  }

  /** Somebody else takes a line off. */
  async removeLine({ id, serials }: InputProduct): Promise<void> {
    await must(this.director, 'DELETE', `/input_product/delete/${id}?serials=${serials.saved}`);
  }

  async replace(lines: readonly LineBody[]): Promise<void> {
    await must(this.director, 'PUT', `/product_invoice/update/${this.id}`, { ...this.head(), input_products: lines });
  }

  async attach(lineId: number, serials: readonly string[]): Promise<void> {
    await must(this.branch.people.warehouseman, 'POST', '/partner-input/attach-serial-number', {
      input_product_id: lineId,
      has_many: true,
      serial_numbers: serials.map((serial_number) => ({ serial_number, imei_numbers: [] })),
    });
  }

  async serials(lineId: number): Promise<string[]> {
    const { serial_numbers } = await must<{ serial_numbers: { serial_number: string }[] }>(
      this.branch.people.warehouseman,
      'GET',
      `/warehouse-list-income/get-serial-numbers/${lineId}`,
    );
    return serial_numbers.map((one) => one.serial_number);
  }

  async detach(serial: string): Promise<void> {
    await must(this.branch.people.warehouseman, 'POST', '/partner-input/delete-serial-number', {
      product_invoice_id: this.id,
      has_many: true,
      serial_number: serial,
    });
  }
}
