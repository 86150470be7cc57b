/**
 * The session: who is at this browser, from the first look at the device to the reload that ends it.
 *
 * Phones first; then the token decides. A token's end (401, inactivity, log-out, another tab) always ends in one
 * reload: the next page life begins here again. Passwords pass from the event to the call and are never kept. Without
 * a network the person is whoever this browser knew last, and is asked for again as soon as it is back.
 *
 * For: everybody. See docs/workflows/session.md; spec 2 "Access rules", 4 "Session", decisions 1–7 and 45.
 */
import { assign, fromCallback, fromPromise, setup } from 'xstate';
import type { PasswordChange } from '../../contract/bodies.ts';
import { MESSAGE_TIME, type SignInAnswer, type UserInfo } from '../../contract/cash.ts';
import { type Failure, failureOf } from '../../contract/failure.ts';
import { inactivityMachine } from './inactivity.machine.ts';

export interface Credentials {
  username: string;
  password: string;
}

/** Why a session ended though its person did not log out: shown on the sign-in page. */
export type EndReason = 'rejected' | 'inactive' | 'left' | 'password' | 'test' | 'elsewhere';

export interface SessionInput {
  /** The browser is an iPhone's or an Android phone's. */
  phone: boolean;
  hasToken: boolean;
  /** When a person was last active in this browser, in milliseconds since the epoch. */
  lastActivity: number;
}

export interface SessionContext extends SessionInput {
  /** The name of the person whose password expired at sign-in. */
  username: string;
  /** The token of an expired password: held here, not stored (decision 5). */
  heldToken: string | null;
  failure: Failure | null;
  /** The server's words after a changed password. */
  message: string | null;
  user: UserInfo | null;
}

export type SessionEvent =
  | ({ type: 'credentials.submit' } & Credentials)
  | ({ type: 'password.submit' } & PasswordChange)
  | { type: 'password.cancel' }
  | { type: 'user.retry' }
  | { type: 'session.logOut' }
  | { type: 'password.expired' }
  | { type: 'password.changed' }
  | { type: 'test.skipped' }
  | { type: 'network.back' }
  /** Said by the stream: somebody gave the person rights or took them. */
  | { type: 'rights.changed' }
  | { type: 'token.rejected' }
  | { type: 'token.stored' }
  | { type: 'token.replaced' }
  | { type: 'token.removed'; loggedOut: boolean };

const given = (name: string) => () => {
  throw new Error(`${name} is given by the app`);
};

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    input: {} as SessionInput,
    tags: {} as 'busy' | 'signingIn' | 'changingPassword' | 'token' | 'knowsUser',
    meta: {} as { requirement: string },
    children: {} as {
      signIn: 'signIn';
      changeExpiredPassword: 'changeExpiredPassword';
      changePassword: 'changePassword';
      loadUser: 'loadUser';
      recallUser: 'recallUser';
      askAgain: 'loadUser';
      watchNetwork: 'watchNetwork';
      watchForSignIn: 'watchToken';
      watchToken: 'watchToken';
      inactivity: 'inactivity';
    },
  },
  actors: {
    signIn: fromPromise<SignInAnswer, Credentials>(given('signIn')),
    changeExpiredPassword: fromPromise<{ message: string }, PasswordChange & { username: string }>(
      given('changeExpiredPassword'),
    ),
    changePassword: fromPromise<{ message: string }, PasswordChange>(given('changePassword')),
    loadUser: fromPromise<UserInfo, undefined>(given('loadUser')),
    /** Who was signed in here with this token less than twelve hours ago; null when that is not known. */
    recallUser: fromPromise<UserInfo | null, undefined>(given('recallUser')),
    watchToken: fromCallback<SessionEvent>(given('watchToken')),
    /** `network.back` whenever the server can be reached again. */
    watchNetwork: fromCallback<SessionEvent>(given('watchNetwork')),
    inactivity: inactivityMachine,
  },
  guards: {
    onPhone: ({ context }) => context.phone,
    hasToken: ({ context }) => context.hasToken,
    signInExpired: (_, params: { expired: boolean }) => params.expired,
    userExpired: (_, params: { expired: boolean }) => params.expired,
    noNetwork: (_, params: { error: unknown }) => failureOf(params.error).code === 'network',
    /** No answer, or that of a gateway whose server is gone: either passes by itself. */
    failedForNow: ({ context }) =>
      context.failure !== null && (context.failure.status === 0 || context.failure.status >= 500),
    isRecalled: (_, params: { user: UserInfo | null }) => params.user !== null,
    loggedOutElsewhere: (_, params: { loggedOut: boolean }) => params.loggedOut,
  },
  actions: {
    forgetFailure: assign({ failure: null }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    keepUsername: assign({ username: (_, params: { username: string }) => params.username }),
    holdToken: assign({ heldToken: (_, params: { token: string }) => params.token }),
    dropToken: assign({ heldToken: null }),
    keepMessage: assign({ message: (_, params: { message: string }) => params.message }),
    keepUser: assign({ user: (_, params: { user: UserInfo | null }) => params.user }),
    // Effects of the app
    storeToken: (_, _params: { token: string }) => given('storeToken')(),
    removeToken: (_, _params: { loggedOut: boolean }) => given('removeToken')(),
    revokeToken: given('revokeToken'),
    /** On the disk of this browser, for when there is no network. */
    storeUser: (_, _params: { user: UserInfo }) => given('storeUser')(),
    forgetUser: given('forgetUser'),
    writeDrafts: given('writeDrafts'),
    rememberPlace: (_, _params: { reason: EndReason }) => given('rememberPlace')(),
    forgetPlace: given('forgetPlace'),
    returnToPlace: given('returnToPlace'),
    reload: given('reload'),
    reloadAtHome: given('reloadAtHome'),
  },
  delays: {
    messageShown: MESSAGE_TIME,
    /** What was asked without a network is asked again, though nobody noticed that it is back. */
    askedAgain: 30_000,
  },
}).createMachine({
  id: 'session',
  description: 'Who is at this browser, from the first look at the device to the reload that ends it.',
  context: ({ input }) => ({ ...input, username: '', heldToken: null, failure: null, message: null, user: null }),
  initial: 'lookingAround',
  states: {
    lookingAround: {
      description: 'The device is looked at first, then the stored token.',
      meta: { requirement: 'decision-1' },
      always: [
        { guard: 'onPhone', target: 'onPhone' },
        { guard: 'hasToken', target: 'present' },
        { target: 'signedOut' },
      ],
    },
    onPhone: {
      description: 'A phone: only the page for other devices, with or without a token.',
      type: 'final',
      meta: { requirement: 'decision-1' },
    },
    signedOut: {
      description: 'No token: only public pages open.',
      meta: { requirement: '4-session' },
      entry: 'forgetUser',
      invoke: { id: 'watchForSignIn', src: 'watchToken' },
      on: {
        'token.stored': {
          description: 'Somebody signed in in another tab.',
          target: 'reloading',
          actions: 'reload',
        },
      },
      initial: 'form',
      states: {
        form: {
          description: 'Name and password are asked.',
          tags: ['signingIn'],
          meta: { requirement: '4-session' },
          on: { 'credentials.submit': 'signingIn' },
        },
        signingIn: {
          description: 'The server checks name and password.',
          tags: ['busy', 'signingIn'],
          meta: { requirement: '4-session' },
          entry: [
            'forgetFailure',
            {
              type: 'keepUsername',
              params: ({ event }) => ({ username: event.type === 'credentials.submit' ? event.username : '' }),
            },
          ],
          invoke: {
            id: 'signIn',
            src: 'signIn',
            input: ({ event }) =>
              event.type === 'credentials.submit'
                ? { username: event.username, password: event.password }
                : { username: '', password: '' },
            onDone: [
              {
                guard: { type: 'signInExpired', params: ({ event }) => event.output },
                target: 'expiredForm',
                actions: { type: 'holdToken', params: ({ event }) => event.output },
              },
              {
                target: '#session.reloading',
                actions: [{ type: 'storeToken', params: ({ event }) => event.output }, 'reload'],
              },
            ],
            onError: { target: 'form', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        expiredForm: {
          description: 'The password has expired: a new one is asked before anything else.',
          tags: ['changingPassword'],
          meta: { requirement: 'decision-5' },
          on: {
            'password.submit': 'changingExpired',
            'password.cancel': { target: 'form', actions: ['dropToken', 'forgetFailure'] },
          },
        },
        changingExpired: {
          description: 'The server changes the expired password.',
          tags: ['busy', 'changingPassword'],
          meta: { requirement: 'decision-5' },
          entry: 'forgetFailure',
          invoke: {
            id: 'changeExpiredPassword',
            src: 'changeExpiredPassword',
            input: ({ context, event }) => ({ username: context.username, ...passwordsOf(event) }),
            onDone: {
              target: 'changed',
              actions: ['dropToken', { type: 'keepMessage', params: ({ event }) => event.output }],
            },
            onError: { target: 'expiredForm', actions: { type: 'keepFailure', params: ({ event }) => event } },
          },
        },
        changed: {
          description: 'The new password is set; the sign-in page comes back in three seconds.',
          meta: { requirement: '4-password-change' },
          after: { messageShown: { target: '#session.reloading', actions: 'reload' } },
        },
      },
    },
    present: {
      description: 'A token is stored.',
      tags: ['token'],
      meta: { requirement: '4-session' },
      invoke: [
        { id: 'watchToken', src: 'watchToken' },
        { id: 'watchNetwork', src: 'watchNetwork' },
        {
          id: 'inactivity',
          src: 'inactivity',
          input: ({ context }) => ({ lastActivity: context.lastActivity }),
          onDone: {
            description: 'Thirty minutes without a person, or the person left when they were counted.',
            target: 'reloading',
            actions: [
              'writeDrafts',
              { type: 'rememberPlace', params: ({ event }) => event.output },
              'forgetUser',
              'revokeToken',
              { type: 'removeToken', params: { loggedOut: false } },
              'reload',
            ],
          },
        },
      ],
      on: {
        'token.rejected': {
          description: 'A call with the stored token was answered 401.',
          target: 'reloading',
          actions: [
            'writeDrafts',
            { type: 'rememberPlace', params: { reason: 'rejected' } },
            'forgetUser',
            { type: 'removeToken', params: { loggedOut: false } },
            'reload',
          ],
        },
        'token.removed': [
          {
            description: 'The person logged out in another tab.',
            guard: { type: 'loggedOutElsewhere', params: ({ event }) => event },
            target: 'reloading',
            actions: ['writeDrafts', 'forgetPlace', 'reloadAtHome'],
          },
          {
            description: 'The session ended in another tab.',
            target: 'reloading',
            actions: ['writeDrafts', { type: 'rememberPlace', params: { reason: 'elsewhere' } }, 'reload'],
          },
        ],
        'token.replaced': {
          description: 'Somebody signed in again in another tab, perhaps another person.',
          target: 'reloading',
          actions: ['writeDrafts', { type: 'rememberPlace', params: { reason: 'elsewhere' } }, 'reloadAtHome'],
        },
        'session.logOut': {
          target: 'reloading',
          actions: [
            'writeDrafts',
            'forgetPlace',
            'forgetUser',
            'revokeToken',
            { type: 'removeToken', params: { loggedOut: true } },
            'reloadAtHome',
          ],
        },
      },
      initial: 'loadingUser',
      states: {
        loadingUser: {
          description: 'Who is signed in is being loaded; no page is shown yet.',
          tags: ['busy'],
          meta: { requirement: '2-access-rules' },
          entry: 'forgetFailure',
          invoke: {
            id: 'loadUser',
            src: 'loadUser',
            onDone: [
              {
                guard: { type: 'userExpired', params: ({ event }) => event.output },
                target: 'passwordExpired',
                actions: [{ type: 'keepUser', params: ({ event }) => ({ user: event.output }) }, 'forgetUser'],
              },
              {
                target: 'signedIn',
                actions: [
                  { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
                  { type: 'storeUser', params: ({ event }) => ({ user: event.output }) },
                  'returnToPlace',
                ],
              },
            ],
            onError: [
              {
                guard: { type: 'noNetwork', params: ({ event }) => event },
                target: 'recallingUser',
                actions: { type: 'keepFailure', params: ({ event }) => event },
              },
              { target: 'userFailed', actions: { type: 'keepFailure', params: ({ event }) => event } },
            ],
          },
        },
        recallingUser: {
          description: 'There is no network: who was signed in here is looked up on the disk of this browser.',
          tags: ['busy'],
          meta: { requirement: 'decision-4' },
          invoke: {
            id: 'recallUser',
            src: 'recallUser',
            onDone: [
              {
                guard: { type: 'isRecalled', params: ({ event }) => ({ user: event.output }) },
                target: 'signedIn.recalled',
                actions: [
                  'forgetFailure',
                  { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
                  'returnToPlace',
                ],
              },
              { target: 'userFailed' },
            ],
            onError: { description: 'The disk of this browser cannot be read.', target: 'userFailed' },
          },
        },
        userFailed: {
          description: 'Who is signed in could not be loaded; the token stays.',
          meta: { requirement: 'decision-4' },
          on: {
            'user.retry': 'loadingUser',
            'network.back': { guard: 'failedForNow', target: 'loadingUser' },
          },
          after: { askedAgain: { guard: 'failedForNow', target: 'loadingUser' } },
        },
        signedIn: {
          description: 'The person works; rules decide which pages open.',
          tags: ['knowsUser'],
          meta: { requirement: '4-session' },
          on: {
            'password.expired': {
              description: 'The server answered that the password has expired meanwhile.',
              target: 'passwordExpired',
              actions: 'forgetUser',
            },
            'password.changed': {
              description: 'The person has set a new password in the side panel and read that it is set.',
              target: '#session.reloading',
              actions: [
                'writeDrafts',
                { type: 'rememberPlace', params: { reason: 'password' } },
                'forgetUser',
                'revokeToken',
                { type: 'removeToken', params: { loggedOut: false } },
                'reload',
              ],
            },
            'test.skipped': {
              description: 'The person has put a test off on the first try.',
              target: '#session.reloading',
              actions: [
                'writeDrafts',
                { type: 'rememberPlace', params: { reason: 'test' } },
                'forgetUser',
                'revokeToken',
                { type: 'removeToken', params: { loggedOut: false } },
                'reload',
              ],
            },
          },
          initial: 'known',
          states: {
            known: {
              description: 'The server has said who it is.',
              meta: { requirement: '4-session' },
              on: {
                'rights.changed': {
                  description: 'An administrator has changed the rights of the person: menu and buttons follow.',
                  target: 'confirming',
                },
              },
            },
            recalled: {
              description: 'Without a network: the person as this browser knew them last.',
              meta: { requirement: 'decision-4' },
              on: { 'network.back': 'confirming' },
              after: { askedAgain: 'confirming' },
            },
            confirming: {
              description: 'The server is asked again who it is, while the person works.',
              meta: { requirement: 'decision-4' },
              on: {
                'rights.changed': {
                  description:
                    'Changed once more meanwhile: the answer under way may not have it yet, so it is asked anew.',
                  target: 'confirming',
                  reenter: true,
                },
              },
              invoke: {
                id: 'askAgain',
                src: 'loadUser',
                onDone: [
                  {
                    guard: { type: 'userExpired', params: ({ event }) => event.output },
                    target: '#session.present.passwordExpired',
                    actions: [{ type: 'keepUser', params: ({ event }) => ({ user: event.output }) }, 'forgetUser'],
                  },
                  {
                    target: 'known',
                    actions: [
                      { type: 'keepUser', params: ({ event }) => ({ user: event.output }) },
                      { type: 'storeUser', params: ({ event }) => ({ user: event.output }) },
                    ],
                  },
                ],
                onError: { description: 'It is asked again a little later.', target: 'recalled' },
              },
            },
          },
        },
        passwordExpired: {
          description: 'The password has expired: a full page asks for a new one.',
          tags: ['knowsUser', 'changingPassword'],
          meta: { requirement: 'decision-5' },
          initial: 'form',
          states: {
            form: {
              description: 'The old and the new password are asked.',
              meta: { requirement: 'decision-5' },
              on: { 'password.submit': 'changing' },
            },
            changing: {
              description: 'The server changes the password.',
              tags: ['busy'],
              meta: { requirement: 'decision-5' },
              entry: 'forgetFailure',
              invoke: {
                id: 'changePassword',
                src: 'changePassword',
                input: ({ event }) => passwordsOf(event),
                onDone: { target: 'changed', actions: { type: 'keepMessage', params: ({ event }) => event.output } },
                onError: { target: 'form', actions: { type: 'keepFailure', params: ({ event }) => event } },
              },
            },
            changed: {
              description: 'The new password is set; in three seconds the person signs in with it.',
              meta: { requirement: '4-password-change' },
              after: {
                messageShown: {
                  target: '#session.reloading',
                  actions: [
                    'writeDrafts',
                    { type: 'rememberPlace', params: { reason: 'password' } },
                    { type: 'removeToken', params: { loggedOut: false } },
                    'reload',
                  ],
                },
              },
            },
          },
        },
      },
    },
    reloading: {
      description: 'The page is being reloaded; nothing happens twice.',
      type: 'final',
      meta: { requirement: 'decision-2' },
    },
  },
});

function passwordsOf(event: SessionEvent | { type: string }): PasswordChange {
  if (event.type !== 'password.submit' || !('new_password' in event)) {
    return { password: '', new_password: '', new_password_confirmation: '' };
  }
  const { password, new_password, new_password_confirmation } = event;
  return { password, new_password, new_password_confirmation };
}
