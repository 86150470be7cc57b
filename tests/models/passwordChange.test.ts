import { expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import {
  type PasswordChangeContext,
  passwordChangeMachine,
} from '../../machines/passwordChange/passwordChange.machine.ts';
import { passwordChangeModel } from '../../machines/passwordChange/passwordChange.model.ts';
import { Live, runModelLayer } from './kit.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as PasswordChangeContext;
const PASSWORDS = { password: 'Eski#2025', new_password: 'Yangi#2026', new_password_confirmation: 'Yangi#2026' };

function keepsNoPassword(snapshot: AnyMachineSnapshot): void {
  const context = JSON.stringify(snapshot.context);
  for (const secret of Object.values(PASSWORDS)) expect(context).not.toContain(secret);
}

runModelLayer('passwordChange', passwordChangeModel, {
  delays: { second: 1_000 },
  states: {
    closed(snapshot, { effects }) {
      expect(snapshot.hasTag('open')).toBe(false);
      // opened again it is a new form
      expect(contextOf(snapshot).failure).toBeNull();
      expect(effects).toEqual([]);
    },
    'open.empty'(snapshot) {
      expect(snapshot.hasTag('open')).toBe(true);
      expect(snapshot.can({ type: 'panel.close' })).toBe(true);
      expect(snapshot.can({ type: 'password.submit', ...PASSWORDS })).toBe(false);
    },
    'open.typed'(snapshot, { event }) {
      keepsNoPassword(snapshot);
      const { failure } = contextOf(snapshot);
      if (event?.type === 'xstate.error.actor.changePassword') {
        expect(failure).toMatchObject({ status: 422, fields: { password: ['Hozirgi parol notoʻgʻri'] } });
      }
    },
    'open.leaving'(snapshot) {
      expect(snapshot.hasTag('open')).toBe(true);
      expect(snapshot.hasTag('asking')).toBe(true);
      expect(snapshot.can({ type: 'password.submit', ...PASSWORDS })).toBe(false);
    },
    'open.changing'(snapshot, { inputOf }) {
      keepsNoPassword(snapshot);
      expect(snapshot.hasTag('busy')).toBe(true);
      expect(inputOf('changePassword')).toEqual(PASSWORDS);
      expect(contextOf(snapshot).failure).toBeNull();
      // a second press and a close do nothing
      expect(snapshot.can({ type: 'password.submit', ...PASSWORDS })).toBe(false);
      expect(snapshot.can({ type: 'panel.close' })).toBe(false);
    },
    'open.changed'(snapshot, { effects, event }) {
      keepsNoPassword(snapshot);
      const { message, secondsLeft } = contextOf(snapshot);
      expect(message).toBe('Parol oʻzgartirildi');
      if (event?.type === 'xstate.done.actor.changePassword') expect(secondsLeft).toBe(3);
      expect(snapshot.can({ type: 'panel.close' })).toBe(false);
      expect(effects).toEqual([]);
    },
    ended(snapshot, { effects }) {
      expect(contextOf(snapshot).secondsLeft).toBe(1);
      expect(effects).toEqual(['endSession']);
    },
  },
});

it('forgets a refusal with the next try, and when the emptied panel is closed', async () => {
  const refused = {
    type: 'xstate.error.actor.changePassword',
    error: { status: 422, code: 'validation', message: '' },
  };
  const live = new Live(passwordChangeMachine, undefined, {});
  const cause = (type: string) => live.cause({ type, ...(type === 'password.submit' && PASSWORDS) });
  for (const type of ['panel.open', 'form.typed', 'password.submit']) await cause(type);
  await live.cause(refused);
  expect(contextOf(live.snapshot).failure).toMatchObject({ status: 422 });
  await cause('password.submit');
  expect(contextOf(live.snapshot).failure).toBeNull();
  await live.cause(refused);
  for (const type of ['form.emptied', 'panel.close', 'panel.open']) await cause(type);
  expect(contextOf(live.snapshot).failure).toBeNull();
  live.stop();
});
