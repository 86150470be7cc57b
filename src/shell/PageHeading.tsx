import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { HEADING_CLASS } from '../app/headingFocus.ts';
import { usePageTitleNow } from '../app/pageTitle.ts';
import { useText } from '../i18n/index.ts';
import type { PageEntry } from '../routes/registry.ts';
import { Name } from '../ui/Name.tsx';

/** The path whose heading was drawn last. Kept here: from one layout to another no component stays. */
let shown: string | null = null;

/** The heading gets the focus after each navigation, unless the page has put it somewhere already. */
function useFocusOnNavigation(path: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = shown;
    shown = path;
    if (before === null || before === path) return;
    const body = document.querySelector('.sheet-body');
    if (!body?.contains(document.activeElement)) heading.current?.focus({ preventScroll: true });
  }, [path]);
  return heading;
}

/** The one `h1` of a page, in each layout. */
export function PageHeading({ page }: { page: PageEntry }) {
  const p = useText('pages');
  const [path] = useLocation();
  const said = usePageTitleNow();
  const heading = useFocusOnNavigation(path);
  const title = said?.title ?? p(page.id);
  return (
    <h1 ref={heading} tabIndex={-1} className={HEADING_CLASS}>
      <Name>{title}</Name>
    </h1>
  );
}
