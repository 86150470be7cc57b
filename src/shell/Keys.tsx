/** `?` shows the keys of what is on the screen, `!` reports that something is wrong, wherever nothing is being typed. */
import { useEffect } from 'react';
import { showSheet, useSheet } from '../app/keys.ts';
import { lazily } from '../app/lazily.ts';
import { useCovered } from '../app/session.ts';

const SHEETS = {
  keys: lazily(() => import('./KeysSheet.tsx')),
  report: lazily(() => import('../report/ReportDialog.tsx')),
};

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;

export function Keys() {
  const covered = useCovered();
  const shown = useSheet();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const sheet = event.key === '?' ? 'keys' : event.key === '!' ? 'report' : null;
      if (sheet === null || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target)) return;
      event.preventDefault();
      showSheet(sheet);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const Sheet = shown && SHEETS[shown];
  return Sheet && !covered ? <Sheet /> : null;
}
