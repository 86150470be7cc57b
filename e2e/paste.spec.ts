/** A pasted list in a real browser: a thousand lines, a file of Excel, what is copied back, and axe over the dialog. */
import { expect, type Page } from '@playwright/test';
import writeExcelFile from 'write-excel-file/node';
import { BY_TAGS, violations } from './harness/axe.ts';
import { api, type Branch, signIn, test } from './harness/control.ts';
import { INVOICE_PATH, PastePage, texts } from './pages/pastePage.ts';

const HEAD = ['№', 'Артикул', 'Наименование товара', 'Кол-во', 'Цена, сум', 'Сумма'];
const LINES = 1000;

/** Every seventh product is unknown, every eleventh count is no whole number. */
const isGood = (at: number) => at % 7 !== 3 && at % 11 !== 4;
const goods = Array.from({ length: LINES }, (_, at) => at).filter(isGood).length;
const cellsOf = (at: number): (string | number)[] => [
  at + 1,
  at % 7 === 3 ? `YOQ-${at}` : `SKU-${(at % 12) + 1}`,
  `Товар поставщика ${at}`,
  at % 11 === 4 ? '2,5' : (at % 9) + 1,
  '125 000,00',
  `${((at % 9) + 1) * 125} 000,00`,
];
const LIST = [HEAD, ...Array.from({ length: LINES }, (_, at) => cellsOf(at))].map((row) => row.join('\t')).join('\n');

async function open(page: Page, branch: Branch, language: 'uz' | 'ru' = 'uz'): Promise<PastePage> {
  const made = await api(branch.people.purchaser, 'POST', '/product_invoice/create', {
    partner_id: 1,
    invoice_date: '2026-11-20',
    number_invoice: `L-${branch.organizationId}`,
    warehouse_list_id: branch.warehouseId,
  });
  await signIn(page.context(), branch.people.purchaser, language);
  await page.goto(`${INVOICE_PATH}/${made.body.data.id}`);
  await page.getByTestId('lines-paste').waitFor();
  return new PastePage(page);
}

test('a thousand lines: the good ones are added, the rest is copied back', async ({ page, branch, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const paste = await open(page, branch);
  await paste.pasteOnPage(LIST);
  await paste.lines.first().waitFor();
  // only those in sight are in the document
  expect(await paste.lines.count()).toBeLessThan(60);
  // and of a bad line only the button of its choice
  await expect(page.locator('.paste-table .bp6-popover-target')).toHaveCount(0);
  const worst = await page.locator('.paste-scroll').evaluate(async (scroller) => {
    let longest = 0;
    let last = performance.now();
    for (let frame = 0; frame < 60; frame += 1) {
      scroller.scrollTop += 400;
      await new Promise(requestAnimationFrame);
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }
    return longest;
  });
  console.info(`longest frame while scrolling: ${worst.toFixed(0)} ms`);
  await paste.press('add');
  await expect(page.getByTestId('paste-done')).toContainText(String(goods));
  await paste.press('copy');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n')).toHaveLength(LINES - goods + 1);
  expect(copied.split('\n')[0]).toBe(HEAD.join('\t'));
  await paste.press('close');
  await expect(paste.dialog).toHaveCount(0);
  await expect(page.getByTestId('invoice')).toContainText(String(goods));
});

test('a file of Excel and a text of an old program are read', async ({ page, branch }) => {
  const paste = await open(page, branch);
  await paste.openEmpty();
  const rows = [HEAD, cellsOf(0), cellsOf(1), cellsOf(3)];
  const sheet = await writeExcelFile(rows.map((row) => row.map((value) => ({ value })))).toBuffer();
  await paste.chooseFile('royxat.xlsx', sheet);
  await paste.expectLines(2, 3);
  await paste.press('close');
  await paste.openEmpty();
  // «Артикул;Кол-во;Цена» in the code page of Windows
  const words = Buffer.from('c0f0f2e8eaf3eb3bcaeeeb2de2ee3bd6e5ede00d0a', 'hex');
  await paste.chooseFile(
    'old.csv',
    Buffer.concat([words, Buffer.from('SKU-1;5,000;12500,00\r\nSKU-2;2,000;700,00\r\n')]),
  );
  await paste.expectLines(2, 2);
  await expect(paste.line(2)).toContainText('62\u202f500');
});

test('a product is chosen by the keyboard alone', async ({ page, branch }) => {
  const paste = await open(page, branch);
  await paste.pasteOnPage(`${HEAD.join('\t')}\n${cellsOf(3).join('\t')}\n${cellsOf(10).join('\t')}`);
  await paste.expectLines(0, 2);
  const search = page.getByPlaceholder(texts.common.search);
  for (const [key, line] of [
    ['Enter', 2],
    ['ArrowDown', 3],
  ] as const) {
    await paste.choice(line).focus();
    await page.keyboard.press(key);
    await expect(search).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(search).toHaveCount(0);
    // the list is closed, the dialog is not
    await expect(paste.choice(line)).toBeFocused();
    await page.keyboard.press('Enter');
    await search.fill('Tovar 3');
    await page.getByRole('option', { name: 'Tovar 3' }).first().waitFor();
    await page.keyboard.press('Enter');
    await expect(paste.count(line)).toBeFocused();
  }
  await paste.expectLines(2, 2);
});

for (const language of ['uz', 'ru'] as const) {
  test(`axe finds nothing in the dialog, ${language}`, async ({ page, branch }) => {
    const paste = await open(page, branch, language);
    const clean = async (name: string) => {
      expect(await violations(page, BY_TAGS, '.bp6-dialog'), name).toEqual([]);
    };
    await paste.openEmpty();
    await page.locator('.bp6-dialog').waitFor();
    await clean('entry');
    await paste.read(LIST);
    await paste.lines.first().waitFor();
    await clean('preview');
  });
}
