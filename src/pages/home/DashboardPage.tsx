/** `/dashboard`: the person's own day: what waits, the practice day, the pages kept at hand (areas 4.2). */
import { LayoutGridIcon } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { myWidgets } from '../../../contract/widgets.ts';
import { useCall } from '../../api/queries.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Board } from './Board.tsx';

const ToWidgets = ({ className, children }: { className: string; children: ReactNode }) => (
  <Link href={pathOf('widgetsPage')} className={className}>
    <LayoutGridIcon size={14} />
    {children}
  </Link>
);

function Day() {
  const t = useText('widgets');
  const { data, isError, error, refetch } = useCall(myWidgets, {}, { select: (answer) => answer.data.chosen });
  if (data === undefined) {
    if (isError) return <Failed title={t('failed')} error={error} onRetry={() => void refetch()} />;
    return <SkeletonRows rows={4} columns={[3, 2, 2]} />;
  }
  if (data.length === 0) {
    return (
      <Empty kind="nothing" title={t('empty')} text={t('emptyText')}>
        <ToWidgets className="bp6-button">{t('toWidgets')}</ToWidgets>
      </Empty>
    );
  }
  return (
    <>
      <div className="day-head">
        <ToWidgets className="bp6-button bp6-minimal">{t('pages:widgetsPage')}</ToWidgets>
      </div>
      <Board chosen={data} />
    </>
  );
}

export default function DashboardPage() {
  usePageTitle(useText('pages')('dashboard'));
  return (
    <div className="scroll">
      <div className="day">
        <Day />
      </div>
    </div>
  );
}
