/** What the shell has of the search: its keys, its button, the dialog, and the memory of the pages opened lately. */
import { SearchIcon } from '@blueprintjs/icons';
import { Suspense, useEffect } from 'react';
import { useCovered, useUser } from '../app/session.ts';
import { useText } from '../i18n/index.ts';
import { isSearched } from '../routes/page.ts';
import type { PageEntry } from '../routes/registry.ts';
import { Kbd } from '../ui/small.tsx';
import { noteRecent } from './recent.ts';
import { openSearch, prefetchSearch, toggleSearch, useSearchDialog } from './search.ts';
import { takeEarly } from './searchKeys.ts';

const isMac = /Mac|iP(?:hone|ad|od)/.test(navigator.platform);

/** In every keyboard layout: the key itself counts where it gives no Latin letter. */
const isShortcut = ({ ctrlKey, metaKey, altKey, shiftKey, key, code }: KeyboardEvent) =>
  (ctrlKey || metaKey) && !altKey && !shiftKey && (key.toLowerCase() === 'k' || (code === 'KeyK' && key > '\x7f'));

export function Search({ page }: { page: PageEntry }) {
  const { id } = useUser();
  const covered = useCovered();
  const Dialog = useSearchDialog();

  useEffect(() => {
    if (isSearched(page)) noteRecent(id, page.path);
  }, [id, page]);

  useEffect(() => {
    if (covered) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Control' || event.key === 'Meta') prefetchSearch();
      if (!isShortcut(event)) return;
      event.preventDefault();
      if (!event.repeat) toggleSearch();
    };
    const onEarly = (event: KeyboardEvent) => {
      if (!takeEarly(event)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    document.addEventListener('keydown', onKey);
    // before the page behind takes them for its own
    document.addEventListener('keydown', onEarly, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('keydown', onEarly, { capture: true });
    };
  }, [covered]);

  return (
    Dialog && (
      <Suspense>
        <Dialog />
      </Suspense>
    )
  );
}

/** The search bar of the menu. */
export function SearchButton({ mini }: { mini: boolean }) {
  const t = useText('shell');
  const label = t('sidebar.find');
  return (
    <button
      type="button"
      className={mini ? 'sidebar-item' : 'sidebar-find'}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      aria-label={label}
      {...(mini ? { title: label } : {})}
      onPointerEnter={prefetchSearch}
      onFocus={prefetchSearch}
      onClick={openSearch}
    >
      <SearchIcon size={16} />
      {!mini && (
        <>
          {label}
          <Kbd>{isMac ? '⌘' : 'Ctrl'}</Kbd>
          <Kbd>K</Kbd>
        </>
      )}
    </button>
  );
}
