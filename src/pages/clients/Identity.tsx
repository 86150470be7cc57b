/** Whether MyID has identified the client, until when, and what it says otherwise than the card. */
import { Button, Checkbox } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { myidClient } from '../../../contract/myid.ts';
import { invalidateAll, useCall } from '../../api/queries.ts';
import { useAllows } from '../../app/session.ts';
import { formatDate } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Notice, Reason } from '../../ui/Notice.tsx';
import { FRESH } from '../../ui/record/useRecordPane.ts';
import { StateChip } from '../../ui/StateChip.tsx';
import { SessionState } from './SessionState.tsx';
import { mayStart, SOON_MS, useMyid } from './useMyid.ts';

export function Identity({ id }: { id: number }) {
  const t = useText('directories/client');
  const read = useCall(
    myidClient,
    { params: { id } },
    {
      ...FRESH,
      refetchInterval: ({ state }) => (state.data?.data.session?.status === 'in_progress' ? SOON_MS : false),
    },
  );
  const mayAsk = useAllows('client.add|client.edit|incomes.check');
  const maySeeRequests = useAllows('client_change.show');
  const [agreed, setAgreed] = useState(false);
  const { ask, busy, error } = useMyid();
  const { verified = null, session = null } = read.data?.data ?? {};
  const passed = session?.status === 'passed' ? session.id : null;
  // what the card lacked is filled by then
  useEffect(() => {
    if (passed !== null) invalidateAll(['clientShow', 'clientHistory']);
  }, [passed]);
  const isWaiting = session?.status === 'in_progress';
  const begun = session !== null && mayStart(session) ? session : null;
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
      {session !== null && session.differences.length > 0 && (
        <Notice tone="bad" inset>
          {t('myid.differs', { fields: session.differences.map((one) => t(`myid.field.${one}`)).join(', ') })}
        </Notice>
      )}
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
            onClick={() => void ask({ client_id: id, pinfl: null }, begun).then(() => read.refetch())}
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
