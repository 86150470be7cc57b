/** What a person writes into the dialog of a reason outlives it, as in forms; an agreement is given anew. */
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { CancelWords } from '../../../machines/questionDialog/questionDialog.machine.ts';
import type { DraftPlace } from '../form/drafts/forms.ts';
import { type Draft, useDraft } from '../form/drafts/useDraft.ts';
import { useDropped } from '../form/drafts/useDropped.ts';
import type { CancelActor } from './useCancel.ts';

/** @param of what the reason is of; null where none is asked. */
export function useReasonDraft(actor: CancelActor, of: DraftPlace['of'] | null): Draft {
  const { reason, text } = useSelector(actor, ({ context }) => context.words);
  const written = useMemo(
    () => ({ fields: { ...(reason !== null && { reason }), ...(text.trim() !== '' && { text }) }, base: {} }),
    [reason, text],
  );
  const change = (words: Partial<CancelWords>) => actor.send({ type: 'words.change', change: words });
  const draft = useDraft({
    place: of === null ? null : { form: 'reason', of },
    written,
    onTaken: ({ fields }) => change(fields as Partial<CancelWords>),
    onStartedOver: () => change({ reason: null, text: '' }),
  });
  // sent, or given up by an answer; a session that ends does neither
  useDropped({ draft }, (drop) => [actor.subscribe(({ status }) => status === 'done' && drop())]);
  return draft;
}
