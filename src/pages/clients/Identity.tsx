/** Whether MyID has identified the client, until when, and what it says otherwise than the card. */
import { Button, Checkbox } from '@blueprintjs/core';
import { useState } from 'react';
import { Link } from 'wouter';
import { useAllows } from '../../app/session.ts';
import { formatDate } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Notice, Reason } from '../../ui/Notice.tsx';
import { StateChip } from '../../ui/StateChip.tsx';
import { Differences } from './Differences.tsx';
import { SessionState } from './SessionState.tsx';
import { useClientMyid } from './useMyid.ts';

const CARD = ['clientShow', 'clientHistory'];

export function Identity({ id }: { id: number }) {
  const t = useText('directories/client');
  const { read, verified, session, begun, isWaiting, begin, mayAsk, busy, error } = useClientMyid(id, CARD);
  const maySeeRequests = useAllows('client_change.show');
  const [agreed, setAgreed] = useState(false);
  const requests = withQuery(pathOf('updateClient'), { client_id: id });

  return (
    <section className="client-identity" data-testid="client-identity">
      <h2>{t('myid.title')}</h2>
      {read.error && <Failed title={t('myid.failed')} error={read.error} onRetry={() => void read.refetch()} />}
      {read.data && (
        <p data-testid="myid-verified">
          {verified === null ? (
            <StateChip look="waiting" quiet>
              {t('myid.unverified')}
            </StateChip>
          ) : (
            <StateChip look="done" quiet>
              {t('myid.verified', { until: formatDate(verified.until) })}
            </StateChip>
          )}
        </p>
      )}
      {session !== null && <SessionState session={session} />}
      {session !== null && <Differences session={session} />}
      {mayAsk && !isWaiting && (
        <>
          <Checkbox
            checked={agreed}
            label={t('myid.agreed')}
            onChange={(event) => setAgreed(event.currentTarget.checked)}
            data-testid="myid-agreed"
          />
          <Button
            text={t(begun === null ? 'myid.ask' : 'myid.start')}
            disabled={!agreed}
            loading={busy}
            aria-describedby={agreed ? undefined : 'myid-why'}
            onClick={begin}
            data-testid="myid-ask"
          />
          {!agreed && <Reason id="myid-why">{t('myid.needsConsent')}</Reason>}
        </>
      )}
      {error !== null && (
        <Notice tone="bad" inset>
          {error}
        </Notice>
      )}
      {maySeeRequests && (
        <p>
          <Link href={requests}>{t('myid.requests')}</Link>
        </p>
      )}
    </section>
  );
}
