/** The window of a declared document as a person uses it: its state, its steps with their questions. */
import { expect, type Page } from '@playwright/test';
import { openAnew } from '../harness/openAnew.ts';

export class DocumentWindow {
  readonly page: Page;
  readonly path: string;

  constructor(page: Page, path: string) {
    this.page = page;
    this.path = path;
  }

  async open(id: number): Promise<void> {
    await openAnew(this.page, `${this.path}?row=${id}`);
    await expect(this.page.getByTestId('document')).toBeVisible();
  }
  get dialog() {
    return this.page.getByRole('dialog');
  }
  button = (verb: string) => this.page.getByTestId(`record-${verb}`);

  /** @param answer what the question asks for */
  async step(verb: string, answer: () => Promise<void> = async () => {}): Promise<void> {
    await this.button(verb).click();
    await answer();
    await this.page.getByTestId('record-confirm').click();
    await expect(this.dialog).toHaveCount(0);
  }

  /** The state in the header, and the steps that are offered. */
  async see(state: string, offered: readonly string[], all: readonly string[]): Promise<void> {
    await expect(this.page.locator('.rail-chip')).toContainText(state);
    for (const verb of all) await expect(this.button(verb)).toHaveCount(offered.includes(verb) ? 1 : 0);
  }
}
