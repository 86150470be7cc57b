/** The draft of one form: its machine, fed with what is written, and what it says back. */
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ActorRefFrom, createActor, fromPromise } from 'xstate';
import type { KeptDraft } from '../../../../contract/drafts.ts';
import { sameJson } from '../../../../contract/json.ts';
import { formDraftMachine, type Keeping, type Written } from '../../../../machines/formDraft/formDraft.machine.ts';
import { newKey } from '../../../api/client.ts';
import { onBeforeReload } from '../../../app/drafts.ts';
import { inspect } from '../../../app/inspect.ts';
import { useSession } from '../../../app/session.ts';
import type { DraftPlace, FormName } from './forms.ts';
import { type DraftStore, draftStore } from './store.ts';

export type DraftActor = ActorRefFrom<typeof formDraftMachine>;

const withStore = (store: DraftStore) =>
  formDraftMachine.provide({
    actors: {
      read: fromPromise(({ input, signal }: { input: { visit: string }; signal: AbortSignal }) =>
        store.read(input.visit, signal),
      ),
      keep: fromPromise(({ input, signal }: { input: Keeping; signal: AbortSignal }) => store.keep(input, signal)),
      drop: fromPromise(({ input }: { input: { visit: string } }) => store.drop(input.visit)),
    },
    actions: {
      keepNow: (_, draft) => store.keepNow(draft),
      setAside: (_, { visit }) => store.setAside(visit),
    },
  });

interface DraftOptions {
  /** null: the form writes nothing that could be lost. */
  place: DraftPlace | null;
  /** What is changed and not saved; the same object until that changes. */
  written: Written;
  /** The opening that this one goes on with, after a reload: its draft is not offered to itself. */
  visit?: string;
  onTaken?: (draft: Written) => void;
  onStartedOver?: () => void;
}

export interface Draft {
  form: FormName | null;
  /** What is offered, taken or set aside; none: nothing to say. */
  offer: { draft: KeptDraft; state: 'offered' | 'taken' | 'aside' } | null;
  unkept: boolean;
  take: () => void;
  setAside: () => void;
  startOver: () => void;
  /** It is saved, or given up by an answer to a question. */
  drop: () => void;
}

const OFFERS = ['offered', 'taken', 'aside'] as const;

export function useDraft({ place, written, visit, onTaken, onStartedOver }: DraftOptions): Draft {
  const userId = useSession(({ context }) => context.user?.id);
  const [actor, setActor] = useState<DraftActor>();
  const taken = useEffectEvent((draft: Written) => onTaken?.(draft));
  const startedOver = useEffectEvent(() => onStartedOver?.());
  const form = place?.form;
  const of = place?.of;

  useEffect(() => {
    if (userId === undefined || form === undefined || of === undefined) return;
    const machine = withStore(draftStore(userId, { form, of }));
    const started = createActor(machine, { input: { visit: visit ?? newKey() }, inspect });
    started.on('draft.taken', ({ fields, base }) => taken({ fields, base }));
    started.on('draft.startedOver', () => startedOver());
    started.start();
    setActor(started);
    const leave = () => started.send({ type: 'form.leave' });
    const stop = onBeforeReload(leave);
    // the browser is closed, or another page opened by its address
    window.addEventListener('pagehide', leave);
    return () => {
      leave();
      stop();
      window.removeEventListener('pagehide', leave);
      started.stop();
      setActor(undefined);
    };
  }, [userId, form, of, visit]);

  const isWritten = useRef(false);
  useEffect(() => {
    if (actor === undefined) return;
    const now = Object.keys(written.fields).length > 0;
    const known = actor.getSnapshot().context;
    // what was just taken is kept already
    if (now && sameJson(written.fields, known.fields) && sameJson(written.base, known.base)) isWritten.current = true;
    else if (now) actor.send({ type: 'draft.write', ...written });
    else if (isWritten.current) actor.send({ type: 'draft.clear' });
    isWritten.current = now;
  }, [actor, written]);

  const state = useSelector(actor, (snapshot) => OFFERS.find((one) => snapshot?.matches({ offer: one })));
  const offered = useSelector(actor, (snapshot) => snapshot?.context.offered ?? null);
  return {
    form: form ?? null,
    offer: state === undefined || offered === null ? null : { draft: offered, state },
    unkept: useSelector(actor, (snapshot) => snapshot?.hasTag('unkept') === true),
    take: () => actor?.send({ type: 'draft.take' }),
    setAside: () => actor?.send({ type: 'draft.setAside' }),
    startOver() {
      isWritten.current = false;
      actor?.send({ type: 'draft.startOver', visit: newKey() });
    },
    drop() {
      isWritten.current = false;
      actor?.send({ type: 'draft.clear' });
    },
  };
}
