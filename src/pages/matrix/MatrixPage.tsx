/** The assortment matrix: what each shop must have of each category, least and most, from a day on. */
import { useState } from 'react';
import { matrixGrid } from '../../../contract/matrixGrid.ts';
import { useCall } from '../../api/queries.ts';
import { useAddress } from '../../app/address.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { usePageName } from '../../directory/words.ts';
import { tashkentDay } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { MatrixSheet } from './MatrixSheet.tsx';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

export default function MatrixPage() {
  const t = useText('settings/matrixItem');
  const title = usePageName();
  usePageTitle(title);
  const [today] = useState(() => tashkentDay(Date.now()));
  const [params, setAddress] = useAddress();
  const written = params.get('date');
  const day = written !== null && DAY.test(written) ? written : today;
  const read = useCall(matrixGrid, { query: { date: day } });
  if (read.data === undefined)
    return read.error ? (
      <Failed title={t('grid.failed')} error={read.error} onRetry={() => void read.refetch()} />
    ) : (
      <SkeletonRows rows={16} columns={[3, 1, 1, 1, 1, 1]} />
    );
  const { categories, shops } = read.data.data;
  if (categories.length === 0 || shops.length === 0)
    return <Empty kind="nothing" title={t('grid.nothing')} text={t('grid.nothingText')} />;
  return (
    <MatrixSheet
      key={day}
      grid={read.data.data}
      day={day}
      onDay={(next) => setAddress({ date: next === today ? null : next })}
      title={title}
    />
  );
}
