import { Suspense } from 'react';
import { DraftOffer } from './DraftOffer.tsx';
import type { Draft } from './useDraft.ts';

interface LeftOfferProps {
  /** Of `useLeftover`. */
  draft: Draft;
  /** How many rows are left, in words. */
  counted: (rows: number) => string;
}

/** Rows that another tab left unsaved. What is around it stays on the screen while its own words come. */
export function LeftOffer({ draft, counted }: LeftOfferProps) {
  const { offer, unkept } = draft;
  if (offer === null && !unkept) return null;
  return (
    <Suspense>
      <DraftOffer
        draft={draft}
        counted={offer === null ? undefined : counted(Object.keys(offer.draft.fields).length)}
      />
    </Suspense>
  );
}
