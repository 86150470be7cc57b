/** The window of an invoice as a place to work in: what is in sight, how far one key leads, what is named by its line. */
import { expect, type Locator, type Page } from '@playwright/test';
import { formatNumber } from '../contract/figures.ts';
import invoice from '../locales/uz/invoice.json' with { type: 'json' };
import { api, type Branch, signIn, test } from './harness/control.ts';
import { dress } from './harness/everyPage.ts';
import { lineBody, TestInvoice } from './harness/testInvoice.ts';
import { InvoiceWindow } from './pages/invoiceWindow.ts';

const PHONE = 11;

async function open(page: Page, branch: Branch, lines: Parameters<typeof TestInvoice.of>[1] = []) {
  const made = await TestInvoice.of(branch, lines);
  await signIn(page.context(), branch.people.director);
  const window = new InvoiceWindow(page);
  await window.open(made.id);
  return { window, made };
}

test('the head names each value, with the rate of the lines; the foot adds them up', async ({ page, branch }) => {
  const inDollars = { currency_id: 2, value: 10.5, count: 3, currency_change: 12_000 };
  const { window, made } = await open(page, branch, [
    lineBody(1, { value: 100_000, count: 2 }),
    lineBody(2, inDollars),
  ]);
  const head = page.getByTestId('invoice-head').locator(':scope > div');
  const { number_invoice: number, partner } = await made.read();
  const facts = new Map(
    await head.evaluateAll((all) =>
      all.map((one) => [one.querySelector('dt')?.textContent, one.querySelector('dd')?.textContent] as const),
    ),
  );
  expect(facts.get(invoice.head.partner)).toBe(partner);
  expect(facts.get(invoice.head.number)).toBe(number);
  expect(facts.get(invoice.head.date)).toBe('20.11.2026');
  expect(facts.get(invoice.head.rate)).toBe('1 USD = 12\u202f000 soʻm');
  await expect(page.locator('.header .rail > i')).toHaveCount(3);
  await expect(page.locator('.step-bar')).toHaveCount(0);

  // under the column that they sum
  const endOf = (cell: Locator) => cell.evaluate((one) => Math.round(one.getBoundingClientRect().right));
  const columnOfSums = page.locator('.lines').getByRole('columnheader', { name: invoice.lines.sum, exact: true });
  expect(await endOf(page.getByTestId('sums'))).toBe(await endOf(columnOfSums));

  // without room beside the buttons names go to a second line, whole
  const cut = () =>
    page
      .locator('.head-facts .cut')
      .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
  await page.setViewportSize({ width: 1310, height: 900 });
  expect(await cut()).toBe(0);

  await expect(page.getByTestId('sums')).toHaveText('200\u202f000\u00a0soʻm + 31,50\u00a0USD');
  const lines = await made.lines();
  const selling = lines.reduce((sum, line) => sum + line.count * line.selling_price, 0);
  await expect(page.getByTestId('foot-selling')).toHaveText(formatNumber(selling));
  // what is typed counts before it is saved
  await page.route(/\/input_product\/update/, (route) => route.abort());
  await window.type(0, 'count', '4');
  await expect(page.getByTestId('foot-units')).toHaveText('7');
  await expect(page.getByTestId('sums')).toContainText('400\u202f000');
});

test('twenty lines and more in a window of 900 px', async ({ page, branch }) => {
  const { window } = await open(
    page,
    branch,
    Array.from({ length: 26 }, (_, at) => lineBody((at % 10) + 1)),
  );
  await expect(window.rows.first()).toBeVisible();
  await expect(page.getByTestId('price-strip')).toBeVisible();
  const whole = () =>
    window.grid.evaluate((grid) => {
      const [first, last] = ['thead th', 'tfoot td'].map((part) => grid.querySelector(part)?.getBoundingClientRect());
      const rows = [...grid.querySelectorAll('tbody tr[data-line]')].map((row) => row.getBoundingClientRect());
      return rows.filter(({ top, bottom }) => top >= (first?.bottom ?? 0) - 1 && bottom <= (last?.top ?? 0) + 1).length;
    });
  expect(await whole()).toBeGreaterThanOrEqual(20);
  // also while errors are listed below them
  for (const at of [4, 10]) await window.type(at, 'count', '0');
  await expect(page.getByTestId('line-faults').getByRole('listitem')).toHaveCount(2);
  expect(await whole()).toBeGreaterThanOrEqual(20);
  // the number stands whole beside its sign
  const cut = (at: number) =>
    window
      .row(at)
      .locator('td')
      .first()
      .evaluate((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return range.getBoundingClientRect().right - cell.getBoundingClientRect().right;
      });
  expect(await cut(10)).toBeLessThanOrEqual(0);
});

test('goods are searched over the lines, one key away', async ({ page, branch }) => {
  const { window } = await open(page, branch, [lineBody(1), lineBody(2)]);
  const field = page.getByTestId('line-add');
  const above = async () => {
    const [box, grid] = [await field.boundingBox(), await window.grid.boundingBox()];
    return (box?.y ?? 0) + (box?.height ?? 0) <= (grid?.y ?? 0);
  };
  expect(await above()).toBe(true);
  await window.cell(1, 'value').click();
  await expect(window.grid).toBeFocused();
  await page.keyboard.press('F4');
  await expect(field).toBeFocused();
  // the list falls over the lines, not out of the window
  await field.fill('SKU-3');
  await expect(page.locator('.add-line-found').getByRole('option')).toHaveCount(1);
  await expect(page.locator('.add-line-found')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(window.rows).toHaveCount(3);
  // an open cell keeps what was typed
  await window.cell(0, 'count').click();
  await page.keyboard.type('9');
  await page.keyboard.press('F4');
  await expect(window.cell(0, 'count')).toHaveText('9');
  await expect(field).toBeFocused();
});

test('who only reads has no empty row over the lines, and a mark that is saved does not move them', async ({
  page,
  branch,
}) => {
  const made = await TestInvoice.of(branch, [lineBody(1), lineBody(2)]);
  await api(made.director, 'PUT', `/product_invoice/send_for_confirmation/${made.id}`, { value: true });
  await signIn(page.context(), branch.people.director);
  const window = new InvoiceWindow(page);
  await window.open(made.id);
  const bar = page.locator('.lines-bar');
  const height = () => bar.evaluate((element) => element.getBoundingClientRect().height);
  await expect(window.rows).toHaveCount(2);
  expect(await height()).toBeLessThanOrEqual(1);

  // its keys are in the sheet of all keys
  await page.locator('h1').focus();
  await page.keyboard.press('?');
  await expect(page.getByTestId('keys').getByRole('heading', { name: invoice.keys.title, exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await bar.evaluate((element) => {
    new ResizeObserver(() => {
      const tallest = Math.max(Number(element.dataset.tallest ?? 0), element.getBoundingClientRect().height);
      element.dataset.tallest = String(tallest);
    }).observe(element);
  });
  const saved = page.waitForResponse(/\/input_product\//);
  await window.row(0).getByRole('checkbox').click({ force: true });
  expect((await saved).ok()).toBe(true);
  await expect(window.row(0).getByRole('checkbox')).toBeChecked();
  expect(Number(await bar.getAttribute('data-tallest'))).toBeLessThanOrEqual(1);
});

test('errors are marked in their cells, listed by name, and a chip leads to each', async ({ page, branch }) => {
  const { window, made } = await open(page, branch, [
    ...Array.from({ length: 24 }, (_, at) => lineBody((at % 10) + 1)),
    lineBody(PHONE, { count: 2 }),
  ]);
  const titles = (await made.lines()).map(({ product_variant }) => product_variant.product_variant_title);
  const chip = (kind: string) => page.locator(`[data-problem="${kind}"]`);
  const list = page.getByTestId('line-faults').getByRole('listitem');
  await expect(list).toHaveCount(0);
  await expect(chip('errors')).toHaveCount(0);
  await window.type(1, 'count', '0');
  await window.type(3, 'no_cash', '0');
  await window.clear(5, 'value');
  await expect(window.cell(1, 'count')).toHaveAttribute('aria-invalid', 'true');
  await expect(window.cell(5, 'value')).not.toHaveAttribute('aria-invalid', 'true');
  await expect(list).toHaveCount(2);
  await expect(list.nth(0)).toContainText(titles[1] ?? '');
  await expect(list.nth(0)).toContainText(invoice.problems.zero.count);
  await expect(list.nth(1)).toContainText(titles[3] ?? '');
  await expect(list.nth(1)).toContainText(invoice.problems.zero.no_cash);
  await expect(chip('errors')).toContainText('2');
  await expect(chip('empty')).toContainText('1');
  await expect(page.getByTestId('lines-foot')).toContainText(invoice.foot.leftOut_other.replace('{{figure}}', '3'));

  const cursor = () => window.grid.getAttribute('aria-activedescendant');
  const idOf = (at: number, field: 'count' | 'no_cash') => window.cell(at, field).getAttribute('id');
  await window.cell(2, 'value').click();
  await chip('errors').click();
  await expect(window.grid).toBeFocused();
  expect(await cursor()).toBe(await idOf(3, 'no_cash'));
  await chip('errors').click();
  expect(await cursor()).toBe(await idOf(1, 'count'));
  // its name leads there as well, and what is written is taken
  await list.nth(1).getByRole('button', { name: invoice.lines.full.no_cash }).click();
  await page.keyboard.type('80\n');
  await expect(list).toHaveCount(1);

  // far below: it is scrolled to
  await chip('serials').click();
  const serials = page.locator('[data-field="serials"].here');
  await expect(serials).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('serial-desk')).toBeVisible();
});

test('what a chip leads to is seen whole, over the foot and between the columns that stay, with the largest letters too', async ({
  page,
  branch,
}) => {
  const { window } = await open(page, branch, [
    ...Array.from({ length: 24 }, (_, at) => lineBody((at % 10) + 1)),
    lineBody(PHONE, { count: 2 }),
  ]);
  const chip = page.locator('[data-problem="serials"]');
  /** How far the cell under the cursor lies out of the part of the grid in which columns and rows move. */
  const beyond = () =>
    window.grid.evaluate((grid) => {
      const box = (grid.parentElement ?? grid).getBoundingClientRect();
      const cell = grid.querySelector('td.here')?.getBoundingClientRect();
      // its cells stay at the bottom, not the foot around them
      const foot = grid.querySelector('tfoot td')?.getBoundingClientRect();
      if (cell === undefined || foot === undefined) return Number.NaN;
      return Math.max(0, box.left - cell.left, cell.right - box.right, cell.bottom - Math.min(foot.top, box.bottom));
    });
  for (const [letters, width] of [
    ['28', 1440],
    ['28', 1024],
    ['16', 1024],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await dress(page, { fontSize: Number(letters) });
    await window.cell(0, 'value').click();
    await chip.click();
    await expect(page.locator('[data-field="serials"].here')).toBeInViewport();
    await expect.poll(beyond, `${letters} px, ${width}`).toBeLessThanOrEqual(1);
  }
});

test('the price is a chain of its factors in one line, the one that is typed marked', async ({ page, branch }) => {
  const { window } = await open(page, branch, [
    lineBody(1, { value: 100_000, no_cash: 80, additional: 10, other_additional: 500 }),
  ]);
  const factors = page.getByTestId('price-steps').getByRole('listitem');
  await window.cell(0, 'additional').click();
  await expect(page.locator('.factor.here')).toContainText(invoice.price.additional);
  await expect(factors).toContainText([/100\u202f000/, /÷80/, /\+10/, /\+500/, /=138\u202f000/, /→140\u202f000/]);
  const tops = await factors.evaluateAll((all) => new Set(all.map((one) => one.getBoundingClientRect().top)).size);
  expect(tops).toBe(1);
  await page.keyboard.type('20');
  await expect(page.getByTestId('rule-price')).toHaveText('150\u202f000');
});

test('a head with everything in it covers none of its buttons', async ({ page, branch }) => {
  const made = await TestInvoice.of(branch, [lineBody(1, { currency_id: 2, value: 10, currency_change: 12_000 })]);
  await made.changeHead({ comment: 'Kuzgi kirim, ikkinchi yarmi omborchi kelgach qabul qilinadi, qolgani keyin' });
  await api(made.director, 'PUT', `/product_invoice/send_for_confirmation/${made.id}`, { value: true });
  await signIn(page.context(), branch.people.director);
  const window = new InvoiceWindow(page);
  await window.open(made.id);
  const buttons = ['head-edit', 'invoice-side', 'invoice-print', 'invoice-more', 'invoice-next'];
  for (const width of [1440, 1200, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByTestId('invoice-more')).toBeVisible();
    for (const id of buttons)
      if ((await page.getByTestId(id).count()) > 0) await page.getByTestId(id).click({ trial: true });
  }
});
