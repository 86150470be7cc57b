/** Two tabs of one counter, a fast scanner, and a page that is reloaded: nothing is lost, nothing counts twice. */
import type { BrowserContext, Page } from '@playwright/test';
import { type Branch, barcodeOf, expect, signIn, test } from './harness/control.ts';
import { CountedList, CounterPage, texts } from './pages/counterPage.ts';

const PRODUCT = 1;
const SCANS = 50;
const KINDS = 5;

async function begin(context: BrowserContext, branch: Branch): Promise<CountedList> {
  const list = await CountedList.create(branch);
  await list.begin();
  await signIn(context, branch.people.counter1);
  return list;
}

async function openTab(page: Page, { actId, counterId }: CountedList): Promise<CounterPage> {
  const tab = new CounterPage(page);
  await tab.open(actId, counterId);
  await expect(tab.field).toBeVisible();
  return tab;
}

const totalOf = (tab: CounterPage, product: number) => tab.page.locator(`#line-${product} .count`);

test('totals follow live in both tabs', async ({ page, context, branch }) => {
  const list = await begin(context, branch);
  const one = await openTab(page, list);
  const other = await openTab(await context.newPage(), list);

  await one.scan(barcodeOf(PRODUCT));
  await expect(totalOf(other, PRODUCT)).toHaveText('1');
  await other.scan(`12*${barcodeOf(PRODUCT)}`);
  await expect(totalOf(one, PRODUCT)).toHaveText('13');
  await one.scan(barcodeOf(PRODUCT + 1));
  await expect(totalOf(other, PRODUCT + 1)).toHaveText('1');

  await one.expectAllSent(3);
  await other.expectAllSent(3);
  expect(await list.totals()).toEqual({
    [PRODUCT]: { count: 13, entries: 2 },
    [PRODUCT + 1]: { count: 1, entries: 1 },
  });
});

for (const { choice, left } of [
  { choice: 'mine', left: 20 },
  { choice: 'theirs', left: 8 },
] as const) {
  test(`a total that another tab changed meanwhile: ${choice}`, async ({ page, context, branch }) => {
    const list = await begin(context, branch);
    const one = await openTab(page, list);
    const other = await openTab(await context.newPage(), list);
    await one.scan(`3*${barcodeOf(PRODUCT)}`);
    await expect(totalOf(other, PRODUCT)).toHaveText('3');

    await one.page.keyboard.press('F2');
    await expect(one.total).toHaveValue('3');
    await other.scan(`5*${barcodeOf(PRODUCT)}`);
    await expect(totalOf(one, PRODUCT)).toHaveText('8');
    await one.typeTotal('20');

    const question = one.page.getByRole('dialog', { name: texts.counter.conflict.title });
    await expect(question).toBeVisible();
    await expect(question.locator('dd')).toHaveText(['3', '20', '8']);
    if (choice === 'mine') await one.keepMine();
    else await one.takeTheirs();

    await expect(question).toHaveCount(0);
    for (const tab of [one, other]) await expect(totalOf(tab, PRODUCT)).toHaveText(`${left}`);
    await expect.poll(async () => (await list.totals())[PRODUCT]?.count).toBe(left);
    for (const tab of [one, other]) await tab.expectAllSent(choice === 'mine' ? 3 : 2);
    expect((await list.totals())[PRODUCT]).toEqual({ count: left, entries: choice === 'mine' ? 3 : 2 });
  });
}

for (const pause of [100, 0]) {
  test(`${SCANS} scans, ${pause} ms apart: none lost, none merged`, async ({ page, context, branch }) => {
    const list = await begin(context, branch);
    const counter = await openTab(page, list);
    const begun = Date.now();
    for (let index = 0; index < SCANS; index += 1) {
      // a scanner keeps its own time, whatever the page does
      if (pause > 0) await page.waitForTimeout(Math.max(0, begun + index * pause - Date.now()));
      await counter.scan(barcodeOf(1 + (index % KINDS)));
    }
    await counter.expectAllSent(SCANS);
    const each = { count: SCANS / KINDS, entries: SCANS / KINDS };
    const expected = Object.fromEntries(Array.from({ length: KINDS }, (_, index) => [index + 1, each]));
    expect(await list.totals()).toEqual(expected);
    for (let product = 1; product <= KINDS; product += 1) {
      await expect(totalOf(counter, product)).toHaveText(`${each.count}`);
    }
    await expect(counter.notices).toHaveCount(0);
  });
}

test('the mouse wheel over a count field changes nothing', async ({ page, context, branch }) => {
  const list = await begin(context, branch);
  const counter = await openTab(page, list);
  await counter.scan(`7*${barcodeOf(PRODUCT)}`);
  await counter.expectAllSent(1);
  await page.keyboard.press('F2');
  await expect(counter.total).toBeFocused();
  await counter.total.hover();
  for (const delta of [120, -360]) {
    await page.mouse.wheel(0, delta);
    await expect(counter.total).toHaveValue('7');
  }
  await counter.total.press('Enter');
  await expect(counter.total).toHaveCount(0);
  await expect(totalOf(counter, PRODUCT)).toHaveText('7');
  expect(await list.totals()).toEqual({ [PRODUCT]: { count: 7, entries: 1 } });
});

for (const reached of [false, true]) {
  const words = reached ? 'their answer is lost' : 'they never reach the server';
  test(`a reload amid unsent entries, ${words}: none lost, none doubled`, async ({ page, context, branch }) => {
    const list = await begin(context, branch);
    const counter = await openTab(page, list);
    /** How many entries each request of the page carried. */
    const held: number[] = [];
    await page.route('**/save_entries/*', async (route) => {
      // the server may have them and the page not know it
      if (reached) await route.fetch();
      held.push((route.request().postDataJSON() as { entries: object[] }).entries.length);
    });
    for (const product of [1, 2, 1]) await counter.scan(barcodeOf(product));
    await expect.poll(() => held.length).toBe(1);
    await expect.poll(() => counter.saved()).toEqual({ here: 3, server: 0, queued: 3 });
    const expected = { 1: { count: 2, entries: 2 }, 2: { count: 1, entries: 1 } };
    const entries = Object.values(await list.totals()).reduce((sum, total) => sum + total.entries, 0);
    expect(entries).toBe(reached ? held[0] : 0);

    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.reload();
    await counter.expectAllSent(3);
    expect(await list.totals()).toEqual(expected);
    await expect(totalOf(counter, 1)).toHaveText('2');
    await expect(totalOf(counter, 2)).toHaveText('1');
  });
}
