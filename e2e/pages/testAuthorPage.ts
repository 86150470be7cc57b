/** Tests as their author works with them: the window, the list with its pane, everybody's results. */
import { expect, type Page } from '@playwright/test';
import type { TestBody } from '../../contract/bodies.ts';
import type { TestStatus } from '../../contract/testAuthors.ts';
import machine from '../../locales/uz/machines/staffTest.json' with { type: 'json' };
import records from '../../locales/uz/records.json' with { type: 'json' };
import authors from '../../locales/uz/testAuthors.json' with { type: 'json' };
import results from '../../locales/uz/testResults.json' with { type: 'json' };
import { searchOption } from './remoteSelect.ts';

export const LIST_PATH = '/tests/tests';
export const RESULTS_PATH = '/tests/test-results';
export const texts = { authors, machine, records, results };

const { form } = authors;
const fill = (text: string, number: number) => text.replace('{{number}}', String(number));

/** A whole test for the people of one branch, as a call takes it. */
export const wholeTest = (organizationId: number, more: Partial<TestBody> = {}): TestBody => ({
  title: 'Kassa intizomi',
  description: 'Hamma kassirlar uchun.',
  duration: 10,
  pass_percent: 60,
  tries: 1,
  from: '2026-11-20T04:00:00.000Z',
  to: null,
  everyone: false,
  position_ids: [],
  organization_ids: [organizationId],
  questions: [
    {
      type: 'single',
      title: 'Kun kim bilan yopiladi?',
      accepted: [],
      options: [
        { title: 'Kassir', is_correct: false },
        { title: 'Kassir va rahbar', is_correct: true },
      ],
    },
  ],
  ...more,
});

/** The author's window. */
export class TestAuthorPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  get window() {
    return this.page.getByTestId('test-window');
  }
  get saveButton() {
    return this.page.getByTestId('test-save');
  }
  get publishButton() {
    return this.page.getByTestId('test-publish');
  }
  get closeButton() {
    return this.page.getByTestId('test-close');
  }
  get dropButton() {
    return this.page.getByTestId('test-drop');
  }
  get copyButton() {
    return this.page.getByTestId('test-copy');
  }
  get editLink() {
    return this.page.getByTestId('test-edit');
  }
  get previewButton() {
    return this.page.getByTestId('test-preview-open');
  }
  get preview() {
    return this.page.getByTestId('test-preview');
  }
  get sendButton() {
    return this.page.getByTestId('question-send');
  }
  get pane() {
    return this.page.getByTestId('test-pane');
  }
  get questions() {
    return this.window.locator('[data-question]');
  }
  field = (label: string) => this.window.getByRole('textbox', { name: label });
  question = (number: number) => this.questions.nth(number - 1);
  titleOf = (number: number) => this.window.getByRole('textbox', { name: fill(form.titleOf, number) });
  option = (question: number, number: number) =>
    this.question(question).getByRole('textbox', { name: fill(form.option, number), exact: true });
  right = (question: number, number: number) =>
    this.question(question).getByLabel(fill(form.right, number), { exact: true });
  accepted = (question: number) => this.question(question).getByRole('textbox', { name: form.accepted });
  command = (words: string, number: number) =>
    this.window.getByRole('button', { name: fill(words, number), exact: true });

  async openNew(): Promise<void> {
    await this.page.goto(`${LIST_PATH}?write=new`);
    await expect(this.window).toBeVisible();
  }
  async openDraft(id: number): Promise<void> {
    await this.page.goto(`${LIST_PATH}?write=${id}`);
    await expect(this.window).toBeVisible();
  }
  async openInList(id: number): Promise<void> {
    await this.page.goto(`${LIST_PATH}?row=${id}`);
    await expect(this.pane).toBeVisible();
  }

  async addQuestion(type: 'single' | 'multi' | 'text', title: string): Promise<number> {
    const number = (await this.questions.count()) + 1;
    await this.page.getByTestId(`question-add-${type}`).click();
    // the new one has the focus
    await expect(this.titleOf(number)).toBeFocused();
    await this.titleOf(number).fill(title);
    return number;
  }
  /** A question with options; the right ones begin with `+`. */
  async addChoices(type: 'single' | 'multi', title: string, options: readonly string[]): Promise<void> {
    const number = await this.addQuestion(type, title);
    for (const [at, words] of options.entries()) {
      if (at > 1) await this.question(number).getByRole('button', { name: form.addOption }).click();
      await this.option(number, at + 1).fill(words.replace(/^\+/, ''));
      if (words.startsWith('+')) await this.right(number, at + 1).check();
    }
  }
  async choose(add: string, title: string): Promise<void> {
    await this.window.getByText(add, { exact: true }).click();
    await searchOption(this.page, title, { exact: true });
  }
  /** The input is sent to the server and stored. */
  async save(): Promise<void> {
    await this.saveButton.click();
    await expect(this.page.getByText(form.saveFirst)).toHaveCount(0);
  }
  /** The new draft's id, once it has one. */
  async created(): Promise<number> {
    await this.saveButton.click();
    await expect(this.page).toHaveURL(/write=\d+/);
    return Number(new URL(this.page.url()).searchParams.get('write'));
  }
  async expectStatus(status: TestStatus): Promise<void> {
    await expect(this.pane).toHaveAttribute('data-status', status);
    await expect(this.pane.getByText(machine.states[status].name, { exact: true })).toBeVisible();
  }
}
