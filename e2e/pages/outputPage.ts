/** The window of an output as a storekeeper uses it. */
import { expect, type Page } from '@playwright/test';
import chart from '../../locales/uz/machines/output.json' with { type: 'json' };
import outputs from '../../locales/uz/outputs.json' with { type: 'json' };
import question from '../../locales/uz/question.json' with { type: 'json' };
import { plainPathOf } from '../../src/routes/registry.ts';
import { openAnew } from '../harness/openAnew.ts';

export const texts = { chart, outputs };

export class OutputPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  open = (id: number) => openAnew(this.page, `${plainPathOf('outputWindow')}?id=${id}`);

  get window() {
    return this.page.getByTestId('output');
  }
  get chip() {
    return this.page.locator('.rail-chip');
  }
  get pickButton() {
    return this.page.getByTestId('pick');
  }
  get field() {
    return this.page.getByTestId('scan');
  }
  get handOverButton() {
    return this.page.getByTestId('hand-over');
  }
  /** What the hand-over still waits for. */
  get waits() {
    return this.page.getByTestId('waits').getByRole('listitem');
  }
  get units() {
    return this.page.getByTestId('units');
  }
  unit = (serial: string) => this.units.locator(`[data-serial="${serial}"]`);

  /** As a scanner does: the code and Enter, wherever the focus is. */
  async scan(code: string): Promise<void> {
    await expect(this.field).toBeEnabled();
    await this.page.keyboard.type(code);
    await this.page.keyboard.press('Enter');
  }

  async sign(): Promise<void> {
    const pad = this.page.getByTestId('signature');
    await pad.scrollIntoViewIfNeeded();
    const box = await pad.boundingBox();
    if (box === null) throw new Error('nobody can sign');
    const [left, top] = [box.x + box.width / 4, box.y + box.height / 2];
    await this.page.mouse.move(left, top);
    await this.page.mouse.down();
    await this.page.mouse.move(left + 60, top - 15, { steps: 4 });
    await this.page.mouse.up();
  }

  async giveUp(reason: string): Promise<void> {
    await this.page.getByTestId('cancel').click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByLabel(question.reason).fill(reason);
    await this.page.getByTestId('question-send').click();
    await expect(dialog).toHaveCount(0);
  }
}
