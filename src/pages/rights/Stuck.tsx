/** "Nobody can": the open documents that a change would leave with nobody, by branch, as they are before it is saved. */
import type { StuckLine } from '../../../contract/rights.ts';
import { formatDate } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { SETTINGS } from '../../routes/shown.ts';
import { useShownName } from '../../routes/useShownName.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import type { Look } from '../../ui/look.ts';
import { StateChip } from '../../ui/StateChip.tsx';
import './rights.css';

export const documentsIn = (lines: readonly StuckLine[]): number => lines.reduce((sum, { count }) => sum + count, 0);

/** Now who, then nobody: a few names say enough. */
const NAMED = 3;

export function StuckTable({ lines }: { lines: readonly StuckLine[] }) {
  const t = useText('rights');
  const nameOf = useShownName();
  // a setting is called by its page
  const kindIn = ({ kind, words }: StuckLine) => {
    const shown = SETTINGS.get(kind ?? '');
    return shown === undefined ? words.kind : `${words.kind}: ${nameOf(shown)}`;
  };
  return (
    <DataTable
      label={t('stuck.title')}
      density="two-lines"
      rows={lines}
      rowKey={({ organization, chart, kind, state }) => `${organization?.id ?? 0}-${chart}-${kind}-${state}`}
      mark={() => 'bad'}
      columns={[
        {
          key: 'organization',
          title: t('organization'),
          cell: ({ organization }) => organization?.title ?? t('stuck.everywhere'),
        },
        { key: 'kind', title: t('stuck.document'), cut: true, cell: kindIn },
        {
          key: 'state',
          title: t('stuck.state'),
          cell: ({ words, look }) => <StateChip look={look as Look}>{words.state}</StateChip>,
        },
        { key: 'step', title: t('stuck.way'), drop: 'less', cell: ({ words }) => words.step },
        { key: 'count', title: t('stuck.open'), numeric: true, cell: ({ count }) => formatNumber(count) },
        {
          key: 'oldest',
          title: t('stuck.oldest'),
          side: true,
          drop: 'least',
          cell: ({ oldest }) => formatDate(oldest.slice(0, 10)),
        },
        {
          key: 'people',
          title: t('stuck.who'),
          cell: ({ people }) => (
            <>
              {people.slice(0, NAMED).join(', ')}
              {people.length > NAMED && ` +${people.length - NAMED}`}
              <div className="rights-nobody">{t('stuck.nobody')}</div>
            </>
          ),
        },
      ]}
    />
  );
}
