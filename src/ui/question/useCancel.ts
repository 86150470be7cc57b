/** The workflow of dialogs that call a document off, drop a draft or ask before another action, with what they send. */
import { useActorRef, useSelector } from '@xstate/react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ActorRefFrom, fromPromise } from 'xstate';
import { type CancelInput, questionDialogMachine } from '../../../machines/questionDialog/questionDialog.machine.ts';
import { inspect } from '../../app/inspect.ts';

export type CancelActor = ActorRefFrom<typeof questionDialogMachine>;

interface CancelOptions {
  input: { needsAgreement?: boolean; asksReason?: boolean; asksWords?: boolean };
  /** Rejects with `RefusedError`. */
  send: (input: CancelInput) => Promise<void>;
  onClose: () => void;
  onDone: () => void;
}

export function useCancel({ input, send, onClose, onDone }: CancelOptions): CancelActor {
  const latest = useRef(send);
  // the row that is sent for may have been read again meanwhile
  useEffect(() => {
    latest.current = send;
  });
  const [machine] = useState(() =>
    questionDialogMachine.provide({
      actors: { send: fromPromise<void, CancelInput>(({ input: words }) => latest.current(words)) },
    }),
  );
  const actor = useActorRef(machine, { input, inspect });
  const end = useSelector(actor, (snapshot) =>
    snapshot.matches('done') ? 'done' : snapshot.matches('closed') ? 'closed' : null,
  );
  const finish = useEffectEvent((ended: 'done' | 'closed') => (ended === 'done' ? onDone() : onClose()));
  useEffect(() => {
    if (end !== null) finish(end);
  }, [end]);
  return actor;
}

/** A control that was closed or is gone takes the focus with it: back to a place in the dialog, so that its keys work. */
export function useFocusBack(away: boolean, place: RefObject<HTMLElement | null>): void {
  const was = useRef(away);
  useEffect(() => {
    if (was.current && !away && document.activeElement === document.body) place.current?.focus();
    was.current = away;
  }, [away, place]);
}
