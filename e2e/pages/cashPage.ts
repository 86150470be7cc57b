/** The payment window, the journal and prepaid money as a cashier uses them. */
import { expect, type Page } from '@playwright/test';
import cashbox from '../../locales/uz/cashbox.json' with { type: 'json' };
import chart from '../../locales/uz/machines/cashDocument.json' with { type: 'json' };
import question from '../../locales/uz/question.json' with { type: 'json' };
import { plainPathOf } from '../../src/routes/registry.ts';

export const texts = { cashbox, chart };

export class CashPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  openPayment = (client: number) => this.page.goto(`${plainPathOf('paymentWindow')}?client=${client}`);
  openDocument = (id: number) => this.page.goto(`${plainPathOf('cashOperations')}?row=${id}`);

  get desk() {
    return this.page.getByTestId('desk');
  }
  get tendered() {
    return this.desk.getByLabel(cashbox.tendered);
  }
  get takeButton() {
    return this.page.getByTestId('payment-take');
  }
  get taken() {
    return this.page.getByTestId('payment-taken');
  }
  get unknown() {
    return this.page.getByTestId('payment-unknown');
  }
  get pane() {
    return this.page.locator('aside.pane');
  }
  get dialog() {
    return this.page.getByRole('dialog');
  }

  /** What the client puts on the counter; of it all is taken. */
  async pay(sum: number): Promise<void> {
    await this.tendered.fill(String(sum));
    await this.takeButton.click();
  }

  async answer(reason: string): Promise<void> {
    await this.dialog.getByLabel(question.reason).fill(reason);
    await this.page.getByTestId('question-send').click();
    await expect(this.dialog).toHaveCount(0);
  }

  async reverse(reason: string): Promise<void> {
    await this.page.getByTestId('reversal-open').click();
    await expect(this.page.getByTestId('reversal-preview')).toBeVisible();
    await this.answer(reason);
  }

  /** Prepaid money of a client becomes that of another contract. */
  async move(client: string, to: number, sum: number): Promise<void> {
    await this.page.goto(`${plainPathOf('prepaidClients')}?search=${encodeURIComponent(client)}`);
    const row = this.page.locator('tbody tr').filter({ hasText: client });
    await row.getByTestId('prepaid-move').first().click();
    await this.dialog.getByLabel(cashbox.move.to).selectOption(String(to));
    await this.dialog.getByRole('textbox').first().fill(String(sum));
    await this.answer('Mijoz arizasi');
  }
}
