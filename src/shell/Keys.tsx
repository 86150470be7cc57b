/**
 * `?` shows the keys of what is on the screen, `!` reports that something is wrong, and a page answers its own keys
 * (`src/app/pageKeys.ts`), wherever nothing is being typed.
 */
import { Suspense, useEffect } from 'react';
import { ErrorBoundary } from '../app/ErrorBoundary.tsx';
import { openSheetBy, showSheet, useSheet } from '../app/keys.ts';
import { lazily } from '../app/lazily.ts';
import { actOf } from '../app/pageKeys.ts';
import { useCovered } from '../app/session.ts';
import { say } from '../i18n/index.ts';
import { toastError } from '../ui/toasts.ts';

const SHEETS = {
  keys: lazily(() => import('./KeysSheet.tsx')),
  report: lazily(() => import('../report/ReportDialog.tsx')),
};

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;

/** What lies over the page has keys of its own. */
const isOver = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null;

/** Without a network what was never opened does not come: the page goes on as it is. */
function fail(failure: 'lost' | 'broken'): void {
  showSheet(null);
  toastError(say(failure === 'lost' ? 'errors:network' : 'errors:unexpected'));
}

export function Keys() {
  const covered = useCovered();
  const shown = useSheet();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (openSheetBy(event) || isOver(event.target)) return;
      const act = actOf(event);
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const Sheet = shown && SHEETS[shown];
  // what stands around stays seen while the sheet comes
  return (
    Sheet &&
    !covered && (
      <ErrorBoundary onFailure={fail}>
        <Suspense>
          <Sheet />
        </Suspense>
      </ErrorBoundary>
    )
  );
}
