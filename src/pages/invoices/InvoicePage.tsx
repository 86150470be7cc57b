import { Link, useParams } from 'wouter';
import { invoiceShow } from '../../../contract/invoices/heads.ts';
import { useNews } from '../../api/news.ts';
import { useCall } from '../../api/queries.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { TitleChip } from '../../ui/RailChip.tsx';
import { invoiceLook, MAIN_PATH_LOOKS, placeOf } from './looks.ts';
import { Opening } from './window/Opening.tsx';
import { capabilitiesOf } from './window/serverState.ts';

/** Milliseconds between two readings of an invoice that somebody may still move. */
const OPEN_EVERY = 30_000;

export default function InvoicePage() {
  const t = useText('invoiceList');
  const tm = useText('machines/invoice');
  const params = useParams<{ id: string }>();
  const id = /^[1-9]\d{0,8}$/.test(params.id) ? Number(params.id) : 0;
  const shown = useCall(
    invoiceShow,
    { params: { id } },
    {
      enabled: id > 0,
      // who only looks at it gets no notice when another person confirms it or takes it back
      refetchInterval: ({ state }) => (state.data && capabilitiesOf(state.data.data).open ? OPEN_EVERY : false),
    },
  );
  useNews(shown.refetch);
  const invoice = shown.data?.data;
  const missing = id === 0 || shown.error?.status === 404;
  const named = invoice ? t('window.title', { number: invoice.number }) : t(missing ? 'window.missing' : 'window.one');
  usePageTitle(named, {
    crumbs: [{ title: t('title'), path: pathOf('invoices') }],
    ...(invoice && {
      chip: (
        <TitleChip look={invoiceLook(invoice.status)} steps={MAIN_PATH_LOOKS} at={placeOf(invoice.status)}>
          {tm(`states.${invoice.status}.name`)}
        </TitleChip>
      ),
    }),
  });
  if (missing)
    return (
      <Empty kind="notFound" title={t('window.missing')} text={t('window.missingText')}>
        <Link href={pathOf('invoices')}>{t('window.toList')}</Link>
      </Empty>
    );
  if (shown.error)
    return <Failed title={t('window.failed')} error={shown.error} onRetry={() => void shown.refetch()} />;
  if (invoice === undefined) return <SkeletonRows rows={12} />;
  return <Opening key={id} invoice={invoice} />;
}
