/** The page of practice days, with a person's words for it. */
import { expect, type Page } from '@playwright/test';
import texts from '../../locales/uz/practiceDay.json' with { type: 'json' };
import question from '../../locales/uz/question.json' with { type: 'json' };

export const DAY_PATH = '/settings/manage-practice-day';
export { texts as dayTexts };

export class PracticeDayPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get card() {
    return this.page.getByTestId('day-card');
  }
  button(name: 'start-closing' | 'resume' | 'close' | 'reopen' | 'open') {
    return this.page.getByTestId(`day-${name}`);
  }
  get practice() {
    return this.page.locator('.header-side .header-fact').first();
  }

  rate(currency: string) {
    return this.page.locator(`[name="rate_${currency}"]`);
  }
  /** Two rates of one currency, and which is kept. */
  get clash() {
    return this.page.getByTestId('rate-clash');
  }

  async goto(search = ''): Promise<void> {
    await this.page.goto(`${DAY_PATH}${search}`);
  }

  async startClosing(): Promise<void> {
    await this.button('start-closing').click();
    await this.answer();
  }
  async close(): Promise<void> {
    await this.button('close').click();
    await this.answer();
  }
  async reopen(reason: string): Promise<void> {
    await this.button('reopen').click();
    await this.answer(reason);
  }

  /** Writes the reason where one is asked, and does what the dialog asks about. */
  async answer(reason?: string): Promise<void> {
    const send = this.page.getByTestId('question-send');
    if (reason !== undefined) {
      await expect(send).toBeDisabled();
      await this.page.getByLabel(question.reason).fill(reason);
    }
    await send.click();
    await expect(send).toHaveCount(0);
  }
}
