/* biome-ignore-all lint/a11y/useSemanticElements: rows are placed by the virtual list, which a table cannot */
/* biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and names its active row */
/* biome-ignore-all lint/a11y/useKeyWithClickEvents: the keys of rows are those of the grid */
import { useVirtualizer } from '@tanstack/react-virtual';
import { useSelector } from '@xstate/react';
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { isCounted, type Line } from '../../../../machines/countingWorkspace/tally.ts';
import { formatTimeSeconds } from '../../../format/dates.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { Name } from '../../../ui/Name.tsx';
import { Quantity } from '../../../ui/Quantity.tsx';
import { useRem } from '../../../ui/useRem.ts';
import type { EntryQueue } from './actors.ts';
import type { Desk } from './desk.ts';
import type { CounterActor, ScanController } from './scanController.ts';
import { REFUSED } from './store.ts';
import { useDesk } from './useDesk.ts';

type Filter = 'last' | 'zero' | 'serial' | 'refused';

interface CountsProps {
  actor: CounterActor;
  entryQueue: EntryQueue;
  scans: ScanController;
  scroll: RefObject<HTMLDivElement | null>;
}

/** Height of a row in rem. */
const ROW_REM = 2;

/** The lines of a filter, the newest first, and how many of each kind there are. */
function linesOf(desk: Desk, filter: Filter): { lines: Line[]; zeros: number; serials: number } {
  const lines: Line[] = [];
  let zeros = 0;
  let serials = 0;
  for (const line of desk.tally.lines.values()) {
    if (!isCounted(line)) continue;
    const serial = desk.catalogue.byId(line.productId)?.is_serial_number === true;
    if (line.total === 0) zeros += 1;
    if (serial) serials += 1;
    if (filter === 'last' || (filter === 'zero' && line.total === 0) || (filter === 'serial' && serial))
      lines.push(line);
  }
  return { lines: lines.reverse(), zeros, serials };
}

/** Entries that the server refused: outside the totals, with their reasons, never out of sight. */
function RefusedList({ entryQueue }: { entryQueue: EntryQueue }) {
  const t = useText('counter');
  const { desk } = entryQueue;
  const refused = desk.leftHere().filter(({ progress }) => progress === REFUSED);
  return (
    <ul className="refused-list" data-testid="refused-list">
      {refused.map((entry) => (
        <li key={entry.entry_id}>
          <span className="grow">
            <Name>{desk.catalogue.titleOf(entry.product_variant_id) ?? ''}</Name>
          </span>
          <span className="code muted">{entry.serial_number}</span>
          <time className="faint">{formatTimeSeconds(entry.entered_at)}</time>
          <span className="red">{t(`refused.${entry.reason ?? 'unreadable'}`)}</span>
          <b className="num">{formatNumber(entry.count, { plus: true })}</b>
        </li>
      ))}
    </ul>
  );
}

/** What the person has counted so far, the newest first; ten thousand lines as easily as ten. */
export function Counts({ actor, entryQueue, scans, scroll }: CountsProps) {
  const t = useText('counter');
  const desk = useDesk(entryQueue);
  const productId = useSelector(actor, ({ context }) => context.productId);
  const [filter, setFilter] = useState<Filter>('last');
  const [at, setAt] = useState(0);
  const grid = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);

  const { version } = desk;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the desk is mutated in place and signals it by its version
  const { lines, zeros, serials } = useMemo(() => linesOf(desk, filter), [desk, version, filter]);
  const active = Math.min(at, lines.length - 1);

  // what is above the list grows and shrinks; asked after each drawing, it would be laid out once more a frame
  const refused = filter === 'refused';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the grid is mounted with the filter
  useLayoutEffect(() => {
    const measure = () => setMargin(grid.current?.offsetTop ?? 0);
    measure();
    const watch = new ResizeObserver(measure);
    for (const part of scroll.current?.children ?? []) watch.observe(part);
    return () => watch.disconnect();
  }, [scroll, refused]);

  const height = useRem() * ROW_REM;
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    overscan: 12,
    scrollMargin: margin,
    // rows drawn within a scroll event would make one long task of several frames
    useFlushSync: false,
    getItemKey: useCallback((index: number) => lines[index]?.productId ?? index, [lines]),
  });
  useEffect(() => {
    virtual.options.estimateSize = () => height;
    virtual.measure();
  }, [height, virtual]);

  const edit = (line: Line | undefined) => {
    const product = scans.productOf(line?.productId ?? null);
    if (product !== undefined) scans.choose(product);
  };

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>): void {
    const steps: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      Home: 0,
      End: lines.length - 1,
    };
    const target = steps[event.key];
    if (target !== undefined) {
      event.preventDefault();
      const next = Math.max(0, Math.min(lines.length - 1, target));
      setAt(next);
      virtual.scrollToIndex(next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      edit(lines[active]);
    }
  }

  const entriesOf = ({ sources }: Line) =>
    (['scan', 'hand', 'file'] as const)
      .filter((source) => sources[source] > 0)
      .map((source) => t(`counts.sources.${source}`, { count: sources[source] }))
      .join(', ');

  return (
    <section className="counts" aria-labelledby="counts-title">
      <div className="section-head">
        <h2 className="section-title" id="counts-title">
          {t('counts.title')}
        </h2>
        <span className="muted text-xs">
          {t('counts.kinds', { count: desk.tally.counted, figure: formatNumber(desk.tally.counted) })}
        </span>
        <span className="toolbar-acts">
          <FilterChips<Filter>
            label={t('counts.filter')}
            value={filter}
            onChange={setFilter}
            items={[
              { key: 'last', title: t('counts.last') },
              { key: 'zero', title: t('counts.zero'), count: zeros },
              { key: 'serial', title: t('counts.serial'), count: serials },
              ...(desk.facts.refused > 0
                ? [
                    {
                      key: 'refused' as const,
                      title: t('counts.refused'),
                      count: desk.facts.refused,
                      look: 'bad' as const,
                    },
                  ]
                : []),
            ]}
          />
        </span>
      </div>
      {refused ? (
        <RefusedList entryQueue={entryQueue} />
      ) : (
        <div
          role="grid"
          className="counts-grid"
          aria-labelledby="counts-title"
          aria-rowcount={lines.length + 1}
          aria-activedescendant={lines.length > 0 ? `line-${lines[active]?.productId}` : undefined}
          tabIndex={0}
          onKeyDown={onKeyDown}
          data-testid="counts"
        >
          <div role="row" className="counts-row counts-head" aria-rowindex={1}>
            {(['product', 'code', 'entries', 'count'] as const).map((column) => (
              <span role="columnheader" key={column} className={column}>
                {t(`counts.columns.${column}`)}
              </span>
            ))}
          </div>
          <div role="rowgroup" ref={grid} className="counts-body" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => {
              const line = lines[item.index] as Line;
              const product = desk.catalogue.byId(line.productId);
              return (
                <div
                  role="row"
                  key={item.key}
                  id={`line-${line.productId}`}
                  aria-rowindex={item.index + 2}
                  aria-selected={item.index === active}
                  className={line.productId === productId ? 'counts-row chosen' : 'counts-row'}
                  style={{ height: item.size, transform: `translateY(${item.start - virtual.options.scrollMargin}px)` }}
                  onClick={() => {
                    setAt(item.index);
                    edit(line);
                  }}
                  data-testid="line"
                >
                  <span role="gridcell" className="product">
                    <Name>{product?.title ?? `№ ${line.productId}`}</Name>
                  </span>
                  <span role="gridcell" className="code cut muted">
                    {product?.sku}
                  </span>
                  <span role="gridcell" className="entries cut muted">
                    {entriesOf(line)}
                  </span>
                  <span role="gridcell" className="count">
                    <Quantity value={line.total} />
                  </span>
                </div>
              );
            })}
          </div>
          {lines.length === 0 && <p className="counts-none muted">{t(`counts.none.${filter}`)}</p>}
        </div>
      )}
    </section>
  );
}
