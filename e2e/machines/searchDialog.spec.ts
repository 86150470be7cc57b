/**
 * The browser layer of the search dialog, all of it at 1440, 1024 and 390 pixels. The words of the pages are held or
 * lost at the network; recent pages are those of the model.
 */
import { expect, type Page } from '@playwright/test';
import { type SearchHit, searchEverywhere } from '../../contract/everywhere.ts';
import { areaOfOption, listingOf } from '../../machines/searchDialog/listing.ts';
import type { SearchDialogContext } from '../../machines/searchDialog/searchDialog.machine.ts';
import {
  FOUND,
  HIT,
  HITS,
  NOWHERE,
  PAGE,
  RECENT,
  REST,
  SECTION,
  searchDialogModel,
} from '../../machines/searchDialog/searchDialog.model.ts';
import { control, signIn } from '../harness/control.ts';
import { HeldChunk } from '../harness/heldChunk.ts';
import { SearchPage, texts } from '../pages/searchPage.ts';
import { Gate, type Moment, type Opening, runBrowserLayer } from './kit.ts';

const WIDTHS = { 1440: 900, 1024: 768, 390: 844 } as const;
/** The chunks of the aliases in both languages. */
const WORDS = /\/assets\/aliases-[\w-]+\.js$/;
const PLACE = '/repositories/act-of-counting';
const BEHIND = '/dashboard';

class World extends SearchPage {
  /** The question to the server, sent once the person stops typing. */
  readonly records: Gate;
  /** Whether the search bar was clicked, so that it gets the focus back. */
  byBar = false;
  /** The words of the pages. */
  readonly words: HeldChunk;

  constructor(page: Page, userId: number, records: Gate, words: HeldChunk) {
    super(page, userId);
    this.records = records;
    this.words = words;
  }

  /** The hits of the model as the server answers them. */
  findHits = (): Promise<void> =>
    this.records.answer(200, {
      data: HITS.map(({ group, hits, more }) => ({
        group,
        more,
        hits: hits.map(({ key, title, note, kind, status, look, exact }) => {
          const hit = { kind, id: Number(key.split('-')[1]), at: null, title, note, status, look, exact };
          return hit as SearchHit;
        }),
      })),
    });

  /** Opens the page that the model starts from. */
  async beginAt(): Promise<void> {
    const { pathname } = new URL(this.page.url());
    if (pathname !== PLACE) await this.goTo(PLACE);
    await expect(this.page.getByRole('heading', { level: 1, name: texts.counting.list.title })).toBeVisible();
    await this.remember(RECENT);
  }
}

async function open({ page, context }: Opening): Promise<World> {
  const { keeper } = (await control.branch()).people;
  await signIn(context, keeper);
  const world = new World(page, keeper.id, await Gate.at(page, searchEverywhere), await HeldChunk.at(page, WORDS));
  await page.goto(BEHIND);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await world.beginAt();
  return world;
}

const contextOf = ({ path, step }: Moment) => (step?.after ?? path.begins).context as SearchDialogContext;

/** The list shows exactly the options of the model, the active one marked. */
async function expectListed(world: World, moment: Moment): Promise<void> {
  const context = contextOf(moment);
  const { options } = listingOf(context);
  await expect(world.options).toHaveCount(options.length);
  for (const [at, option] of options.entries()) {
    await expect(world.options.nth(at)).toHaveAttribute('id', new RegExp(`${option}$`));
  }
  await world.expectActive(context.active);
}

async function expectOpen(world: World, moment: Moment): Promise<void> {
  await expect(world.dialog).toBeVisible();
  await expect(world.field).toHaveValue(contextOf(moment).query);
  const { step } = moment;
  if (step?.case.name === 'enlarges the letters') {
    expect(await world.page.evaluate(() => localStorage.getItem('searchFontSize'))).toBe('20');
    await expect(world.field).toHaveCSS('font-size', '22.5px');
    // a value of its own
    expect(await world.page.evaluate(() => document.documentElement.style.fontSize)).not.toBe('20px');
  }
  await expect(world.field).toBeFocused();
}

for (const [width, height] of Object.entries(WIDTHS)) {
  runBrowserLayer<World>(`searchDialog at ${width}`, searchDialogModel, {
    open,
    use: () => ({ viewport: { width: Number(width), height } }),
    statesOnly: width !== '1440',
    // the pointer comes over an option before it presses it
    ambient: ['open.ready.pages.listing | option.point |  | ·'],
    verbs: {
      async 'clicks the search bar'(world) {
        await world.beginAt();
        await world.clickBar();
        world.byBar = true;
      },
      async 'presses Ctrl+K'(world) {
        if (!(await world.dialog.isVisible())) await world.beginAt();
        await world.page.keyboard.press('Control+k');
      },
      'presses Esc': ({ page }) => page.keyboard.press('Escape'),
      'presses the close button': ({ closeButton }) => closeButton.click(),
      async 'goes back in the browser'({ page }) {
        await page.goBack();
      },
      'the pages are here': (world) => world.words.pass(),
      'the pages do not come': (world) => world.words.lose(),
      async 'tries again'(world) {
        await world.words.reach();
        await world.dialog.getByRole('button', { name: texts.common.retry }).click();
      },
      'the server finds documents': (world) => world.findHits(),
      'the server does not answer': (world) => world.records.lose(),
      'asks the server again': ({ dialog }) => dialog.getByRole('button', { name: texts.common.retry }).click(),
      'unfolds the documents': (world) => world.option(REST).click(),
      'clicks a document': (world) => world.option(HIT).click(),
      'types a page': ({ field }) => field.fill(FOUND),
      'types what is nowhere': ({ field }) => field.fill(NOWHERE),
      'empties the field': ({ field }) => field.fill(''),
      'moves down': ({ field }) => field.press('ArrowDown'),
      'moves up': ({ field }) => field.press('ArrowUp'),
      'presses Home': ({ field }) => field.press('Home'),
      'presses End': ({ field }) => field.press('End'),
      'points at a section': (world) => world.option(SECTION).hover(),
      'clicks a section': (world) => world.option(SECTION).click(),
      'presses Enter on a section': ({ field }) => field.press('Enter'),
      'clicks a page': (world) => world.option(PAGE).click(),
      'presses Enter on a page': ({ field }) => field.press('Enter'),
      async 'enlarges the letters'(world) {
        await world.slider.fill('20');
        // the letters are changed and one types on
        await world.field.focus();
      },
    },
    states: {
      async closed(world, { step }) {
        await expect(world.dialog).toHaveCount(0);
        switch (step?.case.name) {
          case 'clicks a page':
          case 'presses Enter on a page': {
            const [path, title] =
              step.case.name === 'clicks a page'
                ? ['/test-questions', texts.pages.testQuestions]
                : ['/test-results', texts.pages.myTestResults];
            await expect(world.page).toHaveURL(path);
            await expect(world.page.getByRole('heading', { level: 1, name: title })).toBeFocused();
            await expect(world.root).toHaveCount(Number(width) < 1023 ? 0 : 1);
            break;
          }
          case 'clicks a document':
            await expect(world.page).toHaveURL(HITS[0]?.hits[0]?.path ?? '');
            break;
          case 'presses Esc':
          case 'presses the close button':
            if (world.byBar) await expect(world.bar).toBeFocused();
            break;
        }
        world.byBar = false;
      },
      async 'open.loading'(world, moment) {
        await expectOpen(world, moment);
        await expect(world.list).toHaveCount(0);
        await expect(world.field).toHaveAttribute('aria-expanded', 'false');
        await expect(world.dialog.getByRole('progressbar')).toBeAttached();
      },
      async 'open.failed'(world, moment) {
        await expectOpen(world, moment);
        await expect(world.dialog.getByRole('alert')).toContainText(texts.search.failed.title);
        await expect(world.list).toHaveCount(0);
      },
      async 'open.ready.pages.listing.sections'(world, moment) {
        await expectOpen(world, moment);
        await expect(world.field).toHaveAttribute('aria-expanded', 'true');
        await expect(world.list.getByText(texts.search.recent)).toBeVisible();
        await expect(world.list.getByText(texts.search.most)).toBeVisible();
        // four sections are one column without a second heading
        await expect(world.list.getByText(texts.search.sections, { exact: true })).toHaveCount(0);
        await expectListed(world, moment);
        for (const option of listingOf(contextOf(moment)).options) {
          const area = areaOfOption(option);
          if (area === null) continue;
          const unfolded = contextOf(moment).toggled.includes(area);
          await expect(world.option(option)).toContainText(unfolded ? texts.search.unfolded : texts.search.folded);
        }
      },
      async 'open.ready.pages.listing.found'(world, moment) {
        await expectOpen(world, moment);
        await expectListed(world, moment);
        if (contextOf(moment).query === FOUND) await expect(world.option(PAGE).locator('mark')).toHaveText(FOUND);
        if (contextOf(moment).groups.length > 0) {
          await expect(world.option(HIT)).toContainText('CHL-26-0000');
          await expect(world.option(HIT)).toContainText('Chilonzor filiali');
        }
        const { groups, query } = contextOf(moment);
        const found = `${query === FOUND ? '1 ta sahifa, 1 boʻlimda' : ''}${groups.length > 0 ? 'yozuvlar: 4' : ''}`;
        await expect(world.dialog.getByRole('status').first()).toHaveText(found.replace('boʻlimday', 'boʻlimda, y'));
      },
      async 'open.ready.records.idle'(world) {
        await expect(world.asking).toHaveCount(0);
      },
      async 'open.ready.records.asking'(world) {
        await expect(world.asking).toBeVisible();
      },
      async 'open.ready.records.answered'(world) {
        await expect(world.asking).toHaveCount(0);
        await expect(world.list.getByRole('group', { name: texts.search.groups.documents })).toBeVisible();
      },
      async 'open.ready.records.failed'(world) {
        await expect(world.asking).toHaveCount(0);
        await expect(world.dialog.getByRole('alert')).toContainText(texts.search.unsearched);
      },
      async 'open.ready.pages.nothingFound'(world, moment) {
        await expectOpen(world, moment);
        await expect(world.list).toHaveCount(0);
        // whether there is nothing is known once the server has answered
        const asking = JSON.stringify(moment.step?.after.value ?? '').includes('asking');
        const words = asking ? texts.search.searching : texts.search.nothing.title.replace('{{query}}', NOWHERE);
        await expect(world.dialog.getByRole('status').first()).toHaveText(words);
        await expect(world.dialog.locator('.empty')).toHaveCount(asking ? 0 : 1);
        await world.expectActive(null);
      },
    },
  });
}
