/** The search dialog's machine with its real effects: one a window, made when the dialog is first wanted. */
import { useSelector } from '@xstate/react';
import { createActor, fromPromise, type SnapshotFrom } from 'xstate';
import { prepareListing } from '../../machines/searchDialog/listing.ts';
import { SEARCH_FONT, searchDialogMachine } from '../../machines/searchDialog/searchDialog.machine.ts';
import type { SearchEntry, SearchLanguage } from '../../machines/searchDialog/searchIndex.ts';
import { inspect } from '../app/inspect.ts';
import { onPath } from '../app/navigation.ts';
import { session } from '../app/session.ts';
import { LANGUAGES, language } from '../i18n/index.ts';
import { searchedFor } from './areas.ts';
import { type SearchTexts, searchEntries } from './searchEntries.ts';
import { findRecords } from './searchHits.ts';

const FONT_KEY = 'searchFontSize';

function keptFontSize(): number {
  const size = Number(localStorage.getItem(FONT_KEY));
  return size >= SEARCH_FONT.least && size <= SEARCH_FONT.greatest ? size : SEARCH_FONT.usual;
}

// texts: aliases *
const files = import.meta.glob<Record<string, unknown>>('../../locales/*/{pages,shell,aliases}.json', {
  import: 'default',
});

async function textsIn(language: SearchLanguage): Promise<SearchTexts> {
  const [pages, shell, aliases] = await Promise.all(
    ['pages', 'shell', 'aliases'].map((name) => files[`../../locales/${language}/${name}.json`]?.()),
  );
  return { pages, areas: shell?.areas, aliases } as SearchTexts;
}

/** Titles, sections and aliases in both languages. */
export async function loadSearchTexts(): Promise<Record<SearchLanguage, SearchTexts>> {
  const [uz, ru] = await Promise.all(LANGUAGES.map(textsIn));
  return { uz, ru } as Record<SearchLanguage, SearchTexts>;
}

export const search = createActor(
  searchDialogMachine.provide({
    actors: {
      loadPages: fromPromise<readonly SearchEntry[]>(async () => {
        const rules = session.getSnapshot().context.user?.rules ?? {};
        const entries = searchEntries(searchedFor(rules), await loadSearchTexts());
        // now, not at the first letter
        prepareListing(entries, language());
        return entries;
      }),
      findRecords: fromPromise(({ input, signal }) => findRecords(input.query, signal)),
    },
    actions: { rememberFontSize: (_, { size }) => localStorage.setItem(FONT_KEY, String(size)) },
  }),
  { input: { fontSize: keptFontSize() }, inspect },
).start();

onPath(() => search.send({ type: 'page.shown' }));

export const useSearch = <T>(selector: (snapshot: SnapshotFrom<typeof searchDialogMachine>) => T): T =>
  useSelector(search, selector);
