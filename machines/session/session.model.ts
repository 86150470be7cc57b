import type { AnyEventObject } from 'xstate';
import type { UserInfo } from '../../contract/cash.ts';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type SessionContext, type SessionEvent, type SessionInput, sessionMachine } from './session.machine.ts';

const one = (name: string, event: SessionEvent): EventCase => ({ name, event });
const caused = (name: string, event: AnyEventObject): EventCase => ({ name, event });

/** The person of every path. */
export const SOMEBODY: UserInfo = {
  id: 7,
  username: 'dilnoza.karimova',
  fullname: 'Dilnoza Karimova',
  phone: null,
  organization_id: 3,
  organization: 'Chilonzor filiali',
  office: false,
  position_id: 2,
  position: 'Omborchi',
  last_login: null,
  prizma_status: false,
  expired: false,
  settings: { scoring: false },
  practice_day: { id: 1, date: '2026-11-21' },
  practice_month: { year: 2026, month_humanize: 'noyabr' },
  rules: { act_of_count: { show: true } },
  favorite_pages: [],
};

/** The same person as the server knows them now: with a right more. */
export const FRESH: UserInfo = { ...SOMEBODY, rules: { act_of_count: { show: true, edit: true } } };

const beginning = (name: string, input: Partial<SessionInput>) => ({
  name,
  input: { phone: false, hasToken: false, lastActivity: 0, ...input } satisfies SessionInput,
});

const passwords = { password: 'Eski#2025', new_password: 'Yangi#2026', new_password_confirmation: 'Yangi#2026' };
const failed = { status: 503, code: 'unavailable', message: 'Server band', requestId: '7f3a-91c2' };
const denied = { status: 403, code: 'forbidden', message: 'Ruxsat yoʻq', requestId: '7f3a-91c3' };
const noNetwork = { status: 0, code: 'network', message: 'Aloqa yoʻq' };
const refused = { status: 422, code: 'validation', message: 'Login yoki parol notoʻgʻri', requestId: '55b0-04ee' };

export const sessionModel: WorkflowModel = {
  machine: sessionMachine,
  pageEvents: [
    'token.stored',
    'token.rejected',
    'token.removed',
    'token.replaced',
    'password.expired',
    'password.changed',
    'test.skipped',
    'network.back',
    'rights.changed',
  ],
  beginnings: [
    beginning('a phone with a token', { phone: true, hasToken: true }),
    beginning('a desk without a token', {}),
    beginning('a desk with a token', { hasToken: true }),
  ],
  cases: [
    one('hands in name and password', {
      type: 'credentials.submit',
      username: 'dilnoza.karimova',
      password: 'Sinov#1',
    }),
    caused('is let in', { type: 'xstate.done.actor.signIn', output: { token: 'new-token', expired: false } }),
    caused('is let in with an expired password', {
      type: 'xstate.done.actor.signIn',
      output: { token: 'held-token', expired: true },
    }),
    caused('is refused', { type: 'xstate.error.actor.signIn', error: refused }),
    one('hands in a new password', { type: 'password.submit', ...passwords }),
    one('goes back to sign-in', { type: 'password.cancel' }),
    caused('has the expired password changed', {
      type: 'xstate.done.actor.changeExpiredPassword',
      output: { message: 'Parol oʻzgartirildi' },
    }),
    caused('is refused the change at sign-in', { type: 'xstate.error.actor.changeExpiredPassword', error: refused }),
    caused('reads the message at sign-in', { type: 'xstate.after.messageShown.session.signedOut.changed' }),
    caused('is known', { type: 'xstate.done.actor.loadUser', output: SOMEBODY }),
    caused('is known with an expired password', {
      type: 'xstate.done.actor.loadUser',
      output: { ...SOMEBODY, expired: true },
    }),
    caused('cannot be loaded', { type: 'xstate.error.actor.loadUser', error: denied }),
    caused('cannot be loaded, as the server is busy', { type: 'xstate.error.actor.loadUser', error: failed }),
    caused('cannot be loaded without a network', { type: 'xstate.error.actor.loadUser', error: noNetwork }),
    caused('is remembered by this browser', { type: 'xstate.done.actor.recallUser', output: SOMEBODY }),
    caused('is not remembered by this browser', { type: 'xstate.done.actor.recallUser', output: null }),
    caused('has a disk that cannot be read', { type: 'xstate.error.actor.recallUser', error: new Error('no disk') }),
    one('has the network again', { type: 'network.back' }),
    caused('waits half a minute for an answer', {
      type: 'xstate.after.askedAgain.session.present.userFailed',
    }),
    caused('works for half a minute without an answer', {
      type: 'xstate.after.askedAgain.session.present.signedIn.recalled',
    }),
    caused('is still the same person', { type: 'xstate.done.actor.askAgain', output: FRESH }),
    caused('has a password that expired meanwhile', {
      type: 'xstate.done.actor.askAgain',
      output: { ...FRESH, expired: true },
    }),
    caused('is not answered who it is', { type: 'xstate.error.actor.askAgain', error: failed }),
    one('learns that the rights changed', { type: 'rights.changed' }),
    one('tries again', { type: 'user.retry' }),
    one('learns that the password has expired', { type: 'password.expired' }),
    caused('has the password changed', {
      type: 'xstate.done.actor.changePassword',
      output: { message: 'Parol oʻzgartirildi' },
    }),
    caused('is refused the change', { type: 'xstate.error.actor.changePassword', error: refused }),
    caused('reads the message', { type: 'xstate.after.messageShown.session.present.passwordExpired.changed' }),
    caused('is away for half an hour', {
      type: 'xstate.done.actor.inactivity',
      output: { reason: 'inactive' },
    }),
    one('logs out', { type: 'session.logOut' }),
    one('has changed the password at work', { type: 'password.changed' }),
    one('has skipped a test on the first try', { type: 'test.skipped' }),
    one('has a token that is not taken any more', { type: 'token.rejected' }),
    one('signs in in another tab', { type: 'token.stored' }),
    one('signs in anew in another tab', { type: 'token.replaced' }),
    one('logs out in another tab', { type: 'token.removed', loggedOut: true }),
    one('is logged out in another tab', { type: 'token.removed', loggedOut: false }),
  ],
  within(snapshot, { type }) {
    if (snapshot.status !== 'active') return false;
    // the page with the button is not open while somebody waits
    if (type === 'session.logOut' && snapshot.hasTag('busy')) return false;
    // only an actor that is running can be done or fail
    const id = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type)?.[1];
    return id === undefined || snapshot._nodes.some((node) => node.invoke.some((invoked) => invoked.id === id));
  },
  serialize: (snapshot) => {
    const { failure } = snapshot.context as SessionContext;
    const status = snapshot.matches({ present: 'userFailed' }) ? ` ${failure?.status}` : '';
    return (typeof snapshot.value === 'string' ? snapshot.value : JSON.stringify(snapshot.value)) + status;
  },
};
