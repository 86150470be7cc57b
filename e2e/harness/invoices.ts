/** An invoice, brought by calls to where a test begins. */
import type { InvoiceDetails } from '../../contract/invoices/invoice.ts';
import { api, type Branch, type BranchPerson } from './control.ts';

interface HeadWish {
  partner_id?: number;
  partner_firm_id?: number | null;
  number_invoice?: string;
  invoice_date?: string;
  type?: 'regular' | 'special';
  comment?: string;
  warehouse_list_id?: number;
}

interface LineWish {
  product?: number;
  /** 1 is soʻm, 2 the dollar. */
  currency?: 1 | 2;
  value?: number;
  count?: number;
}

async function must<T = { data: { id: number } }>(
  person: BranchPerson,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await api<T>(person, method, path, body);
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export class TestInvoice {
  readonly id: number;
  readonly #by: BranchPerson;

  private constructor(by: BranchPerson, id: number) {
    this.#by = by;
    this.id = id;
  }

  /** A draft of the purchaser's. */
  static async of(branch: Branch, wish: HeadWish = {}, by = branch.people.purchaser): Promise<TestInvoice> {
    const { data } = await must(by, 'POST', '/product_invoice/create', {
      partner_id: 1,
      partner_firm_id: null,
      number_invoice: '1042',
      invoice_date: '2026-11-20',
      warehouse_list_id: branch.warehouseId,
      ...wish,
    });
    return new TestInvoice(by, data.id);
  }

  async line({ product = 1, currency = 1, value = 50_000, count = 4 }: LineWish = {}): Promise<this> {
    await must(this.#by, 'POST', `/input_product/create/${this.id}`, {
      product_variant_id: product,
      currency_id: currency,
      value,
      count,
      no_cash: 100,
      additional: 10,
      other_additional: 0,
      currency_change: currency === 1 ? 1 : 12_000,
      selling_price: 700_000,
      selling_price_overridden: true,
    });
    return this;
  }

  async send(): Promise<this> {
    await must(this.#by, 'PUT', `/product_invoice/send_for_confirmation/${this.id}`, { value: true });
    return this;
  }

  /** Goods and debt are posted. */
  async confirm(by: BranchPerson): Promise<this> {
    await must(by, 'PUT', `/product_invoice/invoice_confirmation/${this.id}`, { value: true });
    return this;
  }

  async read(): Promise<InvoiceDetails> {
    return (await must<{ data: InvoiceDetails }>(this.#by, 'GET', `/product_invoice/show/${this.id}`)).data;
  }

  /** Whether anybody sees it: a dropped draft is seen by nobody. */
  async isThere(): Promise<boolean> {
    return (await api(this.#by, 'GET', `/product_invoice/show/${this.id}`)).status === 200;
  }
}
