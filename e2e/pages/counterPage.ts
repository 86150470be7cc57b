/** The counting screen in verbs: what a person, a scanner and the world do to it. */
import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import counter from '../../locales/uz/counter.json' with { type: 'json' };
import errors from '../../locales/uz/errors.json' with { type: 'json' };
import shell from '../../locales/uz/shell.json' with { type: 'json' };
import { api, type Branch, type BranchPerson } from '../harness/control.ts';

export const texts = { counter, errors, shell };

/** The calls of the screen, as routes. */
export const CALLS = {
  show: '**/warehouse/api/computing_act_user/show/*',
  products: '**/warehouse/api/computing_act_user/products/*',
  start: '**/warehouse/api/computing_act_user/start_counting/*',
  save: '**/warehouse/api/computing_act_user/save_entries/*',
  submit: '**/warehouse/api/computing_act_user/add_listed_product/*',
  listed: '**/warehouse/api/computing_act_user/get_all_listed_product/*',
} as const;

export interface Saved {
  here: number;
  server: number;
  queued: number;
}

export class CounterPage {
  readonly page: Page;
  readonly field: Locator;
  readonly card: Locator;
  readonly total: Locator;
  readonly entries: Locator;
  readonly notices: Locator;
  readonly lines: Locator;
  /** The one notice that the network is gone. */
  readonly noNetwork: Locator;

  constructor(page: Page) {
    this.page = page;
    this.field = page.getByTestId('scan');
    this.card = page.getByTestId('card');
    this.total = page.getByTestId('total');
    this.entries = page.getByTestId('entry');
    this.notices = page.getByTestId('notice');
    this.lines = page.getByTestId('line');
    this.noNetwork = page.getByRole('status').filter({ hasText: /Aloqa yoʻq, \d\d:\d\d dan beri/ });
  }

  async open(actId: number, counterId: number): Promise<void> {
    await this.page.goto(`/repositories/act-of-counting/${actId}/counters/${counterId}`);
  }

  async start(): Promise<void> {
    await this.page.getByTestId('start').click();
    await expect(this.field).toBeFocused();
  }

  /** As a scanner does: keys without a pause, then Enter, wherever the focus is. */
  async scan(code: string): Promise<void> {
    await this.page.keyboard.type(code);
    await this.page.keyboard.press('Enter');
  }

  async search(words: string): Promise<void> {
    await this.field.fill(words);
    await expect(this.page.getByRole('listbox')).toBeVisible();
  }

  async choose(words: string): Promise<void> {
    await this.search(words);
    await this.page.getByRole('option').first().click();
  }

  /** Types a total for the product of the last scan or choice. */
  async typeTotal(total: string): Promise<void> {
    if (!(await this.total.isVisible())) await this.page.keyboard.press('F2');
    await this.total.fill(total);
    await this.total.press('Enter');
  }

  async undoLast(): Promise<void> {
    await this.field.focus();
    await this.page.keyboard.press('Control+z');
  }

  async chooseSheet(file: { name: string; mimeType: string; buffer: Buffer } | string): Promise<void> {
    await this.page.getByTestId('sheet-file').setInputFiles(file);
  }

  takeSheet = () => this.page.getByTestId('sheet-take').click();
  dropSheet = () => this.page.getByTestId('sheet-drop').click();

  async submit(): Promise<void> {
    await this.askToSubmit();
    await this.page.getByTestId('submit-confirm').click();
  }

  askToSubmit = () => this.page.getByTestId('submit').click();
  confirmSubmit = () => this.page.getByTestId('submit-confirm').click();
  dropSubmit = () => this.page.getByTestId('submit-drop').click();
  retrySubmit = () => this.page.getByTestId('submit-retry').click();
  keepMine = () => this.page.getByTestId('conflict-mine').click();
  takeTheirs = () => this.page.getByTestId('conflict-theirs').click();
  sendNow = () => this.page.getByTestId('waiting').getByRole('button').click();
  retryWriting = () => this.page.getByTestId('unsaved').getByRole('button').click();

  /** Figures of the sign "saved here / on the server". */
  async saved(): Promise<Saved> {
    const sign = this.page.getByTestId('saved');
    const queued = Number(await sign.getAttribute('data-queued'));
    const figures = await sign.locator('b').allTextContents();
    const [here = 0, server = 0] = figures.map((figure) => Number(figure.replace(/\D/g, '')));
    return { here, server, queued };
  }

  async expectAllSent(entries: number): Promise<void> {
    await expect.poll(() => this.saved()).toEqual({ here: entries, server: entries, queued: 0 });
  }

  /** The network is gone for this context; the open page stays. */
  offline = (gone = true) => this.page.context().setOffline(gone);

  /** The server answers a call with an error, or not at all. */
  async failing(call: keyof typeof CALLS, status: number | 'abort', body: object = {}): Promise<() => Promise<void>> {
    await this.page.route(CALLS[call], (route) =>
      status === 'abort' ? route.abort() : route.fulfill({ status, json: { message: '', request_id: 'e2e', ...body } }),
    );
    return () => this.page.unroute(CALLS[call]);
  }

  /** The disk of the browser takes nothing, until it does again. */
  async breakDisk(): Promise<void> {
    await this.page.evaluate(() => {
      const proto = IDBObjectStore.prototype as IDBObjectStore & { whole?: IDBObjectStore['put'] };
      proto.whole ??= proto.put;
      proto.put = () => {
        throw new DOMException('the disk is full', 'QuotaExceededError');
      };
    });
  }

  async mendDisk(): Promise<void> {
    await this.page.evaluate(() => {
      const proto = IDBObjectStore.prototype as IDBObjectStore & { whole?: IDBObjectStore['put'] };
      if (proto.whole) proto.put = proto.whole;
    });
  }
}

/** One counter's list as its manager, and the counter's other devices, see it: by the API. */
export class CountedList {
  readonly branch: Branch;
  readonly actId: number;
  readonly counterId: number;
  #loaded = false;
  #begun = false;

  private constructor(branch: Branch, actId: number, counterId: number) {
    this.branch = branch;
    this.actId = actId;
    this.counterId = counterId;
  }

  /** An act with one counter, who has not begun; residues are not loaded. */
  static async create(branch: Branch): Promise<CountedList> {
    const { keeper, counter1 } = branch.people;
    const act = await sendAs<{ data: { id: number } }>(keeper, 'POST', '/act_of_count/create', {
      organization_id: branch.organizationId,
      comment: 'Sinov',
    });
    const made = await sendAs<{ computing_act_user: { id: number } }>(
      keeper,
      'PUT',
      `/computing_act_user/create/${act.data.id}`,
      { title: '1-sanovchi', user_id: counter1.id },
    );
    return new CountedList(branch, act.data.id, made.computing_act_user.id);
  }

  async load(): Promise<void> {
    if (this.#loaded) return;
    this.#loaded = true;
    await sendAs(this.branch.people.keeper, 'PUT', `/count_act_product/loading_the_residues/${this.actId}`, {});
  }

  async rename(title: string): Promise<void> {
    const { keeper, counter1 } = this.branch.people;
    await sendAs(keeper, 'PUT', `/computing_act_user/update/${this.counterId}`, { title, user_id: counter1.id });
  }

  async remove(): Promise<void> {
    await sendAs(this.branch.people.keeper, 'DELETE', `/computing_act_user/delete/${this.counterId}`);
  }

  async begin(): Promise<void> {
    await this.load();
    if (this.#begun) return;
    this.#begun = true;
    await sendAs(this.branch.people.counter1, 'PUT', `/computing_act_user/start_counting/${this.counterId}`, {});
  }

  async release(): Promise<void> {
    const { keeper } = this.branch.people;
    await sendAs(keeper, 'PUT', `/computing_act_user/release/${this.counterId}`, { reason: 'Sinov' });
  }

  /** Another device of the person enters so many of a product. */
  async enter(productId: number, count: number): Promise<void> {
    const entry = { entry_id: randomUUID(), product_variant_id: productId, count, source: 'hand' };
    const entries = [{ ...entry, entered_at: new Date().toISOString() }];
    const { data } = await sendAs<{ data: { saved: string[] } }>(
      this.branch.people.counter1,
      'PUT',
      `/computing_act_user/save_entries/${this.counterId}`,
      { entries },
    );
    expect(data.saved).toHaveLength(1);
  }

  /** The person has handed the list in elsewhere, as stored on the server. */
  async handIn(): Promise<void> {
    await this.begin();
    if ((await this.status()) === 'submitted') return;
    const listed = Object.entries(await this.totals()).map(([product, { count }]) => ({
      product_variant_id: Number(product),
      count,
    }));
    const path = `/computing_act_user/add_listed_product/${this.counterId}`;
    await sendAs(this.branch.people.counter1, 'PUT', path, { listed_products: listed });
  }

  async #show(): Promise<{ status: string; released: boolean }> {
    const shown = await sendAs<{ data: { counter: { status: string; released: boolean } } }>(
      this.branch.people.counter1,
      'GET',
      `/computing_act_user/show/${this.counterId}`,
    );
    return shown.data.counter;
  }

  status = async (): Promise<string> => (await this.#show()).status;
  /** The keeper has ended it. */
  released = async (): Promise<boolean> => (await this.#show()).released;

  /** Totals on the server by product, and how many entries they are made of. */
  async totals(): Promise<Record<number, { count: number; entries: number }>> {
    const listed = await sendAs<{ data: { product_variant_id: number; count: number; entries: object[] }[] }>(
      this.branch.people.counter1,
      'GET',
      `/computing_act_user/get_all_listed_product/${this.counterId}`,
    );
    return Object.fromEntries(
      listed.data.map((line) => [line.product_variant_id, { count: line.count, entries: line.entries.length }]),
    );
  }
}

/** A call that must be answered well. */
async function sendAs<T>(
  person: BranchPerson,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  asked?: object,
): Promise<T> {
  const { status, body } = await api<T>(person, method, path, asked);
  expect(status, `${method} ${path}: ${JSON.stringify(body).slice(0, 500)}`).toBeLessThan(300);
  return body;
}

interface Disk {
  hold(): Promise<void>;
  letOneThrough(): Promise<void>;
  release(): void;
  entries(): Promise<number>;
}

/**
 * A slow disk: somebody else's transaction blocks the page's own. What the page writes meanwhile is written when
 * that transaction ends, in the order in which it was asked for.
 */
export class DiskHold {
  readonly #page: Page;
  held = false;

  constructor(page: Page) {
    this.#page = page;
  }

  async hold(): Promise<void> {
    await this.#install();
    await this.#page.evaluate(() => globalThis.__disk?.hold());
    this.held = true;
  }

  /** The write that waits is done, and the next one waits again. */
  async letOneThrough(): Promise<void> {
    await this.#page.evaluate(() => globalThis.__disk?.letOneThrough());
  }

  async release(): Promise<void> {
    await this.#page.evaluate(() => globalThis.__disk?.release());
    this.held = false;
  }

  /** Entries on the disk. */
  async entries(): Promise<number> {
    await this.#install();
    return (await this.#page.evaluate(() => globalThis.__disk?.entries())) ?? 0;
  }

  async #install(): Promise<void> {
    await this.#page.evaluate(async () => {
      if (globalThis.__disk !== undefined) return;
      const answered = <T>(request: IDBRequest<T>) =>
        new Promise<T>((done, fail) => {
          request.onsuccess = () => done(request.result);
          request.onerror = () => fail(request.error);
        });
      const db = await answered(indexedDB.open('idora-counting'));
      let letGo = () => {};
      /** Asks for the disk and keeps it: a transaction lives as long as it is asked something. */
      const take = (): Promise<void> => {
        let kept = true;
        letGo = () => {
          kept = false;
        };
        const store = db.transaction(['entries', 'counters'], 'readwrite').objectStore('entries');
        return new Promise((done) => {
          const ask = () => {
            store.count(IDBKeyRange.only([0, 0, ''])).onsuccess = () => {
              done();
              if (kept) ask();
            };
          };
          ask();
        });
      };
      globalThis.__disk = {
        hold: take,
        async letOneThrough() {
          const before = letGo;
          const taken = take();
          // what one connection asks for comes in order: the second wait is queued when this is answered
          await answered(db.transaction('products').objectStore('products').count());
          before();
          await taken;
        },
        release: () => letGo(),
        entries: () => answered(db.transaction('entries').objectStore('entries').count()),
      };
    });
  }
}

declare global {
  var __disk: Disk | undefined;
}
