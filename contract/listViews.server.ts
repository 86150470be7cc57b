/** What only the server needs of the calls of `listViews.ts`: rights, what they ask for. */

import * as z from 'zod/mini';
import { text } from './common.ts';
import { serverSide } from './serverSide.ts';

/** Characters of a list's name, of a view's name, and of an address with every filter set. */
const LIST = 50;
const NAME = 60;
const ADDRESS = 1000;
/** No list has more columns. */
const MOST_COLUMNS = 60;

const Written = {
  name: text(NAME),
  address: z.string().check(z.maxLength(ADDRESS)),
  columns: z
    .record(text(LIST), z.boolean())
    .check(
      z.refine((columns) => Object.keys(columns).length <= MOST_COLUMNS, { params: { key: 'list_view_columns' } }),
    ),
  shared: z.boolean(),
};

export const listViewServer = serverSide({
  listViewIndex: {
    query: z.object({ list: text(LIST) }),
    rule: 'signedIn',
    origin: 'extension',
    summary: 'Views of one list by name: own ones and those that are shared.',
  },
  listViewAdd: {
    body: z.object({ list: text(LIST), ...Written }),
    rule: 'signedIn',
    origin: 'extension',
    summary: 'Keeps a view of a list under a name. Sharing it needs `list_view.share`.',
  },
  listViewEdit: {
    body: z.object(Written),
    rule: 'signedIn',
    origin: 'extension',
    summary: "Replaces an own view. Somebody else's is 404; sharing it needs `list_view.share`.",
  },
  listViewDelete: {
    rule: 'signedIn',
    origin: 'extension',
    summary: 'Deletes an own view, with `list_view.share` also a shared one of somebody else.',
  },
});
