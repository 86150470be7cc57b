/** Keystrokes and clicks of the main jobs, beyond the data itself, hold their numbers. */
import { expect } from '@playwright/test';
import { practiceDayBranches } from '../contract/practiceDay.ts';
import contract from '../locales/uz/machines/contract.json' with { type: 'json' };
import practiceDay from '../locales/uz/practiceDay.json' with { type: 'json' };
import { cardPath } from '../src/pages/clients/paths.ts';
import { type CountingPerson, TestAct } from './harness/acts.ts';
import { api, control, signIn, test } from './harness/control.ts';
import { intercept } from './harness/intercept.ts';
import { Strokes } from './harness/strokes.ts';
import { lineBody, TestInvoice } from './harness/testInvoice.ts';
import { TestSale } from './harness/testSale.ts';
import { ActListPage, ActPage } from './pages/actPage.ts';
import { DAY_PATH } from './pages/practiceDayPage.ts';

test('closing the day of eight branches, one of them blocked meanwhile: 6', async ({ page, context }) => {
  const branches = await Promise.all(Array.from({ length: 8 }, () => control.branch()));
  const [blocked] = branches;
  if (blocked === undefined) throw new Error('no branch');
  const { director } = blocked.people;
  const own = new Set(branches.map(({ organizationId }) => organizationId));
  type Days = { data: { organization: { id: number; name: string } }[] };
  // the server has the branches of the other tests too, which this one must not close
  await intercept(page, `*/cash/api${practiceDayBranches.path}*`, {
    async hold(call) {
      const { body } = await api<Days>(director, 'GET', practiceDayBranches.path, undefined, 'cash');
      await call.answer(200, { data: body.data.filter(({ organization }) => own.has(organization.id)) });
    },
  });
  const statuses = async () => {
    const { body } = await api<Days>(director, 'GET', practiceDayBranches.path, undefined, 'cash');
    return body.data.filter(({ organization }) => own.has(organization.id)).map(({ organization }) => organization.id);
  };
  const strokes = await Strokes.of(page);
  await signIn(context, director);
  await page.goto(DAY_PATH);
  await page.getByRole('button', { name: practiceDay.views.branches }).click();
  await page.getByTestId('days-close').click();
  const asked = page.getByTestId('days-asked').getByRole('listitem');
  await expect(asked).toHaveCount(8);
  // somebody sends an invoice while the question is read
  const invoice = await TestInvoice.of(blocked, [lineBody(1)]);
  await api(director, 'PUT', `/product_invoice/send_for_confirmation/${invoice.id}`, { value: true });
  await page.getByTestId('question-send').click();
  await expect(page.getByTestId('refusal')).toContainText('7 ta kun yopildi, 1 tasi yopilmadi');
  await expect(asked.filter({ hasText: practiceDay.branches.isClosed })).toHaveCount(7);
  // the one that stays is named with its reason
  const refused = page.locator(`[data-branch="${blocked.organizationId}"]`);
  await expect(refused.getByRole('alert')).toContainText('yakunlanmagan');
  expect(await statuses()).toEqual([blocked.organizationId]);
  await api(director, 'PUT', `/product_invoice/invoice_confirmation/${invoice.id}`, { value: true });
  await page.getByTestId('question-send').click();
  await expect(page.getByTestId('days-asked')).toHaveCount(0);
  await expect(page.getByText(practiceDay.branches.nothing)).toBeVisible();
  expect(await statuses()).toEqual([]);
  expect(await strokes.count()).toBeLessThanOrEqual(6);
  // each branch has its own lines in the log
  for (const { organizationId } of branches) {
    const index = `/practice_day/index?organization_id=${organizationId}`;
    const { body } = await api<{ data: { id: number }[] }>(director, 'GET', index, undefined, 'cash');
    const history = `/practice_day/history/${body.data[0]?.id}`;
    const log = await api<{ data: { event: string }[] }>(director, 'GET', history, undefined, 'cash');
    expect(log.body.data.map(({ event }) => event)).toEqual(['day.close', 'day.startClosing']);
  }
});

test('a disagreement: 3', async ({ page, context, branch }) => {
  const { keeper, counter1, counter2 } = branch.people;
  const act = await TestAct.of(branch);
  const [one, two] = (await act.begin(counter1, counter2)) as [CountingPerson, CountingPerson];
  await act.enter(one, { 1: 5, 2: 7 });
  await act.enter(two, { 1: 6, 2: 8 });
  const strokes = await Strokes.of(page);
  await signIn(context, keeper);
  const window = new ActPage(page);
  await window.open(act.id, '?view=matrix');
  await window.nextDisagreement();
  // by keys alone: the first choice has the focus, and that of the next one after it
  const first = page.getByTestId('count-choice').first();
  await expect(first).toBeFocused();
  const chosen = Number(await first.textContent());
  await page.keyboard.press('Space');
  await window.acceptByKeys();
  const counts = async () => [(await act.row(1))?.final_count, (await act.row(2))?.final_count];
  await expect.poll(counts).toContain(chosen);
  expect(await strokes.count()).toBeLessThanOrEqual(3);
  await expect(first).toBeFocused();
  await expect(first).not.toHaveText(String(chosen));
});

test('an act with two counters and residues: 9', async ({ page, context, branch }) => {
  const { keeper, counter1, counter2 } = branch.people;
  const strokes = await Strokes.of(page);
  await signIn(context, keeper);
  const list = new ActListPage(page);
  await list.open();
  await list.openForm();
  await expect(list.organization).toBeFocused();
  await strokes.type(branch.organization);
  await expect(page.locator('.remote-select').getByRole('combobox')).toHaveValue(branch.organization);
  await expect(page.locator('.remote-list')).toHaveAttribute('aria-busy', 'false');
  await page.keyboard.press('Enter');
  await expect(list.organization).toHaveText(branch.organization);
  await expect(list.organization).toBeFocused();
  await page.keyboard.press('Tab');
  await strokes.type('Oylik sanoq');
  await page.keyboard.press('Control+Enter');
  const window = new ActPage(page);
  // the keyboard goes on from step to step
  await expect(page.getByTestId('counter-add')).toBeFocused();
  await page.keyboard.press('Enter');
  const proposed = page.getByTestId('proposed').getByRole('checkbox');
  await expect(proposed.first()).toBeFocused();
  for (const { fullname } of [counter1, counter2]) await proposed.and(page.getByLabel(fullname)).click({ force: true });
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('command-confirm')).toHaveCount(0);
  const rows = page.getByTestId('counters').getByRole('row');
  for (const [at, { fullname }] of [counter1, counter2].entries())
    await expect(rows.filter({ hasText: fullname })).toContainText(`${at + 1}-sanovchi`);
  await expect(page.getByTestId('act-next')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('matrix-open')).toBeVisible();
  await expect(page.getByTestId('counters')).toBeFocused();
  expect(await strokes.count()).toBeLessThanOrEqual(9);
  // who counts already is not proposed again
  await window.askAddCounter();
  await expect(proposed.first()).toBeVisible();
  await expect(proposed.and(page.getByLabel(counter1.fullname))).toHaveCount(0);
});

test('a signed contract of a client who was approved, from the open card: 9 of the 25 that are allowed', async ({
  page,
  context,
}) => {
  const sale = await TestSale.begin();
  await sale.scored();
  const strokes = await Strokes.of(page);
  await signIn(context, sale.branch.people.director);
  await page.goto(cardPath(sale.clientId));
  await page.getByTestId('client-new-order').click();
  // client and warehouse are known: goods are what is left to say
  await expect(page.getByTestId('goods-search')).toBeFocused();
  await strokes.type(sale.branch.products[0]?.title ?? '');
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('order-reserve')).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('make-contract')).toBeEnabled();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByLabel('Birinchi toʻlov')).toBeFocused();
  await strokes.type('300000');
  // past the button for the least first payment, from 24 months to 3
  for (const key of ['Tab', 'Tab', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  await expect(page.getByRole('radio', { name: '3 oy', exact: true })).toBeChecked();
  await expect(page.getByTestId('contract-sign')).toBeEnabled();
  await expect(page.getByTestId('conditions').locator('.red')).toHaveCount(0);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('contract').locator('[aria-current=step]')).toContainText(contract.states.signed.name);
  await expect(page.getByTestId('contract')).toContainText('300 000');
  expect(await strokes.count()).toBeLessThanOrEqual(9);
});
