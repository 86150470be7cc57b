/** What a person writes into the dialog of a reason outlives it, as in forms; an agreement is given anew. */
import { useSelector } from '@xstate/react';
import { type ReactNode, useMemo } from 'react';
import type { CancelWords } from '../../../machines/questionDialog/questionDialog.machine.ts';
import type { DraftPlace } from '../form/drafts/forms.ts';
import { type Draft, useDraft } from '../form/drafts/useDraft.ts';
import { useDropped } from '../form/drafts/useDropped.ts';
import type { CancelActor } from './useCancel.ts';

/** What is asked beside the reason, as it is kept with it. */
export interface KeptBeside {
  /** What is changed; the same object until that changes. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly labels: ReadonlyMap<string, ReactNode>;
  readonly onTaken: (fields: Readonly<Record<string, unknown>>) => void;
}

/** @param of what the reason is of; null where none is asked. */
export function useReasonDraft(actor: CancelActor, of: DraftPlace['of'] | null, beside?: KeptBeside): Draft {
  const { reason, text } = useSelector(actor, ({ context }) => context.words);
  const written = useMemo(
    () => ({
      fields: { ...(reason !== null && { reason }), ...(text.trim() !== '' && { text }), ...beside?.fields },
      base: {},
    }),
    [reason, text, beside?.fields],
  );
  const change = (words: Partial<CancelWords>) => actor.send({ type: 'words.change', change: words });
  const draft = useDraft({
    place: of === null ? null : { form: 'reason', of },
    written,
    onTaken({ fields: { reason: chosen, text: said, ...others } }) {
      change({
        ...(chosen !== undefined && { reason: chosen }),
        ...(said !== undefined && { text: said }),
      } as Partial<CancelWords>);
      beside?.onTaken(others);
    },
    onStartedOver: () => change({ reason: null, text: '' }),
  });
  // sent, or given up by an answer; a session that ends does neither
  useDropped({ draft }, (drop) => [actor.subscribe(({ status }) => status === 'done' && drop())]);
  return draft;
}
