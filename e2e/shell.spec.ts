/** The shell around the pages: what a planned page shows, titles, breadcrumbs, scrolling, the size of the letters. */
import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import changelog from '../changelog.json' with { type: 'json' };
import { announcementMine } from '../contract/ownAnnouncements.ts';
import { versionIndex, versionLast } from '../contract/versions.ts';
import pagesRu from '../locales/ru/pages.json' with { type: 'json' };
import plansRu from '../locales/ru/plans/contracts.json' with { type: 'json' };
import common from '../locales/uz/common.json' with { type: 'json' };
import home from '../locales/uz/home.json' with { type: 'json' };
import notices from '../locales/uz/notices.json' with { type: 'json' };
import plans from '../locales/uz/plans/contracts.json' with { type: 'json' };
import server from '../locales/uz/server.json' with { type: 'json' };
import { TestAct } from './harness/acts.ts';
import { type Branch, control, signIn, test } from './harness/control.ts';
import { quietOf } from './harness/quiet.ts';
import { Gate } from './machines/kit.ts';
import { Menu, texts } from './pages/menu.ts';

const { errors, pages, shell } = texts;
/** Opens for everybody, and is in nobody's menu here. */
const PLANNED = '/contract-settings/manage-bonus';
/** A page with neighbours in the menu. */
const TESTS = '/test-questions';

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
let branch: Branch;

test.beforeEach(async ({ context }) => {
  branch = await control.branch();
  await signIn(context, branch.people.keeper);
});

test('a page that is not built shows its purpose, in both languages, behind its rule', async ({ page }) => {
  await page.goto(PLANNED);
  await expect(page.getByText(plans.manageBonus.for)).toBeVisible();
  await expect(page.getByText(shell.notBuilt.sign, { exact: true })).toBeVisible();
  await expect(page).toHaveTitle(`${pages.manageBonus} · Idora`);
  await expect(page.getByRole('banner').getByText(shell.areas.contracts)).toBeVisible();
  await page.getByRole('button', { name: 'Русский' }).click();
  await expect(page.getByText(plansRu.manageBonus.for)).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: pagesRu.manageBonus })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  // the keeper has no rule for it
  await page.goto('/cashbox/inputs');
  await expect(page).toHaveURL('/404');
});

test('back brings the place on the page again, forward begins at the top', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 420 });
  await page.goto(PLANNED);
  const scroller = page.locator('.sheet-body .scroll');
  await expect(page.getByText(plans.manageBonus.for)).toBeVisible();
  await scroller.evaluate((element) => element.scrollTo(0, 120));
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(120);
  const menu = new Menu(page);
  await menu.section('widgets').click();
  await menu.link('widgetsPage').click();
  await expect(page.getByRole('heading', { level: 1, name: pages.widgetsPage })).toBeFocused();
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: pages.manageBonus })).toBeVisible();
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBe(120);
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

test('the version leads to the history of versions, where one is searched for and linked to', async ({ page }) => {
  const last = await Gate.at(page, versionLast);
  await page.goto('/');
  const version = page.locator('.sidebar-foot .version');
  await expect(version).toHaveText(/1\.0\.1$/);
  await last.pass();
  await expect(version).toHaveText(new RegExp(`${changelog[0]?.version_name}$`));
  await version.click();
  await expect(page).toHaveURL('/versions');
  const entries = page.locator('.version-entry');
  await expect(entries).toHaveCount(changelog.length);
  await expect(entries.first().locator('ul > li')).toHaveText(changelog[0]?.changes.uz ?? []);
  await page.getByRole('searchbox', { name: home.versions.search }).fill('skaner ekrani');
  await expect(entries).toHaveCount(1);
  await expect(entries.locator('ul > li')).toHaveCount(1);
  await page.getByRole('link', { name: '1.0.0' }).click();
  await expect(page).toHaveURL('/versions?version=1.0.0');
  await expect(entries).toHaveCount(changelog.length);
  await expect(page.locator('.version-entry[aria-current]')).toContainText('1.0.0');
  await expect(page.locator('.version-entry[aria-current]')).toBeInViewport();
  await russian(page).click();
  await expect(entries.first().locator('ul > li')).toHaveText(changelog[0]?.changes.ru ?? []);
});

test('the own day names what waits, and its command leads there', async ({ page }) => {
  const { counter1 } = branch.people;
  const act = await TestAct.of(branch);
  const [counter] = await act.begin(counter1);
  await page.goto('/dashboard');
  await expect(page.getByTestId('board').getByText(home.nothing)).toBeVisible();
  await page.evaluate((token) => localStorage.setItem('accessToken', token), counter1.token);
  await page.goto('/dashboard');
  await expect(page.getByRole('button', { name: counter1.fullname })).toBeVisible();
  await page.getByTestId('board').getByRole('link', { name: server.queue.steps.counter.submit }).click();
  await expect(page).toHaveURL(`/repositories/act-of-counting/${act.id}/counters/${counter?.id}`);
});

test('a history of versions that fails to load shows a general error and a retry', async ({ page }) => {
  const history = await Gate.at(page, versionIndex);
  await page.goto('/');
  await history.answer(422, { message: 'MAXFIY', code: 'validation', request_id: 'r-1' });
  await expect(page.getByText(home.versions.failed)).toBeVisible();
  await expect(page.getByText(home.versions.failedText)).toBeVisible();
  await expect(page.getByText('MAXFIY')).toHaveCount(0);
  history.open();
  await page.getByRole('button', { name: common.retry }).click();
  await expect(page.locator('.version-entry')).toHaveCount(changelog.length);
});

test('a row of a section has a star, seen when it is wanted, and in the drawer always', async ({ page }) => {
  await page.goto(TESTS);
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
  await expect(page).toHaveURL(TESTS);
  await page.getByRole('heading', { level: 1 }).hover();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(star).toHaveCSS('opacity', '1');

  // names that differ at their end are whole with the largest letters too
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.evaluate(() => {
    localStorage.setItem('fontSize', '28');
    window.dispatchEvent(new StorageEvent('storage', { key: 'fontSize', newValue: '28' }));
  });
  await expect(page.locator('html')).toHaveCSS('font-size', '28px');
  const words = kept.locator('span', { hasText: pages.myTestResults });
  await expect.poll(() => words.evaluate((name) => name.scrollWidth - name.clientWidth)).toBeLessThanOrEqual(1);
  await page.evaluate(() => {
    localStorage.setItem('fontSize', '16');
    window.dispatchEvent(new StorageEvent('storage', { key: 'fontSize', newValue: '16' }));
  });

  await page.setViewportSize({ width: 390, height: 844 });
  await menu.openButton.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await star.click();
  await expect(kept).toHaveCount(0);
  await expect(star).toHaveCSS('opacity', '1');
  await expect(star).toBeInViewport();
});

test('the document has its language, after a reload too', async ({ page }) => {
  await page.goto(PLANNED);
  await expect(page.locator('html')).toHaveAttribute('lang', 'uz');
  await russian(page).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await page.reload();
  await expect(page.getByText(plansRu.manageBonus.for)).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
});

for (const [what, lost] of [
  ['nothing comes', () => '**/*'],
  ['one text does not come', () => built('locales/ru/plans/contracts.json')],
] as const) {
  test(`the language stays when ${what}, and changes when it is tried again`, async ({ page }) => {
    const quiet = quietOf(page);
    await page.goto(PLANNED);
    await expect(page.getByText(plans.manageBonus.for)).toBeVisible();
    await quiet();
    const loads = countLoads(page);
    await page.route(lost(), (route) => route.abort('connectionfailed'));
    await russian(page).click();
    await expect(toastOf(page)).toBeVisible();
    await expect(page.getByText(plans.manageBonus.for)).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: pages.manageBonus })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'uz');
    expect(await page.evaluate(() => localStorage.getItem('language'))).toBe('uz');
    await page.unroute(lost());
    await russian(page).click();
    await expect(page.getByText(plansRu.manageBonus.for)).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    expect(loads()).toBe(0);
  });
}

for (const [what, source] of [
  ['the code of a page', 'src/pages/notBuilt/NotBuiltPage.tsx'],
  ['a text of a page', 'locales/uz/plans/contracts.json'],
  ['a text of the shell', 'locales/uz/shell.json'],
  ['a text of every screen', 'locales/uz/common.json'],
  ['the screen of a person', 'src/app/Inside.tsx'],
] as const) {
  test(`${what} that fails at the first load is shown, and can be retried`, async ({ page }) => {
    const address = built(source);
    const loads = countLoads(page);
    await page.route(address, (route) => route.abort('connectionfailed'));
    await page.goto(PLANNED);
    const said = page.getByText(errors.page.missingText);
    await expect(said).toBeVisible();
    await expect(page.getByRole('main')).toContainText(errors.page.missing);
    await expect(page).toHaveTitle(`${errors.page.missing} · Idora`);
    // the server answers: it may be another release, for which the app is reloaded once
    await page.waitForTimeout(1_500);
    await expect(said).toBeVisible();
    expect(loads()).toBeLessThanOrEqual(2);
    await page.unroute(address);
    await page.getByRole('button', { name: errors.page.retry }).click();
    await expect(page.getByText(plans.manageBonus.for)).toBeVisible();
    await expect(page).toHaveTitle(`${pages.manageBonus} · Idora`);
    // the failure of a file that the app starts with lasts as long as the page
    expect(loads()).toBeLessThanOrEqual(3);
  });
}

test('a page that fails to load on a navigation inside shows the same error', async ({ page }) => {
  await page.goto(PLANNED);
  await expect(page.getByText(plans.manageBonus.for)).toBeVisible();
  await page.route('**/config.json', (route) => route.abort('connectionfailed'));
  await page.route(built('src/pages/profile/ProfilePage.tsx'), (route) => route.abort('connectionfailed'));
  await page.getByRole('button', { name: shell.account.label.replace('{{name}}', '') }).click();
  await page.getByRole('link', { name: shell.account.profile }).click();
  await expect(page.getByText(errors.comes)).toBeVisible();
  await expect(page).toHaveTitle(`${errors.page.missing} · Idora`);
  await expect(page.getByRole('button', { name: errors.page.retry })).toBeVisible();
});

test('a toast lasts 2500 ms, is held on hover and on focus, gives the focus back and stays in the bell', async ({
  page,
}) => {
  await page.goto(PLANNED);
  await expect(page.getByText(plans.manageBonus.for)).toBeVisible();
  await page.route(built('locales/ru/plans/contracts.json'), (route) => route.abort('connectionfailed'));
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
  await page.getByRole('button', { name: notices.told }).click();
  await expect(page.locator('.bell-entry')).toHaveCount(2);
});

test('the bell that is opened before the announcements are read stays open', async ({ page }) => {
  const announcements = await Gate.at(page, announcementMine);
  await page.goto(PLANNED);
  await page.getByRole('button', { name: shell.bell.label }).click();
  const panel = page.getByRole('dialog', { name: shell.bell.label });
  await expect(panel).toBeVisible();
  const read = page.waitForResponse((response) => response.url().includes(announcementMine.path));
  await announcements.release();
  await read;
  // as long as the page takes to draw what it was answered
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 300))));
  await expect(panel).toBeVisible();
});

test('a page without chrome has a heading, a main part, the search, and the focus comes and goes', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: pages.home })).toBeVisible();
  await page.evaluate(() => {
    new MutationObserver((changes) => {
      const bar = changes.some((one) =>
        [...one.addedNodes].some((node) => node instanceof Element && node.matches('.navigation-bar')),
      );
      if (bar) document.body.dataset.bar = 'seen';
    }).observe(document.body, { childList: true, subtree: true });
    window.history.pushState(null, '', '/re-sale/resale-info-levy');
  });
  const heading = page.getByRole('heading', { level: 1, name: pages.resaleInfoLevy });
  await expect(heading).toBeFocused();
  await expect(page.locator('body')).toHaveAttribute('data-bar', 'seen');
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.locator('#sidebar')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.context().setOffline(true);
  await expect(page.getByText(shell.offline.text)).toBeVisible();
  await page.context().setOffline(false);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: pages.home })).toBeFocused();
});

test('the row whose star is pressed stays where it is', async ({ page }) => {
  const menu = new Menu(page);
  const press = async (id: 'testQuestions' | 'myTestResults', on: boolean) => {
    const row = menu.nav.locator('.sidebar-children .with-star', { hasText: pages[id] });
    const star = row.getByRole('button');
    await star.hover();
    const top = () => row.evaluate((element) => element.getBoundingClientRect().top);
    const before = await top();
    await star.click();
    await expect(star).toHaveAttribute('aria-pressed', String(on));
    expect(Math.abs((await top()) - before), `${id}, ${on}`).toBeLessThan(1);
  };
  // a menu that has to scroll and one that has not
  for (const height of [420, 900]) {
    await page.setViewportSize({ width: 1440, height });
    await page.goto(TESTS);
    await press('testQuestions', true);
    await press('myTestResults', true);
    await press('testQuestions', false);
    await press('myTestResults', false);
  }
});

test('the day and the month of practice stand in the account menu, which a narrow window holds', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => localStorage.setItem('fontSize', '24'));
  await page.goto('/');
  await page.locator('.account-button').click();
  await expect(page.getByTestId('practice')).toContainText('21');
  await expect(page.getByTestId('practice')).toContainText('2026');
  const { left, right, wide } = await page.locator('.flyout').evaluate((flyout) => {
    const box = flyout.getBoundingClientRect();
    return { left: box.left, right: box.right, wide: document.documentElement.scrollWidth };
  });
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(390);
  expect(wide).toBe(390);
});

test('a list that is loading shows no figures', async ({ page }) => {
  await page.route('**/act_of_count/index**', () => {});
  await page.goto('/repositories/act-of-counting');
  await expect(page.locator('.skeleton')).toBeVisible();
  await expect(page.locator('.filter-chip').first()).toHaveText('Hammasi');
  await expect(page.locator('.page-foot > .num')).toHaveText('');
});

test.describe('the drawer', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('back closes it, also after a reload and after a navigation forward', async ({ page }) => {
    await page.goto('/');
    await page.goto(PLANNED);
    const menu = new Menu(page);
    await menu.openButton.click();
    await expect(menu.backdrop).toBeVisible();
    await page.reload();
    await expect(menu.openButton).toBeVisible();
    await expect(menu.backdrop).toHaveCount(0);
    // the entry of the drawer that is gone is gone too
    await expect.poll(() => page.evaluate(() => window.history.state?.drawer ?? null)).toBeNull();

    for (const after of ['a reload', 'a way forward']) {
      await test.step(after, async () => {
        await menu.openButton.click();
        await expect(menu.backdrop).toBeVisible();
        await page.goBack();
        await expect(menu.backdrop).toHaveCount(0);
        await expect(page).toHaveURL(PLANNED);
        await page.evaluate(() => window.history.forward());
        await expect.poll(() => page.evaluate(() => window.history.state?.drawer ?? null)).toBeNull();
      });
    }
    await page.goBack();
    await expect(page).toHaveURL('/');
  });

  test('large letters stay in it', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('fontSize', '24'));
    await page.goto(PLANNED);
    const menu = new Menu(page);
    await menu.openButton.click();
    await expect(menu.backdrop).toBeVisible();
    const outside = await menu.root.evaluate((root) => {
      const edge = root.getBoundingClientRect();
      const find = root.querySelector('.sidebar-find')?.getBoundingClientRect() ?? edge;
      const within = (box: DOMRect, frame: DOMRect) =>
        box.left >= frame.left && box.right <= frame.right && box.top >= frame.top && box.bottom <= frame.bottom;
      return [...root.querySelectorAll('.version, .font-range, .sidebar-find, .kbd')]
        .filter((one) => !within(one.getBoundingClientRect(), one.matches('.sidebar-find .kbd') ? find : edge))
        .map((one) => one.className);
    });
    expect(outside).toEqual([]);
  });

  test('the focus goes round in it', async ({ page }) => {
    await page.goto(PLANNED);
    const menu = new Menu(page);
    await menu.openButton.click();
    await expect(menu.backdrop).toBeVisible();
    const where = () => page.evaluate(() => document.activeElement?.closest('#sidebar, .backdrop') !== null);
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let press = 0; press < 30; press += 1) {
        await page.keyboard.press(key);
        expect(await where(), `${key} ${press}`).toBe(true);
      }
    }
    await expect(page.locator('.skip-link')).toHaveAttribute('inert', '');
  });

  test('a finger over a table opens it where the table is scrolled to its left end, and from the edge', async ({
    page,
  }) => {
    await TestAct.of(branch);
    await page.addInitScript(() => localStorage.setItem('fontSize', '24'));
    await page.goto('/repositories/act-of-counting');
    const table = page.locator('.table-scroll');
    await expect(table.locator('tbody tr').first()).toBeVisible();
    // all columns, so that the table scrolls sideways
    await page.getByTestId('list-whole').click();
    const menu = new Menu(page);
    const left = (to: number) => table.evaluate((element, x) => element.scrollTo(x, 0), to);
    expect(await table.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeGreaterThan(30);

    await left(30);
    await menu.swipe(150, 300);
    await expect(menu.backdrop).toHaveCount(0);
    await left(30);
    await menu.swipe(10, 160);
    await expect(menu.backdrop).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu.backdrop).toHaveCount(0);
    await left(0);
    await menu.swipe(150, 300);
    await expect(menu.backdrop).toBeVisible();
  });
});
