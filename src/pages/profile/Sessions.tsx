/** One's open sessions: where, since when, and how to end them. */
import { useActorRef, useSelector } from '@xstate/react';
import { fromPromise } from 'xstate';
import { type OwnSession, sessionEnd, sessionEndOthers, sessionIndex } from '../../../contract/account.ts';
import { ownSessionsMachine } from '../../../machines/ownSessions/ownSessions.machine.ts';
import { messageOf, request } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { inspect } from '../../app/inspect.ts';
import { formatDateTime } from '../../format/dates.ts';
import { deviceOf } from '../../format/device.ts';
import { useText } from '../../i18n/index.ts';
import { Empty } from '../../ui/Empty.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RequestId } from '../../ui/RequestId.tsx';

const machine = ownSessionsMachine.provide({
  actors: {
    end: fromPromise(({ input: { id }, signal }) =>
      id === null ? request(sessionEndOthers, { signal }) : request(sessionEnd, { params: { id }, signal }),
    ),
  },
});

interface SessionProps {
  session: OwnSession;
  busy: boolean;
  onEnd: () => void;
}

function Session({ session, busy, onEnd }: SessionProps) {
  const t = useText('account');
  const device = deviceOf(session.user_agent) ?? t('sessions.unknown');
  const time = formatDateTime(session.created_at);
  return (
    <li className="profile-session">
      <span className="grow">
        {device}
        {session.current && <span className="unit"> {t('sessions.here')}</span>}
        <span className="profile-since num muted text-xs">
          {t('sessions.since', { time })}, {t('sessions.until', { time: formatDateTime(session.expires_at) })}
        </span>
      </span>
      {!session.current && (
        <button
          type="button"
          className="bp6-button bp6-small"
          disabled={busy}
          aria-label={t('sessions.endOf', { device, time })}
          onClick={onEnd}
        >
          {t('sessions.end')}
        </button>
      )}
    </li>
  );
}

export function Sessions() {
  const t = useText('account');
  const c = useText('common');
  const actor = useActorRef(machine, { inspect });
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const { failure, message } = useSelector(actor, (snapshot) => snapshot.context);
  const { data, error, refetch } = useCall(sessionIndex, {});
  const labels = { request: c('request'), copy: c('copy') };
  if (data === undefined && error !== null) {
    return (
      <Empty
        kind="failed"
        title={t('sessions.failed')}
        text={messageOf(error)}
        requestId={error.requestId}
        requestLabels={labels}
      >
        <button type="button" className="bp6-button" onClick={() => void refetch()}>
          {c('retry')}
        </button>
      </Empty>
    );
  }
  if (data === undefined) return <SkeletonRows rows={2} columns={[3, 1]} />;
  const sessions = data.data;
  return (
    <>
      <p className="muted">{t('sessions.text')}</p>
      <ul className="profile-sessions">
        {sessions.map((session) => (
          <Session
            key={session.id}
            session={session}
            busy={busy}
            onEnd={() => actor.send({ type: 'session.end', id: session.id })}
          />
        ))}
      </ul>
      {failure !== null && (
        <div role="alert">
          <Notice tone={failure.status === 0 ? 'offline' : 'bad'} inset>
            {failure.message || t('sessions.endFailed')}
            {failure.requestId !== null && failure.status >= 500 && (
              <div>
                <RequestId id={failure.requestId} labels={labels} />
              </div>
            )}
          </Notice>
        </div>
      )}
      {message !== null && (
        <Notice tone="done" inset>
          {message}
        </Notice>
      )}
      {sessions.some((session) => !session.current) ? (
        <div>
          <button
            type="button"
            className="bp6-button"
            disabled={busy}
            onClick={() => actor.send({ type: 'others.end' })}
          >
            {t('sessions.endOthers')}
          </button>
        </div>
      ) : (
        <p className="muted text-xs">{t('sessions.alone')}</p>
      )}
    </>
  );
}
