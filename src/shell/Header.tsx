import { AnnouncementIcon, CaretDownIcon, NotificationsIcon } from '@blueprintjs/icons';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { loadUser } from '../../contract/cash.ts';
import { noticeUnread } from '../../contract/noticeCount.ts';
import { COUNTED_EVERY } from '../api/countedEvery.ts';
import { useCall } from '../api/queries.ts';
import { usePageTitleNow } from '../app/pageTitle.ts';
import { usePasswordPanel } from '../app/passwordShown.ts';
import { useUser } from '../app/session.ts';
import { formatDayMonth, monthName } from '../format/dates.ts';
import { initials, shortName } from '../format/names.ts';
import { LANGUAGES, type Language, useLanguage, useText } from '../i18n/index.ts';
import { LanguageSwitch } from '../i18n/LanguageSwitch.tsx';
import type { PageEntry } from '../routes/registry.ts';
import { setToastLabels } from '../ui/toasts.ts';
import type { Practice } from './AccountPanel.tsx';
import { Announcements, type OwnAnnouncements } from './Announcements.tsx';
import { BellCount } from './BellCount.tsx';
import { Crumbs } from './Crumbs.tsx';
import { Flyout } from './Flyout.tsx';
import { NearestTest } from './NearestTest.tsx';
import { PageHeading } from './PageHeading.tsx';
import { Star } from './Star.tsx';

const AccountPanel = lazy(() => import('./AccountPanel.tsx'));
const BellPanel = lazy(() => import('./BellPanel.tsx'));
const PasswordPanel = lazy(() => import('./PasswordPanel.tsx'));

function Bell({ announcements }: { announcements: OwnAnnouncements | null }) {
  const t = useText('shell');
  const c = useText('common');
  const { data } = useCall(noticeUnread, {}, { refetchInterval: COUNTED_EVERY, refetchOnWindowFocus: 'always' });
  const unread = data?.unread ?? 0;
  const request = c('request');
  const copy = c('copy');
  const close = c('close');
  useEffect(() => setToastLabels({ close, request, copy }), [close, request, copy]);
  return (
    <Flyout
      label={unread > 0 ? t('bell.unread', { count: unread }) : t('bell.label')}
      buttonClass="bp6-button bp6-minimal"
      button={
        <>
          <NotificationsIcon size={16} />
          <BellCount notices={unread} announcements={announcements?.unread ?? 0} />
        </>
      }
    >
      {(closeBell) => (
        <>
          {announcements !== null && (
            <button
              type="button"
              className="sidebar-item"
              onClick={() => {
                announcements.open();
                closeBell();
              }}
            >
              <AnnouncementIcon size={16} />
              {announcements.label}
            </button>
          )}
          <Suspense fallback={<div className="bell-list" />}>
            <BellPanel unread={unread} onClose={closeBell} />
          </Suspense>
        </>
      )}
    </Flyout>
  );
}

function Account({ star }: { star: ReactNode }) {
  const t = useText('shell');
  const user = useUser();
  const practice = usePractice();
  return (
    <Flyout
      label={t('account.label', { name: user.fullname })}
      buttonClass="bp6-button bp6-minimal account-button"
      button={
        <>
          <span className="avatar" aria-hidden="true">
            {initials(user.fullname)}
          </span>
          <span className="name">{shortName(user.fullname)}</span>
          <CaretDownIcon size={14} />
        </>
      }
    >
      {(close) => (
        <Suspense fallback={<div className="account" />}>
          <AccountPanel star={star} practice={practice} close={close} />
        </Suspense>
      )}
    </Flyout>
  );
}

/** The month's name in the person's language: the server gave it in the one that was spoken when the person was loaded. */
function monthIn(language: Language, name: string): string {
  const number = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].find((month) =>
    LANGUAGES.some((one) => monthName(month, one) === name.toLowerCase()),
  );
  return number === undefined ? name : monthName(number, language);
}

/** The day and the month of practice in words. */
function usePractice(): Practice {
  const t = useText('shell');
  const language = useLanguage();
  const user = useUser();
  // read again when a day was opened or closed here
  const { data } = useCall(loadUser, {}, { initialData: { data: user }, staleTime: Number.POSITIVE_INFINITY });
  const { practice_day, practice_month } = data?.data ?? user;
  return {
    day:
      practice_day === null ? (
        t('practice.none')
      ) : (
        <>
          <span className="practice-word">{t('practice.day')} </span>
          <b title={t('practice.day')}>{formatDayMonth(practice_day.date, language)}</b>
          {practice_day.status === 'closing' && `, ${t('practice.closing')}`}
        </>
      ),
    month:
      practice_month === null
        ? null
        : t('practice.month', {
            year: practice_month.year,
            month: monthIn(language, practice_month.month_humanize),
          }),
  };
}

export function Header({ page, menu }: { page: PageEntry; menu: ReactNode }) {
  const practice = usePractice();
  const [path] = useLocation();
  const said = usePageTitleNow();
  const changingPassword = usePasswordPanel();
  const star = (
    <Star page={page} path={path.replace(/(?<=.)\/$/, '')} title={page.path.includes(':') ? said?.title : undefined} />
  );
  return (
    <header className="header">
      <div className="header-place">
        {menu}
        <Crumbs page={page} />
        <PageHeading page={page} />
        {star}
        {said?.chip}
      </div>
      <div className="header-side">
        <span className="header-fact">
          {practice.day}
          {practice.month !== null && <span className="practice-month">{practice.month}</span>}
        </span>
        <NearestTest />
        <LanguageSwitch short />
        <Announcements>{(own) => <Bell announcements={own} />}</Announcements>
        <Account star={star} />
      </div>
      {changingPassword && (
        <Suspense>
          <PasswordPanel />
        </Suspense>
      )}
    </header>
  );
}
