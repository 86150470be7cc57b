/** One workflow: its diagram, its transitions and test paths, and at the side what is chosen in it. */
import { Link, useParams } from 'wouter';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { useWorkflow } from './catalogue.ts';
import { Window } from './Window.tsx';
import { useWholeGallery } from './whole.ts';
import './workflows.css';

export default function WorkflowPage() {
  const { machine = '' } = useParams();
  useWholeGallery();
  const entry = useWorkflow(machine);
  return entry === undefined ? <Missing /> : <Window key={entry.name} entry={entry} />;
}

function Missing() {
  const t = useText('workflows');
  usePageTitle(t('missing'), { crumbs: [{ title: t('pages:workflows'), path: pathOf('workflows') }] });
  return (
    <Empty kind="notFound" title={t('missing')} text={t('missingText')}>
      <Link href={pathOf('workflows')}>{t('toAll')}</Link>
    </Empty>
  );
}
