/** The place of the countdown to the nearest test (spec 2, header): its code comes when there is a test to count to. */
import { lazy, Suspense } from 'react';
import { testReminder } from '../../contract/reminder.ts';
import { useCall } from '../api/queries.ts';
import { countedAttempts } from '../app/countedAttempts.ts';
import { useUser } from '../app/session.ts';

const TestReminder = lazy(() => import('./TestReminder.tsx'));

/** An hourly test may also come of another browser, or of a sitting whose time was up. In milliseconds. */
const ASKED_EVERY = 600_000;

/** @param quiet on a page without chrome the countdown is not shown before its last minutes. */
export function NearestTest({ quiet = false }: { quiet?: boolean }) {
  const { id } = useUser();
  const { data, dataUpdatedAt, isPending } = useCall(
    testReminder,
    {},
    { staleTime: Number.POSITIVE_INFINITY, refetchInterval: ASKED_EVERY },
  );
  const hourly = data?.data ?? [];
  if (isPending || hourly.length + countedAttempts(id).length === 0) return null;
  return (
    <Suspense>
      <TestReminder hourly={hourly} at={dataUpdatedAt} quiet={quiet} />
    </Suspense>
  );
}
