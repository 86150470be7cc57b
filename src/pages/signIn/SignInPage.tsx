/** Sign-in, and the forced change of a password that expired. */
import { ArrowRightIcon } from '@blueprintjs/icons';
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react';
import { usePageTitle } from '../../app/pageTitle.ts';
import { type Place, readPlace } from '../../app/place.ts';
import { session, useSession } from '../../app/session.ts';
import { useText } from '../../i18n/index.ts';
import { Rich } from '../../i18n/Rich.tsx';
import { Field, PasswordInput, TextInput } from '../../ui/Field.tsx';
import { InfoBox, Notice } from '../../ui/Notice.tsx';
import { EmptyLayout } from '../passwordExpired/EmptyLayout.tsx';
import { FailureNotice } from '../passwordExpired/FailureNotice.tsx';

/** Few need it: a password that expired. Sign-in itself waits for nothing. */
const PasswordForm = lazy(() =>
  import('../passwordExpired/PasswordForm.tsx').then((module) => ({ default: module.PasswordForm })),
);

/** Why one is here again, and where one returns. */
function WayBack() {
  const t = useText('session');
  const [place] = useState(readPlace);
  if (place === null) return null;
  const returnText = ({ reason, title }: Place) => {
    if (reason === 'link') return t('wayBack.toLink');
    return title === null ? t('wayBack.toPage') : t('wayBack.toPlace', { title });
  };
  const reason = place.reason === 'link' ? null : t(`wayBack.${place.reason}`);
  const returns = place.path === null || place.path === '/' ? null : returnText(place);
  if (reason === null && returns === null) return null;
  return (
    <InfoBox>
      {reason} {returns !== null && <Rich text={returns} />}
    </InfoBox>
  );
}

const FIELDS = ['username', 'password'];

function SignInForm() {
  const t = useText('session');
  const failure = useSession((snapshot) => snapshot.context.failure);
  const busy = useSession((snapshot) => snapshot.matches({ signedOut: 'signingIn' }));
  const form = useRef<HTMLFormElement>(null);
  // who was here when the session ended by itself types the password alone
  const [username] = useState(() => readPlace()?.username ?? '');
  const [missing, setMissing] = useState<readonly string[]>([]);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const username = String(data.get('username') ?? '').trim();
    const password = String(data.get('password') ?? '');
    const empty = [...(username === '' ? ['username'] : []), ...(password === '' ? ['password'] : [])];
    setMissing(empty);
    if (empty[0] === undefined) session.send({ type: 'credentials.submit', username, password });
    else form.current?.querySelector<HTMLInputElement>(`[name="${empty[0]}"]`)?.focus();
  }

  return (
    <>
      <h1>{t('signIn.title')}</h1>
      <p>{t('signIn.text')}</p>
      <form ref={form} noValidate onSubmit={submit}>
        <Field
          label={t('signIn.username')}
          error={missing.includes('username') ? t('signIn.usernameNeeded') : failure?.fields.username?.[0]}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              name="username"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={100}
              defaultValue={username}
              autoFocus={username === ''}
            />
          )}
        </Field>
        <Field
          label={t('signIn.password')}
          error={missing.includes('password') ? t('signIn.passwordNeeded') : failure?.fields.password?.[0]}
        >
          {(wiring) => (
            <PasswordInput
              {...wiring}
              name="password"
              autoComplete="current-password"
              maxLength={200}
              autoFocus={username !== ''}
              labels={{ show: t('password.show'), hide: t('password.hide'), capsLock: t('password.capsLock') }}
            />
          )}
        </Field>
        <FailureNotice failure={failure} fallback={t('signIn.failed')} fields={FIELDS} />
        <button type="submit" className="bp6-button bp6-intent-primary bp6-fill" disabled={busy}>
          <span className="bp6-button-text">{t(busy ? 'signIn.signingIn' : 'signIn.signIn')}</span>
          <ArrowRightIcon size={16} />
        </button>
      </form>
      <WayBack />
    </>
  );
}

function ExpiredForm() {
  const t = useText('session');
  const { username, failure } = useSession((snapshot) => snapshot.context);
  const busy = useSession((snapshot) => snapshot.matches({ signedOut: 'changingExpired' }));
  return (
    <>
      <h1>{t('expired.title')}</h1>
      <p>{t('expired.text', { username })}</p>
      <Suspense>
        <PasswordForm
          username={username}
          failure={failure}
          busy={busy}
          onSubmit={(change) => session.send({ type: 'password.submit', ...change })}
          aside={
            <button
              type="button"
              className="bp6-button bp6-minimal"
              disabled={busy}
              onClick={() => session.send({ type: 'password.cancel' })}
            >
              {t('expired.back')}
            </button>
          }
        />
      </Suspense>
    </>
  );
}

function Changed() {
  const t = useText('session');
  const message = useSession((snapshot) => snapshot.context.message);
  return (
    <>
      <h1>{t('changed.title')}</h1>
      <Notice tone="done" inset>
        {message ?? t('changed.title')} {t('changed.text')}
      </Notice>
    </>
  );
}

export default function SignInPage() {
  const t = useText('session');
  const changed = useSession((snapshot) => snapshot.matches({ signedOut: 'changed' }));
  const changing = useSession((snapshot) => snapshot.hasTag('changingPassword'));
  usePageTitle(t('signIn.title'));
  return <EmptyLayout>{changed ? <Changed /> : changing ? <ExpiredForm /> : <SignInForm />}</EmptyLayout>;
}
