/**
 * axe finds nothing in what opens on pages and over them, nor outside of the shell. What stands open is seen in both
 * languages (e2e/harness/looks.ts says which rules in which dress). Pages as they open are in everyPage.spec.ts.
 */
import { expect } from '@playwright/test';
import { type CountingPerson, TestAct } from './harness/acts.ts';
import { violations } from './harness/axe.ts';
import { api, control, signIn, test } from './harness/control.ts';
import { drawn, dress } from './harness/everyPage.ts';
import { TestInvoice } from './harness/invoices.ts';
import { lookAtLayout } from './harness/layout.ts';
import { expectClean, ONCE, RULES } from './harness/looks.ts';
import { Menu, texts } from './pages/menu.ts';
import { invoiceWithLine, newImei, SerialDeskPage, wrongOf } from './pages/serialDeskPage.ts';
import { wholeTest } from './pages/testAuthorPage.ts';

const LIST = '/repositories/act-of-counting';
const INVOICES = '/repositories/organization-invoice';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36';

test('axe sees the colours of a page that is not drawn', async ({ page }) => {
  await page.goto('/config.json');
  await page.evaluate(() => {
    document.body.innerHTML = '<main><p style="background: white; color: silver">Kulrang</p></main>';
  });
  expect(await violations(page, RULES.dark)).toEqual([expect.stringContaining('color-contrast: <p')]);
  expect(await page.evaluate(() => globalThis.__undrawn?.disabled ?? false)).toBe(false);
});

test('nothing is found by axe', async ({ page, context, browser }) => {
  const branch = await control.branch({ products: 4 });
  const { keeper, counter1, counter2 } = branch.people;
  const [first = 0, second = 0] = branch.products.map((one) => one.id);
  const act = await TestAct.of(branch);
  const counters = await act.begin(counter1, counter2);
  await act.enter(counters[0] as CountingPerson, { [first]: 3, [second]: 1 });
  await act.enter(counters[1] as CountingPerson, { [first]: 4 });

  const at = async (path: string, name: string, ready: string) => {
    await page.goto(path);
    await page.locator(ready).first().waitFor();
    await drawn(page);
    await expectClean(page, name);
  };

  const stranger = await browser.newContext({ reducedMotion: 'reduce' });
  const outside = await stranger.newPage();
  await outside.goto('/auth/login');
  await outside.locator('input[type=password]').waitFor();
  await expectClean(outside, 'sign-in');
  await stranger.close();

  const phone = await browser.newContext({
    reducedMotion: 'reduce',
    userAgent: ANDROID,
    viewport: { width: 390, height: 844 },
  });
  const small = await phone.newPage();
  await small.goto('/');
  await small.getByRole('heading', { level: 1 }).waitFor();
  await expectClean(small, 'the page of a phone');
  await phone.close();

  await signIn(context, keeper);
  await at(`${LIST}/${act.id}?view=matrix&row=${first}`, 'a matrix', '[data-testid=decision]');
  await at('/settings/attach-reports-to-positions', 'a page that is not built', 'h2');
  await at('/nonsense', 'no page', '.empty');

  const keeping = await browser.newContext({ reducedMotion: 'reduce' });
  await signIn(keeping, branch.people.director);
  const pane = await keeping.newPage();
  await pane.goto(`/settings/users/${branch.people.counter1.id}`);
  await pane.getByTestId('record-dismiss').click();
  await pane.getByTestId('record-confirm').waitFor();
  await expectClean(pane, 'an employee who leaves');
  const announced = {
    title_uz: 'Kassa tartibi',
    title_ru: 'Порядок кассы',
    body_uz: 'Ertadan kassa soat 9 da ochiladi.',
    body_ru: 'С завтрашнего дня касса открывается в 9.',
    everyone: false,
    position_ids: [],
    organization_ids: [branch.organizationId],
    from: '2026-11-20T04:00:00.000Z',
    to: '2031-11-20T04:00:00.000Z',
    must_confirm: true,
  };
  const { director } = branch.people;
  const { body } = await api(director, 'POST', '/announcement/create', announced, 'cash');
  await pane.goto(`/settings/create-ad?id=${body.data.id}`);
  await pane.getByTestId('announcement-publish').waitFor();
  await expectClean(pane, 'an announcement that is written');
  await api(director, 'PUT', `/announcement/publish/${body.data.id}`, undefined, 'cash');
  await pane.goto(`/settings/announcements?row=${body.data.id}`);
  await pane.getByTestId('announcement-confirm').waitFor();
  await expectClean(pane, 'an announcement that must be confirmed');
  await dress(pane, { language: 'ru', theme: 'light', fontSize: 28 });
  await pane.setViewportSize({ width: 390, height: 844 });
  const { faults } = await lookAtLayout(pane);
  expect(faults.filter((fault) => fault.includes('wider than its button'))).toEqual([]);
  await pane.setViewportSize({ width: 1440, height: 900 });
  await pane.getByTestId('announcement-confirm').click();
  await pane.getByTestId('announcement-readers').getByRole('listitem').first().waitFor();
  await expectClean(pane, 'announcements');
  await pane.getByTestId('announcements').click();
  await pane.getByTestId('announcement-list').waitFor();
  await expectClean(pane, 'one’s own announcements');
  await api(director, 'PUT', `/announcement/withdraw/${body.data.id}`, { reason: 'Sinov tugadi' }, 'cash');
  await keeping.close();
});

test('nothing is found by axe on practice days', async ({ page, context }) => {
  const branch = await control.branch();
  await signIn(context, branch.people.director);
  await page.goto('/settings/manage-practice-day');
  await page.getByTestId('day-rates').waitFor();
  await expectClean(page, 'the day now');
  await page.getByTestId('day-start-closing').click();
  await page.getByTestId('question-send').waitFor();
  await expectClean(page, 'the question before a day is closed');
  await page.goto(`/settings/manage-practice-day?view=days&organization_id=${branch.organizationId}`);
  await page.locator('tbody tr button').first().click();
  await page.locator('.pane').waitFor();
  await expectClean(page, 'a day of the past');
});

test('nothing is found by axe on tests of the staff', async ({ page, context }) => {
  const branch = await control.branch();
  const { director } = branch.people;
  await signIn(context, director);
  const questions = wholeTest(branch.organizationId).questions;
  const written = wholeTest(branch.organizationId, {
    questions: [...questions, { type: 'text', title: 'Kun nechta?', accepted: [], options: [] }],
  });
  const { body: made } = await api(director, 'POST', '/test/create', written, 'cash');
  await page.goto(`/tests/tests?write=${made.data.id}`);
  await page.getByTestId('test-window').waitFor();
  await expectClean(page, 'a test that is written');
  await page.getByTestId('test-preview-open').click();
  await page.getByTestId('test-preview').waitFor();
  await expectClean(page, 'a test as the staff see it');
  await api(director, 'PUT', `/test/update/${made.data.id}`, { ...written, questions }, 'cash');
  await api(director, 'PUT', `/test/publish/${made.data.id}`, undefined, 'cash');
  await page.goto(`/tests/tests?row=${made.data.id}`);
  await page.getByTestId('test-pane').waitFor();
  await expectClean(page, 'tests');
  for (const view of ['people', 'branches', 'questions']) {
    await page.goto(`/tests/test-results?view=${view}&test_id=${made.data.id}`);
    await drawn(page);
    await expectClean(page, `results of tests by ${view}`);
  }
});

test('nothing is found by axe on workflows', async ({ page, context }) => {
  const branch = await control.branch();
  await signIn(context, branch.people.director);
  const within = (path: string) => page.evaluate((to) => history.pushState(null, '', to), path);
  await page.goto('/workflows/questionDialog?state=leaving');
  await page.locator('svg.chart').waitFor();
  await expectClean(page, 'one workflow');
  const invoice = await TestInvoice.of(branch, { type: 'special' });
  await (await invoice.line()).send();
  await within(`/workflows/invoice?view=replay&document=${invoice.id}&step=2`);
  await page.locator('svg.chart .is-lit').waitFor();
  await expectClean(page, 'the replay of an invoice');
  await within('/workflows/invoice?view=times');
  await page.locator('svg.chart [data-figure]').first().waitFor();
  await expectClean(page, 'times of a workflow');
  await page.goto('/workflows/invoice?view=stuck');
  await page.locator('svg.chart [data-figure]').first().waitFor();
  await expectClean(page, 'where work gets stuck');
  await within('/workflows?list=rules&rule=specification-4.14');
  await page.getByTestId('rules').waitFor();
  await expectClean(page, 'the requirements');
  for (const status of ['open', 'settled']) {
    const remark = {
      machine: 'invoice',
      kind: 'state',
      place: 'sent',
      text: 'Kim qaytara oladi?',
      print: '0'.repeat(16),
    };
    const { body } = await api(branch.people.director, 'POST', '/workflow/remarks', remark, 'cash');
    if (status === 'settled')
      await api(branch.people.director, 'PUT', `/workflow/remarks/${body.data.id}/settle`, undefined, 'cash');
    await within(`/workflows?list=remarks&remark=${body.data.id}`);
    await page.getByTestId('remark-side').locator(`[data-status="${status}"]`).waitFor();
    await expectClean(page, `a remark that is ${status}, in the list`);
  }
  await within('/workflows/invoice?state=sent');
  await page.locator('svg.chart .chart-remark').first().waitFor();
  await expectClean(page, 'remarks on a state');
  await page.goto('/profile?live');
  await page.locator('.live svg.chart').waitFor();
  await expectClean(page, 'the live panel');
});

test('nothing is found by axe on markups', async ({ page, context }) => {
  const branch = await control.branch();
  await signIn(context, branch.people.director);
  await page.goto('/repositories/markup-category');
  await page.locator('tbody tr button.link').first().click();
  await page.getByTestId('revision-add').waitFor();
  await drawn(page);
  await expectClean(page, 'markups of a category');
  await page.getByTestId('revision-add').click();
  await page.getByTestId('record-save').waitFor();
  await expectClean(page, 'a new markup');
});

test('nothing is found by axe on the list of invoices', async ({ page, context }) => {
  const branch = await control.branch();
  const draft = await TestInvoice.of(branch, { type: 'special' });
  await (await draft.line()).send();
  await signIn(context, branch.people.director);
  await page.goto(`${INVOICES}?id=${draft.id}`);
  await page.locator('tbody tr').first().waitFor();
  await drawn(page);
  await expectClean(page, 'the list of invoices');

  await page.getByTestId('invoice-create').click();
  await page.getByTestId('invoice-create-send').click();
  await expectClean(page, 'a new invoice with its faults', ONCE);
  await page.getByTestId('quick-partner').click();
  await page.getByTestId('record-save').waitFor();
  await expectClean(page, 'a new partner over the new invoice', ONCE);
  await page.goto(`${INVOICES}?id=${draft.id}`);
  await page.getByTestId('invoice-actions').click();
  await page.getByRole('menuitem').nth(2).click();
  await page.getByRole('dialog').waitFor();
  await expectClean(page, 'calling an invoice off');
});

/** What covers a page, and the layout without a menu: one language each, for its parts are seen above in both. */
test.describe('what covers a page', () => {
  const { shell } = texts;

  test.beforeEach(async ({ page, context }) => {
    const { keeper } = (await control.branch()).people;
    await signIn(context, keeper);
    await page.goto('/contract-settings/manage-bonus');
    await page.locator('h2').first().waitFor();
    await drawn(page);
  });

  test('the search dialog', async ({ page }) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('option').first().waitFor();
    await expectClean(page, 'the search dialog', ONCE);
  });

  test('the drawer', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const menu = new Menu(page);
    await menu.openButton.click();
    await menu.nav.waitFor();
    await expectClean(page, 'the drawer', ONCE);
  });

  test('the account menu and the panel of the password', async ({ page }) => {
    await page.getByRole('button', { name: shell.account.label.replace('{{name}}', '') }).click();
    const change = page.getByRole('button', { name: shell.account.changePassword });
    await change.waitFor();
    await expectClean(page, 'the account menu', ONCE);
    await change.click();
    await page.locator('input[type=password]').first().waitFor();
    await expectClean(page, 'the panel of the password', ONCE);
  });

  test('a page of the empty layout', async ({ page }) => {
    await page.goto('/re-sale/resale-info-levy');
    await page.getByRole('main').waitFor();
    await expectClean(page, 'a page of the empty layout', ONCE);
  });
});

test('the serial desk', async ({ page, context }) => {
  const branch = await control.branch({ products: 1, serials: 1, imeis: 1 });
  const invoice = await invoiceWithLine(branch, branch.products[0]?.id ?? 0, 3);
  await signIn(context, branch.people.purchaser);
  const desk = new SerialDeskPage(page);
  await desk.open(invoice.id);
  await desk.scan(newImei());
  await desk.save();
  await expect(desk.savedUnits).toHaveCount(1);
  await desk.scan(newImei());
  await desk.scan(wrongOf(newImei()));
  await expectClean(page, 'the serial desk');
  await desk.edit();
  await desk.askDelete();
  await expectClean(page, 'a row in correction and a number to delete', ONCE);
});
