/**
 * In a table that scrolls sideways no column is seen in part: a figure without its last digits is another figure. Whole columns
 * come and go; a click where one begins still reaches its cell.
 */
import { useId, useLayoutEffect, useRef } from 'react';

/** The rows of lines are alike, and many; those of head and foot have cells of their own width. */
const ROWS = ':scope > :is(thead, tfoot) > tr, :scope > tbody > tr:nth-child(1 of :not(.spacer))';

/** The columns of a row, counted from 1, that its place shows a part of. */
function cutIn(cells: readonly HTMLElement[], place: HTMLElement): number[] {
  const { left, right } = place.getBoundingClientRect();
  let [start, end] = [left, left + Math.min(place.clientWidth, right - left)];
  const moving: { column: number; box: DOMRect }[] = [];
  cells.forEach((cell, at) => {
    const box = cell.getBoundingClientRect();
    // a head sticks to the top: only what stays in its place sideways lies over the others
    const style = getComputedStyle(cell);
    const stays = style.position === 'sticky';
    if (stays && style.left !== 'auto') start = Math.max(start, box.right);
    else if (stays && style.right !== 'auto') end = Math.min(end, box.left);
    // a part of a name is no other name
    else if (!cell.matches('.stuck')) moving.push({ column: at + 1, box });
  });
  const over = (box: DOMRect, edge: number) => box.left < edge - 1 && box.right > edge + 1;
  return moving
    .filter(({ box }) => box.width <= end - start && (over(box, start) || over(box, end)))
    .map(({ column }) => column);
}

interface WholeColumnsProps {
  /** Which columns there are: they may change while no size does. */
  columns: string;
}

/** Stands in what scrolls, before its table. */
export function WholeColumns({ columns }: WholeColumnsProps) {
  const id = useId();
  const style = useRef<HTMLStyleElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other columns are looked at anew
  useLayoutEffect(() => {
    const sheet = style.current;
    // not by a ref of who stands around this: those are set after the effects within
    const scroller = sheet?.parentElement;
    const table = scroller?.querySelector('table');
    if (!sheet || !scroller || !table) return;
    scroller.dataset.columns = id;
    const look = () => {
      const wide = scroller.scrollWidth > scroller.clientWidth + 1;
      const cut = [...(wide ? table.querySelectorAll<HTMLTableRowElement>(ROWS) : [])].flatMap((row) => {
        const group = row.parentElement?.localName;
        const rows = group === 'tbody' ? 'tr:not(.spacer)' : `tr:nth-child(${row.sectionRowIndex + 1})`;
        return cutIn([...row.cells], scroller).map(
          (n) => `[data-columns="${id}"] ${group} > ${rows} > :nth-child(${n})`,
        );
      });
      const rules = cut.length === 0 ? '' : `${cut.join()} { color: transparent; & > * { opacity: 0 } }`;
      if (sheet.textContent !== rules) sheet.textContent = rules;
    };
    let seenFrom = scroller.scrollLeft;
    const moved = () => {
      // rows are scrolled through far more often, and no column moves then
      if (scroller.scrollLeft === seenFrom) return;
      seenFrom = scroller.scrollLeft;
      look();
    };
    look();
    const sizes = new ResizeObserver(look);
    sizes.observe(scroller);
    sizes.observe(table);
    scroller.addEventListener('scroll', moved, { passive: true });
    return () => {
      sizes.disconnect();
      scroller.removeEventListener('scroll', moved);
    };
  }, [id, columns]);
  return <style ref={style} />;
}
