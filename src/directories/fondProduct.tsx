/** Goods of funds: what they cost there beside the price list, and whether they still lie where they were set aside. */
import { fondProduct } from '../../contract/directories/fondProduct.ts';
import { directoryPage } from '../directory/page.tsx';
import { AboutRequest, decisionColumn, type RequestFacts } from '../directory/requests.tsx';
import { formatDate } from '../format/dates.ts';
import { formatMoney, formatNumber } from '../format/numbers.ts';
import { useLanguage, useText } from '../i18n/index.ts';
import { StateChip } from '../ui/StateChip.tsx';

interface About extends RequestFacts {
  readonly list_price: number | null;
  readonly stock: number;
  readonly replaced_from: string | null;
}

function AboutGoods({ list_price, stock, replaced_from, ...request }: About) {
  const t = useText('directories/fondProduct');
  const language = useLanguage();
  return (
    <AboutRequest of="fondProduct" {...request}>
      {list_price !== null && (
        <>
          <dt>{t('fields.list_price')}</dt>
          <dd>{formatMoney(list_price, 'UZS', language)}</dd>
        </>
      )}
      <dt>{t('fields.stock')}</dt>
      <dd>{formatNumber(stock)}</dd>
      {replaced_from !== null && (
        <>
          <dt>{t('fields.replaced_from')}</dt>
          <dd>{formatDate(replaced_from)}</dd>
        </>
      )}
    </AboutRequest>
  );
}

export default directoryPage(fondProduct, {
  about: ({ facts }) => <AboutGoods {...(facts as unknown as About)} />,
  giveWay: { serial: 'less', quantity: 'less', held_to: 'least' },
  columns: (t) => [
    { key: 'list_price', title: t('fields.list_price'), kind: 'sum', drop: 'less', value: (row) => row.list_price },
    {
      key: 'stock',
      title: t('fields.stock'),
      kind: 'number',
      value: (row) => row.stock,
      cell: ({ stock, quantity, status }) =>
        stock < quantity && status !== 'refused' && status !== 'cancelled' ? (
          <StateChip look="waiting" quiet>
            {formatNumber(stock)}
          </StateChip>
        ) : (
          formatNumber(stock)
        ),
    },
    {
      key: 'replaced_from',
      title: t('fields.replaced_from'),
      kind: 'date',
      drop: 'least',
      value: (row) => row.replaced_from,
    },
    decisionColumn(t),
  ],
});
