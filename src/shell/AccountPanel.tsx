/** What the account menu opens: who is signed in, how the program looks, and what is of every page. */
import { ErrorIcon, KeyCommandIcon, LockIcon, LogOutIcon, PersonIcon, PulseIcon } from '@blueprintjs/icons';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import { mayHandIn } from '../app/handInNote.ts';
import { showSheet } from '../app/keys.ts';
import { live, useLive } from '../app/live.ts';
import { openPasswordPanel } from '../app/passwordPanel.ts';
import { session, useUser } from '../app/session.ts';
import { useText } from '../i18n/index.ts';
import { LanguageSwitch } from '../i18n/LanguageSwitch.tsx';
import { pathOf } from '../routes/registry.ts';
import { Kbd } from '../ui/small.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

const HandInWaits = lazy(() => import('./HandInWaits.tsx'));

/** The day and the month of practice in words. */
export interface Practice {
  readonly day: ReactNode;
  readonly month: string | null;
}

interface AccountPanelProps {
  star: ReactNode;
  practice: Practice;
  close: () => void;
}

export default function AccountPanel({ star, practice, close }: AccountPanelProps) {
  const t = useText('shell');
  const user = useUser();
  const { may: mayWatch, on: watching } = useLive();
  return (
    <div className="account">
      <div className="flyout-title">{user.fullname}</div>
      <dl className="facts flyout-words">
        <dt>{t('account.id')}</dt>
        <dd className="num">{user.id}</dd>
        <dt>{t('account.position')}</dt>
        <dd>{user.position}</dd>
        <dt>{t('account.organization')}</dt>
        <dd>{user.organization}</dd>
      </dl>
      <p className="flyout-words header-fact" data-testid="practice">
        {practice.day}
        {practice.month !== null && <span className="practice-month">{practice.month}</span>}
      </p>
      <div className="flyout-words row">
        <LanguageSwitch />
        <span className="grow" />
        {star}
      </div>
      <ThemeSwitch />
      <button
        type="button"
        className="sidebar-item"
        onClick={() => {
          void openPasswordPanel();
          close();
        }}
      >
        <LockIcon size={16} />
        {t('account.changePassword')}
      </button>
      <Link href={pathOf('profile')} className="sidebar-item" onClick={close}>
        <PersonIcon size={16} />
        {t('account.profile')}
      </Link>
      {mayWatch && (
        <button
          type="button"
          className="sidebar-item"
          aria-pressed={watching}
          onClick={() => {
            live.set(!watching);
            close();
          }}
        >
          <PulseIcon size={16} />
          {t('account.live')}
        </button>
      )}
      <button
        type="button"
        className="sidebar-item"
        aria-keyshortcuts="?"
        onClick={() => {
          close();
          showSheet('keys');
        }}
      >
        <KeyCommandIcon size={16} />
        {t('account.keys')}
        <Kbd>?</Kbd>
      </button>
      <button
        type="button"
        className="sidebar-item"
        aria-keyshortcuts="!"
        onClick={() => {
          close();
          showSheet('report');
        }}
      >
        <ErrorIcon size={16} />
        {t('account.report')}
        <Kbd>!</Kbd>
      </button>
      {mayHandIn() && (
        <Suspense>
          <HandInWaits />
        </Suspense>
      )}
      <button type="button" className="sidebar-item" onClick={() => session.send({ type: 'session.logOut' })}>
        <LogOutIcon size={16} />
        {t('account.logOut')}
      </button>
    </div>
  );
}
