/** What a person put right in a pasted list and has not added: the draft of the dialog, offered when it is opened again. */
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import { sameJson } from '../../../../contract/json.ts';
import { linesOf } from '../../../../machines/pasteLines/lines.ts';
import {
  type KeptBlock,
  type pasteLinesMachine,
  withoutSent,
} from '../../../../machines/pasteLines/pasteLines.machine.ts';
import type { Draft } from '../../../ui/form/drafts/useDraft.ts';
import { useLeftover } from '../../../ui/form/drafts/useLeftover.ts';

export type PasteActor = ActorRefFrom<typeof pasteLinesMachine>;

/** A list as it was left; `key` of a sending that had no answer. */
export interface KeptList {
  block: KeptBlock;
  key: string;
  visit: string;
}

const NAME = 'list';

/** Of each row that was put right the words, which an offer shows, and the list itself. */
function rowsOf(block: KeptBlock, key: string) {
  const fixed = Object.keys(block.fixes).map(Number);
  if (fixed.length === 0) return {};
  const words = fixed.map((at) => [`row ${at}`, { title: block.rows[at]?.cells.join(' · ') ?? '' }]);
  return { ...Object.fromEntries(words), [NAME]: { title: '', block, key } };
}

interface LeftOptions {
  invoiceId: number;
  visit: string;
  onTake: (kept: KeptList) => void;
}

export function useLeftList(actor: PasteActor, { invoiceId, visit, onTake }: LeftOptions): Draft {
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const closed = useSelector(actor, (snapshot) => snapshot.matches('closed'));
  const done = useSelector(actor, (snapshot) => snapshot.matches('done'));
  const unanswered = useSelector(actor, (snapshot) => snapshot.matches('failed') || snapshot.matches('adding'));
  const { meanings, currency } = context;
  const { rows, headAt, fixes } = done ? withoutSent(context) : context;
  const key = unanswered ? context.key : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is left follows from these
  const now = useMemo(
    () => rowsOf({ rows, meanings, headAt, currency, fixes }, key),
    [context.rows, meanings, context.headAt, currency, context.fixes, key, done],
  );
  // the dialog forgets its list as it is closed; the draft does not
  const last = useRef(now);
  if (!closed) last.current = now;
  const draft = useLeftover({
    place: { form: 'pastedLines', of: invoiceId },
    ...{ rows: last.current, visit },
    missing: (left) => (sameJson(left[NAME], now[NAME]) ? {} : left),
    onTake: (left, takenVisit) => onTake({ ...(left[NAME] as Omit<KeptList, 'visit'>), visit: takenVisit }),
  });
  const drop = useRef(draft.drop);
  drop.current = draft.drop;
  useEffect(() => {
    const added = actor.on('lines.added', ({ answer: { data } }) => {
      if (linesOf(actor.getSnapshot().context).length <= data.length) drop.current();
    });
    return () => added.unsubscribe();
  }, [actor]);
  return draft;
}
