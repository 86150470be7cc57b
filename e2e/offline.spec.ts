/** Without a network: the app opens from what the browser has kept, and handing in goes by itself, once. */
import type { BrowserContext, Page } from '@playwright/test';
import changelog from '../changelog.json' with { type: 'json' };
import account from '../locales/uz/account.json' with { type: 'json' };
import errors from '../locales/uz/errors.json' with { type: 'json' };
import home from '../locales/uz/home.json' with { type: 'json' };
import { barcodeOf, expect, signIn, test } from './harness/control.ts';
import { CountedList, CounterPage, texts } from './pages/counterPage.ts';
import { SessionPage } from './pages/sessionPage.ts';

const PRODUCT = 1;
const { handIn, queued } = texts.counter;

const kept = (page: Page) =>
  page.evaluate(async () => ({
    worker: (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated',
    person: (await indexedDB.databases()).some(({ name }) => name === 'idora-person'),
  }));

/** Handing in that the network does not let through. */
async function handInOffline(page: Page, list: CountedList): Promise<CounterPage> {
  const counter = new CounterPage(page);
  await counter.open(list.actId, list.counterId);
  await expect(counter.field).toBeVisible();
  await counter.failing('submit', 'abort');
  await counter.submit();
  await expect(page.getByTestId('queued')).toBeVisible();
  return counter;
}

test('F5 without a network opens the counting screen; handing in goes once when it is back, from any page', async ({
  browser,
  branch,
}) => {
  const context: BrowserContext = await browser.newContext({ serviceWorkers: 'allow' });
  try {
    const list = await CountedList.create(branch);
    await list.begin();
    await signIn(context, branch.people.counter1);
    let handedIn = 0;
    context.on('request', (request) => {
      if (request.url().includes('/add_listed_product/')) handedIn += 1;
    });
    let page = await context.newPage();
    let counter = new CounterPage(page);
    await context.clock.install();
    await counter.open(list.actId, list.counterId);
    await expect(counter.field).toBeVisible();
    // both are kept when nothing else is to be done
    await context.clock.fastForward(3_000);
    await expect.poll(() => kept(page)).toEqual({ worker: true, person: true });
    const worker = await context.request.get('/sw.js');
    expect(worker.headers()).toMatchObject({ 'cache-control': 'no-cache' });

    await test.step('counts', async () => {
      await context.setOffline(true);
      await page.reload();
      await expect(counter.field).toBeVisible();
      await expect(page.locator('.version')).toContainText(String(changelog[0]?.version_name));
      await counter.scan(barcodeOf(PRODUCT));
      await expect.poll(() => counter.saved()).toEqual({ here: 1, server: 0, queued: 1 });
      await page.reload();
      await expect.poll(() => counter.saved()).toEqual({ here: 1, server: 0, queued: 1 });
      await expect(counter.noNetwork).toHaveCount(1);
    });

    await test.step('hands in, and closes the page', async () => {
      await counter.submit();
      await expect(page.getByRole('heading', { name: queued.title })).toBeVisible();
      await page.reload();
      await expect(page.getByRole('heading', { name: queued.title })).toBeVisible();
      await page.close();
    });

    await test.step('another page says in place that it comes by itself, and does', async () => {
      page = await context.newPage();
      counter = new CounterPage(page);
      await page.goto('/');
      await expect(page.getByText(errors.comes)).toBeVisible();
      await expect(counter.noNetwork).toHaveCount(1);
      await context.setOffline(false);
      await expect(page.getByText(errors.comes)).toHaveCount(0);
      await expect(counter.noNetwork).toHaveCount(0);
      await expect(page.getByText(handIn.done.split('}}').at(-1) ?? '')).toBeVisible();
      // what was handed in is no work of theirs any more, though the queue was read before it went
      await expect(page.getByRole('heading', { name: home.queue.title })).toBeVisible();
      await expect(page.locator('.queue-row')).toHaveCount(0);
    });
    expect(await list.status()).toBe('submitted');
    expect(await list.totals()).toEqual({ [PRODUCT]: { count: 1, entries: 1 } });
    expect(handedIn).toBe(1);

    await new SessionPage(page).logOut();
    await expect.poll(() => kept(page).catch(() => null)).toEqual({ worker: true, person: false });
  } finally {
    await context.close();
  }
});

test('handing in that waited is not sent after another person has signed in, and says so', async ({
  page,
  context,
  branch,
}) => {
  const { counter1, keeper } = branch.people;
  const list = await CountedList.create(branch);
  await list.begin();
  await signIn(context, counter1);
  await handInOffline(page, list);
  await new SessionPage(page).account.click();
  await expect(page.getByText(account.handInWaits)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/config.json');
  const become = (token: string) => other.evaluate((fresh) => localStorage.setItem('accessToken', fresh), token);
  await become(keeper.token);
  await new SessionPage(page).expectSignedIn(keeper.fullname, '/');
  await expect(page.getByText(counter1.fullname)).toBeVisible();

  await become(counter1.token);
  await new SessionPage(page).expectSignedIn(counter1.fullname, '/');
  // wherever its person comes back to
  await expect(page.getByText(handIn.stopped)).toBeVisible();
  await page.unrouteAll();
  const counter = new CounterPage(page);
  await counter.open(list.actId, list.counterId);
  await expect(page.getByTestId('not-handed-in')).toContainText(/boshqa xodim/);
  expect(await list.status()).toBe('counting');
  await counter.submit();
  await expect(page.getByTestId('over')).toBeVisible();
  expect(await list.status()).toBe('submitted');
});

test('handing in that waited says that the list was released meanwhile, on any page and each time the list is opened', async ({
  page,
  context,
  branch,
}) => {
  const list = await CountedList.create(branch);
  await list.begin();
  await list.enter(PRODUCT, 2);
  await signIn(context, branch.people.counter1);
  const counter = new CounterPage(page);
  await counter.open(list.actId, list.counterId);
  await expect(counter.field).toBeVisible();
  await counter.failing('save', 'abort');
  await counter.scan(barcodeOf(PRODUCT));
  await handInOffline(page, list);
  await list.release();
  await page.unrouteAll();
  await page.goto('/versions');
  await expect(page.getByText(handIn.released)).toBeVisible();
  for (const _ of ['first', 'again']) {
    await counter.open(list.actId, list.counterId);
    await expect(page.getByRole('heading', { name: texts.counter.over.released })).toBeVisible();
    await expect(page.getByTestId('not-handed-in')).toHaveText(handIn.released);
    // the figures are the server's, without the unit that was left here
    await expect(page.locator('.facts dd')).toHaveText(['1', '2']);
    await expect(page.getByTestId('left-here')).toBeVisible();
  }
});
