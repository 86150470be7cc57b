/** Home: what is new in the product (spec 2 "Home"), and what waits for the person. */
import { Link } from 'wouter';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useUser } from '../../app/session.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { History } from '../versions/History.tsx';
import { DutyRows, OwnDay } from './Duties.tsx';
import './home.css';

export default function HomePage() {
  const t = useText('home');
  const { fullname, position, organization } = useUser();
  usePageTitle(t('pages:home'));
  return (
    <div className="home-panes">
      <div className="scroll">
        <section className="home" aria-labelledby="home-history">
          <h2 id="home-history" className="pane-title">
            {t('versions.history')}
          </h2>
          <History />
        </section>
      </div>
      <aside className="home-side scroll">
        <div>
          <h2 className="section-title">{t('greeting', { name: fullname })}</h2>
          <p className="muted">
            {position}, {organization}
          </p>
        </div>
        <section className="stack" aria-labelledby="home-waiting">
          <h3 id="home-waiting" className="section-title">
            {t('waiting')}
          </h3>
          <OwnDay>
            {({ duties }) =>
              duties.length === 0 ? (
                <p className="muted">{t('nothing')}</p>
              ) : (
                <ul className="home-list">
                  {duties.map(({ kind, first }) => (
                    <DutyRows key={kind} kind={kind} duties={first} />
                  ))}
                </ul>
              )
            }
          </OwnDay>
          <Link href={pathOf('dashboard')}>{t('wholeDay')} →</Link>
        </section>
      </aside>
    </div>
  );
}
