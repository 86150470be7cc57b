/**
 * The line grid: as quick as a spreadsheet. One cell has the cursor; typing replaces it, Enter and F2 open it or do what
 * its control does, Tab and Enter take the words and go on. Arrows reach every cell, Tab those that are typed into. Only
 * rows in sight are in the document.
 */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ClipboardEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { changed } from '../../../../machines/invoiceWorkspace/lines.ts';
import type { Column, GridRow } from '../../../../machines/invoiceWorkspace/rows.ts';
import { onBeforeReload } from '../../../app/drafts.ts';
import { useText } from '../../../i18n/index.ts';
import { useRem } from '../../../ui/useRem.ts';
import { useRoom } from '../../../ui/useRoom.ts';
import { WholeColumns } from '../../../ui/WholeColumns.tsx';
import { afterTab, countOf, currencyOf, isFigure, opened, pastedInto, read, stepFrom } from './cells.ts';
import { columnsIn, leastOf, WIDTHS } from './fitting.ts';
import { historyKeyOf } from './historyKeys.ts';
import { LineFoot } from './LineFoot.tsx';
import { type Editing, idOf, type LineGridProps, LineRow } from './LineRow.tsx';

const ROW_REM = 1.6875;
const BEYOND = 4;

/** Cells whose control the space bar works too. */
const CONTROLS: ReadonlySet<Column> = new Set(['serials', 'print', 'acts']);

/** The columns that are shown: the same list as long as they are the same, so that rows need not be drawn again. */
function useColumns(foreign: boolean, room: number | null): readonly Column[] {
  const columns = columnsIn(foreign, room);
  const [kept, keep] = useState(columns);
  if (kept.join() === columns.join()) return kept;
  keep(columns);
  return columns;
}

/** Of a line: it does not move with the columns. */
const stays = (cell: HTMLElement): boolean => getComputedStyle(cell).position === 'sticky';

interface PlacedGridProps extends LineGridProps {
  /** A pane is open beside the lines. */
  beside: boolean;
}

export function LineGrid({ beside, ...props }: PlacedGridProps) {
  const { rows, currencies, editable, correctable, labelled, cursor, onCursor } = props;
  const { onChange, onRemove, onLabels, onUndo, onRedo, onPaste, onTyping } = props;
  const t = useText('invoice');
  const scroller = useRef<HTMLElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  // what is open now: a cell that loses the focus while it is taken must not be taken twice
  const open = useRef<Editing | null>(null);
  const rem = useRem();
  const height = Math.round(rem * ROW_REM);
  const foreign = rows.some((row) => currencyOf(currencies, row) !== 'UZS');
  const room = useRoom(scroller);
  const columns = useColumns(foreign, beside && room > 0 ? room / rem : null);
  const fields = columns.filter(isFigure);
  const least = leastOf(columns, beside);
  // the foot stands under its columns while all of them are seen
  const whole = columns.length === columnsIn(foreign, null).length && least * rem <= room + 1;
  // the rate column disappears with the last line that needs it, others give way to a pane
  const column = [cursor.column, 'selling_price' as const].find((one) => columns.includes(one)) ?? 'product';
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: BEYOND,
    useFlushSync: false,
    scrollPaddingStart: height,
  });
  const held = useRef(0);
  useLayoutEffect(() => {
    // rows are counted from below the head; the foot lies over the last ones, and its words take the lines that they need
    const table = grid.current;
    const now = (table?.tHead?.offsetHeight ?? 0) + (table?.tFoot?.offsetHeight ?? 0);
    virtual.options.scrollPaddingEnd = now;
    if (now === held.current) return;
    held.current = now;
    if (table?.contains(document.activeElement)) virtual.scrollToIndex(cursor.row);
  });
  useEffect(() => {
    virtual.options.estimateSize = () => height;
    virtual.measure();
  }, [height, virtual]);

  // rows that are not drawn again hold functions of an earlier draw: lines are found as they stand now
  const now = useRef({ rows, take: (): boolean => true });
  const rowOf = (key: string): GridRow | undefined => now.current.rows.find((one) => one.key === key);

  const move = (row: number, column: Column) => {
    const at = Math.min(Math.max(row, 0), Math.max(rows.length - 1, 0));
    onCursor({ key: rows[at]?.key ?? null, row: at, column });
    virtual.scrollToIndex(at);
  };

  const typed = (next: Editing | null) => {
    open.current = next;
    setEditing(next);
    const row = next && rowOf(next.key);
    const figure =
      next && row && isFigure(next.column) ? read(next.column, next.text, currencyOf(currencies, row)) : undefined;
    onTyping(row && figure !== undefined ? changed(row.figures, { [next.column]: figure }) : null);
  };

  /** The words with which a cell opens; null where nothing is entered. */
  const wordsOf = ({ draft, line, figures }: GridRow, column: Column): string | null => {
    if (draft?.removed) return null;
    if (column === 'print_count')
      return !labelled || line === null ? null : figures.print ? String(figures.print_count) : '';
    if (!editable) return null;
    if (column === 'currency_id') return currencies.length > 0 ? String(figures.currency_id) : null;
    return isFigure(column) ? opened(figures[column]) : null;
  };

  const begin = (key: string | null, column: Column, text: string | null) => {
    const row = key === null ? undefined : rowOf(key);
    const words = row && wordsOf(row, column);
    if (row && words !== null && words !== undefined) typed({ key: row.key, column, text: text ?? words });
  };

  const choose = (row: GridRow, id: number) => {
    const chosen = currencies.find((one) => one.id === id);
    if (chosen && id !== row.figures.currency_id)
      onChange(row, { currency_id: chosen.id, currency_change: chosen.rate });
  };

  /** Takes the words of the open cell; stays when they are no figure. */
  const take = (): boolean => {
    const cell = open.current;
    if (!cell) return true;
    const row = rowOf(cell.key);
    const { column, text } = cell;
    if (!row) return false;
    if (column === 'currency_id') choose(row, Number(text));
    else if (column === 'print_count') {
      const count = countOf(text);
      if (count === undefined) return false;
      // who writes how many wants them
      if (!row.figures.print || count !== row.figures.print_count) onLabels(row, true, count);
    } else if (isFigure(column)) {
      const figure = read(column, text, currencyOf(currencies, row));
      if (figure === undefined) return false;
      if (figure !== row.figures[column]) onChange(row, { [column]: figure });
    }
    typed(null);
    return true;
  };
  useLayoutEffect(() => {
    now.current = { rows, take };
  });
  // what is typed is entered, whatever ends the page
  useEffect(() => {
    const taken = () => void now.current.take();
    const stop = onBeforeReload(taken);
    window.addEventListener('pagehide', taken);
    return () => {
      stop();
      window.removeEventListener('pagehide', taken);
    };
  }, []);

  // whatever led the cursor to another line: it is seen there
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the line that it is led to
  useEffect(() => virtual.scrollToIndex(cursor.row), [cursor.key]);
  // and stays so when errors that are listed below take a part of the height
  const tall = virtual.scrollRect?.height;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another height
  useEffect(() => {
    if (grid.current?.contains(document.activeElement)) virtual.scrollToIndex(cursor.row);
  }, [tall]);

  const focusGrid = () => grid.current?.focus({ preventScroll: true });

  /**
   * On a narrow screen the column of the cursor is scrolled into view between those that stay in their place: by a row that
   * is drawn, for the line that the cursor was led to may not be yet.
   */
  const bring = () => {
    const box = scroller.current;
    const drawn = grid.current?.querySelector<HTMLTableRowElement>('tr[data-line]');
    const cell = drawn?.cells[columns.indexOf(column)];
    if (!box || !cell || stays(cell)) return;
    const cells = [...(cell.parentElement?.children ?? [])] as HTMLElement[];
    const widthIn = (some: readonly HTMLElement[]) =>
      some.filter(stays).reduce((sum, { offsetWidth }) => sum + offsetWidth, 0);
    const held = widthIn(cells.slice(0, cells.indexOf(cell)));
    const place = box.clientWidth - widthIn(cells.slice(cells.indexOf(cell)));
    const [start, end] = [cell.offsetLeft, cell.offsetLeft + cell.offsetWidth];
    if (start - held < box.scrollLeft) box.scrollLeft = start - held;
    else if (end > box.scrollLeft + place) box.scrollLeft = end - place;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a step of the cursor leads there
  useLayoutEffect(() => {
    if (document.activeElement === grid.current) bring();
  }, [column]);

  const tabTo = (back: boolean) => afterTab({ row: cursor.row, column, rows: rows.length, columns, back });

  const onEditKey = (event: KeyboardEvent) => {
    const go = (row: number, to: Column) => {
      event.preventDefault();
      event.stopPropagation();
      if (!take()) return;
      focusGrid();
      move(row, to);
    };
    const { row } = cursor;
    const choice = editing?.column === 'currency_id';
    if (event.key === 'Enter') go(choice ? row : row + (event.shiftKey ? -1 : 1), column);
    else if (event.key === 'Tab') go(...(tabTo(event.shiftKey) ?? ([row, column] as const)));
    else if (event.key === 'Escape' || (choice && event.key === 'F2')) {
      event.preventDefault();
      event.stopPropagation();
      typed(null);
      focusGrid();
    } else if (choice) event.stopPropagation();
    else if (event.key === 'ArrowDown') go(row + 1, column);
    else if (event.key === 'ArrowUp') go(row - 1, column);
  };

  /** What Enter does in a cell: its control's action, or it opens. */
  const act = (row: GridRow) => {
    const { line, draft, figures } = row;
    if (draft?.removed) return;
    if (column === 'serials') {
      if (line !== null) props.onSerials(row);
    } else if (column === 'print') {
      if (line !== null && labelled) onLabels(row, !figures.print, figures.print_count);
    } else if (wordsOf(row, column) !== null) begin(row.key, column, null);
    else if (correctable) props.onCorrect(row);
    else if (editable && column === 'acts') onRemove(row);
  };

  const clear = (row: GridRow, whole: boolean) => {
    const label = column === 'print' || column === 'print_count';
    if (label && !whole) {
      if (labelled && row.line !== null && row.figures.print) onLabels(row, false, row.figures.print_count);
    } else if (correctable) props.onWithdraw(row);
    else if (!editable) return;
    else if (whole) onRemove(row);
    else if (isFigure(column)) onChange(row, { [column]: null });
  };

  // Escape lets the next Tab leave from wherever the cursor is
  const leaving = useRef(false);

  const onKey = (event: KeyboardEvent) => {
    if (editing || event.target !== grid.current) return;
    const leaves = leaving.current;
    // a modifier key alone does nothing
    if (event.key !== 'Shift') leaving.current = event.key === 'Escape';
    const at = rows[cursor.row];
    const control = event.ctrlKey || event.metaKey;
    if (event.altKey && !(event.key === 'ArrowDown' && column === 'currency_id')) return;
    const step = event.altKey
      ? undefined
      : stepFrom({ row: cursor.row, column, rows: rows.length, columns, key: event.key, control });
    if (step) {
      event.preventDefault();
      move(...step);
    } else if (event.key === 'Tab') {
      // at its ends the grid lets the focus go; where nothing is typed, at once
      const next = editable && !leaves ? tabTo(event.shiftKey) : null;
      if (next === null) return;
      event.preventDefault();
      move(...next);
    } else if (historyKeyOf(event) !== null) {
      event.preventDefault();
      if (historyKeyOf(event) === 'redo') onRedo();
      else onUndo();
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      if (at) clear(at, control);
    } else if (event.key === 'Enter' || event.key === 'F2' || event.altKey) {
      event.preventDefault();
      if (at) act(at);
    } else if (event.key === ' ') {
      event.preventDefault();
      if (at && CONTROLS.has(column)) act(at);
    } else if (event.key.length === 1 && !control && /[\d.,+-]/.test(event.key) && column !== 'currency_id') {
      event.preventDefault();
      begin(cursor.key, column, event.key);
    }
  };

  const onPasted = (event: ClipboardEvent) => {
    if (editing || !editable) return;
    const text = event.clipboardData.getData('text/plain');
    if (text.trim() === '') return;
    event.preventDefault();
    const field = isFigure(column) ? column : undefined;
    const row = rows[cursor.row];
    const change = row && field ? pastedInto(field, text, { currency: currencyOf(currencies, row), currencies }) : null;
    if (row && change) onChange(row, change);
    else onPaste(text);
  };

  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const active = rows[cursor.row];
  return (
    <section ref={scroller} className="table-scroll line-grid" aria-label={t('lines.title')}>
      <WholeColumns columns={columns.join()} />
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it is worked in as a spreadsheet
        role="grid"
        className="table grid lines"
        // the grid has the focus, its cells follow the cursor
        tabIndex={0}
        style={{ minWidth: `${least}rem` }}
        aria-label={t('lines.title')}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={active ? idOf(active.key, column) : undefined}
        aria-readonly={!editable}
        onFocus={(event) => {
          // a key led here: the cursor is seen at once
          if (event.target !== grid.current || !event.target.matches(':focus-visible')) return;
          virtual.scrollToIndex(cursor.row);
          bring();
        }}
        onKeyDown={onKey}
        onPaste={onPasted}
        data-testid="line-grid"
      >
        <colgroup>
          {columns.map((one) => (
            <col key={one} style={one === 'product' ? undefined : { width: `${WIDTHS[one]}rem` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="end">
              №
            </th>
            <th scope="col" className="stuck">
              {t('lines.product')}
            </th>
            {columns.includes('currency_id') && <th scope="col">{t('lines.currency')}</th>}
            {fields.map((field) => (
              <th key={field} scope="col" className="end" title={t(`lines.full.${field}`)}>
                {t(`lines.${field}`)}
              </th>
            ))}
            {columns.includes('sum') && (
              <th scope="col" className="end">
                {t('lines.sum')}
              </th>
            )}
            {columns.includes('serials') && <th scope="col">{t('lines.serials')}</th>}
            {columns.includes('print') && (
              <th scope="colgroup" colSpan={2}>
                {t('lines.labels')}
              </th>
            )}
            {columns.includes('acts') && (
              <th scope="col" className="line-acts">
                <span className="unseen">{t('lines.acts')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {before > 0 && (
            <tr className="spacer">
              <td colSpan={columns.length} style={{ height: before }} />
            </tr>
          )}
          {items.map(({ index }) => {
            const row = rows[index];
            const here = cursor.row === index;
            return (
              row && (
                <LineRow
                  // a line that moves takes its open cell along
                  key={row.key}
                  {...props}
                  row={row}
                  index={index}
                  height={height}
                  columns={columns}
                  column={here ? column : null}
                  editing={editing?.key === row.key ? editing : null}
                  onPoint={(column) => {
                    if (!now.current.take()) return;
                    focusGrid();
                    onCursor({ key: row.key, row: index, column });
                  }}
                  onOpen={(column) => {
                    onCursor({ key: row.key, row: index, column });
                    begin(row.key, column, null);
                  }}
                  onChoose={(id) => {
                    const chosen = rowOf(row.key);
                    if (chosen) choose(chosen, id);
                    focusGrid();
                  }}
                  onText={(text) => open.current && typed({ ...open.current, text })}
                  onEditKey={onEditKey}
                  onLeave={() => {
                    // words that are no figure are given up when the cell is left by the pointer; so is a choice
                    if (open.current?.column === 'currency_id' || !take()) typed(null);
                  }}
                  t={t}
                />
              )
            );
          })}
          {after > 0 && (
            <tr className="spacer">
              <td colSpan={columns.length} style={{ height: after }} />
            </tr>
          )}
        </tbody>
        <LineFoot rows={rows} currencies={currencies} columns={columns} room={whole ? null : room} />
      </table>
    </section>
  );
}
