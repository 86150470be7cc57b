/** The page where a person takes tests, and the answers of its calls. */
import { expect, type Page } from '@playwright/test';
import type { MyTest, SavedAnswer } from '../../contract/staffTests.ts';
import tests from '../../locales/uz/tests.json' with { type: 'json' };
import { api, type BranchPerson } from '../harness/control.ts';

export const TESTS_PATH = '/test-questions';
export const texts = { tests };

/** A test as the person's own calls answer it. */
export const myTest = async (person: BranchPerson, title: string): Promise<MyTest> => {
  const { body } = await api<{ data: MyTest[] }>(person, 'GET', '/my_tests', undefined, 'cash');
  const test = body.data.find((one) => one.title === title);
  if (!test) throw new Error(`no test "${title}"`);
  return test;
};

export const startByApi = (person: BranchPerson, attempt_id: number) =>
  api(person, 'POST', '/test/start', { attempt_id }, 'cash');
export const submitByApi = (person: BranchPerson, attempt_id: number, answers: object[] = []) =>
  api(person, 'POST', '/test/submit', { attempt_id, answers }, 'cash');
export const saveByApi = (person: BranchPerson, attempt_id: number, sitting: number, answer: Partial<SavedAnswer>) =>
  api(person, 'PUT', '/test/answer', { attempt_id, sitting, ...answer }, 'cash');

export class TestPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  readonly open = (attemptId?: number) =>
    this.page.goto(attemptId === undefined ? TESTS_PATH : `${TESTS_PATH}?attempt=${attemptId}`);

  get attempt() {
    return this.page.getByTestId('attempt');
  }
  get saved() {
    return this.page.getByTestId('answers-saved');
  }
  get beginButton() {
    return this.attempt.getByRole('button', { name: tests.begin, exact: true });
  }
  get againButton() {
    return this.attempt.getByRole('button', { name: tests.again, exact: true });
  }
  get handInButton() {
    return this.attempt.getByRole('button', { name: tests.handIn, exact: true });
  }
  get laterButton() {
    return this.attempt.getByRole('button', { name: tests.later, exact: true });
  }
  get dialog() {
    return this.page.getByRole('dialog', { name: tests.ask.title });
  }
  get words() {
    return this.attempt.getByRole('textbox');
  }
  get timer() {
    return this.attempt.getByRole('timer');
  }
  get question() {
    return this.attempt.getByRole('group');
  }
  step = (number: number) => this.attempt.getByRole('button', { name: new RegExp(`^${number}-savol`) });
  option = (title: string) => this.attempt.getByLabel(title, { exact: true });
  group = (name: keyof typeof tests.groups) => this.page.getByTestId(`tests-${name}`);

  expectPlace = (place: string) => expect(this.attempt).toHaveAttribute('data-place', place);
  /** Whether the minutes left are shown as certain. */
  expectSure = (sure: boolean) => expect(this.timer).toHaveText(sure ? /^\s*[\d:]+$/ : /^\s*≈ [\d:]+$/);
  expectSaved = (state: 'saved' | 'sending' | 'waiting') => expect(this.saved).toHaveAttribute('data-state', state);

  async begin(): Promise<void> {
    await this.beginButton.or(this.againButton).click();
  }

  async handIn(): Promise<void> {
    await this.handInButton.click();
    await this.dialog.getByRole('button', { name: tests.handIn, exact: true }).click();
  }
}
