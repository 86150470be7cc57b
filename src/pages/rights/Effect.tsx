/** What each position gains and loses, and how many people it touches. */
import type { PositionRulePreview } from '../../../contract/rights.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { DataTable } from '../../ui/DataTable.tsx';

export function Effect({ preview }: { preview: PositionRulePreview }) {
  const t = useText('rights');
  const rows = preview.positions.flatMap(({ id, title, people, changes }) =>
    changes.map((change) => ({ ...change, position: id, title, all: people })),
  );
  return (
    <DataTable
      label={t('effect.title')}
      rows={rows}
      rowKey={({ position, rule }) => `${position}-${rule.id}`}
      columns={[
        { key: 'position', title: t('effect.position'), cell: ({ title }) => title },
        {
          key: 'rule',
          title: t('rule'),
          cut: true,
          cell: ({ rule }) => (
            <>
              {rule.title} <span className="rights-code">{`${rule.resource}.${rule.action}`}</span>
            </>
          ),
        },
        { key: 'before', title: t('effect.before'), cell: ({ granted }) => t(granted ? 'no' : 'yes') },
        { key: 'after', title: t('effect.after'), cell: ({ granted }) => <b>{t(granted ? 'yes' : 'no')}</b> },
        {
          key: 'people',
          title: t('effect.people'),
          numeric: true,
          cell: ({ granted, people }) => (
            <span className={granted ? undefined : 'rights-nobody'}>
              {granted ? '+' : '−'}
              {formatNumber(people)}
            </span>
          ),
        },
        {
          key: 'personal',
          title: t('effect.personal'),
          side: true,
          numeric: true,
          drop: 'less',
          cell: ({ personal }) => (personal === 0 ? '—' : formatNumber(personal)),
        },
      ]}
    />
  );
}
