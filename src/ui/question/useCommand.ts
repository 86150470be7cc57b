/** An action without a question of its own: sent by the same workflow as the dialogs, a lost answer keeps its key. */
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { createActor, fromPromise } from 'xstate';
import type { Refusal } from '../../../contract/refusal.ts';
import { type CancelInput, cancelDialogMachine } from '../../../machines/cancelDialog/cancelDialog.machine.ts';
import { newKey } from '../../api/client.ts';
import { inspect } from '../../app/inspect.ts';
import { sameValue } from '../form/useForm.ts';
import type { CancelActor } from './useCancel.ts';

export interface Command<Values> {
  act: (values: Values) => void;
  busy: boolean;
  refusal: Refusal | null;
  /** The refusal was answered: it is no longer shown. */
  dismiss: () => void;
}

/** @param send rejects with `RefusedError`. Sent any number of times: each that is done is a workflow that has ended. */
export function useCommand<Values>(
  send: (values: Values, key: string) => Promise<void>,
  onDone: () => void = () => {},
): Command<Values> {
  const latest = useRef(send);
  // the row that is sent for may have been read again meanwhile
  useEffect(() => {
    latest.current = send;
  });
  const sent = useRef<{ values: Values } | null>(null);
  const living = useRef<CancelActor | undefined>(undefined);
  const [actor, setActor] = useState<CancelActor>();
  useEffect(() => () => living.current?.stop(), []);
  const begin = (): CancelActor => {
    const there = living.current;
    if (there !== undefined && there.getSnapshot().status === 'active') return there;
    const machine = cancelDialogMachine.provide({
      actors: {
        cancel: fromPromise<void, CancelInput>(({ input: { key } }) =>
          sent.current === null
            ? Promise.reject(new Error('nothing is sent'))
            : latest.current(sent.current.values, key),
        ),
      },
    });
    const made = createActor(machine, { input: { asksWords: false }, inspect }).start();
    living.current = made;
    sent.current = null;
    setActor(made);
    return made;
  };
  const done = useSelector(actor, (snapshot) => snapshot?.matches('done') === true);
  const finish = useEffectEvent(() => onDone());
  // biome-ignore lint/correctness/useExhaustiveDependencies: each workflow ends once
  useEffect(() => {
    if (done) finish();
  }, [actor, done]);
  return {
    act(values) {
      const now = begin();
      // other values are another action
      if (sent.current !== null && !sameValue(sent.current.values, values))
        now.send({ type: 'words.change', change: {} });
      sent.current = { values };
      now.send({ type: 'words.send', key: newKey() });
    },
    busy: useSelector(actor, (snapshot) => snapshot?.hasTag('busy') === true),
    refusal: useSelector(actor, (snapshot) => snapshot?.context.refusal ?? null),
    dismiss: () => living.current?.send({ type: 'words.change', change: {} }),
  };
}
