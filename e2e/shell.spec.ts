/** The shell around the pages: what a planned page says, titles, breadcrumbs, scrolling, the size of the letters. */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import pagesRu from '../locales/ru/pages.json' with { type: 'json' };
import plansRu from '../locales/ru/plans/tests.json' with { type: 'json' };
import plans from '../locales/uz/plans/tests.json' with { type: 'json' };
import { control, signIn } from './harness/control.ts';
import { Menu, texts } from './pages/menu.ts';

const { errors, pages, shell } = texts;
const PLANNED = '/test-questions';

type Manifest = Record<string, { file: string }>;

/** The address of a file of the built app, as it is named in the source. */
function built(source: string): string {
  const manifest = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Manifest;
  const file = manifest[source]?.file;
  if (file === undefined) throw new Error(`${source} is not in the build`);
  return `**/${file}`;
}

/** How many times the document has been loaded since. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => {
    loads += 1;
  });
  return () => loads;
}

const russian = (page: Page) => page.getByRole('button', { name: 'Русский' });
const toastOf = (page: Page) => page.locator('.bp6-toast', { hasText: errors.network });

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
  const version = page.locator('.sidebar-foot .version');
  await expect(version).toHaveText('1.0.1');
  await version.click();
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

test('the document says its language, after a reload too', async ({ page }) => {
  await page.goto(PLANNED);
  await expect(page.locator('html')).toHaveAttribute('lang', 'uz');
  await russian(page).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await page.reload();
  await expect(page.getByText(plansRu.testQuestions.for)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
});

for (const [what, lost] of [
  ['nothing comes', () => '**/*'],
  ['one text does not come', () => built('locales/ru/plans/tests.json')],
] as const) {
  test(`the language stays when ${what}, and changes when it is tried again`, async ({ page }) => {
    await page.goto(PLANNED);
    await expect(page.getByText(plans.testQuestions.for)).toBeVisible();
    await page.waitForLoadState('networkidle');
    const loads = countLoads(page);
    await page.route(lost(), (route) => route.abort('connectionfailed'));
    await russian(page).click();
    await expect(toastOf(page)).toBeVisible();
    await expect(page.getByText(plans.testQuestions.for)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: pages.testQuestions })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'uz');
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('uz');
    await page.unroute(lost());
    await russian(page).click();
    await expect(page.getByText(plansRu.testQuestions.for)).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    expect(loads()).toBe(0);
  });
}

for (const [what, source] of [
  ['the code of a page', 'src/pages/notBuilt/NotBuiltPage.tsx'],
  ['a text of a page', 'locales/uz/plans/tests.json'],
  ['a text of the shell', 'locales/uz/shell.json'],
  ['a text of every screen', 'locales/uz/common.json'],
  ['the screen of a person', 'src/app/Inside.tsx'],
] as const) {
  test(`${what} that does not come at the first load is said, and tried again`, async ({ page }) => {
    const address = built(source);
    const loads = countLoads(page);
    await page.route(address, (route) => route.abort('connectionfailed'));
    await page.goto(PLANNED);
    const said = page.getByText(errors.page.missingText);
    await expect(said).toBeVisible({ timeout: 6_000 });
    await expect(page.getByRole('main')).toContainText(errors.page.missing);
    await expect(page).toHaveTitle(`${errors.page.missing} · Idora`);
    // the server answers: it may be another release, for which the app is loaded anew once
    await page.waitForTimeout(1_500);
    await expect(said).toBeVisible();
    expect(loads()).toBeLessThanOrEqual(2);
    await page.unroute(address);
    await page.getByRole('button', { name: errors.page.retry }).click();
    await expect(page.getByText(plans.testQuestions.for)).toBeVisible();
    await expect(page).toHaveTitle(`${pages.testQuestions} · Idora`);
    expect(loads()).toBeLessThanOrEqual(2);
  });
}

test('a page that does not come on a way inside says the same', async ({ page }) => {
  await page.goto(PLANNED);
  await expect(page.getByText(plans.testQuestions.for)).toBeVisible();
  await page.route('**/config.json', (route) => route.abort('connectionfailed'));
  await page.route(built('src/pages/profile/ProfilePage.tsx'), (route) => route.abort('connectionfailed'));
  await page.getByRole('button', { name: shell.account.label.replace('{{name}}', '') }).click();
  await page.getByRole('link', { name: shell.account.profile }).click();
  await expect(page.getByText(errors.page.missingText)).toBeVisible();
  await expect(page).toHaveTitle(`${errors.page.missing} · Idora`);
  await expect(page.getByRole('button', { name: errors.page.retry })).toBeVisible();
});

test('a toast lasts 2500 ms, is held on hover and on focus, gives the focus back and stays in the bell', async ({
  page,
}) => {
  await page.goto(PLANNED);
  await expect(page.getByText(plans.testQuestions.for)).toBeVisible();
  await page.route(built('locales/ru/plans/tests.json'), (route) => route.abort('connectionfailed'));
  const shown = toastOf(page);
  const clock = () =>
    shown.locator('.toast-bar').evaluate((bar) => {
      const [animation] = bar.getAnimations();
      return { time: animation?.effect?.getTiming().duration, state: animation?.playState };
    });
  const elsewhere = page.getByRole('heading', { level: 1 });
  await russian(page).click();
  await shown.hover();
  expect(await clock()).toEqual({ time: 2500, state: 'paused' });
  await page.waitForTimeout(3_000);
  await expect(shown).toBeVisible();
  await elsewhere.hover();
  await expect.poll(clock).toEqual({ time: 2500, state: 'running' });
  await expect(shown).toHaveCount(0);

  await russian(page).click();
  const close = shown.getByRole('button', { name: texts.common.close });
  await close.focus();
  await elsewhere.hover();
  expect((await clock()).state).toBe('paused');
  await page.keyboard.press('Enter');
  await expect(shown).toHaveCount(0);
  await expect(russian(page)).toBeFocused();

  const bell = page.getByRole('button', { name: shell.bell.label });
  await page.reload();
  await bell.click();
  await expect(page.locator('.bell-entry')).toHaveCount(2);
});
