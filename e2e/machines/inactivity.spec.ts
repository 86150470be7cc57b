/** The browser layer of inactivity. The clock is stopped; the test moves it with its timers or, as in a sleep, without. */
import { expect } from '@playwright/test';
import { inactivityModel } from '../../machines/session/inactivity.model.ts';
import { type BranchPerson, control, signIn } from '../harness/control.ts';
import { quietOf } from '../harness/quiet.ts';
import { PLACE, SessionPage, texts } from '../pages/sessionPage.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

/** Specification 9, and the minute before it that is counted. */
const INACTIVITY_LIMIT = 1_800_000;
const INACTIVITY_WARNING = 1_740_000;
/** The clock is looked at this often; every second while the last minute is counted. */
const CHECKED_EVERY = 15_000;
const OTHER_TAB = 'works in another tab';

interface World extends SessionPage {
  person: BranchPerson;
  other?: SessionPage;
}

async function open({ page, context, path }: Opening): Promise<World> {
  const { keeper } = (await control.branch()).people;
  const world: World = Object.assign(new SessionPage(page, context), { person: keeper });
  await context.clock.install();
  await signIn(context, keeper);
  const quiet = quietOf(page);
  await page.goto(PLACE);
  await world.expectSignedIn(keeper.fullname);
  await expect(page.getByText(texts.counting.list.nothing)).toBeVisible();
  if (path.steps.some((step) => step.case.name === OTHER_TAB)) {
    world.other = await world.otherTab(PLACE);
    await world.other.expectSignedIn(keeper.fullname);
  }
  // a call on its way that is answered after the network is lost would say that the server is reachable
  await quiet();
  await world.stopClock();
  return world;
}

/** The clock is stopped so long after the person was last active; no timer has run, as in a sleep. */
async function sleepUntil(world: SessionPage, away: number): Promise<void> {
  await world.context.clock.setSystemTime((await world.lastActivity()) + away);
}

async function moveMouse({ page }: SessionPage): Promise<void> {
  const at = await page.evaluate(() => Date.now());
  await page.mouse.move(100 + (at % 97), 100 + (at % 89));
}

const cardOf = ({ page }: SessionPage) => page.getByRole('alertdialog', { name: texts.countdown.title });
const coverOf = ({ page }: SessionPage) => page.getByRole('alertdialog', { name: texts.shell.cover.title });

async function expectOpen(world: World): Promise<void> {
  await world.expectSignedIn(world.person.fullname);
  await expect(coverOf(world)).toHaveCount(0);
  await expect(cardOf(world)).toHaveCount(0);
  await expect(world.page).not.toHaveTitle(/\d:\d\d/);
}

/** In the last minute: the card, and the time in the tab's title. */
async function expectCounting(world: World, text: string): Promise<void> {
  await world.expectSignedIn(world.person.fullname);
  await expect(cardOf(world)).toContainText(text);
  await expect(world.page).toHaveTitle(/^[01]:\d\d · /);
}

runBrowserLayer<World>('inactivity', inactivityModel, {
  open,
  ambient: [
    'watching | activity.elsewhere |  | ·',
    'watchingOffline | activity.elsewhere |  | ·',
    // each second
    'watching.counting | clock.checked | inTime | ·',
    'watchingOffline.counting | clock.checked | inTime | ·',
  ],
  verbs: {
    async 'moves the mouse in time'(world) {
      await sleepUntil(world, INACTIVITY_LIMIT - 1);
      await moveMouse(world);
    },
    async 'moves the mouse too late'(world) {
      await sleepUntil(world, INACTIVITY_LIMIT);
      await moveMouse(world);
    },
    async [OTHER_TAB](world, { path, step }) {
      const before = await world.lastActivity();
      await sleepUntil(world, INACTIVITY_LIMIT - 1);
      if (world.other === undefined) throw new Error('no other tab is open');
      await moveMouse(world.other);
      await expect.poll(() => world.lastActivity()).toBe(before + INACTIVITY_LIMIT - 1);
      const rest = step === undefined ? [] : path.steps.slice(path.steps.indexOf(step) + 1);
      if (!rest.some(({ case: { name } }) => name === OTHER_TAB)) await world.other.page.close();
    },
    async 'is checked in the last minute'(world) {
      if (await cardOf(world).isVisible()) return world.context.clock.fastForward(1_000);
      await sleepUntil(world, INACTIVITY_WARNING - 1 - CHECKED_EVERY);
      await world.context.clock.fastForward(CHECKED_EVERY);
      await expectOpen(world);
      await world.context.clock.fastForward(1);
      await expect(cardOf(world)).toContainText('1:00');
    },
    async 'is checked too late'(world) {
      if (!(await cardOf(world).isVisible())) {
        await sleepUntil(world, INACTIVITY_LIMIT - CHECKED_EVERY);
        return world.context.clock.fastForward(CHECKED_EVERY);
      }
      await sleepUntil(world, INACTIVITY_LIMIT - 1 - 1_000);
      await world.context.clock.fastForward(1_000);
      await expect(cardOf(world)).toContainText('0:01');
      await world.context.clock.fastForward(1);
    },
    async 'leaves now'(world) {
      const leave = world.page.getByTestId('countdown-leave');
      // a pointer on its way stops the countdown, and the card stays for it; assistive technology presses at once
      if (await cardOf(world).isVisible()) await leave.dispatchEvent('click');
      else await leave.click();
    },
    'loses the network': ({ context }) => context.setOffline(true),
    async 'has the network again'({ page, context }) {
      await context.setOffline(false);
      // the page tries again by a timer, and the clock stands still
      const again = page.getByRole('button', { name: texts.shell.offline.tryNow });
      await expect
        .poll(async () => {
          await again.dispatchEvent('click', undefined, { timeout: 500 }).catch(() => {});
          return again.count();
        })
        .toBe(0);
    },
  },
  states: {
    async 'watching.quiet'(world) {
      await expectOpen(world);
      await expect(world.page.getByText(texts.shell.offline.text)).toHaveCount(0);
    },
    'watching.counting': (world) => expectCounting(world, texts.countdown.online.text),
    async 'watchingOffline.quiet'(world) {
      await expectOpen(world);
      await expect(world.page.getByText(texts.shell.offline.text)).toBeVisible();
    },
    'watchingOffline.counting': (world) => expectCounting(world, texts.countdown.offline.text),
    async locked(world, { next }) {
      const cover = coverOf(world);
      await expect(cover).toBeVisible();
      await expect(cover.getByText(texts.shell.cover.text)).toBeVisible();
      // nothing under the cover is reached, and the session is not over yet
      await expect(world.account).toHaveCount(0);
      expect(await world.token()).toBe(world.person.token);
      // the network comes back after the test: it must not reload a page that is given to the next one
      if (next !== undefined) return;
      await world.page.route('**/config.json', (route) => route.fulfill({ json: {} }));
      await world.page.goto('/config.json');
    },
    async expired(world, { path }) {
      await world.context.clock.resume();
      await world.expectSignInForm();
      await world.expectReason(path.steps.some((step) => step.case.name === 'leaves now') ? 'left' : 'inactive');
    },
  },
});
