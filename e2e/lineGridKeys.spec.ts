/**
 * The line grid without a pointer: arrows reach every cell, Enter does what its control does and Escape comes back; Tab
 * and Enter stop only where figures are typed.
 */
import { expect, type Page } from '@playwright/test';
import invoice from '../locales/uz/invoice.json' with { type: 'json' };
import { api, type Branch, signIn, test } from './harness/control.ts';
import { lineBody, TestInvoice } from './harness/testInvoice.ts';
import { InvoiceWindow } from './pages/invoiceWindow.ts';

const PHONE = 11;

async function open(page: Page, branch: Branch, made: TestInvoice): Promise<InvoiceWindow> {
  await signIn(page.context(), branch.people.director);
  const window = new InvoiceWindow(page);
  await window.open(made.id);
  await expect(window.rows).not.toHaveCount(0);
  // Tab alone leads into it
  for (let step = 0; step < 60; step += 1) {
    if (await window.grid.evaluate((grid) => grid === document.activeElement)) return window;
    await page.keyboard.press('Tab');
  }
  throw new Error('no Tab leads into the grid');
}

/** The control or the cell that the cursor is on. */
const focusedCell = async (window: InvoiceWindow) =>
  window.page.locator(`[id="${await window.grid.getAttribute('aria-activedescendant')}"]`);

/** Presses a key until the cursor is on what has this name. */
async function walk(window: InvoiceWindow, key: string, words: string): Promise<void> {
  const names: (string | null)[] = [];
  for (let step = 0; step < 16; step += 1) {
    await window.page.keyboard.press(key);
    const cell = await focusedCell(window);
    // a cursor that is not seen is none
    await expect(cell).toBeInViewport();
    names.push(await cell.getAttribute('aria-label'));
    if (names.at(-1)?.startsWith(words)) return;
  }
  throw new Error(`${key} never leads to "${words}", but to ${names.join(' | ')}`);
}

const texts = (product: string) => ({
  currency: invoice.lines.currencyOf.replace('{{product}}', product),
  serials: invoice.lines.serialsOf.replace('{{product}}', product),
  print: invoice.lines.printOf.replace('{{product}}', product),
  printCount: invoice.lines.printCountOf.replace('{{product}}', product),
  remove: invoice.lines.remove.replace('{{product}}', product),
  correct: invoice.lines.correct.replace('{{product}}', product),
});

for (const width of [1440, 390]) {
  test(`a draft is entered with keys alone, ${width} px wide`, async ({ page, branch }) => {
    await page.setViewportSize({ width, height: 900 });
    const made = await TestInvoice.of(branch, [lineBody(1, { value: 100 }), lineBody(PHONE, { count: 2 })]);
    const [plain, phone] = (await made.lines()).map(({ product_variant }) =>
      texts(product_variant.product_variant_title),
    );
    if (!plain || !phone) throw new Error('no lines');
    const window = await open(page, branch, made);
    const { keyboard } = page;

    await test.step('its currency is chosen', async () => {
      await walk(window, 'ArrowLeft', plain.currency);
      await keyboard.press('Enter');
      const choice = window.row(0).getByRole('listbox', { name: plain.currency });
      await expect(choice).toBeFocused();
      await keyboard.press('ArrowDown');
      await keyboard.press('Escape');
      await expect(window.grid).toBeFocused();
      expect((await made.lines())[0]?.currency_id).toBe(1);
      await keyboard.press('F2');
      await expect(choice).toBeFocused();
      await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await expect(window.grid).toBeFocused();
      await expect(await focusedCell(window)).toHaveAccessibleName(plain.currency);
      await expect.poll(async () => (await made.lines())[0]?.currency_id).toBe(2);
    });

    await test.step('its serial numbers are opened and closed', async () => {
      await keyboard.press('ArrowDown');
      await walk(window, 'ArrowRight', phone.serials);
      await expect(await focusedCell(window)).toHaveAccessibleName(`${phone.serials}, 0 / 2`);
      await keyboard.press('Enter');
      await expect(page.getByTestId('serial-desk')).toBeVisible();
      await keyboard.press('Escape');
      await expect(page.getByTestId('serial-desk')).toHaveCount(0);
      await expect(window.grid).toBeFocused();
    });

    await test.step('its labels are marked and counted', async () => {
      await walk(window, 'ArrowRight', phone.print);
      await expect(await focusedCell(window)).not.toBeChecked();
      await keyboard.press('Enter');
      await expect(await focusedCell(window)).toBeChecked();
      await walk(window, 'ArrowRight', phone.printCount);
      await keyboard.type('1001');
      await keyboard.press('Enter');
      // more than are printed: stays open
      await expect(page.getByRole('textbox', { name: phone.printCount })).toHaveAttribute('aria-invalid', 'true');
      await keyboard.press('Escape');
      await keyboard.type('12');
      await keyboard.press('Enter');
      await expect(window.grid).toBeFocused();
      await expect(await focusedCell(window)).toHaveAccessibleName(`${phone.printCount}, 12`);
      await window.expectSaved();
      expect((await made.lines())[1]).toMatchObject({ print: true, print_count: 12 });
      await walk(window, 'ArrowLeft', phone.print);
      await keyboard.press(' ');
      await expect(await focusedCell(window)).not.toBeChecked();
      // who writes how many wants them
      await walk(window, 'ArrowRight', phone.printCount);
      await keyboard.type('3\n');
      await window.expectSaved();
      expect((await made.lines())[1]).toMatchObject({ print: true, print_count: 3 });
    });

    await test.step('it is taken off and brought back', async () => {
      await walk(window, 'ArrowRight', phone.remove);
      await keyboard.press('Enter');
      await expect(window.rows).toHaveCount(1);
      await window.expectSaved();
      await keyboard.press('Control+z');
      await expect(window.rows).toHaveCount(2);
      await window.expectSaved();
      await keyboard.press('Control+y');
      await expect(window.rows).toHaveCount(1);
      await keyboard.press('Control+z');
      await expect(window.rows).toHaveCount(2);
      await window.expectSaved();
    });

    await test.step('Tab stops only where figures are typed', async () => {
      await keyboard.press('Control+Home');
      const fields: (string | null | undefined)[] = [];
      for (let step = 0; step < 8; step += 1) {
        const cell = await focusedCell(window);
        fields.push(await cell.evaluate((one) => one.closest('[data-field]')?.getAttribute('data-field')));
        await keyboard.press('Tab');
      }
      expect(fields).toEqual([
        'value',
        'count',
        'no_cash',
        'additional',
        'other_additional',
        'currency_change',
        'selling_price',
        'value',
      ]);
      await keyboard.press('Control+Home');
      await keyboard.type('250');
      await keyboard.press('Tab');
      await keyboard.type('7\n');
      await window.expectSaved();
      expect((await made.lines())[0]).toMatchObject({ value: 250, count: 7 });
      await keyboard.press('Escape');
      await keyboard.press('Tab');
      await expect(window.grid).not.toBeFocused();
    });
  });

  test(`a confirmed line is corrected and taken off with keys alone, ${width} px wide`, async ({ page, branch }) => {
    await page.setViewportSize({ width, height: 900 });
    const made = await TestInvoice.of(branch, [lineBody(1), lineBody(2)]);
    for (const step of ['send_for_confirmation', 'invoice_confirmation']) {
      const answer = await api(made.director, 'PUT', `/product_invoice/${step}/${made.id}`, { value: true });
      expect(answer.status, step).toBe(200);
    }
    const [first, second] = (await made.lines()).map(({ product_variant }) => product_variant.product_variant_title);
    if (!first || !second) throw new Error('no lines');
    const window = await open(page, branch, made);
    const { keyboard } = page;
    /** The dialog is there and has the keys: before that, Escape is the grid's. */
    const asks = async (words: string, product: string) => {
      await expect(
        page.getByRole('dialog', { name: words.replace('{{product}}', product), exact: true }),
      ).toBeVisible();
      await expect(page.locator('.bp6-overlay :focus, .bp6-overlay:focus').first()).toBeAttached();
    };

    await test.step('Enter corrects the line, on its button too', async () => {
      await keyboard.press('Enter');
      await asks(invoice.ask.line.correct.title, first);
      await keyboard.press('Escape');
      await expect(window.grid).toBeFocused();
      await keyboard.press('ArrowDown');
      await walk(window, 'ArrowRight', texts(second).correct);
      await keyboard.press('Enter');
      await asks(invoice.ask.line.correct.title, second);
      await page.keyboard.press('Control+A');
      await page.keyboard.type('120000');
      // to the reason and back
      for (const key of ['Tab', 'Tab']) await page.keyboard.press(key);
      await expect(window.why).toBeFocused();
      await page.keyboard.type('Narx xato');
      for (const key of ['Shift+Tab', 'Shift+Tab']) await page.keyboard.press(key);
      // the stock is read before it is asked about
      await expect(page.getByTestId('command-confirm')).toBeEnabled();
      await page.keyboard.press('Enter');
      await expect(window.dialog).toHaveCount(0);
      await expect(window.grid).toBeFocused();
      expect((await made.lines())[1]?.value).toBe(120_000);
    });

    await test.step('its labels are marked', async () => {
      await walk(window, 'ArrowLeft', texts(second).printCount);
      await keyboard.type('4\n');
      await expect.poll(async () => (await made.lines())[1]?.print_count).toBe(4);
    });

    await test.step('Delete takes it off', async () => {
      await walk(window, 'ArrowRight', texts(second).correct);
      await keyboard.press('Delete');
      await asks(invoice.ask.line.withdraw.title, second);
      await keyboard.press('Escape');
      await expect(window.grid).toBeFocused();
      await keyboard.press('Control+Delete');
      await asks(invoice.ask.line.withdraw.title, second);
    });

    await test.step('Tab leaves at once', async () => {
      await keyboard.press('Escape');
      await expect(window.grid).toBeFocused();
      await keyboard.press('Tab');
      await expect(window.grid).not.toBeFocused();
    });
  });
}

test('the field that goods are added by takes them back while it is empty', async ({ page, branch }) => {
  const made = await TestInvoice.of(branch, [lineBody(1, { value: 100 })]);
  const window = await open(page, branch, made);
  const { keyboard } = page;
  const field = page.getByTestId('line-add');
  await keyboard.press('F4');
  await field.fill(branch.products[1]?.sku ?? 'SKU-2');
  await keyboard.press('Enter');
  await expect(window.rows).toHaveCount(2);
  await expect(field).toBeFocused();
  await keyboard.press('Control+z');
  await expect(window.rows).toHaveCount(1);
  await keyboard.press('Control+y');
  await expect(window.rows).toHaveCount(2);
  // words that are being typed have the browser's own undo
  await field.pressSequentially('ab');
  await keyboard.press('Control+z');
  await expect(window.rows).toHaveCount(2);
  await expect(field).toBeFocused();
});
