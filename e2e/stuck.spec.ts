/** The gallery for analysts and QA: where work gets stuck, which rules are proved, walks that are recorded by hand. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import shell from '../locales/uz/shell.json' with { type: 'json' };
import { drawerModel } from '../machines/drawer/drawer.model.ts';
import { inBrowser } from '../machines/kit/model.ts';
import { type Recorded, recordedPath } from '../machines/kit/recorded.ts';
import { api, control, signIn, test } from './harness/control.ts';
import { TestInvoice } from './harness/invoices.ts';
import { PARTNERS_PATH, RecordPage, texts } from './pages/recordPage.ts';

/** Of a table that is saved as Excel. */
async function downloadOf(page: Page, item: string): Promise<string> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Yuklab olish' }).click();
  await page.getByRole('menuitem', { name: item }).click();
  return (await coming).suggestedFilename();
}

test('where work gets stuck: times, refusals, arrows, narrowed, on both clocks, and taken along', async ({
  page,
  context,
}) => {
  const branch = await control.branch();
  const invoice = await TestInvoice.of(branch);
  // confirming a draft is refused, and counted
  const { status } = await api(branch.people.director, 'PUT', `/product_invoice/invoice_confirmation/${invoice.id}`, {
    value: true,
  });
  expect(status).toBe(409);
  await (await invoice.line()).send();
  await signIn(context, branch.people.director);
  await page.goto('/workflows/invoice?view=stuck');
  await expect(page.locator('svg.chart [data-figure="draft"]')).toContainText('·');
  const draft = page.getByTestId('stuck-states').locator('[data-row="draft"]');
  await expect(draft).toContainText('Qoralama');
  await expect(page.getByTestId('stuck-states').locator('[data-row="whole"]')).toContainText('Butun yoʻl');
  const refusal = page.getByTestId('stuck-refusals').locator('[data-refusal="invoice.confirm not_allowed_now"]');
  await expect(refusal).toContainText('%');

  await page.getByRole('button', { name: 'Rad boʻyicha' }).click();
  await expect(page.locator('svg.chart [data-figure="draft"]')).toContainText('rad');
  await expect(page).toHaveURL(/by=refusals/);
  await page.getByRole('button', { name: 'Taqvim' }).click();
  await expect(page).toHaveURL(/clock=calendar/);
  await page.getByRole('combobox', { name: 'Filial' }).selectOption({ label: branch.organization });
  await expect(page).toHaveURL(/branch=\d+/);
  await expect(draft).toBeVisible();

  const columns = page.getByTestId('stuck-states').getByRole('columnheader');
  await expect(columns.filter({ hasText: 'Hozir' })).toHaveCount(1);
  // of one person only ended stays are known
  const person = page.getByRole('combobox', { name: 'Xodim' });
  await person.selectOption({ index: 1 });
  await expect(columns.filter({ hasText: 'Hozir' })).toHaveCount(0);
  await expect(page.getByTestId('stuck-waiting')).toContainText('barcha xodimlarning hujjatlari');
  await person.selectOption({ index: 0 });

  const life = page.getByTestId('stuck-life');
  const all = await life.locator('tbody tr').count();
  await life.getByRole('button', { name: /Isbotlangan, yurilmagan/ }).click();
  await expect(life.locator('tbody tr[data-life="unused"]').first()).toBeVisible();
  expect(await life.locator('tbody tr').count()).toBeLessThan(all);
  expect(await downloadOf(page, 'Oʻtishlar hayoti')).toContain('.xlsx');
});

test('which rules no test covers, and what one rests on, is answered in Russian', async ({ page, context }) => {
  const { people } = await control.branch();
  await signIn(context, people.director);
  await context.addInitScript(() => localStorage.setItem('language', 'ru'));
  await page.goto('/workflows');
  await page.getByRole('button', { name: 'Требования' }).click();
  await page.getByRole('button', { name: /^Без теста/ }).click();
  await expect(page).toHaveURL(/list=rules.*state=untested/);
  // each has one today
  await expect(page.getByText('У каждого правила есть тест')).toBeVisible();
  await expect(page.getByTestId('rules')).toBeHidden();

  await page.getByRole('button', { name: /^Все/ }).first().click();
  await expect(page.locator('[data-rule="specification-5.4"]')).toHaveAttribute('data-state', /notRun|proved/);
  await page.getByRole('searchbox', { name: 'Слово правила или номер' }).fill('30 минут');
  await page.getByRole('button', { name: /30 минут без мыши/ }).click();
  const side = page.getByTestId('rule');
  // the rule in full in the reader's language; its English words only when they are asked for
  await expect(side).toContainText('Бездействие: через 30 минут без мыши и клавиш человек выходит');
  const english = side.getByText('after 30 minutes without mouse or key activity');
  await expect(english).toBeHidden();
  await side.getByText('По-английски, как в требовании').click();
  await expect(english).toBeVisible();
  await expect(side).toContainText('Проходит процесс «Бездействие»');
  // the rules are read without scrolling sideways, and what is chosen is in view
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(side).toBeInViewport();
    const table = page.locator('.table-scroll').filter({ has: page.getByTestId('rules') });
    await expect.poll(() => table.evaluate((it) => it.scrollWidth - it.clientWidth), { message: `${width}` }).toBe(0);
  }
  await expect(side).toContainText('tests/models/inactivity.test.ts');
  await page.reload();
  await expect(side).toContainText('e2e/machines/inactivity.spec.ts');
});

test('a walk by hand is recorded in the live panel, named, saved, and is a path of the model', async ({
  page,
  context,
}) => {
  const { people } = await control.branch();
  await signIn(context, people.director);
  await page.setViewportSize({ width: 900, height: 900 });
  await page.goto('/profile?live');
  await page.locator('.live [data-machine="drawer"]').click();
  await page.getByRole('button', { name: /^Yoʻlni yozish: / }).click();
  await page.getByRole('button', { name: shell.sidebar.open, exact: true }).click();
  await page.keyboard.press('Escape');
  const recording = page.getByTestId('recording');
  await expect(recording).toContainText('2 qadam yozildi');
  await recording.getByRole('textbox', { name: 'Yoʻl nomi' }).fill('Menyu ochildi va yopildi');
  const coming = page.waitForEvent('download');
  await recording.getByRole('button', { name: 'Yoʻlni saqlash' }).click();
  const file = await (await coming).path();
  const walk = JSON.parse(await readFile(file, 'utf8')) as Recorded;
  expect(walk).toMatchObject({ workflow: 'drawer', name: 'Menyu ochildi va yopildi' });
  expect(recordedPath(inBrowser(drawerModel), walk, 1)).toHaveProperty('steps');
});

test('the history of a record leads to its steps on the chart', async ({ page, context }) => {
  const branch = await control.branch();
  const { director } = branch.people;
  const name = `Tarixli hamkor ${branch.organization}`;
  const supplier = { name, kind: 'company', stir: String(390_000_000 + branch.organizationId) };
  const { data } = (await api(director, 'POST', '/partner/create', supplier)).body;
  await signIn(context, director);
  await page.goto(`${PARTNERS_PATH}?row=${data.id}`);
  const suppliers = new RecordPage(page, PARTNERS_PATH);
  await suppliers.pane.getByRole('tab', { name: texts.records.tabs.history }).click();
  await suppliers.pane.getByRole('link', { name: texts.records.history.replay }).click();
  await expect(page).toHaveURL(new RegExp(`/workflows/directoryRecord.*document=${data.id}.*kind=partner`));
  await expect(page.getByTestId('replay-at')).toHaveText('1 / 1');
});
