/** Pages as the search finds them, of the registry and the texts in both languages. */
import type { EntryTexts, SearchEntry, SearchLanguage } from '../../machines/searchDialog/searchIndex.ts';
import type { PageEntry } from '../routes/registry.ts';

/** The files `pages.json`, `shell.json` and `aliases.json` of one language. */
export interface SearchTexts {
  readonly pages: Readonly<Record<string, string>>;
  readonly areas: Readonly<Record<string, string>>;
  /** Words by page, with commas between them. */
  readonly aliases: Readonly<Record<string, string>>;
}

const textsOf = (page: PageEntry, { pages, areas, aliases }: SearchTexts): EntryTexts => ({
  title: pages[page.id] ?? page.id,
  section: areas[page.area] ?? page.area,
  aliases: aliases[page.id]?.split(', ') ?? [],
});

export const searchEntries = (
  pages: readonly PageEntry[],
  texts: Readonly<Record<SearchLanguage, SearchTexts>>,
): SearchEntry[] =>
  pages.map((page) => ({
    id: page.id,
    path: page.path,
    area: page.area,
    built: page.built === true,
    texts: { uz: textsOf(page, texts.uz), ru: textsOf(page, texts.ru) },
  }));
