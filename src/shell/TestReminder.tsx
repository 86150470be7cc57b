/** The countdown to the nearest test in the header, and the dialog at zero (spec 4 "Test reminder"). */
import { StopwatchIcon } from '@blueprintjs/icons';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import type { Reminder } from '../../contract/reminder.ts';
import { leftOf } from '../../machines/testReminder/testReminder.machine.ts';
import { inspect } from '../app/inspect.ts';
import { testPath } from '../app/testPath.ts';
import { formatClock } from '../format/dates.ts';
import { useText } from '../i18n/index.ts';
import { AskDialog } from '../ui/AskDialog.tsx';
import { classes } from '../ui/look.ts';
import { Notice } from '../ui/Notice.tsx';
import { onAnswerElsewhere, reminderMachine } from './reminderActors.ts';
import './testReminder.css';

/** Zero is shown at zero, and not for the last second before it. */
const wholeSeconds = (left: number) => Math.ceil(left / 1000) * 1000;

/** A page without chrome shows the countdown only so shortly before zero, in milliseconds. */
const SOON = 600_000;
const MINUTE = 60_000;

interface TestReminderProps {
  /** The hourly tests that the page read last, and when. */
  hourly: readonly Reminder[];
  at: number;
  quiet: boolean;
}

export default function TestReminder({ hourly, at, quiet }: TestReminderProps) {
  const t = useText('reminder');
  const actor = useActorRef(reminderMachine, { inspect });
  const context = useSelector(actor, (snapshot) => snapshot.context);
  const asking = useSelector(actor, (snapshot) => snapshot.hasTag('asking'));
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  // the same answer read again matters too: what is counted may have changed meanwhile
  const seen = useRef(at);
  useEffect(() => {
    if (seen.current === at) return;
    seen.current = at;
    actor.send({ type: 'tests.read', attemptIds: hourly.map((one) => one.attempt_id) });
  }, [actor, at, hourly]);
  useEffect(
    () => onAnswerElsewhere((answered) => actor.send({ type: 'answer.elsewhere', attemptIds: answered })),
    [actor],
  );
  const { failure } = context;
  const [reminder] = context.reminders;
  const left = leftOf(context);
  if (reminder === undefined || left === null) return null;
  return (
    <>
      {(!quiet || left <= SOON) && (
        <Link
          href={testPath(reminder.attempt_id)}
          className={classes('test-countdown', left < MINUTE && 'last-minute', left === 0 && 'test-due')}
          title={reminder.title}
        >
          <StopwatchIcon size={12} />
          {left === 0 ? (
            <>
              <span className="test-countdown-words">{t('due')}</span> <span className="test-begin">{t('begin')}</span>
            </>
          ) : (
            <>
              <span className="test-countdown-words">{t('until')}</span>
              <b className="num" role="timer">
                {formatClock(wholeSeconds(left))}
              </b>
            </>
          )}
        </Link>
      )}
      {asking && (
        <AskDialog
          title={t('title')}
          held
          onClose={() => {}}
          onSubmit={() => actor.send({ type: 'test.go' })}
          foot={
            <>
              <button type="submit" className="bp6-button bp6-intent-primary" disabled={busy}>
                {t('go')}
              </button>
              <button
                type="button"
                className="bp6-button"
                disabled={busy}
                onClick={() => actor.send({ type: 'test.skip' })}
              >
                {busy ? t('skipping') : t('skip')}
              </button>
            </>
          }
        >
          <p>{t('text', { title: reminder.title })}</p>
          {reminder.first_try && <p className="muted">{t('firstTry')}</p>}
          {failure !== null && (
            <Notice tone="bad" inset>
              {failure.message}
            </Notice>
          )}
        </AskDialog>
      )}
    </>
  );
}
