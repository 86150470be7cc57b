import { useState } from 'react';
import { partnerEntries } from '../../../contract/partners.ts';
import { useCall } from '../../api/queries.ts';
import { formatDate } from '../../format/dates.ts';
import { currencyDecimals, currencyUnit } from '../../format/numbers.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { DataTable } from '../../ui/DataTable.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { Quantity } from '../../ui/Quantity.tsx';
import { amountsOf, Sums } from '../../ui/Sums.tsx';
import './debt.css';

/** What is owed to a partner now, and the lines of the ledger that it came from. */
export function PartnerDebt({ id }: { id: number }) {
  const t = useText('directories/partner');
  const kit = useText('kit');
  const language = useLanguage();
  const [page, setPage] = useState(1);
  const entries = useCall(partnerEntries, { params: { id }, query: { page } });
  const sums = useCall(partnerEntries, { params: { id }, query: { part: 'totals' } });
  if (entries.isPending) return <SkeletonRows rows={6} columns={[2, 2, 2]} />;
  if (entries.error) return <Empty kind="failed" title={t('debt.failed')} text={entries.error.message} />;
  const { data, meta } = entries.data;
  if (meta.total === 0) return <Empty kind="nothing" title={t('debt.nothing')} text={t('debt.nothingText')} />;
  const money = (amount: number, currency: string) => (
    <Quantity value={amount} decimals={currencyDecimals(currency)} unit={currencyUnit(currency, language)} />
  );
  const now = sums.data?.meta.totals && amountsOf(sums.data.meta.totals);
  return (
    <>
      <dl className="debt-now">
        <dt>{t('debt.now')}</dt>
        <dd>{now?.length === 0 ? t('debt.none') : now && <Sums amounts={now} />}</dd>
      </dl>
      <div className="debt-lines">
        <DataTable
          label={t('debt.title')}
          density="two-lines"
          rows={data}
          rowKey={(row) => row.id}
          columns={[
            {
              key: 'document',
              title: t('debt.document'),
              cut: true,
              cell: (row) => (
                <>
                  <span className="code">{row.document.number}</span>
                  <div className="muted text-xs" title={row.firm ?? undefined}>
                    {formatDate(row.date)} {row.firm ?? ''}
                  </div>
                </>
              ),
            },
            {
              key: 'amount',
              title: t('debt.amount'),
              numeric: true,
              width: '8.5rem',
              cell: (row) => money(row.amount, row.currency),
            },
            {
              key: 'balance',
              title: t('debt.balance'),
              numeric: true,
              width: '8.5rem',
              cell: (row) => money(row.balance, row.currency),
            },
          ]}
        />
      </div>
      {(meta.total ?? 0) > meta.per_page && (
        <Pager
          page={page}
          perPage={meta.per_page}
          total={meta.total ?? undefined}
          onPage={setPage}
          labels={{
            pages: t('debt.pages'),
            previous: t('common:table.previous'),
            next: t('common:table.next'),
            page: (number) => kit('list.page', { page: number }),
          }}
        />
      )}
    </>
  );
}
