/** Order by hand: a row is drawn along its list with the pointer and put down before another one. */
import './reorder.css';
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';

/** So far a press may slip and still be a click. */
const SLIP = 4;

export interface Dragging {
  readonly key: string;
  /** How far the row has been drawn, in pixels; the others, to make room for it. */
  readonly by: Readonly<Record<string, number>>;
  /** The row that it would be put before; null is the end. */
  readonly before: string | null;
}

export interface Reorder {
  readonly dragging: Dragging | null;
  /** For each row. A finger draws only by what has `data-handle`: elsewhere it scrolls. */
  readonly begin: (key: string, event: ReactPointerEvent<HTMLElement>) => void;
}

interface Row {
  readonly key: string;
  readonly middle: number;
  /** Follows the dragged row. */
  readonly after: boolean;
}

/** Rows of the list are its children with `data-key`. */
export function useReorder(onMove: (key: string, before: string | null) => void): Reorder {
  const [dragging, setDragging] = useState<Dragging | null>(null);
  const stop = useRef<(() => void) | null>(null);
  useEffect(() => () => stop.current?.(), []);

  function begin(key: string, event: ReactPointerEvent<HTMLElement>): void {
    const target = event.target as Element;
    const byHandle = target.closest('[data-handle]') !== null;
    if (event.button !== 0 || (!byHandle && target.closest('button') !== null)) return;
    if (event.pointerType === 'touch' && !byHandle) return;
    const from = event.clientY;
    const { pointerId } = event;
    const own = event.currentTarget.getBoundingClientRect();
    const rows: Row[] = [...(event.currentTarget.parentElement?.children ?? [])].flatMap((row) => {
      const other = row instanceof HTMLElement ? row.dataset.key : undefined;
      if (other === undefined || other === key) return [];
      const { top, height } = row.getBoundingClientRect();
      return [{ key: other, middle: top + height / 2, after: top > own.top }];
    });
    let now: Dragging | null = null;

    const show = (next: Dragging | null) => {
      now = next;
      setDragging(next);
    };
    const onPointerMove = (move: PointerEvent) => {
      if (move.pointerId !== pointerId) return;
      const drawn = move.clientY - from;
      if (now === null && Math.abs(drawn) < SLIP) return;
      // it goes before the first row whose middle the drawn row's own has not passed
      const middle = own.top + own.height / 2 + drawn;
      const to = rows.findIndex((row) => middle < row.middle);
      const place = to === -1 ? rows.length : to;
      const by = Object.fromEntries(
        rows.map((row, at) => [row.key, row.after ? (at < place ? -own.height : 0) : at >= place ? own.height : 0]),
      );
      show({ key, by: { ...by, [key]: drawn }, before: rows[place]?.key ?? null });
    };
    const end = () => {
      stop.current?.();
      show(null);
    };
    const onPointerUp = (up: PointerEvent) => {
      if (up.pointerId !== pointerId) return;
      const last = now;
      end();
      if (last === null) return;
      // the press was no click on the link
      const swallow = (click: MouseEvent) => {
        click.preventDefault();
        click.stopPropagation();
      };
      window.addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
      onMove(key, last.before);
    };
    const onKey = (press: KeyboardEvent) => {
      if (press.key !== 'Escape' || now === null) return;
      press.stopPropagation();
      end();
    };
    window.addEventListener('pointermove', onPointerMove);
    window.addEventListener('pointerup', onPointerUp);
    window.addEventListener('pointercancel', end);
    window.addEventListener('keydown', onKey, { capture: true });
    stop.current = () => {
      window.removeEventListener('pointermove', onPointerMove);
      window.removeEventListener('pointerup', onPointerUp);
      window.removeEventListener('pointercancel', end);
      window.removeEventListener('keydown', onKey, { capture: true });
      stop.current = null;
    };
  }

  return { dragging, begin };
}
