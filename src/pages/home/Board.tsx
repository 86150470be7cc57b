/** The widgets of the person's own day, in the order and size that the person chose (areas 4.2, 4.24). */
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import type { MyDay, QueueItem } from '../../../contract/day.ts';
import { type ChosenWidget, DUTIES, type DutyKind, type Widget } from '../../../contract/widgets.ts';
import { useText } from '../../i18n/index.ts';
import { useShown } from '../../shell/Favourites.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { DayFailed } from './DayFailed.tsx';
import { DutyRows } from './Duties.tsx';
import { PracticeDay } from './PracticeDay.tsx';
import { listOf } from './queue.ts';
import { useDay } from './useDay.ts';
import './board.css';

/** Which of the queue are of a kind: by chart, and by what moves them on. */
const OF_KIND: Readonly<Record<DutyKind, (item: QueueItem) => boolean>> = {
  count: ({ chart }) => chart === 'counter',
  decide: ({ chart }) => chart === 'countingAct',
  confirm: ({ event }) => event === 'invoice.confirm',
  send: ({ event }) => event === 'invoice.send',
  test: ({ chart }) => chart === 'testSitting',
};
const ofKind = ({ queue }: MyDay, kind: DutyKind) => queue.filter(OF_KIND[kind]);

/** So many of each kind are named; the others are counted. */
const NAMED = 5;

/** How many there are of each kind, each figure a link to its list. */
function Figures({ day }: { day: MyDay }) {
  const t = useText('widgets');
  const h = useText('home');
  const kinds = DUTIES.flatMap((kind) => {
    const [first, ...others] = ofKind(day, kind);
    return first === undefined ? [] : [{ kind, href: listOf(first), count: others.length + 1 }];
  });
  if (kinds.length === 0) return <p className="muted">{h('nothing')}</p>;
  return (
    <ul className="board-figures">
      {kinds.map(({ kind, href, count }) => (
        <li key={kind}>
          <Link href={href}>
            <b className="num">{count}</b>
            <span>{t(`names.${kind}`)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Waiting({ kind, day }: { kind: DutyKind; day: MyDay }) {
  const t = useText('widgets');
  const waiting = ofKind(day, kind);
  const [oldest] = waiting;
  if (oldest === undefined) return <p className="muted">{t(`none.${kind}`)}</p>;
  return (
    <>
      <ul className="home-list">
        <DutyRows items={waiting.slice(0, NAMED)} />
      </ul>
      {waiting.length > NAMED && (
        <Link className="board-all" href={listOf(oldest)}>
          {t('all', { count: waiting.length })} →
        </Link>
      )}
    </>
  );
}

function Favourites() {
  const t = useText('widgets');
  const shown = useShown();
  if (shown.length === 0) return <p className="muted">{t('none.favourites')}</p>;
  return (
    <ul className="board-favourites">
      {shown.map(({ page, title, icon: Icon }) => (
        <li key={page.path}>
          <Link href={page.path} className="row">
            <Icon size={16} />
            {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}

const isDuty = (widget: Widget): widget is DutyKind => DUTIES.some((kind) => kind === widget);

function bodyOf(widget: Widget, day: MyDay | undefined): ReactNode {
  if (widget === 'favourites') return <Favourites />;
  if (day === undefined) return <SkeletonRows rows={2} columns={[3, 2]} />;
  if (widget === 'figures') return <Figures day={day} />;
  if (widget === 'practice_day') return <PracticeDay practice_day={day.practice_day} />;
  return <Waiting kind={widget} day={day} />;
}

interface ShownProps extends ChosenWidget {
  day: MyDay | undefined;
  failed: boolean;
}

function Shown({ widget, size, day, failed }: ShownProps) {
  const t = useText('widgets');
  const h = useText('home');
  const id = useId();
  // no region: the menu has one of this name
  const Frame = widget === 'favourites' ? 'div' : 'section';
  const count = isDuty(widget) && day !== undefined ? ofKind(day, widget).length : 0;
  return (
    <Frame className={`board-${size}`} data-widget={widget} {...(Frame === 'section' && { 'aria-labelledby': id })}>
      <h2 id={id} className="section-title">
        {t(`names.${widget}`)} {count > 0 && <span className="unit num">{count}</span>}
      </h2>
      {failed ? <p className="muted">{h('failed')}</p> : bodyOf(widget, day)}
    </Frame>
  );
}

interface BoardProps {
  chosen: readonly ChosenWidget[];
  /** Nothing in it can be pressed: a failed read is shown in its place. */
  preview?: boolean;
}

export function Board({ chosen, preview = false }: BoardProps) {
  const ofTheDay = chosen.some(({ widget }) => widget !== 'favourites');
  const { data, isError, error, refetch } = useDay({ enabled: ofTheDay });
  const failed = isError && data === undefined;
  const isFailed = (widget: Widget) => failed && widget !== 'favourites';
  return (
    <>
      {failed && !preview && <DayFailed error={error} onRetry={() => void refetch()} />}
      <div className="board" data-testid="board">
        {chosen
          .filter(({ widget }) => preview || !isFailed(widget))
          .map((one) => (
            <Shown key={one.widget} {...one} day={data} failed={isFailed(one.widget)} />
          ))}
      </div>
    </>
  );
}
