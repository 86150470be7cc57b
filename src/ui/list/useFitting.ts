/** Which columns of a list fit beside an open pane or on a narrow window: whole ones give way, no figures are cut through. */
import { createContext, useContext, useLayoutEffect, useRef, useState } from 'react';
import type { Column } from '../DataTable.tsx';

const NONE: ReadonlySet<string> = new Set();
const GoneColumns = createContext(NONE);
export const GoneProvider = GoneColumns.Provider;
/** Keys of the columns that gave way: for a cell that says their words where nothing else would. */
export const useGone = (): ReadonlySet<string> => useContext(GoneColumns);

/** Those that give way first; of the same importance the last one. */
const ORDER = ['least', 'less', undefined] as const;

/** In the order in which they give way, the sorted one last; the first column and the actions of a row stay. */
function givingWay<Row>(columns: readonly Column<Row>[]): readonly Column<Row>[] {
  const free = columns.filter(({ edge, sorted }, at) => at > 0 && !edge && sorted === undefined).reverse();
  return [
    ...ORDER.flatMap((importance) => free.filter(({ drop }) => drop === importance)),
    ...columns.filter(({ sorted }, at) => at > 0 && sorted !== undefined),
  ];
}

/**
 * @param name of the list: another one, or another language, is measured anew
 * @param whole all columns are shown, and the table scrolls sideways
 */
export function useFitting<Row>(name: string, columns: readonly Column<Row>[], whole: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const [gone, setGone] = useState(NONE);
  const measured = [name, ...columns.map(({ key }) => key)].join();
  const [seen, setSeen] = useState(measured);
  if (seen !== measured) {
    setSeen(measured);
    setGone(NONE);
  }
  const isShown = ({ key }: Column<Row>) => whole || !gone.has(key);
  const shown = columns.filter(isShown);

  // drawn rows say how much room they need: it is looked at before anybody sees them
  useLayoutEffect(() => {
    const scroller = place.current;
    if (scroller === null || whole) return;
    let [width, height] = [0, 0];
    const giveWay = () => {
      width = scroller.clientWidth;
      const heads = scroller.querySelectorAll<HTMLElement>('thead th:not(.choice-cell)');
      height = heads[0]?.offsetHeight ?? 0;
      let over = scroller.scrollWidth - width;
      const next = new Set(gone);
      for (const column of givingWay(shown)) {
        if (over <= 0) break;
        next.add(column.key);
        over -= heads[shown.indexOf(column)]?.offsetWidth ?? 0;
      }
      if (next.size > gone.size) setGone(next);
    };
    giveWay();
    const observer = new ResizeObserver(() => {
      // the head is as high as the letters are large
      const same = scroller.clientWidth === width && scroller.querySelector('th')?.offsetHeight === height;
      if (!same && gone.size > 0) setGone(NONE);
      else giveWay();
    });
    observer.observe(scroller);
    // its typeface may come later than its rows: it grows, its place does not
    const [table] = scroller.children;
    if (table) observer.observe(table);
    return () => observer.disconnect();
  });
  return {
    place,
    gone: columns.length - shown.length,
    goneKeys: whole ? NONE : gone,
    shown: columns.flatMap(({ drop, footSpan, ...column }, at) =>
      isShown(column)
        ? [{ ...column, ...(footSpan && { footSpan: columns.slice(at, at + footSpan).filter(isShown).length }) }]
        : [],
    ),
  };
}
