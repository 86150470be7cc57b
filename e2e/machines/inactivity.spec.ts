/** The browser layer of inactivity. The clock is stopped; the test moves it with its timers or, as in a sleep, without. */
import { expect } from '@playwright/test';
import { INACTIVITY_LIMIT } from '../../machines/session/inactivity.machine.ts';
import { inactivityModel } from '../../machines/session/inactivity.model.ts';
import { type BranchPerson, control, signIn } from '../harness/control.ts';
import { PLACE, SessionPage, texts } from '../pages/sessionPage.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

/** The clock is looked at this often. */
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
  await page.goto(PLACE);
  await world.expectSignedIn(keeper.fullname);
  await expect(page.getByText(texts.counting.list.nothing)).toBeVisible();
  if (path.steps.some((step) => step.case.name === OTHER_TAB)) {
    world.other = await world.otherTab(PLACE);
    await world.other.expectSignedIn(keeper.fullname);
  }
  // a call on its way that is answered after the network is lost would say that the server is reachable
  await page.waitForLoadState('networkidle');
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

async function expectOpen(world: World): Promise<void> {
  await world.expectSignedIn(world.person.fullname);
  await expect(world.page.getByRole('alertdialog')).toHaveCount(0);
}

runBrowserLayer<World>('inactivity', inactivityModel, {
  open,
  ambient: ['watching | activity.elsewhere |  | ·', 'watchingOffline | activity.elsewhere |  | ·'],
  verbs: {
    async 'moves the mouse in time'(world) {
      await sleepUntil(world, INACTIVITY_LIMIT - 1);
      await moveMouse(world);
    },
    async 'moves the mouse too late'(world) {
      await sleepUntil(world, INACTIVITY_LIMIT);
      await moveMouse(world);
    },
    async [OTHER_TAB](world) {
      const before = await world.lastActivity();
      await sleepUntil(world, INACTIVITY_LIMIT - 1);
      if (world.other === undefined) throw new Error('no other tab is open');
      await moveMouse(world.other);
      await expect.poll(() => world.lastActivity()).toBe(before + INACTIVITY_LIMIT - 1);
      await world.other.page.close();
    },
    async 'is checked too late'(world) {
      await sleepUntil(world, INACTIVITY_LIMIT - 1 - CHECKED_EVERY);
      await world.context.clock.fastForward(CHECKED_EVERY);
      await expectOpen(world);
      await world.context.clock.fastForward(CHECKED_EVERY);
    },
    'loses the network': ({ context }) => context.setOffline(true),
    'has the network again': ({ context }) => context.setOffline(false),
  },
  states: {
    async watching(world) {
      await expectOpen(world);
      await expect(world.page.getByText(texts.shell.offline.text)).toHaveCount(0);
    },
    async watchingOffline(world) {
      await expectOpen(world);
      await expect(world.page.getByText(texts.shell.offline.text)).toBeVisible();
    },
    async locked(world) {
      const cover = world.page.getByRole('alertdialog', { name: texts.shell.cover.title });
      await expect(cover).toBeVisible();
      await expect(cover.getByText(texts.shell.cover.text)).toBeVisible();
      // nothing under the cover is reached, and the session is not over yet
      await expect(world.account).toHaveCount(0);
      expect(await world.token()).toBe(world.person.token);
    },
    async expired(world) {
      await world.context.clock.resume();
      await world.expectSignInForm();
      await world.expectReason('inactive');
    },
  },
});
