/**
 * The browser layer of the test reminder. The clock of this computer is a day behind the server's; of two tabs one holds
 * the turn until it is given away.
 */
import { expect, type Page } from '@playwright/test';
import { testReminder } from '../../contract/reminder.ts';
import { testSkip } from '../../contract/staffTests.ts';
import { READ_AGAIN } from '../../machines/testReminder/testReminder.machine.ts';
import { DAY, testReminderModel } from '../../machines/testReminder/testReminder.model.ts';
import { type BranchPerson, control, signIn } from '../harness/control.ts';
import {
  ASKED_EVERY,
  ATTEMPT,
  answerOf,
  HOUR,
  OTHER_TEST,
  ReminderPage,
  TEST,
  type Told,
  texts,
} from '../pages/reminderPage.ts';
import { PLACE, SessionPage } from '../pages/sessionPage.ts';
import { Gate, type Moment, type Opening, runBrowserLayer } from './kit.ts';

const LOCK = 'idora-test-reminder';
const KEPT = 'testReminder';
const REFUSED = 'Server band';
/** Longer than the page waits to ask again, shorter than half an hour without a hand. */
const LEFT = ASKED_EVERY + 100_000;

class World extends ReminderPage {
  readonly session: SessionPage;
  readonly person: BranchPerson;
  readonly read: Gate;
  readonly skipped: Gate;
  readonly other: Page;
  /** What the page asks by itself, after the first time: held until the path answers it. */
  readonly polls: ((answer: object) => void)[] = [];
  /** The test that is counted, and when it is at zero by this computer's clock. */
  title = TEST;
  zero = 0;

  constructor(session: SessionPage, person: BranchPerson, gates: { read: Gate; skipped: Gate }, other: Page) {
    super(session.page);
    this.session = session;
    this.person = person;
    this.read = gates.read;
    this.skipped = gates.skipped;
    this.other = other;
  }

  async tell(told: Told | null): Promise<void> {
    const now = await this.now();
    if (told !== null) this.zero = now + told.left;
    this.title = TEST;
    await this.read.answer(200, answerOf(now, told, DAY));
  }

  /** The countdown had begun in this browser, before a reload or by another tab. */
  async notifyDue(firstTry: boolean, other = false): Promise<void> {
    await this.page.evaluate(([key, value]) => localStorage.setItem(key, value), [
      KEPT,
      `${this.person.id} ${ATTEMPT}`,
    ] as const);
    await this.tell({ left: 0, firstTry, other });
  }

  /** The next one is counted. */
  answered(): void {
    this.title = OTHER_TEST;
    this.zero += HOUR;
  }

  /** A hand moves, then time passes with all its timers. */
  async pass(milliseconds: number): Promise<void> {
    await this.page.mouse.move(300 + (milliseconds % 50), 400);
    await this.session.context.clock.runFor(milliseconds);
  }

  /** The other tab takes the turn: now, or when this one gives it away. */
  otherTakesTurn(): Promise<void> {
    return this.other.evaluate((name) => {
      const held = globalThis as unknown as { release?: () => void };
      void navigator.locks.request(name, () => new Promise<void>((done) => Object.assign(held, { release: done })));
    }, LOCK);
  }

  async show(visibility: 'visible' | 'hidden'): Promise<void> {
    await this.page.evaluate((state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    }, visibility);
  }
}

async function open({ page, context }: Opening): Promise<World> {
  const { keeper } = (await control.branch()).people;
  const session = new SessionPage(page, context);
  const gates = { read: await Gate.at(page, testReminder), skipped: await Gate.at(page, testSkip) };
  await context.clock.install();
  const other = await context.newPage();
  await other.goto('/config.json');
  const world = new World(session, keeper, gates, other);
  await world.otherTakesTurn();
  await signIn(context, keeper);
  let asked = false;
  await world.notifyFound(() => {
    if (asked) return new Promise<object>((told) => world.polls.push(told));
    asked = true;
    return answerOf(0, { left: LEFT, firstTry: false });
  });
  await page.goto(PLACE);
  await session.expectSignedIn(keeper.fullname);
  // the reminder's part of the page comes after the rest, by a timer of React's that a stopped clock would hold
  await gates.read.asked();
  await session.stopClock();
  return world;
}

const isRefused = ({ step }: Moment) => step?.case.name === 'is refused';

runBrowserLayer<World>('testReminder', testReminderModel, {
  open,
  ambient: ['counting | clock.ticked |  | ·'],
  verbs: {
    'learns of a test on the second try': (world) => world.tell({ left: LEFT, firstTry: false }),
    'learns of a test on the first try': (world) => world.tell({ left: LEFT, firstTry: true }),
    'learns that the second try is due': (world) => world.notifyDue(false),
    'learns that the first try is due': (world) => world.notifyDue(true),
    'learns that one is due and another comes later': (world) => world.notifyDue(false, true),
    'learns that there is none': (world) => world.tell(null),
    'learns nothing': ({ read }) => read.lose(),
    'waits a minute': ({ session }) => session.context.clock.fastForward(READ_AGAIN),
    async 'learns of hourly tests'(world) {
      if (world.polls.length === 0) await world.pass(ASKED_EVERY);
      await expect.poll(() => world.polls.length).toBe(1);
      world.polls.pop()?.(answerOf(0, { left: LEFT, firstTry: false }));
      // the page announces an answer to itself by a timer, and the clock is stopped
      await expect
        .poll(async () => {
          await world.session.context.clock.runFor(10);
          return world.page.evaluate((key) => localStorage.getItem(key), KEPT);
        })
        .toBe(`${world.person.id} ${ATTEMPT}`);
    },
    'sees a second pass': (world) => world.pass(1_000),
    async 'sees the last second pass'(world) {
      // the page looks once a second, from when it began to count
      await world.pass(Math.ceil((world.zero - (await world.now())) / 1_000) * 1_000);
    },
    'comes back to the tab': (world) => world.show('visible'),
    async 'has the turn'(world) {
      const { other } = world;
      // asked for already, or it would go to the other tab again
      await expect
        .poll(() =>
          other.evaluate(
            async (name) => (await navigator.locks.query()).pending?.filter((one) => one.name === name).length,
            LOCK,
          ),
        )
        .toBe(1);
      await other.evaluate(() => (globalThis as unknown as { release: () => void }).release());
      await world.otherTakesTurn();
    },
    async 'looks at another tab'(world) {
      await world.show('hidden');
      await world.show('visible');
    },
    async 'goes to the test'(world) {
      await world.go.click();
      world.answered();
    },
    'puts it off': ({ skip }) => skip.click(),
    async 'has it put off'(world) {
      await world.skipped.answer(200, { message: 'Eslatma qoldirildi.' });
      world.answered();
    },
    'is refused': ({ skipped }) =>
      skipped.answer(503, { message: REFUSED, code: 'unavailable', request_id: '7f3a-91c2' }),
    async 'answers in another tab'(world) {
      await world.other.evaluate((key) => localStorage.removeItem(key), KEPT);
      world.answered();
    },
  },
  states: {
    async reading(world, { step }) {
      await expect(world.dialog).toHaveCount(0);
      if (step?.case.name === 'goes to the test') await expect(world.page).toHaveURL(/\/test-questions\?attempt=\d+$/);
      if (step?.case.name === 'has it put off') await expect(world.page.getByText('Eslatma qoldirildi.')).toBeVisible();
    },
    unread: (world) => world.expectNothing(),
    resting: (world) => world.expectNothing(),
    async counting(world) {
      await world.expectLeft(world.zero - (await world.now()));
      await expect(world.countdown).toHaveAttribute('title', world.title);
      await expect(world.dialog).toHaveCount(0);
    },
    async 'due.waiting'(world) {
      await world.expectDue();
      await expect(world.dialog).toHaveCount(0);
    },
    async 'due.asking'(world, moment) {
      await expect(world.dialog).toContainText(TEST);
      await expect(world.go).toBeEnabled();
      await expect(world.skip).toBeEnabled();
      await expect(world.dialog.getByText(REFUSED)).toHaveCount(isRefused(moment) ? 1 : 0);
      // a hand that slips does not put off
      await world.page.keyboard.press('Escape');
      await expect(world.dialog).toBeVisible();
    },
    async 'due.skipping'(world) {
      await expect(world.go).toBeDisabled();
      await expect(world.dialog.getByRole('button', { name: texts.reminder.skipping })).toBeDisabled();
    },
    async signedOut(world) {
      await world.session.context.clock.resume();
      await world.session.expectSignInForm();
      await world.session.expectReason('test');
    },
  },
});
