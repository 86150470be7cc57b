import { Button, HTMLSelect } from '@blueprintjs/core';
import { CrossIcon } from '@blueprintjs/icons';
import { Fragment, type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { COUNTED, PAGE_SIZES } from '../../../contract/common.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { formatNumber } from '../../format/numbers.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { type Column, DataTable, type DataTableProps } from '../DataTable.tsx';
import { Empty } from '../Empty.tsx';
import { Failed } from '../Failed.tsx';
import { Toolbar } from '../layout.tsx';
import { SkeletonRows, TopBar } from '../loading.tsx';
import type { Cut } from '../Name.tsx';
import { Notice } from '../Notice.tsx';
import { Pager } from '../Pager.tsx';
import { RequestId } from '../RequestId.tsx';
import { ColumnMenu } from './ColumnMenu.tsx';
import { cellOf, isAtEnd, lettersOf, widthOf } from './columns.tsx';
import { ExportMenu } from './ExportMenu.tsx';
import { FilterWords } from './filters.tsx';
import { isTotalled } from './totals.ts';
import { GoneProvider, useFitting } from './useFitting.ts';
import type { List } from './useList.ts';
import { ViewButton } from './ViewButton.tsx';
import './list.css';

export interface ListWords {
  /** "nothing yet": what the list is for, and the first action */
  nothing: string;
  nothingText: ReactNode;
  /** shown beside that text */
  nothingAct?: ReactNode;
  /** "nothing found", in the list's own words */
  notFound?: string;
  notFoundText?: string;
  failed?: string;
}

/** Who wants many rows on a page wants them in sight: from here on they are lower. */
const DENSE_FROM = 30;

export interface ListPageProps<Row, Answer>
  extends Pick<DataTableProps<Row>, 'selected' | 'onMove' | 'mark' | 'choice' | 'density'> {
  list: List<Row, Answer>;
  /** of the page, the table, the sheet and the paper */
  title: string;
  words: ListWords;
  /** the one main action and what else acts on the list */
  acts?: ReactNode;
  /** of the sheet and the paper, where the page's title does not name their subject: a past day */
  paperTitle?: string;
  /** before the filters: another view of the same */
  lead?: ReactNode;
  /** whether the person may take the whole list into Excel: `report` of the resource, where its rights name one */
  excel?: boolean;
  /** The Excel file is one of its own, that can be read back. */
  saves?: ((rows: readonly Row[]) => Promise<void>) | undefined;
  /** what a row opens when it is no page of its own: a side pane */
  onOpen?: (row: Row) => void;
  /** between the table and its pages: what acts on the chosen rows */
  under?: ReactNode;
  /** side panes */
  children?: ReactNode;
}

/** A page that is a list: filters, table, pages, columns, Excel, paper, and each kind of emptiness. */
export function ListPage<Row, Answer>({ title, list, acts, ...rest }: ListPageProps<Row, Answer>) {
  usePageTitle(title);
  return <ListView {...rest} title={title} list={list} acts={acts} />;
}

/** The same as a part of another page, whose title is its own. */
export function ListView<Row, Answer>(props: ListPageProps<Row, Answer>) {
  const {
    list,
    title,
    paperTitle = title,
    words,
    acts,
    excel = true,
    saves,
    lead,
    onOpen,
    under,
    children,
    ...table
  } = props;
  const t = useText('kit');
  const [beneath, setBeneath] = useState<HTMLElement | null>(null);
  const controls = (side: 'left' | 'right') =>
    list.filters
      .filter((filter) => filter.side === side)
      .map(({ key, control }) => (
        <Fragment key={key}>
          {control({ value: list.written(key), set: (value) => list.set(key, value), answer: list.answer })}
        </Fragment>
      ));
  return (
    <>
      {list.fetching && list.stale && <TopBar label={t('common:loading')} />}
      <Toolbar
        label={t('list.filters', { title })}
        acts={
          <>
            {controls('right')}
            <ExportMenu list={list} title={paperTitle} excel={excel} saves={saves} />
            {acts}
          </>
        }
      >
        {lead}
        <ViewButton list={list} under={beneath} />
        {controls('left')}
      </Toolbar>
      <div ref={setBeneath} />
      <Narrowing list={list} />
      {list.error !== null && list.rows.length > 0 && (
        <Notice tone="bad" action={<Button size="small" text={t('common:retry')} onClick={list.retry} />}>
          {t('list.notRenewed')} {list.error.message}{' '}
          {list.error.requestId !== undefined && (
            <RequestId id={list.error.requestId} labels={{ request: t('common:request'), copy: t('common:copy') }} />
          )}
        </Notice>
      )}
      <div className="sheet-body list-body">
        <ListTable {...table} list={list} title={title} onOpen={onOpen} under={under}>
          <Nothing list={list} words={words} />
        </ListTable>
        {children}
      </div>
    </>
  );
}

/** What narrows the list, in words: a control may hide it in its short form. */
function Narrowing<Row, Answer>({ list }: { list: List<Row, Answer> }) {
  const t = useText('kit');
  const set = list.filters.filter(({ key }) => list.written(key) !== null);
  if (set.length === 0) return null;
  return (
    <ul className="list-narrowing" aria-label={t('list.narrowed')} data-testid="list-narrowing">
      {set.map((filter) => (
        <li key={filter.key}>
          <span id={`narrowed-${filter.key}`}>
            {filter.label}: <FilterWords list={list} filter={filter} />
          </span>
          <button
            type="button"
            aria-label={t('list.widen')}
            aria-describedby={`narrowed-${filter.key}`}
            title={t('list.widen')}
            onClick={() => list.set(filter.key, null)}
          >
            <CrossIcon size={12} />
          </button>
        </li>
      ))}
    </ul>
  );
}

type TableProps<Row, Answer> = Omit<ListPageProps<Row, Answer>, 'words' | 'acts' | 'onOpen'> & {
  onOpen: ((row: Row) => void) | undefined;
};

/** The table with what stands under it; columns that have no room are named there. */
function ListTable<Row, Answer>({ list, title, onOpen, under, children, ...table }: TableProps<Row, Answer>) {
  const t = useText('kit');
  const language = useLanguage();
  const [, navigate] = useLocation();
  const { href, footed, sort } = list;
  const [whole, setWhole] = useState(false);
  const open = onOpen ?? (href && ((row: Row) => navigate(href(row))));
  const letters = list.shown.map((column) => lettersOf(column, list.rows));
  // what is left is shared by who needs it
  const percent = 99 / letters.reduce((sum, one) => sum + one, 0);
  const columns = list.shown.map((column, at): Column<Row> => {
    const { key, title: head, foot, actions = false } = column;
    const own = letters[at] ?? 0;
    const onSort = list.sorter(column);
    return {
      ...column,
      title: actions ? <span className="unseen">{head}</span> : head,
      numeric: isAtEnd(column),
      sorted: sort?.key === key ? (sort.descending ? 'descending' : 'ascending') : undefined,
      cell: (row) => {
        const cell = cellOf(column, row, language);
        return at === 0 && href && !column.cell ? <Link href={href(row)}>{cell}</Link> : cell;
      },
      edge: actions,
      letters: own,
      width: widthOf(column) ?? (own > 0 ? `${own * percent}%` : undefined),
      ...(onSort && { onSort }),
      // no totals over nothing
      foot: foot && list.rows.length > 0 ? (footed === undefined ? null : foot(footed)) : undefined,
    };
  });
  const { place, shown, gone, goneKeys } = useFitting(title, columns, whole);
  return (
    <div className="sheet-main">
      <GoneProvider value={goneKeys}>
        <DataTable
          ref={place}
          density={list.perPage >= DENSE_FROM ? 'dense' : 'list'}
          {...table}
          label={title}
          columns={shown}
          rows={list.rows}
          rowKey={list.rowKey}
          stale={list.stale}
          {...(open && { onOpen: open })}
        >
          {children}
        </DataTable>
      </GoneProvider>
      {list.shown.some((column) => isTotalled(column) && !goneKeys.has(column.key)) && <LeftOut list={list} />}
      {under}
      <ListFoot list={list}>
        {(gone > 0 || whole) && (
          <Button
            variant="minimal"
            size="small"
            active={whole}
            aria-pressed={whole}
            text={whole ? t('list.columns.whole') : t('list.columns.gone', { count: gone })}
            onClick={() => setWhole(!whole)}
            data-testid="list-whole"
          />
        )}
      </ListFoot>
    </div>
  );
}

/** No rows: loading, failed, nothing found, nothing yet. */
function Nothing<Row, Answer>({ list, words }: { list: List<Row, Answer>; words: ListWords }) {
  const t = useText('kit');
  if (list.pending) return <SkeletonRows rows={Math.min(list.perPage, 30)} columns={list.shown.map(weightOf)} />;
  if (list.error !== null)
    return <Failed title={words.failed ?? t('list.failed')} error={list.error} onRetry={list.retry} />;
  if (list.narrowed)
    return (
      <Empty
        kind="notFound"
        title={words.notFound ?? t('list.notFound')}
        text={words.notFoundText ?? t('list.notFoundText')}
      >
        <Button text={t('list.clear')} onClick={list.clear} />
      </Empty>
    );
  return (
    <Empty kind="nothing" title={words.nothing} text={words.nothingText}>
      {words.nothingAct}
    </Empty>
  );
}

const weightOf = ({ cut, width = '' }: { cut?: Cut; width?: string }) =>
  cut ? 4 : Math.max(1, Math.round(Number.parseFloat(width) / 5) || 1);

/** Where in the list the page is, as far as that is counted. */
function Count<Row, Answer>({ list }: { list: List<Row, Answer> }) {
  const t = useText('kit');
  const { page, perPage, rows, total } = list;
  if (list.answer === undefined) return null;
  const from = page === null ? null : rows.length === 0 ? 0 : (page - 1) * perPage + 1;
  const seen = from === null ? '' : `${formatNumber(from)}–${formatNumber(Math.max(0, from + rows.length - 1))}`;
  const all =
    total !== null ? formatNumber(total) : list.more ? t('list.moreThan', { rows: formatNumber(COUNTED) }) : '…';
  return (
    <>
      {[seen, all].filter((words) => words !== '').join(' / ')}
      {list.countExactly && (
        <Button
          variant="minimal"
          size="small"
          className="count-exactly"
          text={t('list.exact')}
          title={t('list.exactTitle')}
          onClick={list.countExactly}
        />
      )}
      {list.counting && <span role="status"> {t('list.counting')}</span>}
      {list.uncountable && <span role="status"> {t('list.uncountable')}</span>}
    </>
  );
}

/** What the feet of the table leave out: of use beside a total that is seen. */
function LeftOut<Row, Answer>({ list: { footed, rows, summed } }: { list: List<Row, Answer> }) {
  const words = footed === undefined || rows.length === 0 ? null : (summed?.leftOut(footed) ?? null);
  return words === null ? null : (
    <p className="left-out" data-testid="left-out">
      {words}
    </p>
  );
}

function ListFoot<Row, Answer>({ list, children }: { list: List<Row, Answer>; children: ReactNode }) {
  const t = useText('kit');
  const { page, perPage, total } = list;
  const counted =
    total !== null ? Math.ceil(Math.min(total, COUNTED) / perPage) : list.more ? Math.ceil(COUNTED / perPage) : 0;
  const numbered = Math.max(
    counted,
    (page ?? 0) + (page !== null && list.toNext !== undefined && counted === 0 ? 1 : 0),
  );
  return (
    <Pager
      page={page}
      perPage={perPage}
      total={total ?? undefined}
      numbered={numbered}
      count={<Count list={list} />}
      onPage={list.setPage}
      beside={{ previous: list.toPrevious, next: list.toNext }}
      labels={{
        pages: t('common:table.pager'),
        previous: t('common:table.previous'),
        next: t('common:table.next'),
        page: (number) => t('list.page', { page: number }),
      }}
    >
      <span className="list-own">
        <HTMLSelect
          minimal
          className="page-size"
          aria-label={t('list.perPage')}
          title={t('list.perPage')}
          value={list.perPage}
          onChange={(event) => list.setPerPage(Number(event.target.value))}
          options={PAGE_SIZES.map((size) => ({ value: size, label: t('list.size', { size: formatNumber(size) }) }))}
        />
        <ColumnMenu list={list} />
        {children}
      </span>
    </Pager>
  );
}
