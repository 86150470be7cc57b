import { useEffect } from 'react';
import { Link, useLocation, useParams } from 'wouter';
import { actShow } from '../../../contract/counting/acts.ts';
import { addCommentary } from '../../../contract/counting/comments.ts';
import { counterIndex } from '../../../contract/counting/counters.ts';
import type { ApiError } from '../../api/client.ts';
import { useNews } from '../../api/news.ts';
import { invalidateAll, useCall } from '../../api/queries.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { LIVE_EVERY } from './act/Counters.tsx';
import { capabilitiesOf } from './act/commands.ts';
import { Workspace } from './act/Workspace.tsx';
import '../../ui/document/document.css';
import './act/act.css';

export default function ActPage() {
  const { actId } = useParams<{ actId: string }>();
  const id = /^\d{1,9}$/.test(actId) ? Number(actId) : 0;
  const [, navigate] = useLocation();
  const act = useCall(
    actShow,
    { params: { id } },
    {
      enabled: id > 0,
      refetchInterval: ({ state }) => (state.data && capabilitiesOf(state.data.data).open ? LIVE_EVERY : false),
    },
  );
  // a comment makes all of the window old
  useNews(() => invalidateAll(addCommentary.stale));
  // Who only counts has no right to the act's figures and is brought to the own list.
  const refused = act.error?.status === 403;
  const own = useCall(counterIndex, { params: { actId: id }, query: {} }, { enabled: refused });
  const mine = own.data?.data[0];
  useEffect(() => {
    if (refused && mine !== undefined)
      navigate(pathOf('counter', { actId: id, counterId: mine.id }), { replace: true });
  }, [refused, mine, id, navigate]);

  if (act.data) return <Workspace key={id} act={act.data.data} />;
  if (id === 0 || act.error?.status === 404) return <Missing />;
  if (refused && (own.isPending || mine !== undefined)) return <SkeletonRows rows={12} />;
  if (act.error) return <FailedAct error={act.error} onRetry={() => void act.refetch()} />;
  return <SkeletonRows rows={12} />;
}

function Missing() {
  const t = useText('counting');
  usePageTitle(t('act.missing'), { crumbs: [{ title: t('list.title'), path: pathOf('acts') }] });
  return (
    <Empty kind="notFound" title={t('act.missing')} text={t('act.missingText')}>
      <Link href={pathOf('acts')}>{t('act.toList')}</Link>
    </Empty>
  );
}

interface FailedActProps {
  error: ApiError;
  onRetry: () => void;
}

function FailedAct(props: FailedActProps) {
  const t = useText('counting');
  usePageTitle(t('act.failed'), { crumbs: [{ title: t('list.title'), path: pathOf('acts') }] });
  return <Failed title={t('act.failed')} {...props} />;
}
