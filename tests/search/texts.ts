/** All pages that the search finds. */

import ruAliases from '../../locales/ru/aliases.json' with { type: 'json' };
import ruPages from '../../locales/ru/pages.json' with { type: 'json' };
import ruShell from '../../locales/ru/shell.json' with { type: 'json' };
import uzAliases from '../../locales/uz/aliases.json' with { type: 'json' };
import uzPages from '../../locales/uz/pages.json' with { type: 'json' };
import uzShell from '../../locales/uz/shell.json' with { type: 'json' };
import type { SearchEntry } from '../../machines/searchDialog/searchIndex.ts';
import { isSearched } from '../../src/routes/page.ts';
import { pages } from '../../src/routes/registry.ts';
import { searchEntries } from '../../src/shell/searchEntries.ts';

export const ENTRIES: readonly SearchEntry[] = searchEntries(pages.filter(isSearched), {
  uz: { pages: uzPages, areas: uzShell.areas, aliases: uzAliases },
  ru: { pages: ruPages, areas: ruShell.areas, aliases: ruAliases },
});
