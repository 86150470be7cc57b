/** People whom partners have brought: called, and their first contract waited for. */
import { Link } from 'wouter';
import { initiativeClient } from '../../contract/directories/initiativeClient.ts';
import { documentPage } from '../document/page.tsx';
import { formatNumber } from '../format/numbers.ts';
import { cardPath } from '../pages/clients/paths.ts';
import { contractPath } from '../pages/sale/paths.ts';
import { Notice } from '../ui/Notice.tsx';
import { withWholeNumbers } from '../ui/wholeNumbers.tsx';

const idOf = (client: unknown): number | undefined => (client as { id: number } | null)?.id;

export default documentPage(initiativeClient, {
  giveWay: { valid_until: 'least', called_on: 'less', contract: 'less' },
  columns: (t) => [
    { key: 'contract', title: t('fields.contract'), kind: 'code', value: ({ contract }) => contract ?? null },
  ],
  windowActs({ fields, facts }, t) {
    const client = idOf(fields.client);
    return (
      <>
        {client !== undefined && (
          <Link className="bp6-button bp6-minimal" href={cardPath(client)}>
            {t('clientCard')}
          </Link>
        )}
        {typeof facts.contract_id === 'number' && (
          <Link className="bp6-button bp6-minimal" href={contractPath(facts.contract_id)}>
            {t('contractLink', { number: String(facts.contract) })}
          </Link>
        )}
      </>
    );
  },
  parts: ({ facts }, t) => (
    <>
      {['new', 'called', 'client'].includes(String(facts.status)) && (
        <Notice tone="info" inset>
          {t('promised', { terms: String(facts.terms) })}
          {facts.status === 'client' && typeof facts.due === 'number' && (
            <> {withWholeNumbers(t('due', { fee: formatNumber(facts.due) }))}</>
          )}
        </Notice>
      )}
      {facts.status === 'rewarded' && (
        <Notice tone="info" inset>
          {t('paidElsewhere')}
        </Notice>
      )}
    </>
  ),
});
