/** Server push: what other people do appears without a reload, and ten tabs of a browser read one stream. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { noticeUnread } from '../contract/noticeCount.ts';
import { announcementMine } from '../contract/ownAnnouncements.ts';
import { testReminder } from '../contract/reminder.ts';
import type { RuleMatrix } from '../contract/rights.ts';
import home from '../locales/uz/home.json' with { type: 'json' };
import approval from '../locales/uz/machines/approval.json' with { type: 'json' };
import notices from '../locales/uz/notices.json' with { type: 'json' };
import own from '../locales/uz/ownAnnouncements.json' with { type: 'json' };
import residues from '../locales/uz/residues.json' with { type: 'json' };
import shell from '../locales/uz/shell.json' with { type: 'json' };
import { tashkentDay } from '../src/format/dates.ts';
import { plainPathOf } from '../src/routes/registry.ts';
import { api, type Branch, type BranchPerson, control, SERVER, signIn, test } from './harness/control.ts';
import { TestInvoice } from './harness/invoices.ts';
import { Gate } from './machines/kit.ts';

const STREAM = '/cash/api/notice/stream';
const TABS = 10;

const bell = (page: Page) => page.locator(`header button[aria-label^="${shell.bell.label}"]`);

/** Streams that pages of the context have asked for. */
function streamsOf(context: BrowserContext): string[] {
  const asked: string[] = [];
  context.on('request', (request) => {
    if (request.url().endsWith(STREAM)) asked.push(request.url());
  });
  return asked;
}

/** Opened, and heard by the page: it reads then how many are new. */
async function open(page: Page): Promise<void> {
  const opened = page.waitForResponse((answer) => answer.url().endsWith(STREAM));
  await page.goto('/profile');
  await opened;
}

const sent = async (branch: Branch) => (await (await TestInvoice.of(branch)).line()).send();

async function step(person: BranchPerson, path: string, body: object): Promise<void> {
  const { status } = await api(person, 'PUT', path, body);
  expect(status, path).toBe(200);
}

test('ten tabs read one stream, all are told, and the next one takes over when its tab is closed', async ({
  context,
  page,
}) => {
  const branch = await control.branch();
  const asked = streamsOf(context);
  await signIn(context, branch.people.accountant);
  const leader = await context.newPage();
  await open(leader);
  await page.goto('/profile');
  const others: Page[] = [page];
  for (let n = 2; n < TABS; n += 1) {
    const tab = await context.newPage();
    await tab.goto('/profile');
    others.push(tab);
  }
  const last = others.at(-1) as Page;
  // the last tab waits for its turn like the others
  await expect
    .poll(() => last.evaluate(async () => (await navigator.locks.query()).pending?.map(({ name }) => name)))
    .toEqual(Array.from({ length: TABS - 1 }, () => 'idora-stream'));
  expect(asked).toHaveLength(1);

  await sent(branch);
  for (const tab of [leader, ...others]) await expect(bell(tab)).toHaveText('1');

  const taken = context.waitForEvent('response', (answer) => answer.url().endsWith(STREAM));
  await leader.close();
  await taken;
  expect(asked).toHaveLength(2);
  await sent(branch);
  for (const tab of others) await expect(bell(tab)).toHaveText('2');
});

test('a step of another person is in the bell with its link and words, and is marked as read in every tab', async ({
  context,
  page,
}) => {
  const branch = await control.branch();
  const { purchaser, accountant } = branch.people;
  await signIn(context, purchaser);
  await open(page);
  const other = await context.newPage();
  await other.goto('/profile');
  const invoice = await sent(branch);
  await step(accountant, `/product_invoice/cancel/${invoice.id}`, {
    canceled_commentary: 'Narx shartnomadagidan baland',
    canceled_commentary_type: 'wrong_price',
  });
  for (const tab of [page, other]) await expect(bell(tab)).toHaveText('1');

  await bell(page).click();
  const notice = page.locator(`.notice[data-about="${invoice.id}"]`);
  await expect(notice).toContainText(`${accountant.fullname} ${notices.steps.invoice_cancel}`);
  await expect(notice.locator('q')).toHaveText('Narx shartnomadagidan baland');
  await notice.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`/repositories/organization-invoice/${invoice.id}$`));
  for (const tab of [page, other]) await expect(bell(tab)).toHaveText('');
});

test('what waits at home is that of now, without a reload', async ({ context, page }) => {
  const branch = await control.branch();
  const { accountant } = branch.people;
  await signIn(context, accountant);
  await page.goto('/');
  const queue = page.getByRole('region', { name: home.queue.title });
  // requests of nobody's branch may wait there too
  await expect(queue).toBeVisible();
  await expect(queue.locator('.skeleton')).toHaveCount(0);
  const { id } = await sent(branch);
  await expect(queue.locator(`.queue-name[href$="/organization-invoice/${id}"]`)).toBeVisible();
});

test('all that is shown is marked at once', async ({ context, page }) => {
  const branch = await control.branch();
  await sent(branch);
  await sent(branch);
  await signIn(context, branch.people.accountant);
  await page.goto('/profile');
  await expect(bell(page)).toHaveText('2');
  await bell(page).click();
  await expect(page.locator('.notice.unread')).toHaveCount(2);
  await page.getByRole('button', { name: notices.readAll }).click();
  await expect(page.locator('.notice')).toHaveCount(2);
  await expect(page.locator('.notice.unread')).toHaveCount(0);
  await expect(bell(page)).toHaveText('');
});

test('an announcement is seen now: when it is published it covers the page', async ({ context, page }) => {
  const branch = await control.branch();
  const { director, keeper } = branch.people;
  await signIn(context, keeper);
  await open(page);
  const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const { body } = await api(
    director,
    'POST',
    '/announcement/create',
    {
      ...{ title_uz: 'Kassa tartibi', title_ru: 'Порядок кассы', body_uz: 'Ertadan.', body_ru: 'С завтрашнего дня.' },
      ...{ everyone: false, position_ids: [], organization_ids: [branch.organizationId] },
      ...{ from: at(-1), to: at(1), must_confirm: true },
    },
    'cash',
  );
  const { status } = await api(director, 'PUT', `/announcement/publish/${body.data.id}`, {}, 'cash');
  expect(status).toBe(200);
  await expect(page.getByRole('dialog', { name: 'Kassa tartibi' })).toBeVisible();
  await expect(page.getByRole('button', { name: own.confirm })).toBeVisible();
});

test('the stream ends with the session, and is not asked for again', async ({ context, page }) => {
  const branch = await control.branch();
  const asked = streamsOf(context);
  // what the page reads by itself waits: one that is refused first would end the session, and the stream is not asked for
  for (const call of [noticeUnread, announcementMine, testReminder]) await Gate.at(page, call);
  await signIn(context, branch.people.counter1);
  await open(page);
  expect(asked[0]).toBe(`${SERVER}${STREAM}`);
  const refused = page.waitForResponse((answer) => answer.url().endsWith(STREAM) && answer.status() === 401);
  await api(branch.people.counter1, 'POST', '/sign-out', undefined, 'cash');
  await refused;
  expect(asked).toHaveLength(2);
});

test('a request that somebody else decides changes in the open list and beside it', async ({ page, context }) => {
  const branch = await control.branch({ products: 1 });
  const { director: author } = branch.people;
  const { director: decider } = (await control.branch()).people;
  const [goods] = branch.products;
  const body = {
    ...{ variant_id: goods?.id, serial: null, quantity: 1, warehouse_id: branch.warehouseId, fund: 'showcase' },
    ...{ price: 900_000, held_from: tashkentDay(Date.now()), held_to: null, reason: 'Vitrinada turibdi' },
  };
  const { status, body: made } = await api(author, 'POST', '/fond_product/create', body);
  expect(status, JSON.stringify(made)).toBe(200);
  const { id } = made.data;
  await step(author, `/fond_product/send/${id}`, {});
  await signIn(context, author);
  const opened = page.waitForResponse((answer) => answer.url().endsWith(STREAM));
  await page.goto(`${plainPathOf('fondProducts')}?row=${id}`);
  await opened;
  const pane = page.getByRole('complementary').filter({ hasText: goods?.title ?? '' });
  const row = page.locator('tbody tr').filter({ hasText: goods?.title ?? '' });
  await expect(pane).toContainText(approval.states.sent.name);
  await expect(row).toContainText(approval.states.sent.name);

  await step(decider, `/fond_product/refuse/${id}`, { reason: 'Bu tovar sotilmoqda' });
  await expect(row).toContainText(approval.states.refused.name);
  await expect(pane).toContainText(approval.states.refused.name);
  await expect(pane).toContainText('Bu tovar sotilmoqda');
});

test('what was taken from a person before the stream came is gone from the open window', async ({ page, branch }) => {
  const { director, warehouseman } = branch.people;
  const { body } = await api<{ data: RuleMatrix }>(director, 'GET', '/position_rule/matrix', undefined, 'cash');
  const report = body.data.rules.find(({ resource, action }) => `${resource}.${action}` === 'product_residue.report');
  const give = async (own: 'added' | 'taken') => {
    const changes = [{ rule_id: report?.id, own }];
    expect((await api(director, 'PUT', `/user_rule/update/${warehouseman.id}`, { changes }, 'cash')).status).toBe(200);
  };
  await give('added');
  await signIn(page.context(), warehouseman);
  let open = () => {};
  const asked = new Promise<void>((resolve) => {
    open = resolve;
  });
  const taken = new Promise<void>((resolve) => {
    void asked.then(() => give('taken')).then(resolve);
  });
  await page.route(`**${STREAM}`, async (route) => {
    open();
    await taken;
    await route.continue();
  });
  await page.goto('/repositories/residue-products');
  const cost = page.getByRole('columnheader', { name: residues.cost, exact: true });
  await expect(cost).toBeVisible();
  await asked;
  await expect(cost).toHaveCount(0);
});
