/** The way back to the pages above this one. */
import { ChevronRightIcon } from '@blueprintjs/icons';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { type Crumb, usePageTitleNow } from '../app/pageTitle.ts';
import { useText } from '../i18n/index.ts';
import { type PageEntry, pageOf } from '../routes/registry.ts';

/** Where the page is: its area, the page above it, unless the page gives more. */
function useCrumbs(page: PageEntry): readonly Crumb[] {
  const t = useText('shell');
  const p = useText('pages');
  const said = usePageTitleNow()?.crumbs;
  if (said !== undefined) return said;
  const parent = page.parent === undefined ? [] : [pageOf(page.parent)];
  return [
    ...(page.area === 'home' || page.area === 'notFound' ? [] : [{ title: t(`areas.${page.area}`) }]),
    ...parent.map((one) => ({ title: p(one.id), path: one.path })),
  ];
}

/** A crumb shrinks before the title, but keeps its first letters. */
const lettersKept = (title: string) => Math.min(6, title.length) * 0.62;
const fewLetters = (title: string) => ({ minWidth: `${lettersKept(title)}em` });
/** All of them with the arrow after each. */
const fewOf = (crumbs: readonly Crumb[]) => {
  const letters = crumbs.reduce((sum, { title }) => sum + lettersKept(title), 0);
  return { minWidth: `calc(${letters}em + ${crumbs.length * 2}rem)` };
};

export function Crumbs({ page }: { page: PageEntry }) {
  const crumbs = useCrumbs(page);
  if (crumbs.length === 0) return null;
  return (
    <div className="crumbs">
      <div className="crumbs-line" style={fewOf(crumbs)}>
        {crumbs.map(({ title, path: to }) => (
          <Fragment key={to ?? title}>
            {to === undefined ? (
              <span className="crumb" title={title} style={fewLetters(title)}>
                {title}
              </span>
            ) : (
              <Link href={to} className="crumb" title={title} style={fewLetters(title)}>
                {title}
              </Link>
            )}
            <ChevronRightIcon size={12} />
          </Fragment>
        ))}
      </div>
    </div>
  );
}
