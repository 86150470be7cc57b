/**
 * What a person types into the search of the real app, with every page of the menu open to him: names in both languages
 * and scripts, any apostrophe, the wrong layout, a slip of the finger, an alias. Each time the page meant comes first.
 */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import pagesRu from '../locales/ru/pages.json' with { type: 'json' };
import searchRu from '../locales/ru/search.json' with { type: 'json' };
import pagesUz from '../locales/uz/pages.json' with { type: 'json' };
import searchUz from '../locales/uz/search.json' with { type: 'json' };
import { pages } from '../src/routes/registry.ts';
import { control, signIn, test } from './harness/control.ts';
import { HeldChunk } from './harness/heldChunk.ts';
import { grant } from './pages/searchPage.ts';

const TRANSFER = 'exchangeBetweenWarehouses';
const ACTS = 'acts';
const ACTS_PATH = '/repositories/act-of-counting';

/** What is typed, and the page that is meant. */
type Query = readonly [how: string, typed: string, id: keyof typeof pagesUz];

const IN_UZBEK: readonly Query[] = [
  ['Uzbek, Latin', 'Omborlararo koʻchirish', TRANSFER],
  ["the apostrophe '", "omborlararo ko'chirish", TRANSFER],
  ['the apostrophe `', 'omborlararo ko`chirish', TRANSFER],
  ['the apostrophe ’', 'omborlararo ko’chirish', TRANSFER],
  ['no apostrophe', 'omborlararo kochirish', TRANSFER],
  ['Uzbek, Cyrillic', 'омборлараро кўчириш', TRANSFER],
  ['Russian', 'перемещение между', TRANSFER],
  ['Latin in the Russian layout', 'щьищкдфкфкщ', TRANSFER],
  ['Russian in the Latin layout', 'gthtvtotybt vt;le', TRANSFER],
  ['a letter left out', 'omborlaaro', TRANSFER],
  ['two letters in each other’s place', 'перемещение меджу', TRANSFER],
  ['an alias', 'peremesheniye', TRANSFER],
  ['a Russian alias', 'ревизия', ACTS],
];

const IN_RUSSIAN: readonly Query[] = [
  ['Russian', 'Перемещение между складами', TRANSFER],
  ['Russian in the Latin layout', 'gthtvtotybt vt;le', TRANSFER],
  ['Uzbek, Latin', "omborlararo ko'chirish", TRANSFER],
  ['Uzbek, Cyrillic', 'омборлараро кўчириш', TRANSFER],
  ['a letter doubled', 'перемещенние между', TRANSFER],
  ['an Uzbek alias', 'inventarizatsiya', ACTS],
];

class Dialog {
  readonly page: Page;
  readonly words: typeof searchUz | typeof searchRu;

  constructor(page: Page, words: typeof searchUz | typeof searchRu) {
    this.page = page;
    this.words = words;
  }

  get root() {
    return this.page.getByRole('dialog', { name: this.words.title, exact: true });
  }
  get field() {
    return this.root.getByRole('combobox');
  }
  get options() {
    return this.root.getByRole('option');
  }
  /** Pages that were found; a recent one is repeated above them. */
  get pages() {
    return this.root.locator('[role="option"].page');
  }
  get active() {
    return this.root.getByRole('option', { selected: true });
  }

  async open(): Promise<void> {
    await this.page.keyboard.press('Control+k');
    await expect(this.options.first()).toBeVisible();
  }

  /** Of the pages found the one meant is first, and Enter would open it. */
  async expectFirst(queries: readonly Query[], titles: Readonly<Record<string, string>>): Promise<void> {
    for (const [how, typed, id] of queries) {
      await test.step(how, async () => {
        // no answer of the query before is taken for this one's
        await this.field.fill('');
        await expect(this.pages).toHaveCount(0);
        await this.field.fill(typed);
        await expect(this.pages.first()).toHaveAttribute('id', new RegExp(`page:${id}$`));
        await expect(this.active).toHaveAttribute('id', new RegExp(`(page|recent):${id}$`));
        await expect(this.active).toContainText(titles[id] ?? '');
      });
    }
  }
}

/** The director's rights: all that the registry asks for. */
function everyRule(): Record<string, Record<string, boolean>> {
  const all: Record<string, Record<string, boolean>> = {};
  for (const { rule = '', menuRule = '' } of pages) {
    for (const [, resource = '', action = ''] of `${rule} ${menuRule}`.matchAll(/(\w+)\.(\w+)/g)) {
      all[resource] = { ...all[resource], [action]: true };
    }
  }
  return all;
}

/** The list of acts, in which the code of the search dialog does not come until it is let pass. */
async function openedWithoutDialog(page: Page, context: BrowserContext): Promise<HeldChunk> {
  const { keeper } = (await control.branch()).people;
  await signIn(context, keeper);
  const code = await HeldChunk.at(page, /\/SearchDialog-[\w-]+\.js$/);
  await page.goto(ACTS_PATH);
  await expect(page.getByRole('heading', { level: 1, name: pagesUz.acts })).toBeVisible();
  return code;
}

test('what is typed while the code of the dialog comes is not lost', async ({ page, context }) => {
  const code = await openedWithoutDialog(page, context);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('CHL-27');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('6');
  await code.pass();
  const { field } = new Dialog(page, searchUz);
  await expect(field).toHaveValue('CHL-26');
  await page.keyboard.type('-0024');
  await expect(field).toHaveValue('CHL-26-0024');
});

test('a dialog that is called off before its code has come gives the keys back to the page', async ({
  page,
  context,
}) => {
  const code = await openedWithoutDialog(page, context);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('CHL');
  await page.keyboard.press('Control+k');
  await page.keyboard.press('?');
  const sheet = page.getByTestId('keys');
  await expect(sheet).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await code.pass();
  const dialog = new Dialog(page, searchUz);
  await expect(dialog.root).toHaveCount(0);
  // once it comes, what was typed for the first one is not in it
  await page.keyboard.press('Control+k');
  await expect(dialog.field).toHaveValue('');
});

test('the page meant comes first however it is typed, and Enter opens it', async ({ page, context }) => {
  const { keeper } = (await control.branch()).people;
  await signIn(context, keeper);
  await grant(page, everyRule());
  await page.goto(ACTS_PATH);
  await expect(page.getByRole('heading', { level: 1, name: pagesUz.acts })).toBeVisible();

  const uzbek = new Dialog(page, searchUz);
  await uzbek.open();
  await uzbek.expectFirst(IN_UZBEK, pagesUz);
  await uzbek.field.fill('omborlararo');
  await uzbek.field.press('Enter');
  await expect(uzbek.root).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: pagesUz[TRANSFER] })).toBeFocused();

  await test.step('an empty field lists what was opened lately before the sections', async () => {
    await uzbek.open();
    await expect(uzbek.root.getByText(searchUz.recent)).toBeVisible();
    await expect(uzbek.options.first()).toHaveAttribute('id', /recent:acts$/);
    await expect(uzbek.options.nth(1)).toHaveAttribute('id', /section:/);
    await page.keyboard.press('Escape');
  });

  await page.getByRole('button', { name: 'Русский' }).click();
  await expect(page.getByRole('heading', { level: 1, name: pagesRu[TRANSFER] })).toBeVisible();
  const russian = new Dialog(page, searchRu);
  await russian.open();
  await expect(russian.options.first()).toContainText(pagesRu.acts);
  await russian.expectFirst(IN_RUSSIAN, pagesRu);
  await russian.field.fill('htdbpbz');
  await russian.field.press('Enter');
  await expect(page).toHaveURL(ACTS_PATH);
});
