/** The windows of orders and contracts as a seller uses them. */
import { expect, type Locator, type Page } from '@playwright/test';
import { pathOf, withQuery } from '../../src/routes/registry.ts';
import { openAnew } from '../harness/openAnew.ts';

export class SaleWindow {
  readonly page: Page;
  readonly #kind: 'order' | 'contract';

  constructor(page: Page, kind: 'order' | 'contract') {
    this.page = page;
    this.#kind = kind;
  }

  /** Anew: what somebody did by calls alone nobody says to an open window of his own. */
  async open(page: 'createOrder' | 'contracts' | 'createContract', id: number): Promise<void> {
    await openAnew(this.page, withQuery(pathOf(page), { row: id }));
  }
  button = (name: string): Locator => this.page.getByTestId(`${this.#kind}-${name}`);

  async callOff(reason: string): Promise<void> {
    await this.button('cancel').click();
    await this.page.getByRole('dialog').getByRole('textbox').fill(reason);
    await this.page.getByTestId('question-send').click();
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
  }

  /** Where it is on its way. */
  async seeState(name: string): Promise<void> {
    await expect(this.page.getByTestId(this.#kind).locator('[aria-current=step]')).toContainText(name);
  }
}
