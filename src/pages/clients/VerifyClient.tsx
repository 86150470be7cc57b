/** Where somebody who is about to sign is not identified: MyID is asked with one click, which says that the person agrees. */
import { Button } from '@blueprintjs/core';
import { Link } from 'wouter';
import { useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Notice, Reason } from '../../ui/Notice.tsx';
import { Differences } from './Differences.tsx';
import { cardPath } from './paths.ts';
import { SessionState } from './SessionState.tsx';
import { useClientMyid } from './useMyid.ts';

/** @param stale readings that change with the answer */
export function VerifyClient({ id, stale }: { id: number; stale: readonly string[] }) {
  const t = useText('directories/client');
  const { read, session, verified, isWaiting, begin, mayAsk, busy, error } = useClientMyid(id, stale);
  // of one whose time is over the session says nothing of today
  const shown = session?.status === 'passed' && session.differences.length === 0 && verified === null ? null : session;
  return (
    <div className="client-verify" data-testid="verify-client">
      {read.error && <Failed title={t('myid.failed')} error={read.error} onRetry={() => void read.refetch()} />}
      {shown !== null && <SessionState session={shown} />}
      {shown !== null && <Differences session={shown} />}
      <div className="row wrap">
        {mayAsk && !isWaiting && (
          <Button
            text={t('myid.askAgreed')}
            loading={busy}
            disabled={read.data === undefined}
            onClick={begin}
            data-testid="verify-ask"
          />
        )}
        <Link href={cardPath(id)}>{t('myid.card')}</Link>
      </div>
      {!mayAsk && <Reason>{t('myid.mayNot')}</Reason>}
      {error !== null && (
        <Notice tone="bad" inset>
          {error}
        </Notice>
      )}
    </div>
  );
}
