/** The list of invoices as a person uses it: words of the screen are Uzbek, the language that a fresh browser has. */
import type { Locator, Page } from '@playwright/test';
import common from '../../locales/uz/common.json' with { type: 'json' };
import invoiceCancel from '../../locales/uz/invoiceCancel.json' with { type: 'json' };
import invoiceList from '../../locales/uz/invoiceList.json' with { type: 'json' };
import kit from '../../locales/uz/kit.json' with { type: 'json' };
import invoice from '../../locales/uz/machines/invoice.json' with { type: 'json' };
import { searchOption } from './remoteSelect.ts';

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

  // A new invoice

  get createButton(): Locator {
    return this.page.getByTestId('invoice-create');
  }
  get form(): Locator {
    return this.page.getByRole('complementary', { name: invoiceList.form.title });
  }
  get number(): Locator {
    return this.form.getByRole('textbox', { name: invoiceList.paper });
  }
  get partner(): Locator {
    return this.form.getByLabel(invoiceList.partner, { exact: true });
  }
  get firm(): Locator {
    return this.form.getByLabel(new RegExp(`^${invoiceList.firm}`));
  }
  get warehouse(): Locator {
    return this.form.getByLabel(invoiceList.warehouse, { exact: true });
  }
  get sendButton(): Locator {
    return this.page.getByTestId('invoice-create-send');
  }
  get cancelButton(): Locator {
    return this.form.getByRole('button', { name: common.back, exact: true });
  }
  get twins(): Locator {
    return this.page.getByTestId('twins');
  }

  openForm = (): Promise<void> => this.createButton.click();
  closeForm = (): Promise<void> => this.cancelButton.click();
  send = (): Promise<void> => this.sendButton.click();

  /** Of a list that the server searches. */
  async choose(field: Locator, search: string, name: string | RegExp = search): Promise<void> {
    await field.click();
    await searchOption(this.page, search, { name });
  }

  // Actions of a row, and their dialog

  async ask(number: string, words: string): Promise<void> {
    await this.page.getByRole('button', { name: invoiceList.actions.of.replace('{{number}}', number) }).click();
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
    return this.dialog.getByRole('checkbox', { name: invoiceList.actions.agreement });
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
