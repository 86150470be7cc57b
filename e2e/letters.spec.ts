/**
 * Large and small letters on windows wide and narrow: on every kind of page the heading, the account and the rows of
 * the table can be reached, in both languages, and nothing makes the window scroll sideways.
 */
import { type Browser, expect, type Page } from '@playwright/test';
import { type CountingPerson, TestAct } from './harness/acts.ts';
import { type BranchPerson, control, signIn, test } from './harness/control.ts';

const LIST = '/repositories/act-of-counting';
const WIDTHS = [390, 1024, 1440];
const SIZES = [12, 16, 20, 24, 28];
const HEIGHT: Record<number, number> = { 390: 844, 1024: 768, 1440: 900 };

async function setLetters(page: Page, size: number): Promise<void> {
  await page.evaluate((newValue) => {
    localStorage.setItem('fontSize', newValue);
    window.dispatchEvent(new StorageEvent('storage', { key: 'fontSize', newValue }));
  }, String(size));
  await expect(page.locator('html')).toHaveCSS('font-size', `${size}px`);
}

/** What is wrong with the open page, in words. */
const faults = (page: Page) =>
  page.evaluate(async () => {
    const found: string[] = [];
    const { innerWidth, innerHeight } = window;
    const inside = ({ left, right, top, bottom }: DOMRect) =>
      left >= -0.5 && right <= innerWidth + 0.5 && top >= -0.5 && bottom <= innerHeight + 0.5;
    const words = (element: Element) => (element.textContent ?? '').trim().slice(0, 40);
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) found.push(`the window scrolls sideways: ${root.scrollWidth}`);

    const heading = document.querySelector('h1');
    if (heading === null) return ['no heading'];
    const box = heading.getBoundingClientRect();
    const letter = Number.parseFloat(getComputedStyle(heading).fontSize);
    if (!inside(box)) found.push('the heading is outside');
    if (heading.scrollWidth > heading.clientWidth + 1) found.push(`the heading is cut at ${heading.clientWidth}`);
    if (box.width < 6 * letter && box.height > 2 * letter) found.push(`the heading is ${Math.round(box.width)} wide`);

    const account = document.querySelector('.account-button')?.getBoundingClientRect();
    if (account === undefined || !inside(account)) found.push('the account is outside');

    // words that run over their own button, state, step
    for (const element of document.querySelectorAll('main :is(button, .bp6-button, .chip, .step-title, .step-event)')) {
      if (element.getClientRects().length === 0 || element.clientWidth === 0) continue;
      const over = element.scrollWidth - element.clientWidth;
      if (over > 1) found.push(`"${words(element)}" runs over by ${over}`);
    }
    // an empty overflow may be hidden at the right edge
    for (const element of document.querySelectorAll(
      'main :is(h2, h3, p, .bp6-button, .saved, .scan-field, .info-box, label, dd)',
    )) {
      if (element.closest('.table-scroll, .step-bar, .unseen') !== null) continue;
      const { left, right, width } = element.getBoundingClientRect();
      if (width > 0 && (right > innerWidth + 0.5 || left < -0.5)) found.push(`"${words(element)}" is outside`);
    }

    // what a field asks for is read whole
    const canvas = document.createElement('canvas').getContext('2d');
    for (const field of document.querySelectorAll<HTMLInputElement>('main :is(.scan-field, .matrix-search) input')) {
      if (canvas === null || field.value !== '' || field.getClientRects().length === 0) continue;
      const { fontFamily, fontSize, fontWeight } = getComputedStyle(field, '::placeholder');
      const { paddingLeft, paddingRight } = getComputedStyle(field);
      canvas.font = `${fontWeight} ${fontSize} ${fontFamily}`;
      const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      const over = canvas.measureText(field.placeholder).width - room;
      if (over > 1) found.push(`the placeholder "${field.placeholder}" is cut by ${Math.round(over)}`);
    }

    const row = document.querySelector<HTMLElement>('main .table tbody tr[tabindex="0"], main .matrix tbody tr.opens');
    if (row !== null) {
      row.scrollIntoView({ block: 'center' });
      await new Promise(requestAnimationFrame);
      const { top, bottom, left } = row.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) found.push(`the first row stands at ${top}–${bottom}`);
      const at = document.elementFromPoint(Math.max(left, 0) + 20, (top + bottom) / 2);
      if (!row.contains(at)) found.push(`the first row cannot be pressed: ${at?.className}`);
    }
    for (const scroller of document.querySelectorAll('main, main *')) scroller.scrollTop = 0;
    return found;
  });

async function walk(page: Page, name: string): Promise<void> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT[width] ?? 900 });
    for (const size of SIZES) {
      await setLetters(page, size);
      for (const one of await faults(page)) found.push(`${name}, ${width} × ${size}: ${one}`);
      if (process.env.LETTERS_PICTURES !== undefined)
        await page.screenshot({
          path: `${process.env.LETTERS_PICTURES}/${name.replaceAll(' ', '-')}-${width}-${size}.png`,
        });
    }
  }
  expect.soft(found).toEqual([]);
}

async function openAs(browser: Browser, person: BranchPerson, language: 'uz' | 'ru'): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1440, height: 900 } });
  await signIn(context, person, language);
  return context.newPage();
}

for (const language of ['uz', 'ru'] as const) {
  test(`letters from 12 to 28 in windows from 390 to 1440, ${language}`, async ({ browser }) => {
    test.setTimeout(480_000);
    const branch = await control.branch({ products: 40 });
    const { keeper, counter1, counter2 } = branch.people;
    const [first = 0, second = 0] = branch.products.map((one) => one.id);
    const act = await TestAct.of(branch, 'Yillik roʻyxatga olish, doʻkon va ombor birga');
    const counters = await act.begin(counter1, counter2);
    await act.enter(counters[0] as CountingPerson, { [first]: 3, [second]: 1 });
    await act.enter(counters[1] as CountingPerson, { [first]: 4 });

    const page = await openAs(browser, keeper, language);
    for (const [name, path, ready] of [
      ['acts', LIST, 'tbody tr'],
      ['act', `${LIST}/${act.id}`, '[data-testid=counters] tbody tr'],
      ['matrix', `${LIST}/${act.id}?view=matrix`, 'tbody tr.opens'],
      ['profile', '/profile', '.profile-session'],
      ['planned', '/contract-settings/manage-bonus', '.not-built-title'],
      ['home', '/', '.version-entry'],
    ] as const) {
      await test.step(name, async () => {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(path);
        await page.locator(ready).first().waitFor();
        await walk(page, `${name} ${language}`);
      });
    }
    await page.context().close();

    const desk = await openAs(browser, counter1, language);
    await desk.goto(`${LIST}/${act.id}/counters/${counters[0]?.id}`);
    await desk.getByTestId('scan').waitFor();
    await walk(desk, `counting ${language}`);
    await desk.context().close();
  });
}

test('a counter named by a whole name: its crumbs keep their first letters, its screen fits a narrow window', async ({
  browser,
}) => {
  const branch = await control.branch({ products: 3 });
  const { counter1 } = branch.people;
  const act = await TestAct.of(branch);
  const title = 'Abdurahmonova Dilshodaxon Shavkatjon qizi';
  const [counter] = await act.beginAs([[counter1, title]]);
  const page = await openAs(browser, counter1, 'uz');
  await page.goto(`${LIST}/${act.id}/counters/${counter?.id}`);
  await page.getByTestId('scan').waitFor();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(title);
  for (const crumb of await page.locator('.crumb').all()) {
    const { width, letter } = await crumb.evaluate((element) => ({
      width: element.clientWidth,
      letter: Number.parseFloat(getComputedStyle(element).fontSize),
    }));
    expect(width).toBeGreaterThanOrEqual(2.5 * letter);
    await expect(crumb).toHaveAttribute('title', (await crumb.textContent()) ?? '');
  }

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faults(page)).toEqual([]);
  // what to do is read whole, and what is not sent yet stays within the window
  const field = page.getByTestId('scan');
  const room = await field.evaluate((input) => {
    const canvas = document.createElement('canvas').getContext('2d');
    const { fontFamily, fontSize } = getComputedStyle(input, '::placeholder');
    if (canvas === null || !(input instanceof HTMLInputElement)) return -1;
    canvas.font = `${fontSize} ${fontFamily}`;
    return input.clientWidth - canvas.measureText(input.placeholder).width;
  });
  expect(room).toBeGreaterThanOrEqual(0);
  await page.context().setOffline(true);
  await field.fill('4780000000001');
  await field.press('Enter');
  await expect(page.locator('.saved .queued')).toBeVisible();
  const right = await page.locator('.saved').evaluate((sign) => sign.getBoundingClientRect().right);
  expect(right).toBeLessThanOrEqual(390 - 8);
  await page.context().close();
});

test('names over the columns of counts stand in one line, whole where they are as short as most', async ({
  browser,
}) => {
  const branch = await control.branch({ products: 3 });
  const { keeper, counter1, counter2 } = branch.people;
  const act = await TestAct.of(branch);
  await act.begin(counter1, counter2);
  const page = await openAs(browser, keeper, 'uz');
  const named = new Map([
    [counter1.fullname, 'Karimov Bekzod Alisher oʻgʻli'],
    [counter2.fullname, 'Abdurahmonova Dilshodaxon Shavkatjon qizi'],
  ]);
  await page.route('**/computing_act_user/index/*', async (route) => {
    let body = await (await route.fetch()).text();
    for (const [one, other] of named) body = body.replaceAll(one, other);
    await route.fulfill({ contentType: 'application/json', body });
  });
  const names = page.getByTestId('matrix').locator('.counter-name');
  // a phone shows the pane alone
  for (const row of ['', `&row=${branch.products[0]?.id}`])
    for (const width of row === '' ? WIDTHS : [1440]) {
      await page.setViewportSize({ width, height: HEIGHT[width] ?? 900 });
      await page.goto(`${LIST}/${act.id}?view=matrix${row}`);
      await page.locator('tbody tr.opens').first().waitFor();
      const seen = await names.evaluateAll((all) =>
        all.map((name) => {
          const range = document.createRange();
          range.selectNodeContents(name);
          const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
          return { words: name.textContent, lines: tops.size, cut: name.scrollWidth > name.clientWidth };
        }),
      );
      expect(seen, `${width} wide ${row}`).toEqual([
        { words: 'Bekzod', lines: 1, cut: false },
        { words: 'Dilshodaxon', lines: 1, cut: true },
      ]);
    }
  await page.context().close();
});

test('what lasts less than a minute has just begun, and an act that ended uncounted has no figures', async ({
  browser,
}) => {
  const branch = await control.branch({ products: 3 });
  const { keeper, counter1 } = branch.people;
  const act = await TestAct.of(branch);
  await act.begin(counter1);
  const page = await openAs(browser, keeper, 'ru');
  await page.goto(`${LIST}/${act.id}`);
  await expect(page.locator('.step.here .step-note')).toHaveText('только что');
  await act.cancel(keeper, 'Sana notoʻgʻri');
  await page.goto(LIST);
  const cells = page.locator('tbody tr').first().locator('td');
  await expect(cells.filter({ hasText: /^—/ })).toHaveCount(2);
  await expect(cells.filter({ hasText: /^0$/ })).toHaveCount(0);
  await page.context().close();
});
