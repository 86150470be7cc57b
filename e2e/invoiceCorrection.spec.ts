/** Correcting a confirmed line in a real browser: what follows the new cost, and why the server does not take it. */
import { expect, type Locator, type Page } from '@playwright/test';
import { formatNumber } from '../contract/figures.ts';
import { MAX_VALUE } from '../contract/invoices/shared.ts';
import common from '../locales/uz/common.json' with { type: 'json' };
import desk from '../locales/uz/serialDesk.json' with { type: 'json' };
import server from '../locales/uz/server.json' with { type: 'json' };
import { api, type Branch, control, signIn, test } from './harness/control.ts';
import { lineBody, TestInvoice, unused } from './harness/testInvoice.ts';
import { InvoiceWindow, texts } from './pages/invoiceWindow.ts';

const { correct, history, price } = texts.invoice;

const steps = { send: 'send_for_confirmation', confirm: 'invoice_confirmation' } as const;
async function step(invoice: TestInvoice, name: keyof typeof steps, value = true): Promise<void> {
  const answer = await api(invoice.director, 'PUT', `/product_invoice/${steps[name]}/${invoice.id}`, { value });
  expect(answer.status, name).toBe(200);
}

/** The window of a confirmed invoice, as the director sees it. */
async function openConfirmed(page: Page, branch: Branch) {
  const invoice = await TestInvoice.of(branch, [
    lineBody(1),
    lineBody(2, { selling_price: 110_000, selling_price_overridden: true }),
  ]);
  await step(invoice, 'send');
  await step(invoice, 'confirm');
  await signIn(page.context(), branch.people.director);
  const window = new InvoiceWindow(page);
  await window.open(invoice.id);
  return { invoice, window };
}

test('a price that nobody set follows the cost, one that somebody set stays and warns below it', async ({
  page,
  branch,
}) => {
  const { invoice, window } = await openConfirmed(page, branch);
  const value = window.dialog.getByLabel(new RegExp(`^${correct.value}`));
  const below = window.dialog.getByTestId('below-cost');

  await test.step('what the server does not take is shown at its field, until the field is changed', async () => {
    await window.row(0).getByTestId('line-correct').click();
    // half a soʻm is not even sent
    await value.fill('80000,5');
    await expect(value).toHaveAccessibleDescription(correct.wrongWhole);
    await expect(page.getByTestId('command-confirm')).toBeDisabled();
    await value.fill(String(MAX_VALUE + 1));
    // nobody corrects without saying why
    await expect(page.getByTestId('command-confirm')).toBeDisabled();
    await window.why.fill('Narx notoʻgʻri yozilgan');
    await expect(value).toHaveValue(formatNumber(MAX_VALUE + 1));
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
    await window.why.fill('Hamkor narxni oshirgan');
    await window.confirm();
    await expect(window.dialog).toHaveCount(0);
  });

  await test.step('the history says why', async () => {
    await page.getByTestId('invoice-side').click();
    await expect(page.getByTestId('why')).toHaveText([
      `${correct.why}: «Hamkor narxni oshirgan»`,
      `${correct.why}: «Narx notoʻgʻri yozilgan»`,
    ]);
  });

  const lines = await invoice.lines();
  expect(lines.map((line) => [line.value, line.selling_price, line.selling_price_overridden])).toEqual([
    [80_000, 100_000, false],
    [120_000, 110_000, true],
  ]);
});

test('after a lost answer what is shown is what is sent, once', async ({ page, branch }) => {
  const { invoice, window } = await openConfirmed(page, branch);
  const [line] = await invoice.lines();
  const path = `**/input_product/change_approved_product/${line?.id}`;
  const sent: { key: string | undefined; count: number }[] = [];
  // the server receives the first and the third; the page gets the answer to the third
  await page.route(path, async (route) => {
    const { count } = route.request().postDataJSON() as { count: number };
    sent.push({ key: route.request().headers()['idempotency-key'], count });
    if (sent.length === 1) await route.fetch();
    if (sent.length < 3) await route.abort('connectionfailed');
    else await route.continue();
  });
  await window.row(0).getByTestId('line-correct').click();
  const count = window.dialog.getByLabel(new RegExp(`^${correct.count}`));
  await count.fill('13');
  await window.why.fill('Son notoʻgʻri');
  await window.confirm();
  await expect(page.getByTestId('command-confirm')).toHaveText(common.retry);
  expect((await invoice.lines())[0]?.count).toBe(13);
  // who looks away and comes back reads the line, and it is as it was sent: the same may be sent again all the same
  const read = page.waitForEvent('requestfinished', (request) => request.url().includes('/input_product/show/'));
  await page.evaluate(() => globalThis.dispatchEvent(new Event('visibilitychange')));
  await read;
  await expect(window.row(0)).toContainText('13');
  await window.confirm();
  await expect.poll(() => sent.length).toBe(2);
  await expect(page.getByTestId('command-confirm')).toHaveText(common.retry);

  await count.fill('14');
  await window.confirm();
  // the first one did reach the server: the second try is rejected as stale and asks again
  await expect(page.getByTestId('command-again')).toContainText(/5 → 13/);
  expect(sent.map((one) => one.count)).toEqual([13, 13, 14]);
  expect(sent[0]?.key).toBe(sent[1]?.key);
  expect(sent[2]?.key).not.toBe(sent[1]?.key);
  await window.confirm();
  await expect(window.dialog).toHaveCount(0);
  expect((await invoice.lines())[0]?.count).toBe(14);
});

test('units that come to a confirmed line are read as the desk reads them: no number is left out', async ({ page }) => {
  const branch: Branch = await control.branch({ products: 1, serials: 1 });
  const goods = branch.products.find((product) => product.serial);
  const invoice = await TestInvoice.of(branch, [lineBody(goods?.id ?? 0, { count: 1, value: 1_000_000 })]);
  const [line] = await invoice.lines();
  const [saved, second, third] = [unused('SN-'), unused('SN-'), unused('SN-')];
  await invoice.attach(line?.id ?? 0, [saved]);
  await step(invoice, 'send');
  await step(invoice, 'confirm');
  await signIn(page.context(), branch.people.director);
  const window = new InvoiceWindow(page);
  await window.open(invoice.id);
  await window.row(0).getByTestId('line-correct').click();
  const coming = window.dialog.getByLabel(new RegExp(`^${correct.coming}`));
  const confirm = page.getByTestId('command-confirm');
  await coming.fill(`${second} ${third}`);
  await expect(coming).toHaveAccessibleDescription(`${second}: ${desk.faults.imei_too_many}`);
  await expect(confirm).toBeDisabled();
  await coming.fill(saved);
  await expect(coming).toHaveAccessibleDescription(desk.places.line.replace('{{code}}', saved));
  await expect(confirm).toBeDisabled();
  await coming.fill(`${second}\n${third}`);
  await window.why.fill('Ikki dona keyin keldi');
  await window.confirm();
  await expect(window.dialog).toHaveCount(0);
  expect((await invoice.serials(line?.id ?? 0)).sort()).toEqual([saved, second, third].sort());
});

test('labels of a confirmed invoice are ticked as fast as one likes, and each mark is saved and logged', async ({
  page,
  branch,
}) => {
  const { invoice, window } = await openConfirmed(page, branch);
  await page.route('**/input_product/mark_print/**', async (route) => {
    await new Promise((done) => setTimeout(done, 700));
    await route.continue();
  });
  const [first, second] = [0, 1].map((at) => window.row(at).getByRole('checkbox')) as [Locator, Locator];
  await first.click();
  await second.click();
  await expect(first).toBeChecked();
  await expect(second).toBeChecked();
  await expect.poll(async () => (await invoice.lines()).map((line) => line.print)).toEqual([true, true]);
  await expect(first).toBeChecked();
  await expect(second).toBeChecked();
  await page.getByTestId('invoice-side').click();
  await expect(page.getByText(`${history.fields.print} ${history.no} ${history.yes}`)).toHaveCount(2);
});

test('two who correct one line: the second sees the current values, and nothing of either goes unseen', async ({
  page,
  branch,
}) => {
  const { invoice, window } = await openConfirmed(page, branch);
  await window.row(0).getByTestId('line-correct').click();
  const count = window.dialog.getByLabel(new RegExp(`^${correct.count}`));
  await count.fill('13');
  const [line] = await invoice.lines();
  const theirs = { count: 32, value: 90_000 };
  expect(
    (await api(invoice.director, 'PUT', `/input_product/change_approved_product/${line?.id}`, theirs)).status,
  ).toBe(200);
  await window.why.fill('Son notoʻgʻri');
  await window.confirm();

  const again = page.getByTestId('command-again');
  await expect(again).toContainText(/5 → 32/);
  await expect(again).toContainText(/100.000.soʻm → 90.000.soʻm/);
  const row = window.dialog.getByTestId('correction').getByRole('row', { name: correct.onLine });
  await expect(row).toContainText('32');
  await expect(row).toContainText('13');
  // typed values are kept, the others are updated
  await expect(count).toHaveValue('13');
  await expect(window.dialog.getByLabel(new RegExp(`^${correct.value}`))).toHaveValue(formatNumber(90_000));
  expect((await invoice.lines())[0]).toMatchObject(theirs);
  await window.confirm();
  await expect(window.dialog).toHaveCount(0);
  expect((await invoice.lines())[0]).toMatchObject({ count: 13, value: 90_000 });
});

test('confirming asks about the stock and the lines as they are, not as they were', async ({ page, branch }) => {
  // a supplier of its own: other tests move the debt to the one that all share
  const supplier = {
    name: `Qarz hamkori ${branch.organization}`,
    kind: 'company',
    stir: String(370_000_000 + branch.organizationId),
  };
  const { body: made } = await api<{ data: { id: number } }>(
    branch.people.director,
    'POST',
    '/partner/create',
    supplier,
  );
  const ofSupplier = async (lines: Parameters<typeof TestInvoice.of>[1]) => {
    const one = await TestInvoice.of(branch, lines);
    await one.changeHead({ partner_id: made.data.id, partner_firm_id: null });
    return one;
  };
  const invoice = await ofSupplier([lineBody(1)]);
  await step(invoice, 'send');
  await signIn(page.context(), branch.people.director);
  const window = new InvoiceWindow(page);
  await window.open(invoice.id);
  await expect(window.nextButton).toBeEnabled();
  const [line] = await invoice.lines();
  const stock = line?.on_stock ?? 0;
  const read = await api(invoice.director, 'GET', `/product_invoice/debt/${invoice.id}`);
  const owed = (read.body as unknown as { data: { UZS: number } }).data.UZS;

  // other goods of the same kind come in between
  const other = await ofSupplier([lineBody(1, { count: 100 })]);
  await step(other, 'send');
  await step(other, 'confirm');
  await window.next();
  const cells = page.getByTestId('before-after').getByRole('cell');
  await expect(page.getByTestId('command-confirm')).toBeEnabled();
  await expect(cells).toHaveText([String(stock + 100), '+5', String(stock + 105)]);
  // a hundred lines of the other invoice and five of this one, each of 100,000 soʻm
  const money = page.getByTestId('confirm-money').getByRole('cell');
  const figures = (...sums: number[]) => sums.map((sum, at) => `${at === 1 ? '+' : ''}${formatNumber(sum)}`);
  await expect(money).toHaveText(figures(owed + 10_000_000, 500_000, owed + 10_500_000));

  await step(invoice, 'send', false);
  if (line) await invoice.changeLine(line, { count: 300 });
  await step(invoice, 'send');
  await window.confirm();
  await expect(page.getByTestId('command-again')).toBeVisible();
  await expect(cells).toHaveText([String(stock + 100), '+300', String(stock + 400)]);
  await expect(money).toHaveText(figures(owed + 10_000_000, 30_000_000, owed + 40_000_000));
  expect((await invoice.read()).status).toBe('sent');
  await window.confirm();
  await expect(window.dialog).toHaveCount(0);
  expect((await invoice.read()).status).toBe('confirmed');
});
