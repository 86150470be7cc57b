/**
 * Every page that is built, by the list of pages, with each of its declared tabs and the record that opens at its side with
 * its own tabs: one visit, in both languages, for the layout (e2e/harness/layout.ts: on windows from 390 to 1440 and with
 * the largest letters, while a countdown to a test runs) and for axe (e2e/harness/looks.ts says which rules in which dress).
 */
import { expect, type Locator, type Page } from '@playwright/test';
import type axe from 'axe-core';
import { MOST_UNREAD, noticeUnread } from '../contract/noticeCount.ts';
import { plainPathOf } from '../src/routes/registry.ts';
import { tabsOf } from '../src/routes/tabs.ts';
import { violations } from './harness/axe.ts';
import { type Branch, type BranchPerson, control, signIn, test } from './harness/control.ts';
import { becomerOf, dress, openWithin, plainAddressesOf, shown, type Visit, visitsOf } from './harness/everyPage.ts';
import { type HeldCall, intercept } from './harness/intercept.ts';
import { lookAtLayout, settled } from './harness/layout.ts';
import { RULES } from './harness/looks.ts';
import { myTest } from './pages/testPage.ts';

const TEST = 'Kassa intizomi va naqd pulni sanash tartibi, toʻrtinchi chorak, 2-qism';
const HOUR = 3_600_000;
const COUNTDOWN = '.test-countdown';

interface Dressed {
  readonly language: 'uz' | 'ru';
  readonly letters: number;
  readonly theme?: 'light' | 'dark';
}
/** What is looked at in one dress: by these rules of axe at the usual width, and the layout at these widths, the usual one first. */
interface Stand extends Dressed {
  readonly widths: readonly number[];
  readonly rules?: axe.RunOptions;
}
const HEIGHT: Readonly<Record<number, number>> = { 390: 844, 1024: 768, 1280: 800, 1440: 900 };
const USUAL = 1440;
const WIDTHS = [USUAL, 1280, 1024, 390] as const;
/** Of a further tab; what is around it was looked at in between too. */
const ENDS = [USUAL, 390] as const;

/** A page alone. `last`: nothing opens beside it, so that all of the second language is asked of it, else with the record. */
const pageStands = (last: boolean): readonly Stand[] => [
  { language: 'uz', letters: 16, widths: WIDTHS },
  { language: 'uz', letters: 28, widths: WIDTHS, rules: RULES.uz28 },
  { language: 'uz', letters: 12, widths: [], rules: RULES.uz12 },
  { language: 'uz', letters: 12, theme: 'dark', widths: [], rules: RULES.dark },
  { language: 'ru', letters: 16, widths: WIDTHS },
  { language: 'ru', letters: 28, widths: WIDTHS, ...(last && { rules: RULES.ru28 }) },
];
/** With what has opened at its side; its colours are those of the page. */
const BESIDE: readonly Stand[] = [
  { language: 'uz', letters: 16, widths: WIDTHS },
  { language: 'uz', letters: 28, widths: WIDTHS },
  { language: 'uz', letters: 12, widths: [], rules: RULES.uz12 },
  { language: 'ru', letters: 16, widths: WIDTHS },
  { language: 'ru', letters: 28, widths: WIDTHS, rules: RULES.ru28 },
];
/** A further tab, or a document in a further state: what is around it was looked at with the first one. */
const FURTHER: readonly Stand[] = [
  { language: 'uz', letters: 16, widths: ENDS, rules: RULES.uz12 },
  { language: 'ru', letters: 16, widths: ENDS },
];
/** An empty list has fewer things that could overlap. */
const EMPTY: readonly Stand[] = [{ language: 'uz', letters: 16, widths: ENDS }];

class Walk {
  /** What the layout was measured by. */
  readonly seen = new Set<string>();
  #worn = '';
  #width: number = USUAL;
  #back = false;

  constructor(readonly page: Page) {}

  /**
   * The page as it stands; every second time from the last dress to the first, for the page wears that one still. For the
   * same reason the window becomes narrower in one dress and wider in the next: each step lays out the whole page.
   */
  async around(name: string, stands: readonly Stand[]): Promise<void> {
    const found: string[] = [];
    const order = this.#back ? stands.toReversed() : stands;
    this.#back = !this.#back;
    for (const { widths, rules, ...dressed } of order) {
      const { language, letters, theme = 'light' } = dressed;
      const look = `${name}, ${language}, ${letters} px, ${theme}`;
      const way = widths.length === 0 ? [USUAL] : this.#width === USUAL ? widths : widths.toReversed();
      await this.#resize(way[0] ?? USUAL);
      await this.#wear(dressed);
      for (const width of way) {
        await this.#resize(width);
        if (rules !== undefined && width === USUAL) {
          for (const fault of await violations(this.page, rules)) found.push(`${look}, axe: ${fault}`);
          // axe takes long: what was asked for meanwhile may have just been drawn
          await settled(this.page, width);
        }
        if (!widths.includes(width)) continue;
        const { faults, seen } = await lookAtLayout(this.page);
        for (const one of seen) this.seen.add(one);
        for (const fault of new Set(faults)) found.push(`${look}, ${width} wide: ${fault}`);
        if (process.env.LAYOUT_PICTURES !== undefined)
          await this.page.screenshot({
            path: `${process.env.LAYOUT_PICTURES}/${look.replaceAll(/\W+/g, '-')}-${width}.png`,
          });
      }
    }
    // what is clicked and opened next is so at the usual width
    await this.#resize(USUAL);
    expect.soft(found).toEqual([]);
  }

  /** Each further tab of what has opened. */
  async tabs(name: string, place: Locator): Promise<void> {
    const tabs = place.getByRole('tab', { selected: false });
    for (const tab of await tabs.elementHandles()) {
      const id = await tab.getAttribute('data-tab-id');
      await tab.click();
      await expect(place.locator(`[role="tab"][data-tab-id="${id}"]`)).toHaveAttribute('aria-selected', 'true');
      await expect(place.locator('.skeleton')).toHaveCount(0);
      await this.around(`${name}, tab ${id}`, FURTHER);
    }
  }

  async #resize(width: number): Promise<void> {
    if (this.#width === width) return;
    await this.page.setViewportSize({ width, height: HEIGHT[width] ?? 900 });
    await settled(this.page, width);
    this.#width = width;
  }

  async #wear({ language, letters, theme = 'light' }: Dressed): Promise<void> {
    const worn = `${language} ${letters} ${theme}`;
    if (this.#worn !== worn) await dress(this.page, { language, theme, fontSize: letters });
    this.#worn = worn;
    await settled(this.page, this.#width);
  }
}

/** A branch in which a countdown runs for these people, who have failed the test half an hour ago. */
async function countingDown(branch: Branch, ...people: BranchPerson[]): Promise<void> {
  await control.staffTest({ organizationId: branch.organizationId, title: TEST });
  for (const person of people) {
    const { attempt_id } = await myTest(person, TEST);
    await control.testResult(attempt_id, HOUR / 2);
  }
}

/** Parts of the walk, so that several workers share it. */
const PARTS = 10;

for (let part = 0; part < PARTS; part += 1)
  test(`layout and axe of every page, part ${part + 1}`, async ({ page, context }) => {
    test.setTimeout(600_000);
    const branch = await control.branch({ products: 14 });
    const { director, keeper, counter1 } = branch.people;
    await countingDown(branch, director, keeper, counter1);
    const visits = visitsOf(branch);

    await signIn(context, director);
    // the bell has its longest figure
    const hold = (call: HeldCall) => call.answer(200, { unread: MOST_UNREAD });
    await intercept(page, `*/cash/api${noticeUnread.path}*`, { hold });
    const walk = new Walk(page);
    const visited = shown.filter((_, at) => at % PARTS === part);
    const become = becomerOf(page);
    for (const declared of visited) {
      const { id, path } = declared;
      const visit: Visit = (await visits[id]?.()) ?? { as: director, paths: plainAddressesOf(declared) };
      const { as, paths, further = [] } = visit;
      await become(as);
      for (const address of [...paths, ...further]) {
        expect(address, `an address of ${path}`).not.toContain(':');
        await test.step(`${id} ${address}`, async () => {
          const { search } = new URL(address, 'http://localhost');
          // a view keeps the title and the bar of its page: it has come when both are new
          if (search.startsWith('?view=')) await openWithin(page, plainPathOf('notFound'));
          // a page without chrome has no header for it
          await openWithin(page, address, declared.layout === 'empty' ? 'h1' : COUNTDOWN);
          expect(new URL(page.url()).pathname).not.toBe(plainPathOf('notFound'));
          await expect(page.locator('main .empty-notFound'), 'a document that is not there').toHaveCount(0);
          // a tab or a view that its page does not know would show the first one
          if (visits[id] === undefined && /^\?(tab|view)=/.test(search))
            await expect(
              page.locator('main .filter-chips').first().getByRole('button').nth(paths.indexOf(address)),
            ).toHaveAttribute('aria-pressed', 'true');
          const name = `${id}${search}`;
          // a list has its record at its side or, of a document, in its place; an invoice its head
          const row = page.locator('.list-body .table .opens button.link').first();
          const head = page.getByTestId('head-edit');
          // unless it stands there already, by its address
          const beside = page.locator(':is(.list-body, .invoice-body) > .pane');
          let opener = null;
          for (const one of (await beside.isVisible()) ? [] : [row, head]) if (await one.isVisible()) opener ??= one;
          const known = further.includes(address);
          await walk.around(name, known ? FURTHER : pageStands(opener === null));
          if (opener === null) return walk.tabs(name, page.locator('main'));
          await opener.click();
          await beside.or(page.getByTestId('document')).first().waitFor();
          await expect(page.locator('main .skeleton')).toHaveCount(0);
          await walk.around(`${name} with a pane`, known ? FURTHER : BESIDE);
          await walk.tabs(`${name} with a pane`, page.locator('main'));
        });
      }
    }
    const ofAct = visited.some(({ id }) => id === 'act') ? ['names', 'steps'] : [];
    expect([...walk.seen]).toEqual(expect.arrayContaining(['figures', 'header', 'menu', ...ofAct]));
  });

test('layout of directories and settings as on the first day, without a record', async ({ page, context }) => {
  test.setTimeout(600_000);
  const branch = await control.branch();
  const { director } = branch.people;
  await countingDown(branch, director);
  await signIn(context, director);
  const meta = { current_page: 1, total: 0, per_page: 15 };
  await intercept(page, '*/api/*/index*', { hold: (call) => call.answer(200, { data: [], meta }) });
  const walk = new Walk(page);
  await page.goto('/404');
  for (const declared of shown)
    for (const [at, { name }] of tabsOf(declared).entries()) {
      // the matrix has cells instead of records
      if (name === 'matrixItem') continue;
      const address = plainAddressesOf(declared)[at] ?? '';
      await test.step(address, async () => {
        await openWithin(page, address, COUNTDOWN);
        await expect(page.locator('main .empty').first()).toBeVisible();
        await walk.around(`${declared.id}, ${name}, without a record`, EMPTY);
      });
    }
  // figures: heads of columns alone
  expect([...walk.seen].sort()).toEqual(['figures', 'header', 'menu']);
});
