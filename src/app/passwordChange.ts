/** The password panel's workflow with its real actors and effects: one a window, whatever page is shown beside it. */
import { useSelector } from '@xstate/react';
import { createActor, fromPromise, type SnapshotFrom } from 'xstate';
import { changePassword } from '../../contract/cash.ts';
import { passwordChangeMachine } from '../../machines/passwordChange/passwordChange.machine.ts';
import { request } from '../api/client.ts';
import { inspect } from './inspect.ts';
import { notePasswordPanel } from './passwordShown.ts';
import { session } from './session.ts';

export const passwordChange = createActor(
  passwordChangeMachine.provide({
    actors: {
      changePassword: fromPromise(async ({ input, signal }) => {
        const { message } = await request(changePassword, { body: input, signal });
        return { message };
      }),
    },
    actions: { endSession: () => session.send({ type: 'password.changed' }) },
  }),
  { inspect },
);
passwordChange.subscribe((snapshot) => notePasswordPanel(snapshot.hasTag('open')));
passwordChange.start();

export const usePasswordChange = <T>(selector: (snapshot: SnapshotFrom<typeof passwordChangeMachine>) => T): T =>
  useSelector(passwordChange, selector);
