/**
 * The browser layer of navigation: from the window of an act to the list of acts. The code of the list is held, lost or
 * replaced at the network; what is typed and not saved is the count of a product that is being decided.
 */
import { expect } from '@playwright/test';
import { navigationModel } from '../../machines/navigation/navigation.model.ts';
import { TestAct } from '../harness/acts.ts';
import { control, signIn } from '../harness/control.ts';
import { HeldChunk } from '../harness/heldChunk.ts';
import { Menu, texts } from '../pages/menu.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

const LIST = '/repositories/act-of-counting';
/** The chunk of the list's page. */
const CODE = /\/assets\/ActListPage-[\w-]+\.js$/;
const { errors, pages, shell } = texts;

class World extends Menu {
  readonly window: string;
  /** The code of the list. */
  readonly code: HeldChunk;

  constructor(opening: Opening, window: string, code: HeldChunk) {
    super(opening.page);
    this.window = window;
    this.code = code;
  }

  get question() {
    return this.page.getByRole('dialog', { name: shell.leave.title });
  }
  get bar() {
    return this.page.getByRole('progressbar', { name: shell.navigation });
  }
  get count() {
    return this.page.getByTestId('count-other');
  }
}

async function open(opening: Opening): Promise<World> {
  const { page, context } = opening;
  const branch = await control.branch({ products: 2 });
  const { keeper, counter1 } = branch.people;
  const act = await TestAct.of(branch);
  const [one] = await act.begin(counter1);
  const product = branch.products[0]?.id ?? 0;
  if (one !== undefined) await act.enter(one, { [product]: 1 });
  await signIn(context, keeper);
  await context.clock.install();
  const world = new World(opening, `${LIST}/${act.id}`, await HeldChunk.at(page, CODE));
  await page.goto(`${world.window}?view=matrix&row=${product}`);
  await expect(world.count).toBeVisible();
  // the list lies behind the window in the browser's history; no listener of the page is notified of it
  await page.evaluate((list) => {
    const window_ = window.location.href;
    History.prototype.replaceState.call(window.history, null, '', list);
    History.prototype.pushState.call(window.history, null, '', window_);
  }, LIST);
  return world;
}

const link = ({ nav }: World) => nav.getByRole('link', { name: pages.acts, exact: true });

runBrowserLayer<World>('navigation', navigationModel, {
  open,
  verbs: {
    'follows a link': (world) => link(world).click(),
    'goes back': ({ page }) => page.evaluate(() => window.history.back()),
    'goes back from what is typed': ({ page }) => page.evaluate(() => window.history.back()),
    'types something': ({ count }) => count.fill('7'),
    'saves what was typed': ({ count }) => count.fill(''),
    'leaves it': ({ question }) => question.getByRole('button', { name: shell.leave.leave }).click(),
    stays: ({ question }) => question.getByRole('button', { name: shell.leave.stay }).click(),
    async 'tries again'(world) {
      // before the server can be reached: then the page tries again by itself
      await world.page.getByRole('button', { name: errors.page.retry }).click();
      await world.code.reach();
    },
    async 'misses a part of the app'({ page }) {
      // a dialog of this release that the server has no more
      await page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true })));
    },
    async 'the page is here'(world) {
      // the bar stays until the test lets it end
      await world.page.context().clock.pauseAt((await world.page.evaluate(() => Date.now())) + 10_000);
      await world.code.pass();
    },
    'a release replaced the page': (world) => world.code.replace(),
    'the page does not come': (world) => world.code.lose(),
    async 'the bar runs out'({ page }) {
      await page.context().clock.runFor(1_000);
      await page.context().clock.resume();
    },
  },
  states: {
    async resting(world, { step }) {
      await expect(world.bar).toHaveCount(0);
      await expect(world.question).toHaveCount(0);
      if (step?.case.name === 'stays') await expect(world.count).toHaveValue('7');
      const arrived = step?.case.name === 'the bar runs out';
      if (arrived) await expect(world.page.getByRole('heading', { level: 1, name: pages.acts })).toBeVisible();
      await expect(world.page).toHaveURL(new RegExp(`${arrived ? LIST : world.window}(\\?.*)?$`));
    },
    async asking(world) {
      await expect(world.question).toBeVisible();
      await expect(world.question.getByRole('button', { name: shell.leave.stay })).toBeFocused();
      await expect(world.page).toHaveURL(new RegExp(`${world.window}\\?`));
      await expect(world.count).toHaveValue('7');
    },
    async loading(world) {
      await expect(world.page).toHaveURL(LIST);
      await expect(world.bar).toBeVisible();
      await expect(world.question).toHaveCount(0);
    },
    async arriving(world) {
      await expect(world.bar.locator('.arriving')).toBeVisible();
    },
    async failed(world) {
      await expect(world.page).toHaveURL(LIST);
      await expect(world.page.getByText(errors.comes)).toBeVisible();
      await expect(world.page.getByRole('button', { name: errors.page.retry })).toBeEnabled();
    },
    async renewing(world, { step }) {
      // reloaded, once, where one was
      const list = step?.case.name === 'a release replaced the page';
      const seen = list ? world.page.getByRole('heading', { level: 1, name: pages.acts }) : world.count;
      await expect(seen).toBeVisible();
    },
  },
});
