/** Taking a test on a screen of its own size. */
import { control, expect, signIn, test } from './harness/control.ts';
import { myTest, TestPage, texts } from './pages/testPage.ts';

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
