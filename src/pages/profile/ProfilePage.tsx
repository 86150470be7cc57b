/** One's own page: who one is here, how the app looks, the password, the open sessions (decision 50). */
import type { ReactNode } from 'react';
import { usePageTitle } from '../../app/pageTitle.ts';
import { openPasswordPanel } from '../../app/passwordPanel.ts';
import { usePasswordPanel } from '../../app/passwordShown.ts';
import { useUser } from '../../app/session.ts';
import { formatDateTimeFull } from '../../format/dates.ts';
import { useText } from '../../i18n/index.ts';
import { LanguageSwitch } from '../../i18n/LanguageSwitch.tsx';
import { FontSize } from '../../shell/FontSize.tsx';
import { ThemeSwitch } from '../../shell/ThemeSwitch.tsx';
import { Sessions } from './Sessions.tsx';
import './profile.css';

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="profile-part" aria-labelledby={id}>
      <h2 className="section-title" id={id}>
        {title}
      </h2>
      <div className="stack">{children}</div>
    </section>
  );
}

function Own() {
  const t = useText('account');
  const c = useText('common');
  const user = useUser();
  const facts = [
    ['fullname', user.fullname],
    ['id', user.id],
    ['username', user.username],
    ['phone', user.phone ?? c('nothing')],
    ['position', user.position],
    ['organization', user.organization],
    ['lastLogin', user.last_login === null ? c('nothing') : formatDateTimeFull(user.last_login)],
  ] as const;
  return (
    <>
      <dl className="facts">
        {facts.map(([key, value]) => (
          <div key={key} className="profile-fact">
            <dt>{t(`profile.${key}`)}</dt>
            <dd className={typeof value === 'number' ? 'num' : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="muted text-xs">{t('profile.wrong')}</p>
    </>
  );
}

export default function ProfilePage() {
  const t = useText('account');
  const changing = usePasswordPanel();
  usePageTitle(t('pages:profile'));
  return (
    <div className="scroll">
      <div className="profile">
        <Part id="profile-own" title={t('profile.own')}>
          <Own />
        </Part>
        <Part id="profile-look" title={t('profile.look')}>
          <div className="profile-choice">
            <span className="muted" aria-hidden="true">
              {t('profile.language')}
            </span>
            <LanguageSwitch />
          </div>
          <ThemeSwitch />
          <div className="profile-choice">
            <span className="muted" aria-hidden="true">
              {t('profile.fontSize')}
            </span>
            <span className="row profile-font">
              <FontSize />
            </span>
          </div>
        </Part>
        <Part id="profile-password" title={t('profile.password')}>
          <p className="muted">{t('profile.passwordText')}</p>
          <div>
            <button type="button" className="bp6-button" disabled={changing} onClick={() => void openPasswordPanel()}>
              {t('profile.changePassword')}
            </button>
          </div>
        </Part>
        <Part id="profile-sessions" title={t('sessions.title')}>
          <Sessions />
        </Part>
      </div>
    </div>
  );
}
