/**
 * Taking a test: on a narrow screen, with an answer that comes a sitting too late, by a clock that is hours wrong, over a
 * sleep of the computer.
 */

import type { BrowserContext, Page } from '@playwright/test';
import serverTexts from '../locales/uz/server.json' with { type: 'json' };
import { type Branch, control, expect, signIn, test } from './harness/control.ts';
import { myTest, saveByApi, startByApi, submitByApi, TestPage, texts } from './pages/testPage.ts';

const TITLE = 'Sinov';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

for (const width of [390, 1024]) {
  test(`while the minutes run the questions are the page, the list is a line above: ${width}`, async ({
    page,
    context,
    branch,
  }) => {
    const { keeper } = branch.people;
    for (const title of [TITLE, 'Boshqasi', 'Uchinchisi']) {
      await control.staffTest({ organizationId: branch.organizationId, title });
    }
    const { attempt_id } = await myTest(keeper, TITLE);
    await signIn(context, keeper);
    await page.setViewportSize({ width, height: 844 });
    const taking = new TestPage(page);
    const list = page.getByRole('navigation', { name: texts.tests.list });
    const line = list.getByRole('button');
    const other = list.getByRole('link', { name: 'Boshqasi' });
    await taking.open(attempt_id);
    // before it runs there is time to choose
    await expect(other).toBeVisible();
    await expect(line).toBeHidden();

    await taking.begin();
    await taking.expectPlace('answering');
    await expect(other).toBeHidden();
    await expect(line).toContainText(TITLE);
    expect((await list.boundingBox())?.height).toBeLessThan(48);
    await expect(taking.option('A')).toBeInViewport();
    await expect(taking.handInButton).toBeInViewport();

    await line.click();
    await expect(line).toHaveAttribute('aria-expanded', 'true');
    await other.click();
    await taking.expectPlace('intro');
    // nothing runs there: the whole list again, and the link back
    await expect(line).toBeHidden();
    await list.getByRole('link', { name: TITLE }).click();
    await taking.expectPlace('answering');
    await expect(other).toBeHidden();

    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(other).toBeVisible();
    await expect(line).toBeHidden();
  });
}

test('an answer that waited while the sitting was handed in elsewhere stays out of the next one', async ({
  page,
  context,
  branch,
}) => {
  const { keeper } = branch.people;
  await control.staffTest({ organizationId: branch.organizationId, title: TITLE });
  const { attempt_id } = await myTest(keeper, TITLE);
  await signIn(context, keeper);
  const taking = new TestPage(page);
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('test-answers')));
  await taking.open(attempt_id);
  await taking.begin();
  await page.route('**/cash/api/test/answer', (route) => route.abort('connectionfailed'));
  await taking.option('B').check();
  await taking.expectSaved('waiting');
  expect(await kept()).toHaveLength(1);

  await submitByApi(keeper, attempt_id);
  await startByApi(keeper, attempt_id);
  await page.unroute('**/cash/api/test/answer');
  await expect(taking.attempt.getByText(serverTexts.errors.other_sitting)).toBeVisible();
  await taking.expectPlace('answering');
  await taking.expectSaved('saved');
  await expect(taking.option('B')).not.toBeChecked();
  expect((await myTest(keeper, TITLE)).sitting).toMatchObject({ number: 2, answers: [] });
  expect(await kept()).toEqual([]);
  // and this one is taken as any other
  await taking.option('A').check();
  await taking.expectSaved('saved');
  expect((await myTest(keeper, TITLE)).sitting?.answers).toHaveLength(1);
});

test('time that ran out without a connection: the result, what was not graded, and no message about another window', async ({
  page,
  context,
  branch,
}) => {
  const { keeper } = branch.people;
  await control.staffTest({ organizationId: branch.organizationId, title: TITLE, tries: 3 });
  const { attempt_id } = await myTest(keeper, TITLE);
  await signIn(context, keeper);
  const taking = new TestPage(page);
  await taking.open(attempt_id);
  await taking.begin();
  await page.route('**/cash/api/test/answer', (route) => route.abort('connectionfailed'));
  await taking.option('B').check();
  await taking.expectSaved('waiting');
  await control.minutesUp(attempt_id);
  await page.unroute('**/cash/api/test/answer');

  await taking.expectPlace('result');
  await expect(taking.attempt.getByText(texts.tests.ended.time)).toContainText(
    texts.tests.ended.lost_one.replace('{{count}}', '1'),
  );
  await expect(page.getByTestId('test-percent')).toHaveText(/^0/);
  await expect(taking.againButton).toBeVisible();
  // the next try does not mention it
  await taking.begin();
  await taking.expectPlace('answering');
  await expect(taking.attempt.getByText(texts.tests.ended.time)).toHaveCount(0);
});

test('time that ran out while nobody had the page open is said beside the result', async ({
  page,
  context,
  branch,
}) => {
  const { keeper } = branch.people;
  await control.staffTest({ organizationId: branch.organizationId, title: TITLE, tries: 3 });
  const { attempt_id } = await myTest(keeper, TITLE);
  await startByApi(keeper, attempt_id);
  await control.minutesUp(attempt_id);
  await signIn(context, keeper);
  const taking = new TestPage(page);
  await taking.open(attempt_id);
  const ended = `${texts.tests.notPassed}, ${texts.tests.own.byTime}`;
  await expect(taking.attempt.getByRole('listitem').filter({ hasText: ended })).toBeVisible();
});

test('a window that is looked at again shows what the other one has answered', async ({ context, branch }) => {
  const { keeper } = branch.people;
  await control.staffTest({ organizationId: branch.organizationId, title: TITLE });
  const { attempt_id } = await myTest(keeper, TITLE);
  await signIn(context, keeper);
  const one = new TestPage(await context.newPage());
  await one.open(attempt_id);
  await one.begin();
  await one.option('A').check();
  await one.expectSaved('saved');
  const other = new TestPage(await context.newPage());
  await other.open(attempt_id);
  await expect(other.option('A')).toBeChecked();
  await other.option('B').check();
  await other.expectSaved('saved');

  await one.page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(one.option('B')).toBeChecked();
  await expect(one.option('A')).not.toBeChecked();
  await one.handIn();
  await one.expectPlace('result');
  // and the other one, looked at, shows the result too
  await other.page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await other.expectPlace('result');
  await expect(other.attempt.getByText(texts.tests.ended.elsewhere)).toBeVisible();
});

test('what another window has answered since counts, though this one hands in without it', async ({
  page,
  context,
  branch,
}) => {
  const { keeper } = branch.people;
  await control.staffTest({
    organizationId: branch.organizationId,
    title: TITLE,
    questions: [
      {
        type: 'multi',
        title: 'Harflar',
        options: [
          ['D', true],
          ['E', true],
          ['F', false],
        ],
      },
      { type: 'text', title: 'Soʻz', accepted: ['oʻn besh'] },
    ],
  });
  const { attempt_id } = await myTest(keeper, TITLE);
  await signIn(context, keeper);
  const taking = new TestPage(page);
  await taking.open(attempt_id);
  await taking.begin();
  await taking.expectPlace('answering');
  const { questions, sitting } = await myTest(keeper, TITLE);
  const [choice, words] = questions;
  const number = sitting?.number ?? 0;
  const right = choice?.options.filter(({ title }) => title !== 'F').map(({ id }) => id) ?? [];
  await saveByApi(keeper, attempt_id, number, { question_id: choice?.id ?? 0, option_ids: right });
  await saveByApi(keeper, attempt_id, number, { question_id: words?.id ?? 0, text: 'oʻn besh' });
  await taking.handIn();
  await taking.expectPlace('result');
  expect((await myTest(keeper, TITLE)).test_results).toMatchObject([{ passed: true }]);
});

/** A sitting of ten minutes in a browser whose clock is so much ahead of the server's. */
async function sit(page: Page, context: BrowserContext, branch: Branch, ahead: number) {
  const { keeper } = branch.people;
  await control.staffTest({ organizationId: branch.organizationId, title: TITLE, duration: 10 });
  const { attempt_id } = await myTest(keeper, TITLE);
  await context.clock.install({ time: Date.now() + ahead });
  await signIn(context, keeper);
  const world = { slept: 0, lost: false };
  // the harness cannot move the server's clock: so its time is changed in the answer
  await page.route('**/cash/api/test/reminder', async (route) => {
    if (world.lost) return route.abort('connectionfailed');
    const answer = await (await route.fetch()).json();
    const now = new Date(Date.parse(answer.meta.now) + world.slept).toISOString();
    return route.fulfill({ json: { ...answer, meta: { now } } });
  });
  const taking = new TestPage(page);
  await taking.open(attempt_id);
  await taking.begin();
  await taking.expectPlace('answering');
  const passes = async (milliseconds: number) => {
    world.slept += milliseconds;
    await control.timePasses(attempt_id, milliseconds);
  };
  return {
    taking,
    attempt_id,
    world,
    passes,
    /** What is left, within the seconds that looking takes. */
    async expectLeft(left: number) {
      await taking.expectSure(true);
      await expect(async () => {
        const [hours = 0, minutes = 0, seconds = 0] = (await taking.timer.innerText()).split(':').map(Number);
        const now = ((hours * 60 + minutes) * 60 + seconds) * SECOND;
        expect(now).toBeGreaterThan(left - 30 * SECOND);
        expect(now).toBeLessThanOrEqual(left + SECOND);
      }).toPass({ timeout: 10_000 });
    },
    /** The computer sleeps: its date goes on, and the server, but its monotonic clock stops. */
    async sleeps(milliseconds: number) {
      await passes(milliseconds);
      await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + milliseconds);
    },
  };
}

for (const wrong of [-5 * HOUR, 5 * HOUR]) {
  test(`the minutes are the server's, with a clock that is ${wrong / HOUR} h wrong`, async ({
    page,
    context,
    branch,
  }) => {
    const { taking, attempt_id, expectLeft } = await sit(page, context, branch, wrong);
    await expectLeft(10 * MINUTE);
    await taking.option('B').check();
    await taking.expectSaved('saved');
    await control.timePasses(attempt_id, 10 * MINUTE - 10 * SECOND);
    await page.reload();
    // answered in time, and handed in by itself when the minutes are up
    await expect(taking.option('B')).toBeChecked();
    await taking.expectPlace('result');
    await expect(page.getByTestId('test-percent')).toHaveText(/^33/);
  });
}

test('a laptop that slept counts on from the server’s time, and hands in when it woke too late', async ({
  page,
  context,
  branch,
}) => {
  const { taking, expectLeft, passes, sleeps } = await sit(page, context, branch, -5 * HOUR);
  await expectLeft(10 * MINUTE);
  await taking.option('B').check();
  await taking.expectSaved('saved');
  await sleeps(4 * MINUTE);
  await expectLeft(6 * MINUTE);
  // nothing that was typed is gone
  await expect(taking.option('B')).toBeChecked();
  // a sleep through which the counting went on
  await passes(2 * MINUTE);
  await page.clock.fastForward(2 * MINUTE);
  await expectLeft(4 * MINUTE);
  // a clock that is set changes nothing
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) - 3 * HOUR);
  await page.waitForTimeout(1_500);
  await expectLeft(4 * MINUTE);
  await sleeps(4 * MINUTE);
  await taking.expectPlace('result');
  expect((await myTest(branch.people.keeper, TITLE)).test_results).toHaveLength(1);
});

test('a laptop that slept longer than the minutes and the grace shows what the server made of it', async ({
  page,
  context,
  branch,
}) => {
  const { taking, sleeps } = await sit(page, context, branch, 5 * HOUR);
  await taking.option('B').check();
  await taking.expectSaved('saved');
  await sleeps(20 * MINUTE);
  // graded by what was saved, and nothing was left behind
  await taking.expectPlace('result');
  await expect(taking.attempt.getByText(texts.tests.ended.time, { exact: true })).toBeVisible();
  await expect(page.getByTestId('test-percent')).toHaveText(/^33/);
});

test('without a network after a sleep the minutes are shown as a guess, until the server answers', async ({
  page,
  context,
  branch,
}) => {
  const { taking, world, expectLeft, sleeps } = await sit(page, context, branch, 0);
  world.lost = true;
  await sleeps(4 * MINUTE);
  await taking.expectSure(false);
  world.lost = false;
  await expectLeft(6 * MINUTE);
});

test('the test whose minutes run opens first, and the dashboard leads back to it', async ({
  page,
  context,
  branch,
}) => {
  const { keeper } = branch.people;
  for (const title of [TITLE, 'Boshqasi']) await control.staffTest({ organizationId: branch.organizationId, title });
  const other = await myTest(keeper, 'Boshqasi');
  await signIn(context, keeper);
  const taking = new TestPage(page);
  await startByApi(keeper, other.attempt_id);
  await taking.open();
  await taking.expectPlace('answering');
  await expect(page).toHaveURL(new RegExp(`attempt=${other.attempt_id}$`));
  await page.goto('/dashboard');
  const first = page.locator('[data-widget="test"]').getByRole('listitem').first();
  await expect(first).toContainText('Boshqasi');
  await first.getByRole('link', { name: serverTexts.queue.steps.test.submit }).click();
  await taking.expectPlace('answering');
});

test('the introduction shows the minutes until the test ends', async ({ page, context, branch }) => {
  const { keeper } = branch.people;
  const wish = { organizationId: branch.organizationId, duration: 30 };
  await control.staffTest({ ...wish, title: TITLE, endsIn: 12.9 });
  await control.staffTest({ ...wish, title: 'Boshqasi', endsIn: 90 });
  await signIn(context, keeper);
  const taking = new TestPage(page);
  await taking.open((await myTest(keeper, TITLE)).attempt_id);
  await expect(taking.attempt).toContainText('12 daqiqa');
  await expect(taking.attempt).toContainText('vaqt odatdagidan (30 daqiqa) kam');
  await taking.begin();
  await expect(taking.timer).toContainText('12:');
  await taking.open((await myTest(keeper, 'Boshqasi')).attempt_id);
  await expect(taking.attempt).toContainText('30 daqiqa');
  await expect(taking.attempt).not.toContainText('odatdagidan');
});
