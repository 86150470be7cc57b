/** What the person can move on next: late first, the oldest on top, each with its sum, age and the step that is due. */

import { TimeIcon, WarningSignIcon } from '@blueprintjs/icons';
import { type KeyboardEvent, useState } from 'react';
import { Link } from 'wouter';
import { LEAST_USUAL, type MyDay, type QueueItem } from '../../../contract/day.ts';
import { type KeyGroup, useKeys } from '../../app/keys.ts';
import { formatDayMonth, formatDuration } from '../../format/dates.ts';
import { formatMoney, formatNumber } from '../../format/numbers.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { Empty } from '../../ui/Empty.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { classes, isLook } from '../../ui/look.ts';
import { StateChip } from '../../ui/StateChip.tsx';
import { DayFailed } from './DayFailed.tsx';
import { keyOf, listOf, placeOf, useNames } from './queue.ts';
import { useDay } from './useDay.ts';
import './queue.css';

/** Ages are counted on while the page is open. */
const READ_AGAIN_MS = 60_000;
const ALL = 'all';
/** Rows that a digit opens. */
const NUMBERED = 9;

/** Why the row is late, under its age: the usual is working time where there is a branch, the age is the calendar's. */
function Because({ item: { late, usual, blocks, organization } }: { item: QueueItem }) {
  const t = useText('home');
  const language = useLanguage();
  if (late === 'minutes') return t('queue.minutes');
  if (blocks !== null) return t('queue.blocks', { day: formatDayMonth(blocks, language) });
  if (late === null || usual === null) return null;
  if (usual <= LEAST_USUAL) return t(organization === null ? 'queue.usualLeastCalendar' : 'queue.usualLeast');
  const time = t('queue.hours', { n: formatNumber(Math.round(usual / 60)) });
  return t(organization === null ? 'queue.usualCalendar' : 'queue.usual', { time });
}

function Sum({ item: { chart, sums } }: { item: QueueItem }) {
  const language = useLanguage();
  const present = Object.entries(sums).filter(([, sum]) => sum !== 0);
  return (
    <span className="queue-sum num">
      {present.map(([currency, sum]) => (
        <span key={currency} className={classes(sum < 0 && 'negative')}>
          {formatMoney(sum, currency, language, { plus: chart === 'countingAct' })}
        </span>
      ))}
    </span>
  );
}

function Row({ item, place, now }: { item: QueueItem; place: number; now: number }) {
  const language = useLanguage();
  const { words, look, organization, about, late, since } = item;
  const href = placeOf(item);
  const name = useNames()(item);
  return (
    <li className={classes('queue-row', late !== null && 'late')}>
      <span className="queue-place" aria-hidden="true">
        {place <= NUMBERED && <span className="kbd">{place}</span>}
      </span>
      <span className="queue-state">
        <StateChip look={isLook(look) ? look : 'new'}>{words.state}</StateChip>
      </span>
      <span className="queue-what">
        <Link href={href} className="queue-name">
          {name}
        </Link>{' '}
        <span className="muted">{organization}</span>
        <span className="queue-about muted">{[words.kind, about].filter(Boolean).join(' · ')}</span>
      </span>
      <Sum item={item} />
      <span className="queue-age">
        <time dateTime={since}>{formatDuration(now - Date.parse(since), language)}</time>
        <span className="muted">
          <Because item={item} />
        </span>
      </span>
      <Link href={href} className="queue-act" aria-label={`${words.step}: ${name}`}>
        {words.step} <span aria-hidden="true">→</span>
      </Link>
    </li>
  );
}

/** Arrows and J, K go from row to row, a digit opens its row. */
function onKey(key: KeyboardEvent<HTMLElement>): void {
  if (key.altKey || key.ctrlKey || key.metaKey) return;
  const names = [...key.currentTarget.querySelectorAll<HTMLElement>('.queue-name')];
  const row = (key.target as HTMLElement).closest('.queue-row');
  const at = names.findIndex((name) => row?.contains(name));
  const digit = Number(key.key);
  if (digit >= 1 && digit <= NUMBERED) {
    names[digit - 1]?.click();
    return;
  }
  const steps: Readonly<Record<string, number>> = {
    ...{ ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: names.length - 1 },
  };
  const next = steps[key.key];
  if (next === undefined || next < 0) return;
  key.preventDefault();
  names[next]?.focus();
}

function Held({ held: { count, first, rest } }: Pick<MyDay, 'held'>) {
  const t = useText('home');
  const nameOf = useNames();
  if (count === 0) return null;
  return (
    <div className="queue-held">
      <TimeIcon size={14} />
      <p>
        <b>{t('queue.held', { count })}</b>
        {first.map((item) => (
          <span key={keyOf(item)}>
            {' '}
            <Link href={placeOf(item)} className="whole">
              {nameOf(item)}
            </Link>{' '}
            – {item.reason}
          </span>
        ))}
        {rest.map((of) => (
          <span key={`${of.chart} ${of.kind} ${of.state}`}>
            {' '}
            <Link href={listOf(of)}>{t('queue.heldMore', { count: of.count, kind: of.words })}</Link>.
          </span>
        ))}
      </p>
    </div>
  );
}

interface ListProps {
  title: string | null;
  sub?: string;
  items: readonly QueueItem[];
  /** There are others that are not named. */
  more: boolean;
  from: number;
  now: number;
}

function Group({ title, sub, items, more, from, now }: ListProps) {
  if (items.length === 0) return null;
  return (
    <>
      {title !== null && (
        <h3 className="queue-group">
          {sub !== undefined && <WarningSignIcon size={14} />}
          {title} <span className="num">{`${formatNumber(items.length)}${more ? '+' : ''}`}</span>
          {sub !== undefined && <span className="muted">{sub}</span>}
        </h3>
      )}
      <ol className="queue-list">
        {items.map((item, at) => (
          <Row key={keyOf(item)} item={item} place={from + at + 1} now={now} />
        ))}
      </ol>
    </>
  );
}

// texts: keys *
const KEYS: KeyGroup = {
  space: 'keys',
  title: 'queue.title',
  rows: [
    ['queue.move', '↑', '↓', 'J', 'K'],
    ['queue.ends', 'Home', 'End'],
    ['queue.nth', '1', '…', '9'],
  ],
};

function Rows({ day, now }: { day: MyDay; now: number }) {
  const t = useText('home');
  const [chosen, setChosen] = useState(ALL);
  useKeys(KEYS);
  const { queue, more, held } = day;
  // by words: what moves on an invoice and what a request may be called the same
  const steps = [...new Set(queue.map(({ words }) => words.step))];
  // what was chosen may have been done meanwhile
  const shownOf = steps.includes(chosen) ? chosen : ALL;
  const shown = queue.filter(({ words }) => shownOf === ALL || words.step === shownOf);
  const late = shown.filter((item) => item.late !== null);
  const others = shown.filter((item) => item.late === null);
  const count = (step: string) => queue.filter(({ words }) => words.step === step).length;
  const hasMore = (step: string) =>
    queue.some(
      ({ chart, kind, state, words }) =>
        words.step === step && more.some((one) => one.chart === chart && one.kind === kind && one.state === state),
    );
  return (
    <>
      {steps.length > 1 && (
        <FilterChips
          label={t('queue.filter')}
          value={shownOf}
          onChange={setChosen}
          items={[
            { key: ALL, title: t('common:all'), count: queue.length, more: more.length > 0 },
            ...steps.map((step) => ({ key: step, title: step, count: count(step), more: hasMore(step) })),
          ]}
        />
      )}
      {queue.length === 0 && <Empty kind="nothing" title={t('queue.nothing')} text={t('queue.nothingText')} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys of the links within, each of which has its own */}
      <div onKeyDown={onKey}>
        <Group title={t('queue.late')} sub={t('queue.lateText')} items={late} more={false} from={0} now={now} />
        <Group
          title={late.length === 0 ? null : t('queue.others')}
          items={others}
          more={more.length > 0}
          from={late.length}
          now={now}
        />
      </div>
      {more.length > 0 && (
        <ul className="queue-more">
          {more.map((one) => (
            <li key={`${one.chart} ${one.kind} ${one.state}`}>
              <Link href={listOf(one)}>{t('queue.more', { kind: one.words })} →</Link>
            </li>
          ))}
        </ul>
      )}
      <Held held={held} />
    </>
  );
}

export function Queue() {
  const t = useText('home');
  const { data, isError, error, refetch, dataUpdatedAt } = useDay({
    refetchInterval: READ_AGAIN_MS,
    refetchOnMount: 'always',
  });
  return (
    <section className="queue" aria-labelledby="home-queue">
      <h2 id="home-queue" className="pane-title">
        {t('queue.title')}
      </h2>
      {data !== undefined && <Rows day={data} now={Math.max(dataUpdatedAt, Date.now())} />}
      {data === undefined && isError && <DayFailed error={error} onRetry={() => void refetch()} />}
      {data === undefined && !isError && <SkeletonRows rows={5} columns={[1, 3, 2, 2]} />}
    </section>
  );
}
