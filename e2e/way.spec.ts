/** "How do I get there?" of a document's window: opened, followed while others take its steps, in both languages. */
import { TestAct } from './harness/acts.ts';
import { api, control, expect, signIn, test } from './harness/control.ts';
import { sendPicture } from './harness/files.ts';
import { lineBody, TestInvoice } from './harness/testInvoice.ts';
import { must, TestSale } from './harness/testSale.ts';
import { DAY_PATH, PracticeDayPage } from './pages/practiceDayPage.ts';

test('the way of a count: who is waited for, what counters disagree about, and steps that others take', async ({
  page,
  context,
}) => {
  const branch = await control.branch({ products: 2 });
  const { keeper, counter1, counter2 } = branch.people;
  const act = await TestAct.of(branch);
  const [first, second] = await act.begin(counter1, counter2);
  const product = branch.products[0]?.id ?? 0;
  await signIn(context, keeper);
  await page.goto(`/repositories/act-of-counting/${act.id}`);
  await expect(page.getByTestId('way-open')).toBeVisible();
  await page.keyboard.press('y');
  const way = page.getByTestId('way');
  const steps = way.locator('[data-event]');
  await expect(steps).toHaveCount(3);
  await expect(way).toContainText('Qayerga');
  // the names of counters have the room of the side tabs, which come back when the way is closed
  const side = page.locator('.document-side');
  await expect(side).toBeHidden();
  const list = way.locator('[data-event="counter.submit"]');
  await expect(list).toContainText(counter1.fullname);
  await expect(list).toContainText(counter2.fullname);
  // who manages the act and counts nothing is led to its counters, in this very window
  await expect(list.getByRole('link')).toHaveCount(0);
  await list.locator('.way-fact').click();
  await expect(page.getByTestId('counters')).toBeFocused();
  await expect(way.locator('[data-event="counters.allSubmitted"]')).toContainText('tizim oʻzi bajaradi');
  await expect(way.locator('[data-event="act.complete"]')).toContainText('siz');

  if (first) await act.submit(first, { [product]: 3 });
  if (second) await act.submit(second, { [product]: 4 });
  await page.reload();
  const decide = way.locator('[data-event="product.countManually"]');
  await expect(decide).toHaveClass(/waits/);
  await way.getByRole('button', { name: 'Shakllangan' }).click();
  await expect(steps).toHaveCount(3);
  await expect(page).toHaveURL(/way=formed/);
  await decide.getByRole('link').click();
  await expect(page).toHaveURL(/view=matrix&filter=disagreements/);
  await page.goBack();

  // somebody else decides and completes: the way goes on by itself
  await expect(decide).toBeVisible();
  await act.decide(keeper, product, 4);
  expect((await api(keeper, 'PUT', `/act_of_count/count_completion/${act.id}`)).status).toBe(200);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(steps).toHaveCount(1, { timeout: 30_000 });
  await expect(way.locator('[data-event="act.form"]')).toContainText('siz');
  await page.keyboard.press('y');
  await expect(way).toBeHidden();
  await expect(side).toBeVisible();
});

test('on a phone a fact that is changed in the window itself leads out of the way that lies over it', async ({
  page,
  context,
}) => {
  const branch = await control.branch();
  const act = await TestAct.of(branch);
  await signIn(context, branch.people.keeper, 'ru');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/repositories/act-of-counting/${act.id}?way=on`);
  const way = page.getByTestId('way');
  await way.getByRole('button', { name: 'Учётчиков ещё нет.' }).click();
  await expect(way).toBeHidden();
  await expect(page.locator('.counters')).toBeInViewport();
});

test('a count that was called off has no way, and says so in Russian', async ({ page, context }) => {
  const branch = await control.branch();
  const act = await TestAct.of(branch);
  await act.cancel(branch.people.keeper, 'Xato ochilgan');
  await signIn(context, branch.people.keeper, 'ru');
  await page.goto(`/repositories/act-of-counting/${act.id}`);
  await page.getByRole('button', { name: 'Как дойти?' }).click();
  await expect(page.getByTestId('way')).toContainText('пути нет');
});

test('a counter has the way of the own list beside the desk, which keeps its shape', async ({ page, context }) => {
  const branch = await control.branch();
  const act = await TestAct.of(branch);
  const [first] = await act.begin(branch.people.counter1);
  await signIn(context, branch.people.counter1);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/repositories/act-of-counting/${act.id}/counters/${first?.id}?way=on`);
  const step = page.getByTestId('way').locator('[data-event="counter.submit"]');
  await expect(step).toContainText('siz');
  await expect(step).toContainText('Roʻyxatni topshirish');
  // nothing of the table is squeezed into a column of letters
  const head = page.locator('.counts-head');
  await expect.poll(async () => (await head.boundingBox())?.height ?? 99).toBeLessThan(48);
});

test('what an invoice waits for leads to the field of lines and to the line without its numbers', async ({
  page,
  context,
}) => {
  const branch = await control.branch({ products: 1, serials: 1 });
  await signIn(context, branch.people.director, 'ru');
  const empty = await TestInvoice.of(branch, []);
  await page.goto(`/repositories/organization-invoice/${empty.id}?way=confirmed`);
  const way = page.getByTestId('way');
  await way.getByRole('button', { name: 'В накладной ещё нет строк.' }).click();
  await expect(page.getByTestId('line-add')).toBeFocused();

  const invoice = await TestInvoice.of(branch, [lineBody(branch.products[0]?.id ?? 0)]);
  await page.goto(`/repositories/organization-invoice/${invoice.id}?way=confirmed`);
  await way.getByRole('button', { name: 'Не введены серийные номера: 5 шт.' }).click();
  await expect(page.locator('[data-problem="serials"]')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('#lines-saved')).toBeVisible();
  await expect(page.getByTestId('line-serials')).toBeInViewport();
});

test('a day in the list of days has the way to its closing beside it, one that is closed has none', async ({
  page,
  context,
}) => {
  const branch = await control.branch();
  const { director } = branch.people;
  const invoice = await TestInvoice.of(branch, [lineBody(1)]);
  await api(director, 'PUT', `/product_invoice/send_for_confirmation/${invoice.id}`, { value: true });
  await signIn(context, director, 'ru');
  const list = `${DAY_PATH}?view=days&organization_id=${branch.organizationId}`;
  await page.goto(list);
  await page.getByRole('button', { name: '21.11.2026' }).first().click();
  const pane = page.getByRole('complementary', { name: '21.11.2026' });
  await expect(pane).toBeVisible();
  await page.getByRole('button', { name: 'Как дойти?' }).click();
  const way = page.getByTestId('way');
  await expect(way.locator('[data-event="day.startClosing"]')).toHaveClass(/waits/);
  await expect(pane).toBeHidden();
  await page.keyboard.press('y');
  await expect(pane).toBeVisible();

  // what it waited for is done
  const confirmed = await api(director, 'PUT', `/product_invoice/invoice_confirmation/${invoice.id}`, { value: true });
  expect(confirmed.status).toBe(200);
  await page.reload();
  await page.getByTestId('way-open').click();
  await expect(way.locator('[data-event]')).toHaveCount(2);
  await expect(way.locator('.waits')).toHaveCount(0);
  const day = new PracticeDayPage(page);
  await day.goto();
  await day.startClosing();
  await day.close();
  await page.goto(list);
  await page.getByRole('button', { name: '21.11.2026' }).first().click();
  await expect(page.getByTestId('day-history').locator('[data-event="day.close"]')).toBeVisible();
  await expect(page.getByTestId('way-open')).toHaveCount(0);
});

test('a car that waits for its photos leads to its files, one without figures to the settings of wear', async ({
  page,
  context,
}) => {
  const { branch, clientId } = await TestSale.begin();
  const { director } = branch.people;
  const made = async (path: string, body: object) =>
    (await must<{ id: number }>(director, 'client', 'POST', `/${path}/create`, body)).id;
  const brand_id = await made('pledge_car_brand', { name: `Yoʻl ${branch.organizationId}` });
  const years = { from: 1980, to: null };
  const model_id = await made('pledge_car_model', { name: `Yoʻl ${branch.organizationId}`, brand_id, years });
  const id = await made('pledge_evaluation', {
    ...{ client_id: clientId, model_id, plate: '01 A 124 BC', year: '2016', mileage: 1_999_999 },
    ...{ vin: `XWBJA69V9DB${String(branch.organizationId).padStart(6, '0')}`, condition: 'good' },
  });
  await signIn(context, director, 'ru');
  const files = page.getByRole('tab', { name: 'Файлы' });
  for (const width of [1440, 1000, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/pledge/pledge-car-evaluations?row=${id}&way=approved`);
    await page.getByTestId('way').getByRole('button', { name: 'Сначала добавьте фото' }).click();
    await expect(files).toHaveAttribute('aria-selected', 'true');
    await expect(files).toBeFocused();
    await expect(page.getByTestId('files')).toBeInViewport();
  }
  await sendPicture(director, `/client/api/pledge_evaluation/upload_file/${id}`);
  await page.reload();
  await page.getByTestId('way-open').click();
  await expect(page.getByTestId('way').getByRole('link', { name: 'процент износа' })).toHaveAttribute(
    'href',
    '/pledge/wear',
  );
});
