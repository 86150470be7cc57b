/** The reminder of a test in the header, and the server's words that it counts by. */
import { expect, type Page } from '@playwright/test';
import { testReminder } from '../../contract/reminder.ts';
import pages from '../../locales/uz/pages.json' with { type: 'json' };
import reminder from '../../locales/uz/reminder.json' with { type: 'json' };
import { intercept } from '../harness/intercept.ts';

export const texts = { reminder, pages };

export const TEST = 'Kassa intizomi';
export const ATTEMPT = 7;
/** The page asks whether there is an hourly test this often, in milliseconds. */
export const ASKED_EVERY = 600_000;

export interface Told {
  /** Milliseconds until zero. */
  left: number;
  firstTry: boolean;
  /** A second test is at zero an hour later. */
  other?: boolean;
}

export const OTHER_TEST = 'Ombor tartibi';
export const HOUR = 3_600_000;

/** The server's answer; its clock is so far ahead of the page's, which shows `now`. */
export function answerOf(now: number, told: Told | null, ahead = 0) {
  const reminder = (attempt_id: number, title: string, left: number, first_try: boolean) => ({
    attempt_id,
    title,
    remind_at: new Date(now + ahead + left).toISOString(),
    first_try,
  });
  const data = told === null ? [] : [reminder(ATTEMPT, TEST, told.left, told.firstTry)];
  if (told?.other) data.push(reminder(ATTEMPT + 1, OTHER_TEST, told.left + HOUR, false));
  return { data, meta: { now: new Date(now + ahead).toISOString() } };
}

export class ReminderPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  get countdown() {
    return this.page.locator('.test-countdown');
  }

  get dialog() {
    return this.page.getByRole('dialog', { name: reminder.title });
  }

  get go() {
    return this.dialog.getByRole('button', { name: reminder.go });
  }

  get skip() {
    return this.dialog.getByRole('button', { name: reminder.skip, exact: true });
  }

  now(): Promise<number> {
    return this.page.evaluate(() => Date.now());
  }

  /** The answer to the page's question whether there is an hourly test; other requests go on. */
  async notifyFound(answer: () => object | Promise<object>): Promise<void> {
    await intercept(this.page, `*${testReminder.path}*`, {
      hold: async (call) =>
        call.url.searchParams.has('counted') ? await call.pass() : await call.answer(200, await answer()),
    });
  }

  /** `HH:MM:SS` of the countdown. */
  async expectLeft(left: number): Promise<void> {
    const seconds = Math.ceil(left / 1000);
    const two = (count: number) => String(Math.floor(count)).padStart(2, '0');
    await expect(this.countdown.getByRole('timer')).toHaveText(
      `${two(seconds / 3600)}:${two((seconds % 3600) / 60)}:${two(seconds % 60)}`,
    );
  }

  /** At zero the header says so, with one link, and counts no more. */
  async expectDue(): Promise<void> {
    await expect(this.countdown).toContainText(`${reminder.due} ${reminder.begin}`, { timeout: 40_000 });
    await expect(this.countdown.getByRole('timer')).toHaveCount(0);
  }

  async expectNothing(): Promise<void> {
    await expect(this.countdown).toHaveCount(0);
    await expect(this.dialog).toHaveCount(0);
  }
}
