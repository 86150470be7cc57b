/** The counting screen in verbs: what a person, a scanner and the world do to it. */
import { expect, type Locator, type Page } from '@playwright/test';

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

  constructor(page: Page) {
    this.page = page;
    this.field = page.getByTestId('scan');
    this.card = page.getByTestId('card');
    this.total = page.getByTestId('total');
    this.entries = page.getByTestId('entry');
    this.notices = page.getByTestId('notice');
    this.lines = page.getByTestId('line');
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
