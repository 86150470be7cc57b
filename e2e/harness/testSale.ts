/** A client, goods with a price and the steps of a sale, by calls of other people than the one whose window is tested. */
import type { Service } from '../../contract/call.ts';
import { isPinfl } from '../../contract/checkDigits.ts';
import type { ContractDetails } from '../../contract/sale/contracts.ts';
import type { OrderDetails } from '../../contract/sale/orders.ts';
import { tashkentDay } from '../../server/http/days.ts';
import { runBody } from '../../tests/server/scoringKit.ts';
import { api, type Branch, type BranchPerson, control } from './control.ts';
import { sendPicture } from './files.ts';

/** What each goods of a test cost: contract K of the worked examples. */
export const PRICE = 1_000_000;
export const TERMS = { first_payment: 200_000, term: 3, payment_day: 15 };

/** Above it stand-ins refuse to answer (decision 86). */
const MOST_DIGITS = 990;

/**
 * Of district 000, which nobody has (decision 88), born 15.06.1985: one man and one woman for each branch. Every test that
 * writes a client takes it here, or two of them write the same person.
 */
export function pinflOf(
  { organizationId }: Pick<Branch, 'organizationId'>,
  gender: 'male' | 'female' = 'male',
): string {
  const digits = String(1 + (organizationId % MOST_DIGITS)).padStart(3, '0');
  const begun = `${gender === 'male' ? 3 : 4}150685000${digits}`;
  return [...'0123456789'].map((last) => begun + last).find(isPinfl) ?? '';
}

export class TestSale {
  readonly branch: Branch;
  readonly cashAccountId: number;
  readonly clientId: number;
  readonly client: string;
  readonly #payments: number[] = [];

  private constructor(branch: Branch, cashAccountId: number, clientId: number, client: string) {
    this.branch = branch;
    this.cashAccountId = cashAccountId;
    this.clientId = clientId;
    this.client = client;
  }

  /** A branch that may sell, with goods of its own, and a client who may buy. */
  static async begin(made?: Branch, name = 'Xaridor'): Promise<TestSale> {
    const branch = made ?? (await control.branch({ products: 2 }));
    const goods = branch.products.map(({ id }) => ({ variantId: id, price: PRICE }));
    const { cashAccountId } = await control.shop(branch.organizationId, goods);
    // enough for whoever takes one more and one more
    const lines = branch.products.map(({ id }) => ({ variantId: id, qty: 50 }));
    await control.move({ organizationId: branch.organizationId, warehouseId: branch.warehouseId, lines });
    const client = `${name} ${branch.organizationId}`;
    const { id } = await must<{ id: number }>(branch.people.director, 'client', 'POST', '/client/create', {
      ...{ fullname: client, birth_date: '1985-06-15', gender: 'male', consent: true, doubles_checked: true },
      pinfl: pinflOf(branch),
      documents: [
        {
          number: `KB${String(branch.organizationId).padStart(7, '0')}`,
          ...{ issued_by: 'IIB', issued_on: '2020-01-15', expires_on: '2035-01-14' },
        },
      ],
      phones: [{ phone: '+998901234567', owner: 'self' }],
    });
    return new TestSale(branch, cashAccountId, id, client);
  }

  get #director(): BranchPerson {
    return this.branch.people.director;
  }
  #must = <T>(service: Service, method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<T> =>
    must<T>(this.#director, service, method, path, body);

  /** The branch asks for scoring, and the client has a run that approves; its day is today, for runs are decided today. */
  async scored(): Promise<void> {
    const { organizationId } = this.branch;
    await control.needsScoring(organizationId);
    await control.nextDay(organizationId, tashkentDay(new Date()));
    await control.scoringModel();
    const { id } = await this.#must<{ id: number }>('scoring', 'POST', '/scoring_run/create', {
      ...runBody({ pinfl: pinflOf(this.branch), fullname: this.client }),
    });
    await this.#must('scoring', 'PUT', `/scoring_run/start/${id}`);
    for (const verb of ['the first source answers', 'the last source answers', 'is scored', 'the cut-offs decide'])
      await control.scoringStep(id, verb);
  }

  order = (more: { reserve?: boolean; lines?: object[] } = {}) =>
    this.#must<OrderDetails>('client', 'POST', '/order/create', {
      ...{ client_id: this.clientId, warehouse_id: this.branch.warehouseId, lines: [], ...more },
    });
  /** The first goods of the branch. */
  line = () => ({ product_variant_id: this.branch.products[0]?.id ?? 0, qty: 1, price: PRICE });
  /** All of them, up to two figures of each. */
  lines = () => this.branch.products.map(({ id }, at) => ({ product_variant_id: id, qty: 1 + at, price: PRICE }));

  /** A draft of a contract over a reserved order. */
  async contract(): Promise<ContractDetails> {
    const { id: order_id } = await this.order({ lines: [this.line()], reserve: true });
    return this.contractOf(order_id);
  }
  contractOf = (order_id: number) =>
    this.#must<ContractDetails>('client', 'POST', '/contract/create', { order_id, ...TERMS });
  sign = (id: number) => this.#must<ContractDetails>('client', 'PUT', `/contract/sign/${id}`);
  show = (id: number) => this.#must<ContractDetails>('client', 'GET', `/contract/show/${id}`);

  async pay(contractId: number, amount: number): Promise<void> {
    const desk = `/cash_document/desk?client_id=${this.clientId}`;
    const { desks } = await this.#must<{ desks: { mark: string }[] }>('cash', 'GET', desk);
    const { id } = await this.#must<{ id: number }>('cash', 'POST', '/cash_document/pay', {
      ...{ client_id: this.clientId, contract_ids: [contractId], channel: 'cash', amount },
      ...{ cash_account_id: this.cashAccountId, mark: desks[0]?.mark },
    });
    this.#payments.push(id);
  }

  /** A payment that was put aside. */
  async putAside(contractId: number, amount: number): Promise<number> {
    const { id } = await this.#must<{ id: number }>('cash', 'POST', '/cash_document/create', {
      ...{ client_id: this.clientId, contract_ids: [contractId], channel: 'cash', amount },
      cash_account_id: this.cashAccountId,
    });
    return id;
  }

  async reverseLast(): Promise<void> {
    const id = this.#payments.pop() ?? 0;
    const { mark } = await this.#must<{ mark: string }>('cash', 'GET', `/cash_document/reversal/${id}`);
    await this.#must('cash', 'PUT', `/cash_document/reverse/${id}`, { reason: 'Xato olingan', mark });
  }

  /** The warehouse picks what waits for the contract, and hands it over. */
  async handOver(number: string): Promise<void> {
    const found = await this.#must<{ id: number }[]>('warehouse', 'GET', `/product_delivery/index?search=${number}`);
    const id = found[0]?.id ?? 0;
    const { lines } = await this.#must<{ lines: { id: number }[] }>('warehouse', 'PUT', `/product_delivery/pick/${id}`);
    await this.#must('warehouse', 'PUT', `/product_delivery/count/${id}`, { line_id: lines[0]?.id, count: 1 });
    await sendPicture(this.#director, `/warehouse/api/product_delivery/hand_over/${id}`, 'signature');
  }
}

/** A call that must succeed: a wrong setup fails the test at once. @returns `data` of its answer */
export async function must<T>(
  person: BranchPerson,
  service: Service,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<T> {
  const answer = await api<{ data: T }>(person, method, path, body, service);
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body.data;
}
