import { Button, InputGroup } from '@blueprintjs/core';
import { ArrowLeftIcon, PrintIcon, SearchIcon } from '@blueprintjs/icons';
import type { UseQueryResult } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import type { ActDetails } from '../../../../contract/counting/acts.ts';
import { counterIndex } from '../../../../contract/counting/counters.ts';
import type { CountRow } from '../../../../contract/counting/matrix.ts';
import {
  filterCounts,
  idOf,
  isToDecide,
  MATRIX_FILTERS,
  type MatrixFilter,
  type MatrixSort,
  matrixKeys,
  matrixRows,
  matrixTotals,
  neighbour,
  nextToDecide,
} from '../../../../machines/actWorkspace/matrix.ts';
import type { ApiError } from '../../../api/client.ts';
import { useCall } from '../../../api/queries.ts';
import { useAddress } from '../../../app/address.ts';
import { type KeyGroup, useKeys } from '../../../app/keys.ts';
import { compareKeys, sortKey } from '../../../format/collate.ts';
import { formatTime } from '../../../format/dates.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { Toolbar } from '../../../ui/layout.tsx';
import { SkeletonRows, TopBar } from '../../../ui/loading.tsx';
import { Kbd } from '../../../ui/small.tsx';
import { useFitting } from '../../../ui/useFitting.ts';
import type { WorkspaceActor } from './actors.ts';
import { matrixViewOf } from './address.ts';
import { LIVE_EVERY } from './Counters.tsx';
import type { Capabilities } from './commands.ts';
import { Evidence } from './Evidence.tsx';
import { ExcelButton } from './ExcelButton.tsx';
import { MatrixTable } from './MatrixTable.tsx';
import { PrintMenu } from './PrintMenu.tsx';

/** Rows are read again when people entered something, at rest, and not more often than this. */
const ROWS_EVERY = 15_000;
const REST = 2_000;

/** Filters that are offered even when nothing answers them; the others only then. */
const ALWAYS: ReadonlySet<MatrixFilter> = new Set(['all', 'differences', 'disagreements', 'notCounted', 'serials']);

/** Place of each row by title in the Uzbek alphabet; made only when somebody sorts so. */
function titleOrder(rows: readonly CountRow[]): number[] {
  const keys = rows.map((row) => sortKey(row.product_variant.title));
  const order = rows.map((_, at) => at).sort((a, b) => compareKeys(keys[a] ?? [], keys[b] ?? []) || a - b);
  const places = new Array<number>(rows.length).fill(0);
  order.forEach((at, place) => {
    places[at] = place;
  });
  return places;
}

const NO_ROWS: readonly CountRow[] = [];

const leftOutOf = ({ rows, residue }: { rows: number; residue: number }) => ({
  figure: formatNumber(rows),
  residue: formatNumber(residue),
});

const typing = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable], [role="dialog"]') !== null;

interface MatrixProps {
  act: ActDetails;
  capabilities: Capabilities;
  actor: WorkspaceActor;
  rows: UseQueryResult<{ data: CountRow[] }, ApiError>;
}

const KEYS: KeyGroup = {
  space: 'keys',
  title: 'matrix.title',
  rows: [
    ['matrix.move', 'J', 'K', '↓', '↑'],
    ['list.page', 'PgUp', 'PgDn'],
    ['matrix.next', 'N'],
    ['matrix.open', 'Enter'],
    ['matrix.close', 'Esc'],
  ],
};

export function Matrix({ act, capabilities, actor, rows: read }: MatrixProps) {
  const t = useText('counting');
  const m = useText('countingMatrix');
  const [params, setAddress] = useAddress();
  const written = matrixViewOf(params);
  const { filter, sort, descending } = written;
  const query = useDeferredValue(written.query);
  const rows = read.data?.data ?? NO_ROWS;
  const keys = useMemo(() => matrixKeys(rows), [rows]);
  const counts = useMemo(() => filterCounts(rows), [rows]);
  const shown = useMemo(
    () => matrixRows(rows, keys, { filter, query, sort, descending }, titleOrder),
    [rows, keys, filter, query, sort, descending],
  );
  const totals = useMemo(() => matrixTotals(shown), [shown]);

  const people = useCall(
    counterIndex,
    { params: { actId: act.id }, query: { per_page: 100 } },
    { refetchInterval: capabilities.open ? LIVE_EVERY : false },
  );
  const counters = people.data?.data;
  const scrolledAt = useRef(0);
  useLiveRows(
    read,
    capabilities.live,
    scrolledAt,
    (counters ?? []).reduce((sum, one) => sum + one.units + one.counted, 0),
  );

  const productId = useSelector(actor, ({ context }) => context.productId);
  // while a decision is being sent, or a choice between two is asked for, the product stays
  const held = useSelector(actor, (snapshot) => !snapshot.can({ type: 'row.open', productId: 1 }));
  const [resting, setResting] = useState<number | null>(null);
  const cursor = productId ?? resting;

  const open = useCallback((row: number | null) => setAddress({ row }), [setAddress]);
  /** The product comes to be decided: its first choice takes the focus. */
  const toDecide = useRef(false);
  const moveTo = (row: number | null) => {
    if (row === null) return;
    setResting(row);
    if (productId !== null) open(row);
  };

  const search = useRef<HTMLInputElement>(null);
  const placeholder = useFitting(search, m('search'), m('searchShort'));

  // Keys of the matrix; the pane keeps its own.
  useKeys(KEYS);
  const onKey = useRef<(event: KeyboardEvent) => void>(() => {});
  onKey.current = (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    const onControl = event.target instanceof HTMLElement && event.target.closest('button, a') !== null;
    const key = event.key.length === 1 ? event.code.replace(/^Key/, '').toLowerCase() : event.key;
    if (held) return;
    if (key === 'j' || key === 'ArrowDown') moveTo(neighbour(shown, cursor, 1));
    else if (key === 'k' || key === 'ArrowUp') moveTo(neighbour(shown, cursor, -1));
    else if (key === 'PageDown') moveTo(neighbour(shown, cursor, 10));
    else if (key === 'PageUp') moveTo(neighbour(shown, cursor, -10));
    else if (key === 'n') {
      const next = nextToDecide(shown, cursor);
      if (next !== null) {
        toDecide.current = true;
        open(next);
      }
    } else if (key === 'Enter' && !onControl && cursor !== null) open(cursor);
    else if (key === 'Escape' && productId !== null) open(null);
    else return;
    event.preventDefault();
  };
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey.current(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);

  const onSort = (next: MatrixSort) =>
    setAddress({ sort: next === sort ? `${descending ? '-' : ''}${next}` : next === 'title' ? '-title' : next });

  const chips = MATRIX_FILTERS.filter((one) => ALWAYS.has(one) || counts[one] > 0 || one === filter).map((one) => ({
    key: one,
    title: m(`filters.${one}`),
    count: counts[one],
    look: one === 'disagreements' && counts[one] > 0 ? ('waiting' as const) : undefined,
  }));

  const atWork = counters?.filter((counter) => counter.status === 'counting') ?? [];
  const lastEntry = (counters ?? [])
    .map((counter) => counter.last_entry_at ?? '')
    .sort()
    .at(-1);
  const undecided = useMemo(() => shown.filter(isToDecide), [shown]);

  return (
    <>
      {read.isFetching && <TopBar label={t('common:loading')} />}
      <Toolbar
        label={m('filtersLabel')}
        acts={
          <>
            <InputGroup
              type="search"
              className="matrix-search"
              leftIcon={<SearchIcon size={14} />}
              inputRef={search}
              placeholder={placeholder}
              aria-label={m('search')}
              value={written.query}
              onValueChange={(q) => setAddress({ q })}
            />
            <ExcelButton act={act} />
            <PrintMenu act={act} icon={<PrintIcon size={14} />} />
          </>
        }
      >
        <Button
          variant="minimal"
          icon={<ArrowLeftIcon size={14} />}
          aria-label={m('back')}
          onClick={() => setAddress({ view: null, filter: null, row: null, q: null, sort: null }, { push: true })}
          data-testid="matrix-back"
        />
        <FilterChips
          label={m('filtersLabel')}
          items={chips}
          value={filter}
          onChange={(next) => setAddress({ filter: next === 'all' ? null : next, row: null })}
        />
      </Toolbar>
      <div className="sheet-body">
        <div className="sheet-main">
          {read.isPending || counters === undefined ? (
            read.error || people.error ? null : (
              <SkeletonRows rows={20} columns={[1, 4, 1, 1, 1, 2]} />
            )
          ) : shown.length === 0 ? (
            <Empty
              kind={rows.length === 0 ? 'nothing' : 'notFound'}
              title={m(rows.length === 0 ? 'nothing' : 'notFound')}
              text={m(rows.length === 0 ? 'nothingText' : 'notFoundText', {
                count: rows.length,
                figure: formatNumber(rows.length),
              })}
            >
              {rows.length > 0 && (
                <Button text={t('list.clear')} onClick={() => setAddress({ filter: null, q: null })} />
              )}
            </Empty>
          ) : (
            <MatrixTable
              rows={shown}
              totals={totals}
              counters={counters}
              sort={sort}
              descending={descending}
              onSort={onSort}
              cursor={cursor}
              beside={productId !== null}
              onOpen={open}
              onScroll={() => {
                scrolledAt.current = Date.now();
              }}
            />
          )}
          {(read.error ?? people.error) && (
            <Empty
              kind="failed"
              title={m('failed')}
              text={(read.error ?? people.error)?.message}
              requestId={(read.error ?? people.error)?.requestId}
              requestLabels={{ request: t('common:request'), copy: t('common:copy') }}
            >
              <Button
                text={t('common:retry')}
                onClick={() => {
                  void read.refetch();
                  void people.refetch();
                }}
              />
            </Empty>
          )}
          {totals.open.residue > 0 && (
            <p className="left-out" data-testid="left-out">
              {t('matrix.leftOut', { count: totals.open.rows, ...leftOutOf(totals.open) })}
            </p>
          )}
          <footer className="page-foot">
            <span className="cut">
              {capabilities.live && atWork.length > 0
                ? m('live', { count: atWork.length, time: lastEntry ? formatTime(lastEntry) : '—' })
                : m('rows', { count: shown.length, figure: formatNumber(shown.length) })}
            </span>
            <span className="row keys least">
              <Kbd>J</Kbd> <Kbd>K</Kbd> {m('keys.rows')} <Kbd>N</Kbd> {m('keys.next')} <Kbd>↵</Kbd> {m('keys.open')}
            </span>
          </footer>
        </div>
        {productId !== null && (
          <Evidence
            key={productId}
            act={act}
            capabilities={capabilities}
            actor={actor}
            productId={productId}
            row={rows.find((row) => idOf(row) === productId)}
            next={nextToDecide(shown, productId)}
            toDecide={toDecide}
            place={{ at: undecided.findIndex((row) => idOf(row) === productId) + 1, of: undecided.length }}
            onClose={() => open(null)}
          />
        )}
      </div>
    </>
  );
}

/**
 * Rows follow the counters: read again when somebody entered something, but never while the person scrolls, because
 * ten thousand rows take longer to read than a frame lasts.
 */
function useLiveRows(read: MatrixProps['rows'], live: boolean, scrolledAt: { current: number }, entered: number): void {
  const state = useRef({ entered, read: entered, refetch: read.refetch, updatedAt: 0 });
  state.current.entered = entered;
  state.current.refetch = read.refetch;
  useEffect(() => {
    state.current.updatedAt = read.dataUpdatedAt;
    state.current.read = state.current.entered;
  }, [read.dataUpdatedAt]);
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => {
      const now = Date.now();
      const { entered: there, read: here, updatedAt, refetch } = state.current;
      const atRest = now - scrolledAt.current > REST && now - updatedAt > ROWS_EVERY;
      if (there !== here && atRest && document.visibilityState === 'visible') void refetch();
    }, 1_000);
    return () => clearInterval(timer);
  }, [live, scrolledAt]);
}
