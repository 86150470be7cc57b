/**
 * `npm run pictures`: takes the pictures of docs/pictures/ from the running app with demo data and an act of its own
 * with two counters who disagree. They stay true as long as somebody runs it after the look has changed.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { saveFavourites } from '../contract/account.ts';
import type { BodyOf } from '../contract/bodies.ts';
import { addressOf, type Call, type ParamsOf, type ResponseOf } from '../contract/call.ts';
import { type FavoritePage, loadUser, signIn } from '../contract/cash.ts';
import { actCreate, loadResidues } from '../contract/counting/acts.ts';
import { addCommentary } from '../contract/counting/comments.ts';
import { counterCreate, counterStart } from '../contract/counting/counters.ts';
import { type Entry, saveEntries, submitList } from '../contract/counting/entries.ts';
import { type CountRow, rowsShow } from '../contract/counting/matrix.ts';
import invoice from '../locales/uz/machines/invoice.json' with { type: 'json' };
import pages from '../locales/uz/pages.json' with { type: 'json' };
import { BROWSER_ARGS, DEMO_PASSWORD, ensureBrowser, ensureBuilt, root, run, startDemo } from './lib.mjs';

const PICTURES = resolve(root, 'docs/pictures');
/** A picture is looked at in a browser that loads the whole page with it. */
const HEAVIEST = 150_000;
const BRANCH = 1;
const ACTS = '/repositories/act-of-counting';
const INVOICES = '/repositories/organization-invoice';
const WIDE = { width: 1440, height: 900 };
/** A page with much under one another. */
const TALL = { width: 1440, height: 1000 };

class Person {
  readonly url: string;
  readonly token: string;

  private constructor(url: string, token: string) {
    this.url = url;
    this.token = token;
  }

  static async of(url: string, username: string): Promise<Person> {
    const { token } = await new Person(url, '').call(signIn, { body: { username, password: DEMO_PASSWORD } });
    return new Person(url, token);
  }

  async call<C extends Call>(
    call: C,
    sent: { params?: ParamsOf<C>; body?: BodyOf<C>; form?: Record<string, string> } = {},
  ): Promise<ResponseOf<C>> {
    const form = sent.form && new FormData();
    for (const [name, value] of Object.entries(sent.form ?? {})) form?.set(name, value);
    const body = form ?? (sent.body === undefined ? null : JSON.stringify(sent.body));
    const answer = await fetch(this.url + addressOf(call, sent.params as Record<string, number> | undefined), {
      method: call.method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body,
    });
    if (!answer.ok) throw new Error(`${call.id} was answered ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as ResponseOf<C>;
  }

  async page(browser: Browser, options: BrowserContextOptions = {}, kept: Record<string, string> = {}): Promise<Page> {
    const context = await browser.newContext({
      viewport: WIDE,
      locale: 'uz-UZ',
      timezoneId: 'Asia/Tashkent',
      reducedMotion: 'reduce',
      baseURL: this.url,
      ...options,
    });
    await context.addInitScript(
      (values) => {
        for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value);
      },
      { accessToken: this.token, language: 'uz', ...kept },
    );
    return context.newPage();
  }
}

interface Counting {
  actId: number;
  /** The counter who has not handed in yet. */
  counterId: number;
  counter: Person;
  /** What is not counted yet. */
  left: readonly CountRow[];
  /** A product on which the counters disagree. */
  disputed: CountRow;
}

/** A few products of each kind, as they lie in a hall. */
function chosenOf(rows: readonly CountRow[]): CountRow[] {
  const kinds = new Map<string, number>();
  return rows.filter(({ product_variant: { is_serial_number, title }, residue }) => {
    const kind = title.split(' ')[0] ?? '';
    const taken = kinds.get(kind) ?? 0;
    if (is_serial_number || residue < 2 || residue > 9 || taken === 5) return false;
    kinds.set(kind, taken + 1);
    return true;
  });
}

/** Where the two counters do not find the same. */
const isDisputed = (at: number) => at % 26 === 16;

/** What both find: mostly what should be there. Where they do not agree, one of them has missed a piece. */
function countsOf(row: CountRow, at: number): readonly [number, number] {
  const there = at % 24 === 5 ? row.residue + 1 : at % 8 === 3 ? row.residue - 1 : row.residue;
  if (!isDisputed(at)) return [there, there];
  return at % 52 === 16 ? [there, there - 1] : [there - 1, there];
}

/** Small numbers are scanned one by one, larger ones typed; a quarter of a minute for each product. */
function entriesOf(rows: readonly CountRow[], counts: readonly number[]): Entry[] {
  const begun = Date.now() - rows.length * 15_000 - 60_000;
  return rows.flatMap(({ product_variant: { id } }, at) => {
    const count = counts[at] ?? 0;
    const scanned = count > 0 && count < 4;
    return Array.from({ length: scanned ? count : 1 }, (_, unit) => ({
      entry_id: randomUUID(),
      product_variant_id: id,
      count: scanned ? 1 : count,
      source: scanned ? ('scan' as const) : ('hand' as const),
      entered_at: new Date(begun + at * 15_000 + unit * 2_000).toISOString(),
    }));
  });
}

/** An act in the middle of its counting: one counter has handed in, the other is two thirds through. */
async function prepareAct(url: string, keeper: Person): Promise<Counting> {
  const { data: act } = await keeper.call(actCreate, {
    body: { organization_id: BRANCH, comment: 'Savdo zali, oylik sanoq' },
  });
  const counters: { id: number; person: Person }[] = [];
  for (const [index, username] of ['counter2', 'counter3'].entries()) {
    const person = await Person.of(url, username);
    const { data: user } = await person.call(loadUser);
    const added = await keeper.call(counterCreate, {
      params: { actId: act.id },
      body: { title: `${index + 1}-sanovchi`, user_id: user.id },
    });
    counters.push({ id: added.computing_act_user.id, person });
  }
  await keeper.call(loadResidues, { params: { actId: act.id } });
  const { data: rows } = await keeper.call(rowsShow, { params: { actId: act.id } });
  const chosen = chosenOf(rows);
  const half = Math.round((chosen.length * 2) / 3);
  const [first, second] = counters;
  if (first === undefined || second === undefined) throw new Error('the act has no two counters');
  for (const [index, { id, person }] of counters.entries()) {
    const seen = index === 0 ? chosen : chosen.slice(0, half);
    const counts = seen.map((row, at) => countsOf(row, at)[index] ?? 0);
    await person.call(counterStart, { params: { id } });
    await person.call(saveEntries, { params: { id }, body: { entries: entriesOf(seen, counts) } });
    if (index > 0) continue;
    const listed_products = seen.map((row, at) => ({
      product_variant_id: row.product_variant.id,
      count: counts[at] ?? 0,
    }));
    await person.call(submitList, { params: { id }, body: { listed_products } });
  }
  const disputed = chosen.find((_, at) => isDisputed(at));
  if (disputed === undefined) throw new Error('the branch has too few products');
  await keeper.call(addCommentary, {
    form: {
      act_of_count_id: String(act.id),
      product_variant_id: String(disputed.product_variant.id),
      comment: 'Biri vitrinada turibdi, birga qayta sanaymiz',
    },
  });
  return {
    actId: act.id,
    counterId: second.id,
    counter: second.person,
    left: chosen.slice(half),
    disputed,
  };
}

/** Chromium's screenshots are PNG: drawn again as WebP, in the same browser. */
async function take(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  // never idle: the stream of nudges stays open
  await page.waitForFunction(() => document.querySelector('.skeleton, .navigation-bar') === null);
  await page.waitForTimeout(500);
  const png = await page.screenshot({ animations: 'disabled' });
  const drawing = await page.context().newPage();
  const webp = await drawing.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.9).split(',')[1] ?? '';
  }, png.toString('base64'));
  await drawing.close();
  const bytes = Buffer.from(webp, 'base64');
  writeFileSync(join(PICTURES, `${name}.webp`), bytes);
  process.stdout.write(`${name}.webp ${Math.round(bytes.length / 1000)} kB\n`);
  if (bytes.length > HEAVIEST) {
    process.stderr.write(`${name}.webp is heavier than ${HEAVIEST / 1000} kB\n`);
    process.exitCode = 1;
  }
}

const FAVOURITES: readonly FavoritePage[] = [
  { path: ACTS, title: pages.acts, icon: 'document' },
  { path: '/dashboard', title: pages.dashboard, icon: 'dashboard' },
  { path: '/test-questions', title: pages.testQuestions, icon: 'wrench' },
];

/** Goods go past a scanner, and all of it reaches the server. */
async function scan(page: Page, rows: readonly (CountRow | undefined)[]): Promise<void> {
  await page.getByTestId('scan').waitFor();
  // counted, for an entry is not in the queue yet at the moment its code ends
  const kept = page.locator('[data-testid="saved"][data-queued="0"]').filter({ hasText: /[1-9]/ });
  const before = Number(/\d+/.exec(await kept.innerText())?.[0]);
  for (const row of rows) {
    await page.keyboard.type(row?.product_variant.barcode ?? '');
    await page.keyboard.press('Enter');
  }
  await kept.filter({ hasText: String(before + rows.length) }).waitFor();
}

async function takeAll(url: string, browser: Browser): Promise<void> {
  const [director, keeper] = await Promise.all([Person.of(url, 'director'), Person.of(url, 'storekeeper')]);
  await director.call(saveFavourites, { body: { my_pages: [...FAVOURITES] } });
  const { actId, counterId, counter, left, disputed } = await prepareAct(url, keeper);
  const act = `${ACTS}/${actId}`;

  const nobody = await browser.newContext({ viewport: WIDE, locale: 'uz-UZ', reducedMotion: 'reduce', baseURL: url });
  const entrance = await nobody.newPage();
  await entrance.goto('/auth/login');
  await entrance.locator('[name=password]').waitFor();
  await take(entrance, 'sign-in');

  const home = await director.page(browser);
  await home.goto('/');
  await home.locator('.queue-row').first().waitFor();
  await take(home, 'home');

  const sheet = await director.page(browser);
  await sheet.goto(INVOICES);
  await sheet.locator('tbody tr').filter({ hasText: invoice.states.draft.name }).last().click();
  await sheet.locator('.lines tbody tr').nth(3).waitFor();
  await take(sheet, 'invoice');

  const list = await director.page(browser);
  await list.goto(ACTS);
  await list.locator('tbody tr').nth(5).waitFor();
  await take(list, 'list');

  await list.keyboard.press('Control+k');
  const search = list.getByRole('dialog');
  await search.getByRole('combobox').fill('мижоз');
  await search.getByRole('option').first().waitFor();
  await take(list, 'search');

  const matrix = await keeper.page(browser);
  await matrix.goto(`${act}?view=matrix&row=${disputed.product_variant.id}`);
  await matrix.getByTestId('decision').waitFor();
  await take(matrix, 'matrix');

  const dark = await keeper.page(browser, {}, { theme: 'dark' });
  await dark.goto(act);
  await dark.getByTestId('counters').waitFor();
  await take(dark, 'dark');

  const [one, two, three, four] = left;
  const counting = await counter.page(browser);
  await counting.goto(`${act}/counters/${counterId}`);
  await scan(counting, [one, two, two, three, three, three]);
  await take(counting, 'counting');

  const narrow = await counter.page(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
  await narrow.goto(`${act}/counters/${counterId}`);
  await scan(narrow, [four]);
  await take(narrow, 'narrow');

  await takeGallery(await director.page(browser), actId);
}

/** The gallery of workflows, with what happened to the act and with a page that runs. */
async function takeGallery(page: Page, actId: number): Promise<void> {
  await page.goto('/workflows');
  await page.locator('[data-workflow]').nth(5).waitFor();
  await take(page, 'workflows');

  await page.setViewportSize(TALL);
  const diagram = page.locator('svg.chart');
  await page.goto('/workflows/invoice?state=sent');
  await diagram.waitFor();
  await take(page, 'diagram');

  await page.goto(`/workflows/countingAct?view=replay&document=${actId}`);
  await page.getByTestId('replay-now').waitFor();
  await page.getByTestId('replay-steps').getByRole('button').nth(5).click();
  await diagram.locator('.is-taken').first().waitFor();
  await take(page, 'replay');

  await page.goto('/workflows/invoice?view=times');
  await diagram.locator('[data-figure]').first().waitFor();
  await take(page, 'times');

  await page.setViewportSize(WIDE);
  await page.goto(`${INVOICES}?live`);
  await page.locator('tbody tr').filter({ hasText: invoice.states.draft.name }).last().click();
  const live = page.getByTestId('live');
  await live.locator('[data-machine="invoiceWorkspace"].live-one').click();
  await live.locator('[data-verdict="closed"]').first().waitFor();
  await take(page, 'live');
}

/** What a run of `npm run qa` leaves, of a short path. */
async function takeReport(browser: Browser): Promise<void> {
  const [workflow, path] = ['questionDialog', '3'];
  if ((await run('tsx', ['scripts/qa.ts', workflow, path])) !== 0) throw new Error(`${workflow} ${path} did not pass`);
  const context = await browser.newContext({ viewport: { width: 1280, height: 600 } });
  const page = await context.newPage();
  await page.goto(pathToFileURL(join(root, `.qa/${workflow}/index.html`)).href);
  await take(page, 'report');
}

await ensureBuilt();
const executablePath = await ensureBrowser();
mkdirSync(PICTURES, { recursive: true });
const server = await startDemo();
const browser = await chromium.launch({
  executablePath,
  args: BROWSER_ARGS,
});
try {
  await takeAll(server.url, browser);
  await takeReport(browser);
} finally {
  await browser.close();
  await server.stop();
}
