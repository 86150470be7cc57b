/** The card of a client, by PINFL, document or phone. */
import { Link } from 'wouter';
import { formatDate } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { FindClient } from '../../ui/person/FindClient.tsx';
import { cardPath } from './paths.ts';
import './clients.css';

export function FindCard() {
  const t = useText('directory');
  return (
    <FindClient testId="client-find" className="clients-found">
      {({ id, fullname, birth_date, active }) => (
        <>
          <Link href={cardPath(id)}>{fullname}</Link>
          <span className="muted num">{formatDate(birth_date)}</span>
          {!active && <span className="muted">{t('archived')}</span>}
        </>
      )}
    </FindClient>
  );
}
