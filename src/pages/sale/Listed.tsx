/** That the black list has the client today, until when, and what follows of it here. */
import { Link } from 'wouter';
import type { ListedDays } from '../../../contract/common.ts';
import { formatDate } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { cardPath } from '../clients/paths.ts';

interface ListedProps {
  listed: ListedDays | null;
  client: number;
  of: 'order' | 'contract';
}

// texts: sale listed.order, listed.contract
export function Listed({ listed, client, of }: ListedProps) {
  const t = useText('sale');
  if (listed === null) return null;
  const { from, to } = listed;
  return (
    <Notice tone="bad" action={<Link href={cardPath(client)}>{t('listed.card')}</Link>}>
      {to === null
        ? t('listed.since', { from: formatDate(from) })
        : t('listed.between', { from: formatDate(from), to: formatDate(to) })}{' '}
      {t(`listed.${of}`)}
    </Notice>
  );
}
