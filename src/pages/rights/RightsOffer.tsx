/** Changes of rights that were written earlier: offered, and what others changed since. */
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { DraftOffer } from '../../ui/form/drafts/DraftOffer.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { RightsDraft } from './useRightsDraft.ts';

/** Names in one sentence. */
const MOST_NAMES = 5;

const inOne = (names: readonly string[]): string =>
  names.slice(0, MOST_NAMES).join('; ') + (names.length > MOST_NAMES ? '; …' : '');

export function RightsOffer({ draft, since }: Pick<RightsDraft, 'draft' | 'since'>) {
  const t = useText('rights');
  const count = Object.keys(draft.offer?.draft.base ?? {}).length;
  return (
    <>
      <DraftOffer draft={draft} counted={t('draft.count', { count, figure: formatNumber(count) })} />
      {since !== null && (
        <Notice tone="waiting">
          <span data-testid="rights-since">
            {t('stale')}
            {since.changed.length > 0 && ` ${t('draft.changed', { names: inOne(since.changed) })}`}
            {since.gone.length > 0 && ` ${t('draft.gone', { names: inOne(since.gone) })}`}
          </span>
        </Notice>
      )}
    </>
  );
}
