/**
 * The line grid: as quick as a spreadsheet. One cell has the cursor; typing replaces it, Enter and F2 open it, Tab and
 * Enter take the words and go on. Only rows in sight are in the document.
 */
import { Button, HTMLSelect, Spinner } from '@blueprintjs/core';
import { CrossIcon, EditIcon, ErrorIcon, SwapHorizontalIcon, TimeIcon, WarningSignIcon } from '@blueprintjs/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ClipboardEvent, type KeyboardEvent, memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { changed, FIGURES, type LineChange, type LineFigures } from '../../../../machines/invoiceWorkspace/lines.ts';
import type { Cursor, GridRow } from '../../../../machines/invoiceWorkspace/rows.ts';
import { onBeforeReload } from '../../../app/drafts.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { type Text, useText } from '../../../i18n/index.ts';
import { classes } from '../../../ui/look.ts';
import { useRem } from '../../../ui/useRem.ts';
import { type CurrencyChoice, currencyOf, DECIMALS, opened, pastedInto, read, type TypedField } from './cells.ts';

const ROW_REM = 1.9375;
const BEYOND = 4;
const PAGE = 15;

/** The open cell: of a line, wherever that stands. */
interface Editing {
  key: string;
  column: number;
  text: string;
}

export interface LineGridProps {
  rows: readonly GridRow[];
  currencies: readonly CurrencyChoice[];
  /** Figures may be typed. */
  editable: boolean;
  /** Lines of a confirmed invoice may be corrected and taken off. */
  correctable: boolean;
  labelled: boolean;
  saving: string | null;
  /** Standing at its line. */
  cursor: Cursor;
  onCursor: (cursor: Cursor) => void;
  onChange: (row: GridRow, change: LineChange) => void;
  onRemove: (row: GridRow) => void;
  onCorrect: (row: GridRow) => void;
  onSerials: (row: GridRow) => void;
  onLabels: (row: GridRow, print: boolean, count: number) => void;
  onUndo: () => void;
  onPaste: (text: string) => void;
  /** The figures as they are typed, before they are taken: the price follows. */
  onTyping: (figures: LineFigures | null) => void;
}

/** What a figure looks like in its cell. */
const shown = (field: TypedField, figure: number | null, currency: string | null): string =>
  figure === null
    ? ''
    : formatNumber(figure, { decimals: DECIMALS[field], trim: field !== 'value' || currency === 'UZS' });

export function LineGrid(props: LineGridProps) {
  const { rows, currencies, editable, cursor, onCursor, onChange, onRemove, onUndo, onPaste, onTyping } = props;
  const t = useText('invoice');
  const scroller = useRef<HTMLElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const [editing, setEditing] = useState<Editing | null>(null);
  // what is open now: a cell that loses the focus while it is taken must not be taken twice
  const open = useRef<Editing | null>(null);
  const height = Math.round(useRem() * ROW_REM);
  const foreign = rows.some((row) => currencyOf(currencies, row) !== 'UZS');
  const fields = FIGURES.filter((field) => field !== 'currency_change' || foreign);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: BEYOND,
    useFlushSync: false,
    scrollPaddingStart: height,
    scrollPaddingEnd: height,
  });
  useEffect(() => {
    virtual.options.estimateSize = () => height;
    virtual.measure();
  }, [height, virtual]);

  // rows that are not drawn again hold functions of an earlier draw: lines are found as they stand now
  const now = useRef({ rows, fields, take: (): boolean => true });
  const rowOf = (key: string): GridRow | undefined => now.current.rows.find((one) => one.key === key);

  const move = (row: number, column: number) => {
    const at = Math.min(Math.max(row, 0), Math.max(rows.length - 1, 0));
    const key = rows[at]?.key ?? null;
    onCursor({ key, row: at, column: Math.min(Math.max(column, 0), fields.length - 1) });
    virtual.scrollToIndex(at);
  };

  const typed = (next: Editing | null) => {
    open.current = next;
    setEditing(next);
    const row = next && rowOf(next.key);
    const field = next && now.current.fields[next.column];
    const figure = next && row && field ? read(field, next.text, currencyOf(currencies, row)) : undefined;
    onTyping(row && field && figure !== undefined ? changed(row.figures, { [field]: figure }) : null);
  };

  const begin = (key: string | null, column: number, text: string | null) => {
    const row = key === null ? undefined : rowOf(key);
    const field = now.current.fields[column];
    if (!editable || !row || !field || row.draft?.removed) return;
    const figure = row.figures[field];
    typed({ key: row.key, column, text: text ?? opened(figure) });
  };

  /** Takes the words of the open cell; stays when they are no figure. */
  const take = (): boolean => {
    const cell = open.current;
    if (!cell) return true;
    const row = rowOf(cell.key);
    const field = now.current.fields[cell.column];
    const figure = row && field && read(field, cell.text, currencyOf(currencies, row));
    if (!row || !field || figure === undefined) return false;
    if (figure !== row.figures[field]) onChange(row, { [field]: figure });
    typed(null);
    return true;
  };
  useLayoutEffect(() => {
    now.current = { rows, fields, take };
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

  const focusGrid = () => grid.current?.focus({ preventScroll: true });

  const onEditKey = (event: KeyboardEvent) => {
    const go = (row: number, column: number) => {
      event.preventDefault();
      event.stopPropagation();
      if (!take()) return;
      focusGrid();
      move(row, column);
    };
    const { row, column } = cursor;
    if (event.key === 'Enter') go(row + (event.shiftKey ? -1 : 1), column);
    else if (event.key === 'Tab') {
      if (event.shiftKey) go(column === 0 ? row - 1 : row, column === 0 ? fields.length - 1 : column - 1);
      else go(column === fields.length - 1 ? row + 1 : row, column === fields.length - 1 ? 0 : column + 1);
    } else if (event.key === 'ArrowDown') go(row + 1, column);
    else if (event.key === 'ArrowUp') go(row - 1, column);
    else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      typed(null);
      focusGrid();
    }
  };

  const onKey = (event: KeyboardEvent) => {
    if (editing || event.target !== grid.current) return;
    const { row, column } = cursor;
    const control = event.ctrlKey || event.metaKey;
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowDown: [row + 1, column],
      ArrowUp: [row - 1, column],
      ArrowRight: [row, column + 1],
      ArrowLeft: [row, column - 1],
      Home: control ? [0, 0] : [row, 0],
      End: control ? [rows.length - 1, fields.length - 1] : [row, fields.length - 1],
      PageDown: [row + PAGE, column],
      PageUp: [row - PAGE, column],
    };
    const step = steps[event.key];
    const at = rows[row];
    if (step) {
      event.preventDefault();
      move(...step);
    } else if (event.key === 'Tab') {
      const last = column === fields.length - 1 && row === rows.length - 1;
      const first = column === 0 && row === 0;
      // at its ends the grid lets the focus go
      if (event.shiftKey ? first : last) return;
      event.preventDefault();
      if (event.shiftKey) move(column === 0 ? row - 1 : row, column === 0 ? fields.length - 1 : column - 1);
      else move(column === fields.length - 1 ? row + 1 : row, column === fields.length - 1 ? 0 : column + 1);
    } else if (control && event.key.toLowerCase() === 'z') {
      event.preventDefault();
      onUndo();
    } else if (control && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault();
      if (editable && at) onRemove(at);
    } else if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault();
      begin(cursor.key, column, null);
    } else if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      const field = fields[column];
      if (editable && at && field) onChange(at, { [field]: null });
    } else if (event.key.length === 1 && !control && !event.altKey && /[\d.,+-]/.test(event.key)) {
      event.preventDefault();
      begin(cursor.key, column, event.key);
    }
  };

  const onPasted = (event: ClipboardEvent) => {
    if (editing || !editable) return;
    const text = event.clipboardData.getData('text/plain');
    if (text.trim() === '') return;
    event.preventDefault();
    const field = fields[cursor.column];
    const row = rows[cursor.row];
    const change = row && field ? pastedInto(field, text, { currency: currencyOf(currencies, row), currencies }) : null;
    if (row && change) onChange(row, change);
    else onPaste(text);
  };

  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const columns = fields.length + 6;
  const active = rows[cursor.row];
  return (
    <section ref={scroller} className="table-scroll line-grid" aria-label={t('lines.title')}>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: it is worked in as a spreadsheet
        role="grid"
        className="table grid lines"
        // the grid has the focus, its cells follow the cursor
        tabIndex={0}
        aria-label={t('lines.title')}
        aria-rowcount={rows.length + 1}
        aria-activedescendant={active ? `cell-${active.key}-${cursor.column}` : undefined}
        onKeyDown={onKey}
        onPaste={onPasted}
        data-testid="line-grid"
      >
        <colgroup>
          <col className="l-number" />
          <col className="l-product" />
          <col className="l-currency" />
          {fields.map((field) => (
            <col key={field} className={`l-${field}`} />
          ))}
          <col className="l-sum" />
          <col className="l-serials" />
          <col className="l-labels" />
          <col className="l-acts" />
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="end">
              №
            </th>
            <th scope="col" className="stuck">
              {t('lines.product')}
            </th>
            <th scope="col">{t('lines.currency')}</th>
            {fields.map((field) => (
              <th key={field} scope="col" className="end" title={t(`lines.full.${field}`)}>
                {t(`lines.${field}`)}
              </th>
            ))}
            <th scope="col" className="end">
              {t('lines.sum')}
            </th>
            <th scope="col">{t('lines.serials')}</th>
            <th scope="col">{t('lines.labels')}</th>
            <th scope="col">
              <span className="unseen">{t('lines.acts')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {before > 0 && (
            <tr className="spacer">
              <td colSpan={columns} style={{ height: before }} />
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
                  fields={fields}
                  column={here ? cursor.column : null}
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
                  onText={(text) => open.current && typed({ ...open.current, text })}
                  onEditKey={onEditKey}
                  onLeave={() => {
                    // words that are no figure are given up when the cell is left by the pointer
                    if (!take()) typed(null);
                  }}
                  t={t}
                />
              )
            );
          })}
          {after > 0 && (
            <tr className="spacer">
              <td colSpan={columns} style={{ height: after }} />
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

interface LineRowProps extends LineGridProps {
  row: GridRow;
  index: number;
  height: number;
  fields: readonly TypedField[];
  column: number | null;
  editing: Editing | null;
  onPoint: (column: number) => void;
  onOpen: (column: number) => void;
  onText: (text: string) => void;
  onEditKey: (event: KeyboardEvent) => void;
  onLeave: () => void;
  t: Text;
}

/** Closures are made anew with every draw: what a row shows decides whether it is drawn again. */
const isSame = (one: LineRowProps, other: LineRowProps): boolean =>
  one.row.line === other.row.line &&
  one.row.draft === other.row.draft &&
  one.index === other.index &&
  one.height === other.height &&
  one.column === other.column &&
  one.editing === other.editing &&
  one.editing === null &&
  one.fields.length === other.fields.length &&
  one.editable === other.editable &&
  one.correctable === other.correctable &&
  one.labelled === other.labelled &&
  one.currencies === other.currencies &&
  (one.saving === one.row.key) === (other.saving === other.row.key) &&
  one.t === other.t;

const LineRow = memo(function LineRow(props: LineRowProps) {
  const { row, index, height, fields, column, editing, currencies, editable, correctable, labelled, saving, t } = props;
  const { draft, product, line } = row;
  const field = editing ? fields[editing.column] : undefined;
  const own = currencyOf(currencies, row);
  const figure = editing && field ? read(field, editing.text, own) : undefined;
  const figures = field && figure !== undefined ? changed(row.figures, { [field]: figure }) : row.figures;
  const faults = draft?.faults ?? {};
  const currency = currencyOf(currencies, { line, figures });
  const sum = figures.value !== null && figures.count !== null ? figures.value * figures.count : null;
  const needed = product.is_serial_number ? (line?.count ?? figures.count ?? 0) : 0;
  return (
    <tr
      className={classes(
        draft?.removed && 'gone',
        draft !== null && 'drafted',
        Object.keys(faults).length > 0 && (draft?.warned ? 'warned' : 'refused'),
      )}
      style={{ height }}
      aria-rowindex={index + 2}
      aria-selected={column !== null}
      data-line={row.key}
      data-product={product.id}
    >
      <td className="end side">
        <RowSign row={row} saving={saving === row.key} t={t} /> {formatNumber(index + 1)}
      </td>
      <th scope="row" className="stuck" title={`${product.title} · ${product.sku}`}>
        <span className="l-name">{product.title}</span>
      </th>
      <td>
        {editable && currencies.length > 0 && !draft?.removed ? (
          <HTMLSelect
            minimal
            tabIndex={-1}
            aria-label={t('lines.currencyOf', { product: product.title })}
            value={figures.currency_id}
            onChange={(event) => {
              const chosen = currencies.find((one) => one.id === Number(event.target.value));
              if (chosen) props.onChange(row, { currency_id: chosen.id, currency_change: chosen.rate });
            }}
            options={currencies.map((one) => ({ value: one.id, label: one.abbrevation }))}
          />
        ) : (
          currency
        )}
      </td>
      {fields.map((one, at) => {
        const open = editing !== null && editing.column === at;
        const said = faults[one]?.join(' ');
        const rate = one === 'currency_change' && currency === 'UZS';
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys go to the grid, which has the focus
          <td
            key={one}
            id={`cell-${row.key}-${at}`}
            className={classes(
              'end',
              column === at && 'here',
              said !== undefined && 'fault',
              one === 'selling_price' && 'price',
              draft !== null && !draft.removed && figures[one] === null && 'wanted',
            )}
            title={said}
            data-field={one}
            onClick={() => (open ? undefined : props.onPoint(at))}
            onDoubleClick={() => props.onOpen(at)}
          >
            {open ? (
              <input
                className={classes('cell-input', figure === undefined && 'wrong')}
                aria-label={`${t(`lines.full.${one}`)}, ${product.title}`}
                aria-invalid={figure === undefined}
                inputMode="decimal"
                autoComplete="off"
                // biome-ignore lint/a11y/noAutofocus: the cell was opened by the person
                autoFocus
                value={editing.text}
                onFocus={(event) => event.currentTarget.setSelectionRange(editing.text.length, editing.text.length)}
                onChange={(event) => props.onText(event.target.value)}
                onKeyDown={props.onEditKey}
                onBlur={props.onLeave}
              />
            ) : (
              <>
                {one === 'selling_price' && figures.overridden && (
                  <EditIcon size={10} className="amber" title={t('lines.overridden')} />
                )}
                {rate ? <span className="faint">—</span> : shown(one, figures[one], currency)}
              </>
            )}
          </td>
        );
      })}
      <td className="end">{sum === null ? '' : formatNumber(sum, { decimals: currency === 'UZS' ? 0 : 2 })}</td>
      <td>
        {line !== null && !draft?.removed && (
          <button
            type="button"
            className={classes('link num', line.serials.saved < needed && 'amber')}
            tabIndex={-1}
            onClick={() => props.onSerials(row)}
            data-testid="line-serials"
          >
            {product.is_serial_number
              ? `${formatNumber(line.serials.saved)} / ${formatNumber(needed)}`
              : (line.lot_number ?? '—')}
          </button>
        )}
      </td>
      <td>
        {line !== null && !draft?.removed && (
          <span className="row">
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={t('lines.printOf', { product: product.title })}
              checked={figures.print}
              disabled={!labelled}
              onChange={(event) => props.onLabels(row, event.target.checked, figures.print_count)}
            />
            {figures.print && (
              <input
                className="label-count"
                type="text"
                inputMode="numeric"
                tabIndex={-1}
                key={figures.print_count}
                defaultValue={figures.print_count}
                aria-label={t('lines.printCountOf', { product: product.title })}
                disabled={!labelled}
                onBlur={(event) => {
                  const count = Number(event.target.value);
                  if (Number.isInteger(count) && count >= 1 && count <= 1000 && count !== figures.print_count)
                    props.onLabels(row, true, count);
                  else event.target.value = String(figures.print_count);
                }}
              />
            )}
          </span>
        )}
      </td>
      <td>
        {editable && !draft?.removed && (
          <Button
            variant="minimal"
            size="small"
            tabIndex={-1}
            icon={<CrossIcon size={12} />}
            aria-label={t('lines.remove', { product: product.title })}
            onClick={() => props.onRemove(row)}
            data-testid="line-remove"
          />
        )}
        {correctable && (
          <Button
            variant="minimal"
            size="small"
            tabIndex={-1}
            icon={<EditIcon size={12} />}
            aria-label={t('lines.correct', { product: product.title })}
            onClick={() => props.onCorrect(row)}
            data-testid="line-correct"
          />
        )}
      </td>
    </tr>
  );
}, isSame);

/** Where a line stands: saved says nothing. */
function RowSign({ row: { draft }, saving, t }: { row: GridRow; saving: boolean; t: Text }) {
  if (saving) return <Spinner size={12} aria-label={t('lines.saving')} />;
  if (draft === null) return null;
  if (draft.theirs !== null) return <SwapHorizontalIcon size={12} className="amber" title={t('lines.sign.theirs')} />;
  if (Object.keys(draft.faults).length > 0)
    return draft.warned ? (
      <WarningSignIcon size={12} className="amber" title={t('lines.sign.warned')} />
    ) : (
      <ErrorIcon size={12} className="red" title={t('lines.sign.refused')} />
    );
  return <TimeIcon size={12} className="faint" title={t('lines.sign.unsaved')} />;
}
