/** Goods with an expiry date, soonest first: what is near it or past it is marked. */
import { Link } from 'wouter';
import { productExpiration } from '../../contract/directories/productExpiration.ts';
import { useAllows } from '../app/session.ts';
import { directoryPage } from '../directory/page.tsx';
import { formatNumber } from '../format/numbers.ts';
import type { Text } from '../i18n/index.ts';
import { pathOf } from '../routes/registry.ts';
import { StateChip } from '../ui/StateChip.tsx';

function FromDocument({ t }: { t: Text }) {
  return useAllows('product_expiration.add') && <Link href={pathOf('addExpiration')}>{t('ofDocument')}</Link>;
}

export default directoryPage(productExpiration, {
  acts: (t) => <FromDocument t={t} />,
  columns: (t) => [
    {
      key: 'days_left',
      title: t('fields.days_left'),
      kind: 'number',
      width: '7rem',
      value: (row) => row.days_left,
      cell: ({ days_left, notify_days, left }) =>
        days_left > notify_days || left === 0 ? (
          formatNumber(days_left)
        ) : (
          <StateChip look={days_left < 0 ? 'bad' : 'waiting'} quiet>
            {formatNumber(days_left)}
          </StateChip>
        ),
    },
    { key: 'left', title: t('fields.left'), kind: 'number', value: (row) => row.left },
    { key: 'document', title: t('fields.document'), kind: 'code', width: '9rem', value: (row) => row.document },
    { key: 'warehouse', title: t('fields.warehouse'), width: '12rem', cut: true, value: (row) => row.warehouse },
  ],
});
