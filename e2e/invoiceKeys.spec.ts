/** How little an invoice asks for beyond its data: keystrokes and clicks are counted, and the focus is where work goes on. */
import { expect, type Page } from '@playwright/test';
import { api, control, signIn, test } from './harness/control.ts';
import { lineBody, TestInvoice, unused } from './harness/testInvoice.ts';
import { InvoiceListPage } from './pages/invoicePage.ts';
import { InvoiceWindow } from './pages/invoiceWindow.ts';

/** Keys beyond the data; words that are data are typed beside it. */
class Count {
  readonly page: Page;
  count = 0;
  constructor(page: Page) {
    this.page = page;
  }
  async press(key: string): Promise<void> {
    this.count += 1;
    await this.page.keyboard.press(key);
  }
  /** Ctrl+V where the focus is. */
  async paste(text: string): Promise<void> {
    this.count += 1;
    await this.page.evaluate((words) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', words);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    }, text);
  }
}

/** Words of a choice, typed on its closed button; the list has followed them. */
async function typeChoice(page: Page, words: string): Promise<void> {
  await page.keyboard.type(words);
  const list = page.locator('.remote-list');
  await expect(page.locator('.remote-select').getByRole('combobox')).toHaveValue(words);
  await expect(list).toHaveAttribute('aria-busy', 'false');
}

test('a head needs no more than seven keys beyond its data, by keyboard alone', async ({ page, branch }) => {
  const { director } = branch.people;
  await signIn(page.context(), director);
  const list = new InvoiceListPage(page);
  const { partner } = await (await TestInvoice.of(branch)).read();
  await list.open();
  const keys = new Count(page);
  await keys.press('n');
  await expect(list.partner).toBeFocused();
  await keys.press('Enter');
  await typeChoice(page, partner);
  await keys.press('Enter');
  // nothing but the number is left to be asked about the partner
  await expect(list.number).toBeFocused();
  await page.keyboard.type(unused('K-'));
  await keys.press('Enter');
  await expect(list.warehouse).toBeFocused();
  await keys.press('Enter');
  await typeChoice(page, branch.organization);
  await keys.press('Enter');
  await expect(list.form.getByRole('checkbox')).toBeFocused();
  await keys.press('Control+Enter');
  await expect(page.getByTestId('invoice')).toBeVisible();
  expect(keys.count).toBeLessThanOrEqual(7);
});

test('twenty lines are pasted with three keys, and the focus stays in them', async ({ page }) => {
  const branch = await control.branch({ products: 20 });
  const made = await TestInvoice.of(branch, [lineBody(1)]);
  await signIn(page.context(), branch.people.director);
  const window = new InvoiceWindow(page);
  await window.open(made.id);
  const field = page.getByTestId('line-add');
  await expect(field).toBeFocused();
  const keys = new Count(page);
  await keys.paste(branch.products.map(({ sku }, at) => `${sku}\t${at + 1}\t${100_000 + at * 1_000}`).join('\n'));
  await expect(page.getByTestId('paste-add')).toBeFocused();
  await keys.press('Enter');
  const accept = page.getByTestId('paste-accept');
  await expect.poll(async () => (await accept.count()) > 0 || (await window.rows.count()) === 21).toBe(true);
  if ((await accept.count()) > 0) await keys.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(window.rows).toHaveCount(21);
  expect(keys.count).toBeLessThanOrEqual(3);

  // the first of them is worked on at once
  await expect(window.grid).toBeFocused();
  expect(await window.grid.getAttribute('aria-activedescendant')).toBe(
    await window.cell(1, 'value').getAttribute('id'),
  );
  await page.keyboard.type('77000\n');
  await expect(window.cell(1, 'value')).toHaveText('77\u202f000');
});

test('a list that is given up leaves the focus in the lines', async ({ page, branch }) => {
  const made = await TestInvoice.of(branch, [lineBody(1)]);
  await signIn(page.context(), branch.people.director);
  const window = new InvoiceWindow(page);
  await window.open(made.id);
  await window.paste('SKU-3\t4\t50000\nSKU-4\t1\t60000');
  await expect(page.getByTestId('paste-add')).toBeVisible();
  await page.getByTestId('paste-close').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(window.grid).toBeFocused();
});

test('Tab begins where work begins: the search, then the lines', async ({ page, branch }) => {
  const made = await TestInvoice.of(branch, [lineBody(1)]);
  await signIn(page.context(), branch.people.director);
  const window = new InvoiceWindow(page);
  await window.open(made.id);
  await expect(page.getByTestId('line-add')).toBeFocused();
  // a scanner's code needs no click before it
  await page.keyboard.type('SKU-2\n');
  await expect(window.rows).toHaveCount(2);
  await page.getByTestId('line-add').focus();
  const stops: string[] = [];
  while (!(await window.grid.evaluate((grid) => grid === document.activeElement))) {
    await page.keyboard.press('Tab');
    stops.push(await page.evaluate(() => document.activeElement?.getAttribute('data-testid') ?? '?'));
    if (stops.length > 8) break;
  }
  expect(stops.at(-1)).toBe('line-grid');
  expect(stops.length).toBeLessThanOrEqual(5);
});

test('an invoice opened from the list begins where one opened by its address does', async ({ page, branch }) => {
  const made = await TestInvoice.of(branch, [lineBody(1)]);
  const { number } = await made.read();
  await signIn(page.context(), branch.people.director);
  const list = new InvoiceListPage(page);
  await list.open();
  await list.row(number).getByRole('link').first().click();
  await new InvoiceWindow(page).whole();
  await expect(page.getByTestId('line-add')).toBeFocused();
});

test('a reader begins in the lines', async ({ page, branch }) => {
  const made = await TestInvoice.of(branch, [lineBody(1)]);
  const sent = await api(made.director, 'PUT', `/product_invoice/send_for_confirmation/${made.id}`, { value: true });
  expect(sent.status).toBe(200);
  await signIn(page.context(), branch.people.director);
  const window = new InvoiceWindow(page);
  await window.open(made.id);
  await expect(window.grid).toBeFocused();
});

test('Ctrl+Enter on a choice saves, and does not open its list', async ({ page, branch }) => {
  await signIn(page.context(), branch.people.director);
  const list = new InvoiceListPage(page);
  await list.open();
  await page.getByTestId('invoice-create').click();
  await expect(list.partner).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(list.form.locator('[aria-invalid="true"]').first()).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(list.partner).toBeFocused();
  await page.keyboard.press('Control+Enter');
  await expect(page.locator('.remote-list')).toHaveCount(0);
});
