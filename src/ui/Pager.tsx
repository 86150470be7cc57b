import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { formatNumber } from '../format/numbers.ts';

export interface PagerProps {
  /** from 1; null where the page is found by its key and has no number */
  page: number | null;
  perPage: number;
  /** undefined until it is known */
  total: number | undefined;
  /** the last page that has a number, where the total does not give it */
  numbered?: number;
  /** the words of the count; without them they are made of the total */
  count?: ReactNode;
  onPage: (page: number) => void;
  /** the pages beside this one, undefined where there is none; without `beside` they go by number */
  beside?: { previous: (() => void) | undefined; next: (() => void) | undefined };
  labels: { pages: string; previous: string; next: string; page: (page: number) => string };
  /** beside the count: how many rows a page has */
  children?: ReactNode;
}

/** First, last and those around the present one; `null` is a gap. */
export function pagesShown(page: number, last: number): (number | null)[] {
  const wanted = new Set([1, last, page - 1, page, page + 1]);
  if (page <= 3) for (const early of [2, 3, 4]) wanted.add(early);
  if (page >= last - 2) for (const late of [last - 1, last - 2, last - 3]) wanted.add(late);
  const shown: (number | null)[] = [];
  let before = 0;
  for (const number of [...wanted].filter((n) => n >= 1 && n <= last).sort((a, b) => a - b)) {
    if (number - before === 2) shown.push(number - 1);
    else if (number - before > 2) shown.push(null);
    shown.push(number);
    before = number;
  }
  return shown;
}

export function Pager({ page, perPage, total: known, numbered, count, onPage, beside, labels, children }: PagerProps) {
  const total = known ?? 0;
  const last = Math.max(1, numbered ?? Math.ceil(total / perPage));
  const at = page ?? last + 1;
  const from = total === 0 ? 0 : (at - 1) * perPage + 1;
  const to = Math.min(total, at * perPage);
  const byNumber = (wanted: number) => (wanted >= 1 && wanted <= last ? () => onPage(wanted) : undefined);
  const { previous, next } = beside ?? { previous: byNumber(at - 1), next: byNumber(at + 1) };
  return (
    <footer className="page-foot">
      <span className="num">
        {count ?? (known !== undefined && `${formatNumber(from)}–${formatNumber(to)} / ${formatNumber(total)}`)}
      </span>
      {children}
      <nav className="pager" aria-label={labels.pages}>
        <button type="button" aria-label={labels.previous} disabled={previous === undefined} onClick={previous}>
          <ChevronLeftIcon size={16} />
        </button>
        {pagesShown(at, last).map((number, index) =>
          number === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: there are at most two gaps, distinguished by their place
            <span key={`gap-${index}`} aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={number}
              type="button"
              aria-label={labels.page(number)}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {number}
            </button>
          ),
        )}
        <button type="button" aria-label={labels.next} disabled={next === undefined} onClick={next}>
          <ChevronRightIcon size={16} />
        </button>
      </nav>
    </footer>
  );
}
