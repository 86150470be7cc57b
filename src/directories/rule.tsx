/** The catalogue of rules: on which pages each is used, how many positions have it, and how many people hold it. */
import { Link } from 'wouter';
import { rule } from '../../contract/directories/rule.ts';
import { directoryPage } from '../directory/page.tsx';
import { type Text, useText } from '../i18n/index.ts';
import { isSearched } from '../routes/page.ts';
import { pagesAbout } from '../routes/ruleUse.ts';

/** Pages by name; those that open from their list alone are no links. */
function UsedOn({ resource, t }: { resource: string; t: Text }) {
  const nameOf = useText('pages');
  const pages = pagesAbout(resource);
  return (
    <dl className="facts">
      <dt>{t('pages')}</dt>
      <dd>
        {pages.length === 0
          ? t('noPage')
          : pages.map((page) => (
              <div key={page.id}>
                {isSearched(page) ? <Link href={page.path}>{nameOf(page.id)}</Link> : nameOf(page.id)}
              </div>
            ))}
      </dd>
    </dl>
  );
}

export default directoryPage(rule, {
  about: ({ fields }, t) => <UsedOn resource={String(fields.resource)} t={t} />,
  columns: (t) => [
    { key: 'positions', title: t('fields.positions'), kind: 'number', value: (row) => row.positions },
    { key: 'people', title: t('fields.people'), kind: 'number', value: (row) => row.people },
  ],
});
