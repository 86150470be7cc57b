import { expect, type Page } from '@playwright/test';
import type { CountRow } from '../contract/counting/matrix.ts';
import { Random } from '../server/seed/random.ts';
import { api, type BranchProduct, control, PASSWORD, signIn, test } from './harness/control.ts';
import {
  killed,
  PARTS,
  type Pile,
  PRODUCTS,
  pile,
  planOf,
  SERIALS,
  same,
  units,
  type Who,
  Work,
} from './harness/journey.ts';
import { ActWindow, texts } from './pages/actWindow.ts';
import { CALLS } from './pages/counterPage.ts';
import { SessionPage } from './pages/sessionPage.ts';

/** What every branch has beside its own goods (harness): nobody counts them here, so they stay as booked. */
const UNCOUNTED: Readonly<Record<number, number>> = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [index + 1, index < 10 ? 10 : 3]),
);

/** The known truth: mostly what is booked, some less, some more, some serial numbers missing, one that nobody booked. */
function truthOf(products: readonly BranchProduct[]): Pile[] {
  const random = new Random('journey');
  return products.map(({ serial, serials, qty }, index) => {
    if (serial) {
      if (index === 3) return units([]);
      if (index === 7 || index === 11) return units(serials.slice(0, 1));
      return units(index === 15 ? [...serials, `SN-QUTIDAN-${index}`] : [...serials]);
    }
    if (random.chance(0.8)) return pile(qty);
    return pile(random.chance(0.6) ? Math.max(0, qty - random.whole(1, 2)) : qty + random.whole(1, 3));
  });
}

/** Fifty units one after another as fast as keys can be pressed: none lost, none merged, each with its own time. */
async function burst(work: Work): Promise<number> {
  const SCANS = 50;
  let to = SERIALS;
  const codes: string[] = [];
  await work.sent();
  const before = new Set((await work.listed()).flatMap((line) => line.entries.map((entry) => entry.entry_id)));
  for (; codes.length < SCANS; to += 1) {
    const { barcode } = work.products[to] as BranchProduct;
    const { count } = work.plan.get(to) as Pile;
    // the last product may hold more than are left of the fifty: it is scanned to its end all the same
    codes.push(...Array.from({ length: count }, () => barcode));
    // an empty shelf is entered as zero, not left out
    if (count === 0) codes.push(`0*${barcode}`);
  }
  await work.list.scanAll(codes, 'keys');
  work.entries += codes.length;
  await work.here();
  await work.sent();
  const entries = (await work.listed()).flatMap((line) => line.entries).filter((entry) => !before.has(entry.entry_id));
  expect(entries).toHaveLength(codes.length);
  expect(new Set(entries.map((entry) => entry.entered_at)).size).toBe(codes.length);
  return to;
}

/** The scanner: serial goods, fifty scans at a stretch, then a quantity before each code. */
async function scanner(work: Work): Promise<void> {
  await work.scan(work.indexes(0, SERIALS).filter((index) => index !== 3));
  await work.none(3);
  const next = await burst(work);
  await work.scan(work.indexes(next, PRODUCTS));
  await work.handIn();
}

/** The network goes while totals are typed, and comes back. */
async function disconnected(work: Work): Promise<void> {
  await work.type(work.indexes(80, 90));
  await work.scan(work.indexes(90, 120));
  await work.sent();
  await work.list.offline();
  await work.scan(work.indexes(120, 160));
  await work.type(work.indexes(160, 166));
  await expect(work.list.noNetwork).toBeVisible();
  expect((await work.list.saved()).queued).toBe(46);
  await work.list.offline(false);
  await work.scan(work.indexes(166, 200));
  await work.handIn();
}

/** The session is ended from elsewhere while entries are being sent; the person signs in again and goes on. */
async function revoked(work: Work, actId: number): Promise<void> {
  await work.sheet(work.indexes(240, PRODUCTS));
  await work.sent();
  const { page } = work.list;
  const held: (() => Promise<void>)[] = [];
  let holding = true;
  await page.route(CALLS.save, (route) => {
    if (holding) held.push(() => route.continue());
    else return route.continue();
  });
  await work.scan(work.indexes(20, 40));
  await control.revoke(work.person.id);
  await expect.poll(() => held.length).not.toBe(0);
  holding = false;
  await Promise.all(held.map((pass) => pass()));
  const session = new SessionPage(page);
  await session.expectSignInForm();
  await session.expectReason('rejected');
  await session.signIn(work.person.username, PASSWORD);
  await expect(session.account).toBeVisible();
  const token = await session.token();
  expect(token).not.toBeNull();
  Object.assign(work.person, { token });
  await work.list.open(actId, work.counterId);
  await work.list.expectScreen('counting');
  await work.sent();
  await work.scan(work.indexes(0, SERIALS).filter((index) => index !== 3));
  await work.none(3);
  await work.handIn();
}

const rowIn = (page: Page): number => Number(new URL(page.url()).searchParams.get('row') ?? 0);

/** The creator goes from one disagreement to the next and sets each right. */
async function resolveAll(window: ActWindow, truth: ReadonlyMap<number, Pile>, disputed: ReadonlySet<number>) {
  const { page } = window;
  await window.openMatrix();
  await window.filter(texts.matrix.filters.disagreements);
  await expect(page.getByTestId('matrix').locator('tr[data-product]').first()).toBeVisible();
  await window.nextDisagreement();
  const met = new Set<number>();
  for (let left = disputed.size; left > 0; left -= 1) {
    await expect.poll(() => rowIn(page) !== 0 && !met.has(rowIn(page))).toBe(true);
    const id = rowIn(page);
    met.add(id);
    const { count, serials } = truth.get(id) as Pile;
    await expect(page.getByRole('tab', { name: texts.matrix.evidence.title })).toBeVisible();
    if (await page.getByTestId('serials').isVisible()) for (const serial of serials) await window.tickSerial(serial);
    else {
      const choice = page.getByTestId('count-choice').filter({ hasText: new RegExp(`^${count}$`) });
      if ((await choice.count()) > 0) await choice.click();
      else await window.typeCount(String(count));
    }
    await window.accept();
  }
  expect(met).toEqual(disputed);
  await window.leaveMatrix();
  await expect(page.getByTestId('disagreements')).toHaveText('0');
  await expect(window.whyNot).toHaveCount(0);
}

test('creator and four counters count 300 products at once, and the formed act equals the truth', async ({
  page,
  context,
  browser,
}) => {
  // five browsers at once: a minute alone, four of them beside three other tests
  test.setTimeout(600_000);
  const branch = await control.branch({ products: PRODUCTS, serials: SERIALS });
  const { keeper } = branch.people;
  const truth = truthOf(branch.products);
  const byId = new Map(branch.products.map((product, index) => [product.id, truth[index] as Pile]));
  const plans = (Object.keys(PARTS) as Who[]).map((who) => planOf(who, truth));
  const disputed = new Set(
    branch.products
      .filter((_, index) => {
        const found = plans.flatMap((plan) => plan.get(index) ?? []);
        return found.some((one) => !same(one, found[0] as Pile));
      })
      .map((product) => product.id),
  );
  expect(disputed.size).toBe(12);

  // The creator opens the act, names the counters and loads the residues.
  await signIn(context, keeper);
  const window = new ActWindow(page);
  await page.goto('/repositories/act-of-counting');
  await page.getByTestId('act-create').click();
  await page.locator('.pane').getByLabel(texts.counting.list.organization, { exact: true }).click();
  await page.getByPlaceholder('Qidirish').fill(branch.organization);
  await page.getByRole('option', { name: branch.organization, exact: true }).click();
  await page.locator('.pane').getByLabel(texts.counting.list.comment, { exact: true }).fill('Yillik sanoq');
  await page.getByTestId('act-create-send').click();
  await page.waitForURL(/\/act-of-counting\/\d+$/);
  const actId = Number(page.url().split('/').at(-1));
  for (const who of Object.keys(PARTS) as Who[]) await window.addCounter(branch.people[who].fullname);
  await window.next();
  await expect(window.chip).toHaveText(texts.act.states.residues_loaded.name);
  const { body } = await api<{ data: { number: string } }>(keeper, 'GET', `/act_of_count/show/${actId}`);

  const begin = (who: Who) => Work.begin(browser, branch, who, truth, body.data.number);
  const watched = (async () => {
    await expect(window.chip).toHaveText(texts.act.states.counting.name, { timeout: 60_000 });
    // the creator sees how far each one is, without asking
    for (const who of Object.keys(PARTS) as Who[])
      await expect(window.counterRow(branch.people[who].fullname)).toContainText(/[1-9]\d* \/ \d+|\d\d+/, {
        timeout: 60_000,
      });
  })();
  await Promise.all([
    begin('counter1').then(scanner),
    begin('counter2').then(disconnected),
    begin('counter3').then((work) => killed(work, actId)),
    begin('counter4').then((work) => revoked(work, actId)),
    watched,
  ]);

  await expect(window.chip).toHaveText(texts.act.states.counted.name);
  await expect(page.getByTestId('disagreements')).toHaveText(String(disputed.size));
  await expect(window.nextButton).toBeDisabled();
  await resolveAll(window, byId, disputed);

  // Every final figure is the truth; what nobody entered is blank, not zero.
  const { data: rows } = (await api<{ data: CountRow[] }>(keeper, 'GET', `/count_act_product/show/${actId}`)).body;
  const final = Object.fromEntries(rows.map((row) => [row.product_variant.id, row.final_count]));
  expect(final).toEqual({
    ...Object.fromEntries(Object.keys(UNCOUNTED).map((id) => [id, null])),
    ...Object.fromEntries([...byId].map(([id, { count }]) => [id, count])),
  });

  await window.next();
  await expect(window.notCounted).toContainText(String(Object.keys(UNCOUNTED).length));
  await window.confirm();
  await expect(window.chip).toHaveText(texts.act.states.completed.name);
  await window.next();
  await window.confirm();
  await expect(window.chip).toHaveText(texts.act.states.formed.name);

  const stock = await control.stock(branch.organizationId);
  const quantities = Object.fromEntries(Object.entries(stock.quantities).filter(([, qty]) => qty !== 0));
  const expected = Object.fromEntries(
    [...byId].map(([id, { count }]) => [id, count]).filter(([, count]) => count !== 0),
  );
  expect(quantities).toEqual({ ...UNCOUNTED, ...expected });
  const uncounted = [11, 12].flatMap((id) => [1, 2, 3].map((unit) => `SN-${branch.organizationId}-${id}-${unit}`));
  expect(stock.serials).toEqual([...uncounted, ...truth.flatMap(({ serials }) => serials)].sort());
});
