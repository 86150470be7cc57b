/** `?` shows the keys of what is on the screen, wherever nothing is being typed. */
import { useEffect } from 'react';
import { showKeys, useKeysShown } from '../app/keys.ts';
import { lazily } from '../app/lazily.ts';
import { useCovered } from '../app/session.ts';

const KeysSheet = lazily(() => import('./KeysSheet.tsx'));

const isTyping = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable="true"]') !== null;

export function Keys() {
  const covered = useCovered();
  const shown = useKeysShown();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '?' || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target)) return;
      event.preventDefault();
      showKeys(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return shown && !covered ? <KeysSheet /> : null;
}
