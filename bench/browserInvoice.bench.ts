/**
 * An invoice of a thousand lines in a real browser: its grid scrolled, walked through, typed in while the price follows, a
 * product searched; and a pasted list of a thousand lines, every seventh of an unknown product, looked through and put
 * right. No task of a keystroke or of scrolling over 50 ms, at most 100 rows in the document. Needs the build
 * (`npm run build`).
 */
import { invoiceCreate } from '../contract/invoices/heads.ts';
import { lineCreateMany } from '../contract/invoices/lines.ts';
import { engines, openBenchServer, supply } from './kit.ts';
import { check, during, visit } from './page.ts';

const LINES = 1_000;
const ROWS = 100;
const STEPS = 60;

for (const engine of engines()) {
  const server = await openBenchServer(engine);
  await supply(server);
  process.stdout.write(`an invoice of ${LINES} lines, ${server.engine}\n`);
  const draft = async (number_invoice: string) => {
    const head = { partner_id: 1, number_invoice, invoice_date: '2026-11-21', warehouse_list_id: 1 };
    return (await server.call(0, invoiceCreate, undefined, head)).data.id;
  };
  const figures = { currency_id: 1, currency_change: 1, no_cash: 100, additional: 0, other_additional: 0 };
  const full = await draft('B-1');
  const lines = server.variants.slice(0, LINES).map((product_variant_id, n) => ({
    product_variant_id,
    ...figures,
    value: 1_000 + (n % 900) * 100,
    count: (n % 9) + 1,
    selling_price: 1_000 + (n % 900) * 100,
  }));
  await server.call(0, lineCreateMany, { id: full }, { lines });
  const empty = await draft('B-2');

  const { base, enter, close } = await visit(server);
  const page = await enter(0);
  await page.goto(`${base}/repositories/organization-invoice/${full}`);
  const grid = page.getByTestId('line-grid');
  await grid.locator('tr[data-line]').first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(1_000);
  let rows = 0;
  await during(page, `scrolling ${LINES} lines`, async () => {
    await grid.hover();
    for (let step = 0; step < STEPS; step += 1) {
      await page.mouse.wheel(0, 700);
      rows = Math.max(rows, await page.locator('tr').count());
    }
  });
  check('rows of the lines in the document', rows, ROWS, 'rows');
  await grid.focus();
  await page.keyboard.press('Control+Home');
  await page.waitForTimeout(500);
  await during(page, 'arrow keys over the lines', async () => {
    for (let step = 0; step < STEPS; step += 1) await page.keyboard.press(step % 6 === 5 ? 'ArrowRight' : 'ArrowDown');
    for (let step = 0; step < 10; step += 1) await page.keyboard.press('PageDown');
  });
  await page.keyboard.press('Home');
  await page.waitForTimeout(500);
  await during(page, 'a price typed while the selling price follows', async () => {
    await page.keyboard.type('120000', { delay: 60 });
    await page.keyboard.press('Enter');
  });
  await page.locator('[data-testid="lines-undo"]:enabled').waitFor();
  await during(page, 'a product searched by its name', async () => {
    await page.getByTestId('line-add').click();
    await page.keyboard.type('tovar 77', { delay: 60 });
    await page.locator('.add-line-found [role=option]').first().waitFor();
  });

  await page.goto(`${base}/repositories/organization-invoice/${empty}`);
  await page.getByTestId('lines-paste').waitFor();
  await page.waitForTimeout(1_000);
  const list = [
    ['Artikul', 'Nomi', 'Soni', 'Narxi'],
    ...server.variants
      .slice(0, LINES)
      .map((_, n) => [n % 7 === 3 ? `YOQ-${n}` : `SKU-${n + 1}`, `Hamkor tovari ${n}`, (n % 9) + 1, 125_000 + n]),
  ];
  await page.evaluate(
    (words) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', words);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    },
    list.map((row) => row.join('\t')).join('\n'),
  );
  const pasted = page.getByTestId('paste-line');
  await pasted.first().waitFor({ timeout: 60_000 });
  await page.waitForTimeout(1_000);
  rows = 0;
  await during(page, `scrolling a pasted list of ${LINES} lines`, async () => {
    await page.locator('.paste-scroll').hover();
    for (let step = 0; step < STEPS; step += 1) {
      await page.mouse.wheel(0, 700);
      rows = Math.max(rows, await page.locator('tr').count());
    }
  });
  check('rows of the pasted list in the document', rows, ROWS, 'rows');
  const count = pasted.nth(5).locator('input').first();
  await count.click();
  await page.waitForTimeout(500);
  await during(page, 'a count of the pasted list put right', async () => {
    await page.keyboard.press('Control+A');
    await page.keyboard.type('17', { delay: 60 });
    await page.keyboard.press('Enter');
  });
  await close();
}
process.exit();
