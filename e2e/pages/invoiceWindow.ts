/**
 * The window of an invoice as a person uses it: one verb an event of `invoiceWorkspace`, none of them looks inside a
 * machine. Words of the screen are Uzbek, the language that a fresh browser has.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import common from '../../locales/uz/common.json' with { type: 'json' };
import files from '../../locales/uz/files.json' with { type: 'json' };
import invoice from '../../locales/uz/invoice.json' with { type: 'json' };
import invoiceCancel from '../../locales/uz/invoiceCancel.json' with { type: 'json' };
import machine from '../../locales/uz/machines/invoice.json' with { type: 'json' };
import { tick } from './tick.ts';

export const texts = { common, files, invoice, invoiceCancel, machine };

export const LIST_PATH = '/repositories/organization-invoice';

/** Columns in soʻm, in their order. */
const COLUMNS = ['value', 'count', 'no_cash', 'additional', 'other_additional', 'selling_price'] as const;
type Field = (typeof COLUMNS)[number];

export class InvoiceWindow {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async open(id: number, search = ''): Promise<void> {
    await this.page.goto(`${LIST_PATH}/${id}${search}`);
    await this.whole();
  }

  async reload(): Promise<void> {
    await this.page.reload();
    await this.whole();
  }

  /** The window is loaded with its lines; a reader sees no save state. */
  async whole(): Promise<void> {
    await this.page.getByTestId('lines-saved').waitFor({ state: 'attached' });
  }

  get chip(): Locator {
    return this.page.locator('.header .chip');
  }
  get grid(): Locator {
    return this.page.getByTestId('line-grid');
  }
  row = (at: number): Locator => this.grid.locator('tbody tr[data-line]').nth(at);
  get rows(): Locator {
    return this.grid.locator('tbody tr[data-line]');
  }
  cell = (at: number, field: Field): Locator => this.row(at).locator(`[data-field="${field}"]`);

  /** Types a figure into a cell as at a keyboard. */
  async type(at: number, field: Field, words: string): Promise<void> {
    await this.cell(at, field).click();
    await this.page.keyboard.type(words);
    await this.page.keyboard.press('Enter');
  }

  async clear(at: number, field: Field): Promise<void> {
    await this.cell(at, field).click();
    await this.page.keyboard.press('Delete');
  }

  async add(code: string): Promise<void> {
    const field = this.page.getByTestId('line-add');
    await field.fill(code);
    await field.press('Enter');
  }

  /** Finds goods by words and takes them from the list with the pointer. */
  async choose(words: string): Promise<void> {
    const field = this.page.getByTestId('line-add');
    await field.fill(words);
    // the list first says that it is looking
    await this.page.locator('.add-line-found').getByRole('option').filter({ hasText: words }).first().click();
  }

  remove = (at: number): Promise<void> => this.row(at).getByTestId('line-remove').click();
  undo = (): Promise<void> => this.page.getByTestId('lines-undo').click();
  redo = (): Promise<void> => this.page.getByTestId('lines-redo').click();
  retryLines = (): Promise<void> => this.page.getByTestId('lines-saved').getByRole('button').click();
  accept = (): Promise<void> => this.page.getByTestId('line-accept').click();
  addAgain = (): Promise<void> => this.page.getByTestId('line-add-again').click();
  /** What is asked before saved serial numbers go with a line. */
  get loses(): Locator {
    return this.dialog.filter({ has: this.page.getByTestId('loses-remove') });
  }
  revert = (): Promise<void> => this.page.getByTestId('line-revert').click();

  async expectSaved(): Promise<void> {
    await expect(this.page.getByTestId('lines-saved')).toHaveText(invoice.lines.allSaved);
  }

  /** A block of another table, put on the grid. */
  async paste(text: string): Promise<void> {
    await this.grid.focus();
    await this.grid.evaluate((grid, words) => {
      const data = new DataTransfer();
      data.setData('text/plain', words);
      grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    }, text);
  }

  // Actions

  next = (): Promise<void> => this.nextButton.click();
  get nextButton(): Locator {
    return this.page.getByTestId('invoice-next');
  }
  editHead = (): Promise<void> => this.page.getByTestId('head-edit').click();
  get head(): Locator {
    return this.page.getByRole('complementary', { name: invoice.head.title });
  }
  get headComment(): Locator {
    return this.head.getByLabel(new RegExp(`^${invoice.head.comment}`));
  }
  get number(): Locator {
    return this.head.getByLabel(invoice.head.number, { exact: true });
  }
  saveHead = (): Promise<void> => this.page.getByTestId('head-save').click();

  async ask(words: string): Promise<void> {
    await this.page.getByTestId('invoice-more').click();
    await this.page.getByRole('menuitem', { name: words }).click();
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }
  confirm = (): Promise<void> => this.page.getByTestId('command-confirm').click();
  /** Why a confirmed line is corrected or taken off. */
  get why(): Locator {
    return this.dialog.getByLabel(invoice.correct.why, { exact: true });
  }
  close = (): Promise<void> =>
    this.page
      .locator('[data-testid=command-close], [data-testid=command-dismiss], [data-testid=head-save-cancel]')
      .click();
  retry = (): Promise<void> => this.page.getByTestId('command-retry').click();
  keepMine = (): Promise<void> => this.page.getByTestId('conflict-mine').click();
  takeTheirs = (): Promise<void> => this.page.getByTestId('conflict-theirs').click();
  get conflict(): Locator {
    return this.page.getByTestId('conflict');
  }
  get refusal(): Locator {
    return this.page.getByTestId('refusal');
  }

  async cancel(reason: string, words: string): Promise<void> {
    await this.dialog.getByLabel(invoiceCancel.reason, { exact: true }).selectOption(reason);
    await this.dialog.getByLabel(invoiceCancel.description, { exact: true }).fill(words);
    const agreement = this.dialog.getByRole('checkbox');
    if ((await agreement.count()) > 0) await tick(agreement);
    await this.page.getByTestId('cancel-send').click();
  }
  closeCancel = (): Promise<void> => this.page.getByTestId('cancel-close').click();

  // Files, in the pane beside

  async files(): Promise<Locator> {
    const pane = this.page.getByTestId('files');
    if ((await pane.count()) === 0) {
      if ((await this.page.getByTestId('history').count()) === 0) await this.page.getByTestId('invoice-side').click();
      await this.page.getByRole('tab', { name: invoice.tabs.files }).click();
    }
    await pane.waitFor();
    return pane;
  }

  async addFile(path: string): Promise<void> {
    await (await this.files()).getByLabel(files.choose).setInputFiles(path);
  }
}
