/** The star that puts a page among the favourites and takes it away. */
import { StarEmptyIcon, StarIcon } from '@blueprintjs/icons';
import { FAVOURITES_MAX, type FavoritePage } from '../../contract/cash.ts';
import { useFavourites, useFavouritesNow } from '../app/favourites.ts';
import { useText } from '../i18n/index.ts';
import type { PageEntry } from '../routes/registry.ts';
import { classes } from '../ui/look.ts';
import { toastWarning } from '../ui/toasts.ts';
import { kindIcons } from './kindIcons.ts';
import './favourites.css';

/** What the server takes of a page. */
const LONGEST = { path: 200, title: 150 };

export function FavouriteStar({ page, title }: { page: FavoritePage; title: string }) {
  const t = useText('shell');
  const favourites = useFavourites();
  const on = useFavouritesNow(({ context }) => context.pages.some((one) => one.path === page.path));
  const Icon = on ? StarIcon : StarEmptyIcon;
  const press = () => {
    const event = { type: 'page.toggle', page } as const;
    if (favourites.getSnapshot().can(event)) favourites.send(event);
    else toastWarning(t('favourites.full', { count: FAVOURITES_MAX }));
  };
  return (
    <button
      type="button"
      className={classes('bp6-button', 'bp6-minimal', 'bp6-small', 'star', on && 'star-on')}
      aria-pressed={on}
      aria-label={t('favourites.star', { title })}
      title={t(on ? 'favourites.remove' : 'favourites.add')}
      onClick={press}
    >
      <Icon size={14} />
    </button>
  );
}

export interface StarProps {
  page: PageEntry;
  /** The address itself, where the page's is a pattern. */
  path?: string;
  /** How the page calls itself, where the registry has only the name of its kind. */
  title?: string | undefined;
}

/** Of any page of the registry: in the header, in rows of the menu. */
export function Star({ page, path = page.path, title }: StarProps) {
  const p = useText('pages');
  // an address of a page that is not there, and a pattern without its parameters, are no pages
  if (page.area === 'notFound' || path.includes(':') || path.length > LONGEST.path) return null;
  const words = (title ?? p(page.id)).slice(0, LONGEST.title);
  return <FavouriteStar page={{ path, title: words, icon: kindIcons[page.kind].name }} title={words} />;
}
