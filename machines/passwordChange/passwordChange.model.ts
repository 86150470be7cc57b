import type { AnyEventObject } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import {
  type PasswordChangeContext,
  type PasswordChangeEvent,
  passwordChangeMachine,
} from './passwordChange.machine.ts';

const one = (name: string, event: PasswordChangeEvent): EventCase => ({ name, event });
const caused = (name: string, event: AnyEventObject): EventCase => ({ name, event });

export const passwordChangeModel: WorkflowModel = {
  machine: passwordChangeMachine,
  cases: [
    one('opens the panel', { type: 'panel.open' }),
    one('types something', { type: 'form.typed' }),
    one('takes away what was typed', { type: 'form.emptied' }),
    one('closes the panel', { type: 'panel.close' }),
    one('goes on typing', { type: 'leaving.dismiss' }),
    one('closes it all the same', { type: 'leaving.confirm' }),
    one('hands in a new password', {
      type: 'password.submit',
      password: 'Eski#2025',
      new_password: 'Yangi#2026',
      new_password_confirmation: 'Yangi#2026',
    }),
    caused('is refused the change', {
      type: 'xstate.error.actor.changePassword',
      error: {
        status: 422,
        code: 'validation',
        message: 'Hozirgi parol notoʻgʻri',
        requestId: '55b0-04ee',
        body: { errors: { password: ['Hozirgi parol notoʻgʻri'] } },
      },
    }),
    caused('has the password changed', {
      type: 'xstate.done.actor.changePassword',
      output: { message: 'Parol oʻzgartirildi' },
    }),
    caused('reads the message for a second', { type: 'xstate.after.second.passwordChange.open.changed' }),
  ],
  within(snapshot, { type }) {
    if (snapshot.status !== 'active') return false;
    // only a call that is under way can end
    return !type.includes('.actor.') || snapshot.hasTag('busy');
  },
  serialize(snapshot) {
    const { secondsLeft } = snapshot.context as PasswordChangeContext;
    return `${typeof snapshot.value === 'string' ? snapshot.value : JSON.stringify(snapshot.value)} ${secondsLeft}`;
  },
};
