/** What other people do meanwhile is seen in what is open: window, list and counting screen, without a reload. */
import { expect, type Page } from '@playwright/test';
import counter from '../locales/uz/counter.json' with { type: 'json' };
import orderChart from '../locales/uz/machines/saleOrder.json' with { type: 'json' };
import { TestAct } from './harness/acts.ts';
import { api, type BranchPerson, control, SERVER, signIn, test } from './harness/control.ts';
import { TestInvoice } from './harness/invoices.ts';
import { PRICE, TestSale } from './harness/testSale.ts';
import { texts } from './pages/actPage.ts';
import { ActWindow } from './pages/actWindow.ts';
import { InvoiceListPage } from './pages/invoicePage.ts';
import { InvoiceWindow, texts as invoiceTexts } from './pages/invoiceWindow.ts';
import { SaleWindow } from './pages/saleWindow.ts';

const { states } = invoiceTexts.machine;

/** The page is open, and its stream heard. */
async function listening(page: Page, open: () => Promise<unknown>): Promise<void> {
  const opened = page.waitForResponse((answer) => answer.url().endsWith('/cash/api/notice/stream'));
  await open();
  await opened;
}

async function correct(by: BranchPerson, lineId: number, body: object): Promise<void> {
  const { status } = await api(by, 'PUT', `/input_product/change_approved_product/${lineId}`, body);
  expect(status).toBe(200);
}

test('an open window of an act has the comment that somebody else writes', async ({ page, branch }) => {
  const { keeper, deputy } = branch.people;
  const act = await TestAct.of(branch);
  await signIn(page.context(), keeper);
  const window = new ActWindow(page);
  await window.open(act.id);
  await window.tab(texts.counting.tabs.comments);
  const body = new FormData();
  body.append('act_of_count_id', String(act.id));
  body.append('comment', 'Omborda qayta sanang');
  const headers = { authorization: `Bearer ${deputy.token}` };
  const path = `${SERVER}/warehouse/api/count_result_comment/add_commentary`;
  expect((await fetch(path, { method: 'POST', headers, body })).status).toBe(200);
  await expect(page.getByTestId('comments')).toContainText('Omborda qayta sanang');
});

test('a corrected line of a confirmed invoice is seen by its owner', async ({ page, branch }) => {
  const { purchaser, accountant, director } = branch.people;
  const invoice = await TestInvoice.of(branch);
  await (await (await invoice.line({ value: 50_000, count: 5 })).send()).confirm(director);
  await signIn(page.context(), purchaser);
  const window = new InvoiceWindow(page);
  await listening(page, () => window.open(invoice.id));
  await expect(page.getByTestId('foot-units')).toHaveText('5');
  const { data: lines } = (
    await api<{ data: { id: number }[] }>(accountant, 'GET', `/input_product/show/${invoice.id}`)
  ).body;
  await correct(accountant, lines[0]?.id ?? 0, { count: 3, value: 50_000, reason: 'Uchta keldi' });
  await expect(page.getByTestId('foot-units')).toHaveText('3');
});

test('who is second to confirm reads that it is done, before figures that count it twice', async ({ page, branch }) => {
  const { accountant, director } = branch.people;
  const invoice = await (await (await TestInvoice.of(branch)).line()).send();
  await signIn(page.context(), accountant);
  const window = new InvoiceWindow(page);
  await window.open(invoice.id);
  await expect(window.nextButton).toBeEnabled();
  await invoice.confirm(director);
  await window.next();
  await expect(page.getByTestId('command-over')).toContainText(states.confirmed.name);
  await expect(page.getByTestId('command-confirm')).toBeDisabled();
  await expect(page.getByTestId('confirm-money')).toHaveCount(0);
});

test('the list of invoices follows what is sent to the person', async ({ page, branch }) => {
  const { accountant } = branch.people;
  const invoice = await (await TestInvoice.of(branch, { number_invoice: 'Q-1' })).line();
  await signIn(page.context(), accountant);
  const list = new InvoiceListPage(page);
  // of all that the accountant sees, this one alone
  await listening(page, () => list.open('?search=Q-1'));
  await expect(list.row('Q-1')).toContainText(states.draft.name);
  await invoice.send();
  await expect(list.row('Q-1')).toContainText(states.sent.name);
  await expect(page.getByRole('button', { name: new RegExp(`^${states.sent.name} 1$`) })).toBeVisible();
});

test('a step in one tab is seen in the other one', async ({ page, branch }) => {
  const { purchaser, director } = branch.people;
  const invoice = await TestInvoice.of(branch, {}, purchaser);
  await (await (await invoice.line({ value: 50_000, count: 5 })).send()).confirm(director);
  await signIn(page.context(), director);
  const other = new InvoiceWindow(await page.context().newPage());
  const window = new InvoiceWindow(page);
  await listening(page, () => window.open(invoice.id));
  await other.open(invoice.id);
  await other.page.waitForFunction(
    async () => (await navigator.locks.query()).pending?.some(({ name }) => name === 'idora-stream') === true,
  );
  // nothing is read again by itself of what is confirmed
  await window.row(0).getByTestId('line-correct').click();
  await window.dialog.getByLabel(new RegExp(`^${invoiceTexts.invoice.correct.count}`)).fill('3');
  await window.why.fill('Uchta keldi');
  await window.confirm();
  await expect(other.page.getByTestId('foot-units')).toHaveText('3');
  await other.page.close();
});

test('the counting screen of a cancelled act says so, and not that it is counted', async ({ page, branch }) => {
  const { keeper, counter1 } = branch.people;
  const act = await TestAct.of(branch);
  const [list] = await act.begin(counter1);
  await act.cancel(keeper, 'Keyinga qoldirildi');
  await signIn(page.context(), counter1);
  await page.goto(`/repositories/act-of-counting/${act.id}/counters/${list?.id}`);
  await expect(page.getByRole('heading', { name: counter.over.cancelled })).toBeVisible();
  await expect(page.getByTestId('counter-state')).toHaveCount(0);
  await expect(page.getByTestId('over')).not.toContainText('—');
});

test('an order whose hours are over says so in open windows: to its owner, and to who is not notified', async ({
  page,
  browser,
}) => {
  const sale = await TestSale.begin();
  const { seller } = await control.sale(sale.branch, PRICE);
  const { id } = await sale.order({ lines: [sale.line()], reserve: true });
  const expired = orderChart.states.expired.name;
  const watches = async (own: Page, by: BranchPerson) => {
    await signIn(own.context(), by);
    const window = new SaleWindow(own, 'order');
    await listening(own, () => window.open('createOrder', id));
    await window.seeState(orderChart.states.reserved.name);
    return window;
  };
  const others = await (await browser.newContext({ baseURL: SERVER })).newPage();
  const owners = await watches(page, sale.branch.people.director);
  // time enough to open the window
  await control.orderSecondsLeft(id, 8);
  const other = await watches(others, seller);
  await control.orderHoursOver(id);
  await owners.seeState(expired);
  await expect(others.getByTestId('order').locator('[aria-current=step]')).toContainText(expired, { timeout: 30_000 });
  await expect(other.button('prolong')).toHaveCount(0);
  await others.context().close();
});
