/**
 * The line grid under quick hands: what is typed lands on its line and what is scanned is found, however slow the server
 * answers; what is typed and not entered outlives a reload.
 */
import { expect, type Page } from '@playwright/test';
import invoice from '../locales/uz/invoice.json' with { type: 'json' };
import { type Branch, barcodeOf, signIn, test } from './harness/control.ts';
import { lookAtLayout, settled } from './harness/layout.ts';
import { lineBody, TestInvoice } from './harness/testInvoice.ts';
import { InvoiceWindow } from './pages/invoiceWindow.ts';

const GOODS = [3, 1, 4, 2];

/** Answers of the server under a path come after a while. */
const slow = (page: Page, path: RegExp, wait: (call: number) => number) => {
  let calls = 0;
  return page.route(path, async (route) => {
    const answer = await route.fetch();
    await new Promise((done) => setTimeout(done, wait(calls++)));
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
};

async function open(page: Page, branch: Branch, lines: Parameters<typeof TestInvoice.of>[1] = []) {
  const made = await TestInvoice.of(branch, lines);
  await signIn(page.context(), branch.people.director);
  const window = new InvoiceWindow(page);
  await window.open(made.id);
  return { window, made };
}

/** Codes as a scanner types them: the whole at once and Enter after it. */
async function scan(page: Page, codes: readonly string[], gap = 0): Promise<void> {
  await page.getByTestId('line-add').focus();
  for (const code of codes) {
    await page.keyboard.insertText(code);
    await page.keyboard.press('Enter', { delay: gap });
  }
}

/** Product, price and count of each line as the server keeps them, in its order. */
const kept = async (made: TestInvoice) =>
  (await made.lines()).map(({ product_variant, value, count }) => [product_variant.id, value, count]);

const productsIn = (window: InvoiceWindow) =>
  window.rows.evaluateAll((rows) => rows.map((row) => Number(row.getAttribute('data-product'))));

for (const { name, wait, delay } of [
  { name: 'a quick server', wait: () => 0, delay: 0 },
  { name: 'a slow one whose answers come in bursts', wait: (call: number) => (call % 3) * 150, delay: 10 },
]) {
  test(`figures typed down the columns land on their goods: ${name}`, async ({ page, branch }) => {
    const { window, made } = await open(page, branch);
    await slow(page, /\/input_product\//, wait);
    await scan(page, GOODS.map(barcodeOf));
    await expect(window.rows).toHaveCount(GOODS.length);
    await window.cell(0, 'count').click();
    await page.keyboard.type('10\n20\n30\n40\n', { delay });
    // prices from the last line up: lines are saved in another order than they stand
    await window.cell(3, 'value').click();
    for (const value of [4000, 3000, 2000, 1000]) {
      await page.keyboard.type(String(value), { delay });
      await page.keyboard.press('ArrowUp');
    }
    // again, while the first ones are being looked up
    await window.cell(0, 'count').click();
    await page.keyboard.type('11\n21\n31\n41\n', { delay });
    await window.expectSaved();
    const wanted = GOODS.map((id, at) => [id, (at + 1) * 1000, (at + 1) * 10 + 1]);
    expect(await kept(made)).toEqual(wanted);
    expect(await productsIn(window)).toEqual(GOODS);
    await window.reload();
    await expect(window.rows).toHaveCount(GOODS.length);
    expect(await productsIn(window)).toEqual(GOODS);
  });
}

for (const gap of [0, 100]) {
  test(`fifty codes ${gap} ms apart are all found`, async ({ page, branch }) => {
    test.slow();
    const { window } = await open(page, branch);
    await slow(page, /\/product_variant\//, () => (gap === 0 ? 300 : 150));
    const codes = Array.from({ length: 50 }, (_, at) => barcodeOf((at % 10) + 1));
    codes.splice(7, 0, 'YOʻQ-1');
    await scan(page, codes, gap);
    await expect(page.getByTestId('codes-waiting')).toBeEmpty({ timeout: 60_000 });
    expect(await productsIn(window)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (let at = 0; at < 10; at += 1) await expect(window.cell(at, 'count')).toHaveText('5');
    // the unknown one is named, holds the invoice back and outlives a reload
    const unknown = page.getByTestId('codes-kept').getByRole('listitem');
    await expect(unknown).toContainText('YOʻQ-1');
    await expect(page.getByTestId('why-not')).toContainText(invoice.why.codes_one.replace('{{figure}}', '1'));
    await window.reload();
    await expect(window.rows).toHaveCount(10);
    await page.getByTestId('code-correct').click();
    await expect(page.getByTestId('line-add')).toHaveValue('YOʻQ-1');
    await expect(unknown).toHaveCount(0);
    await page.getByTestId('line-add').fill(barcodeOf(2));
    await page.keyboard.press('Enter');
    await expect(window.cell(1, 'count')).toHaveText('6');
  });
}

test('codes that come late leave the cursor where the person types', async ({ page, branch }) => {
  const { window, made } = await open(page, branch, [lineBody(5), lineBody(6)]);
  await slow(page, /\/product_variant\//, () => 400);
  await scan(page, GOODS.map(barcodeOf));
  await window.cell(0, 'count').click();
  await page.keyboard.type('7', { delay: 0 });
  await expect(window.rows).toHaveCount(6);
  await page.keyboard.type('7\n88\n', { delay: 300 });
  await expect(window.cell(0, 'count')).toHaveText('77');
  await expect(window.cell(1, 'count')).toHaveText('88');
  // goods that somebody bought before come with their last price, and are saved as well
  await expect
    .poll(async () => (await kept(made)).slice(0, 2))
    .toEqual([
      [5, 100_000, 77],
      [6, 100_000, 88],
    ]);
});

test('a line that leaves above takes neither the open cell nor its figure along', async ({ page, branch }) => {
  const { window, made } = await open(
    page,
    branch,
    [1, 2, 3].map((id) => lineBody(id)),
  );
  await slow(page, /\/input_product\/delete/, () => 600);
  await window.remove(0);
  await window.cell(2, 'count').click();
  await page.keyboard.type('3');
  await expect(window.rows).toHaveCount(2);
  await page.keyboard.type('4\n');
  await window.expectSaved();
  expect(await kept(made)).toEqual([
    [2, 100_000, 5],
    [3, 100_000, 34],
  ]);
});

test('a figure that is typed and not entered outlives a reload', async ({ page, branch }) => {
  const { window, made } = await open(page, branch, [lineBody(1), lineBody(2)]);
  await window.cell(1, 'count').click();
  await page.keyboard.type('17');
  await window.reload();
  await expect(window.cell(1, 'count')).toHaveText('17');
  await window.expectSaved();
  expect(await kept(made)).toEqual([
    [1, 100_000, 5],
    [2, 100_000, 17],
  ]);
});

const inDollars = { currency_id: 2, currency_change: 12_000, value: 99.99, count: 13 };

test('a line in dollars shows its currency before the list of currencies is loaded, and without it', async ({
  page,
  branch,
}) => {
  await page.route(/\/currency\/get_all/, (route) => route.abort());
  const { window } = await open(page, branch, [lineBody(1), lineBody(2, inDollars)]);
  await expect(window.row(1).locator('td').nth(1)).toHaveText('USD');
  await expect(window.row(0).locator('td').nth(1)).toHaveText('UZS');
  await expect(window.cell(1, 'value')).toHaveText('99,99');
  await expect(window.row(1).locator('[data-field="currency_change"]')).toHaveText('12\u202f000');
  await expect(window.row(1)).toContainText('1\u202f299,87');
  await window.cell(1, 'value').click();
  const factors = page.getByTestId('price-steps').getByRole('listitem');
  await expect(factors.nth(0)).toContainText('99,99 USD');
  await expect(factors.nth(1)).toContainText('×12\u202f000');
});

test('a figure pasted into a cell is read as in a list, its currency with it', async ({ page, branch }) => {
  const { window, made } = await open(page, branch, [lineBody(1), lineBody(2, inDollars)]);
  await expect(window.row(1).getByRole('combobox')).toHaveValue('2');
  for (const [text, shown] of [
    ['1,250', '1\u202f250,00'],
    ['1.250,50', '1\u202f250,50'],
    ['1,250.75', '1\u202f250,75'],
    ['$ 99', '99,00'],
  ] as const) {
    await window.cell(1, 'value').click();
    await window.paste(text);
    await expect(window.cell(1, 'value')).toHaveText(shown);
  }
  await window.cell(1, 'count').click();
  await window.paste('2 шт');
  await expect(window.cell(1, 'count')).toHaveText('2');
  await window.cell(0, 'value').click();
  await window.paste('US$ 5');
  await expect(window.row(0).getByRole('combobox')).toHaveValue('2');
  await window.expectSaved();
  expect(await kept(made)).toEqual([
    [1, 5, 5],
    [2, 99, 2],
  ]);
});

for (const { letters, width } of [
  { letters: 16, width: 1024 },
  { letters: 16, width: 390 },
  { letters: 28, width: 1024 },
  { letters: 28, width: 390 },
])
  test(`a column comes and goes as a whole: ${letters} px, ${width} wide`, async ({ page, branch }) => {
    const lines = [lineBody(1, { value: 2_412_000, count: 12 })];
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript((size) => localStorage.setItem('fontSize', String(size)), letters);
    const { window } = await open(page, branch, lines);
    await expect(window.rows).toHaveCount(1);
    const grid = page.locator('.line-grid');
    const hidden = () =>
      window.rows
        .first()
        .locator(':scope > *')
        .evaluateAll((cells) =>
          cells
            .filter((cell) => getComputedStyle(cell).color === 'rgba(0, 0, 0, 0)')
            .map((cell) => cell.getAttribute('data-field')),
        );
    const most = await grid.evaluate((place) => place.scrollWidth - place.clientWidth);
    expect(most).toBeGreaterThan(0);
    const gone = new Set<string | null>();
    for (let from = 0; from <= most; from += Math.ceil(most / 12)) {
      await grid.evaluate((place, left) => {
        place.scrollLeft = left;
      }, from);
      await settled(page, width);
      const { faults } = await lookAtLayout(page);
      expect(faults.filter((fault) => fault.includes('cut through'))).toEqual([]);
      // one at each side at most
      expect((await hidden()).length).toBeLessThanOrEqual(2);
      for (const field of await hidden()) gone.add(field);
    }
    expect(gone.size).toBeGreaterThan(2);
    // the cursor shows the column that it comes to
    await page.locator('.line-grid [data-field="number"]').click();
    for (const field of ['product', 'currency_id', 'value', 'count', 'no_cash', 'additional', 'selling_price']) {
      await page.keyboard.press('ArrowRight');
      if (field === 'product' || field === 'currency_id') continue;
      await expect(page.locator('.line-grid .here')).toBeInViewport({ ratio: 0.95 });
      await expect.poll(hidden).not.toContain(field);
    }
  });

test('who saved the line meanwhile is named', async ({ page, branch }) => {
  const { window, made } = await open(page, branch, [lineBody(1)]);
  const [line] = await made.lines();
  if (line) await made.changeLine(line, { count: 40 });
  await window.type(0, 'count', '30');
  const conflict = page.getByRole('dialog');
  await expect(conflict.getByTestId('conflict').getByRole('columnheader').nth(2)).toContainText(
    branch.people.director.fullname,
  );
});
