/** The dialog of a pasted list as a person uses it. Words of the screen are Uzbek. */
import { expect, type Locator, type Page } from '@playwright/test';
import common from '../../locales/uz/common.json' with { type: 'json' };
import pasteLines from '../../locales/uz/pasteLines.json' with { type: 'json' };

export const texts = { common, pasteLines };

export const INVOICE_PATH = '/repositories/organization-invoice';

export class PastePage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog', { name: pasteLines.title });
  }
  get field(): Locator {
    return this.page.getByTestId('paste-text');
  }
  get fault(): Locator {
    return this.page.getByTestId('paste-fault');
  }
  get lines(): Locator {
    return this.page.getByTestId('paste-line');
  }
  line = (number: number): Locator => this.page.locator(`[data-testid="paste-line"][data-line="${number}"]`);
  get table(): Locator {
    return this.page.locator('.paste-scroll');
  }
  get addButton(): Locator {
    return this.page.getByTestId('paste-add');
  }
  get closeButton(): Locator {
    return this.page.getByTestId('paste-close');
  }
  press = (id: string): Promise<void> => this.page.getByTestId(`paste-${id}`).click();

  /** Ctrl+V on the window itself, outside fields. */
  async pasteOnPage(text: string): Promise<void> {
    await this.page.evaluate((words) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', words);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  }
  openEmpty = (): Promise<void> => this.page.getByTestId('lines-paste').click();

  async read(text: string): Promise<void> {
    await this.field.fill(text);
    await this.press('read');
  }
  async chooseFile(name: string, content: string | Buffer): Promise<void> {
    const buffer = typeof content === 'string' ? Buffer.from(content) : content;
    await this.page.getByTestId('paste-file').setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  }
  column = (at: number): Locator => this.page.getByTestId(`paste-column-${at}`);

  choice(number: number): Locator {
    const label = pasteLines.chooseOf.replace('{{line}}', String(number));
    return this.page.getByRole('button', { name: label, exact: true });
  }
  count(number: number): Locator {
    return this.page.getByRole('textbox', { name: pasteLines.countOf.replace('{{line}}', String(number)) });
  }
  async chooseProduct(number: number, title: string): Promise<void> {
    await this.choice(number).click();
    await this.page.getByPlaceholder(common.search).fill(title);
    await this.page.getByRole('option', { name: title }).first().click();
  }
  async leaveOut(number: number): Promise<void> {
    await this.page
      .getByRole('button', { name: pasteLines.leaveOut.replace('{{line}}', String(number)), exact: true })
      .click();
  }

  /** How many lines are good, and how many there are. */
  async expectLines(good: number, all: number): Promise<void> {
    await expect(this.lines).toHaveCount(all);
    await expect(this.page.locator('[data-testid="paste-line"][data-good="true"]')).toHaveCount(good);
  }
}
