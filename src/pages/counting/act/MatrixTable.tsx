import {
  ArrowDownIcon,
  ArrowUpIcon,
  BarcodeIcon,
  ChatIcon,
  EditIcon,
  SwapHorizontalIcon,
  WarningSignIcon,
} from '@blueprintjs/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, memo, type ReactNode, useEffect, useRef } from 'react';
import type { Counter } from '../../../../contract/counting/counters.ts';
import type { CountRow } from '../../../../contract/counting/matrix.ts';
import {
  disagreeing,
  idOf,
  isMovedUnresolved,
  isOverruled,
  type MatrixSort,
  type MatrixTotals,
  type Netted,
} from '../../../../machines/actWorkspace/matrix.ts';
import { givenName } from '../../../format/names.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { type Text, useText } from '../../../i18n/index.ts';
import { classes, familyClass, looks } from '../../../ui/look.ts';
import { Name } from '../../../ui/Name.tsx';
import { Money, Quantity } from '../../../ui/Quantity.tsx';
import { useRem } from '../../../ui/useRem.ts';
import { useRoom } from '../../../ui/useRoom.ts';
import { WholeColumns } from '../../../ui/WholeColumns.tsx';
import { counterLook } from './commands.ts';
import { type Figures, figuresOf, type Giving, linesIn, shownIn } from './fitting.ts';

/** Height in rem of each line of a row, which has 1 more around them (`--row-grid`). */
const LINE_REM = 0.9375;
/** Rows drawn beyond the edge; a hundred rows are never in the document. */
const BEYOND = 4;
/** What is missing, what is over, both netted. */
const FOOT_ROWS = 3;
/** Rows in the document are used again for other products: changing words costs less than making cells. */
const REUSED = 100;

interface MatrixTableProps {
  rows: readonly CountRow[];
  totals: MatrixTotals;
  counters: readonly Counter[];
  sort: MatrixSort;
  descending: boolean;
  onSort: (sort: MatrixSort) => void;
  cursor: number | null;
  /** A pane is open beside it. */
  beside: boolean;
  onOpen: (productId: number) => void;
  onScroll: () => void;
}

const NOBODY: readonly Counter[] = [];

export function MatrixTable(props: MatrixTableProps) {
  const { rows, totals, sort, descending, onSort, cursor, beside, onOpen, onScroll } = props;
  const t = useText('counting');
  const m = useText('countingMatrix');
  const scroller = useRef<HTMLDivElement>(null);
  const rem = useRem();
  const room = useRoom(scroller);
  const figures = figuresOf(totals);
  const shown = shownIn(beside && room > 0 ? room / rem : null, props.counters.length, figures);
  const lines = room > 0 ? linesIn(room / rem, shown, props.counters.length, figures) : 1;
  const height = Math.round(rem * (1 + lines * LINE_REM));
  const counters = shown.includes('counts') ? props.counters : NOBODY;
  const parts = shown.join(' ');
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: BEYOND,
    // rows drawn within a scroll event would make one long task of several frames
    useFlushSync: false,
    // the head and the foot lie over the first and the last row
    scrollPaddingStart: height,
    scrollPaddingEnd: height * FOOT_ROWS,
  });
  useEffect(() => {
    virtual.options.estimateSize = () => height;
    virtual.measure();
  }, [height, virtual]);

  // The row under the cursor comes into sight; where it is in the order is looked up only when it changes.
  const sought = useRef<number | null>(null);
  useEffect(() => {
    if (cursor === sought.current) return;
    sought.current = cursor;
    const at = rows.findIndex((row) => idOf(row) === cursor);
    if (at !== -1) virtual.scrollToIndex(at);
  }, [cursor, rows, virtual]);

  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  // the number's column goes in a narrow table: a spacer that spans it would make another column
  const columns = 2 + counters.length + shown.filter((one) => one !== 'counts').length;

  const head = (key: MatrixSort, words: ReactNode, more = '') => {
    const Arrow = descending ? ArrowDownIcon : ArrowUpIcon;
    return (
      <th scope="col" className={more} aria-sort={sort === key ? (descending ? 'descending' : 'ascending') : undefined}>
        <button type="button" className="sort" onClick={() => onSort(key)}>
          {words}
          {sort === key && <Arrow size={10} />}
        </button>
      </th>
    );
  };

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section ref={scroller} className="table-scroll" onScroll={onScroll} aria-label={t('matrix.title')} tabIndex={0}>
      <WholeColumns columns={`${counters.length} ${parts} ${Object.values(figures).join(' ')}`} />
      <table
        className={classes('table grid matrix', beside && 'beside', lines > 1 && 'tall')}
        aria-label={t('matrix.title')}
        aria-rowcount={rows.length + 1 + FOOT_ROWS}
        data-testid="matrix"
        style={{ '--counters': counters.length, '--lines': lines, ...leastWidths(figures) } as CSSProperties}
      >
        <colgroup>
          <col className="least c-number" />
          <col />
          {counters.map((counter) => (
            <col key={counter.id} className="c-counter" />
          ))}
          {shown.includes('residue') && <col className="c-residue" />}
          <col className="c-final" />
          {shown.includes('difference') && <col className="c-difference" />}
          {shown.includes('sum') && <col className="c-sum" />}
        </colgroup>
        <thead>
          <tr>
            <th scope="col" className="end least">
              {t('matrix.number')}
            </th>
            {head('title', t('matrix.product'), 'stuck')}
            {counters.map((counter) => (
              <CounterHead key={counter.id} counter={counter} t={t} />
            ))}
            {shown.includes('residue') && head('residue', t('matrix.residue'), 'end tint')}
            {head('final', t('matrix.final'), 'end')}
            {shown.includes('difference') && head('difference', t('matrix.difference'), 'end')}
            {shown.includes('sum') && head('sum', t('matrix.differenceSum'), 'end')}
          </tr>
        </thead>
        <tbody>
          <Spacer height={before} columns={columns} />
          {items.map(({ index }) => {
            const row = rows[index];
            return (
              row !== undefined && (
                <MatrixRow
                  key={index % REUSED}
                  row={row}
                  index={index}
                  height={height}
                  counters={counters}
                  parts={parts}
                  selected={idOf(row) === cursor}
                  onOpen={onOpen}
                  t={t}
                  m={m}
                />
              )
            );
          })}
          <Spacer height={after} columns={columns} />
        </tbody>
        <tfoot data-testid="matrix-totals">
          {/* two rows of words without figures would say nothing */}
          {shown.includes('difference') &&
            (['shortage', 'surplus'] as const).map((side) => (
              <tr key={side}>
                <td className="least" />
                <td className="stuck cut-cell">{t(`matrix.${side}`)}</td>
                <td colSpan={counters.length + 2} />
                <NettedCells netted={totals[side]} parts={parts} />
              </tr>
            ))}
          <tr>
            <td className="least" />
            <td className="stuck cut-cell">
              {m('totalRows', { count: totals.rows, figure: formatNumber(totals.rows) })}
            </td>
            {counters.map((counter) => (
              <td key={counter.id} className="end">
                {formatNumber(totals.counts[String(counter.id)] ?? 0)}
              </td>
            ))}
            {shown.includes('residue') && <td className="end">{formatNumber(totals.residue)}</td>}
            <td className="end">{formatNumber(totals.final)}</td>
            <NettedCells netted={totals.difference} parts={parts} />
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

function NettedCells({ netted: { units, sum }, parts }: { netted: Netted; parts: string }) {
  return (
    <>
      {has(parts, 'difference') && (
        <td className="end">
          <Quantity value={units} kind="difference" />
        </td>
      )}
      {has(parts, 'sum') && (
        <td className="end">
          <Money value={sum} kind="difference" />
        </td>
      )}
    </>
  );
}

/** For `act.css`: a column is not narrower than its figures. */
const leastWidths = (figures: Figures): Record<string, string> =>
  Object.fromEntries(Object.entries(figures).map(([name, width]) => [`--f-${name}`, `${width.toFixed(2)}rem`]));

/** The height of the rows that are not drawn. */
function Spacer({ height, columns }: { height: number; columns: number }) {
  return height <= 0 ? null : (
    <tr className="spacer">
      <td className="least" />
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

function CounterHead({ counter, t }: { counter: Counter; t: Text }) {
  const look = counterLook(counter.status);
  const Icon = looks[look].icon;
  const status = t(`counters.status.${counter.status}`);
  return (
    <th scope="col" className="end of-counter" title={`${counter.user.fullname}, ${counter.title}, ${status}`}>
      <span className={classes('counter-head', familyClass(look))}>
        <Icon size={12} />
        <span className="counter-name">{givenName(counter.user.fullname)}</span>
        <span className="unseen">{status}</span>
      </span>
    </th>
  );
}

interface MatrixRowProps {
  row: CountRow;
  index: number;
  height: number;
  counters: readonly Counter[];
  /** The columns that are shown, in one word: a row is drawn again only when they change. */
  parts: string;
  selected: boolean;
  onOpen: (productId: number) => void;
  t: Text;
  /** Words of the matrix alone. */
  m: Text;
}

const has = (parts: string, part: Giving): boolean => parts.split(' ').includes(part);

const MatrixRow = memo(function MatrixRow(props: MatrixRowProps) {
  const { row, index, height, counters, parts, selected, onOpen, t, m } = props;
  const { product_variant: product, manual, disagreement } = row;
  const matter = disagreeing(row);
  const toChoose = disagreement && row.final_count === null;
  const moved = isMovedUnresolved(row);
  return (
    <tr
      className={classes('opens', (disagreement || moved || row.elsewhere.length > 0) && 'disputed')}
      style={{ height }}
      aria-rowindex={index + 2}
      aria-selected={selected}
      data-product={product.id}
      onClick={() => onOpen(product.id)}
    >
      <td className="end side least">{formatNumber(index + 1)}</td>
      <th scope="row" className="stuck cut-cell">
        <span className="row">
          <Name>{product.title}</Name>
          {product.is_serial_number && <BarcodeIcon size={12} className="faint" title={m('serial')} />}
          {row.moved_since !== 0 && (
            <SwapHorizontalIcon size={12} className={moved ? 'amber' : 'faint'} title={t('matrix.movedSince')} />
          )}
          {row.elsewhere.length > 0 && <WarningSignIcon size={12} className="amber" title={t('matrix.elsewhere')} />}
          {row.count_commentaries.length > 0 && <ChatIcon size={12} className="faint" title={t('tabs.comments')} />}
        </span>
      </th>
      {counters.map(({ id }) => {
        const count = row.counts[String(id)] ?? null;
        return (
          <td key={id} className="end">
            {count === null ? (
              <Quantity value="notCounted" hint={t('figure.notCounted')} />
            ) : matter.has(String(id)) ? (
              <span className="matter">{formatNumber(count)}</span>
            ) : isOverruled(row, count) ? (
              <s className="overruled">{formatNumber(count)}</s>
            ) : (
              <Quantity value={count} />
            )}
          </td>
        );
      })}
      {has(parts, 'residue') && (
        <td className="end tint">
          <Quantity value={row.residue} />
        </td>
      )}
      <td className="end final">
        {toChoose ? (
          <span className="to-choose">{m('choose')}</span>
        ) : (
          <>
            {manual !== null && <EditIcon size={10} className="faint" title={m('byHand')} />}
            <Quantity value={row.final_count} hint={t('figure.none')} />
          </>
        )}
      </td>
      {has(parts, 'difference') && (
        <td className="end">
          <Quantity value={row.difference} kind="difference" hint={t('figure.none')} />
        </td>
      )}
      {has(parts, 'sum') && (
        <td className="end">
          <Money value={row.difference_sum} kind="difference" hint={t('figure.none')} />
        </td>
      )}
    </tr>
  );
});
