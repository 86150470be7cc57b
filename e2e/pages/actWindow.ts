/** The act's window as the layers of its lifecycle look at it: what it shows of the act, and what it offers to do. */
import { expect, type Locator } from '@playwright/test';
import counting from '../../locales/uz/counting.json' with { type: 'json' };
import matrix from '../../locales/uz/countingMatrix.json' with { type: 'json' };
import files from '../../locales/uz/files.json' with { type: 'json' };
import actTexts from '../../locales/uz/machines/countingAct.json' with { type: 'json' };
import type { CountingActContext, CountingActState } from '../../machines/countingAct/countingAct.machine.ts';
import { whatCompletingWaitsFor } from '../../machines/countingAct/countingAct.machine.ts';
import { ActPage } from './actPage.ts';
import { searchOption } from './remoteSelect.ts';

export const texts = { counting, matrix, act: actTexts };

const { ask } = counting;

/** Buttons by their words. */
const PRIMARY: Readonly<Record<string, string>> = {
  [ask.residues.load.do]: 'residues.load',
  [ask.act.complete.do]: 'act.complete',
  [ask.act.form.do]: 'act.form',
};
const BESIDES: Readonly<Record<string, string>> = {
  [ask.act.update.do]: 'act.update',
  [ask.act.limit.do]: 'act.limit',
  [counting.act.loadAgain]: 'residues.load',
  [ask.act.cancel.do]: 'act.cancel',
};
const OF_COUNTER: Readonly<Record<string, string>> = {
  [ask.counter.rename.do]: 'counter.rename',
  [ask.counter.release.do]: 'counter.release',
  [ask.counter.remove.do]: 'counter.remove',
};

const eventOf = (words: string, of: Readonly<Record<string, string>>): string => {
  const event = of[words];
  if (event === undefined) throw new Error(`a button that no event is known for: "${words}"`);
  return event;
};

const COUNTER_STATES = ['assigned', 'counting', 'submitted'] as const;

export class ActWindow extends ActPage {
  get chip(): Locator {
    return this.page.getByRole('banner').locator('.chip');
  }

  get steps(): Locator {
    return this.page.getByRole('list', { name: counting.act.steps });
  }

  get history(): Locator {
    return this.page.getByTestId('history');
  }

  counterRow = (fullname: string): Locator =>
    this.page.getByTestId('counters').getByRole('row').filter({ hasText: fullname });

  tab = (words: string): Promise<void> => this.page.getByRole('tab', { name: words }).click();

  /** A action that was confirmed has been done: its dialog is gone and nothing refuses it. */
  async done(): Promise<void> {
    await expect(this.page.getByTestId('command-confirm')).toHaveCount(0);
    await expect(this.refusal).toHaveCount(0);
  }

  /** Adds a counter: a person found by name; the list keeps the title that is offered. */
  async addCounter(fullname: string): Promise<void> {
    await this.askAddCounter();
    await this.choosePerson(fullname, fullname);
    await this.confirm();
    await this.done();
  }

  override async choosePerson(search: string, fullname: string): Promise<void> {
    const field = this.page.getByRole('dialog').getByLabel(counting.form.person, { exact: true });
    const words = this.page.getByPlaceholder('Qidirish');
    // The options of an earlier search stand till the new ones come, and a press may meet them as they change.
    await expect(async () => {
      if (!(await words.isVisible())) await field.click();
      await words.fill(search);
      await this.page.getByRole('option', { name: new RegExp(`^${fullname}(?!\\d)`) }).click({ timeout: 5000 });
      await expect(field).toContainText(fullname, { timeout: 1000 });
    }).toPass();
  }

  /** The dialog of the act's words, filled in; the organization by its name. */
  async update(words: { comment: string; organization?: string }): Promise<void> {
    await this.askBeside(ask.act.update.do);
    const dialog = this.page.getByRole('dialog');
    if (words.organization !== undefined) {
      await dialog.getByLabel(counting.list.organization, { exact: true }).click();
      await this.page.getByPlaceholder('Qidirish').fill(words.organization);
      await this.page.getByRole('option', { name: words.organization, exact: true }).click();
    }
    await dialog.getByLabel(counting.list.comment, { exact: true }).fill(words.comment);
    await this.confirm();
    await this.done();
  }

  /** Limits the act to a category, beside those that it is limited to. */
  async limit(category: string): Promise<void> {
    await this.askBeside(ask.act.limit.do);
    const dialog = this.page.getByRole('dialog');
    await dialog.getByLabel(counting.form.categories, { exact: true }).click();
    await searchOption(this.page, category);
    await this.confirm();
    await this.done();
  }

  async rename(fullname: string, title: string): Promise<void> {
    await this.askOfCounter(fullname, ask.counter.rename.do);
    await this.page.getByRole('dialog').getByLabel(counting.form.counterTitle, { exact: true }).fill(title);
    await this.confirm();
    await this.done();
  }

  async closeMenu(): Promise<void> {
    await expect(async () => {
      await this.page.keyboard.press('Escape');
      await expect(this.page.getByRole('menu')).toHaveCount(0, { timeout: 500 });
    }).toPass();
  }

  /** The matrix, with the pane of one product. */
  async openProduct(productId: number): Promise<void> {
    await this.openMatrix();
    await this.openRow(productId);
    await this.page.getByRole('tab', { name: matrix.evidence.title }).waitFor();
  }

  /** What the window shows of the act equals the machine's state. */
  async expectAct(state: CountingActState, facts: CountingActContext): Promise<void> {
    const name = actTexts.states[state].name;
    await expect(this.chip).toHaveText(name);
    if (state === 'cancelled') await expect(this.steps.locator('[aria-current=step]')).toContainText(name);
    else await expect(this.steps.locator('[aria-current=step] .step-title')).toHaveText(name);
    for (const one of COUNTER_STATES) {
      const words = [counting.counters.status[one], ...(one === 'submitted' ? [counting.counters.released] : [])];
      const chips = this.page
        .getByTestId('counters')
        .locator('.chip')
        .filter({ hasText: new RegExp(words.join('|')) });
      await expect(chips, `counters that are ${one}`).toHaveCount(facts[one]);
    }
    if (state !== 'counting' && state !== 'counted') return;
    await expect(this.page.getByTestId('disagreements')).toHaveText(String(facts.disagreements));
    const waits = Object.entries(whatCompletingWaitsFor(facts));
    await expect(this.whyNot).toHaveCount(waits.length === 0 ? 0 : 1);
    for (const [kind, count] of waits) {
      const words = counting.why[`${kind as 'moved'}_one`].replace('{{figure}}', String(count));
      await expect(this.whyNot).toContainText(words);
    }
  }

  /**
   * Events that the window offers now, found as a person finds them: buttons, menus, tabs, and in the matrix the pane of
   * `productId`. One comment of the person is there.
   */
  async offered(productId: number): Promise<string[]> {
    const { page } = this;
    const found = new Set<string>();
    if ((await this.nextButton.count()) > 0 && (await this.nextButton.isEnabled()))
      found.add(eventOf((await this.nextButton.innerText()).trim(), PRIMARY));
    if (await page.getByTestId('counter-add').isVisible()) found.add('counter.add');
    const menus = page.getByTestId('counters').getByRole('button', { name: /: amallar$/ });
    const menu = [...(await menus.all()).map((button) => [button, OF_COUNTER] as const)];
    if (await page.getByTestId('act-more').isVisible()) menu.push([page.getByTestId('act-more'), BESIDES]);
    for (const [button, words] of menu) {
      await button.click();
      const items = page.getByRole('menu').getByRole('menuitem');
      await items.first().waitFor();
      for (const item of await items.allInnerTexts()) {
        // a copy is another act: no event of this one
        if (item.trim() !== counting.form.copy) found.add(eventOf(item.trim(), words));
      }
      await this.closeMenu();
    }
    await this.tab(counting.tabs.files);
    const picker = page.getByRole('tabpanel').getByLabel(files.choose);
    if ((await picker.count()) > 0 && (await picker.isEnabled())) found.add('file.upload');
    await this.tab(counting.tabs.comments);
    await page.getByTestId('comments').waitFor();
    if (await page.getByTestId('comments').getByLabel(counting.comments.edit).first().isVisible())
      found.add('comment.edit');
    if (await page.getByRole('textbox', { name: counting.comments.write }).isVisible()) found.add('comment.add');
    await this.tab(counting.tabs.history);
    if (await page.getByTestId('matrix-open').isVisible()) {
      await this.openMatrix();
      // an act that was called off before its residues were loaded has no products
      await this.row(productId).or(page.getByText(matrix.nothing)).first().waitFor();
      if (await this.row(productId).isVisible()) {
        await this.openRow(productId);
        await page.getByRole('tab', { name: matrix.evidence.title }).waitFor();
        if (await page.getByTestId('count-other').isVisible()) found.add('product.countManually');
        const keep = page.getByTestId('keep-count');
        if ((await keep.isVisible()) && (await keep.isEnabled())) found.add('moved.resolve');
      }
      await this.leaveMatrix();
      await page.getByTestId('counters').waitFor();
    }
    return [...found].sort();
  }
}
