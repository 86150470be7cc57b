/** One test at the screen of its person: introduction, questions, result. */
import { Button } from '@blueprintjs/core';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import type { MyTest } from '../../../contract/staffTests.ts';
import { groupOf, windowEnd } from '../../../machines/testAttempt/groups.ts';
import { newKey } from '../../api/client.ts';
import { inspect } from '../../app/inspect.ts';
import { useUser } from '../../app/session.ts';
import { formatDate, formatDateTime, formatTime } from '../../format/dates.ts';
import { formatPercent } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Figures } from '../../ui/layout.tsx';
import { SkeletonRows, TopBar } from '../../ui/loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { StateChip } from '../../ui/StateChip.tsx';
import { type AttemptActor, leftOf, testAttempt } from './actors.ts';
import { Questions } from './Questions.tsx';

export function Attempt({ attemptId }: { attemptId: number }) {
  const t = useText('tests');
  const userId = useUser().id;
  const machine = useMemo(() => testAttempt(userId), [userId]);
  const actor = useActorRef(machine, { input: { attemptId }, inspect });
  const place = useSelector(actor, ({ value }) => (typeof value === 'string' ? value : 'answering'));
  const test = useSelector(actor, ({ context }) => context.test);
  const refusal = useSelector(actor, ({ context }) => context.refusal);
  const ended = useSelector(actor, ({ context }) => context.ended);
  const timeUp = useSelector(actor, ({ context }) => context.timeUp);

  if (place === 'failed' && refusal !== null) {
    return (
      <div className="sheet-main" data-testid="attempt" data-place="failed">
        <Empty
          kind={refusal.code === 'not_found' ? 'notFound' : 'failed'}
          title={t('openFailed')}
          text={refusal.message}
          {...(refusal.requestId !== '' && { requestId: refusal.requestId })}
          requestLabels={{ request: t('common:request'), copy: t('common:copy') }}
        >
          <Button text={t('common:retry')} onClick={() => actor.send({ type: 'test.open' })} />
        </Empty>
      </div>
    );
  }
  if (test === null) {
    return (
      <div className="sheet-main" aria-busy="true" data-testid="attempt" data-place={place}>
        <TopBar label={t('common:loading')} />
        <SkeletonRows />
      </div>
    );
  }
  const busy = place === 'starting' || place === 'handingIn' || place === 'opening';
  const sitting = place === 'answering' || place === 'handingIn' || place === 'notHandedIn';
  return (
    <div className="sheet-main" aria-busy={busy} data-testid="attempt" data-place={place} data-sitting={sitting}>
      {busy && <TopBar label={t(place === 'handingIn' ? 'handingIn' : 'common:loading')} />}
      {place === 'notHandedIn' ? (
        <Notice
          tone="offline"
          action={<Button size="small" text={t('sendAgain')} onClick={() => actor.send({ type: 'handIn.retry' })} />}
        >
          <b>{t('notHandedIn')}</b> {t('notHandedInText')}
        </Notice>
      ) : place === 'result' && ended !== null ? (
        <Notice tone="waiting">
          {t(test.test_results.at(-1)?.handed_in === false ? 'ended.time' : 'ended.elsewhere')}
          {ended.lost > 0 && ` ${t('ended.lost', { count: ended.lost })}`}
        </Notice>
      ) : timeUp && (place === 'handingIn' || place === 'result') ? (
        <div role="alert" data-testid="time-up">
          <Notice tone="waiting">{t(place === 'result' ? 'ended.byItself' : 'ended.handingIn')}</Notice>
        </div>
      ) : (
        refusal !== null &&
        (refusal.kind === 'failed' ? (
          <RefusalNotice refusal={refusal} />
        ) : (
          <Notice tone="waiting">{refusal.code === 'other_sitting' ? refusal.message : t('elsewhere')}</Notice>
        ))
      )}
      {sitting ? (
        <Questions actor={actor} test={test} held={place !== 'answering'} />
      ) : place === 'result' ? (
        <Result actor={actor} test={test} />
      ) : (
        <Intro actor={actor} test={test} busy={busy} />
      )}
    </div>
  );
}

function Head({ test }: { test: MyTest }) {
  const t = useText('tests');
  return (
    <>
      <h2 className="tests-title">{test.title}</h2>
      {test.description !== '' && <p className="reading tests-words">{test.description}</p>}
      <p className="muted text-xs">
        {t('by', { name: test.added_user.fullname })}
        {test.end !== null && `, ${t('until', { date: formatDate(test.end) })}`}
      </p>
    </>
  );
}

const begin = (actor: AttemptActor) => actor.send({ type: 'test.start', key: newKey() });

/** Whole minutes of a sitting that is begun now: the end of the test cuts them. @param left milliseconds until then. */
export const minutesOf = (duration: number, left: number): number =>
  Math.max(0, Math.min(duration, Math.floor(left / 60_000)));

function useMinutes({ duration, end }: MyTest, ahead: number): number {
  const [, look] = useState(0);
  useEffect(() => {
    if (end === null) return;
    const timer = setInterval(() => look((times) => times + 1), 1_000);
    return () => clearInterval(timer);
  }, [end]);
  return end === null ? duration : minutesOf(duration, leftOf(end, ahead));
}

function Intro({ actor, test, busy }: { actor: AttemptActor; test: MyTest; busy: boolean }) {
  const t = useText('tests');
  const minutes = useMinutes(
    test,
    useSelector(actor, ({ context }) => context.ahead),
  );
  return (
    <div className="scroll padded">
      <div className="tests-sheet">
        <Head test={test} />
        <Figures
          items={[
            { key: 'questions', label: t('questions'), value: test.question_count },
            {
              key: 'time',
              label: t('time'),
              value: minutes === 0 ? t('underMinute') : t('minutes', { count: minutes }),
            },
            { key: 'pass', label: t('pass'), value: formatPercent(test.pass_percent, 0) },
            { key: 'tries', label: t('tries'), value: test.tries_left },
          ]}
        />
        <ul className="tests-rules reading">
          {test.end !== null && minutes < test.duration && (
            <li>{t('rules.cut', { time: formatTime(test.end), minutes: t('minutes', { count: test.duration }) })}</li>
          )}
          <li>{t('rules.clock')}</li>
          <li>{t('rules.kept')}</li>
          <li>{t('rules.offline')}</li>
          <li>{t('rules.end')}</li>
        </ul>
        <Results test={test} />
        <div>
          <Button intent="primary" size="large" text={t('begin')} disabled={busy} onClick={() => begin(actor)} />
        </div>
      </div>
    </div>
  );
}

function Result({ actor, test }: { actor: AttemptActor; test: MyTest }) {
  const t = useText('tests');
  const last = test.test_results.at(-1);
  // The window in the server's last answer: by its own times, not by this browser's clock.
  const end = windowEnd(test);
  const hourly = last !== undefined && groupOf(test, Date.parse(last.created_at)) === 'hourly';
  return (
    <div className="scroll padded">
      <div className="tests-sheet">
        <Head test={test} />
        {last !== undefined && (
          <div className="tests-result" role="status">
            <StateChip look={last.passed ? 'done' : 'bad'}>{t(last.passed ? 'passed' : 'notPassed')}</StateChip>
            <p className="tests-percent num" data-testid="test-percent">
              {formatPercent(last.percent, 2)}
            </p>
            <p className="muted">{t('needed', { percent: formatPercent(test.pass_percent, 0) })}</p>
          </div>
        )}
        {test.tries_left > 0 ? (
          <>
            <p className="reading" data-testid="tries-left">
              {t('triesLeft', { count: test.tries_left })}
              {hourly && end !== undefined && ` ${t('window', { time: formatTime(end) })}`}
            </p>
            <div>
              <Button intent="primary" text={t('again')} onClick={() => begin(actor)} />
            </div>
          </>
        ) : (
          last?.passed === false && (
            <p className="reading" data-testid="tries-left">
              {t('noTries')}
            </p>
          )
        )}
        <Results test={test} />
      </div>
    </div>
  );
}

/** What was handed in before, the newest first. */
function Results({ test }: { test: MyTest }) {
  const t = useText('tests');
  if (test.test_results.length === 0) return null;
  return (
    <section>
      <h3 className="tests-sub">{t('before')}</h3>
      <ul className="tests-results">
        {test.test_results.toReversed().map((result) => (
          <li key={result.created_at}>
            <span className="num">{formatDateTime(result.created_at)}</span>
            <span className="num">{formatPercent(result.percent, 2)}</span>
            <StateChip look={result.passed ? 'done' : 'bad'} quiet>
              {t(result.passed ? 'passed' : 'notPassed')}
              {!result.handed_in && `, ${t('own.byTime')}`}
            </StateChip>
          </li>
        ))}
      </ul>
    </section>
  );
}
