/** Changing one's own password beside whatever page is shown (spec 2 "Account menu", spec 4, spec 5). */
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { MESSAGE_SECONDS } from '../../machines/passwordChange/passwordChange.machine.ts';
import { passwordChange, usePasswordChange } from '../app/passwordChange.ts';
import { useUser } from '../app/session.ts';
import { useText } from '../i18n/index.ts';
import { PasswordForm } from '../pages/passwordExpired/PasswordForm.tsx';
import { Pane } from '../ui/layout.tsx';
import { Notice } from '../ui/Notice.tsx';
import './passwordPanel.css';

function Changed() {
  const t = useText('account');
  const message = usePasswordChange(({ context }) => context.message);
  const left = usePasswordChange(({ context }) => context.secondsLeft);
  const box = useRef<HTMLDivElement>(null);
  // the form with the focus in it is gone
  useEffect(() => box.current?.focus(), []);
  return (
    <div ref={box} tabIndex={-1} className="stack password-changed">
      <Notice tone="done" inset>
        {message} {t('password.thenSignIn')}
      </Notice>
      {/* read once by the notice above: a count is for the eye */}
      <div className="password-count" aria-hidden="true">
        <b className="num">{left}</b>
        <i>
          <i style={{ width: `${(left / MESSAGE_SECONDS) * 100}%` }} />
        </i>
      </div>
    </div>
  );
}

/** Asked in the panel itself, before something typed is lost. */
function Leaving() {
  const t = useText('account');
  const stay = useRef<HTMLButtonElement>(null);
  useEffect(() => stay.current?.focus(), []);
  return (
    <div
      className="stack password-leaving"
      role="alertdialog"
      aria-labelledby="password-leaving"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // the panel behind the question stays
        event.stopPropagation();
        passwordChange.send({ type: 'leaving.dismiss' });
      }}
    >
      <Notice tone="waiting" inset>
        <span id="password-leaving">{t('password.leaving')}</span>
      </Notice>
      <div className="row wrap">
        <button
          ref={stay}
          type="button"
          className="bp6-button bp6-intent-primary"
          onClick={() => passwordChange.send({ type: 'leaving.dismiss' })}
        >
          {t('password.goOn')}
        </button>
        <button
          type="button"
          className="bp6-button bp6-minimal"
          onClick={() => passwordChange.send({ type: 'leaving.confirm' })}
        >
          {t('password.leave')}
        </button>
      </div>
    </div>
  );
}

function Panel() {
  const t = useText('account');
  const c = useText('common');
  const { username } = useUser();
  const failure = usePasswordChange(({ context }) => context.failure);
  const busy = usePasswordChange((snapshot) => snapshot.hasTag('busy'));
  const asking = usePasswordChange((snapshot) => snapshot.hasTag('asking'));
  const changed = usePasswordChange((snapshot) => snapshot.hasTag('changed'));
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (document.activeElement !== document.body) return;
      // the entry of the account menu is gone by now: its button takes the focus
      const back = opener !== document.body && opener?.isConnected ? opener : document.querySelector('.account-button');
      if (back instanceof HTMLElement) back.focus();
    },
    [opener],
  );
  const close = () => passwordChange.send({ type: 'panel.close' });
  return (
    <Pane
      title={t('password.title')}
      closeLabel={c('close')}
      {...(changed || busy || asking ? {} : { onClose: close })}
    >
      {changed ? (
        <Changed />
      ) : (
        <>
          <div className="password-form" inert={asking}>
            <PasswordForm
              username={username}
              failure={failure}
              busy={busy}
              onTyped={(typed) => passwordChange.send({ type: typed ? 'form.typed' : 'form.emptied' })}
              onSubmit={(change) => passwordChange.send({ type: 'password.submit', ...change })}
              aside={
                <button type="button" className="bp6-button bp6-minimal" disabled={busy} onClick={close}>
                  {c('back')}
                </button>
              }
            />
          </div>
          {asking && <Leaving />}
        </>
      )}
    </Pane>
  );
}

/** Beside the page, not in it: it stays while one goes to another. */
export default function PasswordPanel() {
  const place = document.getElementById('content');
  return place === null ? null : createPortal(<Panel />, place);
}
