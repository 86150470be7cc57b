/** Order by hand: a row is drawn along its list with the pointer and put down before another one. */
import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react';

/** So far a press may slip and still be a click. */
const SLIP = 4;

export interface Dragging {
  readonly key: string;
  /** How far the row has been drawn, in pixels. */
  readonly by: number;
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
    const rows: Row[] = [...(event.currentTarget.parentElement?.children ?? [])].flatMap((row) => {
      const other = row instanceof HTMLElement ? row.dataset.key : undefined;
      if (other === undefined || other === key) return [];
      const { top, height } = row.getBoundingClientRect();
      return [{ key: other, middle: top + height / 2 }];
    });
    let now: Dragging | null = null;

    const show = (next: Dragging | null) => {
      now = next;
      setDragging(next);
    };
    const onPointerMove = (move: PointerEvent) => {
      if (move.pointerId !== pointerId) return;
      const by = move.clientY - from;
      if (now === null && Math.abs(by) < SLIP) return;
      show({ key, by, before: rows.find((row) => move.clientY < row.middle)?.key ?? null });
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
