/**
 * The journeys that the issue asks for: five people count one act at once while everything goes wrong that goes wrong in
 * a shop, and a server that is killed in the middle of counting. Nothing is lost, nothing counts twice: the formed act
 * equals the known truth.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import pg from 'pg';
import writeExcelFile from 'write-excel-file/node';
import type { Entry } from '../contract/counting/entries.ts';
import type { CountRow } from '../contract/counting/matrix.ts';
import counterTexts from '../locales/uz/counter.json' with { type: 'json' };
import { Random } from '../server/seed/random.ts';
import {
  api,
  type Branch,
  type BranchPerson,
  type BranchProduct,
  control,
  PASSWORD,
  signIn,
} from './harness/control.ts';
import { ActWindow, texts } from './pages/actWindow.ts';
import { CALLS } from './pages/counterPage.ts';
import { OwnList } from './pages/ownList.ts';
import { SessionPage } from './pages/sessionPage.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const PRODUCTS = 300;
const SERIALS = 20;
/** What every branch has beside its own goods (harness): nobody counts them here, so they stay as booked. */
const UNCOUNTED: Readonly<Record<number, number>> = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [index + 1, index < 10 ? 10 : 3]),
);

/** What is on a shelf, or what somebody took it for. */
interface Pile {
  count: number;
  serials: string[];
}

const pile = (count: number): Pile => ({ count, serials: [] });
const units = (serials: string[]): Pile => ({ count: serials.length, serials });
const same = (one: Pile, other: Pile) =>
  one.count === other.count && [...one.serials].sort().join() === [...other.serials].sort().join();

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

type Who = 'counter1' | 'counter2' | 'counter3' | 'counter4';

/** Overlapping parts of the hall: every product is seen, 160 of them by two people. */
const PARTS: Readonly<Record<Who, readonly [from: number, to: number][]>> = {
  counter1: [[0, 120]],
  counter2: [[80, 200]],
  counter3: [[160, 280]],
  counter4: [
    [240, PRODUCTS],
    [0, 40],
  ],
};

/** Who miscounts what, and by how much; at 30 both are wrong, each differently. At 5 a unit is overlooked. */
const MISTAKES: Readonly<Record<Who, Readonly<Record<number, number>>>> = {
  counter1: { 30: 1, 35: 2, 90: 1 },
  counter2: { 95: 1, 119: 3, 165: 1 },
  counter3: { 177: 2, 199: 1, 245: 1 },
  counter4: { 5: -1, 30: 2, 250: 1, 279: 1 },
};

type Plan = Map<number, Pile>;

function planOf(who: Who, truth: readonly Pile[]): Plan {
  const plan: Plan = new Map();
  for (const [from, to] of PARTS[who]) {
    for (let index = from; index < to; index += 1) {
      const { count, serials } = truth[index] as Pile;
      const mistake = MISTAKES[who][index] ?? 0;
      plan.set(index, index < SERIALS ? units(serials.slice(0, serials.length + mistake)) : pile(count + mistake));
    }
  }
  return plan;
}

interface Listed {
  data: { product_variant_id: number; count: number; serial_numbers: string[]; entries: Entry[] }[];
}

/** One counter's work: what it found, entered in each way a person has. */
class Work {
  readonly person: BranchPerson;
  readonly products: readonly BranchProduct[];
  readonly plan: Plan;
  list: OwnList;
  counterId = 0;
  /** Entries that this list must have by now. */
  entries = 0;

  constructor(list: OwnList, person: BranchPerson, products: readonly BranchProduct[], plan: Plan) {
    this.list = list;
    this.person = person;
    this.products = products;
    this.plan = plan;
  }

  static async begin(browser: Browser, branch: Branch, who: Who, truth: readonly Pile[], act: string): Promise<Work> {
    const list = await OwnList.inContext(browser, branch.people[who]);
    const work = new Work(list, branch.people[who], branch.products, planOf(who, truth));
    await list.come(act);
    work.counterId = Number(new URL(list.page.url()).pathname.split('/').at(-1));
    await list.start();
    return work;
  }

  #of(index: number): [BranchProduct, Pile] {
    return [this.products[index] as BranchProduct, this.plan.get(index) as Pile];
  }

  indexes(from: number, to: number): number[] {
    return [...this.plan.keys()].filter((index) => index >= from && index < to);
  }

  /** Scans: a quantity and a code for plain goods, the units of serial goods one by one. */
  async scan(indexes: readonly number[]): Promise<void> {
    const codes: string[] = [];
    for (const index of indexes) {
      const [product, { count, serials }] = this.#of(index);
      if (product.serial) codes.push(product.barcode, ...serials);
      else codes.push(`${count}*${product.barcode}`);
      this.entries += product.serial ? serials.length : 1;
    }
    await this.list.scanAll(codes);
    await this.here();
  }

  /** Everything scanned so far is shown as safe on this computer. */
  async here(): Promise<void> {
    await expect.poll(async () => (await this.list.saved()).here).toBe(this.entries);
  }

  async sent(timeout = 40_000): Promise<void> {
    const all = { here: this.entries, server: this.entries, queued: 0 };
    await expect.poll(() => this.list.saved(), { timeout }).toEqual(all);
  }

  /** A product found by its name, its total typed. */
  async type(indexes: readonly number[]): Promise<void> {
    for (const index of indexes) {
      const [product, { count }] = this.#of(index);
      await this.list.search(product.title);
      // Other branches have goods of nearly the same name: the one meant is the one that reads so.
      await this.list.page.getByRole('option').filter({ hasText: product.title }).click();
      await this.list.typeTotal(String(count));
      this.entries += 1;
    }
    await this.here();
  }

  /** Looked for, and there is none. */
  async none(index: number): Promise<void> {
    await this.list.scan(this.#of(index)[0].barcode);
    await this.list.page.getByTestId('zero').click();
    this.entries += 1;
    await this.here();
  }

  async sheet(indexes: readonly number[]): Promise<void> {
    const { columns } = counterTexts.sheet;
    const head = [columns.barcode, columns.count].map((value) => ({ value, type: String }));
    const rows = indexes.map((index) => {
      const [product, { count }] = this.#of(index);
      return [
        { value: product.barcode, type: String },
        { value: count, type: Number },
      ];
    });
    const buffer = await writeExcelFile([head, ...rows]).toBuffer();
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    await this.list.chooseSheet({ name: 'sanoq.xlsx', mimeType, buffer });
    await this.list.takeSheet();
    this.entries += indexes.length;
    await this.here();
  }

  async listed(): Promise<Listed['data']> {
    const path = `/computing_act_user/get_all_listed_product/${this.counterId}`;
    return (await api<Listed>(this.person, 'GET', path)).body.data;
  }

  /** The server has the whole list as it was counted, each entry once, and it is handed in. */
  async handIn(): Promise<void> {
    await this.sent();
    const listed = await this.listed();
    const entries = listed.flatMap((line) => line.entries.map((entry) => entry.entry_id));
    expect(entries).toHaveLength(this.entries);
    expect(new Set(entries).size).toBe(this.entries);
    const found = new Map(listed.map((line) => [line.product_variant_id, units([...line.serial_numbers])]));
    for (const line of listed) (found.get(line.product_variant_id) as Pile).count = line.count;
    expect(Object.fromEntries([...found].map(([id, one]) => [id, one.count]))).toEqual(
      Object.fromEntries([...this.plan].map(([index, one]) => [this.#of(index)[0].id, one.count])),
    );
    for (const [index, one] of this.plan) expect(same(found.get(this.#of(index)[0].id) as Pile, one)).toBe(true);
    await this.list.handIn();
  }
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
  await expect(work.list.page.getByTestId('waiting')).toBeVisible();
  expect((await work.list.saved()).queued).toBe(46);
  await work.list.offline(false);
  await work.scan(work.indexes(166, 200));
  await work.handIn();
}

/** The tab dies while entries are only on the disk; another one of the same browser goes on. */
async function killed(work: Work, actId: number): Promise<void> {
  await work.scan(work.indexes(160, 200));
  await work.sent();
  const { page } = work.list;
  await page.route(CALLS.save, (route) => route.abort('connectionfailed'));
  await work.scan(work.indexes(200, 230));
  await page.close({ runBeforeUnload: false });
  work.list = await work.list.another();
  await work.list.open(actId, work.counterId);
  await work.list.expectScreen('counting');
  await work.sent();
  await work.scan(work.indexes(230, 280));
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
  await window.filter(texts.counting.matrix.filters.disagreements);
  await expect(page.getByTestId('matrix').locator('tr[data-product]').first()).toBeVisible();
  await window.nextDisagreement();
  const met = new Set<number>();
  for (let left = disputed.size; left > 0; left -= 1) {
    await expect.poll(() => rowIn(page) !== 0 && !met.has(rowIn(page))).toBe(true);
    const id = rowIn(page);
    met.add(id);
    const { count, serials } = truth.get(id) as Pile;
    await expect(page.getByRole('tab', { name: texts.counting.evidence.title })).toBeVisible();
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
  test.setTimeout(240_000);
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

/** The built server as it is installed, on a folder or a database of its own. */
class RealServer {
  readonly port = Number(process.env.E2E_PORT ?? 4273) + 2;
  readonly url = `http://127.0.0.1:${this.port}`;
  readonly #folder = mkdtempSync(join(tmpdir(), 'idora-journey-'));
  #database: { url: string; drop(): Promise<void> } | undefined;
  #process: ChildProcess | undefined;

  async prepare(): Promise<void> {
    if (!existsSync(resolve('dist/server/main.js'))) throw new Error('build the server first: npm run build');
    const given = process.env.DATABASE_URL;
    if (given === undefined) return;
    const name = `idora_journey_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
    const admin = new pg.Client({ connectionString: given });
    await admin.connect();
    await admin.query(`CREATE DATABASE ${name}`);
    const url = new URL(given);
    url.pathname = `/${name}`;
    this.#database = {
      url: url.href,
      async drop() {
        await admin.query(`DROP DATABASE ${name} WITH (FORCE)`);
        await admin.end();
      },
    };
  }

  /** Resolves when it listens. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [resolve('dist/server/main.js')], {
      env: {
        ...process.env,
        PORT: String(this.port),
        DATA_DIR: join(this.#folder, 'data'),
        LOG_LEVEL: 'error',
        ...(this.#database && { DATABASE_URL: this.#database.url }),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.#process = child;
    let said = '';
    await new Promise<void>((listens, failed) => {
      child.stdout.on('data', (part: Buffer) => {
        said += part.toString();
        if (said.includes('Idora: http')) listens();
      });
      child.once('exit', (code) => failed(new Error(`the server ended with ${code}: ${said}`)));
    });
  }

  /** As a power cut: no notice, nothing finishes. */
  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async clear(): Promise<void> {
    await this.kill();
    await this.#database?.drop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async ask<T>(path: string, { token, body }: { token?: string; body?: object } = {}): Promise<T> {
    const answer = await fetch(this.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as T;
  }
}

test('a server killed and started again in the middle of counting loses and doubles nothing', async ({ browser }) => {
  test.setTimeout(process.env.DATABASE_URL ? 300_000 : 120_000);
  const server = new RealServer();
  try {
    await server.prepare();
    await server.start();
    const { token } = await server.ask<{ token: string }>('/cash/api/sign-in', {
      body: { username: 'counter1', password: 'Demo-2026!' },
    });
    interface Acts {
      data: { id: number; counters: { id: number; mine: boolean }[] }[];
    }
    const acts = await server.ask<Acts>('/warehouse/api/act_of_count/index?status=residues_loaded', { token });
    const act = acts.data.find(({ counters }) => counters.some(({ mine }) => mine));
    const counterId = act?.counters.find(({ mine }) => mine)?.id;
    if (act === undefined || counterId === undefined) throw new Error('counter1 counts nothing in the demo data');

    const context = await browser.newContext({ baseURL: server.url });
    await signIn(context, { id: 0, username: 'counter1', fullname: '', token });
    const list = new OwnList(await context.newPage());
    await list.open(act.id, counterId);
    await list.start();
    interface Products {
      data: { id: number; barcode: string | null; is_serial_number: boolean }[];
    }
    const path = `/warehouse/api/computing_act_user/products/${counterId}`;
    const { data: products } = await server.ask<Products>(path, { token });
    const known = new Map<string, number[]>();
    for (const { id, barcode } of products) if (barcode) known.set(barcode, [...(known.get(barcode) ?? []), id]);
    const chosen = products
      .filter((one) => !one.is_serial_number && one.barcode !== null && known.get(one.barcode)?.length === 1)
      .slice(0, 20);
    expect(chosen).toHaveLength(20);

    const counted = new Map<number, number>();
    let entries = 0;
    const scan = async (times: number) => {
      const codes = Array.from({ length: times }, (_, at) => chosen[at % chosen.length]);
      for (const one of codes) if (one !== undefined) counted.set(one.id, (counted.get(one.id) ?? 0) + 1);
      entries += times;
      await list.scanAll(codes.map((one) => one?.barcode ?? ''));
      await expect.poll(async () => (await list.saved()).here).toBe(entries);
    };
    const arrived = () =>
      expect.poll(() => list.saved(), { timeout: 60_000 }).toEqual({ here: entries, server: entries, queued: 0 });

    await scan(20);
    await arrived();
    for (const round of [1, 2]) {
      await test.step(`killed for the ${round}. time`, async () => {
        // Killed while a batch is being sent: whether it was saved is unknown.
        const onItsWay = list.page.waitForRequest(/save_entries/);
        await scan(25);
        await onItsWay;
        await server.kill();
        await scan(25);
        await expect(list.page.getByTestId('waiting')).toBeVisible();
        await server.start();
        await scan(10);
        await arrived();
      });
    }

    const { data } = await server.ask<Listed>(`/warehouse/api/computing_act_user/get_all_listed_product/${counterId}`, {
      token,
    });
    const ids = data.flatMap((line) => line.entries.map((entry) => entry.entry_id));
    expect(ids).toHaveLength(entries);
    expect(new Set(ids).size).toBe(entries);
    expect(new Map(data.map((line) => [line.product_variant_id, line.count]))).toEqual(counted);
    await context.close();
  } finally {
    await server.clear();
  }
});
