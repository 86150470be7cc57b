/**
 * Two people on one invoice: serial numbers that somebody saved never go unseen with a line, and a line that somebody
 * removed is no phantom.
 */
import { expect, type Page } from '@playwright/test';
import { addressOf } from '../contract/call.ts';
import { lineDelete, lineIndex } from '../contract/invoices/lines.ts';
import { type Branch, control, signIn, test } from './harness/control.ts';
import { lineBody, TestInvoice, unused } from './harness/testInvoice.ts';
import { InvoiceWindow, texts } from './pages/invoiceWindow.ts';
import { SerialDeskPage } from './pages/serialDeskPage.ts';

const say = (words: string, figures: Record<string, string | number>) =>
  words.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(figures[name]));

/** Plain goods and three phones; the window of the purchaser, and the numbers that somebody saves. */
async function open(page: Page, saved: number) {
  const branch: Branch = await control.branch({ products: 2, serials: 1 });
  const phone = branch.products.find((product) => product.serial);
  const plain = branch.products.find((product) => !product.serial);
  const made = await TestInvoice.of(branch, [
    lineBody(plain?.id ?? 0),
    lineBody(phone?.id ?? 0, { count: 3, value: 1_000_000 }),
  ]);
  const [, line] = await made.lines();
  const numbers = Array.from({ length: 3 }, () => unused('SN-'));
  const attach = () => made.attach(line?.id ?? 0, numbers);
  if (saved > 0) await attach();
  await signIn(page.context(), branch.people.director);
  const window = new InvoiceWindow(page);
  await window.open(made.id);
  await expect(window.rows).toHaveCount(2);
  return { window, made, numbers, attach, lineId: line?.id ?? 0, phone, plain };
}

/** Holds every reading of the lines until it is let go. */
async function held(page: Page, id: number): Promise<() => void> {
  let letGo = () => {};
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(`**${addressOf(lineIndex, { id })}`, async (route) => {
    await until;
    await route.continue();
  });
  return letGo;
}

test('numbers that somebody saved meanwhile make a removed line a choice', async ({ page }) => {
  const { window, made, numbers, attach, lineId } = await open(page, 0);
  await attach();
  await expect(window.row(1).getByTestId('line-serials')).toHaveText('0 / 3');
  await window.cell(1, 'count').click();
  await page.keyboard.press('Control+Delete');
  const row = window.conflict.getByRole('row', { name: texts.invoice.conflict.serials });
  await expect(row).toContainText(texts.invoice.conflict.serialsGo);
  await expect(row).toContainText(say(texts.invoice.conflict.serialsStay, { figure: 3 }));
  await window.takeTheirs();
  await expect(window.grid).toBeFocused();
  await expect(window.row(1).getByTestId('line-serials')).toHaveText('3 / 3');
  expect(await made.serials(lineId)).toEqual(numbers);

  // who saw them may remove them all the same; the log names them
  await window.remove(1);
  await expect(window.loses).toContainText(say(texts.invoice.loses.text_other, { figure: 3 }));
  await page.keyboard.press('Enter');
  await expect(window.rows).toHaveCount(1);
  await window.expectSaved();
  await page.getByTestId('invoice-side').click();
  for (const number of numbers) await expect(page.getByTestId('invoice').getByText(number).first()).toBeVisible();
});

test('who chooses to remove the line after the numbers were shown removes it', async ({ page }) => {
  const { window, made, attach } = await open(page, 0);
  await attach();
  await window.remove(1);
  await window.keepMine();
  await expect(window.rows).toHaveCount(1);
  await window.expectSaved();
  expect(await made.lines()).toHaveLength(1);
});

test('a line with saved numbers asks before it goes, one without them does not', async ({ page }) => {
  const { window, made, lineId } = await open(page, 3);
  const removals: string[] = [];
  page.on('request', (request) => request.method() === lineDelete.method && removals.push(request.url()));
  await window.remove(1);
  await expect(window.loses).toContainText(say(texts.invoice.loses.text_other, { figure: 3 }));
  await page.keyboard.press('Escape');
  await expect(window.loses).toHaveCount(0);
  // the keys are the grid's again
  await expect(window.grid).toBeFocused();
  await window.cell(1, 'count').click();
  await page.keyboard.press('Control+Delete');
  await page.getByTestId('loses-close').click();
  await expect(window.rows).toHaveCount(2);
  expect(removals).toEqual([]);
  await window.remove(0);
  await expect(window.rows).toHaveCount(1);
  await expect(window.loses).toHaveCount(0);
  await window.expectSaved();
  expect((await made.lines()).map(({ id }) => id)).toEqual([lineId]);
});

test('undo asks before it would remove lines with saved numbers', async ({ page }) => {
  const { window, made, phone, plain } = await open(page, 0);
  for (const line of await made.lines()) await made.removeLine(line);
  await page.reload();
  await page.getByTestId('line-add').waitFor();
  await window.add(plain?.sku ?? '');
  await window.type(0, 'value', '50000');
  await window.expectSaved();
  await window.paste(`${phone?.sku}\t2\t60000`);
  await page.getByTestId('paste-add').click();
  await expect(window.rows).toHaveCount(2);
  const desk = new SerialDeskPage(page);
  await window.row(1).getByTestId('line-serials').click();
  await expect(desk.field).toBeFocused();
  await desk.scan(unused('SN-'));
  await desk.save();
  await desk.close();
  await expect(window.row(1).getByTestId('line-serials')).toHaveText('1 / 2');
  await window.cell(0, 'count').click();
  await page.keyboard.press('Control+z');
  await expect(window.loses).toContainText(phone?.title ?? '');
  await page.keyboard.press('Escape');
  await expect(window.loses).toHaveCount(0);
  await expect(window.rows).toHaveCount(2);
  await window.undo();
  await page.keyboard.press('Enter');
  await expect(window.rows).toHaveCount(1);
  await window.expectSaved();
  // the step before it takes nothing that was saved along
  await page.keyboard.press('Control+z');
  await expect(window.rows).toHaveCount(0);
  // what was undone comes back, by key though the grid is empty, and by the button of the message
  await page.keyboard.press('Control+Shift+z');
  await expect(window.rows).toHaveCount(1);
  await window.redo();
  await expect(window.rows).toHaveCount(2);
  await window.expectSaved();
  const back = await made.lines();
  expect(back.map(({ product_variant }) => product_variant.sku)).toEqual([plain?.sku, phone?.sku]);
});

test('a line that somebody removed keeps what was typed, to be added again or given up', async ({ page }) => {
  const { window, made } = await open(page, 0);
  const lines = await made.lines();
  // the window does not know yet
  const letGo = await held(page, made.id);
  for (const line of lines) await made.removeLine(line);
  await window.type(1, 'count', '2');
  await window.cell(1, 'count').click();
  letGo();
  const faults = page.getByTestId('line-faults');
  await expect(faults).toContainText(texts.invoice.price.gone);
  // read again: the other one is gone too
  await expect(window.rows).toHaveCount(1);
  await expect(window.nextButton).toBeDisabled();
  await window.addAgain();
  await window.expectSaved();
  expect((await made.lines()).map(({ count, product_variant }) => [product_variant.id, count])).toEqual([
    [lines[1]?.product_variant.id, 2],
  ]);

  const [again] = await made.lines();
  if (again) await made.removeLine(again);
  await window.type(0, 'count', '3');
  await window.cell(0, 'count').click();
  await window.revert();
  await expect(window.rows).toHaveCount(0);
  await window.expectSaved();
  expect(await made.lines()).toEqual([]);
});

test('a line that I remove after somebody else did is simply gone', async ({ page }) => {
  const { window, made } = await open(page, 0);
  const [first] = await made.lines();
  if (first) await made.removeLine(first);
  await window.remove(0);
  await expect(window.rows).toHaveCount(1);
  await window.expectSaved();
});
