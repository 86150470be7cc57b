/** An action without a question of its own: sent by the same workflow as the dialogs, a lost answer keeps its key. */
import { useSelector } from '@xstate/react';
import { useRef } from 'react';
import type { Refusal } from '../../../contract/refusal.ts';
import { newKey } from '../../api/client.ts';
import { sameValue } from '../form/useForm.ts';
import { useCancel } from './useCancel.ts';

export interface Command<Values> {
  act: (values: Values) => void;
  busy: boolean;
  refusal: Refusal | null;
  /** The refusal was answered: it is no longer shown. */
  dismiss: () => void;
}

/** @param send rejects with `RefusedError`; done once in the life of the component that asks. */
export function useCommand<Values>(
  send: (values: Values, key: string) => Promise<void>,
  onDone: () => void = () => {},
): Command<Values> {
  const sent = useRef<{ values: Values } | null>(null);
  const actor = useCancel({
    input: { asksWords: false },
    send: ({ key }) =>
      sent.current === null ? Promise.reject(new Error('nothing is sent')) : send(sent.current.values, key),
    onClose: () => {},
    onDone,
  });
  return {
    act(values) {
      // other values are another action
      if (sent.current !== null && !sameValue(sent.current.values, values))
        actor.send({ type: 'words.change', change: {} });
      sent.current = { values };
      actor.send({ type: 'words.send', key: newKey() });
    },
    busy: useSelector(actor, (snapshot) => snapshot.hasTag('busy')),
    refusal: useSelector(actor, ({ context }) => context.refusal),
    dismiss: () => actor.send({ type: 'words.change', change: {} }),
  };
}
