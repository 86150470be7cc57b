/** The tests of the person signed in, by group, and the one that is taken (spec 4 "Tests", decisions 11–15). */
import { CaretDownIcon, CaretUpIcon } from '@blueprintjs/icons';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { type MyTest, myTests } from '../../../contract/staffTests.ts';
import { currentTest, groupOf, inGroup, TEST_GROUPS, windowEnd } from '../../../machines/testAttempt/groups.ts';
import { useCall } from '../../api/queries.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { testPath } from '../../app/testPath.ts';
import { formatDate, formatTime } from '../../format/dates.ts';
import { formatPercent } from '../../format/numbers.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { classes } from '../../ui/look.ts';
import { Attempt, minutesOf } from './Attempt.tsx';
import './tests.css';

export default function TestQuestionsPage() {
  const t = useText('tests');
  usePageTitle(t('title'));
  const [address, setAddress] = useAddress();
  const read = useCall(myTests, {});
  const asked = numberIn(address, 'attempt');
  // The server's time rules: groups come from its answer, not from the clock here.
  const now = Date.parse(read.data?.meta.now ?? '');
  const current = currentTest(read.data?.data ?? [], now)?.attempt_id ?? null;
  // What opened first stays open: handing it in may put another one first.
  useEffect(() => {
    if (asked === null && current !== null) setAddress({ attempt: current });
  }, [asked, current, setAddress]);
  const chosen = asked ?? current;
  if (chosen === null) {
    if (read.data !== undefined) {
      return (
        <Empty kind="nothing" title={t('none')} text={t('noneText')}>
          <Link href={pathOf('myTestResults')}>{t('toResults')}</Link>
        </Empty>
      );
    }
    return read.error ? (
      <Failed title={t('failed')} error={read.error} onRetry={() => void read.refetch()} />
    ) : (
      <SkeletonRows />
    );
  }
  return (
    <div className="sheet-body tests">
      {read.data === undefined ? (
        <nav className="tests-groups" aria-label={t('list')} aria-busy="true">
          <SkeletonRows rows={4} columns={[1]} />
        </nav>
      ) : (
        <Groups tests={read.data.data} now={now} chosen={chosen} />
      )}
      <Attempt key={chosen} attemptId={chosen} />
    </div>
  );
}

/**
 * Beside the test. On a narrow screen it is above, and while the minutes run it is one line there that opens it:
 * the questions are the page then.
 */
function Groups({ tests, now, chosen }: { tests: readonly MyTest[]; now: number; chosen: number }) {
  const t = useText('tests');
  const [open, setOpen] = useState(false);
  const Caret = open ? CaretUpIcon : CaretDownIcon;
  return (
    <nav className={classes('tests-groups scroll', open && 'open')} aria-label={t('list')}>
      <button type="button" className="tests-fold" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span className="tests-fold-title">{tests.find((test) => test.attempt_id === chosen)?.title}</span>
        <span className="muted text-xs num">{t('all', { count: tests.length })}</span>
        <Caret size={14} />
      </button>
      {TEST_GROUPS.map((group) => {
        const those = inGroup(tests, group, now);
        if (those.length === 0) return null;
        return (
          <section key={group} data-testid={`tests-${group}`}>
            <h2 className="tests-group">{t(`groups.${group}`)}</h2>
            <ul>
              {those.map((test) => (
                <li key={test.attempt_id}>
                  <Link
                    href={testPath(test.attempt_id)}
                    className="tests-item"
                    aria-current={test.attempt_id === chosen ? 'page' : undefined}
                    onClick={() => setOpen(false)}
                  >
                    <span className="tests-item-title">{test.title}</span>
                    <span className="muted text-xs num">
                      <Fact test={test} now={now} />
                    </span>
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}

/** What matters of a test in its group. */
function Fact({ test, now }: { test: MyTest; now: number }) {
  const t = useText('tests');
  const last = test.test_results.at(-1);
  if (test.sitting) return t('fact.goesOn', { time: formatTime(test.sitting.ends_at) });
  const end = windowEnd(test);
  if (groupOf(test, now) === 'hourly' && end !== undefined) {
    return t('fact.until', { time: formatTime(end), count: test.tries_left });
  }
  if (last && test.tries_left === 0) {
    const percent = formatPercent(last.percent, 0);
    return last.passed ? t('fact.passed', { percent }) : t('fact.failed', { percent });
  }
  if (last) return t('fact.tries', { count: test.tries_left });
  if (test.end === null) return t('minutes', { count: test.duration });
  const count = minutesOf(test.duration, Date.parse(test.end) - now);
  const minutes = count === 0 ? t('underMinute') : t('minutes', { count });
  return `${minutes}, ${t('fact.before', { date: formatDate(test.end) })}`;
}
