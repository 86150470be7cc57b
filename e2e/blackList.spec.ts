/**
 * The black list: a person's number stands in no address (decision 98), and whoever is listed has nothing kept and signs
 * nothing (V10).
 */
import { expect } from '@playwright/test';
import blackList from '../locales/uz/blackList.json' with { type: 'json' };
import { plainPathOf } from '../src/routes/registry.ts';
import { api, control, signIn, test } from './harness/control.ts';
import { must, TestSale } from './harness/testSale.ts';
import { SaleWindow } from './pages/saleWindow.ts';

test('a number typed into the search by name is not searched by; the field says where it is', async ({
  page,
  context,
}) => {
  const branch = await control.branch();
  await signIn(context, branch.people.director);
  const asked: string[] = [];
  page.on('request', (sent) => asked.push(sent.url()));
  // as from an old favourite
  await page.goto(`${plainPathOf('blackList')}?search=31503850010023`);
  const field = page.getByRole('searchbox', { name: blackList.search });
  await field.fill('31503850010024');
  await field.press('Enter');
  await expect(page.getByText(blackList.searchNumber.replace('{{act}}', blackList.find.open))).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('Karimov');
  await field.press('Enter');
  await expect(page).toHaveURL(/search=Karimov/);
  await expect.poll(() => asked.some((url) => url.includes('search=Karimov'))).toBe(true);
  expect(asked.filter((url) => url.includes('/api/') && url.includes('315038'))).toEqual([]);
  expect(asked.filter((url) => url.includes('31503850010024'))).toEqual([]);
});

for (const [language, words] of [
  ['uz', 'Mijoz 01.01.2026 dan qora roʻyxatda'],
  ['ru', 'Клиент с 01.01.2026 в чёрном списке'],
] as const)
  test(`whoever is approved on it has nothing kept and signs nothing, and the window says why: ${language}`, async ({
    page,
    context,
  }) => {
    const sale = await TestSale.begin();
    const { director, accountant } = sale.branch.people;
    const signed = await sale.contract();
    const kept = await sale.order({ lines: [sale.line()] });
    const on = (method: 'POST' | 'PUT', path: string, body?: object, who = director) =>
      must<{ id: number }>(who, 'client', method, path, body);
    const lists = await must<{ id: number; code: string }[]>(director, 'client', 'GET', '/classifier/index');
    const reason = await on('POST', '/classifier_value/create', {
      classifier_id: lists.find(({ code }) => code === 'black_list_reason')?.id,
      name: { uz: `Soxta hujjat ${director.id}`, ru: `Поддельные документы ${director.id}` },
      ...{ code: `fraud-${director.id}`, place: 1, days: null },
    });
    // found by the document: the number is another one than the client has
    const entry = await on('POST', '/black_list/create', {
      ...{ fullname: sale.client, pinfl: null, comment: null, reason_id: reason.id, from: '2026-01-01', to: null },
      documents: [`KB${String(sale.branch.organizationId).padStart(7, '0')}`],
    });
    await on('PUT', `/black_list/send/${entry.id}`);

    await signIn(context, director, language);
    const order = new SaleWindow(page, 'order');
    const contract = new SaleWindow(page, 'contract');
    // what is only asked for forbids nothing yet
    await contract.open('createContract', signed.id);
    await expect(contract.button('sign')).toBeEnabled();

    await on('PUT', `/black_list/approve/${entry.id}`, undefined, accountant);
    await order.open('createOrder', kept.id);
    await expect(page.getByText(words)).toBeVisible();
    await expect(order.button('reserve')).toBeDisabled();
    // and the server refuses it all the same
    const answer = await api(director, 'PUT', `/order/reserve/${kept.id}`, undefined, 'client');
    expect(answer.status).toBe(409);
    await order.seeState(language === 'uz' ? 'Qoralama' : 'Черновик');
    await contract.open('createContract', signed.id);
    await expect(page.getByTestId('conditions')).toContainText(words);
    await expect(contract.button('sign')).toBeDisabled();
    expect((await sale.show(signed.id)).status).toBe('draft');
  });
