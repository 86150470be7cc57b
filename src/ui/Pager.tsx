import { ChevronLeftIcon, ChevronRightIcon } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { formatNumber } from '../format/numbers.ts';

export interface PagerProps {
  /** from 1 */
  page: number;
  perPage: number;
  /** undefined until it is known */
  total: number | undefined;
  onPage: (page: number) => void;
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

export function Pager({ page, perPage, total: known, onPage, labels, children }: PagerProps) {
  const total = known ?? 0;
  const last = Math.max(1, Math.ceil(total / perPage));
  const from = total === 0 ? 0 : (page - 1) * perPage + 1;
  const to = Math.min(total, page * perPage);
  return (
    <footer className="page-foot">
      <span className="num">
        {known !== undefined && `${formatNumber(from)}–${formatNumber(to)} / ${formatNumber(total)}`}
      </span>
      {children}
      <nav className="pager" aria-label={labels.pages}>
        <button type="button" aria-label={labels.previous} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeftIcon size={16} />
        </button>
        {pagesShown(page, last).map((number, index) =>
          number === null ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: there are at most two gaps, told apart by their place
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
        <button type="button" aria-label={labels.next} disabled={page >= last} onClick={() => onPage(page + 1)}>
          <ChevronRightIcon size={16} />
        </button>
      </nav>
    </footer>
  );
}
