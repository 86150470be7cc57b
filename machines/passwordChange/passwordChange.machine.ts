/**
 * Changing one's own password in the side panel, from its opening to the end of the session.
 *
 * An empty form closes at once, one with something typed asks first and keeps it. A refusal comes back to the form with
 * everything typed still there. After a change three seconds are counted on the screen, then the session ends: that is
 * the session's own action. Passwords pass from the event to the call and are never kept.
 *
 * For: everybody. See docs/workflows/passwordChange.md; spec 4 "Password change success", spec 5, spec 8, decision 5.
 */
import { assign, fromPromise, setup } from 'xstate';
import type { PasswordChange } from '../../contract/bodies.ts';
import { MESSAGE_TIME } from '../../contract/cash.ts';
import { type Failure, failureOf } from '../../contract/failure.ts';

/** The message is shown for so many seconds. */
export const MESSAGE_SECONDS = MESSAGE_TIME / 1000;

export interface PasswordChangeContext {
  failure: Failure | null;
  /** The server's words after the change. */
  message: string | null;
  /** Seconds until the session ends, while the message is shown. */
  secondsLeft: number;
}

export type PasswordChangeEvent =
  | { type: 'panel.open' }
  | { type: 'panel.close' }
  | { type: 'form.typed' }
  | { type: 'form.emptied' }
  | { type: 'leaving.confirm' }
  | { type: 'leaving.dismiss' }
  | ({ type: 'password.submit' } & PasswordChange);

const given = (name: string) => () => {
  throw new Error(`${name} is given by the app`);
};

export const passwordChangeMachine = setup({
  types: {
    context: {} as PasswordChangeContext,
    events: {} as PasswordChangeEvent,
    tags: {} as 'open' | 'busy' | 'asking' | 'changed',
    meta: {} as { requirement: string },
    children: {} as { changePassword: 'changePassword' },
  },
  actors: {
    changePassword: fromPromise<{ message: string }, PasswordChange>(given('changePassword')),
  },
  guards: {
    isLastSecond: ({ context }) => context.secondsLeft <= 1,
  },
  actions: {
    forgetFailure: assign({ failure: null }),
    keepFailure: assign({ failure: (_, params: { error: unknown }) => failureOf(params.error) }),
    keepMessage: assign({ message: (_, params: { message: string }) => params.message }),
    countDown: assign({ secondsLeft: ({ context }) => context.secondsLeft - 1 }),
    /** Token removed, page reloaded; given by the app. */
    endSession: given('endSession'),
  },
  delays: { second: 1000 },
}).createMachine({
  id: 'passwordChange',
  description: "Changing one's own password beside the page one is on.",
  context: { failure: null, message: null, secondsLeft: MESSAGE_SECONDS },
  initial: 'closed',
  states: {
    closed: {
      description: 'No panel.',
      meta: { requirement: '2-sidebar' },
      on: { 'panel.open': 'open' },
    },
    open: {
      description: 'The panel is beside the page.',
      tags: ['open'],
      meta: { requirement: '2-sidebar' },
      initial: 'empty',
      states: {
        empty: {
          description: 'Nothing is typed: the panel closes without a question.',
          meta: { requirement: '5-password-change' },
          on: {
            'form.typed': 'typed',
            'panel.close': { target: '#passwordChange.closed', actions: 'forgetFailure' },
          },
        },
        typed: {
          description: 'Something is typed; the rules of a new password are shown as they are met.',
          meta: { requirement: '5-password-change' },
          on: {
            'form.emptied': 'empty',
            'panel.close': 'leaving',
            'password.submit': 'changing',
          },
        },
        leaving: {
          description: 'What is typed would be lost: it is asked whether to close.',
          tags: ['asking'],
          meta: { requirement: '5-password-change' },
          on: {
            'leaving.confirm': { target: '#passwordChange.closed', actions: 'forgetFailure' },
            'leaving.dismiss': 'typed',
          },
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
            onError: {
              description: "The server's words are shown; what was typed stays.",
              target: 'typed',
              actions: { type: 'keepFailure', params: ({ event }) => event },
            },
          },
        },
        changed: {
          description: 'The new password is set; the seconds until sign-in are counted.',
          tags: ['changed'],
          meta: { requirement: '4-password-change' },
          after: {
            second: [
              { guard: 'isLastSecond', target: '#passwordChange.ended', actions: 'endSession' },
              { target: 'changed', reenter: true, actions: 'countDown' },
            ],
          },
        },
      },
    },
    ended: {
      description: 'The session ends; the page is reloaded.',
      type: 'final',
      tags: ['open', 'changed'],
      meta: { requirement: '4-password-change' },
    },
  },
});

function passwordsOf(event: PasswordChangeEvent | { type: string }): PasswordChange {
  if (event.type !== 'password.submit' || !('new_password' in event)) {
    return { password: '', new_password: '', new_password_confirmation: '' };
  }
  const { password, new_password, new_password_confirmation } = event;
  return { password, new_password, new_password_confirmation };
}
