/** `/dashboard`: the person's own day: what waits, the practice day, the pages kept at hand (areas 4.2). */
import { Link } from 'wouter';
import type { MyDay } from '../../../contract/day.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useUser } from '../../app/session.ts';
import { formatDayMonth } from '../../format/dates.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { useShown } from '../../shell/Favourites.tsx';
import { DutyRows, listOf, OwnDay } from './Duties.tsx';
import './dashboard.css';

/** How many there are of each kind, each figure a way to its list. */
function Figures({ duties }: Pick<MyDay, 'duties'>) {
  const t = useText('home');
  return (
    <ul className="day-figures">
      {duties.map(({ kind, count }) => (
        <li key={kind}>
          <Link href={listOf(kind)}>
            <b className="num">{count}</b>
            <span>{t(`kinds.${kind}`)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Waiting({ duties }: Pick<MyDay, 'duties'>) {
  const t = useText('home');
  if (duties.length === 0) return <p className="muted">{t('nothing')}</p>;
  return (
    <>
      <Figures duties={duties} />
      {duties.map(({ kind, count, first }) => (
        <section key={kind} aria-labelledby={`day-${kind}`}>
          <h3 id={`day-${kind}`} className="section-title">
            {t(`kinds.${kind}`)} <span className="unit num">{count}</span>
          </h3>
          <ul className="home-list">
            <DutyRows kind={kind} duties={first} />
          </ul>
          {count > first.length && <Link href={listOf(kind)}>{t('all', { count })} →</Link>}
        </section>
      ))}
    </>
  );
}

function Favourites() {
  const t = useText('home');
  const shown = useShown();
  if (shown.length === 0) return <p className="muted">{t('noFavourites')}</p>;
  return (
    <ul className="day-favourites">
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

export default function DashboardPage() {
  const t = useText('home');
  const language = useLanguage();
  const { organization } = useUser();
  usePageTitle(t('pages:dashboard'));
  return (
    <div className="scroll">
      <OwnDay>
        {({ duties, practice_day }) => (
          <div className="day">
            <section className="day-waiting" aria-labelledby="day-waiting" data-testid="duties">
              <h2 id="day-waiting" className="pane-title">
                {t('waiting')}
              </h2>
              <Waiting duties={duties} />
            </section>
            <div className="day-side">
              <section aria-labelledby="day-practice">
                <h2 id="day-practice" className="section-title">
                  {t('practiceDay')}
                </h2>
                <p>
                  {practice_day === null ? t('noPracticeDay') : <b>{formatDayMonth(practice_day.date, language)}</b>}
                </p>
                <p className="muted">{organization}</p>
              </section>
              {/* no region: the menu has one of this name */}
              <div>
                <h2 className="section-title">{t('favourites')}</h2>
                <Favourites />
              </div>
            </div>
          </div>
        )}
      </OwnDay>
    </div>
  );
}
