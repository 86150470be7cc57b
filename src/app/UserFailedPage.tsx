/** The whole page when the person could not be loaded: the token stays, one tries again or logs out (decision 4). */
import { useText } from '../i18n/index.ts';
import { EmptyLayout } from '../pages/passwordExpired/EmptyLayout.tsx';
import { Empty } from '../ui/Empty.tsx';
import { usePageTitle } from './pageTitle.ts';
import { session, useSession } from './session.ts';

export default function UserFailedPage() {
  const t = useText('session');
  const c = useText('common');
  const failure = useSession((snapshot) => snapshot.context.failure);
  usePageTitle(t('userFailed.title'));
  return (
    <EmptyLayout>
      <h1 className="unseen">{t('userFailed.title')}</h1>
      <Empty
        kind="failed"
        title={t('userFailed.title')}
        text={
          <>
            {failure?.code === 'network' ? t('userFailed.network') : failure?.message || t('userFailed.text')}
            <br />
            {t('userFailed.safe')}
          </>
        }
        requestId={failure?.requestId ?? undefined}
        requestLabels={{ request: c('request'), copy: c('copy') }}
      >
        <button
          type="button"
          className="bp6-button bp6-intent-primary"
          onClick={() => session.send({ type: 'user.retry' })}
        >
          {c('retry')}
        </button>
        <button
          type="button"
          className="bp6-button bp6-minimal"
          onClick={() => session.send({ type: 'session.logOut' })}
        >
          {t('logOut')}
        </button>
      </Empty>
    </EmptyLayout>
  );
}
