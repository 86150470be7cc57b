import { useText } from '../i18n/index.ts';
import type { Shown } from './shown.ts';

/** A title after another one begins small, an abbreviation does not. */
const following = (title: string) =>
  /^\p{Lu}\p{Lu}/u.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);

/** How a directory or setting is called: its page, as the menu calls it, and its tab there. */
export function useShownName(): (shown: Shown) => string {
  const p = useText('pages');
  const t = useText('tabs');
  return (shown) => {
    const page = p(shown.page);
    const tab = shown.tab === undefined ? page : t(shown.tab);
    return tab === page ? page : `${page}: ${following(tab)}`;
  };
}
