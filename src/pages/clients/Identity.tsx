/** Whether MyID, or a checked copy of the document, has identified the client, until when, and what MyID says otherwise than the card. */
import { Button, Checkbox } from '@blueprintjs/core';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { useAllows } from '../../app/session.ts';
import { formatDate } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf, withQuery } from '../../routes/registry.ts';
import { Failed } from '../../ui/Failed.tsx';
import { FileLink } from '../../ui/files/FileLink.tsx';
import { Notice, Reason } from '../../ui/Notice.tsx';
import { StateChip } from '../../ui/StateChip.tsx';
import { Differences } from './Differences.tsx';
import { SessionState } from './SessionState.tsx';
import { useClientMyid } from './useMyid.ts';

const CopyDialog = lazy(() => import('./CopyDialog.tsx'));

const CARD = ['clientShow', 'clientHistory'];

export function Identity({ id }: { id: number }) {
  const t = useText('directories/client');
  const { read, verified, copies, copyRefused, session, begun, isWaiting, begin, mayAsk, busy, error } = useClientMyid(
    id,
    CARD,
  );
  const maySeeRequests = useAllows('client_change.show');
  const mayConfirm = useAllows('client_change.confirm');
  const [agreed, setAgreed] = useState(false);
  const [asks, setAsks] = useState(false);
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
              {t(verified.copy === null ? 'myid.verified' : 'myid.byCopy', { until: formatDate(verified.until) })}
            </StateChip>
          )}
        </p>
      )}
      {verified?.copy && (
        <p data-testid="copy-checked">
          {t('myid.checkedBy', { who: verified.copy.checked_by.fullname })}{' '}
          {verified.copy.file !== null && <FileLink file={verified.copy.file} />}
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
      {copyRefused !== null && (
        <div data-testid="copy-refused">
          <Reason>{copyRefused}</Reason>
        </div>
      )}
      {copies && mayConfirm && copyRefused === null && (
        <p>
          <Button text={t('myid.copy.ask')} onClick={() => setAsks(true)} data-testid="copy-check" />
        </p>
      )}
      {asks && (
        <Suspense>
          <CopyDialog id={id} onClose={() => setAsks(false)} />
        </Suspense>
      )}
      {maySeeRequests && (
        <p>
          <Link href={requests}>{t('myid.requests')}</Link>
        </p>
      )}
    </section>
  );
}
