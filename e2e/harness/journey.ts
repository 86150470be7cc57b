import { type Browser, expect } from '@playwright/test';
import writeExcelFile from 'write-excel-file/node';
import type { Entry } from '../../contract/counting/entries.ts';
import counterTexts from '../../locales/uz/counter.json' with { type: 'json' };
import { CALLS } from '../pages/counterPage.ts';
import { OwnList } from '../pages/ownList.ts';
import { api, type Branch, type BranchPerson, type BranchProduct } from './control.ts';

export const PRODUCTS = 300;

export const SERIALS = 20;

/** What is on a shelf, or what somebody took it for. */
export interface Pile {
  count: number;
  serials: string[];
}

export const pile = (count: number): Pile => ({ count, serials: [] });

export const units = (serials: string[]): Pile => ({ count: serials.length, serials });

export const same = (one: Pile, other: Pile) =>
  one.count === other.count && [...one.serials].sort().join() === [...other.serials].sort().join();

export type Who = 'counter1' | 'counter2' | 'counter3' | 'counter4';

/** Overlapping parts of the hall: every product is seen, 160 of them by two people. */
export const PARTS: Readonly<Record<Who, readonly [from: number, to: number][]>> = {
  counter1: [[0, 120]],
  counter2: [[80, 200]],
  counter3: [[160, 280]],
  counter4: [
    [240, PRODUCTS],
    [0, 40],
  ],
};

/** Who miscounts what, and by how much; at 30 both are wrong, each differently. At 5 a unit is overlooked. */
export const MISTAKES: Readonly<Record<Who, Readonly<Record<number, number>>>> = {
  counter1: { 30: 1, 35: 2, 90: 1 },
  counter2: { 95: 1, 119: 3, 165: 1 },
  counter3: { 177: 2, 199: 1, 245: 1 },
  counter4: { 5: -1, 30: 2, 250: 1, 279: 1 },
};

export type Plan = Map<number, Pile>;

export function planOf(who: Who, truth: readonly Pile[]): Plan {
  const plan: Plan = new Map();
  for (const [from, to] of PARTS[who]) {
    for (let index = from; index < to; index += 1) {
      const { count, serials } = truth[index] as Pile;
      const mistake = MISTAKES[who][index] ?? 0;
      plan.set(index, index < SERIALS ? units(serials.slice(0, serials.length + mistake)) : pile(count + mistake));
    }
  }
  return plan;
}

export interface Listed {
  data: { product_variant_id: number; count: number; serial_numbers: string[]; entries: Entry[] }[];
}

/** One counter's work: what it found, entered in each way a person has. */
export class Work {
  readonly person: BranchPerson;
  readonly products: readonly BranchProduct[];
  readonly plan: Plan;
  list: OwnList;
  counterId = 0;
  /** Entries that this list must have by now. */
  entries = 0;

  constructor(list: OwnList, person: BranchPerson, products: readonly BranchProduct[], plan: Plan) {
    this.list = list;
    this.person = person;
    this.products = products;
    this.plan = plan;
  }

  static async begin(browser: Browser, branch: Branch, who: Who, truth: readonly Pile[], act: string): Promise<Work> {
    const list = await OwnList.inContext(browser, branch.people[who]);
    const work = new Work(list, branch.people[who], branch.products, planOf(who, truth));
    await list.come(act);
    work.counterId = Number(new URL(list.page.url()).pathname.split('/').at(-1));
    await list.start();
    return work;
  }

  #of(index: number): [BranchProduct, Pile] {
    return [this.products[index] as BranchProduct, this.plan.get(index) as Pile];
  }

  indexes(from: number, to: number): number[] {
    return [...this.plan.keys()].filter((index) => index >= from && index < to);
  }

  /** Scans: a quantity and a code for plain goods, the units of serial goods one by one. */
  async scan(indexes: readonly number[]): Promise<void> {
    const codes: string[] = [];
    for (const index of indexes) {
      const [product, { count, serials }] = this.#of(index);
      if (product.serial) codes.push(product.barcode, ...serials);
      else codes.push(`${count}*${product.barcode}`);
      this.entries += product.serial ? serials.length : 1;
    }
    await this.list.scanAll(codes);
    await this.here();
  }

  /** Everything scanned so far is shown as safe on this computer. */
  async here(): Promise<void> {
    await expect.poll(async () => (await this.list.saved()).here).toBe(this.entries);
  }

  async sent(timeout = 40_000): Promise<void> {
    const all = { here: this.entries, server: this.entries, queued: 0 };
    await expect.poll(() => this.list.saved(), { timeout }).toEqual(all);
  }

  /** A product found by its name, its total typed. */
  async type(indexes: readonly number[]): Promise<void> {
    for (const index of indexes) {
      const [product, { count }] = this.#of(index);
      await this.list.search(product.title);
      // Other branches have goods of nearly the same name: the one meant is the one that reads so.
      await this.list.page.getByRole('option').filter({ hasText: product.title }).click();
      // a total is typed for what the card names
      await expect(this.list.card).toContainText(product.title);
      await this.list.typeTotal(String(count));
      this.entries += 1;
    }
    await this.here();
  }

  /** Looked for, and there is none. */
  async none(index: number): Promise<void> {
    await this.list.scan(this.#of(index)[0].barcode);
    await this.list.page.getByTestId('zero').click();
    this.entries += 1;
    await this.here();
  }

  async sheet(indexes: readonly number[]): Promise<void> {
    const { columns } = counterTexts.sheet;
    const head = [columns.barcode, columns.count].map((value) => ({ value, type: String }));
    const rows = indexes.map((index) => {
      const [product, { count }] = this.#of(index);
      return [
        { value: product.barcode, type: String },
        { value: count, type: Number },
      ];
    });
    const buffer = await writeExcelFile([head, ...rows]).toBuffer();
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    await this.list.chooseSheet({ name: 'sanoq.xlsx', mimeType, buffer });
    await this.list.takeSheet();
    this.entries += indexes.length;
    await this.here();
  }

  async listed(): Promise<Listed['data']> {
    const path = `/computing_act_user/get_all_listed_product/${this.counterId}`;
    return (await api<Listed>(this.person, 'GET', path)).body.data;
  }

  /** The server has the whole list as it was counted, each entry once, and it is handed in. */
  async handIn(): Promise<void> {
    await this.sent();
    const listed = await this.listed();
    const entries = listed.flatMap((line) => line.entries.map((entry) => entry.entry_id));
    expect(entries).toHaveLength(this.entries);
    expect(new Set(entries).size).toBe(this.entries);
    const found = new Map(listed.map((line) => [line.product_variant_id, units([...line.serial_numbers])]));
    for (const line of listed) (found.get(line.product_variant_id) as Pile).count = line.count;
    expect(Object.fromEntries([...found].map(([id, one]) => [id, one.count]))).toEqual(
      Object.fromEntries([...this.plan].map(([index, one]) => [this.#of(index)[0].id, one.count])),
    );
    for (const [index, one] of this.plan) expect(same(found.get(this.#of(index)[0].id) as Pile, one)).toBe(true);
    await this.list.handIn();
  }
}

/** The tab dies while entries are only on the disk; another one of the same browser goes on. */
export async function killed(work: Work, actId: number): Promise<void> {
  await work.scan(work.indexes(160, 200));
  await work.sent();
  const { page } = work.list;
  await page.route(CALLS.save, (route) => route.abort('connectionfailed'));
  await work.scan(work.indexes(200, 230));
  await page.close({ runBeforeUnload: false });
  work.list = await work.list.another();
  await work.list.open(actId, work.counterId);
  await work.list.expectScreen('counting');
  await work.sent();
  await work.scan(work.indexes(230, 280));
  await work.handIn();
}
