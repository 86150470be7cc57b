/**
 * The reminder with the server's own words: a clock of this computer that is hours wrong, a sleep, two tabs side by side,
 * a page without chrome.
 */
import type { BrowserContext, Page } from '@playwright/test';
import tests from '../locales/uz/tests.json' with { type: 'json' };
import { api, type Branch, control, expect, signIn, test } from './harness/control.ts';
import { writtenFor } from './pages/announcementPage.ts';
import { ReminderPage } from './pages/reminderPage.ts';
import { PLACE, SessionPage } from './pages/sessionPage.ts';
import { myTest } from './pages/testPage.ts';

const TITLE = 'Kassa intizomi';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** A page of the empty layout that everybody may open. */
const BARE = '/cashbox/payment';

/** A test of the keeper's whose two hours end so soon; the attempt. */
async function due(branch: Branch, left: number, title = TITLE): Promise<number> {
  await control.staffTest({ organizationId: branch.organizationId, title });
  const { attempt_id } = await myTest(branch.people.keeper, title);
  await control.testResult(attempt_id, 2 * HOUR - left);
  return attempt_id;
}

async function tabOf(context: BrowserContext, path = PLACE): Promise<ReminderPage> {
  const page = await context.newPage();
  await page.goto(path);
  return new ReminderPage(page);
}

/** Milliseconds that the countdown shows. */
async function shown({ countdown }: ReminderPage): Promise<number> {
  const [hours = 0, minutes = 0, seconds = 0] = (await countdown.getByRole('timer').innerText()).split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * SECOND;
}

/** Within the seconds that a busy computer takes for a few pages. */
const around = (left: number) => ({
  least: left - MINUTE,
  most: left + SECOND,
});

async function expectAround(tab: ReminderPage, left: number): Promise<void> {
  const { least, most } = around(left);
  await expect(async () => {
    const now = await shown(tab);
    expect(now).toBeGreaterThan(least);
    expect(now).toBeLessThanOrEqual(most);
  }).toPass({ timeout: 25_000 });
}

/** The computer's date goes on by so much, its timers stopped meanwhile. */
const jump = async (page: Page, by: number) => page.clock.setSystemTime((await page.evaluate(() => Date.now())) + by);

for (const wrong of [-5 * HOUR, 5 * HOUR]) {
  test(`a clock that is ${wrong / HOUR} h wrong neither hurries the dialog nor delays it`, async ({
    context,
    branch,
  }) => {
    await context.clock.install({ time: Date.now() + wrong });
    await signIn(context, branch.people.keeper);
    const attempt = await due(branch, 40 * MINUTE);
    const tab = await tabOf(context);
    await expectAround(tab, 40 * MINUTE);
    await expect(tab.dialog).toHaveCount(0);

    // shortly before zero by the server, and longer than a page takes to load, it is looked at again
    await control.timePasses(attempt, 40 * MINUTE - 25 * SECOND);
    await tab.page.reload();
    await expect(tab.countdown).toBeVisible();
    await expect(tab.dialog).toHaveCount(0);
    await expect(tab.dialog).toBeVisible({ timeout: 40_000 });
    await tab.expectDue();
  });
}

test('a laptop that sleeps over zero asks when it wakes, one that sleeps before it counts on right', async ({
  context,
  branch,
}) => {
  await context.clock.install({ time: Date.now() - 5 * HOUR });
  await signIn(context, branch.people.keeper);
  const attempt = await due(branch, 40 * MINUTE);
  const tab = await tabOf(context);
  await expectAround(tab, 40 * MINUTE);

  await control.timePasses(attempt, 15 * MINUTE);
  await jump(tab.page, 15 * MINUTE);
  await expectAround(tab, 25 * MINUTE);
  // a sleep that timers survive
  await control.timePasses(attempt, 10 * MINUTE);
  await tab.page.mouse.move(300, 300);
  await tab.page.clock.fastForward(10 * MINUTE);
  await expectAround(tab, 15 * MINUTE);

  await tab.page.mouse.move(310, 300);
  await control.timePasses(attempt, 20 * MINUTE);
  await jump(tab.page, 20 * MINUTE);
  await expect(tab.dialog).toBeVisible();
});

test('a clock that is set while it counts changes nothing', async ({ context, branch }) => {
  await context.clock.install({ time: Date.now() });
  await signIn(context, branch.people.keeper);
  await due(branch, 20 * MINUTE);
  const tab = await tabOf(context);
  await expectAround(tab, 20 * MINUTE);
  for (const by of [25 * MINUTE, -3 * HOUR]) {
    await jump(tab.page, by);
    // the server is asked, and answers the same as before
    await tab.page.waitForTimeout(2_500);
    await expectAround(tab, 20 * MINUTE);
    await expect(tab.dialog).toHaveCount(0);
  }
});

test('two tabs side by side: one dialog; the other takes over when its tab is closed, and is settled by an answer', async ({
  context,
  branch,
}) => {
  await signIn(context, branch.people.keeper);
  const attempt = await due(branch, 25 * SECOND);
  const one = await tabOf(context);
  const other = await tabOf(context);
  const third = await tabOf(context);
  const tabs = [one, other, third];
  const asking = async () => {
    const open = await Promise.all(
      tabs.map(async ({ page, dialog }) => !page.isClosed() && (await dialog.isVisible())),
    );
    return tabs.filter((_, at) => open[at]);
  };
  /** The one tab that asks, and those that are open beside it. */
  const theOne = async () => {
    await expect.poll(async () => (await asking()).length).toBe(1);
    const [asks = one] = await asking();
    return { asks, beside: tabs.filter((tab) => tab !== asks && !tab.page.isClosed()) };
  };
  for (const tab of tabs) await tab.expectDue();
  const { asks: first } = await theOne();
  // and it stays one
  await one.page.waitForTimeout(2_000);
  expect(await asking()).toEqual([first]);
  await first.page.close();

  const { asks, beside } = await theOne();
  expect(beside).toHaveLength(1);
  await asks.go.click();
  await expect(asks.page).toHaveURL(new RegExp(`/test-questions\\?attempt=${attempt}`));
  for (const tab of [asks, ...beside]) await tab.expectNothing();
  // an answered question is not asked again after a reload
  for (const tab of beside) {
    await tab.page.reload();
    await expect(tab.page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(tab.dialog).toHaveCount(0);
  }
});

test('of several tests the nearest is counted, each is asked about at its own zero, and the next one goes on by itself', async ({
  context,
  branch,
}) => {
  await context.clock.install({ time: Date.now() });
  await signIn(context, branch.people.keeper);
  const first = await due(branch, HOUR);
  const tab = await tabOf(context);
  await expectAround(tab, HOUR);

  // the person fails another test, whose zero comes later: the nearest goes on
  const other = await due(branch, 2 * HOUR - 5 * SECOND, 'Ombor tartibi');
  await tab.page.mouse.move(300, 300);
  await tab.page.clock.runFor(10 * MINUTE);
  await expect.poll(() => tab.page.evaluate(() => localStorage.getItem('testReminder'))).toContain(` ${other}`);
  await expect(tab.countdown).toHaveAttribute('title', TITLE);

  const beside = await tabOf(context);
  await expect(beside.countdown).toHaveAttribute('title', TITLE);
  await tab.page.bringToFront();
  await control.timePasses(first, HOUR);
  for (const { page } of [tab, beside]) await page.reload();
  await expect.poll(async () => (await tab.dialog.isVisible()) || (await beside.dialog.isVisible())).toBe(true);
  await ((await tab.dialog.isVisible()) ? tab : beside).go.click();
  // without a reload, in both tabs: the other test is counted
  for (const one of [tab, beside]) {
    await expect(one.dialog).toHaveCount(0);
    await expect(one.countdown).toHaveAttribute('title', 'Ombor tartibi');
    await expectAround(one, 2 * HOUR);
  }
});

test('who sits at the test is not asked to go to it', async ({ context, branch }) => {
  await signIn(context, branch.people.keeper);
  const attempt = await due(branch, 15 * SECOND);
  const tab = await tabOf(context, `/test-questions?attempt=${attempt}`);
  await expect(tab.countdown).toBeVisible();
  await tab.page.getByRole('button', { name: tests.begin }).click();
  await expect(tab.page.getByTestId('attempt')).toHaveAttribute('data-place', 'answering');
  await tab.page.waitForTimeout(18 * SECOND);
  await expect(tab.dialog).toHaveCount(0);
  // ten minutes of the sitting are left
  await expect(tab.countdown.getByRole('timer')).toHaveText(/^00:10:/);
});

test('putting it off on the first try ends the session in both tabs', async ({ context, branch }) => {
  await signIn(context, branch.people.keeper);
  await due(branch, 15 * SECOND);
  const one = await tabOf(context);
  const other = await tabOf(context);
  await expect.poll(async () => (await one.dialog.isVisible()) || (await other.dialog.isVisible())).toBe(true);
  const asks = (await one.dialog.isVisible()) ? one : other;
  await asks.skip.click();
  for (const { page } of [one, other]) await new SessionPage(page, context).expectSignInForm();
});

test('on a page without chrome: no countdown before the last minutes, then it, then the dialog; paper has none', async ({
  context,
  branch,
}) => {
  await signIn(context, branch.people.keeper);
  const attempt = await due(branch, 40 * MINUTE);
  const tab = await tabOf(context, BARE);
  await expect.poll(() => tab.page.evaluate(() => localStorage.getItem('testReminder'))).not.toBeNull();
  await tab.expectNothing();

  await control.timePasses(attempt, 31 * MINUTE);
  await tab.page.reload();
  await expectAround(tab, 9 * MINUTE);
  await tab.page.emulateMedia({ media: 'print' });
  await expect(tab.countdown).toBeHidden();
  await tab.page.emulateMedia({ media: 'screen' });

  await control.timePasses(attempt, 9 * MINUTE);
  await tab.page.reload();
  await expect(tab.dialog).toBeVisible();
  await tab.page.emulateMedia({ media: 'print' });
  await expect(tab.dialog).toBeHidden();
  await tab.page.emulateMedia({ media: 'screen' });
  await tab.go.click();
  await expect(tab.page).toHaveURL(/\/test-questions/);
});

test('on a page without chrome what must be confirmed is asked, and the rest waits', async ({ context, branch }) => {
  const { director, keeper } = branch.people;
  for (const [title_uz, must_confirm] of [
    ['Kassa tartibi', true],
    ['Bayram', false],
  ] as const) {
    const written = { ...writtenFor(branch.organizationId), title_uz, must_confirm };
    const { body } = await api(director, 'POST', '/announcement/create', written, 'cash');
    await api(director, 'PUT', `/announcement/publish/${body.data.id}`, undefined, 'cash');
  }
  await signIn(context, keeper);
  const page = await context.newPage();
  await page.goto(BARE);
  const dialog = page.getByRole('dialog', { name: 'Kassa tartibi' });
  await expect(dialog).toBeVisible();
  await expect(page.getByTestId('announcements')).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(dialog).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByTestId('announcement-confirm').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
