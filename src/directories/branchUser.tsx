/** Employees: where they are signed in, what they may do and why, and how somebody leaves. */
import { Link } from 'wouter';
import { branchUser, USERNAME } from '../../contract/directories/branchUser.ts';
import { useAllows } from '../app/session.ts';
import { directoryPage } from '../directory/page.tsx';
import { formatDateTime } from '../format/dates.ts';
import { formatNumber } from '../format/numbers.ts';
import type { Text } from '../i18n/index.ts';
import { LeavingQuestion } from '../pages/users/LeavingQuestion.tsx';
import { Moving } from '../pages/users/Moving.tsx';
import { RightsTab } from '../pages/users/RightsTab.tsx';
import { SessionsTab } from '../pages/users/SessionsTab.tsx';
import { pathOf } from '../routes/registry.ts';

function ToRules({ t }: { t: Text }) {
  return useAllows('user_rule.show') && <Link href={pathOf('userRules')}>{t('userRules')}</Link>;
}

export default directoryPage(branchUser, {
  acts: (t) => <ToRules t={t} />,
  columns: (t) => [
    {
      key: 'last_login',
      title: t('fields.last_login'),
      width: '9.5rem',
      value: ({ last_login }) => last_login && formatDateTime(last_login),
    },
    {
      key: 'sessions',
      title: t('fields.sessions'),
      kind: 'number',
      width: '8rem',
      hidden: true,
      value: ({ sessions }) => sessions,
      cell: ({ sessions }) => (sessions === 0 ? '' : formatNumber(sessions)),
    },
  ],
  rules: {
    username: (t) => (name) => (name === '' || USERNAME.test(name) ? null : { words: t('help.username') }),
  },
  tabs: (t) => [
    { key: 'rights', title: t('rights'), content: (id) => <RightsTab id={id} /> },
    { key: 'sessions', title: t('sessions'), content: (id) => <SessionsTab id={id} /> },
  ],
  asks: (form, record, t) => <Moving form={form} record={record} own={t} />,
  actions: { 'user.suspend': LeavingQuestion, 'user.dismiss': LeavingQuestion },
});
