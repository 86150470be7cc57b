/** Home: what the person can move on next, and what is new in the product (spec 2 "Home"). */
import { Link } from 'wouter';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useUser } from '../../app/session.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { History } from '../versions/History.tsx';
import { Queue } from './Queue.tsx';
import './home.css';

export default function HomePage() {
  const t = useText('home');
  const { fullname, position, organization } = useUser();
  usePageTitle(t('pages:home'));
  return (
    <div className="home-panes">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by keys, also when nothing in it is pressed */}
      <section className="scroll" aria-label={t('pages:home')} tabIndex={0}>
        <Queue />
        <section className="home" aria-labelledby="home-history">
          <h2 id="home-history" className="pane-title">
            {t('versions.history')}
          </h2>
          <History />
        </section>
      </section>
      <aside className="home-side" aria-label={fullname}>
        <div>
          <h2 className="section-title">{t('greeting', { name: fullname })}</h2>
          <p className="muted">
            {position}, {organization}
          </p>
        </div>
        <Link href={pathOf('dashboard')}>{t('wholeDay')} →</Link>
      </aside>
    </div>
  );
}
