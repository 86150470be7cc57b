/** Correcting a confirmed line in a real browser: what follows the new cost, and why the server does not take it. */
import { expect } from '@playwright/test';
import { formatNumber } from '../contract/figures.ts';
import { MAX_VALUE } from '../contract/invoices.ts';
import server from '../locales/uz/server.json' with { type: 'json' };
import { api, type Branch, signIn, test } from './harness/control.ts';
import { lineBody, TestInvoice } from './harness/testInvoice.ts';
import { InvoiceWindow, texts } from './pages/invoiceWindow.ts';

const { correct, price } = texts.invoice;

async function confirmed(branch: Branch): Promise<TestInvoice> {
  const invoice = await TestInvoice.of(branch, [
    lineBody(1),
    lineBody(2, { selling_price: 110_000, selling_price_overridden: true }),
  ]);
  for (const step of ['send_for_confirmation', 'invoice_confirmation']) {
    const answer = await api(invoice.director, 'PUT', `/product_invoice/${step}/${invoice.id}`, { value: true });
    expect(answer.status, step).toBe(200);
  }
  return invoice;
}

test('a price that nobody set follows the cost, one that somebody set stays and warns below it', async ({
  page,
  branch,
}) => {
  const invoice = await confirmed(branch);
  await signIn(page.context(), branch.people.director);
  const window = new InvoiceWindow(page);
  await window.open(invoice.id);
  const value = window.dialog.getByLabel(new RegExp(`^${correct.value}`));
  const below = window.dialog.getByTestId('below-cost');

  await test.step('what the server does not take is said at its field, until the field is changed', async () => {
    await window.row(0).getByTestId('line-correct').click();
    // half a soʻm is not even sent
    await value.fill('80000,5');
    await expect(value).toHaveAccessibleDescription(correct.wrongWhole);
    await expect(page.getByTestId('deed-confirm')).toBeDisabled();
    await value.fill(String(MAX_VALUE + 1));
    await window.confirm();
    await expect(value).toHaveAttribute('aria-invalid', 'true');
    await expect(value).toHaveAccessibleDescription(server.fields.most.replace('{{max}}', formatNumber(MAX_VALUE)));
    await value.fill('80000');
    await expect(value).not.toHaveAttribute('aria-invalid');
  });

  await test.step('the price by the rule is shown before and after', async () => {
    await expect(window.dialog.getByTestId('correction')).toContainText(/130.000/);
    await expect(window.dialog.getByTestId('correction')).toContainText(/100.000/);
    await expect(below).toHaveCount(0);
    await window.confirm();
    await expect(window.dialog).toHaveCount(0);
  });

  await test.step('a person’s own price stays theirs', async () => {
    await window.row(1).getByTestId('line-correct').click();
    await value.fill('105000');
    await expect(below).toHaveCount(0);
    await value.fill('120000');
    await expect(below).toHaveText(price.below);
    await expect(window.dialog.getByTestId('correction')).toContainText(price.own);
    await window.confirm();
    await expect(window.dialog).toHaveCount(0);
  });

  const lines = await invoice.lines();
  expect(lines.map((line) => [line.value, line.selling_price, line.selling_price_overridden])).toEqual([
    [80_000, 100_000, false],
    [120_000, 110_000, true],
  ]);
});
