/** The list of invoices as a person uses it: words of the screen are Uzbek, the language that a fresh browser has. */
import type { Locator, Page } from '@playwright/test';
import common from '../../locales/uz/common.json' with { type: 'json' };
import invoiceCancel from '../../locales/uz/invoiceCancel.json' with { type: 'json' };
import invoiceList from '../../locales/uz/invoiceList.json' with { type: 'json' };
import kit from '../../locales/uz/kit.json' with { type: 'json' };
import invoice from '../../locales/uz/machines/invoice.json' with { type: 'json' };

export const texts = { common, invoice, invoiceCancel, invoiceList, kit };

export const LIST_PATH = '/repositories/organization-invoice';

export class InvoiceListPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async open(search = ''): Promise<void> {
    await this.page.goto(LIST_PATH + search);
    await this.table.waitFor();
  }

  get table(): Locator {
    return this.page.getByRole('table', { name: invoiceList.title });
  }
  get rows(): Locator {
    return this.table.locator('tbody tr');
  }
  row = (number: string): Locator => this.rows.filter({ hasText: number });

  // Deeds of a row, and their dialog

  async ask(number: string, words: string): Promise<void> {
    await this.page.getByRole('button', { name: invoiceList.deeds.of.replace('{{number}}', number) }).click();
    await this.page.getByRole('menuitem', { name: words }).click();
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }
  get reason(): Locator {
    return this.dialog.getByLabel(invoiceCancel.reason, { exact: true });
  }
  get description(): Locator {
    return this.dialog.getByLabel(invoiceCancel.description, { exact: true });
  }
  get agreement(): Locator {
    return this.dialog.getByRole('checkbox', { name: invoiceList.deeds.agreement });
  }
  get cancelSend(): Locator {
    return this.page.getByTestId('cancel-send');
  }
  get cancelClose(): Locator {
    return this.page.getByTestId('cancel-close');
  }
  get stayButton(): Locator {
    return this.page.getByTestId('cancel-stay');
  }
  get leaveButton(): Locator {
    return this.page.getByTestId('cancel-leave');
  }
  get refusal(): Locator {
    return this.page.getByTestId('refusal');
  }
}
