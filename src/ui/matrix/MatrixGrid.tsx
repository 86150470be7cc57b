/* biome-ignore-all lint/a11y/useSemanticElements: rows and columns are placed by virtual lists, which a table cannot */
/* biome-ignore-all lint/a11y/useFocusableInteractive: one cell of the grid has the focus, heads have none */
/**
 * The one grid of figures or ticks by row and column: rights by position, stock of categories by shop. Heads and the first
 * column stay, rows and columns beyond the window are not drawn, groups fold, one cell is in the tab order. What a cell is
 * (a tick, a figure, least and most) is its kind.
 */

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { type KeyGroup, useKeys } from '../../app/keys.ts';
import { classes } from '../look.ts';
import { Name } from '../Name.tsx';
import { FoldHead } from '../tree/FoldHead.tsx';
import { useRem } from '../useRem.ts';
import { blockOf, type CellChange } from './changes.ts';
import './matrix.css';
import { headRemOf } from './heads.ts';
import type { MatrixColumn, MatrixGridProps, MatrixGroup, MatrixRow } from './kinds.ts';

const ROW_REM = 1.875;
const SUM_REM = 5.5;
const PAGE = 10;

// texts: keys *
const KEYS: KeyGroup = {
  space: 'keys',
  title: 'grid.title',
  rows: [
    ['grid.move', '↑', '↓', '←', '→'],
    ['grid.range', 'Shift', '↑', '↓', '←', '→'],
    ['grid.turn', 'Space'],
    ['grid.down', 'Ctrl', 'D'],
    ['grid.paste', 'Ctrl', 'V'],
    ['grid.none', 'Del'],
    ['grid.undo', 'Ctrl', 'Z'],
  ],
};

interface Place {
  readonly row: number;
  readonly column: number;
}

type Line =
  | { readonly kind: 'group'; readonly group: MatrixGroup; readonly folded: boolean }
  | { readonly kind: 'row'; readonly row: MatrixRow };

const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));

export function MatrixGrid<V>(props: MatrixGridProps<V>) {
  const { label, corner, columns, groups, kind, matrix, readOnly = false, sum, onLeftOut, onFocusCell } = props;
  const { headRem = 18, columnRem = 6 } = props;
  const rem = useRem();
  const scroller = useRef<HTMLDivElement>(null);
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState<Place>({ row: 0, column: 0 });
  /** The other corner of the cells that are chosen. */
  const [from, setFrom] = useState<Place | null>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const wantsFocus = useRef(false);
  useKeys(KEYS);

  const lines = useMemo(
    () =>
      groups.flatMap((group): Line[] => [
        { kind: 'group', group, folded: folded.has(group.key) },
        ...(folded.has(group.key) ? [] : group.rows.map((row): Line => ({ kind: 'row', row }))),
      ]),
    [groups, folded],
  );
  const focus = { row: clamp(at.row, lines.length - 1), column: clamp(at.column, columns.length - 1) };
  // on a narrow window the names leave half of it to the cells
  const head = Math.min(headRem * rem, (scroller.current?.clientWidth ?? window.innerWidth) / 2);
  const [width, height] = [columnRem * rem, Math.round(ROW_REM * rem)];
  const headHeight = headRemOf(columns, columnRem) * rem;
  const before = head + (sum === undefined ? 0 : SUM_REM * rem);

  const rows = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 8,
    useFlushSync: false,
    scrollPaddingStart: headHeight,
    paddingStart: headHeight,
    initialRect: { width: 1200, height: 800 },
  });
  const across = useVirtualizer({
    horizontal: true,
    count: columns.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => width,
    overscan: 4,
    useFlushSync: false,
    scrollPaddingStart: before,
    paddingStart: before,
    initialRect: { width: 1200, height: 800 },
  });
  useEffect(() => {
    rows.options.estimateSize = () => height;
    across.options.estimateSize = () => width;
    rows.measure();
    across.measure();
  }, [height, width, rows, across]);

  const idOf = (place: Place) => `${label}-${place.row}-${place.column}`;
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    const cell = scroller.current?.querySelector<HTMLElement>('[data-focus]');
    cell?.focus({ preventScroll: true });
  });

  const lockedAt = (place: Place): boolean =>
    readOnly || columns[place.column]?.locked !== undefined || lines[place.row]?.kind !== 'row';
  const rowAt = (row: number): MatrixRow | undefined => {
    const line = lines[row];
    return line?.kind === 'row' ? line.row : undefined;
  };
  const valueAt = ({ row, column }: Place): V | undefined => {
    const [line, of] = [rowAt(row), columns[column]];
    return line === undefined || of === undefined ? undefined : matrix.value(line.key, of.key);
  };

  function moveTo(place: Place, chooses = false): void {
    const next = { row: clamp(place.row, lines.length - 1), column: clamp(place.column, columns.length - 1) };
    setFrom(chooses ? (from ?? focus) : null);
    setTyped(null);
    setAt(next);
    rows.scrollToIndex(next.row);
    across.scrollToIndex(next.column);
    wantsFocus.current = true;
    const [row, column] = [rowAt(next.row), columns[next.column]];
    if (row !== undefined && column !== undefined) onFocusCell?.(row.key, column.key);
  }

  /** Cells between the two corners. */
  const other = from ?? focus;
  const block = {
    top: Math.min(other.row, focus.row),
    bottom: Math.max(other.row, focus.row),
    left: Math.min(other.column, focus.column),
    right: Math.max(other.column, focus.column),
  };
  const isChosen = ({ row, column }: Place): boolean =>
    from !== null && row >= block.top && row <= block.bottom && column >= block.left && column <= block.right;

  function chosenPlaces(): Place[] {
    const places: Place[] = [];
    for (let row = block.top; row <= block.bottom; row++)
      for (let column = block.left; column <= block.right; column++) places.push({ row, column });
    return places;
  }

  /** One step; what is locked stays as it is. */
  function write(places: readonly Place[], valueFor: (place: Place, before: V) => V | undefined): void {
    const cells: CellChange<V>[] = [];
    let leftOut = 0;
    for (const place of places) {
      const [row, column, value] = [rowAt(place.row), columns[place.column], valueAt(place)];
      // the head of a group between chosen rows has no cells
      if (lines[place.row]?.kind === 'group') continue;
      const next = row === undefined || value === undefined || lockedAt(place) ? undefined : valueFor(place, value);
      if (row === undefined || column === undefined || next === undefined) leftOut += 1;
      else cells.push({ row: row.key, column: column.key, value: next });
    }
    if (cells.length > 0) matrix.set(cells);
    if (leftOut > 0) onLeftOut?.(leftOut);
  }

  function turn(): void {
    const turned = kind.turn;
    const first = valueAt(focus);
    if (turned === undefined || first === undefined) return;
    const value = turned(first);
    write(chosenPlaces(), () => value);
  }

  function confirm(): void {
    if (typed === null) return;
    const text = typed;
    setTyped(null);
    write([focus], (_, now) => kind.read(text, now));
  }

  const fold = (key: string) =>
    setFolded((now) => {
      const next = new Set(now);
      if (!next.delete(key)) next.add(key);
      return next;
    });

  function onKeyDown(event: KeyboardEvent): void {
    const { key, shiftKey } = event;
    const command = event.ctrlKey || event.metaKey;
    const line = lines[focus.row];
    const steps: Record<string, Place> = {
      ArrowUp: { row: focus.row - 1, column: focus.column },
      ArrowDown: { row: focus.row + 1, column: focus.column },
      ArrowLeft: { row: focus.row, column: focus.column - 1 },
      ArrowRight: { row: focus.row, column: focus.column + 1 },
      PageUp: { row: focus.row - PAGE, column: focus.column },
      PageDown: { row: focus.row + PAGE, column: focus.column },
      Home: command ? { row: 0, column: 0 } : { row: focus.row, column: 0 },
      End: command
        ? { row: lines.length - 1, column: columns.length - 1 }
        : { row: focus.row, column: columns.length - 1 },
    };
    const acts: Record<string, () => void> = {
      Enter: () => (kind.typed ? moveTo({ ...focus, row: focus.row + 1 }) : turn()),
      ' ': turn,
      Delete: () => write(chosenPlaces(), () => kind.none),
      Backspace: () => write(chosenPlaces(), () => kind.none),
      F2: () => kind.typed && !lockedAt(focus) && setTyped(kind.text(valueAt(focus) as V)),
    };
    const commands: Record<string, () => void> = {
      z: shiftKey ? matrix.redo : matrix.undo,
      y: matrix.redo,
      d: () =>
        write(
          chosenPlaces().filter(({ row }) => row > block.top),
          ({ column }) => valueAt({ row: block.top, column }),
        ),
    };
    if (line?.kind === 'group' && (key === 'Enter' || key === ' ')) {
      event.preventDefault();
      fold(line.group.key);
      return;
    }
    const step = steps[key];
    const act = command ? commands[key.toLowerCase()] : event.altKey ? undefined : acts[key];
    if (step !== undefined && !event.altKey) {
      event.preventDefault();
      moveTo(step, shiftKey);
    } else if (act !== undefined) {
      event.preventDefault();
      act();
    } else if (kind.typed && key.length === 1 && !command && !event.altKey && !lockedAt(focus)) {
      event.preventDefault();
      setTyped(key);
    }
  }

  function onTyping(event: KeyboardEvent<HTMLInputElement>): void {
    event.stopPropagation();
    if (event.key === 'Escape') {
      setTyped(null);
      wantsFocus.current = true;
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      event.preventDefault();
      confirm();
      const [down, right] = event.key === 'Enter' ? [1, 0] : [0, event.shiftKey ? -1 : 1];
      moveTo({ row: focus.row + down, column: focus.column + right });
    }
  }

  const onCopy = (event: ClipboardEvent) => {
    if (typed !== null) return;
    event.preventDefault();
    const text: string[] = [];
    for (let row = block.top; row <= block.bottom; row++) {
      if (lines[row]?.kind !== 'row') continue;
      const cells: string[] = [];
      for (let column = block.left; column <= block.right; column++)
        cells.push(kind.text(valueAt({ row, column }) as V));
      text.push(cells.join('\t'));
    }
    event.clipboardData.setData('text/plain', text.join('\n'));
  };

  const onPaste = (event: ClipboardEvent) => {
    if (typed !== null) return;
    event.preventDefault();
    const pasted = blockOf(event.clipboardData.getData('text/plain'));
    const texts = new Map<string, string>();
    const places: Place[] = [];
    let row = focus.row;
    for (const line of pasted) {
      // heads of groups between the rows take no line of the sheet
      while (lines[row]?.kind === 'group') row += 1;
      for (const [right, text] of line.entries()) {
        const place = { row, column: focus.column + right };
        texts.set(idOf(place), text);
        places.push(place);
      }
      row += 1;
    }
    write(places, (place, now) => kind.read((texts.get(idOf(place)) ?? '').trim(), now));
  };

  const drawn = across.getVirtualItems();
  const total = across.getTotalSize();
  return (
    // the focus is in a cell, whose keys come up to here
    <div
      ref={scroller}
      className="matrix-grid"
      role="grid"
      aria-label={label}
      aria-rowcount={lines.length + 1}
      aria-colcount={columns.length + 1}
      aria-readonly={readOnly || undefined}
      aria-multiselectable
      onCopy={onCopy}
      onPaste={readOnly ? undefined : onPaste}
    >
      <div className="matrix-sheet" role="rowgroup" style={{ width: total, height: rows.getTotalSize() }}>
        <div className="matrix-line matrix-heads" role="row" aria-rowindex={1} style={{ height: headHeight }}>
          <div className="matrix-head matrix-corner" role="columnheader" aria-colindex={1} style={{ width: head }}>
            {corner}
          </div>
          {sum !== undefined && (
            <div className="matrix-head matrix-sum" style={{ left: head, width: SUM_REM * rem }}>
              {sum}
            </div>
          )}
          {drawn.map(({ index, start }) => {
            const column = columns[index] as MatrixColumn;
            return (
              <div
                key={column.key}
                className={classes('matrix-head', index === focus.column && 'here', column.locked && 'locked')}
                role="columnheader"
                aria-colindex={index + 2}
                title={column.locked ?? column.name}
                style={{ left: start, width }}
              >
                <span>{column.head ?? column.name}</span>
              </div>
            );
          })}
        </div>
        {rows.getVirtualItems().map(({ index, start }) => {
          const line = lines[index] as Line;
          const place = { top: start, height };
          if (line.kind === 'group') {
            const here = index === focus.row;
            return (
              <div
                key={`group ${line.group.key}`}
                className="matrix-line"
                role="row"
                aria-rowindex={index + 2}
                style={place}
              >
                <div
                  className="matrix-group"
                  role="rowheader"
                  aria-expanded={!line.folded}
                  tabIndex={here ? 0 : -1}
                  data-focus={here || undefined}
                  onKeyDown={onKeyDown}
                  onClick={() => {
                    moveTo({ row: index, column: focus.column });
                    fold(line.group.key);
                  }}
                >
                  <FoldHead folded={line.folded} title={line.group.title} count={line.group.rows.length} />
                </div>
              </div>
            );
          }
          const { row } = line;
          return (
            <div
              key={row.key}
              className={classes('matrix-line', index === focus.row && 'here')}
              role="row"
              aria-rowindex={index + 2}
              style={place}
            >
              <div className="matrix-name" role="rowheader" aria-colindex={1} title={row.name} style={{ width: head }}>
                {row.head ?? <Name>{row.name}</Name>}
              </div>
              {sum !== undefined && (
                <div className="matrix-sum" style={{ left: head, width: SUM_REM * rem }}>
                  {row.sum}
                </div>
              )}
              {drawn.map(({ index: at, start: left }) => {
                const column = columns[at] as MatrixColumn;
                const cell = { row: index, column: at };
                const here = index === focus.row && at === focus.column;
                const value = matrix.value(row.key, column.key);
                const fault = kind.fault?.(value);
                return (
                  <div
                    key={column.key}
                    className={classes(
                      'matrix-cell',
                      at === focus.column && 'here',
                      matrix.isChanged(row.key, column.key) && 'changed',
                      isChosen(cell) && 'chosen',
                      fault !== undefined && 'faulty',
                      column.locked && 'locked',
                    )}
                    role="gridcell"
                    aria-colindex={at + 2}
                    aria-label={`${row.name}, ${column.name}: ${kind.text(value)}`}
                    aria-selected={here || isChosen(cell)}
                    aria-readonly={readOnly || column.locked !== undefined || undefined}
                    aria-invalid={fault !== undefined || undefined}
                    tabIndex={here ? 0 : -1}
                    data-focus={here || undefined}
                    style={{ left, width }}
                    onKeyDown={onKeyDown}
                    onClick={(event) => {
                      if (typed !== null && here) return;
                      confirm();
                      const isAgain = here && document.activeElement === event.currentTarget;
                      moveTo(cell, event.shiftKey);
                      if (isAgain && !event.shiftKey && !kind.typed) turn();
                    }}
                    onDoubleClick={() => kind.typed && !lockedAt(cell) && setTyped(kind.text(value))}
                  >
                    {here && typed !== null ? (
                      <input
                        className="matrix-input"
                        aria-label={`${row.name}, ${column.name}`}
                        value={typed}
                        // biome-ignore lint/a11y/noAutofocus: the cell that is typed into had the focus
                        autoFocus
                        onChange={(event) => setTyped(event.target.value)}
                        onKeyDown={onTyping}
                        onBlur={confirm}
                      />
                    ) : (
                      kind.show(value)
                    )}
                  </div>
                );
              })}
            </div>
          );
        })}
      </div>
    </div>
  );
}
