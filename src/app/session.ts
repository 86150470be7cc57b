/** The session workflow with its real actors and effects, and what views read of it. */
import { useSelector } from '@xstate/react';
import { createActor, fromCallback, fromPromise, type SnapshotFrom } from 'xstate';
import type { PasswordChange } from '../../contract/bodies.ts';
import { changePassword, loadUser, signIn, signOut, type UserInfo, updateUserPassword } from '../../contract/cash.ts';
import { allows } from '../../contract/rules.ts';
import { inactivityMachine } from '../../machines/session/inactivity.machine.ts';
import { type Credentials, type SessionEvent, sessionMachine } from '../../machines/session/session.machine.ts';
import { onForbidden, onUnauthorized, request } from '../api/client.ts';
import { removeToken, storedToken, storeToken, TOKEN_KEY } from '../api/token.ts';
import { toastHistory } from '../ui/toasts.ts';
import { lastActivity, noteActivity, watchActivity } from './activity.ts';
import { beforeReload } from './drafts.ts';
import { inspect } from './inspect.ts';
import { onLooked } from './looked.ts';
import { navigate } from './navigate.ts';
import { networkNow, onNetwork } from './network.ts';
import { forgetPlace, notePerson, rememberPlace, takePlace } from './place.ts';

/** Why the token went, for the other tabs: its person's own log-out, or an end that keeps their places. */
const ENDED_KEY = 'sessionEnded';

/** An iPhone or Android in the name of the browser (spec 2): tablets of Android too. */
export const isPhone = (userAgent: string): boolean => /iPhone|Android/.test(userAgent);

const watchToken = fromCallback<SessionEvent>(({ sendBack }) => {
  const send = (event: SessionEvent) => sendBack(event);
  let known = storedToken();
  const look = () => {
    const now = storedToken();
    if (now === known) return;
    const before = known;
    known = now;
    if (now === null) send({ type: 'token.removed', loggedOut: localStorage.getItem(ENDED_KEY) === 'logOut' });
    else send({ type: before === null ? 'token.stored' : 'token.replaced' });
  };
  const onStorage = (event: StorageEvent) => {
    if (event.key === TOKEN_KEY || event.key === null) look();
  };
  window.addEventListener('storage', onStorage);
  // a page that comes back from the browser's memory, or from sleep, may have missed the event
  const stopLooking = onLooked(look);
  const stopUnauthorized = onUnauthorized(() => send({ type: 'token.rejected' }));
  const stopForbidden = onForbidden((code) => {
    if (code === 'password_expired') send({ type: 'password.expired' });
    // a button that is offered without its right goes at once, though the nudge is late or never comes
    else if (session.getSnapshot().matches({ present: { signedIn: 'known' } })) send({ type: 'rights.changed' });
  });
  return () => {
    window.removeEventListener('storage', onStorage);
    stopLooking();
    stopUnauthorized();
    stopForbidden();
  };
});

/** Where the person is kept for when there is no network: one record, dropped with its database. */
const KEPT = 'idora-person';
const KEPT_AFTER = 2_000;

const came = (user: UserInfo) => {
  notePerson(user);
  toastHistory.open(user.id);
};

const machine = sessionMachine.provide({
  actors: {
    signIn: fromPromise(({ input, signal }: { input: Credentials; signal: AbortSignal }) =>
      request(signIn, { body: input, signal }),
    ),
    changeExpiredPassword: fromPromise(
      ({ input, signal }: { input: PasswordChange & { username: string }; signal: AbortSignal }) =>
        request(updateUserPassword, { body: input, signal }),
    ),
    changePassword: fromPromise(async ({ input, signal }: { input: PasswordChange; signal: AbortSignal }) => {
      const { message } = await request(changePassword, { body: input, signal });
      return { message };
    }),
    loadUser: fromPromise(async ({ signal }: { signal: AbortSignal }) => {
      const { data } = await request(loadUser, { signal });
      came(data);
      return data;
    }),
    recallUser: fromPromise(async () => {
      const { recall } = await import('./keptUser.ts');
      const user = await recall(KEPT);
      if (user !== null) came(user);
      return user;
    }),
    watchToken,
    watchNetwork: fromCallback<SessionEvent>(({ sendBack }) =>
      onNetwork(() => {
        if (networkNow().reachable) sendBack({ type: 'network.back' });
      }),
    ),
    inactivity: inactivityMachine.provide({ actors: { watchActivity } }),
  },
  actions: {
    storeToken: (_, { token }) => {
      noteActivity();
      localStorage.removeItem(ENDED_KEY);
      storeToken(token);
    },
    removeToken: (_, { loggedOut }) => {
      localStorage.setItem(ENDED_KEY, loggedOut ? 'logOut' : 'ended');
      removeToken();
    },
    // sent before the token goes and never waited for (decision 45)
    revokeToken: () => void request(signOut, { keepalive: true }).catch(() => {}),
    // kept when nothing else is to be done; a disk that does not take it only means a network is needed
    storeUser: (_, { user }) =>
      void setTimeout(() => import('./keptUser.ts').then(({ keep }) => keep(KEPT, user)).catch(() => {}), KEPT_AFTER),
    // the browser does it, though this page goes
    forgetUser: () => void indexedDB.deleteDatabase(KEPT),
    writeDrafts: () => beforeReload(),
    rememberPlace: ({ context }, { reason }) => rememberPlace(reason, context.user),
    forgetPlace: () => {
      forgetPlace();
      toastHistory.forget();
    },
    returnToPlace: ({ context }) => {
      const path = context.user === null ? null : takePlace(context.user.id);
      if (path !== null) navigate(path, { replace: true });
    },
    reload: () => window.location.reload(),
    reloadAtHome: () => {
      const { pathname, search, hash } = window.location;
      if (pathname + search + hash === '/') window.location.reload();
      else window.location.replace('/');
    },
  },
});

export const session = createActor(machine, {
  input: { phone: isPhone(navigator.userAgent), hasToken: storedToken() !== null, lastActivity: lastActivity() },
  inspect,
});

export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

export const useSession = <T>(selector: (snapshot: SessionSnapshot) => T): T => useSelector(session, selector);

/** The person signed in. Only under the shell, where there always is one. */
export function useUser(): UserInfo {
  const user = useSession((snapshot) => snapshot.context.user);
  if (user === null) throw new Error('nobody is signed in');
  return user;
}

/** Whether the person's rules let through: one expression, several that must all pass, or none. */
export function useAllows(rule: string | readonly string[] | undefined): boolean {
  return allows(useUser().rules, rule);
}

const useInactivity = (tag: 'counting' | 'covered'): boolean => {
  const inactivity = useSession((snapshot) => snapshot.children.inactivity);
  return useSelector(inactivity, (snapshot) => snapshot?.hasTag(tag) === true);
};

/** Whether the last minute before inactivity ends the session is counted. */
export const useCounting = (): boolean => useInactivity('counting');

/** Whether inactivity covers the screen until the network is back. */
export const useCovered = (): boolean => useInactivity('covered');
