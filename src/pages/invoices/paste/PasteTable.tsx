import { Button } from '@blueprintjs/core';
import { DisableIcon, UndoIcon } from '@blueprintjs/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import type { Failure } from '../../../../contract/failure.ts';
import type { VariantInSelect } from '../../../../contract/invoices/choices.ts';
import { lineSum } from '../../../../machines/invoice/sellingPrice.ts';
import type { Currency, Fix, PastedField, PastedLine, Refused } from '../../../../machines/pasteLines/lines.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { type Text, useText } from '../../../i18n/index.ts';
import { TextInput } from '../../../ui/Field.tsx';
import { RemoteSelect } from '../../../ui/form/RemoteSelect.tsx';
import { classes } from '../../../ui/look.ts';
import { Name } from '../../../ui/Name.tsx';
import { Money } from '../../../ui/Quantity.tsx';
import { useRem } from '../../../ui/useRem.ts';
import { WholeColumns } from '../../../ui/WholeColumns.tsx';
import type { ProductSource } from './actors.ts';

/** Height of a row without faults in rem, and rows drawn beyond the edge. */
const ROW_REM = 3.25;
const BEYOND = 6;
const COLUMNS = 8;

export interface PasteTableProps {
  lines: readonly PastedLine[];
  /** The server's warnings by row. */
  said: Readonly<Record<number, readonly string[]>>;
  refused: Refused;
  /** The refusal that has just come: what it is about is brought into sight. */
  refusal: Failure | null;
  editable: boolean;
  currencies: readonly Currency[];
  products: ProductSource;
  onFix: (row: number, fix: Fix) => void;
}

const rowId = (row: number) => `paste-row-${row}`;

/** What is wrong with a line, and what the person should look at. */
function reasonsOf(line: PastedLine, t: Text): { bad: string[]; warned: string[] } {
  const warned: string[] = [];
  if (line.twin !== null) warned.push(t('warnings.repeated', { line: line.twin }));
  if (line.differs !== null) {
    const { ours, theirs, rounded } = line.differs;
    const figures = {
      ours: formatNumber(ours, { decimals: 2, trim: true }),
      theirs: formatNumber(theirs, { decimals: 2, trim: true }),
    };
    warned.push(t(rounded ? 'warnings.rounded' : 'warnings.differs', figures));
  }
  for (const { written, read } of line.doubtful)
    warned.push(t('warnings.doubtful', { written, read: formatNumber(read, { decimals: 2, trim: true }) }));
  const values = { count: line.count, price: line.value, sum: line.sum, currency: line.currency };
  return { bad: line.bad.map(({ reason }) => t(`bad.${reason}`, values)), warned };
}

/** A figure of the list, put right in place: sent when the field is left or Enter is pressed. */
function FigureCell({
  written,
  label,
  wrong,
  disabled,
  onFix,
}: {
  written: string;
  label: string;
  wrong: boolean;
  disabled: boolean;
  onFix: (text: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const done = () => {
    if (typed !== null && typed.trim() !== written) onFix(typed.trim());
    setTyped(null);
  };
  return (
    <TextInput
      value={typed ?? written}
      inputMode="decimal"
      className="paste-figure"
      aria-label={label}
      aria-invalid={wrong || undefined}
      disabled={disabled}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={done}
      onKeyDown={(event) => {
        if (event.key === 'Enter') done();
        if (event.key === 'Escape' && typed !== null) {
          event.stopPropagation();
          setTyped(null);
        }
      }}
    />
  );
}

interface RowProps extends Omit<PasteTableProps, 'lines' | 'said' | 'refused' | 'refusal'> {
  onChoose: (row: number, product: VariantInSelect) => void;
  line: PastedLine;
  words: readonly string[] | undefined;
  refusedFor: readonly string[] | undefined;
  index: number;
  measure: (row: Element | null) => void;
  t: Text;
}

const PasteRow = memo(function PasteRow(props: RowProps) {
  const {
    line,
    words = [],
    refusedFor = [],
    editable,
    currencies,
    products,
    onFix,
    onChoose,
    index,
    measure,
    t,
  } = props;
  const { bad, warned } = reasonsOf(line, t);
  const faults = [...bad, ...refusedFor];
  const hints = [...warned, ...words];
  const wrong = (field: PastedField) => line.bad.some((one) => one.field === field);
  const disabled = !editable || line.left;
  const reasons = [...faults, ...hints].join('; ');
  const { product, body, row } = line;
  const number = line.line;
  return (
    <tr
      className={classes(
        !line.left && faults.length > 0 && 'bad',
        !line.left && faults.length === 0 && hints.length > 0 && 'disputed',
        line.left && 'left-out',
      )}
      id={rowId(row)}
      ref={measure}
      data-index={index}
      aria-rowindex={index + 2}
      data-testid="paste-line"
      data-line={number}
      data-good={body !== null && !line.left && refusedFor.length === 0}
    >
      <td className="end side">{formatNumber(number)}</td>
      <td className="paste-product">
        {product !== null && !wrong('product') ? (
          <span className="paste-name">
            <Name>{product.title}</Name>
            <span className="faint code">{product.sku}</span>
          </span>
        ) : (
          <span className="paste-choice">
            <Name>{line.words.join(' · ') || '—'}</Name>
            {!disabled && (
              <RemoteSelect
                light
                of={products.sourceFor(line.matches)}
                value={null}
                empty={t('choose')}
                label={t('chooseOf', { line: number })}
                onChange={(option) => {
                  const chosen = option === null ? undefined : products.productOf(option.id);
                  if (chosen) onChoose(row, chosen);
                }}
              />
            )}
          </span>
        )}
        {reasons !== '' && (
          <span className={classes('paste-reasons', faults.length > 0 ? 'is-bad' : 'is-warned')}>{reasons}</span>
        )}
        {reasons === '' && product !== null && line.words[0] !== product.title && (
          <span className="paste-reasons faint">
            <Name>{line.words.join(' · ')}</Name>
          </span>
        )}
      </td>
      <td className="end" data-head={t('heads.count')}>
        <FigureCell
          written={line.count}
          label={t('countOf', { line: number })}
          wrong={wrong('count')}
          disabled={disabled}
          onFix={(count) => onFix(row, { count })}
        />
      </td>
      <td className="end" data-head={t('heads.price')}>
        <FigureCell
          written={line.value}
          label={t('priceOf', { line: number })}
          wrong={wrong('value')}
          disabled={disabled}
          onFix={(value) => onFix(row, { value })}
        />
      </td>
      <td data-head={t('heads.currency')}>
        <select
          className={classes('paste-money', wrong('currency') && 'wrong')}
          value={currencies.some(({ abbrevation }) => abbrevation === line.currency) ? line.currency : ''}
          aria-label={t('currencyOf', { line: number })}
          aria-invalid={wrong('currency') || undefined}
          disabled={disabled}
          onChange={({ target }) => onFix(row, { currency: target.value })}
        >
          {!currencies.some(({ abbrevation }) => abbrevation === line.currency) && (
            <option value="">{line.currency}</option>
          )}
          {currencies.map(({ abbrevation }) => (
            <option key={abbrevation}>{abbrevation}</option>
          ))}
        </select>
      </td>
      <td className="end" data-head={t('heads.sum')}>
        <Money value={body === null ? null : lineSum(body)} currency={line.currency} hint={t('none')} />
      </td>
      <td className="end" data-head={t('heads.selling')}>
        <Money value={body?.selling_price ?? null} hint={t('none')} />
      </td>
      <td className="end">
        <Button
          variant="minimal"
          size="small"
          icon={line.left ? <UndoIcon size={14} /> : <DisableIcon size={14} />}
          disabled={!editable}
          aria-label={t(line.left ? 'takeBack' : 'leaveOut', { line: number })}
          title={t(line.left ? 'takeBack' : 'leaveOut', { line: number })}
          onClick={() => onFix(row, { left: !line.left })}
        />
      </td>
    </tr>
  );
});

/** Lines of the list as they would be added; only those in sight are in the document. */
export function PasteTable(props: PasteTableProps) {
  const { lines, said, refused, refusal, ...rest } = props;
  const t = useText('pasteLines');
  const scroller = useRef<HTMLElement>(null);
  const height = Math.round(useRem() * ROW_REM);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: useCallback((index: number) => lines[index]?.row ?? index, [lines]),
    overscan: BEYOND,
    useFlushSync: false,
  });
  useEffect(() => {
    virtual.options.estimateSize = () => height;
    virtual.measure();
  }, [height, virtual]);
  // the menu disappears with the error: focus moves to the next cell, or to the table when the row disappears too
  const chosen = useRef<number | null>(null);
  const { onFix } = props;
  const onChoose = useCallback(
    (row: number, product: VariantInSelect) => {
      chosen.current = row;
      onFix(row, { product });
    },
    [onFix],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: with the next lines the row is drawn without its choice
  useEffect(() => {
    if (chosen.current === null) return;
    const row = document.getElementById(rowId(chosen.current));
    chosen.current = null;
    (row?.querySelector('input') ?? scroller.current)?.focus();
  }, [lines]);
  // the button that was pressed lost the focus while it was busy
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a refusal
  useEffect(() => {
    if (refusal === null) return;
    const first = lines.findIndex(({ row }) => refused[row] !== undefined);
    if (first !== -1) virtual.scrollToIndex(first);
    scroller.current?.focus({ preventScroll: true });
  }, [refusal]);
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section ref={scroller} className="table-scroll paste-scroll" aria-label={t('table')} tabIndex={0}>
      <WholeColumns columns={String(lines.length > 0)} />
      <table className="table paste-table" aria-rowcount={lines.length + 1} aria-label={t('table')}>
        <thead>
          <tr>
            <th scope="col" className="end">
              №
            </th>
            <th scope="col">{t('heads.product')}</th>
            {(['count', 'price'] as const).map((key) => (
              <th key={key} scope="col" className="end">
                {t(`heads.${key}`)}
              </th>
            ))}
            <th scope="col">{t('heads.currency')}</th>
            {(['sum', 'selling'] as const).map((key) => (
              <th key={key} scope="col" className="end">
                {t(`heads.${key}`)}
              </th>
            ))}
            <th scope="col">
              <span className="unseen">{t('heads.acts')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          <Spacer height={before} />
          {items.map(({ index }) => {
            const line = lines[index];
            return (
              line !== undefined && (
                <PasteRow
                  key={line.row}
                  {...rest}
                  onChoose={onChoose}
                  line={line}
                  words={said[line.row]}
                  refusedFor={refused[line.row]}
                  index={index}
                  measure={virtual.measureElement}
                  t={t}
                />
              )
            );
          })}
          <Spacer height={after} />
        </tbody>
      </table>
    </section>
  );
}

function Spacer({ height }: { height: number }) {
  return height <= 0 ? null : (
    <tr className="spacer">
      <td colSpan={COLUMNS} style={{ height }} />
    </tr>
  );
}
