/** Taking a test: on a narrow screen, and with an answer that comes a sitting too late. */
import serverTexts from '../locales/uz/server.json' with { type: 'json' };
import { control, expect, signIn, test } from './harness/control.ts';
import { myTest, startByApi, submitByApi, TestPage, texts } from './pages/testPage.ts';

const TITLE = 'Sinov';

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
    // nothing runs there: the whole list again, and the way back
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
