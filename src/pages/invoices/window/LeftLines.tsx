import { Suspense } from 'react';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { DraftOffer } from '../../../ui/form/drafts/DraftOffer.tsx';
import type { Draft } from '../../../ui/form/drafts/useDraft.ts';

/** Lines and codes that another tab left unsaved. */
export function LeftLines({ left }: { left: Draft }) {
  const t = useText('invoice');
  if (left.offer === null) return null;
  const count = Object.keys(left.offer.draft.fields).length;
  return (
    <Suspense>
      <DraftOffer draft={left} counted={t('left', { figure: formatNumber(count) })} />
    </Suspense>
  );
}
