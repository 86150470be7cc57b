/**
 * Favourites: the pages a person keeps at hand, in an order of the person's own.
 *
 * The backend's list replaces the copy of this browser; the copy is taken only when user info brought no list, and only
 * when it is this person's. Every change is saved whole. While a save is under way the list may change on: then the
 * newer list is saved after it, so that neither a change nor the order of two saves is lost. A failed save is silent
 * and made good by the next change.
 *
 * For: everybody. See docs/workflows/favourites.md; spec 4 "Favorites", spec 8, spec 9, decision 49.
 */
import { assign, fromPromise, setup, stateIn } from 'xstate';
import { FAVOURITES_MAX, type FavoritePage } from '../../contract/cash.ts';

/** A list and the person it belongs to: what is kept in the browser, and what another tab sends. */
export interface OwnedPages {
  userId: number;
  pages: FavoritePage[];
}

/** What is kept: a list that was loaded is no news for the other tabs, a change or its saving is. */
export interface Copy extends OwnedPages {
  source: 'loaded' | 'changed';
}

export interface FavouritesInput {
  userId: number;
  /** The list of user info; null when there was none. */
  answered: FavoritePage[] | null;
  /** The copy of this browser, whoever's it is. */
  kept: OwnedPages | null;
}

export interface FavouritesContext extends FavouritesInput {
  pages: FavoritePage[];
}

export type FavouritesEvent =
  | { type: 'page.toggle'; page: FavoritePage }
  /** Puts a page before another one; null is the end. */
  | { type: 'page.move'; path: string; before: string | null }
  | ({ type: 'list.changedElsewhere' } & OwnedPages);

const without = (pages: readonly FavoritePage[], path: string) => pages.filter((page) => page.path !== path);

/** The list with one page put before another; the same order when there is nothing to move. */
export function moved(pages: readonly FavoritePage[], path: string, before: string | null): FavoritePage[] {
  const page = pages.find((one) => one.path === path);
  if (page === undefined || path === before) return [...pages];
  const rest = without(pages, path);
  const at = before === null ? rest.length : rest.findIndex((one) => one.path === before);
  return at === -1 ? [...pages] : rest.toSpliced(at, 0, page);
}

export const favouritesMachine = setup({
  types: {
    context: {} as FavouritesContext,
    events: {} as FavouritesEvent,
    input: {} as FavouritesInput,
    meta: {} as { requirement: string },
    children: {} as { save: 'save' },
  },
  actors: {
    save: fromPromise<void, { pages: FavoritePage[] }>(() => {
      throw new Error('save is given by the app');
    }),
  },
  guards: {
    wasAnswered: ({ context }) => context.answered !== null,
    hasOwnCopy: ({ context }) => context.kept?.userId === context.userId,
    isThere: ({ context, event }) =>
      event.type === 'page.toggle' && context.pages.some((page) => page.path === event.page.path),
    hasRoom: ({ context }) => context.pages.length < FAVOURITES_MAX,
    changesOrder: ({ context, event }) =>
      event.type === 'page.move' &&
      moved(context.pages, event.path, event.before).some((page, at) => page.path !== context.pages[at]?.path),
    isOfThisPerson: ({ context, event }) => event.type === 'list.changedElsewhere' && event.userId === context.userId,
    hasChanged: stateIn({ saving: 'changed' }),
  },
  actions: {
    takeAnswer: assign({ pages: ({ context }) => context.answered ?? [] }),
    takeCopy: assign({ pages: ({ context }) => context.kept?.pages ?? [] }),
    add: assign({
      pages: ({ context, event }) => (event.type === 'page.toggle' ? [...context.pages, event.page] : context.pages),
    }),
    remove: assign({
      pages: ({ context, event }) =>
        event.type === 'page.toggle' ? without(context.pages, event.page.path) : context.pages,
    }),
    move: assign({
      pages: ({ context, event }) =>
        event.type === 'page.move' ? moved(context.pages, event.path, event.before) : context.pages,
    }),
    follow: assign({
      pages: ({ context, event }) => (event.type === 'list.changedElsewhere' ? event.pages : context.pages),
    }),
    /** Stored for a load that fails, and sent to other tabs; given by the app. */
    keepCopy: (_, _params: Copy) => {
      throw new Error('keepCopy is given by the app');
    },
  },
}).createMachine({
  id: 'favourites',
  description: 'The pages a person keeps at hand: here, on the server and in the other tabs.',
  context: ({ input }) => ({ ...input, pages: [] }),
  initial: 'beginning',
  states: {
    beginning: {
      description: 'It is decided whose list counts: the one of user info, or the copy of this browser.',
      meta: { requirement: 'decision-49' },
      always: [
        {
          description: 'The list of user info replaces the copy.',
          guard: 'wasAnswered',
          target: 'saved',
          actions: ['takeAnswer', { type: 'keepCopy', params: loadedPages }],
        },
        {
          description: 'User info brought no list; the copy here is of the same person.',
          guard: 'hasOwnCopy',
          target: 'unsaved',
          actions: 'takeCopy',
        },
        { description: 'No list, and no copy of this person: nothing is shown of anybody else.', target: 'unsaved' },
      ],
    },
    saved: {
      description: 'The server has the list that is shown.',
      meta: { requirement: '4-favorites' },
      on: {
        'page.toggle': [
          { guard: 'isThere', target: 'saving', actions: ['remove', { type: 'keepCopy', params: changedPages }] },
          { guard: 'hasRoom', target: 'saving', actions: ['add', { type: 'keepCopy', params: changedPages }] },
        ],
        'page.move': {
          guard: 'changesOrder',
          target: 'saving',
          actions: ['move', { type: 'keepCopy', params: changedPages }],
        },
        'list.changedElsewhere': {
          description: 'The other tab saves it.',
          guard: 'isOfThisPerson',
          actions: 'follow',
        },
      },
    },
    saving: {
      description: 'The list is being sent to the server; it may change on meanwhile.',
      meta: { requirement: '4-favorites' },
      initial: 'current',
      invoke: {
        id: 'save',
        src: 'save',
        input: ({ context }) => ({ pages: context.pages }),
        onDone: [
          { description: 'The list has changed meanwhile.', guard: 'hasChanged', target: 'saving', reenter: true },
          {
            description: 'Told once more, for a tab that was opened meanwhile and got the list from before.',
            target: 'saved',
            actions: { type: 'keepCopy', params: changedPages },
          },
        ],
        onError: [
          { description: 'The list has changed meanwhile.', guard: 'hasChanged', target: 'saving', reenter: true },
          { description: 'Silent: the next change saves all of it.', target: 'unsaved' },
        ],
      },
      on: {
        'page.toggle': [
          { guard: 'isThere', target: '.changed', actions: ['remove', { type: 'keepCopy', params: changedPages }] },
          { guard: 'hasRoom', target: '.changed', actions: ['add', { type: 'keepCopy', params: changedPages }] },
        ],
        'page.move': {
          guard: 'changesOrder',
          target: '.changed',
          actions: ['move', { type: 'keepCopy', params: changedPages }],
        },
        'list.changedElsewhere': {
          description:
            'This save may reach the server after the one of the other tab: the newer list is saved once more.',
          guard: 'isOfThisPerson',
          target: '.changed',
          actions: 'follow',
        },
      },
      states: {
        current: {
          description: 'What is being sent is what is shown.',
          meta: { requirement: '4-favorites' },
        },
        changed: {
          description: 'The list has changed since it was sent: it is saved once more.',
          meta: { requirement: '4-favorites' },
        },
      },
    },
    unsaved: {
      description: 'The list is here alone; the next change saves all of it.',
      meta: { requirement: '8-favorites' },
      on: {
        'page.toggle': [
          { guard: 'isThere', target: 'saving', actions: ['remove', { type: 'keepCopy', params: changedPages }] },
          { guard: 'hasRoom', target: 'saving', actions: ['add', { type: 'keepCopy', params: changedPages }] },
        ],
        'page.move': {
          guard: 'changesOrder',
          target: 'saving',
          actions: ['move', { type: 'keepCopy', params: changedPages }],
        },
        'list.changedElsewhere': {
          description: 'The other tab saves all of it.',
          guard: 'isOfThisPerson',
          target: 'saved',
          actions: 'follow',
        },
      },
    },
  },
});

function loadedPages({ context }: { context: FavouritesContext }): Copy {
  return { userId: context.userId, pages: context.pages, source: 'loaded' };
}

function changedPages({ context }: { context: FavouritesContext }): Copy {
  return { userId: context.userId, pages: context.pages, source: 'changed' };
}
