/** A cell, and under it in small what has no column of its own where there is no room for one. */
import type { ReactNode } from 'react';
import { useGone } from '../../ui/list/useFitting.ts';

interface WithGoneProps {
  children: ReactNode;
  /** Words of columns, by key; null says nothing. */
  words: Readonly<Record<string, string | null>>;
}

export function WithGone({ children, words }: WithGoneProps) {
  const gone = useGone();
  const said = [...new Set(Object.entries(words).flatMap(([key, value]) => (gone.has(key) ? (value ?? []) : [])))];
  if (said.length === 0) return children;
  return (
    <span className="with-gone">
      <span className="cut">{children}</span>
      <span className="cut muted text-xs">{said.join(' · ')}</span>
    </span>
  );
}
