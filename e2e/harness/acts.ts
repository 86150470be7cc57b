/** An act of counting, brought by calls to where a test begins; and what other people do to it meanwhile. */
import { randomUUID } from 'node:crypto';
import type { HistoryLine } from '../../contract/common.ts';
import type { ActDetails } from '../../contract/counting/acts.ts';
import type { Counter } from '../../contract/counting/counters.ts';
import type { CountRow } from '../../contract/counting/matrix.ts';
import { api, type Branch, type BranchPerson } from './control.ts';

interface Answer {
  data: { id: number };
}

export interface CountingPerson {
  id: number;
  person: BranchPerson;
}

/** A call that must succeed: a wrong setup fails the test at once. */
async function must<T = Answer>(
  person: BranchPerson,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<T> {
  const answer = await api<T>(person, method, path, body);
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export class TestAct {
  readonly branch: Branch;
  readonly id: number;

  private constructor(branch: Branch, id: number) {
    this.branch = branch;
    this.id = id;
  }

  /** Opened by the keeper. */
  static async of(branch: Branch, comment = 'Oylik sanoq'): Promise<TestAct> {
    const { data } = await must(branch.people.keeper, 'POST', '/act_of_count/create', {
      organization_id: branch.organizationId,
      comment,
    });
    return new TestAct(branch, data.id);
  }

  /** Counters are chosen, the residues loaded, and everybody starts. */
  async begin(...people: BranchPerson[]): Promise<CountingPerson[]> {
    return this.beginAs(people.map((person, index) => [person, `${index + 1}-sanovchi`]));
  }

  /** The same with titles of the test's own. */
  async beginAs(people: readonly (readonly [BranchPerson, string])[]): Promise<CountingPerson[]> {
    const counters: CountingPerson[] = [];
    for (const [person, title] of people) {
      const added = await must<{ computing_act_user: { id: number } }>(
        this.branch.people.keeper,
        'PUT',
        `/computing_act_user/create/${this.id}`,
        { title, user_id: person.id },
      );
      counters.push({ id: added.computing_act_user.id, person });
    }
    await must(this.branch.people.keeper, 'PUT', `/count_act_product/loading_the_residues/${this.id}`);
    for (const { id, person } of counters) await must(person, 'PUT', `/computing_act_user/start_counting/${id}`);
    return counters;
  }

  /** What a counter enters by hand: counts by product. */
  async enter({ id, person }: CountingPerson, counts: Readonly<Record<number, number>>): Promise<void> {
    const entries = Object.entries(counts).map(([product, count]) => ({
      entry_id: randomUUID(),
      product_variant_id: Number(product),
      count,
      source: 'hand',
      entered_at: new Date().toISOString(),
    }));
    await must(person, 'PUT', `/computing_act_user/save_entries/${id}`, { entries });
  }

  async submit({ id, person }: CountingPerson, counts: Readonly<Record<number, number>>): Promise<void> {
    const listed = Object.entries(counts).map(([product, count]) => ({ product_variant_id: Number(product), count }));
    await must(person, 'PUT', `/computing_act_user/add_listed_product/${id}`, { listed_products: listed });
  }

  async cancel(by: BranchPerson, reason: string): Promise<void> {
    await must(by, 'PUT', `/act_of_count/cancel/${this.id}`, { reason });
  }

  async changeComment(by: BranchPerson, comment: string): Promise<void> {
    const body = { organization_id: this.branch.organizationId, comment };
    await must(by, 'PUT', `/act_of_count/update/${this.id}`, body);
  }

  async decide(by: BranchPerson, productId: number, count: number): Promise<void> {
    const body = { product_variant_id: productId, listed_products: [{ product_variant_id: productId, count }] };
    await must(by, 'PUT', `/count_act_product/add_manually/${this.id}`, body);
  }

  async keepMoved(by: BranchPerson, productId: number, keep: 'count' | 'difference'): Promise<void> {
    const body = { product_variant_id: productId, keep };
    await must(by, 'PUT', `/count_act_product/resolve_moved/${this.id}`, body);
  }

  // What is stored on the server

  async read(): Promise<ActDetails> {
    const { keeper } = this.branch.people;
    return (await must<{ data: ActDetails }>(keeper, 'GET', `/act_of_count/show/${this.id}`)).data;
  }

  async row(productId: number): Promise<CountRow | undefined> {
    const { keeper } = this.branch.people;
    const { data } = await must<{ data: CountRow[] }>(keeper, 'GET', `/count_act_product/show/${this.id}`);
    return data.find((row) => row.product_variant.id === productId);
  }

  async counters(): Promise<Counter[]> {
    const { keeper } = this.branch.people;
    return (await must<{ data: Counter[] }>(keeper, 'GET', `/computing_act_user/index/${this.id}`)).data;
  }

  /** The newest first. */
  async history(event: string): Promise<HistoryLine[]> {
    const { keeper } = this.branch.people;
    const { data } = await must<{ data: HistoryLine[] }>(keeper, 'GET', `/act_of_count/history/${this.id}`);
    return data.filter((line) => line.event === event);
  }
}
