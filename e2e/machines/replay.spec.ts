/** The browser layer of the replay: an invoice of three steps, one of a single step, and a stopped clock. */
import { expect, type Page } from '@playwright/test';
import workflows from '../../locales/uz/machines/invoice.json' with { type: 'json' };
import texts from '../../locales/uz/replay.json' with { type: 'json' };
import { type ReplayContext, STEP_MS } from '../../machines/replay/replay.machine.ts';
import { LOG, replayModel } from '../../machines/replay/replay.model.ts';
import { control, signIn } from '../harness/control.ts';
import { TestInvoice } from '../harness/invoices.ts';
import { type Moment, type Opening, runBrowserLayer, type Verb } from './kit.ts';

/** States after the steps of the longer log: begun, a line added, sent. */
const STATES = ['draft', 'draft', 'sent'] as const;

interface World {
  readonly page: Page;
  readonly play: ReturnType<Page['getByTestId']>;
  /** Numbers of the two invoices. */
  readonly long: string;
  readonly short: string;
}

/** What the machine knows after a step; before the first nothing is open. */
const contextOf = (step: Moment['step']): ReplayContext =>
  (step?.after.context as ReplayContext | undefined) ?? { steps: 0, step: 0, speed: 1 };

async function open({ page, context }: Opening): Promise<World> {
  const branch = await control.branch();
  const long = await TestInvoice.of(branch);
  await (await long.line()).send();
  const short = await TestInvoice.of(branch);
  await signIn(context, branch.people.director);
  await context.clock.install();
  await page.goto('/workflows/invoice?view=replay');
  const numbers = { long: (await long.read()).number, short: (await short.read()).number };
  await expect(page.getByRole('link', { name: numbers.long })).toBeVisible();
  return { page, play: page.getByTestId('replay-play'), ...numbers };
}

/** Reading takes real time, playing is driven by the test: the clock runs until the log is loaded. */
async function openLog({ page }: World, number: string): Promise<void> {
  const { clock } = page.context();
  await clock.resume();
  await page.getByRole('link', { name: number }).click();
  await expect(page.getByTestId('replay-at')).toBeVisible();
  await expect(page.locator('svg.chart .is-lit')).toBeVisible();
  await clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
}

/** A key of the page itself: pressed where nothing is being chosen. */
const key =
  (name: string): Verb<World> =>
  async ({ page }) => {
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
    await page.keyboard.press(name);
  };

/** The current step is shown in the figures, the list, the diagram and, once it rests, the address. */
const shows: Verb<World> = async ({ page }, { step }) => {
  const { step: now, steps } = contextOf(step);
  await expect(page.getByTestId('replay-at')).toHaveText(`${now} / ${steps}`);
  await expect(page.getByTestId('replay-steps').locator('[aria-current]')).toHaveText(new RegExp(`^${now}\\D`));
  const state = STATES[now - 1] ?? 'draft';
  await expect(page.locator('svg.chart .is-lit')).toHaveAttribute('data-state', state);
  await expect(page.getByTestId('replay-now')).toContainText(workflows.states[state].name);
};

/** The address of a step at rest. */
const keeps: Verb<World> = async ({ page }, { step }) => {
  const { step: now } = contextOf(step);
  await expect.poll(() => new URL(page.url()).searchParams.get('step')).toBe(now === 1 ? null : String(now));
};

runBrowserLayer<World>('replay', replayModel, {
  open,
  verbs: {
    'opens a log of three steps': (world) => openLog(world, world.long),
    'opens a log of one step': (world) => openLog(world, world.short),
    'closes it': ({ page }) => page.getByRole('button', { name: texts.another }).click(),
    plays: key(' '),
    pauses: ({ play }) => play.click(),
    'goes on by one': key('ArrowRight'),
    'goes back by one': key('ArrowLeft'),
    'goes to the first': key('Home'),
    'goes to the last': key('End'),
    async 'sets double speed'({ page }) {
      await page.getByRole('combobox', { name: texts.speed }).selectOption('2');
    },
    async 'waits for a step'({ page }, { step }) {
      const { speed } = contextOf(step);
      await page.context().clock.runFor(STEP_MS / speed);
    },
  },
  states: {
    async idle({ page, play, long }) {
      await expect(page.getByRole('link', { name: long })).toBeVisible();
      await expect(play).toHaveCount(0);
    },
    async 'open.paused'(world, moment) {
      await shows(world, moment);
      await keeps(world, moment);
      await expect(world.play).toHaveText(texts.play);
    },
    async 'open.playing'(world, moment) {
      await shows(world, moment);
      await expect(world.play).toHaveText(texts.pause);
    },
    async 'open.ended'(world, moment) {
      await shows(world, moment);
      await keeps(world, moment);
      const { steps } = contextOf(moment.step);
      await expect(world.play).toHaveText(steps === LOG ? texts.playAgain : texts.play);
      await expect(world.play).toBeEnabled({ enabled: steps === LOG });
    },
  },
});
