import { useEffect, useRef, useState } from 'react';
import { onBeforeReload } from './drafts.ts';

function taken(key: string): string {
  const kept = sessionStorage.getItem(key) ?? '';
  sessionStorage.removeItem(key);
  return kept;
}

/**
 * What is being written in one place: it outlives a forced reload, and a look at another part of the same page.
 * `key` names person and thing: a text is never shown to another person.
 */
export function useDraftText(key: string): [string, (text: string) => void] {
  const [text, setText] = useState(() => taken(key));
  const now = useRef(text);
  now.current = text;
  useEffect(() => {
    const page = window.location.pathname;
    const keep = () => {
      if (now.current !== '') sessionStorage.setItem(key, now.current);
    };
    const stop = onBeforeReload(keep);
    return () => {
      stop();
      // who leaves the page was asked and gave the text up
      if (window.location.pathname === page) keep();
    };
  }, [key]);
  return [text, setText];
}
