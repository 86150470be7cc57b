/** An invoice on paper: the invoice, the goods-received note, price labels; their content and that it fits. */
import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { addressOf } from '../contract/call.ts';
import { lineIndex } from '../contract/invoices/lines.ts';
import invoicePrint from '../locales/uz/invoicePrint.json' with { type: 'json' };
import { api, type Branch, signIn, test } from './harness/control.ts';
import { lineBody, TestInvoice } from './harness/testInvoice.ts';
import { InvoiceWindow } from './pages/invoiceWindow.ts';
import { INVOICE_PATH } from './pages/pastePage.ts';

const LONGEST = 'Changyutgich-konditsioner «Oʻzbekiston» qoʻngʻir rangli, uch yil kafolatli '.repeat(7).slice(0, 500);
const UNBROKEN = 'W'.repeat(300);
/** Where pictures are kept to be looked at; none without it. */
const PICTURES = process.env.PRINT_PICTURES;

interface Changed {
  product_variant: { product_variant_title: string; sku: string; barcode: string | null };
  selling_price: number;
  print: boolean;
  print_count: number;
}
const LINES: Partial<Changed>[] = [
  {
    product_variant: { product_variant_title: LONGEST, sku: 'S'.repeat(64), barcode: '4003994155486' },
    selling_price: 1_234_567_890_000,
    print: true,
    print_count: 3,
  },
  {
    product_variant: { product_variant_title: UNBROKEN, sku: 'ART-1', barcode: 'C'.repeat(40) },
    selling_price: 900,
    print: true,
    print_count: 24,
  },
  {
    product_variant: { product_variant_title: 'Choynak', sku: 'ART-2', barcode: null },
    selling_price: 125_000,
    print: true,
    print_count: 2,
  },
  { print: false, print_count: 9 },
];

async function invoiceOf(branch: Branch): Promise<number> {
  const { purchaser } = branch.people;
  const head = {
    partner_id: 1,
    invoice_date: '2026-11-20',
    number_invoice: `CH-${branch.organizationId}`,
    warehouse_list_id: branch.warehouseId,
  };
  const { id } = (await api(purchaser, 'POST', '/product_invoice/create', head)).body.data;
  const figures = { value: 10_000, no_cash: 100, additional: 0, other_additional: 0, currency_change: 1 };
  const lines = [1, 2, 3, 11].map((product_variant_id) => ({
    ...figures,
    product_variant_id,
    currency_id: 1,
    count: 3,
    selling_price: 10_000,
  }));
  const added = await api(purchaser, 'POST', `/input_product/create_many/${id}`, { lines });
  expect(added.status, JSON.stringify(added.body)).toBe(200);
  return id;
}

/** Opens the invoice with lines changed in the answer, and `window.print` as a person who looks at the preview. */
async function open(page: Page, branch: Branch, language: 'uz' | 'ru', changed: Partial<Changed>[] = LINES) {
  const id = await invoiceOf(branch);
  await page.route(`**${addressOf(lineIndex, { id })}`, async (route) => {
    const answer = await route.fetch();
    const { data } = (await answer.json()) as { data: (Changed & { product_variant: object })[] };
    const lines = data.map((line, at) => ({
      ...line,
      ...changed[at],
      product_variant: { ...line.product_variant, ...changed[at]?.product_variant },
    }));
    await route.fulfill({ json: { data: lines } });
  });
  await page.addInitScript(() => {
    window.print = () => {};
  });
  await signIn(page.context(), branch.people.purchaser, language);
  await page.goto(`${INVOICE_PATH}/${id}`);
}

async function print(page: Page, paper: string): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await page.getByTestId('invoice-print').click();
  await page.getByTestId(`print-${paper}`).click();
  await page.locator('.print-sheet').waitFor({ state: 'attached' });
  await page.emulateMedia({ media: 'print' });
}

async function picture(page: Page, name: string): Promise<Buffer> {
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  if (PICTURES !== undefined) {
    mkdirSync(PICTURES, { recursive: true });
    await page.pdf({ preferCSSPageSize: true, printBackground: true, path: `${PICTURES}/${name}.pdf` });
    await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
  }
  return pdf;
}

/** Pages with their sizes in mm, read from the file. */
const pagesOf = (pdf: Buffer): [number, number][] =>
  [...pdf.toString('latin1').matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)].map(([, wide, tall]) => [
    Math.round((Number(wide) / 72) * 25.4),
    Math.round((Number(tall) / 72) * 25.4),
  ]);

/** What does not fit its label, or is cut where nothing may be cut. */
const overflowing = (page: Page): Promise<string[]> =>
  page.getByTestId('label').evaluateAll((labels) =>
    labels.flatMap((label) => {
      const frame = label.getBoundingClientRect();
      const out = [...label.querySelectorAll('*')].filter((part) => {
        const { left, right, top, bottom, width } = part.getBoundingClientRect();
        const slip = 0.5;
        return (
          width > 0 &&
          (left < frame.left - slip ||
            right > frame.right + slip ||
            top < frame.top - slip ||
            bottom > frame.bottom + slip)
        );
      });
      const price = label.querySelector('.label-price');
      const cut = price !== null && price.scrollWidth > price.clientWidth + 1 ? ['price'] : [];
      const title = label.querySelector('.label-title');
      const lines = title === null ? 0 : title.clientHeight / Number.parseFloat(getComputedStyle(title).lineHeight);
      return [...out.map((part) => part.className.toString()), ...cut, ...(lines > 2.05 ? ['title'] : [])];
    }),
  );

test('nothing is printed that the screen does not show: what is not saved is waited for', async ({ page, branch }) => {
  const invoice = await TestInvoice.of(branch, [lineBody(1)]);
  await signIn(page.context(), branch.people.director);
  const window = new InvoiceWindow(page);
  await window.open(invoice.id);
  const path = `**/input_product/update/**`;
  await page.route(path, (route) => route.abort('connectionfailed'));
  await window.type(0, 'count', '7');
  await page.getByTestId('invoice-print').click();
  const waits = page.getByText(invoicePrint.unsaved_one.replace('{{figure}}', '1'));
  await expect(waits).toBeVisible();
  await expect(page.getByTestId('print-invoice')).toHaveClass(/disabled/);
  await page.unroute(path);
  await expect(page.getByTestId('print-invoice')).not.toHaveClass(/disabled/);
  await expect(waits).toHaveCount(0);
});

for (const language of ['uz', 'ru'] as const) {
  test(`labels fit their 58 × 40 mm and are as many as are marked, ${language}`, async ({ page, branch }) => {
    await open(page, branch, language);
    for (const [paper, pages, size] of [
      ['label', 29, [58, 40]],
      ['sheet', 2, [210, 297]],
    ] as const) {
      await print(page, paper);
      await expect(page.getByTestId('label')).toHaveCount(3 + 24 + 2);
      const [wide, tall] = await page
        .getByTestId('label')
        .first()
        .evaluate((label) => {
          const { width, height } = label.getBoundingClientRect();
          return [width, height].map((px) => (px / 96) * 25.4);
        });
      expect(wide).toBeCloseTo(58, 1);
      expect(tall).toBeCloseTo(40, 1);
      expect(await overflowing(page)).toEqual([]);
      const pdf = await picture(page, `${paper}-${language}`);
      expect(pagesOf(pdf)).toEqual(Array.from({ length: pages }, () => size));
    }
    await test.step('bars where a scanner can read them, digits under them, the price with its spaces', async () => {
      // a paper is gone once it is printed, and on the screen it is not shown
      await print(page, 'label');
      await page.emulateMedia({ media: 'print' });
      const label = page.getByTestId('label');
      await expect(label.nth(0).getByRole('img', { name: '4003994155486' })).toBeVisible();
      await expect(label.nth(0)).toContainText('1\u202f234\u202f567\u202f890\u202f000');
      // forty letters would be bars too narrow for a scanner
      await expect(label.nth(3).getByRole('img')).toHaveCount(0);
      // goods without a barcode are found by their article
      await expect(label.nth(27).getByRole('img', { name: 'ART-2' })).toBeVisible();
    });
  });

  test(`the invoice has prices, the note has none, ${language}`, async ({ page, branch }) => {
    await open(page, branch, language, []);
    await print(page, 'invoice');
    const invoice = page.getByTestId('print-sheet-invoice');
    await expect(invoice.locator('tbody')).toHaveCount(5);
    await expect(invoice).toContainText('120\u202f000');
    expect(pagesOf(await picture(page, `invoice-${language}`))).toEqual([[297, 210]]);
    await print(page, 'note');
    const note = page.getByTestId('print-sheet-note');
    await expect(note).not.toContainText('10\u202f000');
    await expect(note).toContainText('Smartfon 11');
    expect(pagesOf(await picture(page, `note-${language}`))).toEqual([[210, 297]]);
  });
}

test('with nothing marked it explains what to do', async ({ page, branch }) => {
  await open(page, branch, 'uz', []);
  await page.getByTestId('invoice-print').click();
  await expect(page.getByText(invoicePrint.nothingMarked)).toBeVisible();
  await expect(page.getByTestId('print-label')).toHaveAttribute('aria-disabled', 'true');
});

test('the note names serial numbers with their IMEIs', async ({ page, branch }) => {
  await open(page, branch, 'uz', [{}, {}, {}, { serials: { saved: 2, needed: 3 } } as Partial<Changed>]);
  await page.route('**/warehouse-list-income/get-serial-numbers/*', (route) =>
    route.fulfill({
      json: {
        serial_numbers: ['SN-1', 'SN-2'].map((serial_number, at) => ({
          serial_number,
          imei_numbers: at === 0 ? ['356938035643809'] : [],
          is_saved: true,
          is_deletable: true,
        })),
      },
    }),
  );
  await print(page, 'note');
  const note = page.getByTestId('print-sheet-note');
  await expect(note).toContainText('SN-1 (IMEI 356938035643809); SN-2');
  await expect(note).toContainText(invoicePrint.serialsMissing_one.replace('{{figure}}', '1'));
});

test('Ctrl+P prints the invoice, on either layout, and not what is unsaved; the window itself prints whole', async ({
  page,
  branch,
}) => {
  await page.addInitScript(() => {
    window.print = () => {};
  });
  const invoice = await TestInvoice.of(
    branch,
    Array.from({ length: 8 }, (_, at) => lineBody(at + 1)),
  );
  await signIn(page.context(), branch.people.director);
  const opened = new InvoiceWindow(page);
  await opened.open(invoice.id);
  await expect(page.getByTestId('price-strip')).toBeVisible();
  await expect(page.getByTestId('invoice-print')).toBeVisible();
  const paper = page.locator('.print-sheet');
  for (const key of ['p', 'з']) {
    await page.evaluate(
      (pressed) =>
        document.body.dispatchEvent(
          new KeyboardEvent('keydown', { key: pressed, code: 'KeyP', ctrlKey: true, bubbles: true, cancelable: true }),
        ),
      key,
    );
    await expect(paper).toContainText(invoice.number);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect(paper).toHaveCount(0);
  }

  await page.emulateMedia({ media: 'print' });
  const foot = page.getByTestId('lines-foot');
  await expect(foot).toBeVisible();
  await expect(page.getByTestId('price-strip')).toBeHidden();
  await expect(page.locator('.l-name').first()).toHaveCSS('-webkit-line-clamp', 'none');
  const [last, sums] = await Promise.all([opened.row(7).boundingBox(), foot.boundingBox()]);
  expect(sums?.y).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0) - 1);
  const grid = await page.locator('.line-grid').boundingBox();
  expect((grid?.y ?? 0) + (grid?.height ?? 0)).toBeGreaterThanOrEqual((sums?.y ?? 0) + (sums?.height ?? 0) - 1);
  await page.emulateMedia({ media: 'screen' });

  const path = '**/input_product/update/**';
  await page.route(path, (route) => route.abort('connectionfailed'));
  await opened.type(0, 'count', '7');
  await page.keyboard.press('Control+p');
  await expect(page.getByText(invoicePrint.unsaved_one.replace('{{figure}}', '1'))).toBeVisible();
  await expect(paper).toHaveCount(0);
  await page.unroute(path);
});
