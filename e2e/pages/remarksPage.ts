/** Remarks of the gallery: beside a chart and over all charts. */
import type { Locator, Page } from '@playwright/test';
import { plainPathOf } from '../../src/routes/registry.ts';

export class RemarksPage {
  readonly page: Page;
  readonly part: Locator;
  readonly list: Locator;

  constructor(page: Page) {
    this.page = page;
    this.part = page.getByTestId('remarks');
    this.list = page.getByTestId('remark-side');
  }

  static path = (machine: string, query: Record<string, string | number> = {}): string =>
    `/workflows/${machine}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`;

  openList = (query = '') => this.page.goto(`${plainPathOf('workflows')}?list=remarks${query}`);
  remark = (id: number, within: Locator = this.part) => within.locator(`[data-remark="${id}"]`);
  /** The field for a new one. */
  get text(): Locator {
    return this.part.getByRole('form').last().getByRole('textbox');
  }

  async write(text: string): Promise<void> {
    await this.text.fill(text);
    await this.part.getByTestId('remark-write').click();
  }

  async answer(card: Locator, text: string): Promise<void> {
    const open = card.getByTestId('remark-answer');
    const field = card.getByRole('textbox');
    await open.or(field).first().waitFor();
    if (await open.isVisible()) await open.click();
    await field.fill(text);
    await card.getByTestId('remark-send').click();
    await card.getByRole('listitem').filter({ hasText: text }).last().waitFor();
  }
}
