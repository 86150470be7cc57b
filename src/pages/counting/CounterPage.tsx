import { Link, useParams } from 'wouter';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Workspace } from './counter/Workspace.tsx';
import './act/act.css';
import './counter/counter.css';

const GREATEST_ID = 2_147_483_647;

function NoSuchList() {
  const t = useText('counter');
  usePageTitle(t('title'), { crumbs: [{ title: t('area') }, { title: t('acts'), path: pathOf('acts') }] });
  return (
    <Empty kind="notFound" title={t('gone.missing')} text={t('gone.missingText')}>
      <Link href={pathOf('acts')}>{t('toList')}</Link>
    </Empty>
  );
}

/** The counting screen of one counter. */
export default function CounterPage() {
  const { counterId = '' } = useParams<{ counterId: string }>();
  const id = Number(counterId);
  if (!/^\d+$/.test(counterId) || id < 1 || id > GREATEST_ID) return <NoSuchList />;
  return <Workspace key={id} counterId={id} />;
}
