/** Limits an act to categories in its window; a scan of any other product is refused by name. */
import { expect } from '@playwright/test';
import counterTexts from '../locales/uz/counter.json' with { type: 'json' };
import { TestAct } from './harness/acts.ts';
import { api, control, signIn, test } from './harness/control.ts';
import { ActWindow } from './pages/actWindow.ts';
import { CounterPage } from './pages/counterPage.ts';

/** Of the category of everything in stock. */
const OUTSIDE = { title: 'Tovar 1', barcode: '4780000000001' };

test('a product outside the categories is refused by name when it is scanned', async ({
  page,
  context,
  browser,
  branch,
}) => {
  const { keeper, counter1 } = branch.people;
  const category = `Televizorlar ${branch.organizationId}`;
  await control.category(category);
  const act = await TestAct.of(branch);
  await signIn(context, keeper);
  const window = new ActWindow(page);
  await window.open(act.id);
  await window.limit(category);
  await expect(page.getByTestId('act-only')).toContainText(category);

  const [counting] = await act.begin(counter1);
  if (counting === undefined) throw new Error('nobody counts');
  const other = await browser.newContext();
  await signIn(other, counter1);
  const counter = new CounterPage(await other.newPage());
  await counter.open(act.id, counting.id);
  await expect(counter.field).toBeFocused();
  await counter.scan(OUTSIDE.barcode);
  const words = counterTexts.notices.outside.replace('{{title}}', OUTSIDE.title);
  await expect(counter.page.getByTestId('scan-notice')).toHaveText(words);
  await expect(counter.entries).toHaveCount(0);
  const { body } = await api<{ data: unknown[] }>(
    counter1,
    'GET',
    `/computing_act_user/get_all_listed_product/${counting.id}`,
  );
  expect(body.data).toEqual([]);
  await other.close();
});
