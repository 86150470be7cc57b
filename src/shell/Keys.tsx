/**
 * `?` shows the keys of what is on the screen, `!` reports that something is wrong, and a page answers its own keys
 * (`src/app/pageKeys.ts`), wherever nothing is being typed.
 */
import { Suspense, useEffect } from 'react';
import { openSheetBy, useSheet } from '../app/keys.ts';
import { lazily } from '../app/lazily.ts';
import { actOf } from '../app/pageKeys.ts';
import { useCovered } from '../app/session.ts';

const SHEETS = {
  keys: lazily(() => import('./KeysSheet.tsx')),
  report: lazily(() => import('../report/ReportDialog.tsx')),
};

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;

/** What lies over the page has keys of its own. */
const isOver = (target: EventTarget | null) =>
  target instanceof Element && target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null;

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
      <Suspense>
        <Sheet />
      </Suspense>
    )
  );
}
