/** The favourites workflow with its real actors and effects, and what views read of it. */
import { useSelector } from '@xstate/react';
import { type ActorRefFrom, createActor, fromPromise, type SnapshotFrom } from 'xstate';
import { saveFavourites } from '../../contract/account.ts';
import { FAVOURITES_MAX, type UserInfo } from '../../contract/cash.ts';
import { type Copy, favouritesMachine } from '../../machines/favourites/favourites.machine.ts';
import { request } from '../api/client.ts';
import { inspect } from './inspect.ts';
import { useUser } from './session.ts';

const KEY = 'favorite-pages';

/** A page as it is kept here (spec 3): `to` is its path. */
interface KeptPage {
  to: string;
  title: string;
  icon: string;
}

const isKeptPage = (value: unknown): value is KeptPage => {
  const page = value as Partial<KeptPage> | null;
  return typeof page?.to === 'string' && typeof page.title === 'string' && typeof page.icon === 'string';
};

/** The copy of a text of the storage; null when it is not ours or has no owner. */
function copyOf(text: string | null): Copy | null {
  try {
    const kept = JSON.parse(text ?? 'null') as { userId?: unknown; pages?: unknown; source?: unknown } | null;
    if (typeof kept?.userId !== 'number' || !Array.isArray(kept.pages)) return null;
    const pages = kept.pages.filter(isKeptPage).slice(0, FAVOURITES_MAX);
    return {
      userId: kept.userId,
      pages: pages.map(({ to, title, icon }) => ({ path: to, title, icon })),
      source: kept.source === 'changed' ? 'changed' : 'loaded',
    };
  } catch {
    return null;
  }
}

function keepCopy({ userId, pages, source }: Copy): void {
  const kept: KeptPage[] = pages.map(({ path, title, icon }) => ({ to: path, title, icon }));
  try {
    localStorage.setItem(KEY, JSON.stringify({ userId, source, pages: kept }));
  } catch {
    // a browser without room keeps the list until the page is closed; the server has it
  }
}

type Favourites = ActorRefFrom<typeof favouritesMachine>;

const machine = favouritesMachine.provide({
  actors: {
    save: fromPromise(async ({ input }) => {
      await request(saveFavourites, { body: { my_pages: input.pages }, keepalive: true });
    }),
  },
  actions: { keepCopy: (_, copy) => keepCopy(copy) },
});

function begin({ id, favorite_pages }: UserInfo): Favourites {
  const actor = createActor(machine, {
    input: { userId: id, answered: favorite_pages, kept: copyOf(localStorage.getItem(KEY)) },
    inspect,
  }).start();
  window.addEventListener('storage', ({ key, newValue }) => {
    const copy = key === KEY ? copyOf(newValue) : null;
    if (copy?.source !== 'changed') return;
    actor.send({ type: 'list.changedElsewhere', userId: copy.userId, pages: copy.pages });
  });
  return actor;
}

let actor: Favourites | undefined;

/** One a page life: another person begins with a new one. */
export function useFavourites(): Favourites {
  const user = useUser();
  actor ??= begin(user);
  return actor;
}

export const useFavouritesNow = <T>(selector: (snapshot: SnapshotFrom<typeof favouritesMachine>) => T): T =>
  useSelector(useFavourites(), selector);
