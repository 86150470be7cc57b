/**
 * What people type wrong in a sale, on the screen: one clear sentence at its field in the reader's language, nothing changed,
 * and what was typed stands there still. That the server refuses the same is in tests/server/badInput.test.ts.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { formatNumber } from '../contract/figures.ts';
import ruCash from '../locales/ru/cashbox.json' with { type: 'json' };
import ruDirectory from '../locales/ru/directory.json' with { type: 'json' };
import ruSale from '../locales/ru/sale.json' with { type: 'json' };
import uzCash from '../locales/uz/cashbox.json' with { type: 'json' };
import uzDirectory from '../locales/uz/directory.json' with { type: 'json' };
import uzSale from '../locales/uz/sale.json' with { type: 'json' };
import { pathOf, withQuery } from '../src/routes/registry.ts';
import { api, signIn, test } from './harness/control.ts';
import { must, PRICE, TestSale } from './harness/testSale.ts';

const READERS = [
  {
    ...{ width: 1440, cash: uzCash, directory: uzDirectory, sale: uzSale },
    language: 'uz',
    twice: 'Tovarning bir qismi band yoki sotilgan: qolgani yetmaydi.',
    reversed: 'bu toʻlovni storno qilgan, u ikkinchi marta storno qilinmaydi.',
  },
  {
    ...{ width: 390, cash: ruCash, directory: ruDirectory, sale: ruSale },
    language: 'ru',
    twice: 'Часть товара забронирована или продана: остатка не хватает.',
    reversed: 'второй раз сторнировать нельзя.',
  },
] as const;

/** Writes it and goes on: what is said at the field, and that the field keeps it. */
async function isSaidAt(page: Page, field: Locator, written: string, says: string): Promise<void> {
  await field.fill(written);
  await field.blur();
  const note = page.locator(`[id="${(await field.getAttribute('aria-describedby')) ?? ''}"]`);
  await expect.poll(async () => field.getAttribute('aria-invalid')).toBe('true');
  await expect(page.locator('.field-help.error').filter({ hasText: says })).toHaveCount(1);
  expect(await note.count()).toBeLessThanOrEqual(1);
  const shown = (await field.inputValue()).replaceAll('\u2212', '-').replace(/\s/g, '');
  expect(shown).toBe(written);
}
const filled = (words: string, values: Record<string, string>) =>
  Object.entries(values).reduce((text, [name, value]) => text.replace(`{{${name}}}`, value), words);

for (const { language, width, cash, directory, sale, ...says } of READERS)
  test(`each of them is a sentence in its place: ${language}, ${width}`, async ({ page, context }) => {
    const made = await TestSale.begin();
    const { director } = made.branch.people;
    await page.setViewportSize({ width, height: 844 });
    await signIn(context, director, language);

    await test.step('a PINFL with a wrong digit', async () => {
      await page.goto(pathOf('addClient'));
      await isSaidAt(page, page.locator('[name=pinfl]'), '31506850000016', directory.pinflWrong);
    });

    const draft = await made.contract();
    await test.step('terms: first payment over the total, 31 as payment day, a discount that leaves nothing', async () => {
      await page.goto(withQuery(pathOf('createContract'), { row: draft.id }));
      const goods = formatNumber(PRICE);
      const of = (name: string) => page.locator(`[name=${name}]`);
      await isSaidAt(page, of('first_payment'), '1000001', filled(sale.faults.firstPayment, { goods }));
      await of('first_payment').fill('200000');
      await isSaidAt(page, of('payment_day'), '31', sale.findings.payment_day_wrong);
      await of('payment_day').fill('15');
      await isSaidAt(page, of('discount'), '1000000', filled(sale.faults.discount, { goods }));
      await expect(page.getByTestId('contract-sign')).toBeDisabled();
    });

    await test.step('the same goods sold twice', async () => {
      const [{ stock = 0 } = {}] = await must<{ stock: number }[]>(
        ...([director, 'client', 'GET'] as const),
        `/order/search/${made.branch.warehouseId}?search=${made.branch.products[1]?.sku}`,
      );
      const line = { ...made.line(), product_variant_id: made.branch.products[1]?.id ?? 0 };
      await made.order({ lines: [{ ...line, qty: stock }], reserve: true });
      const { id } = await made.order({ lines: [line] });
      await page.goto(withQuery(pathOf('createOrder'), { row: id }));
      await page.getByTestId('order-reserve').click();
      await expect(page.getByTestId('refusal')).toContainText(says.twice);
      await expect(page.getByTestId('refusal')).toContainText(made.branch.products[1]?.title ?? '');
      await expect(page.getByTestId('order-lines')).toContainText(made.branch.products[1]?.title ?? '');
    });

    await made.sign(
      (
        await must<{ id: number }>(director, 'client', 'PUT', `/contract/amend/${draft.id}`, {
          ...{ first_payment: 200_000, term: 3, payment_day: 15, discount: 0 },
        })
      ).id,
    );
    const tendered = page.getByTestId('desk').getByLabel(cash.tendered);
    await test.step('payments of 0, -1 and 10^12', async () => {
      await page.goto(withQuery(pathOf('paymentWindow'), { client: made.clientId }));
      for (const [sum, sentence] of [
        ['0', cash.payment.notPositive],
        ['-1', cash.payment.notPositive],
        [String(10 ** 12), filled(cash.payment.changeTooLarge, { most: formatNumber(1_000_000) })],
      ] as const) {
        await isSaidAt(page, tendered, sum, sentence);
        await expect(page.getByTestId('payment-take')).toBeDisabled();
      }
    });

    await test.step('a closed day', async () => {
      await tendered.fill('150000');
      await expect(page.getByTestId('payment-take')).toBeEnabled();
      const days = `/practice_day/index?organization_id=${made.branch.organizationId}`;
      const [day] = await must<{ id: number }[]>(director, 'cash', 'GET', days);
      await must(director, 'cash', 'PUT', `/practice_day/start_closing/${day?.id}`);
      await page.getByTestId('payment-take').click();
      await expect(page.getByText(cash.payment.noDay)).toHaveCount(1);
      await expect(page.getByTestId('refusal')).toHaveCount(0);
      await expect(tendered).toHaveValue(/150\s?000/);
      await must(director, 'cash', 'PUT', `/practice_day/resume/${day?.id}`);
    });

    await test.step('a reversal twice', async () => {
      await made.pay(draft.id, 150_000);
      const [payment] = await must<{ id: number }[]>(
        ...([director, 'cash', 'GET'] as const),
        `/cash_document/index?client_id=${made.clientId}`,
      );
      await page.goto(withQuery(pathOf('cashOperations'), { row: payment?.id }));
      await page.getByTestId('reversal-open').click();
      await expect(page.getByTestId('reversal-preview')).toBeVisible();
      const reason = page.getByRole('dialog').getByRole('textbox');
      await reason.fill('Kassir adashgan');
      await made.reverseLast();
      await page.getByTestId('question-send').click();
      await expect(page.getByTestId('question-barred')).toContainText(says.reversed);
      await expect(page.getByTestId('refusal')).toHaveCount(0);
      await expect(reason).toHaveValue('Kassir adashgan');
      await expect(page.getByTestId('question-send')).toBeDisabled();
    });

    const { body } = await api<{ data: { prepaid: number; status: string } }>(
      ...([director, 'GET', `/contract/show/${draft.id}`, undefined, 'client'] as const),
    );
    expect(body.data).toMatchObject({ status: 'signed', prepaid: 0 });
  });
