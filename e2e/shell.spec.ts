/** The shell around the pages: what a planned page says, titles, breadcrumbs, scrolling, the size of the letters. */
import { expect, test } from '@playwright/test';
import pagesRu from '../locales/ru/pages.json' with { type: 'json' };
import plansRu from '../locales/ru/plans/tests.json' with { type: 'json' };
import plans from '../locales/uz/plans/tests.json' with { type: 'json' };
import { control, signIn } from './harness/control.ts';
import { Menu, texts } from './pages/menu.ts';

const { pages, shell } = texts;
const PLANNED = '/test-questions';

test.beforeEach(async ({ context }) => {
  const { keeper } = (await control.branch()).people;
  await signIn(context, keeper);
});

test('a page that is not built says what it will be for, in both languages, behind its rule', async ({ page }) => {
  await page.goto(PLANNED);
  await expect(page.getByText(plans.testQuestions.for)).toBeVisible();
  await expect(page.getByText(shell.notBuilt.sign, { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(`${pages.testQuestions} · Idora`);
  await expect(page.getByRole('banner').getByText(shell.areas.tests)).toBeVisible();
  await page.getByRole('button', { name: 'Русский' }).click();
  await expect(page.getByText(plansRu.testQuestions.for)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: pagesRu.testQuestions })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  // the keeper has no rule for it
  await page.goto('/cashbox/inputs');
  await expect(page).toHaveURL('/404');
});

test('back brings the place on the page again, forward begins at the top', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 420 });
  await page.goto(PLANNED);
  const scroller = page.locator('.sheet-body .scroll');
  await expect(page.getByText(plans.testQuestions.for)).toBeVisible();
  await scroller.evaluate((element) => element.scrollTo(0, 150));
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(150);
  const menu = new Menu(page);
  await menu.link('myTestResults').click();
  await expect(page.getByRole('heading', { level: 1, name: pages.myTestResults })).toBeFocused();
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: pages.testQuestions })).toBeVisible();
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(150);
});

test('the size of the letters goes from 12 to 28, scales everything and is remembered', async ({ page }) => {
  await page.goto(PLANNED);
  const slider = page.getByRole('slider', { name: shell.sidebar.fontSize });
  const heading = page.getByRole('heading', { level: 1 });
  const height = () => heading.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  await slider.fill('12');
  const small = await height();
  await slider.fill('28');
  expect((await height()) / small).toBeCloseTo(28 / 12, 1);
  await page.reload();
  await expect(slider).toHaveValue('28');
  await expect(slider).toHaveAttribute('step', '1');
});

test('the version leads to the history of versions', async ({ page }) => {
  await page.goto('/');
  await page.locator('.sidebar-foot .version').click();
  await expect(page).toHaveURL('/versions');
});

test('a row of a section has a star, seen when it is wanted, and in the drawer always', async ({ page }) => {
  await page.goto(PLANNED);
  const menu = new Menu(page);
  const name = shell.favourites.star.replace('{{title}}', pages.myTestResults);
  const row = menu.nav.locator('.sidebar-children .with-star', { hasText: pages.myTestResults });
  const star = row.getByRole('button', { name, exact: true });
  const kept = page.getByRole('region', { name: shell.favourites.title }).getByRole('link');
  await expect(star).toHaveCSS('opacity', '0');
  await row.getByRole('link').focus();
  await page.keyboard.press('Tab');
  await expect(star).toBeFocused();
  await expect(star).toHaveCSS('opacity', '1');
  const { width, height } = (await star.boundingBox()) ?? { width: 0, height: 0 };
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  await page.keyboard.press('Enter');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect(kept).toHaveText([pages.myTestResults]);
  await expect(page).toHaveURL(PLANNED);
  await page.getByRole('heading', { level: 1 }).hover();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(star).toHaveCSS('opacity', '1');

  await page.setViewportSize({ width: 390, height: 844 });
  await menu.openButton.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await star.click();
  await expect(kept).toHaveCount(0);
  await expect(star).toHaveCSS('opacity', '1');
  await expect(star).toBeInViewport();
});
