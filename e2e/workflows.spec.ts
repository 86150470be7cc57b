/** The gallery: every workflow drawn whole, found, chosen and taken along, by who may see it. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { createMachine } from 'xstate';
import invoiceWords from '../locales/uz/machines/invoice.json' with { type: 'json' };
import { chartOf } from '../machines/kit/chart.ts';
import { mermaidOf } from '../machines/kit/mermaid.ts';
import { loadWorkflows } from '../scripts/machines.ts';
import { mermaidCount } from '../tests/models/mermaidCount.ts';
import { api, control, signIn, test } from './harness/control.ts';
import { dress, openWithin } from './harness/everyPage.ts';
import { TestInvoice } from './harness/invoices.ts';
import { settled } from './harness/layout.ts';
import { lyingWords } from './harness/lyingWords.ts';
import { quietOf } from './harness/quiet.ts';
import { PARTNERS_PATH, RecordPage } from './pages/recordPage.ts';

const workflows = await loadWorkflows();
const chart = (name: string) => {
  const found = workflows.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no workflow ${name}`);
  return chartOf(found.machine);
};

/** What the drawing holds: paths of states, indices of transitions. */
const drawn = (page: Page) =>
  page.locator('svg.chart').evaluate((svg) => ({
    states: [...svg.querySelectorAll<SVGElement>('[data-state]')].map((one) => one.dataset.state),
    transitions: [
      ...new Set(
        [...svg.querySelectorAll<SVGElement>('[data-transition]')].map((one) => Number(one.dataset.transition)),
      ),
    ],
  }));

/** Before a chart is opened; answers when the last of the others begins to come, two seconds after it was. */
const theRest = (page: Page) => page.waitForRequest(/\/widgets\.machine-/);

for (const language of ['uz', 'ru'])
  test(`every workflow is drawn from its definition, whole and readable in ${language}`, async ({ page, context }) => {
    const { people } = await control.branch();
    await signIn(context, people.director);
    await context.addInitScript((value) => localStorage.setItem('language', value), language);
    await page.goto('/workflows');
    await expect(page.locator('[data-workflow]')).toHaveCount(workflows.length);
    const rest = theRest(page);
    await openWithin(page, '/workflows/invoice');
    await rest;
    const lying: string[] = [];
    for (const { name, machine } of workflows) {
      await page.evaluate((path) => history.pushState(null, '', path), `/workflows/${name}?whole=yes`);
      await page.locator(`svg.chart [data-state="${name}"]`).waitFor();
      for (const words of await lyingWords(page)) lying.push(`${name}: ${words}`);
      const { states, transitions } = chartOf(machine);
      const { states: boxes, transitions: arrows } = await drawn(page);
      expect([...boxes].sort(), name).toEqual(states.map(({ path }) => path).sort());
      expect(
        [...arrows].sort((one, other) => one - other),
        name,
      ).toEqual(transitions.map((_, at) => at));
      await expect(page.getByTestId('transitions').locator('tbody tr'), name).toHaveCount(transitions.length);
    }
    expect(lying).toEqual([]);
  });

test('a state and an event are found, chosen, kept in the address and left again', async ({ page, context }) => {
  const { people } = await control.branch();
  await signIn(context, people.director);
  await page.goto('/workflows/invoice');
  await page.locator('svg.chart').waitFor();
  await page.getByRole('searchbox', { name: 'Holat yoki hodisa' }).fill('invoice.confirm');
  await expect(page.locator('svg.chart .is-found')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/search=invoice\.confirm.*transition=\d+/);
  const side = page.getByTestId('side');
  await expect(side).toContainText(invoiceWords.guards.everySerialSaved);
  await expect(side.getByTestId('holders')).toContainText('director');
  // names of the code, only when they are asked for
  for (const code of ['everySerialSaved', 'product_invoice.confirm']) await expect(side).not.toContainText(code);
  await expect(page.getByTestId('transitions')).not.toContainText('product_invoice');
  await page.getByRole('switch', { name: 'Koddagi nomlar' }).or(page.getByText('Koddagi nomlar')).first().click();
  for (const code of ['everySerialSaved', 'product_invoice.confirm']) await expect(side).toContainText(code);
  await expect(page.getByTestId('transitions')).toContainText('product_invoice.confirm');

  // all that was not found steps back, what a state does while it is active too
  await page.goto('/workflows/countingWorkspace?search=Topshirilgan');
  await page.locator('svg.chart .is-found').first().waitFor();
  const bright = () =>
    page
      .locator('svg.chart text')
      .evaluateAll((texts) =>
        texts.flatMap((text) => (text.closest('.is-found, .is-other') === null ? [text.textContent] : [])),
      );
  await expect.poll(bright).toEqual([]);

  await page.goto('/workflows/invoice?state=sent');
  await expect(side).toContainText('Yuborilgan');
  await side.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/workflows\?requirement=4-invoice/);
  await expect(page.locator('[data-workflow="invoice"]')).toBeVisible();
  await expect(page.locator('[data-workflow="sidebar"]')).toHaveCount(0);

  await page.goto('/workflows/invoice');
  await page.locator('[data-state="confirmed"]').focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/state=confirmed/);
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/state=/);
});

test('a workflow is taken along as SVG, PNG, Mermaid and JSON, each of them whole', async ({ page, context }) => {
  const { people } = await control.branch();
  await signIn(context, people.director);
  await page.goto('/workflows/invoice');
  await page.locator('svg.chart').waitFor();
  const take = async (item: string) => {
    await page.getByRole('button', { name: 'Yuklab olish' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: item }).click();
    const file = await download;
    return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
  };
  const expected = chart('invoice');

  const svg = await take('Rasm (SVG)');
  expect(svg.name).toBe('invoice.svg');
  const text = svg.bytes.toString();
  expect([...text.matchAll(/data-state="/g)]).toHaveLength(expected.states.length);
  const drawn = new Set([...text.matchAll(/data-transition="(\d+)"/g)].map(([, at]) => at));
  expect(drawn.size).toBe(expected.transitions.length);
  // other programs know nothing of the page's styles
  expect(text).not.toMatch(/class=|var\(/);

  const png = await take('Rasm (PNG)');
  expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
  expect(png.bytes.length).toBeGreaterThan(10_000);

  const mermaid = await take('Mermaid matni');
  expect(mermaid.bytes.toString().trimEnd().split('\n')).toEqual(mermaidOf(expected));
  const counts = mermaidCount(mermaid.bytes.toString().split('\n'));
  expect(counts.inner).toBeGreaterThan(0);
  expect(counts.arrows + counts.inner).toBe(drawn.size);

  const json = await take('XState JSON');
  const again = chartOf(createMachine(JSON.parse(json.bytes.toString())));
  expect(again.states.map(({ path, type }) => [path, type])).toEqual(
    expected.states.map(({ path, type }) => [path, type]),
  );
  expect(again.transitions).toEqual(expected.transitions);
});

test('a drawing begins whole for the width of its page; names of the code stand in the list when they are asked for', async ({
  page,
  context,
}) => {
  const { people } = await control.branch();
  await signIn(context, people.director);
  await page.goto('/workflows');
  const row = page.locator('[data-workflow="testAttempt"]');
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('testAttempt');
  await page.getByRole('button', { name: 'Koddagi nomlar' }).click();
  await expect(row).toContainText('testAttempt');
  const ground = page.locator('.workflow-ground');
  for (const [width, names] of [
    [1440, ['testAttempt', 'session']],
    [390, ['countingAct', 'testAttempt']],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of names) {
      await openWithin(page, `/workflows/${name}`);
      await page.locator(`svg.chart [data-state="${name}"]`).waitFor();
      await expect
        .poll(() => ground.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), `${name}, ${width}`)
        .toBe(0);
    }
  }
});

test('larger, smaller, whole; the table is whole where the drawing does not come', async ({ page, context }) => {
  const { people } = await control.branch();
  await signIn(context, people.director);
  await page.goto('/workflows/session?whole=yes');
  const zoom = page.locator('.workflow-zoom .num');
  await page.locator('svg.chart').waitFor();
  const first = (await zoom.textContent()) ?? '';
  await page.getByRole('button', { name: 'Kattalashtirish' }).click();
  await expect(zoom).not.toHaveText(first);
  await page.locator('.workflow-ground').focus();
  await page.keyboard.press('0');
  await expect(zoom).not.toHaveText(first);
  await expect
    .poll(() => page.locator('.workflow-ground').evaluate((ground) => [ground.scrollWidth, ground.scrollHeight]))
    .toEqual(await page.locator('.workflow-ground').evaluate((ground) => [ground.clientWidth, ground.clientHeight]));

  await page.route('**/elk-worker*', (route) => route.abort());
  await page.goto('/workflows/drawer');
  await expect(page.getByText('Diagramma chizilmadi')).toBeVisible();
  await expect(page.getByTestId('transitions').locator('tbody tr')).toHaveCount(chart('drawer').transitions.length);
  await page.unroute('**/elk-worker*');
  await page.getByRole('button', { name: 'Qayta urinish' }).click();
  await expect(page.locator('svg.chart')).toBeVisible();
});

test('the table of transitions never scrolls sideways, wide or narrow, and names senders in full', async ({
  page,
  context,
}) => {
  const { people } = await control.branch();
  await signIn(context, people.director);
  const table = page.getByTestId('transitions');
  await page.goto('/workflows');
  for (const language of ['uz', 'ru'] as const) {
    await dress(page, { language, fontSize: 16 });
    for (const name of ['invoiceWorkspace', 'countingAct', 'session', 'invoice']) {
      await openWithin(page, `/workflows/${name}`);
      await expect(table.locator('tbody tr')).toHaveCount(chart(name).transitions.length);
      for (const width of [1440, 1024, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await settled(page, width);
        const beyond = await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
        expect(beyond, `${name}, ${language}, ${width}`).toBe(0);
      }
    }
  }
  const who = table
    .locator('.of-who')
    .filter({ has: page.locator('details') })
    .first();
  await who.locator('summary').click();
  await expect(who.locator('details')).toHaveAttribute('open');
  // the row is not chosen by it
  await expect(page).not.toHaveURL(/transition=/);
});

test('what somebody wrote about a workflow is read under it, and leads to the others', async ({ page, context }) => {
  const { people } = await control.branch();
  await signIn(context, people.director);
  await page.goto('/workflows/countingAct');
  const reading = page.getByTestId('reading');
  await page.getByTestId('side').getByRole('button', { name: 'Oʻqish' }).click();
  await expect(reading.getByRole('heading', { level: 2 })).toBeInViewport();
  const word = reading.getByText('counters.allSubmitted', { exact: true }).first();
  await expect(word).toBeHidden();
  await page.getByText('Koddagi nomlar').click();
  await expect(word).toBeVisible();
  await reading.getByRole('link', { name: 'sanovchi', exact: true }).first().click();
  await expect(page).toHaveURL(/\/workflows\/counter$/);

  await page.route('**/readingsUz-*.js', (route) => route.abort());
  await page.goto('/workflows/questionDialog');
  await expect(reading).toContainText('Sahifa yuklanmadi');
  await expect(reading).toContainText('docs/workflows/uz/questionDialog.md');
  await expect(page.getByTestId('transitions').locator('tbody tr')).toHaveCount(
    chart('questionDialog').transitions.length,
  );
});

test('once a chart is open the others go on without a network', async ({ page, context }) => {
  const { people } = await control.branch();
  await signIn(context, people.director);
  const quiet = quietOf(page);
  const rest = theRest(page);
  await page.goto('/workflows/invoice');
  await page.locator('svg.chart [data-state="draft"]').waitFor();
  await rest;
  await quiet();
  await context.setOffline(true);
  const seans = page.getByRole('link', { name: 'Seans', exact: true });
  // a narrow window has its width for the drawing: the page of all workflows leads to the others there
  await expect(seans).toBeHidden();
  await page.setViewportSize({ width: 1720, height: 900 });
  await seans.click();
  await expect(page.locator('svg.chart [data-state="present"]')).toBeVisible();
  await expect(page.getByTestId('reading').locator('h2, h3').first()).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('banner').getByRole('link', { name: 'Ish jarayonlari' }).click();
  await page.getByRole('link', { name: 'Hisob-faktura oynasi' }).first().click();
  await expect(page.locator('svg.chart [data-state="lines"]')).toBeVisible();
});

test('the command of a test path is copied', async ({ page, context }) => {
  const { people } = await control.branch();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(context, people.director);
  await page.goto('/workflows/questionDialog');
  const paths = page.getByTestId('paths').getByRole('listitem');
  await expect(paths.nth(2)).toContainText(
    'Hisob-fakturadan voz kechish → Yozuv oʻzgardi · sabab tanlandi → Yozuv oʻzgardi · nima boʻlgani yozildi',
  );
  await paths.nth(2).getByRole('button', { name: 'Buyruqni nusxalash' }).click();
  await expect(page.getByText('Buyruq nusxalandi')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('npm run qa -- questionDialog 3 --headed');
});

test('an invoice is replayed from its own history; its times are shown on the diagram and link back', async ({
  page,
  context,
}) => {
  const branch = await control.branch();
  const invoice = await TestInvoice.of(branch);
  await (await invoice.line()).send();
  const { number } = await invoice.read();
  await signIn(context, branch.people.director);
  await page.goto(`/repositories/organization-invoice/${invoice.id}?side=history`);
  await page.getByRole('link', { name: 'Diagrammada qadamma-qadam koʻrish' }).click();
  await expect(page.getByTestId('replay-at')).toHaveText('1 / 3');
  const now = page.getByTestId('replay-now');
  await expect(now).toContainText(branch.people.purchaser.fullname);
  await expect(page.locator('svg.chart .is-lit')).toHaveAttribute('data-state', 'draft');
  await page.getByTestId('replay-steps').getByRole('button').nth(2).click();
  await expect(page.locator('svg.chart .is-lit')).toHaveAttribute('data-state', 'sent');
  await expect(page.locator('svg.chart .is-taken')).toHaveCount(1);
  await expect(page).toHaveURL(/step=3/);

  // the step of an address; and a definition that has lost the state since
  await page.route('**/workflow/log/*', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll('"sent"', '"onItsWay"');
    await route.fulfill({ response: answer, body });
  });
  await page.reload();
  await expect(page.getByTestId('replay-at')).toHaveText('3 / 3');
  await expect(now).toContainText('Bugungi taʼrifda yoʻq: onItsWay');
  await expect(page.locator('svg.chart .is-lit')).toHaveCount(0);

  await page.getByRole('button', { name: 'Vaqtlar' }).click();
  await expect(page.locator('svg.chart [data-figure="sent"]')).toContainText('·');
  await expect(page.getByTestId('times-legend')).toContainText('gacha');
  const sent = page.getByTestId('times-states').locator('[data-row="sent"]');
  await expect(sent).toContainText('Yuborilgan');
  await page.getByRole('button', { name: 'Barcha sanalar' }).waitFor();
  await page.goto('/workflows/invoice?view=times&date=2020-01-01');
  await page.getByRole('button', { name: 'Butun vaqt uchun' }).click();
  await expect(sent).toBeVisible();

  await page.goto('/workflows/invoice?view=replay&document=2000000');
  await expect(page.getByText('Hujjat tarixi oʻqilmadi')).toBeVisible();
  await page.getByRole('button', { name: 'Boshqa hujjat' }).click();
  await page.getByRole('searchbox', { name: 'Raqami yoki nomi' }).fill(number);
  await page.getByRole('link', { name: number }).click();
  await expect(page.getByTestId('replay-at')).toHaveText('1 / 3');
});

test('a supplier is replayed from creation to archiving, with links to its page and back', async ({
  page,
  context,
}) => {
  const branch = await control.branch();
  const name = `Yoʻldagi hamkor ${branch.organization}`;
  const { director } = branch.people;
  const supplier = { name, kind: 'company', stir: String(380_000_000 + branch.organizationId) };
  const { data } = (await api(director, 'POST', '/partner/create', supplier)).body;
  await api(director, 'PUT', `/partner/archive/${data.id}`);
  await signIn(context, director);

  await page.goto('/workflows/directoryRecord?view=replay');
  await page.getByRole('combobox', { name: 'Sahifa', exact: true }).selectOption('Omborlarni boshqarish');
  await expect(page).toHaveURL(/kind=warehouse/);
  await page.getByRole('searchbox', { name: 'Raqami yoki nomi' }).fill(name);
  await expect(page.getByText('Bunday hujjat topilmadi')).toBeVisible();
  await page.getByRole('combobox', { name: 'Sahifa', exact: true }).selectOption('Ishonchli hamkorlar');
  const row = page.locator('tbody tr').filter({ hasText: name });
  await expect(row).toContainText('Ishonchli hamkorlar');
  await row.getByRole('link', { name }).click();
  await expect(page).toHaveURL(new RegExp(`document=${data.id}&kind=partner`));
  await expect(page.getByTestId('replay-at')).toHaveText('1 / 2');
  await expect(page.locator('svg.chart .is-lit')).toHaveAttribute('data-state', 'active');
  await page.getByTestId('replay-steps').getByRole('button').nth(1).click();
  await expect(page.locator('svg.chart .is-lit')).toHaveAttribute('data-state', 'archived');

  // its page shows it at once, and the address follows what is in the pane
  await page.getByRole('link', { name, exact: true }).click();
  const suppliers = new RecordPage(page, PARTNERS_PATH);
  await expect(suppliers.title(name)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`row=${data.id}$`));
  await suppliers.restore();
  await expect(suppliers.row(name)).toHaveCount(1);
  await suppliers.close();
  await expect(page).not.toHaveURL(/row=/);
  await suppliers.openRow(name);
  await expect(page).toHaveURL(new RegExp(`row=${data.id}$`));
  await page.reload();
  await expect(suppliers.title(name)).toBeVisible();
  // the row of the record that is open already
  await suppliers.openRow(name);
  await suppliers.expectWritable(true);

  await page.goto('/workflows/directoryRecord?view=times&kind=partner');
  await expect(page.getByTestId('times-states').locator('[data-row="active"]')).toBeVisible();
  await page.getByRole('combobox', { name: 'Sahifa', exact: true }).selectOption('Omborlarni boshqarish');
  await expect(page).toHaveURL(/kind=warehouse/);
  await page.getByRole('button', { name: 'Diagramma', exact: true }).click();
  await expect(page).not.toHaveURL(/kind=/);
});

test('an analyst who reads Russian finds who may, why not and what blocks', async ({ page, context }) => {
  const { people } = await control.branch();
  await signIn(context, people.director);
  await context.addInitScript(() => localStorage.setItem('language', 'ru'));
  const side = page.getByTestId('side');
  const matrix = page.getByTestId('matrix');

  // which positions may complete an act
  await page.goto('/workflows/countingAct?view=matrix');
  await matrix.locator('[data-event="act.complete"] button').filter({ hasText: 'Завершён' }).click();
  await expect(page).toHaveURL(/cell=act\.complete%7Ecounted|cell=act\.complete~counted/);
  await expect(side.getByTestId('holders')).toContainText('Кто может сейчас');
  await expect(side.getByTestId('answers')).toContainText('Учётчики расходятся по товарам');
  await expect(page.getByTestId('matrix-problems')).toHaveCount(0);
  await expect(page.getByTestId('matrix-foot')).toContainText('Таблица отказов');

  // may a confirmed invoice be cancelled, and what may be done instead; what refuses sending
  await page.goto('/workflows/invoice?view=matrix&cell=invoice.cancel~confirmed');
  await expect(side).toContainText('«Подтверждённую накладную не отменяют: товар принят на склад');
  await expect(side).toContainText('Здесь можно: ');
  await expect(side).toContainText('Товары на складе, долг начислен');
  await expect(side).toContainText('Это событие принимают в состояниях: Черновик, Отправлена.');
  // nobody may do what is impossible
  await expect(side.getByTestId('holders')).toHaveCount(0);
  await page.getByRole('button', { name: /^Отказ/ }).click();
  await expect(matrix.locator('tbody tr')).not.toHaveCount(0);
  await expect(matrix.locator('[data-event="invoice.send"]')).toContainText('В накладной ещё нет строк');
  await page.goto('/workflows/invoice?view=matrix&cell=invoice.send~draft');
  await expect(side).toContainText('«В накладной ещё нет строк.»');

  // what blocks closing a day
  await page.goto('/workflows/practiceDay?view=matrix&cell=day.startClosing~open');
  await expect(side).toContainText('«День закрыть нельзя: есть незавершённые документы (…).»');
  await expect(side).toContainText('отправленных накладных');

  // a position's own part, and what only the system sends
  await page.getByRole('combobox', { name: 'Что может должность' }).selectOption({ index: 2 });
  await expect(page).toHaveURL(/position=\d+/);
  // the rule alone does not let everybody of a position complete an act
  await page.goto('/workflows/countingAct?view=matrix');
  const keepers = page.getByRole('combobox', { name: 'Что может должность' }).locator('option', { hasText: 'keeper' });
  await page.getByRole('combobox', { name: 'Что может должность' }).selectOption(await keepers.first().innerText());
  await expect(matrix.locator('[data-event="act.complete"]')).toContainText('только: кто ведёт акт');
  await page.goto('/workflows/countingAct?view=matrix&position=system');
  await expect(matrix.locator('tbody tr')).toHaveCount(1);
});

test('who has no right does not meet it', async ({ page, context }) => {
  const { people } = await control.branch();
  await signIn(context, people.counter1);
  await page.goto('/workflows');
  await expect(page).toHaveURL(/\/404/);
});
