/**
 * The entry of the search dialog. Its code is fetched ahead when nothing else is, its texts when the pointer comes near the
 * search bar or its keys, both at the latest when it is opened.
 */
import { type ComponentType, useSyncExternalStore } from 'react';
import { isConfirming } from '../app/confirming.ts';
import { session } from '../app/session.ts';
import { language, loadTexts, say } from '../i18n/index.ts';
import { toastError } from '../ui/toasts.ts';
import { recentPages } from './recent.ts';
import { dialogComes, typedEarly } from './searchKeys.ts';

let Dialog: ComponentType | null = null;
const listeners = new Set<() => void>();

async function fetchDialog() {
  const [actor, view] = await Promise.all([
    import('./searchActor.ts'),
    import('./SearchDialog.tsx'),
    loadTexts('search', 'pages', 'shell'),
  ]);
  Dialog = view.default;
  for (const listener of listeners) listener();
  return actor;
}

let fetched: ReturnType<typeof fetchDialog> | undefined;

function theDialog(): ReturnType<typeof fetchDialog> {
  fetched ??= fetchDialog();
  fetched.catch(() => {
    fetched = undefined;
  });
  return fetched;
}

/** Everything that the dialog needs, before it is wanted; a failure is shown when it is opened. */
export const prefetchSearch = (): void =>
  void theDialog()
    .then(({ loadSearchTexts }) => loadSearchTexts())
    .catch(() => {});

/** The asking that waits for the code of the dialog. */
let awaited: object | null = null;

async function ask(type: 'search.open' | 'search.toggle'): Promise<void> {
  const userId = session.getSnapshot().context.user?.id;
  // no navigation while the menu is blocked (decision 51)
  if (userId === undefined || isConfirming()) return;
  if (Dialog === null && awaited !== null && type === 'search.toggle') {
    // pressed twice, it is called off: what is typed next is not for it
    awaited = null;
    typedEarly();
    return;
  }
  const own = Dialog === null ? {} : null;
  if (own !== null) dialogComes();
  awaited = own;
  try {
    const { search } = await theDialog();
    if (awaited !== own) return;
    awaited = null;
    const recent = recentPages(userId).filter(({ path }) => path !== window.location.pathname);
    search.send({ type, language: language(), recent });
  } catch {
    if (awaited !== own) return;
    awaited = null;
    typedEarly();
    toastError(say('errors:network'));
  }
}

/** Opens the search dialog: the search bar's click. */
export const openSearch = (): void => void ask('search.open');

/** Ctrl+K and Meta+K. */
export const toggleSearch = (): void => void ask('search.toggle');

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The dialog once its code is here. */
export const useSearchDialog = (): ComponentType | null => useSyncExternalStore(subscribe, () => Dialog);
