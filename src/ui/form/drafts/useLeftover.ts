/** A draft of what is no form: rows that are kept in their tab while it lives, and offered to another one once it does not. */
import { useEffect, useMemo } from 'react';
import type { DraftPlace } from './forms.ts';
import { type Draft, useDraft } from './useDraft.ts';

type Rows = Readonly<Record<string, unknown>>;

interface LeftoverOptions {
  /** null: nothing is written here. */
  place: DraftPlace | null;
  /** What is not saved, by a key of each row; the same object until that changes. */
  rows: Rows;
  /** Of the opening; the same after a reload. */
  visit: string;
  /** Rows of an offered draft that are neither here nor on the server; undefined while that is not known. */
  missing: (rows: Rows) => Rows | undefined;
  /** The person goes on with them: the part is opened anew, as the same opening that left them. */
  onTake: (rows: Rows, visit: string) => void;
}

/** @returns the draft, which offers only what is missing here */
export function useLeftover({ place, rows, visit, missing, onTake }: LeftoverOptions): Draft {
  const written = useMemo(() => ({ fields: rows, base: {} }), [rows]);
  const draft = useDraft({ place, written, visit });
  const { offer } = draft;
  const left = offer === null ? undefined : missing(offer.draft.fields);
  const isOver = left !== undefined && Object.keys(left).length === 0;
  // all of it has been saved since: no more of it is said
  useEffect(() => {
    if (isOver && offer?.state === 'offered') draft.setAside();
  });
  return {
    ...draft,
    offer:
      offer === null || left === undefined || isOver
        ? null
        : { state: offer.state, draft: { ...offer.draft, fields: { ...left } } },
    take() {
      if (offer === null || left === undefined) return;
      // what is written here goes on under the visit of what is taken
      draft.drop();
      onTake(left, offer.draft.visit);
    },
  };
}
