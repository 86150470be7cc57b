/** The browser layer of the session. */
import { expect } from '@playwright/test';
import {
  changePassword,
  loadUser,
  MESSAGE_TIME,
  signIn as signInCall,
  updateUserPassword,
} from '../../contract/cash.ts';
import { actIndex } from '../../contract/counting/acts.ts';
import { testReminder } from '../../contract/reminder.ts';
import { testSkip } from '../../contract/staffTests.ts';
import { INACTIVITY_LIMIT } from '../../machines/session/inactivity.machine.ts';
import { sessionModel } from '../../machines/session/session.model.ts';
import { api, type Branch, type BranchPerson, control, PASSWORD, signIn, test } from '../harness/control.ts';
import { type HeldCall, intercept } from '../harness/intercept.ts';
import { quietOf, STREAM } from '../harness/quiet.ts';
import { ASKED_EVERY, ATTEMPT, answerOf, ReminderPage } from '../pages/reminderPage.ts';
import { NEW_PASSWORD, PLACE, SessionPage, texts } from '../pages/sessionPage.ts';
import { Gate, type Moment, type Opening, runBrowserLayer } from './kit.ts';

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari';

/** Of the shell. */
const STREAM_COMES = 5_000;

interface Gates {
  signIn: Gate;
  user: Gate;
  changeExpired: Gate;
  change: Gate;
  /** What the page itself reads. */
  acts: Gate;
}

class World extends SessionPage {
  readonly branch: Branch;
  readonly gates: Gates;
  /** Who sits here. */
  person: BranchPerson;
  /** Nothing is on its way but what a gate holds. */
  readonly quiet: () => Promise<void>;
  #gone = false;

  constructor({ page, context }: Opening, branch: Branch, gates: Gates, person: BranchPerson) {
    super(page, context);
    this.branch = branch;
    this.gates = gates;
    this.person = person;
    this.quiet = quietOf(page, loadUser.path, actIndex.path);
  }

  /** The memory of the browser answers when the path says so; so is the server there or not, but for its gates. */
  async holdWorld(): Promise<void> {
    await this.page.addInitScript(() => {
      const digest = SubtleCrypto.prototype.digest;
      SubtleCrypto.prototype.digest = async function held(this: SubtleCrypto, ...given) {
        await new Promise<void>((done) => {
          globalThis.__remember = done;
        });
        return digest.apply(this, given);
      };
    });
    const lost = ({ url }: HeldCall) => this.#gone && !url.pathname.endsWith(loadUser.path);
    const hold = async (call: HeldCall) => {
      // it begins some seconds after its page, and would hear of whatever happens to the session at a moment of its own
      if (call.url.pathname === STREAM) return;
      await (lost(call) ? call.lose() : call.pass());
    };
    for (const address of ['*/api/*', '*/config.json']) await intercept(this.page, address, { hold });
  }

  async letRemember(): Promise<void> {
    const asked = await this.page.waitForFunction(() => globalThis.__remember);
    await asked.evaluate((remember: (() => void) | undefined) => {
      globalThis.__remember = undefined;
      remember?.();
    });
  }

  async network(there: boolean): Promise<void> {
    const ask = () => this.page.evaluate(() => window.dispatchEvent(new Event('online')));
    if (there && !this.#gone) {
      // it comes back to who has seen it go
      this.#gone = true;
      await ask();
      await expect.poll(() => this.page.evaluate(() => sessionStorage.getItem('networkLost') !== null)).toBe(true);
    }
    this.#gone = !there;
    if (there) await ask();
  }
}

declare global {
  var __remember: (() => void) | undefined;
}

/** An earlier life of the page has kept who is signed in. */
async function keepPerson(world: World): Promise<void> {
  const earlier = await world.otherTab(PLACE);
  await earlier.expectSignedIn(world.person.fullname);
  await world.context.clock.fastForward(2_000);
  await expect
    .poll(() =>
      earlier.page.evaluate(async () => (await indexedDB.databases()).some(({ name }) => name === 'idora-person')),
    )
    .toBe(true);
  await earlier.page.close();
}

async function open(opening: Opening): Promise<World> {
  const { page, context, path } = opening;
  const branch = await control.branch();
  const { keeper, newcomer } = branch.people;
  const expired = path.steps.some((step) => step.case.name.includes('with an expired password'));
  const world = new World(
    opening,
    branch,
    {
      signIn: await Gate.at(page, signInCall),
      user: await Gate.at(page, loadUser),
      changeExpired: await Gate.at(page, updateUserPassword),
      change: await Gate.at(page, changePassword),
      acts: await Gate.at(page, actIndex),
    },
    expired ? newcomer : keeper,
  );
  await context.clock.install();
  if (path.beginning.name.endsWith('with a token')) await signIn(context, world.person);
  if (path.steps.some((step) => step.case.name === 'is remembered by this browser')) await keepPerson(world);
  await world.holdWorld();
  await page.goto(PLACE);
  return world;
}

/** Three seconds, and not a millisecond less. */
async function readMessage(world: World): Promise<void> {
  await world.context.clock.fastForward(MESSAGE_TIME - 1);
  await world.expectPasswordChanged();
  await world.context.clock.fastForward(1);
  await world.context.clock.resume();
}

async function passAndStopClock(world: World, gate: Gate): Promise<void> {
  await world.stopClock();
  await gate.pass();
}

const refusedNext = ({ next }: Moment) => next?.case.event.type.startsWith('xstate.error.') === true;
const refused = ({ step }: Moment) => step?.case.event.type.startsWith('xstate.error.') === true;

/** A wrong password is shown once, at its field. */
async function expectRefusal(world: World, moment: Moment, field: string): Promise<void> {
  const wrong = refused(moment);
  await expect(world.alert).toHaveCount(wrong ? 1 : 0);
  const input = world.page.getByLabel(field, { exact: true });
  if (!wrong) return expect(input).not.toHaveAttribute('aria-invalid');
  await expect(input).toHaveAttribute('aria-invalid', 'true');
  await expect(input).toHaveAccessibleDescription(/\S/);
}

/** The session is over for the server too (decision 45). */
async function expectRevoked({ person }: World): Promise<void> {
  await expect.poll(async () => (await api(person, 'GET', '/act_of_count/index')).status).toBe(401);
}

/** What the page shows after a reload, derived from its cause. */
async function expectAfterReload(world: World, { path, step }: Moment): Promise<void> {
  const { keeper, deputy } = world.branch.people;
  const wasKnown = path.steps.some((one) => one.case.name.startsWith('is known'));
  const name = wasKnown ? world.person.username : null;
  switch (step?.case.name) {
    case 'is let in':
    case 'signs in in another tab':
      return world.expectSignedIn(keeper.fullname);
    case 'signs in anew in another tab':
      // who was known here has gone; while nobody is known yet the address counts as a link
      return world.expectSignedIn(deputy.fullname, wasKnown ? '/' : undefined);
    case 'reads the message at sign-in':
      await world.expectSignInForm();
      return world.expectReason(null);
    case 'reads the message':
      await world.expectSignInForm();
      return world.expectReason('password');
    case 'has changed the password at work':
      await world.expectSignInForm();
      await world.expectReason('password');
      return expectRevoked(world);
    case 'has skipped a test on the first try':
      await world.expectSignInForm();
      await world.expectReason('test');
      return expectRevoked(world);
    case 'is away for half an hour':
      await world.expectSignInForm();
      await world.expectReason('inactive');
      await world.expectFilledIn(name);
      return expectRevoked(world);
    case 'has a token that is not taken any more':
      await world.expectSignInForm();
      return world.expectReason('rejected');
    case 'is logged out in another tab':
      await world.expectSignInForm();
      await world.expectReason('elsewhere');
      return world.expectFilledIn(name);
    case 'logs out':
      await world.expectSignInForm();
      await world.expectReason(null);
      await world.expectFilledIn(null);
      return expectRevoked(world);
    case 'logs out in another tab':
      await world.expectSignInForm();
      await world.expectReason(null);
      return world.expectFilledIn(null);
    default:
      throw new Error(`nothing should reload after "${step?.case.name}"`);
  }
}

runBrowserLayer<World>('session', sessionModel, {
  use: ({ beginning }) => (beginning.name.startsWith('a phone') ? { userAgent: IPHONE } : {}),
  open,
  verbs: {
    'hands in name and password': (world, moment) =>
      world.signIn(world.person.username, refusedNext(moment) ? 'Notogri-2026!' : PASSWORD),
    async 'is let in'({ gates }) {
      gates.user.open();
      await gates.signIn.pass();
    },
    'is let in with an expired password': ({ gates }) => gates.signIn.pass(),
    'is refused': ({ gates }) => gates.signIn.pass(),
    'hands in a new password': (world, moment) =>
      world.changePassword(refusedNext(moment) ? 'Notogri-2026!' : PASSWORD, NEW_PASSWORD),
    'goes back to sign-in': ({ page }) => page.getByRole('button', { name: texts.session.expired.back }).click(),
    'has the expired password changed': (world) => passAndStopClock(world, world.gates.changeExpired),
    'is refused the change at sign-in': ({ gates }) => gates.changeExpired.pass(),
    'reads the message at sign-in': readMessage,
    'is known': ({ gates }) => gates.user.pass(),
    'is known with an expired password': ({ gates }) => gates.user.pass(),
    'cannot be loaded': ({ gates }) =>
      gates.user.answer(403, { message: 'Ruxsat yoʻq', code: 'forbidden', request_id: '7f3a-91c3' }),
    'cannot be loaded, as the server is busy': ({ gates }) =>
      gates.user.answer(503, { message: 'Server band', code: 'unavailable', request_id: '7f3a-91c2' }),
    async 'cannot be loaded without a network'(world) {
      await world.network(false);
      await world.gates.user.lose();
    },
    'is remembered by this browser': (world) => world.letRemember(),
    'is not remembered by this browser': (world) => world.letRemember(),
    async 'has a disk that cannot be read'(world) {
      await world.page.evaluate(() => {
        IDBFactory.prototype.open = () => {
          throw new DOMException('no disk', 'UnknownError');
        };
      });
      await world.letRemember();
    },
    'has the network again': (world) => world.network(true),
    'waits half a minute for an answer': ({ context }) => context.clock.fastForward(30_000),
    'works for half a minute without an answer': ({ context }) => context.clock.fastForward(30_000),
    'is still the same person': ({ gates }) => gates.user.pass(),
    async 'has a password that expired meanwhile'({ gates, person, quiet }) {
      // else what the page reads anew with the network hears of it first
      await quiet();
      await control.expirePassword(person.id);
      await gates.user.pass();
    },
    'is not answered who it is': ({ gates }) =>
      gates.user.answer(503, { message: 'Server band', code: 'unavailable', request_id: '7f3a-91c2' }),
    // as the tab that reads the stream tells the others; this one listens some seconds after its page
    'learns that the rights changed': async ({ page, context }) => {
      await context.clock.runFor(STREAM_COMES);
      // by what the machine took, in the page itself: its request is seen here only later, and said twice it is asked twice
      const tell = () =>
        page.evaluate(async () => {
          const steps = (): { id: string; machine: string; event: string }[] =>
            JSON.parse(sessionStorage.getItem('__steps') ?? '[]');
          const took = () => steps().findLast((one) => one.machine === 'session' && one.event === 'rights.changed')?.id;
          const before = took();
          const heard = new Promise((done) => new BroadcastChannel('idora-stream').addEventListener('message', done));
          new BroadcastChannel('idora-stream').postMessage('rights');
          await heard;
          // the page hears it in its own turn; its timers stand still
          const { port1, port2 } = new MessageChannel();
          for (let turn = 0; turn < 10; turn += 1)
            await new Promise((done) => {
              port1.onmessage = done;
              port2.postMessage(turn);
            });
          return took() !== before;
        });
      // said again until it is heard, by a stream whose code may come late
      await expect
        .poll(async () => {
          await context.clock.runFor(500);
          return tell();
        })
        .toBe(true);
    },
    'tries again': ({ page }) => page.getByRole('button', { name: texts.common.retry }).click(),
    async 'has changed the password at work'(world) {
      await world.openPasswordPanel();
      await world.changePassword(PASSWORD, NEW_PASSWORD);
      await passAndStopClock(world, world.gates.change);
      await expect(world.page.getByText(texts.account.password.thenSignIn)).toBeVisible();
      await world.context.clock.runFor(MESSAGE_TIME);
      await world.context.clock.resume();
    },
    async 'has skipped a test on the first try'({ page, context, person }) {
      const reminder = new ReminderPage(page);
      const due = answerOf(await reminder.now(), { left: 0, firstTry: true });
      await intercept(page, `*${testReminder.path}?counted=*`, { hold: (call) => call.answer(200, due) });
      await intercept(page, `*${testSkip.path}`, {
        hold: (call) => call.answer(200, { message: 'Eslatma qoldirildi.' }),
      });
      await reminder.notifyFound(() => due);
      await page.evaluate((kept) => localStorage.setItem('testReminder', kept), `${person.id} ${ATTEMPT}`);
      await context.clock.fastForward(ASKED_EVERY);
      await reminder.skip.click();
    },
    async 'learns that the password has expired'({ gates, person }) {
      await control.expirePassword(person.id);
      await gates.acts.pass();
    },
    'has the password changed': (world) => passAndStopClock(world, world.gates.change),
    'is refused the change': ({ gates }) => gates.change.pass(),
    'reads the message': readMessage,
    'is away for half an hour': ({ context }) => context.clock.fastForward(INACTIVITY_LIMIT),
    async 'logs out'(world) {
      // a page that goes away takes calls along that wait for a test to let them pass: nothing is held from here on
      await world.page.unrouteAll({ behavior: 'ignoreErrors' });
      await world.logOut();
    },
    async 'has a token that is not taken any more'({ gates, person }) {
      await control.revoke(person.id);
      await gates.user.pass();
    },
    async 'signs in in another tab'(world) {
      world.gates.user.open();
      // somebody whose password has not expired
      const { keeper } = world.branch.people;
      const other = await world.otherTab('/');
      await other.signIn(keeper.username);
      await other.expectSignedIn(keeper.fullname, '/');
    },
    async 'signs in anew in another tab'(world) {
      world.gates.user.open();
      const other = await world.otherTab('/config.json');
      const { token } = world.branch.people.deputy;
      await other.page.evaluate((fresh) => localStorage.setItem('accessToken', fresh), token);
    },
    async 'logs out in another tab'(world) {
      const other = await world.otherTab('/');
      await other.logOut();
    },
    async 'is logged out in another tab'(world) {
      await control.revoke(world.person.id);
      const other = await world.otherTab('/');
      await other.expectSignInForm();
      await other.expectReason('rejected');
    },
  },
  states: {
    async onPhone(world) {
      await expect(world.heading(texts.session.otherDevice.title)).toBeVisible();
      await expect(world.page.getByText(new URL(world.page.url()).origin)).toBeVisible();
      await expect(world.page).toHaveURL('/other-device/other-device');
      expect(await world.token()).toBe(world.person.token);
    },
    async 'signedOut.form'(world, moment) {
      await world.expectSignInForm();
      await expectRefusal(world, moment, texts.session.signIn.password);
    },
    async 'signedOut.signingIn'(world) {
      await expect(world.page.getByRole('button', { name: texts.session.signIn.signingIn })).toBeDisabled();
      await expect(world.alert).toHaveCount(0);
    },
    async 'signedOut.expiredForm'(world, moment) {
      await world.expectPasswordForm(world.person.username);
      await expectRefusal(world, moment, texts.session.password.old);
      await expect(world.page.getByRole('button', { name: texts.session.expired.back })).toBeEnabled();
      expect(await world.token()).toBeNull();
    },
    async 'signedOut.changingExpired'(world) {
      await world.expectPasswordChanging();
      await expect(world.page.getByRole('button', { name: texts.session.expired.back })).toBeDisabled();
    },
    async 'signedOut.changed'(world) {
      await world.expectPasswordChanged();
      expect(await world.token()).toBeNull();
    },
    async 'present.loadingUser'(world) {
      await expect(world.page.getByRole('progressbar')).toBeVisible();
      await expect(world.page.getByRole('heading')).toHaveCount(0);
      await expect(world.page.getByRole('button')).toHaveCount(0);
      await expect(world.page).toHaveURL(PLACE);
    },
    async 'present.recallingUser'(world) {
      await expect(world.page.getByRole('progressbar')).toBeVisible();
      await expect(world.page.getByRole('heading')).toHaveCount(0);
    },
    async 'present.userFailed'(world, { step }) {
      await expect(world.heading(texts.session.userFailed.title)).toBeVisible();
      const answer = {
        'cannot be loaded': ['Ruxsat yoʻq', '7f3a-91c3'],
        'cannot be loaded, as the server is busy': ['Server band', '7f3a-91c2'],
      }[step?.case.name ?? ''];
      if (answer !== undefined) {
        for (const words of answer) await expect(world.page.getByText(words)).toBeVisible();
      } else {
        await expect(world.page.getByText(texts.session.userFailed.network)).toBeVisible();
      }
      await expect(world.page.getByRole('button', { name: texts.session.logOut })).toBeEnabled();
      expect(await world.token()).toBe(world.person.token);
    },
    'present.signedIn.known': (world) => world.expectSignedIn(world.person.fullname),
    'present.signedIn.recalled': (world) => world.expectSignedIn(world.person.fullname),
    'present.signedIn.confirming': (world) => world.expectSignedIn(world.person.fullname),
    async 'present.passwordExpired.form'(world, moment) {
      await world.expectPasswordForm(world.person.username);
      await expectRefusal(world, moment, texts.session.password.old);
      await expect(world.page.getByRole('button', { name: texts.session.logOut })).toBeEnabled();
    },
    async 'present.passwordExpired.changing'(world) {
      await world.expectPasswordChanging();
      await expect(world.page.getByRole('button', { name: texts.session.logOut })).toBeDisabled();
    },
    async 'present.passwordExpired.changed'(world) {
      await world.expectPasswordChanged();
      expect(await world.token()).not.toBeNull();
    },
    reloading: expectAfterReload,
  },
});

test('another person who signs in in another tab begins on the first page', async ({ page, context, branch }) => {
  const { keeper, deputy } = branch.people;
  const world = new SessionPage(page, context);
  await signIn(context, keeper);
  await page.goto(PLACE);
  await world.expectSignedIn(keeper.fullname);
  const other = await world.otherTab('/config.json');
  await other.page.evaluate((token) => localStorage.setItem('accessToken', token), deputy.token);
  await world.expectSignedIn(deputy.fullname, '/');
});
