/** The whole page, at the same address, while the password of the person signed in has expired (decision 5). */
import { usePageTitle } from '../../app/pageTitle.ts';
import { session, useSession } from '../../app/session.ts';
import { useText } from '../../i18n/index.ts';
import { Notice } from '../../ui/Notice.tsx';
import { EmptyLayout } from './EmptyLayout.tsx';
import { PasswordForm } from './PasswordForm.tsx';

export default function PasswordExpiredPage() {
  const t = useText('session');
  const { user, failure, message } = useSession((snapshot) => snapshot.context);
  const changed = useSession((snapshot) => snapshot.matches({ present: { passwordExpired: 'changed' } }));
  const busy = useSession((snapshot) => snapshot.matches({ present: { passwordExpired: 'changing' } }));
  usePageTitle(t('expired.title'));
  return (
    <EmptyLayout>
      <h1>{changed ? t('changed.title') : t('expired.title')}</h1>
      {changed ? (
        <Notice tone="done" inset>
          {message ?? t('changed.title')} {t('changed.text')}
        </Notice>
      ) : (
        <>
          <p>{t('expired.text', { username: user?.username ?? '' })}</p>
          <PasswordForm
            username={user?.username ?? ''}
            failure={failure}
            busy={busy}
            onSubmit={(change) => session.send({ type: 'password.submit', ...change })}
            aside={
              <button
                type="button"
                className="bp6-button bp6-minimal"
                disabled={busy}
                onClick={() => session.send({ type: 'session.logOut' })}
              >
                {t('logOut')}
              </button>
            }
          />
        </>
      )}
    </EmptyLayout>
  );
}
