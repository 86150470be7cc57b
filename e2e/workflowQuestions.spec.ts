/** The list of workflows answers an analyst's question by what is said of them. */
import { expect } from '@playwright/test';
import { control, signIn, test } from './harness/control.ts';

test('a question finds workflows by what is said of them, and leads to where it is said', async ({ page, context }) => {
  const { people } = await control.branch();
  await signIn(context, people.director, 'ru');
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('/workflows');
  const search = page.getByRole('searchbox', { name: 'Процесс или вопрос' });
  await expect(search).toBeVisible();
  await expect(page.getByTestId('hits')).toHaveCount(0);
  expect(fetched.filter((url) => url.includes('sentences'))).toEqual([]);
  await search.fill('учётчики расходятся');
  const act = page.locator('[data-hits="countingAct"]');
  await act.getByRole('link', { name: /Учётчики расходятся по товарам/ }).click();
  await expect(page).toHaveURL(/countingAct\?view=matrix&cell=act\.complete/);
  await page.goBack();
  await page.setViewportSize({ width: 390, height: 844 });
  await search.fill('не сдал');
  const answer = act.getByRole('link', { name: /так и не сдаёт/ });
  await expect(answer).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await answer.click();
  await expect(page.getByTestId('reading').getByText('учётчик так и не сдаёт.')).toBeInViewport();
  await expect(page.locator('.is-sought')).toHaveText(/^учётчик так и не сдаёт/);
  await page.goBack();
  await search.fill('где застревают акты');
  await act.getByRole('link', { name: /^Где застревает/ }).click();
  await expect(page).toHaveURL(/countingAct\?view=stuck/);
  await page.goBack();
  await search.fill('какие правила не покрыты тестами');
  await page.getByTestId('listed').getByRole('link').click();
  await expect(page.getByRole('button', { name: /^Без теста/ })).toHaveAttribute('aria-pressed', 'true');
});

test('what a link answers is in sight on every width, and stays there after the page is opened anew', async ({
  page,
  context,
}) => {
  const { people } = await control.branch();
  await signIn(context, people.director, 'ru');
  const answer = page.getByTestId('side').getByRole('heading', { name: 'Завершение', exact: true });
  await page.goto('/workflows');
  await page.getByRole('searchbox', { name: 'Процесс или вопрос' }).fill('кто может завершить акт');
  await page
    .locator('[data-hits="countingAct"]')
    .getByRole('link', { name: /^Кто может/ })
    .click();
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.reload();
    await expect(page.locator('.chart .is-chosen').first()).toBeAttached();
    await expect(answer).toBeInViewport();
    // who may stands above what refuses it, however long that list is
    await expect(page.getByTestId('holders').locator('li').first()).toBeInViewport();
    if (width === 1440) await expect(page.locator('.matrix-cell[aria-pressed="true"]')).toBeInViewport();
  }
});

test('what refuses it stands before what is accepted', async ({ page, context }) => {
  const { people } = await control.branch();
  await signIn(context, people.director, 'uz');
  await page.goto('/workflows');
  await page.getByRole('searchbox', { name: 'Jarayon yoki savol' }).fill('fakturani yuborish nega rad etiladi');
  await page.locator('[data-hits="invoice"]').getByRole('link').first().click();
  await expect(page).toHaveURL(/invoice\?view=matrix&cell=invoice\.send~draft/);
  const rows = page.getByTestId('answers').getByRole('listitem');
  await expect(rows.first()).toContainText('Hisob-fakturada hali qator yoʻq.');
  await expect(rows.last()).toContainText('→ Yuborilgan');
});

test('what a position may do is led by the workflow that the rest of the question names', async ({ page, context }) => {
  const { people } = await control.branch();
  await signIn(context, people.director, 'uz');
  await page.goto('/workflows');
  await page.getByRole('searchbox', { name: 'Jarayon yoki savol' }).fill('keeper sanalgan akt bilan nima qila oladi');
  const hits = page.locator('[data-hits]');
  await expect(hits.first()).toHaveAttribute('data-hits', 'countingAct');
  await expect(hits.first().getByRole('link').first()).toHaveText(/keeper.*: har bir holatda nima qila oladi/);
});
