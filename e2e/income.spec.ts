/** Goods from suppliers in a real browser: the list without prices, the pane with numbers, the received note on paper. */
import { expect, type Page } from '@playwright/test';
import type { BodyOf } from '../contract/bodies.ts';
import type { Call, ParamsOf, ResponseOf } from '../contract/call.ts';
import { addressOf } from '../contract/call.ts';
import { invoiceCreate, invoiceSend } from '../contract/invoices/heads.ts';
import { lineCreate } from '../contract/invoices/lines.ts';
import { attachSerials } from '../contract/invoices/serials.ts';
import texts from '../locales/uz/income.json' with { type: 'json' };
import repository from '../locales/uz/repository.json' with { type: 'json' };
import { type Branch, type BranchPerson, control, SERVER, signIn, test } from './harness/control.ts';
import { SerialDeskPage } from './pages/serialDeskPage.ts';

const PATH = '/repositories2_0/income-from-supplier';

async function call<C extends Call>(
  person: BranchPerson,
  one: C,
  body: BodyOf<C>,
  params?: ParamsOf<C>,
): Promise<ResponseOf<C>> {
  const answer = await fetch(SERVER + addressOf(one, params as Record<string, number> | undefined), {
    method: one.method,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${one.id} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as ResponseOf<C>;
}

/** A sent invoice: the first product is a phone of two units, one of them scanned; the second five plain pieces. */
async function sentInvoice(branch: Branch, number: string): Promise<number> {
  const { director } = branch.people;
  const { data } = await call(director, invoiceCreate, {
    partner_id: 1,
    invoice_date: '2026-11-20',
    number_invoice: number,
    warehouse_list_id: branch.warehouseId,
  });
  const line = (product_variant_id: number, count: number) => ({
    product_variant_id,
    currency_id: 1,
    value: 100_000,
    no_cash: 80,
    additional: 0,
    other_additional: 0,
    currency_change: 1,
    selling_price: 130_000,
    count,
  });
  const [phone, plain] = branch.products.map((one) => one.id);
  const first = await call(director, lineCreate, line(phone as number, 2), { id: data.id });
  await call(director, lineCreate, line(plain as number, 5), { id: data.id });
  await call(director, attachSerials, {
    input_product_id: first.data.id,
    serial_numbers: [{ serial_number: `${number}-A`, imei_numbers: [] }],
    has_many: true,
  });
  await call(director, invoiceSend, { value: true }, { id: data.id });
  return data.id;
}

const open = async (page: Page, branch: Branch, who: 'warehouseman' | 'director' = 'warehouseman') => {
  await signIn(page.context(), branch.people[who]);
  await page.goto(PATH);
};

test('the list, the pane and the numbers of a line', async ({ page }) => {
  const branch = await control.branch({ products: 2, serials: 1 });
  const number = `K-${branch.organizationId}`;
  await sentInvoice(branch, number);
  await open(page, branch);
  const row = page.getByRole('table', { name: texts.title }).locator('tbody tr');
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('1 / 2');
  await expect(row).not.toContainText('130');
  await row.getByRole('link', { name: number }).click();
  const pane = page.getByRole('complementary', { name: `№ ${number}` });
  await expect(pane.getByTestId('income-lines').locator('> li')).toHaveCount(2);
  await expect(pane).not.toContainText(`${number}-A`);
  await pane.getByRole('button', { name: texts.pane.show }).click();
  await expect(pane).toContainText(`${number}-A`);
  // the storekeeper of this world may not print
  await expect(pane.getByRole('button', { name: texts.pane.print })).toHaveCount(0);
  await pane.getByRole('button', { name: texts.pane.hide }).focus();
  await page.keyboard.press('Escape');
  await expect(pane).toHaveCount(0);
});

test('the received note has counts, numbers and places for signatures', async ({ page }) => {
  const branch = await control.branch({ products: 2, serials: 1 });
  const number = `N-${branch.organizationId}`;
  const id = await sentInvoice(branch, number);
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await signIn(page.context(), branch.people.director);
  await page.goto(`${PATH}?row=${id}`);
  await page.getByRole('button', { name: texts.pane.print }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  await page.emulateMedia({ media: 'print' });
  const note = page.getByTestId('received-note');
  await expect(note).toBeVisible();
  await expect(page.locator('.sidebar')).toBeHidden();
  await expect(note).toContainText(number);
  await expect(note.locator('tbody').first()).toContainText(`${number}-A`);
  await expect(note.locator('.sign-line')).toHaveCount(3);
  expect(await note.innerText()).not.toMatch(/130.000/);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(note).toHaveCount(0);
});

test('the warehouse is chosen once for all pages of the layout, and remembered', async ({ page }) => {
  const branch = await control.branch({ products: 2, serials: 1 });
  await sentInvoice(branch, `S-${branch.organizationId}`);
  const shop = { id: branch.warehouseId, name: 'Doʻkon', kind: 'shop' };
  const main = { id: branch.warehouseId + 1, name: 'Asosiy', kind: 'main' };
  const of = { organization_id: branch.organizationId, organization: branch.organization };
  await page.route('**/warehouse-list/get-all-autocomplete', (route) =>
    route.fulfill({ json: { data: [shop, main].map((one) => ({ ...one, ...of })) } }),
  );
  await open(page, branch);
  const row = page.getByRole('table', { name: texts.title }).locator('tbody tr');
  await expect(row).toHaveCount(1);
  const chosen = page.locator('.repository-head').getByRole('button', { name: repository.warehouse });
  await chosen.click();
  await page.getByRole('option', { name: main.name }).click();
  await expect(row).toHaveCount(0);
  await expect(chosen).toContainText(main.name);
  await page.getByRole('navigation').getByRole('link', { name: 'Mijozdan kirim' }).first().click();
  await expect(chosen).toContainText(main.name);
  await page.goto(PATH);
  await expect(chosen).toContainText(main.name);
  await expect(row).toHaveCount(0);
});

test('the storekeeper scans the missing number of a line at the serial desk', async ({ page }) => {
  const branch = await control.branch({ products: 2, serials: 1 });
  const number = `KS-${branch.organizationId}`;
  await sentInvoice(branch, number);
  await open(page, branch);
  const row = page.getByRole('table', { name: texts.title }).locator('tbody tr');
  await row.getByRole('link', { name: number }).click();
  const desk = new SerialDeskPage(page);
  await desk.openDesk();
  await expect(desk.savedUnits).toHaveText(new RegExp(`${number}-A`));
  // it is saved in this line already: named, and not sent
  await desk.scan(`${number}-A`);
  await expect(desk.faulty).toHaveAttribute('data-fault', 'on_invoice');
  await desk.undo();
  await expect(desk.units).toHaveCount(0);
  await desk.scan(`${number}-B`);
  await desk.save();
  await expect(desk.figure('saved')).toHaveText('2');
  await desk.close();
  // the page knows without a reload, and no price came with it
  const pane = page.getByRole('complementary', { name: `№ ${number}` });
  await expect(pane.getByTestId('income-lines').locator('.serials-whole')).toHaveText('2');
  await expect(row.locator('.serials-whole')).toHaveText('2');
  await pane.getByRole('button', { name: texts.pane.show }).click();
  await expect(pane).toContainText(`${number}-B`);
  await expect(page.locator('main')).not.toContainText(/1[03]0.000/);
});
