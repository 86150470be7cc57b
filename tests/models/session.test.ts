import { expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { SessionContext } from '../../machines/session/session.machine.ts';
import { sessionMachine } from '../../machines/session/session.machine.ts';
import { FRESH, SOMEBODY, sessionModel } from '../../machines/session/session.model.ts';
import { Live, runModelLayer, type World } from './kit.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as SessionContext;

const SECRETS = ['Sinov#1', 'Eski#2025', 'Yangi#2026'];
function keepsNoPassword(snapshot: AnyMachineSnapshot): void {
  const context = JSON.stringify(snapshot.context);
  for (const secret of SECRETS) expect(context).not.toContain(secret);
}

function signedOut(snapshot: AnyMachineSnapshot, running: readonly string[]): void {
  keepsNoPassword(snapshot);
  expect(snapshot.hasTag('token')).toBe(false);
  expect(contextOf(snapshot).user).toBeNull();
  // nobody is timed out where nobody is signed in
  expect(running).not.toContain('inactivity');
  expect(running).toContain('watchForSignIn');
  expect(snapshot.can({ type: 'session.logOut' })).toBe(false);
}

function present(snapshot: AnyMachineSnapshot, running: readonly string[]): void {
  keepsNoPassword(snapshot);
  expect(snapshot.hasTag('token')).toBe(true);
  expect(running).toContain('watchToken');
  expect(running).toContain('watchNetwork');
  expect(running).toContain('inactivity');
  expect(contextOf(snapshot).heldToken).toBeNull();
  expect(snapshot.can({ type: 'session.logOut' })).toBe(true);
}

/** Effects before a reload, by the event that caused it. */
function effectsOf({ event }: World): string[] {
  switch (event?.type) {
    case 'xstate.done.actor.signIn':
      return ['storeToken', 'reload'];
    case 'token.stored':
    case 'xstate.after.messageShown.session.signedOut.changed':
      return ['reload'];
    case 'session.logOut':
      return ['writeDrafts', 'forgetPlace', 'forgetUser', 'revokeToken', 'removeToken', 'reloadAtHome'];
    case 'xstate.done.actor.inactivity':
    case 'password.changed':
    case 'test.skipped':
      return ['writeDrafts', 'rememberPlace', 'forgetUser', 'revokeToken', 'removeToken', 'reload'];
    case 'token.rejected':
      return ['writeDrafts', 'rememberPlace', 'forgetUser', 'removeToken', 'reload'];
    case 'xstate.after.messageShown.session.present.passwordExpired.changed':
      return ['writeDrafts', 'rememberPlace', 'removeToken', 'reload'];
    case 'token.removed':
      return event.loggedOut
        ? ['writeDrafts', 'forgetPlace', 'reloadAtHome']
        : ['writeDrafts', 'rememberPlace', 'reload'];
    case 'token.replaced':
      return ['writeDrafts', 'rememberPlace', 'reloadAtHome'];
    default:
      throw new Error(`nothing should reload after ${event?.type}`);
  }
}

/** What the effects of an ending are given: why the place is remembered, and whether the person logged out. */
const ENDS: Readonly<Record<string, readonly [reason: string | null, loggedOut: boolean | null]>> = {
  'session.logOut': [null, true],
  'xstate.done.actor.inactivity': ['inactive', false],
  'password.changed': ['password', false],
  'test.skipped': ['test', false],
  'token.rejected': ['rejected', false],
  'xstate.after.messageShown.session.present.passwordExpired.changed': ['password', false],
  'token.replaced': ['elsewhere', null],
};

function endsAsWritten({ event, calls }: World): void {
  const given = (name: string) => calls.find((call) => call.name === name)?.params;
  const [reason, loggedOut] =
    event?.type === 'token.removed' && !event.loggedOut
      ? ['elsewhere', null]
      : (ENDS[event?.type ?? ''] ?? [null, null]);
  expect(given('rememberPlace')).toEqual(reason === null ? undefined : { reason });
  expect(given('removeToken')).toEqual(loggedOut === null ? undefined : { loggedOut });
}

runModelLayer('session', sessionModel, {
  delays: { messageShown: 3_000, askedAgain: 30_000 },
  states: {
    onPhone(snapshot, { running, effects }) {
      expect(running).toEqual([]);
      expect(effects).toEqual([]);
      for (const type of ['token.stored', 'token.rejected', 'session.logOut']) {
        expect(snapshot.can({ type, loggedOut: false })).toBe(false);
      }
    },
    'signedOut.form'(snapshot, { running, event, effects }) {
      signedOut(snapshot, running);
      // an end that was cut short by the reload is completed here
      if (event === undefined) expect(effects).toEqual(['forgetUser']);
      const { failure, heldToken } = contextOf(snapshot);
      expect(heldToken).toBeNull();
      if (event?.type === 'xstate.error.actor.signIn') {
        expect(failure).toMatchObject({ status: 422, requestId: '55b0-04ee' });
        expect(failure?.message).toContain('parol');
      } else {
        expect(failure).toBeNull();
      }
    },
    'signedOut.signingIn'(snapshot, { running, inputOf }) {
      signedOut(snapshot, running);
      expect(snapshot.hasTag('busy')).toBe(true);
      expect(inputOf('signIn')).toEqual({ username: 'dilnoza.karimova', password: 'Sinov#1' });
      // a second press does nothing
      expect(snapshot.can({ type: 'credentials.submit', username: 'a', password: 'b' })).toBe(false);
    },
    'signedOut.expiredForm'(snapshot, { running, effects, event }) {
      signedOut(snapshot, running);
      const refused = event?.type === 'xstate.error.actor.changeExpiredPassword';
      expect(contextOf(snapshot).failure?.status).toBe(refused ? 422 : undefined);
      expect(contextOf(snapshot)).toMatchObject({ heldToken: 'held-token', username: 'dilnoza.karimova' });
      expect(effects).not.toContain('storeToken');
    },
    'signedOut.changingExpired'(snapshot, { running, inputOf }) {
      signedOut(snapshot, running);
      expect(contextOf(snapshot).failure).toBeNull();
      expect(inputOf('changeExpiredPassword')).toEqual({
        username: 'dilnoza.karimova',
        password: 'Eski#2025',
        new_password: 'Yangi#2026',
        new_password_confirmation: 'Yangi#2026',
      });
    },
    'signedOut.changed'(snapshot, { running }) {
      signedOut(snapshot, running);
      expect(contextOf(snapshot)).toMatchObject({ heldToken: null, message: 'Parol oʻzgartirildi' });
    },
    'present.loadingUser'(snapshot, { running, inputOf }) {
      expect(inputOf('inactivity')).toEqual({ lastActivity: contextOf(snapshot).lastActivity });
      present(snapshot, running);
      expect(running).toContain('loadUser');
      expect(contextOf(snapshot).failure).toBeNull();
      // no page, and no "denied", before the rules are known
      expect(snapshot.hasTag('knowsUser')).toBe(false);
    },
    'present.recallingUser'(snapshot, { running, effects }) {
      present(snapshot, running);
      expect(running).toContain('recallUser');
      expect(snapshot.hasTag('busy')).toBe(true);
      expect(snapshot.hasTag('knowsUser')).toBe(false);
      expect(effects).toEqual([]);
    },
    'present.userFailed'(snapshot, { running, effects, event }) {
      present(snapshot, running);
      const answered = event?.type === 'xstate.error.actor.loadUser';
      const { failure } = contextOf(snapshot);
      const said =
        failure?.status === 503
          ? { status: 503, message: 'Server band', requestId: '7f3a-91c2' }
          : { status: 403, message: 'Ruxsat yoʻq', requestId: '7f3a-91c3' };
      expect(failure).toMatchObject(answered ? said : { status: 0, code: 'network', message: 'Aloqa yoʻq' });
      // a server that has refused is not asked again by itself; one that is away or busy is
      expect(snapshot.can({ type: 'network.back' })).toBe(failure?.status !== 403);
      expect(contextOf(snapshot).user).toBeNull();
      expect(effects).not.toContain('removeToken');
    },
    'present.signedIn.known'(snapshot, { running, effects, calls, event }) {
      present(snapshot, running);
      expect(snapshot.hasTag('knowsUser')).toBe(true);
      const again = event?.type === 'xstate.done.actor.askAgain';
      const user = again ? FRESH : SOMEBODY;
      expect(contextOf(snapshot).user).toEqual(user);
      // who is asked for again while the person works stays where the person is
      expect(effects).toEqual(again ? ['storeUser'] : ['storeUser', 'returnToPlace']);
      expect(calls.find(({ name }) => name === 'storeUser')?.params).toEqual({ user });
    },
    'present.signedIn.recalled'(snapshot, { running, effects, event }) {
      present(snapshot, running);
      expect(snapshot.hasTag('knowsUser')).toBe(true);
      expect(contextOf(snapshot)).toMatchObject({ user: SOMEBODY, failure: null });
      // what is on the disk is as old as it is
      expect(effects).toEqual(event?.type === 'xstate.done.actor.recallUser' ? ['returnToPlace'] : []);
    },
    'present.signedIn.confirming'(snapshot, { running, effects }) {
      present(snapshot, running);
      expect(snapshot.hasTag('knowsUser')).toBe(true);
      expect(snapshot.hasTag('busy')).toBe(false);
      expect(running).toContain('askAgain');
      expect(contextOf(snapshot).user).toEqual(SOMEBODY);
      expect(effects).toEqual([]);
    },
    'present.passwordExpired.form'(snapshot, { running, effects, event }) {
      present(snapshot, running);
      const refused = event?.type === 'xstate.error.actor.changePassword';
      expect(contextOf(snapshot).failure?.status).toBe(refused ? 422 : undefined);
      expect(contextOf(snapshot).user?.id).toBe(SOMEBODY.id);
      const learns = refused ? [] : ['forgetUser'];
      expect(effects).toEqual(learns);
    },
    'present.passwordExpired.changing'(snapshot, { running, inputOf }) {
      present(snapshot, running);
      expect(contextOf(snapshot).failure).toBeNull();
      expect(inputOf('changePassword')).toEqual({
        password: 'Eski#2025',
        new_password: 'Yangi#2026',
        new_password_confirmation: 'Yangi#2026',
      });
    },
    'present.passwordExpired.changed'(snapshot, { running, effects }) {
      present(snapshot, running);
      expect(contextOf(snapshot).message).toBe('Parol oʻzgartirildi');
      expect(effects).not.toContain('removeToken');
    },
    reloading(snapshot, world) {
      keepsNoPassword(snapshot);
      expect(snapshot.status).toBe('done');
      expect(world.effects).toEqual(effectsOf(world));
      endsAsWritten(world);
    },
  },
});

it('reloads once, however many calls are answered 401', async () => {
  const live = new Live(sessionMachine, { phone: false, hasToken: true, lastActivity: 0 }, {});
  await live.cause({ type: 'token.rejected' });
  expect(live.world.effects).toContain('reload');
  const { transitions } = live;
  const before = transitions.length;
  expect(live.snapshot.status).toBe('done');
  expect(live.snapshot.can({ type: 'token.rejected' })).toBe(false);
  expect(transitions.length).toBe(before);
  live.stop();
});

it('forgets a refusal with the next attempt', async () => {
  const attempt = { type: 'credentials.submit', username: 'dilnoza.karimova', password: 'Sinov#1' };
  const live = new Live(sessionMachine, { phone: false, hasToken: false, lastActivity: 0 }, {});
  await live.cause(attempt);
  await live.cause({ type: 'xstate.error.actor.signIn', error: { status: 0, code: 'network', message: 'Aloqa yoʻq' } });
  expect(contextOf(live.snapshot).failure).toMatchObject({ code: 'network', requestId: null, fields: {} });
  await live.cause(attempt);
  expect(contextOf(live.snapshot).failure).toBeNull();
  expect(contextOf(live.snapshot).username).toBe('dilnoza.karimova');
  live.stop();
});

const NEW_PASSWORD = {
  type: 'password.submit',
  password: 'Eski#2025',
  new_password: 'Yangi#2026',
  new_password_confirmation: 'Yangi#2026',
};
const REFUSED = { status: 422, code: 'validation', message: 'Parol notoʻgʻri' };

it('forgets why an expired password was not changed with the next try, and when going back', async () => {
  const live = new Live(sessionMachine, { phone: false, hasToken: false, lastActivity: 0 }, {});
  await live.cause({ type: 'credentials.submit', username: 'dilnoza.karimova', password: 'Sinov#1' });
  await live.cause({ type: 'xstate.done.actor.signIn', output: { token: 't', expired: true } });
  for (const answer of [NEW_PASSWORD, { type: 'password.cancel' }]) {
    await live.cause(NEW_PASSWORD);
    expect(contextOf(live.snapshot).failure).toBeNull();
    await live.cause({ type: 'xstate.error.actor.changeExpiredPassword', error: REFUSED });
    expect(contextOf(live.snapshot).failure).toMatchObject({ status: 422 });
    await live.cause(answer);
    expect(contextOf(live.snapshot).failure).toBeNull();
    if (answer === NEW_PASSWORD) await live.cause({ type: 'xstate.error.actor.changeExpiredPassword', error: REFUSED });
  }
  live.stop();
});

it('forgets why the full page did not change the password with the next try', async () => {
  const live = new Live(sessionMachine, { phone: false, hasToken: true, lastActivity: 0 }, {});
  await live.cause({ type: 'xstate.done.actor.loadUser', output: { ...SOMEBODY, expired: true } });
  await live.cause(NEW_PASSWORD);
  await live.cause({ type: 'xstate.error.actor.changePassword', error: REFUSED });
  expect(contextOf(live.snapshot).failure).toMatchObject({ status: 422 });
  await live.cause(NEW_PASSWORD);
  expect(contextOf(live.snapshot).failure).toBeNull();
  live.stop();
});

it('remembers why the person was counted out: half an hour passed, or they left', async () => {
  for (const reason of ['inactive', 'left']) {
    const live = new Live(sessionMachine, { phone: false, hasToken: true, lastActivity: 0 }, {});
    await live.cause({ type: 'xstate.done.actor.inactivity', output: { reason } });
    expect(live.world.calls.find(({ name }) => name === 'rememberPlace')?.params).toEqual({ reason });
    expect(live.world.effects).toEqual([
      'writeDrafts',
      'rememberPlace',
      'forgetUser',
      'revokeToken',
      'removeToken',
      'reload',
    ]);
    live.stop();
  }
});

it('shows the full page of an expired password to the person as the server knows them now', async () => {
  const live = new Live(sessionMachine, { phone: false, hasToken: true, lastActivity: 0 }, {});
  await live.cause({ type: 'xstate.done.actor.loadUser', output: SOMEBODY });
  await live.cause({ type: 'rights.changed' });
  const renamed = { ...SOMEBODY, fullname: 'Dilnoza Saidova', expired: true };
  await live.cause({ type: 'xstate.done.actor.askAgain', output: renamed });
  expect(live.snapshot.matches({ present: 'passwordExpired' })).toBe(true);
  expect(contextOf(live.snapshot).user).toEqual(renamed);
  live.stop();
});
