/** The widgets of the person's own day, in the order and size that the person chose (areas 4.2, 4.24). */
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { DUTIES, type DutyKind, type MyDay, myDay } from '../../../contract/day.ts';
import type { ChosenWidget, Widget } from '../../../contract/widgets.ts';
import { useCall } from '../../api/queries.ts';
import { useUser } from '../../app/session.ts';
import { formatDayMonth } from '../../format/dates.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { useShown } from '../../shell/Favourites.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { DayFailed, DutyRows, listOf } from './Duties.tsx';
import './board.css';

/** How many there are of each kind, each figure a link to its list. */
function Figures({ duties }: Pick<MyDay, 'duties'>) {
  const t = useText('widgets');
  const h = useText('home');
  if (duties.length === 0) return <p className="muted">{h('nothing')}</p>;
  return (
    <ul className="board-figures">
      {duties.map(({ kind, count }) => (
        <li key={kind}>
          <Link href={listOf(kind)}>
            <b className="num">{count}</b>
            <span>{t(`names.${kind}`)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Waiting({ kind, duties }: Pick<MyDay, 'duties'> & { kind: DutyKind }) {
  const t = useText('widgets');
  const waiting = duties.find((one) => one.kind === kind);
  if (waiting === undefined) return <p className="muted">{t(`none.${kind}`)}</p>;
  const { count, first } = waiting;
  return (
    <>
      <ul className="home-list">
        <DutyRows kind={kind} duties={first} />
      </ul>
      {count > first.length && <Link href={listOf(kind)}>{t('all', { count })} →</Link>}
    </>
  );
}

function PracticeDay({ practice_day }: Pick<MyDay, 'practice_day'>) {
  const t = useText('widgets');
  const ts = useText('shell');
  const language = useLanguage();
  const { organization } = useUser();
  return (
    <>
      {practice_day === null ? (
        <p>{t('none.practice_day')}</p>
      ) : (
        <p>
          <b>{formatDayMonth(practice_day.date, language)}</b>
          {practice_day.status === 'closing' && `, ${ts('practice.closing')}`}
        </p>
      )}
      <p className="muted">{organization}</p>
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
  if (widget === 'figures') return <Figures duties={day.duties} />;
  if (widget === 'practice_day') return <PracticeDay practice_day={day.practice_day} />;
  return <Waiting kind={widget} duties={day.duties} />;
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
  const count = isDuty(widget) ? day?.duties.find(({ kind }) => kind === widget)?.count : undefined;
  return (
    <Frame className={`board-${size}`} data-widget={widget} {...(Frame === 'section' && { 'aria-labelledby': id })}>
      <h2 id={id} className="section-title">
        {t(`names.${widget}`)} {count !== undefined && <span className="unit num">{count}</span>}
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
  const { data, isError, error, refetch } = useCall(myDay, {}, { select: (answer) => answer.data, enabled: ofTheDay });
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
