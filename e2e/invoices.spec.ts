/** The list of invoices in a real browser: filters that stay in the address, totals, Excel, actions of a row. */
import { expect, type Page } from '@playwright/test';
import readSheets from 'read-excel-file/node';
import invoiceWindow from '../locales/uz/invoice.json' with { type: 'json' };
import { api, type Branch, signIn, test } from './harness/control.ts';
import { TestInvoice } from './harness/invoices.ts';
import { InvoiceListPage, LIST_PATH, texts } from './pages/invoicePage.ts';
import { texts as records } from './pages/recordPage.ts';
import { tick } from './pages/tick.ts';

const { invoiceList, invoice: machine } = texts;
const leftOut = (count: string) =>
  invoiceList.leftOut.words.replace('{{what}}', invoiceList.leftOut.draft_other.replace('{{figure}}', count));
const figure = (words: string) => words.replace(/\s/g, '');

/** Three invoices of a branch: a draft, one that was sent in two currencies, and a special one of another partner. */
async function three(branch: Branch) {
  const draft = await TestInvoice.of(branch, { number_invoice: 'A-1' });
  const sent = await TestInvoice.of(branch, { number_invoice: 'A-2', partner_firm_id: 1 });
  await sent.line({ currency: 1, value: 50_000, count: 4 });
  await sent.line({ product: 2, currency: 2, value: 12.5, count: 3 });
  await sent.send();
  const special = await TestInvoice.of(branch, {
    number_invoice: 'B-1',
    partner_id: 2,
    type: 'special',
    invoice_date: '2026-10-05',
  });
  return { draft, sent, special };
}

async function open(page: Page, branch: Branch, search = ''): Promise<InvoiceListPage> {
  await signIn(page.context(), branch.people.purchaser);
  const list = new InvoiceListPage(page);
  await list.open(search);
  return list;
}

test('filters stand in the address and stay after a reload; totals are over the filter', async ({ page, branch }) => {
  await three(branch);
  const list = await open(page, branch);
  await expect(list.rows).toHaveCount(3);
  const foot = list.table.locator('tfoot');
  // sums are asked apart from the rows
  await expect.poll(async () => figure((await foot.textContent()) ?? '')).toContain('200000');
  expect(figure((await foot.textContent()) ?? '')).toContain('37,50');
  // two drafts without lines are seen and not summed
  await expect(page.getByTestId('left-out')).toHaveText(leftOut('2'));

  await test.step('a state by its chip', async () => {
    await page.getByRole('button', { name: new RegExp(`^${machine.states.sent.name}`) }).click();
    await expect(page).toHaveURL(/status=sent/);
    await expect(list.rows).toHaveCount(1);
    await expect(list.rows).toContainText('A-2');
    await expect(page.getByTestId('left-out')).toHaveCount(0);
  });

  await test.step('drafts alone are summed, and the foot says so', async () => {
    await list.open('?status=draft');
    await expect(page.getByTestId('left-out')).toHaveText(invoiceList.only.draft);
  });

  await test.step('words of either number, and a kind', async () => {
    await page.goto(LIST_PATH);
    await page.getByLabel(invoiceList.search, { exact: true }).fill('b-1');
    await expect(page).toHaveURL(/search=b-1/);
    await expect(list.rows).toHaveCount(1);
    await page.getByLabel(invoiceList.type, { exact: true }).selectOption('special');
    await expect(page).toHaveURL(/type=special/);
    await page.reload();
    await expect(list.rows).toHaveCount(1);
    await expect(page.getByLabel(invoiceList.search, { exact: true })).toHaveValue('b-1');
    await expect(page.getByLabel(invoiceList.type, { exact: true })).toHaveValue('special');
    await expect(list.rows).toContainText(invoiceList.types.special);
  });

  await test.step('the number of the address and the day of the paper', async () => {
    await list.open('?date=2026-10-01,2026-10-31');
    await expect(list.rows).toHaveCount(1);
    await expect(list.rows).toContainText('B-1');
    await list.open('?partner=1&type=special');
    await expect(page.getByText(invoiceList.notFound)).toBeVisible();
    await page.getByRole('button', { name: texts.kit.list.clear }).click();
    await expect(list.rows).toHaveCount(3);
  });
});

test('an invoice is found by its id', async ({ page, branch }) => {
  const { sent } = await three(branch);
  const list = await open(page, branch);
  await page.getByLabel(invoiceList.id, { exact: true }).fill(String(sent.id));
  await expect(page).toHaveURL(new RegExp(`id=${sent.id}`));
  await expect(list.rows).toHaveCount(1);
  await list.rows.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`${LIST_PATH}/${sent.id}$`));
});

test('Excel has every column with its figures, and no buttons', async ({ page, branch }) => {
  await three(branch);
  await open(page, branch, '?partner=1');
  const download = page.waitForEvent('download');
  await page.getByTestId('list-excel').click();
  const [sheet] = await readSheets(await (await download).path());
  const [heads = [], ...whole] = sheet?.data ?? [];
  expect(heads).not.toContain(invoiceList.actions.title);
  const rows = whole.slice(0, 2);
  // past a blank row: what the foot of the list says
  const [blank = [], totals = [], words = []] = whole.slice(2);
  expect(blank.filter((cell) => cell !== null)).toEqual([]);
  expect(totals.filter((cell) => cell !== null)).toEqual([texts.kit.list.total, 200_000, 37.5]);
  expect(words[0]).toBe(leftOut('1'));
  expect(rows.map((row) => row[heads.indexOf(invoiceList.paper)])).toEqual(['A-2', 'A-1']);
  const at = (words: string) => rows.map((row) => row[heads.indexOf(words)]);
  expect(at(invoiceList.sum.replace('{{currency}}', 'soʻm'))).toEqual([200_000, null]);
  expect(at(invoiceList.sum.replace('{{currency}}', 'USD'))).toEqual([37.5, null]);
  expect(at(invoiceList.firm)).toEqual(['Artel Savdo MChJ', null]);
  expect(at(invoiceList.organization)).toEqual([branch.organization, branch.organization]);
  expect(at(invoiceList.territory)).toEqual(['Toshkent', 'Toshkent']);
  expect(at(invoiceList.date)[0]).toBeInstanceOf(Date);
});

test('columns are chosen, the buttons of a row are none of them', async ({ page, branch }) => {
  await three(branch);
  const list = await open(page, branch);
  const head = (words: string) => list.table.getByRole('columnheader', { name: words, exact: true });
  await page.getByRole('button', { name: texts.kit.list.columns.button }).click();
  const menu = page.getByRole('group', { name: texts.kit.list.columns.button });
  await expect(menu.getByRole('checkbox', { name: invoiceList.actions.title })).toHaveCount(0);
  await expect(head(invoiceList.territory)).toHaveCount(0);
  await tick(menu.getByRole('checkbox', { name: invoiceList.territory }));
  await expect(head(invoiceList.territory)).toHaveCount(1);
});

test('a purchaser may call off and drop drafts, and not what was sent', async ({ page, branch }) => {
  const { draft, sent } = await three(branch);
  const list = await open(page, branch);
  const numbers = { draft: (await draft.read()).number, sent: (await sent.read()).number };
  await page
    .getByRole('button', { name: invoiceList.actions.of.replace('{{number}}', numbers.sent), exact: true })
    .click();
  await expect(page.getByRole('menuitem')).toHaveText([invoiceList.actions.open, invoiceList.actions.copy]);
  await page.keyboard.press('Escape');

  await list.ask(numbers.draft, invoiceList.actions.cancel);
  await expect(list.agreement).toHaveCount(0);
  await expect(list.cancelSend).toBeDisabled();
  await list.reason.selectOption('wrong_partner');
  await list.description.fill('Hamkor boshqa');
  await list.cancelSend.click();
  await expect(list.dialog).toHaveCount(0);
  await expect(list.row('A-1')).toContainText(machine.states.cancelled.name);
  expect(await draft.read()).toMatchObject({ canceled_commentary_type: 'wrong_partner' });
});

test('a partner and a firm are made from the form of a new invoice; what was typed stays', async ({ page, branch }) => {
  const { partners } = records;
  const list = await open(page, branch);
  const pane = (name: string) => page.getByRole('complementary', { name });
  const partner = `Tezkor hamkor ${branch.organization}`;
  const stir = String(380_000_000 + branch.organizationId);
  await list.openForm();
  await list.number.fill('T-77');
  await expect(page.getByTestId('quick-firm')).toHaveCount(0);

  await test.step('a partner', async () => {
    await page.getByTestId('quick-partner').click();
    const form = pane(partners.new);
    await expect(list.form).toBeHidden();
    await form.getByRole('textbox', { name: partners.fields.name, exact: true }).fill(partner);
    await page.keyboard.press('Escape');
    // something typed is asked about before it is left
    await page.getByTestId('record-stay').click();
    await form.getByLabel(partners.fields.stir, { exact: true }).fill(stir);
    await page.getByTestId('record-save').click();
    await expect(list.partner).toHaveText(partner);
    await expect(page.getByTestId('quick-partner')).toBeFocused();
    await expect(list.number).toHaveValue('T-77');
  });

  await test.step('two firms of it, the second one chosen', async () => {
    for (const [at, name] of ['Birinchi MChJ', 'Ikkinchi MChJ'].entries()) {
      await page.getByTestId('quick-firm').click();
      const form = pane(partners.lines.firms.new);
      await expect(form).toContainText(partner);
      await form.getByLabel(partners.lines.firms.fields.name).fill(`${name} ${branch.organization}`);
      await page.getByTestId('firm-save').click();
      await form
        .getByLabel(partners.lines.firms.fields.stir)
        .fill(String(370_000_000 + branch.organizationId * 2 + at));
      await page.getByTestId('firm-save').click();
      await expect(list.firm.locator('option:checked')).toContainText(name);
    }
  });

  await test.step('the invoice is of them', async () => {
    await page.getByTestId('quick-firm').click();
    await expect(pane(partners.lines.firms.new)).toBeVisible();
    await expect(list.form).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(list.form).toBeVisible();
    await list.choose(list.warehouse, 'main');
    await list.send();
    await expect(page).toHaveURL(new RegExp(`${LIST_PATH}/\\d+$`));
    await expect(page.getByTestId('invoice')).toContainText(partner);
  });

  await test.step('in the head of the window as well', async () => {
    await page.getByTestId('head-edit').click();
    await page.getByTestId('quick-partner').click();
    const form = pane(partners.new);
    await form.getByRole('textbox', { name: partners.fields.name, exact: true }).fill(`${partner} 2`);
    await form.getByLabel(partners.fields.stir, { exact: true }).fill(String(Number(stir) + 500_000));
    await page.getByTestId('record-save').click();
    await page.getByTestId('head-save').click();
    await expect(page.getByTestId('invoice')).toContainText(`${partner} 2`);
  });
});

test('who may not add partners finds no plus', async ({ page, branch }) => {
  await page.route('**/cash/api/v1_0/user', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    body.data.rules.reliable_partners = { show: true };
    await route.fulfill({ response: answer, json: body });
  });
  const list = await open(page, branch);
  await list.openForm();
  await list.choose(list.partner, 'Artel', 'Artel Savdo');
  await expect(list.firm.locator('option:checked')).toContainText('Artel');
  await expect(page.getByTestId('quick-partner')).toHaveCount(0);
  await expect(page.getByTestId('quick-firm')).toHaveCount(0);
});

test('who changed the head together with somebody else reads names, not numbers', async ({ page, branch }) => {
  const draft = await TestInvoice.of(branch, { number_invoice: 'N-1', partner_firm_id: 1 });
  const list = await open(page, branch, `?id=${draft.id}`);
  await list.rows.getByRole('link').click();
  await page.getByTestId('head-edit').click();
  const form = page.getByRole('complementary', { name: invoiceWindow.head.title });
  await list.choose(form.getByLabel(invoiceWindow.head.partner, { exact: true }), 'samsung', /Samsung/);
  const firm = form.getByLabel(new RegExp(`^${invoiceWindow.head.firm}`));
  await firm.selectOption({ index: 1 });
  const firmName = (await firm.locator('option:checked').textContent()) ?? '';

  // meanwhile: another number and no firm
  const { partner_id, invoice_date, warehouse_list_id } = await draft.read();
  const changed = await api(branch.people.director, 'PUT', `/product_invoice/change_partner/${draft.id}`, {
    partner_id,
    invoice_date,
    warehouse_list_id,
    number_invoice: 'N-2',
  });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);

  await page.getByTestId('head-save').click();
  const conflict = page.getByTestId('conflict');
  const row = (field: string) => conflict.getByRole('row').filter({ hasText: field });
  await expect(row(invoiceWindow.head.partner).first()).toContainText('Samsung Toshkent');
  await expect(row(invoiceWindow.head.partner).first()).toContainText('Artel Savdo');
  await expect(row(invoiceWindow.head.firm)).toContainText(firmName);
  await expect(conflict).not.toContainText('№');
  // only the other one changed the number, only I the partner: nothing is left to choose
  await expect(conflict.getByRole('radio')).toHaveCount(0);
  await expect(row('N-1')).toHaveAttribute('data-stands', 'theirs');
  await page.getByTestId('conflict-mine').click();
  await expect(conflict).toHaveCount(0);
  await expect.poll(() => draft.read()).toMatchObject({ number_invoice: 'N-2', partner: 'Samsung Toshkent' });
});
