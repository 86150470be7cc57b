import { ArrowDownIcon, ArrowUpIcon } from '@blueprintjs/icons';
import { type CSSProperties, type KeyboardEvent, type ReactNode, type Ref, useRef, useState } from 'react';
import { type KeyGroup, useKeys } from '../app/keys.ts';
import { classes } from './look.ts';
import { type Cut, cutTo } from './Name.tsx';

export interface Column<Row> {
  key: string;
  title: ReactNode;
  cell: (row: Row) => ReactNode;
  /** right aligned with its head */
  numeric?: boolean;
  /** secondary text */
  side?: boolean;
  /** takes what width is left; `true` is a name, which keeps its end, `words` end in …, `lines` are read whole */
  cut?: Cut;
  /** the tinted column of stock */
  tint?: boolean;
  width?: string | undefined;
  /** of its longest words, where it is cut: what it keeps beside other columns (`list.css`) */
  letters?: number;
  /** stays at the end of a table that is wider than its place: the actions of a row */
  edge?: boolean;
  /** Hidden first (`least`) or second (`less`) when the sheet is narrow. */
  drop?: 'least' | 'less';
  sorted?: 'ascending' | 'descending' | undefined;
  onSort?: () => void;
  foot?: ReactNode;
  /** how many columns the foot's cell runs over; none of them may have `drop` */
  footSpan?: number;
}

/** Rows are chosen by boxes before them, Space chooses the row in focus. */
export interface RowChoice<Row> {
  has: (row: Row) => boolean;
  toggle: (row: Row, through: boolean) => void;
  onPage: number;
  togglePage: () => void;
  label: (row: Row) => string;
  pageLabel: string;
}

export interface DataTableProps<Row> {
  /** what scrolls */
  ref?: Ref<HTMLDivElement>;
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  selected?: string | number | null | undefined;
  /** Enter, or a press on the row outside links and buttons */
  onOpen?: (row: Row) => void;
  /** arrows moved to this row */
  onMove?: (row: Row) => void;
  mark?: (row: Row) => 'bad' | 'disputed' | undefined;
  choice?: RowChoice<Row> | undefined;
  density?: 'list' | 'dense' | 'grid' | 'two-lines';
  /** old rows while new ones load */
  stale?: boolean;
  /** under the head when there are no rows: `<Empty>` or `<SkeletonRows>` */
  children?: ReactNode;
}

const columnClass = <Row,>({ numeric, side, cut, tint, edge, drop }: Column<Row>) =>
  classes(
    numeric && 'end',
    side && 'side',
    cut && (cut === 'lines' ? 'lines-cell' : 'cut-cell'),
    cut === 'words' && 'words',
    tint && 'tint',
    edge && 'edge',
    drop,
  ) || undefined;

/** A head or a foot: it is as wide as its words. */
const uncut = <Row,>({ cut: _, ...column }: Column<Row>): Column<Row> => column;

const ownControl = 'a, button, input, select, textarea, label';

// texts: keys *
const LIST: KeyGroup = {
  space: 'keys',
  title: 'list.title',
  rows: [
    ['list.move', '↑', '↓'],
    ['list.page', 'PgUp', 'PgDn'],
    ['list.ends', 'Home', 'End'],
    ['list.open', 'Enter'],
  ],
};
const CHOOSING: KeyGroup = { ...LIST, rows: [...LIST.rows, ['list.choose', 'Space']] };

const withShift = (event: { nativeEvent: Event }): boolean =>
  event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey;

/** Plain table: sticky head and foot, one row in the tab order, arrows move, Enter opens. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    ref,
    label,
    columns,
    rows,
    rowKey,
    selected,
    onOpen,
    onMove,
    mark,
    choice,
    density = 'list',
    stale,
    children,
  } = props;
  const body = useRef<HTMLTableSectionElement>(null);
  const [focused, setFocused] = useState<string | number | null>(null);
  const keys = rows.map(rowKey);
  const inOrder = [focused, selected].find((key) => key != null && keys.includes(key)) ?? keys[0];
  const moves = onOpen !== undefined || onMove !== undefined;

  useKeys(moves ? (choice ? CHOOSING : LIST) : null);

  function moveTo(index: number): void {
    const row = rows[index];
    if (row === undefined) return;
    const element = body.current?.rows[index];
    element?.focus();
    element?.scrollIntoView({ block: 'nearest' });
    onMove?.(row);
  }

  function onKeyDown(event: KeyboardEvent<HTMLTableRowElement>, row: Row, index: number): void {
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return;
    const steps: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      PageDown: Math.min(rows.length - 1, index + 10),
      PageUp: Math.max(0, index - 10),
      Home: 0,
      End: rows.length - 1,
    };
    const target = steps[event.key];
    if (target !== undefined) {
      event.preventDefault();
      moveTo(target);
    } else if (event.key === 'Enter' && onOpen !== undefined) {
      event.preventDefault();
      onOpen(row);
    } else if (event.key === ' ' && choice !== undefined) {
      event.preventDefault();
      choice.toggle(row, event.shiftKey);
    }
  }

  // a band without words would say nothing; null keeps the place of words that are on their way
  const footed = columns.some((column) => column.foot !== undefined && column.foot !== false);
  let covered = 0;
  const feet = columns.filter((column, at) => {
    if (at < covered) return false;
    covered = at + (column.footSpan ?? 1);
    return true;
  });
  return (
    // what scrolls is reached by keyboard: by its rows, or by itself
    <div ref={ref} className="table-scroll" tabIndex={moves ? undefined : 0}>
      <table className={classes('table', density !== 'list' && density)} aria-label={label}>
        <colgroup>
          {choice && <col className="choice-col" />}
          {columns.map((column) => (
            <col
              key={column.key}
              className={column.drop}
              style={{ width: column.width ?? (column.cut ? '99%' : undefined) }}
            />
          ))}
        </colgroup>
        <thead>
          <tr>
            {choice && (
              <th scope="col" className="choice-cell">
                <input
                  type="checkbox"
                  ref={(box) => {
                    if (box !== null) box.indeterminate = choice.onPage > 0 && choice.onPage < rows.length;
                  }}
                  aria-label={choice.pageLabel}
                  title={choice.pageLabel}
                  checked={rows.length > 0 && choice.onPage === rows.length}
                  disabled={rows.length === 0}
                  onChange={choice.togglePage}
                  data-testid="choose-page"
                />
              </th>
            )}
            {columns.map((column) => {
              const Arrow = column.sorted === 'ascending' ? ArrowUpIcon : ArrowDownIcon;
              return (
                <th
                  key={column.key}
                  scope="col"
                  className={columnClass(uncut(column))}
                  style={{ '--letters': column.letters } as CSSProperties}
                  aria-sort={column.sorted}
                >
                  {column.onSort === undefined ? (
                    column.title
                  ) : (
                    <button type="button" className="sort" onClick={column.onSort}>
                      {column.title}
                      {column.sorted !== undefined && <Arrow size={10} />}
                    </button>
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody ref={body} className={stale ? 'stale' : undefined} aria-busy={stale || undefined}>
          {rows.map((row, index) => {
            const key = rowKey(row);
            return (
              <tr
                key={key}
                className={
                  classes(onOpen !== undefined && 'opens', choice?.has(row) && 'chosen', mark?.(row)) || undefined
                }
                aria-selected={selected === undefined ? undefined : key === selected}
                tabIndex={moves ? (key === inOrder ? 0 : -1) : undefined}
                onFocus={() => setFocused(key)}
                onKeyDown={moves ? (event) => onKeyDown(event, row, index) : undefined}
                onClick={(event) => {
                  if (onOpen === undefined || (event.target as Element).closest(ownControl) !== null) return;
                  if (String(window.getSelection()) !== '') return;
                  onOpen(row);
                }}
              >
                {choice && (
                  <td className="choice-cell">
                    <input
                      type="checkbox"
                      aria-label={choice.label(row)}
                      checked={choice.has(row)}
                      onChange={(event) => choice.toggle(row, withShift(event))}
                    />
                  </td>
                )}
                {columns.map((column, at) => {
                  const Cell = at === 0 ? 'th' : 'td';
                  return (
                    <Cell key={column.key} scope={at === 0 ? 'row' : undefined} className={columnClass(column)}>
                      {cutTo(column.cut, column.cell(row))}
                    </Cell>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
        {footed && (
          <tfoot>
            <tr>
              {choice && <td />}
              {feet.map((column) => (
                <td key={column.key} colSpan={column.footSpan} className={columnClass(uncut(column))}>
                  {column.foot}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
      {rows.length === 0 && children}
    </div>
  );
}
