/** An action without a question of its own: sent by the same workflow as the dialogs, a lost answer keeps its key. */
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createActor, fromPromise } from 'xstate';
import type { Refusal } from '../../../contract/refusal.ts';
import { type CancelInput, questionDialogMachine } from '../../../machines/questionDialog/questionDialog.machine.ts';
import { newKey } from '../../api/client.ts';
import { inspect } from '../../app/inspect.ts';
import { sameValue } from '../form/useForm.ts';

export interface Command<Values> {
  act: (values: Values) => void;
  busy: boolean;
  refusal: Refusal | null;
  /** The refusal was answered: it is no longer shown. */
  dismiss: () => void;
}

/** @param send rejects with `RefusedError`. An action is done once; the next one begins anew. */
export function useCommand<Values>(
  send: (values: Values, key: string) => Promise<void>,
  onDone: () => void = () => {},
): Command<Values> {
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  const sent = useRef<{ values: Values } | null>(null);
  const [machine] = useState(() =>
    questionDialogMachine.provide({
      actors: {
        send: fromPromise<void, CancelInput>(({ input: { key } }) =>
          sent.current === null
            ? Promise.reject(new Error('nothing is sent'))
            : latest.current(sent.current.values, key),
        ),
      },
    }),
  );
  const begin = () => createActor(machine, { input: { asksWords: false }, inspect }).start();
  const [actor, setActor] = useState(begin);
  const running = useRef(actor);
  useEffect(() => () => void running.current.stop(), []);
  const done = useSelector(actor, (snapshot) => snapshot.matches('done'));
  const finish = useEffectEvent(() => onDone());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each action ends once
  useEffect(() => {
    if (done) finish();
  }, [actor, done]);
  return {
    act(values) {
      if (running.current.getSnapshot().hasTag('busy')) return;
      if (running.current.getSnapshot().status !== 'active') {
        running.current = begin();
        setActor(running.current);
      }
      // other values are another action
      else if (sent.current !== null && !sameValue(sent.current.values, values))
        running.current.send({ type: 'words.change', change: {} });
      sent.current = { values };
      running.current.send({ type: 'words.send', key: newKey() });
    },
    busy: useSelector(actor, (snapshot) => snapshot.hasTag('busy')),
    refusal: useSelector(actor, ({ context }) => context.refusal),
    dismiss: () => running.current.send({ type: 'words.change', change: {} }),
  };
}
