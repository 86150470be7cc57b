/** The browser layer of the favourites, and what two tabs and two people make of them. */
import { type BrowserContext, expect, type Page } from '@playwright/test';
import { saveFavourites } from '../../contract/account.ts';
import { type FavoritePage, loadUser } from '../../contract/cash.ts';
import pages from '../../locales/uz/pages.json' with { type: 'json' };
import type { FavouritesContext } from '../../machines/favourites/favourites.machine.ts';
import { ACTS, DASHBOARD, favouritesModel } from '../../machines/favourites/favourites.model.ts';
import { api, type BranchPerson, control, signIn, test } from '../harness/control.ts';
import { PLACE, SessionPage, texts } from '../pages/sessionPage.ts';
import { Gate, type Moment, type Opening, runBrowserLayer } from './kit.ts';

const KEY = 'favorite-pages';
const { favourites } = texts.shell;
const TITLES: Record<string, string> = { [ACTS.path]: pages.acts, [DASHBOARD.path]: pages.dashboard };
const titleOf = (page: FavoritePage) => TITLES[page.path] ?? page.title;

const save = (person: BranchPerson, my_pages: readonly FavoritePage[]) =>
  api(person, 'POST', '/v1_0/my/favorite/pages', { my_pages }, 'cash');

async function savedOf(person: BranchPerson): Promise<FavoritePage[]> {
  const { body } = await api<{ data: { favorite_pages: FavoritePage[] } }>(person, 'POST', '/v1_0/user', {}, 'cash');
  return body.data.favorite_pages;
}

const copyOf = (userId: number, list: readonly FavoritePage[], more: object = {}) =>
  JSON.stringify({
    userId,
    source: 'changed',
    pages: list.map(({ path, title, icon }) => ({ to: path, title, icon })),
    ...more,
  });

class World extends SessionPage {
  readonly person: BranchPerson;

  constructor(page: Page, context: BrowserContext, person: BranchPerson) {
    super(page, context);
    this.person = person;
  }

  get group() {
    return this.page.getByRole('region', { name: favourites.title });
  }

  link(page: FavoritePage) {
    return this.group.getByRole('link', { name: titleOf(page) });
  }

  star(page: FavoritePage) {
    return this.page
      .getByRole('banner')
      .getByRole('button', { name: favourites.star.replace('{{title}}', titleOf(page)), exact: true });
  }

  /** To a page within the app, and its star. */
  async pressStar(page: FavoritePage): Promise<void> {
    await this.page.evaluate((path) => {
      if (window.location.pathname !== path) window.history.pushState(null, '', path);
    }, page.path);
    await this.star(page).click();
  }

  async expectList(list: readonly FavoritePage[]): Promise<void> {
    await expect(this.group.getByRole('link')).toHaveText(list.map(titleOf));
    await expect(this.group.getByText(favourites.none)).toHaveCount(list.length === 0 ? 1 : 0);
  }

  /** What this browser keeps: `to`, title, icon, and whose it is. */
  async expectCopy(list: readonly FavoritePage[]): Promise<void> {
    const kept = await this.page.evaluate((key) => localStorage.getItem(key), KEY);
    expect(JSON.parse(kept ?? 'null')).toMatchObject({
      userId: this.person.id,
      pages: list.map(({ path }) => ({ to: path })),
    });
  }
}

interface Gated extends World {
  gate: Gate;
}

/** User info without a list, as of a server that has none. */
async function withoutList(page: Page): Promise<void> {
  await page.route(`**/cash/api${loadUser.path}`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { favorite_pages?: unknown } };
    delete body.data.favorite_pages;
    return route.fulfill({ response: answer, json: body });
  });
}

const keepBefore = (context: BrowserContext, kept: string) =>
  context.addInitScript(
    ({ key, value }) => {
      // once a browser: another tab finds what there is
      if (localStorage.getItem('e2e-kept')) return;
      localStorage.setItem('e2e-kept', 'done');
      localStorage.setItem(key, value);
    },
    { key: KEY, value: kept },
  );

async function open({ page, context, path }: Opening): Promise<Gated> {
  const { keeper, deputy } = (await control.branch()).people;
  const world: Gated = Object.assign(new World(page, context, keeper), { gate: await Gate.at(page, saveFavourites) });
  const { name } = path.beginning;
  if (name === 'a list from the server') await save(keeper, [ACTS]);
  else await withoutList(page);
  await keepBefore(
    context,
    name.includes('another person') ? copyOf(deputy.id, [ACTS, DASHBOARD]) : copyOf(keeper.id, [DASHBOARD]),
  );
  await signIn(context, keeper);
  await page.goto(PLACE);
  await world.expectSignedIn(keeper.fullname);
  return world;
}

const listNow = ({ path, step }: Moment) => ((step?.after ?? path.begins).context as FavouritesContext).pages;

async function expectQuiet(world: World, moment: Moment): Promise<void> {
  await world.expectList(listNow(moment));
  await expect(world.alert).toHaveCount(0);
  const here = new URL(world.page.url()).pathname;
  for (const one of [ACTS, DASHBOARD]) {
    if (one.path !== here) continue;
    const on = listNow(moment).some((page) => page.path === here);
    await expect(world.star(one)).toHaveAttribute('aria-pressed', String(on));
  }
}

/** Draws a row by the middle of its title to below another one. */
async function drawBelow(world: World, one: FavoritePage, other: FavoritePage): Promise<void> {
  const [from, to] = [await world.link(one).boundingBox(), await world.link(other).boundingBox()];
  if (from === null || to === null) throw new Error('a row is not shown');
  const { mouse } = world.page;
  await mouse.move(from.x + 60, from.y + from.height / 2);
  await mouse.down();
  await mouse.move(from.x + 60, to.y + to.height, { steps: 4 });
  await mouse.up();
}

async function expectKept(world: Gated, moment: Moment): Promise<void> {
  await expectQuiet(world, moment);
  await world.expectCopy(listNow(moment));
}

runBrowserLayer<Gated>('favourites', favouritesModel, {
  open,
  verbs: {
    'presses the star of the acts': (world) => world.pressStar(ACTS),
    'presses the star of the dashboard': (world) => world.pressStar(DASHBOARD),
    async 'puts the dashboard first'(world) {
      await world.link(DASHBOARD).focus();
      await world.page.keyboard.press('Alt+ArrowUp');
      await expect(world.link(DASHBOARD)).toBeFocused();
    },
    async 'puts the acts last'(world) {
      const { pathname } = new URL(world.page.url());
      await drawBelow(world, ACTS, DASHBOARD);
      // drawn, not followed
      expect(new URL(world.page.url()).pathname).toBe(pathname);
    },
    async 'changes the list in another tab'(world) {
      await save(world.person, [DASHBOARD, ACTS]);
      const other = await world.otherTab('/config.json');
      const copy = copyOf(world.person.id, [DASHBOARD, ACTS], { at: Math.random() });
      await other.page.evaluate(({ key, value }) => localStorage.setItem(key, value), { key: KEY, value: copy });
      await other.page.close();
    },
    'has the list saved': ({ gate }) => gate.pass(),
    'has the list not saved': ({ gate }) =>
      gate.answer(503, { message: 'Server band', code: 'unavailable', request_id: '7f3a-91c2' }),
  },
  states: {
    async saved(world, moment) {
      await expectQuiet(world, moment);
      await world.expectCopy(listNow(moment));
      await expect
        .poll(async () => (await savedOf(world.person)).map((page) => page.path))
        .toEqual(listNow(moment).map((page) => page.path));
    },
    'saving.current': expectKept,
    'saving.changed': expectKept,
    unsaved: expectQuiet,
  },
});

test('two tabs: one follows the other at once, and no change is lost while both save', async ({
  page,
  context,
  branch,
}) => {
  const { keeper } = branch.people;
  await signIn(context, keeper);
  const here = new World(page, context, keeper);
  await page.goto(PLACE);
  await here.expectList([]);
  const there = new World(await context.newPage(), context, keeper);
  const slow = await Gate.at(there.page, saveFavourites);
  await there.page.goto(PLACE);
  await there.pressStar(ACTS);
  await here.expectList([ACTS]);
  // the save of the other tab waits; this one saves in the meantime, and the other once more after its own
  await here.pressStar(DASHBOARD);
  await there.expectList([ACTS, DASHBOARD]);
  await expect.poll(async () => (await savedOf(keeper)).length).toBe(2);
  await slow.pass();
  await slow.pass();
  await expect.poll(async () => (await savedOf(keeper)).map((one) => one.path)).toEqual([ACTS.path, DASHBOARD.path]);
});

test('a tab opened while another saves ends with the same list', async ({ page, context, branch }) => {
  const { keeper } = branch.people;
  await signIn(context, keeper);
  const here = new World(page, context, keeper);
  const slow = await Gate.at(page, saveFavourites);
  await page.goto(PLACE);
  await here.pressStar(ACTS);
  const there = new World(await context.newPage(), context, keeper);
  await there.page.goto(PLACE);
  await there.expectSignedIn(keeper.fullname);
  // the server did not have it yet, and its list is no news for this tab
  await there.expectList([]);
  await here.expectList([ACTS]);
  await slow.pass();
  await there.expectList([ACTS]);
});

test('after another person signs in nothing of the first is shown', async ({ page, context, branch }) => {
  const { keeper, deputy } = branch.people;
  await save(keeper, [ACTS, DASHBOARD]);
  await signIn(context, keeper);
  const world = new World(page, context, keeper);
  await page.goto(PLACE);
  await world.expectList([ACTS, DASHBOARD]);
  await withoutList(page);
  await page.evaluate((token) => localStorage.setItem('accessToken', token), deputy.token);
  await page.reload();
  await world.expectSignedIn(deputy.fullname);
  await world.expectList([]);
});

test('what may not be opened is not shown and keeps its place; what the registry does not know shows its title', async ({
  page,
  context,
  branch,
}) => {
  const { keeper } = branch.people;
  const forbidden = { path: '/settings/drivers', title: 'Haydovchilar', icon: 'properties' };
  const old = { path: '/old/page', title: 'Eski sahifa', icon: 'gone' };
  await save(keeper, [ACTS, forbidden, old, DASHBOARD]);
  await signIn(context, keeper);
  const world = new World(page, context, keeper);
  await page.goto(PLACE);
  await world.expectList([ACTS, old, DASHBOARD]);
  await world.link(old).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await world.expectList([old, ACTS, DASHBOARD]);
  await expect(
    world.group.getByText(
      favourites.moved.replace('{{title}}', old.title).replace('{{place}}', '1').replace('{{all}}', '3'),
    ),
  ).toBeAttached();
  await expect
    .poll(async () => (await savedOf(keeper)).map((one) => one.path))
    .toEqual([old.path, ACTS.path, forbidden.path, DASHBOARD.path]);
});
