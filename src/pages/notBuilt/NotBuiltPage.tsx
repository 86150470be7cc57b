/** Shown for every page that is only planned: what it will be for, and which related pages work already. */
import { Link, useLocation } from 'wouter';
import { allows } from '../../../contract/rules.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useUser } from '../../app/session.ts';
import { useText } from '../../i18n/index.ts';
import { isInMenu } from '../../routes/page.ts';
import { matchPath, type PageEntry, pageOf, pages } from '../../routes/registry.ts';
import { related } from './related.ts';
import './notBuilt.css';

/** Kinds that show rows; the others have fields or figures. */
const WITH_ROWS: readonly PageEntry['kind'][] = ['directory', 'documents', 'report'];
const ROWS = [0, 1, 2];
const TOGETHER = 4;

const isBuilt = (page: PageEntry) => page.built === true;

function Columns({ page, words }: { page: PageEntry; words: readonly string[] }) {
  const t = useText('shell');
  const rows = WITH_ROWS.includes(page.kind);
  return (
    <div>
      <h3 id="not-built-columns" className="section-title">
        {t(rows ? 'notBuilt.columns' : 'notBuilt.fields')}
      </h3>
      {rows ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: nothing in it is pressed, and it is wider than its place
        <section className="planned-table-scroll" aria-labelledby="not-built-columns" tabIndex={0}>
          <table className="planned-table">
            <thead>
              <tr>
                {words.map((word) => (
                  <th key={word} scope="col">
                    {word}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody aria-hidden="true">
              {ROWS.map((row) => (
                <tr key={row}>
                  {words.map((word, column) => (
                    <td key={word}>
                      <i style={{ width: `${55 + ((row * 3 + column * 5) % 4) * 12}%` }} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      ) : (
        <ul className="planned-fields">
          {words.map((word) => (
            <li key={word}>{word}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

export default function NotBuiltPage() {
  const t = useText('shell');
  const p = useText('pages');
  const { rules } = useUser();
  const [path] = useLocation();
  const page = matchPath(path)?.page ?? pageOf('notFound');
  const plan = useText(`plans/${page.area}`);
  const title = p(page.id);
  usePageTitle(title);
  const mayOpen = (one: PageEntry) => allows(rules, one.menuRule ?? one.rule);
  const near = (related[page.id] ?? []).map(pageOf).filter((one) => isBuilt(one) && mayOpen(one));
  const together = pages
    .filter((one) => one.area === page.area && one.id !== page.id && !isBuilt(one) && isInMenu(one) && mayOpen(one))
    .slice(0, TOGETHER);
  const rule = page.rule ?? page.menuRule;
  return (
    <div className="scroll">
      <div className="not-built">
        <div className="not-built-main">
          <p className="row">
            <span className="not-built-sign">
              <span className="hollow" aria-hidden="true" />
              {t('notBuilt.sign')}
            </span>
            <span className="muted">{t('notBuilt.allowed')}</span>
          </p>
          <h2 className="not-built-title">{title}</h2>
          <p className="reading">{plan(`${page.id}.for`)}</p>
          <Columns page={page} words={plan(`${page.id}.columns`).split(' | ')} />
          <div>
            <button type="button" className="bp6-button" onClick={() => window.history.back()}>
              {t('notBuilt.back')}
            </button>
          </div>
        </div>
        <aside className="not-built-side">
          <section aria-labelledby="not-built-near">
            <h3 id="not-built-near" className="section-title">
              {t('notBuilt.near')}
            </h3>
            {near.length === 0 && <p className="muted">{t('notBuilt.nearNone')}</p>}
            <ul className="not-built-list">
              {near.map((one) => (
                <li key={one.id}>
                  <Link href={one.path}>{p(one.id)}</Link>
                  <span className="muted text-xs">{t(`areas.${one.area}`)}</span>
                </li>
              ))}
            </ul>
          </section>
          {together.length > 0 && (
            <section aria-labelledby="not-built-together">
              <h3 id="not-built-together" className="section-title">
                {t('notBuilt.together')}
              </h3>
              <ul className="not-built-list">
                {together.map((one) => (
                  <li key={one.id} className="row">
                    <span className="hollow" aria-hidden="true" />
                    {p(one.id)}
                  </li>
                ))}
              </ul>
            </section>
          )}
          <dl className="facts">
            <dt>{t('notBuilt.address')}</dt>
            <dd>{page.path}</dd>
            <dt>{t('notBuilt.rule')}</dt>
            <dd>{rule?.replaceAll('|', ' | ') ?? t('notBuilt.anyone')}</dd>
          </dl>
        </aside>
      </div>
    </div>
  );
}
