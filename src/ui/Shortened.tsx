/** A list that begins short: its last words say how many more there are, and show them. */
import { Button } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { useText } from '../i18n/index.ts';

/** So many are read at a glance. */
const FIRST = 8;

interface ShortenedProps<T> {
  all: readonly T[];
  /** Those that nothing can show: counted behind the others. */
  unnamed?: number;
  children: (shown: readonly T[]) => ReactNode;
}

export function Shortened<T>({ all, unnamed = 0, children }: ShortenedProps<T>) {
  const c = useText('common');
  const [whole, setWhole] = useState(false);
  const rest = all.length - FIRST;
  return (
    <>
      {children(whole ? all : all.slice(0, FIRST))}
      {rest > 0 && (
        <Button
          variant="minimal"
          size="small"
          aria-expanded={whole}
          text={whole ? c('people.fewer') : c('people.more', { count: rest })}
          onClick={() => setWhole(!whole)}
        />
      )}
      {unnamed > 0 && <span className="muted text-xs">{c('people.unnamed', { count: unnamed })}</span>}
    </>
  );
}
