/** Scans that are refused by name, and those that come before the list is there; an act limited to categories in its window. */
import { expect, type Page } from '@playwright/test';
import { counterShow } from '../contract/counting/counters.ts';
import counterTexts from '../locales/uz/counter.json' with { type: 'json' };
import { TestAct } from './harness/acts.ts';
import { api, type Branch, barcodeOf, control, signIn, test } from './harness/control.ts';
import { Gate } from './machines/kit.ts';
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

/** A list that one person counts, signed in on the page. */
async function listOf(branch: Branch, page: Page) {
  const { counter1 } = branch.people;
  const act = await TestAct.of(branch);
  const [counting] = await act.begin(counter1);
  if (counting === undefined) throw new Error('nobody counts');
  await signIn(page.context(), counter1);
  const counter = new CounterPage(page);
  return { counter, open: () => counter.open(act.id, counting.id) };
}

test('a unit that is scanned after a refused barcode is not counted as the product before it', async ({
  page,
  branch,
}) => {
  const { counter, open } = await listOf(branch, page);
  await open();
  await expect(counter.field).toBeFocused();
  await counter.scan(barcodeOf(11));
  await expect(counter.card).toBeVisible();
  const UNKNOWN = '4006381333931';
  const UNIT = 'SN-BIR-0001';
  await counter.scan(UNKNOWN);
  await expect(page.getByTestId('scan-notice')).toHaveText(counterTexts.notices.unknown);
  await counter.scan(UNIT);
  await expect(page.getByTestId('scan-notice')).toHaveText(counterTexts.notices.serialFirst.replace('{{code}}', UNIT));
  await expect(counter.entries).toHaveCount(0);
  // what only looks like a barcode is counted once the person says so, for the product that was chosen then
  await page.getByRole('button', { name: counterTexts.last.asSerial }).click();
  await expect(counter.entries).toHaveCount(1);
  await expect(counter.card).toContainText(UNKNOWN);
  await counter.scan(UNIT);
  await expect(counter.entries).toHaveCount(2);
});

test('codes that are scanned while the list opens are counted once it is there', async ({ page, branch }) => {
  const { counter, open } = await listOf(branch, page);
  const gate = await Gate.at(page, counterShow);
  await open();
  await page.getByTestId('opening').waitFor();
  await gate.asked();
  // a scanner; its first key comes later than the page has begun to listen
  await page.waitForTimeout(100);
  const [first, second] = [barcodeOf(1), barcodeOf(2)];
  await page.keyboard.type(first);
  await page.keyboard.press('Enter');
  await page.keyboard.type(second.slice(0, 5));
  await gate.pass();
  await expect(counter.entries).toHaveCount(1);
  await expect(counter.field).toHaveValue(second.slice(0, 5));
  await page.keyboard.type(second.slice(5));
  await page.keyboard.press('Enter');
  await expect(counter.entries).toHaveCount(2);
});

test('a scan at the very moment of a reload is counted, one in the middle of it is said', async ({ page, branch }) => {
  const { counter, open } = await listOf(branch, page);
  await open();
  await expect(counter.field).toBeFocused();
  // the disk does not answer before the page goes
  await page.evaluate(() => {
    IDBObjectStore.prototype.get = () => new Promise(() => {}) as never;
  });
  await counter.scan(barcodeOf(1));
  // with the sixth figure, in the page itself: a reload from here may come when the pause after a typed figure is over
  const cut = barcodeOf(2).slice(0, 6);
  await page.evaluate((figures) => {
    let left = figures;
    document.addEventListener('keyup', () => {
      left -= 1;
      if (left === 0) window.location.reload();
    });
  }, cut.length);
  const reloaded = page.waitForEvent('load');
  await page.keyboard.type(cut, { delay: 0 });
  await reloaded;
  await expect(counter.entries).toHaveCount(1);
  await expect(page.getByTestId('scan-notice')).toHaveText(counterTexts.notices.cut);
  await counter.scan(barcodeOf(2));
  await expect(counter.entries).toHaveCount(2);
  // what was taken over is not taken again
  await page.reload();
  await expect(counter.entries).toHaveCount(2);
  await expect(page.getByTestId('scan-notice')).toHaveCount(0);
});
