import type { AnyEventObject } from 'xstate';
import type { FavoritePage } from '../../contract/cash.ts';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import {
  type FavouritesContext,
  type FavouritesEvent,
  type FavouritesInput,
  favouritesMachine,
} from './favourites.machine.ts';

const one = (name: string, event: FavouritesEvent): EventCase => ({ name, event });
const caused = (name: string, event: AnyEventObject): EventCase => ({ name, event });

/** Pages of every path; anybody may open them. */
export const ACTS: FavoritePage = {
  path: '/repositories/act-of-counting',
  title: 'Sanoq dalolatnomasi',
  icon: 'inbox',
};
export const DASHBOARD: FavoritePage = { path: '/dashboard', title: 'Boshqaruv paneli', icon: 'dashboard' };

export const PERSON = 7;
export const OTHER_PERSON = 8;

const beginning = (name: string, input: Partial<FavouritesInput>) => ({
  name,
  input: { userId: PERSON, answered: null, kept: null, ...input } satisfies FavouritesInput,
});

export const favouritesModel: WorkflowModel = {
  machine: favouritesMachine,
  pageEvents: ['list.changedElsewhere'],
  beginnings: [
    beginning('a list from the server', {
      answered: [ACTS],
      kept: { userId: PERSON, pages: [DASHBOARD] },
    }),
    beginning('no list from the server, a copy here', { kept: { userId: PERSON, pages: [DASHBOARD] } }),
    beginning('no list from the server, the copy of another person', {
      kept: { userId: OTHER_PERSON, pages: [ACTS, DASHBOARD] },
    }),
  ],
  cases: [
    one('presses the star of the acts', { type: 'page.toggle', page: ACTS }),
    one('presses the star of the dashboard', { type: 'page.toggle', page: DASHBOARD }),
    one('puts the dashboard first', { type: 'page.move', path: DASHBOARD.path, before: ACTS.path }),
    one('puts the acts last', { type: 'page.move', path: ACTS.path, before: null }),
    one('changes the list in another tab', {
      type: 'list.changedElsewhere',
      userId: PERSON,
      pages: [DASHBOARD, ACTS],
    }),
    caused('has the list saved', { type: 'xstate.done.actor.save', output: undefined }),
    caused('has the list not saved', {
      type: 'xstate.error.actor.save',
      error: { status: 503, code: 'unavailable', message: 'Server band' },
    }),
  ],
  within(snapshot, { type }) {
    // only a save that is under way can end
    return !type.includes('.actor.') || snapshot.matches('saving');
  },
  serialize(snapshot) {
    const { pages } = snapshot.context as FavouritesContext;
    return [JSON.stringify(snapshot.value), ...pages.map((page) => page.path)].join(' ');
  },
};
