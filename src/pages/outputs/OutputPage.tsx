import { Link } from 'wouter';
import { outputShow } from '../../../contract/outputs.ts';
import { useNews } from '../../api/news.ts';
import { useCall } from '../../api/queries.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { TitleChip } from '../../ui/RailChip.tsx';
import { MAIN_PATH_LOOKS, outputLook, placeOf } from './looks.ts';
import { Workspace } from './Workspace.tsx';
import '../../ui/document/document.css';
import './outputs.css';

export default function OutputPage() {
  const t = useText('outputs');
  const tm = useText('machines/output');
  const [params] = useAddress();
  const id = numberIn(params, 'id') ?? 0;
  const shown = useCall(outputShow, { params: { id } }, { enabled: id > 0, refetchInterval: 30_000 });
  useNews(shown.refetch);
  const output = shown.data?.data;
  const missing = id === 0 || shown.error?.status === 404;
  const named = output ? t('window.title', { number: output.number }) : t(missing ? 'window.missing' : 'window.one');
  usePageTitle(named, {
    crumbs: [{ title: t('list.title'), path: pathOf('repositoryOutput') }],
    ...(output && {
      chip: (
        <TitleChip look={outputLook(output.status)} steps={MAIN_PATH_LOOKS} at={placeOf(output.status)}>
          {tm(`states.${output.status}.name`)}
        </TitleChip>
      ),
    }),
  });
  if (missing)
    return (
      <Empty kind="notFound" title={t('window.missing')} text={t('window.missingText')}>
        <Link href={pathOf('repositoryOutput')}>{t('window.toList')}</Link>
      </Empty>
    );
  if (output === undefined)
    return shown.error ? (
      <Failed title={t('window.failed')} error={shown.error} onRetry={() => void shown.refetch()} />
    ) : (
      <SkeletonRows rows={12} />
    );
  return <Workspace key={id} output={output} />;
}
