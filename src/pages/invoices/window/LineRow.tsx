/** A line in its row: a cell holds its figure, or its control, or the field that is open in it. */
import { Button, HTMLSelect, Spinner } from '@blueprintjs/core';
import { CrossIcon, EditIcon, ErrorIcon, SwapHorizontalIcon, TimeIcon, WarningSignIcon } from '@blueprintjs/icons';
import { type KeyboardEvent, memo } from 'react';
import { changed, type LineChange, type LineFigures } from '../../../../machines/invoiceWorkspace/lines.ts';
import type { Column, Cursor, GridRow } from '../../../../machines/invoiceWorkspace/rows.ts';
import { formatNumber } from '../../../format/numbers.ts';
import type { Text } from '../../../i18n/index.ts';
import { classes } from '../../../ui/look.ts';
import { type CurrencyChoice, countOf, currencyOf, DECIMALS, isFigure, read, type TypedField } from './cells.ts';
import { serialsOf, standingOf, wrongIn } from './problems.ts';

/** The open cell, by its line's key rather than its row. */
export interface Editing {
  key: string;
  column: Column;
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
  /** Shown at its line. */
  cursor: Cursor;
  onCursor: (cursor: Cursor) => void;
  onChange: (row: GridRow, change: LineChange) => void;
  onRemove: (row: GridRow) => void;
  onCorrect: (row: GridRow) => void;
  onWithdraw: (row: GridRow) => void;
  onSerials: (row: GridRow) => void;
  onLabels: (row: GridRow, print: boolean, count: number) => void;
  onUndo: () => void;
  onRedo: () => void;
  onPaste: (text: string) => void;
  /** The figures as they are typed, before they are taken: the price follows. */
  onTyping: (figures: LineFigures | null) => void;
}

/** What a figure looks like in its cell. */
const shown = (field: TypedField, figure: number | null, currency: string | null): string =>
  figure === null
    ? ''
    : formatNumber(figure, { decimals: DECIMALS[field], trim: field !== 'value' || currency === 'UZS' });

export const idOf = (key: string, column: Column): string => `cell-${key}-${column}`;

interface LineRowProps extends LineGridProps {
  row: GridRow;
  index: number;
  height: number;
  /** Those that are shown. */
  columns: readonly Column[];
  column: Column | null;
  editing: Editing | null;
  onPoint: (column: Column) => void;
  onOpen: (column: Column) => void;
  /** A currency was chosen with the pointer. */
  onChoose: (id: number) => void;
  onText: (text: string) => void;
  onEditKey: (event: KeyboardEvent) => void;
  onLeave: () => void;
  t: Text;
}

interface CellInputProps extends Pick<LineRowProps, 'onText' | 'onEditKey' | 'onLeave'> {
  label: string;
  text: string;
  /** What is typed is no figure of this column. */
  wrong: boolean;
  inputMode: 'decimal' | 'numeric';
}

/** The field of an open cell. */
function CellInput({ label, text, wrong, inputMode, onText, onEditKey, onLeave }: CellInputProps) {
  return (
    <input
      className={classes('cell-input', wrong && 'wrong')}
      aria-label={label}
      aria-invalid={wrong}
      inputMode={inputMode}
      autoComplete="off"
      // biome-ignore lint/a11y/noAutofocus: the cell was opened by the person
      autoFocus
      value={text}
      onFocus={(event) => event.currentTarget.setSelectionRange(text.length, text.length)}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={onEditKey}
      onBlur={onLeave}
    />
  );
}

/** Closures are new on every render, so rows are compared by what they show. */
const isSame = (one: LineRowProps, other: LineRowProps): boolean =>
  one.row.line === other.row.line &&
  one.row.draft === other.row.draft &&
  one.index === other.index &&
  one.height === other.height &&
  one.column === other.column &&
  one.editing === other.editing &&
  one.editing === null &&
  one.columns === other.columns &&
  one.editable === other.editable &&
  one.correctable === other.correctable &&
  one.labelled === other.labelled &&
  one.currencies === other.currencies &&
  (one.saving === one.row.key) === (other.saving === other.row.key) &&
  one.t === other.t;

export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { row, index, height, columns, column, editing, currencies, editable, correctable, labelled, saving, t } =
    props;
  const { draft, product, line } = row;
  const field = editing && isFigure(editing.column) ? editing.column : undefined;
  const own = currencyOf(currencies, row);
  const figure = editing && field ? read(field, editing.text, own) : undefined;
  const figures = field && figure !== undefined ? changed(row.figures, { [field]: figure }) : row.figures;
  const faults = draft?.faults ?? {};
  const standing = standingOf(row);
  const wrong = draft === null || draft.removed ? [] : wrongIn(row.figures);
  const currency = currencyOf(currencies, { line, figures });
  const sum = figures.value !== null && figures.count !== null ? figures.value * figures.count : null;
  const { saved, needed } = serialsOf({ line, product, figures });
  const serials = product.is_serial_number
    ? `${formatNumber(saved)} / ${formatNumber(needed)}`
    : (line?.lot_number ?? '—');
  const known = line !== null && !draft?.removed;
  const labels = `${t('lines.printCountOf', { product: product.title })}${figures.print ? `, ${figures.print_count}` : ''}`;
  const choice = editable && currencies.length > 0 && !draft?.removed;
  const isOpen = (one: Column) => editing !== null && editing.column === one;
  /** A cell: the cursor is on it, or on the control that it holds and that bears its id then. */
  const cell = (one: Column, control: boolean, ...looks: (string | false | undefined)[]) => ({
    id: control ? undefined : idOf(row.key, one),
    className: classes(column === one && 'here', ...looks),
    'data-field': one,
    // keys go to the grid, which has the focus
    onClick: () => (isOpen(one) ? undefined : props.onPoint(one)),
  });
  return (
    <tr
      className={classes(
        draft?.removed && 'gone',
        draft !== null && 'drafted',
        standing === 'warned' && 'warned',
        (standing === 'error' || standing === 'gone') && 'refused',
      )}
      style={{ height }}
      aria-rowindex={index + 2}
      aria-selected={column !== null}
      data-line={row.key}
      data-product={product.id}
    >
      <td {...cell('number', false, 'end', 'side')}>
        <RowSign row={row} saving={saving === row.key} t={t} /> {formatNumber(index + 1)}
      </td>
      <th scope="row" {...cell('product', false, 'stuck')} title={`${product.title} · ${product.sku}`}>
        <span className="l-name">{product.title}</span>
      </th>
      {columns.includes('currency_id') && (
        <td {...cell('currency_id', choice)} {...(choice && { onClick: undefined })}>
          {choice && editing !== null && isOpen('currency_id') ? (
            <select
              id={idOf(row.key, 'currency_id')}
              className="cell-choice"
              size={Math.max(currencies.length, 2)}
              aria-label={t('lines.currencyOf', { product: product.title })}
              // biome-ignore lint/a11y/noAutofocus: the cell was opened by the person
              autoFocus
              value={editing.text}
              onChange={(event) => props.onText(event.target.value)}
              onClick={() => props.onPoint('currency_id')}
              onKeyDown={props.onEditKey}
              onBlur={props.onLeave}
            >
              {currencies.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.abbrevation}
                </option>
              ))}
            </select>
          ) : choice ? (
            <HTMLSelect
              id={idOf(row.key, 'currency_id')}
              minimal
              tabIndex={-1}
              aria-label={t('lines.currencyOf', { product: product.title })}
              value={figures.currency_id}
              onFocus={() => props.onCursor({ key: row.key, row: index, column: 'currency_id' })}
              onChange={(event) => props.onChoose(Number(event.target.value))}
              options={currencies.map((one) => ({ value: one.id, label: one.abbrevation }))}
            />
          ) : (
            currency
          )}
        </td>
      )}
      {columns.filter(isFigure).map((one) => {
        const said = faults[one]?.join(' ');
        const rate = one === 'currency_change' && currency === 'UZS';
        return (
          <td
            key={one}
            {...cell(
              one,
              false,
              'end',
              (said !== undefined || wrong.includes(one)) && 'fault',
              one === 'selling_price' && 'price',
              draft !== null && !draft.removed && figures[one] === null && 'wanted',
            )}
            aria-invalid={said !== undefined || wrong.includes(one) || undefined}
            title={said}
            onDoubleClick={() => props.onOpen(one)}
          >
            {editing !== null && isOpen(one) ? (
              <CellInput
                onText={props.onText}
                onEditKey={props.onEditKey}
                onLeave={props.onLeave}
                label={`${t(`lines.full.${one}`)}, ${product.title}`}
                text={editing.text}
                wrong={figure === undefined}
                inputMode="decimal"
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
      {columns.includes('sum') && (
        <td {...cell('sum', false, 'end')}>
          {sum === null ? '' : formatNumber(sum, { decimals: currency === 'UZS' ? 0 : 2 })}
        </td>
      )}
      {columns.includes('serials') && (
        <td {...cell('serials', known)}>
          {known && (
            <button
              id={idOf(row.key, 'serials')}
              type="button"
              className={classes('link num', saved < needed && 'amber')}
              tabIndex={-1}
              aria-label={`${t('lines.serialsOf', { product: product.title })}, ${serials}`}
              onClick={() => props.onSerials(row)}
              data-testid="line-serials"
            >
              {serials}
            </button>
          )}
        </td>
      )}
      {columns.includes('print') && (
        <td {...cell('print', known)}>
          {known && (
            <input
              id={idOf(row.key, 'print')}
              type="checkbox"
              tabIndex={-1}
              aria-label={t('lines.printOf', { product: product.title })}
              checked={figures.print}
              disabled={!labelled}
              onChange={(event) => props.onLabels(row, event.target.checked, figures.print_count)}
            />
          )}
        </td>
      )}
      {columns.includes('print_count') && (
        <td
          {...cell('print_count', false, 'end')}
          {...(known && { 'aria-label': labels })}
          {...(labelled &&
            known &&
            figures.print &&
            !isOpen('print_count') && { onClick: () => props.onOpen('print_count') })}
          onDoubleClick={() => props.onOpen('print_count')}
        >
          {editing !== null && isOpen('print_count') ? (
            <CellInput
              onText={props.onText}
              onEditKey={props.onEditKey}
              onLeave={props.onLeave}
              label={t('lines.printCountOf', { product: product.title })}
              text={editing.text}
              wrong={countOf(editing.text) === undefined}
              inputMode="numeric"
            />
          ) : (
            known && figures.print && <span className="label-count">{figures.print_count}</span>
          )}
        </td>
      )}
      {columns.includes('acts') && (
        <td {...cell('acts', (editable && !draft?.removed) || correctable, 'line-acts')}>
          {editable && !draft?.removed && (
            <Button
              variant="minimal"
              size="small"
              tabIndex={-1}
              id={idOf(row.key, 'acts')}
              icon={<CrossIcon size={12} />}
              aria-label={t('lines.remove', { product: product.title })}
              onClick={() => props.onRemove(row)}
              data-testid="line-remove"
            />
          )}
          {correctable && !editable && (
            <Button
              variant="minimal"
              size="small"
              tabIndex={-1}
              id={idOf(row.key, 'acts')}
              icon={<EditIcon size={12} />}
              aria-label={t('lines.correct', { product: product.title })}
              onClick={() => props.onCorrect(row)}
              data-testid="line-correct"
            />
          )}
        </td>
      )}
    </tr>
  );
}, isSame);

/** The state of a line; a saved one shows nothing. */
function RowSign({ row: { draft }, saving, t }: { row: GridRow; saving: boolean; t: Text }) {
  if (saving) return <Spinner size={12} aria-label={t('lines.saving')} />;
  if (draft === null) return null;
  const standing = standingOf({ draft });
  if (standing === 'theirs') return <SwapHorizontalIcon size={12} className="amber" title={t('lines.sign.theirs')} />;
  if (standing === 'gone') return <ErrorIcon size={12} className="red" title={t('lines.sign.gone')} />;
  if (standing === 'warned') return <WarningSignIcon size={12} className="amber" title={t('lines.sign.warned')} />;
  if (standing === 'error') return <ErrorIcon size={12} className="red" title={t('lines.sign.refused')} />;
  return <TimeIcon size={12} className="faint" title={t('lines.sign.unsaved')} />;
}
