/** Counts and words that were written for products of an act and not saved: one draft for the act, offered in its window. */
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import type { CountRow } from '../../../../contract/counting/matrix.ts';
import { type DraftChange, isWritten } from '../../../../machines/actWorkspace/actWorkspace.machine.ts';
import type { Fields } from '../../../../machines/recordPane/merge.ts';
import { type Draft, useDraft } from '../../../ui/form/drafts/useDraft.ts';
import type { WorkspaceActor } from './actors.ts';

/** A file is in the memory of its page alone, and so is not kept. */
const NOTHING: Required<DraftChange> = { count: null, serial_numbers: null, comment: '', file: null };

interface Kept extends Required<DraftChange> {
  /** The product, so that the offer says of what it is. */
  title: string;
}

export function useDecisionsDraft(actor: WorkspaceActor, actId: number, rows: readonly CountRow[] | undefined): Draft {
  const drafts = useSelector(actor, ({ context }) => context.drafts);
  const written = useMemo(() => {
    const fields: Record<string, Kept> = {};
    const base: Record<string, number> = {};
    for (const [id, { version, file: _, ...decision }] of Object.entries(drafts)) {
      const kept = { ...decision, file: null };
      if (!isWritten({ ...kept, version })) continue;
      const title = rows?.find((row) => row.product_variant.id === Number(id))?.product_variant.title ?? '';
      fields[id] = { ...kept, title };
      base[id] = version;
    }
    return { fields: fields as unknown as Fields, base };
  }, [drafts, rows]);

  /** A decision is changed through its pane; the window then shows again what its address says. */
  const write = (productId: number, change: DraftChange, version: number) => {
    actor.send({ type: 'row.open', productId });
    actor.send({ type: 'draft.change', change, version });
  };
  const within = (changes: () => void) => {
    const before = actor.getSnapshot().context.productId;
    changes();
    actor.send(before === null ? { type: 'row.close' } : { type: 'row.open', productId: before });
  };

  return useDraft({
    place: { form: 'decision', of: actId },
    written,
    onTaken: ({ fields, base }) =>
      within(() => {
        for (const [id, kept] of Object.entries(fields as unknown as Record<string, Kept>)) {
          const { title: _, ...change } = kept;
          // with the version of the row as it was then: a decision of somebody else meanwhile meets a choice
          write(Number(id), change, Number(base[id] ?? 0));
        }
      }),
    onStartedOver: () =>
      within(() => {
        for (const [id, { version }] of Object.entries(drafts)) write(Number(id), NOTHING, version);
      }),
  });
}
