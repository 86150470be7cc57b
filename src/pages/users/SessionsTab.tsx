/** Where an employee is signed in now. */
import { branchUserSessions } from '../../../contract/people.ts';
import { useCall } from '../../api/queries.ts';
import { formatDateTime } from '../../format/dates.ts';
import { deviceOf } from '../../format/device.ts';
import { useText } from '../../i18n/index.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import './users.css';

export function SessionsTab({ id }: { id: number }) {
  const t = useText('users');
  const a = useText('account');
  const found = useCall(branchUserSessions, { params: { id } });
  if (found.isPending) return <SkeletonRows rows={3} columns={[3, 1]} />;
  if (found.data === undefined)
    return <Failed title={a('sessions.failed')} error={found.error} onRetry={() => void found.refetch()} />;
  const sessions = found.data.data;
  if (sessions.length === 0) return <Empty kind="nothing" title={t('noSessions')} text={t('noSessionsText')} />;
  return (
    <ul className="user-lines" data-testid="user-sessions">
      {sessions.map((session) => (
        <li key={session.id}>
          {deviceOf(session.user_agent) ?? a('sessions.unknown')}
          {session.current && <span className="unit"> {a('sessions.here')}</span>}
          <span className="user-note num">
            {a('sessions.since', { time: formatDateTime(session.created_at) })},{' '}
            {a('sessions.until', { time: formatDateTime(session.expires_at) })}
          </span>
        </li>
      ))}
    </ul>
  );
}
