/**
 * A table in a window that shows all it has, however narrow its place is: first the columns that matter less (class `gives`,
 * or `drop` of a table of data) give way, then each row stands as a block in which every figure has the head of its column before it. Lists of pages
 * measure their columns themselves (`list/useFitting.ts`): their rows stay lines.
 */
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useRem } from './useRem.ts';
import './fittingTable.css';

const STEPS = ['all', 'less', 'stacked'] as const;

/** What stands over a cell, for the row that has become a block. */
function nameCells(table: HTMLTableElement): void {
  const heads = [...(table.tHead?.rows[0]?.cells ?? [])].map((head) =>
    head.querySelector('.unseen') === null ? head.textContent : '',
  );
  const rows = [...table.tBodies, table.tFoot].flatMap((part) => [...(part?.rows ?? [])]);
  for (const { cells } of rows) {
    let at = 0;
    for (const cell of cells) {
      // the first one is the name of its row, and what runs over columns has words of its own
      cell.dataset.head = at > 0 && cell.colSpan === 1 ? (heads[at] ?? '') : '';
      at += cell.colSpan;
    }
  }
}

interface FittingTableProps {
  /** The table alone, or a `DataTable`; its first column names the row. */
  children: ReactNode;
}

export function FittingTable({ children }: FittingTableProps) {
  const place = useRef<HTMLDivElement>(null);
  // letters of another size are measured anew
  useRem();
  // and so is whatever was drawn: before anybody sees it
  useLayoutEffect(() => {
    const scroller = place.current;
    const table = scroller?.querySelector('table');
    if (!scroller || !table) return;
    nameCells(table);
    let width = -1;
    const giveWay = () => {
      if (scroller.clientWidth === width && scroller.scrollWidth <= width) return;
      for (const step of STEPS) {
        scroller.dataset.fits = step;
        if (scroller.scrollWidth <= scroller.clientWidth) break;
      }
      width = scroller.clientWidth;
    };
    giveWay();
    // the table grows without its place when the letters of its typeface arrive
    const watch = new ResizeObserver(giveWay);
    watch.observe(scroller);
    watch.observe(table);
    return () => watch.disconnect();
  });
  return (
    <div ref={place} className="fitting-table">
      {children}
    </div>
  );
}
