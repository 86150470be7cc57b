/** What the search dialog lists for a query: recent pages, sections, and in which order. Pure. */

import { hitMarks } from './hitMarks.ts';
import { asksNothing, type FoundGroup, type FoundPage, search, type Via } from './search.ts';
import { buildIndex, type Mark, type SearchEntry, type SearchIndex, type SearchLanguage } from './searchIndex.ts';

/** So many sections are "most searched" (spec 9). */
export const MOST_SEARCHED = 16;
/** With more sections than this they stand in two columns (spec 9). */
export const ONE_COLUMN = 12;

/** So many hits of a group are listed before it is unfolded. */
export const HITS_SHOWN = 3;

/** Something besides pages that answers: a document, a unit, a supplier, a product, a person. */
export interface RecordHit {
  /** Unlike that of any other hit. */
  readonly key: string;
  /** What it opens. */
  readonly path: string;
  readonly title: string;
  readonly note: string;
  /** What it is: names its words and the chart of its state. */
  readonly kind: string;
  readonly status: string | null;
  /** Family of the look of that state. */
  readonly look: string | null;
  /** What was typed is the whole of its number. */
  readonly exact: boolean;
}

export interface RecordGroup {
  readonly group: string;
  readonly hits: readonly RecordHit[];
  /** The server has others. */
  readonly more: boolean;
}

/** A page that was opened lately. */
export interface RecentPage {
  readonly path: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What the listing is made of. */
export interface Asked {
  readonly query: string;
  readonly language: SearchLanguage;
  readonly entries: readonly SearchEntry[];
  readonly recent: readonly RecentPage[];
  /** What answers besides pages; empty until the server has answered. */
  readonly groups: readonly RecordGroup[];
  /** Sections and groups that a person has folded or unfolded against what the dialog does by itself. */
  readonly toggled: readonly string[];
}

export interface PageRow extends Omit<FoundPage, 'rank'> {
  /** The option's id. */
  readonly option: string;
}

export interface RecentRow extends PageRow {
  readonly at: number;
  readonly section: string;
  readonly sectionMarks: readonly Mark[];
}

export interface SectionRow {
  readonly option: string;
  readonly area: string;
  readonly title: string;
  readonly marks: readonly Mark[];
  readonly via: Via | null;
  readonly expanded: boolean;
  readonly pages: readonly PageRow[];
}

export interface HitRow extends RecordHit {
  readonly option: string;
  readonly marks: readonly Mark[];
  readonly noteMarks: readonly Mark[];
}

/** How many were found, as it is read: `15+` where the server has others. */
export const figureOf = (count: number, more: boolean): string => (more ? `${count}+` : String(count));

export interface GroupRow {
  readonly group: string;
  readonly hits: readonly HitRow[];
  readonly count: number;
  readonly more: boolean;
  /** The option that unfolds the rest, and how many those are. */
  readonly rest: { readonly option: string; readonly count: number } | null;
}

export interface Listing {
  readonly recent: readonly RecentRow[];
  /** Sections of the answer; while nothing is asked, the most searched ones. */
  readonly sections: readonly SectionRow[];
  /** While nothing is asked, the sections beyond the most searched ones. */
  readonly rest: readonly SectionRow[];
  /** What answers besides pages. */
  readonly groups: readonly GroupRow[];
  readonly columns: 1 | 2;
  /** Options in the order in which the arrows go through them. */
  readonly options: readonly string[];
  readonly pageCount: number;
  readonly hitCount: number;
  /** The server has others. */
  readonly hitsMore: boolean;
}

const PAGE = 'page:';
const RECENT = 'recent:';
const SECTION = 'section:';
const HIT = 'hit:';
const REST = 'rest:';

export const pageOption = (id: string): string => PAGE + id;
export const recentOption = (id: string): string => RECENT + id;
export const sectionOption = (area: string): string => SECTION + area;

export const hitOption = (key: string): string => HIT + key;
export const restOption = (group: string): string => REST + group;

/** The section of an option; null is something else. */
export const areaOfOption = (option: string): string | null =>
  option.startsWith(SECTION) ? option.slice(SECTION.length) : null;

/** What an option folds and unfolds, as it is kept in `toggled`; null opens something. */
export const foldOfOption = (option: string): string | null =>
  areaOfOption(option) ?? (option.startsWith(REST) ? option : null);

/** What an option opens. */
export function pathOfOption({ entries, groups }: Asked, option: string): string | undefined {
  if (foldOfOption(option) !== null) return undefined;
  const id = option.slice(option.indexOf(':') + 1);
  return option.startsWith(HIT)
    ? groups.flatMap(({ hits }) => hits).find(({ key }) => key === id)?.path
    : entries.find((entry) => entry.id === id)?.path;
}

interface Known {
  readonly index: SearchIndex;
  query: string;
  found: readonly FoundGroup[];
}

/** The index of a list of pages is made once, and a keystroke searches once, though several ask. */
const known = new WeakMap<readonly SearchEntry[], Map<SearchLanguage, Known>>();

function knownOf(entries: readonly SearchEntry[], language: SearchLanguage): Known {
  const byLanguage = known.get(entries) ?? new Map<SearchLanguage, Known>();
  known.set(entries, byLanguage);
  const own = byLanguage.get(language) ?? { index: buildIndex(entries, language), query: '', found: [] };
  byLanguage.set(language, own);
  return own;
}

/** Makes the index of these pages, so that the first letter need not. */
export const prepareListing = (entries: readonly SearchEntry[], language: SearchLanguage): void =>
  void knownOf(entries, language);

function foundBy({ entries, language, query }: Asked): readonly FoundGroup[] {
  const own = knownOf(entries, language);
  if (own.query !== query) {
    own.query = query;
    own.found = search(own.index, query);
  }
  return own.found;
}

/** Every section with its pages, in the order of the menu. */
function allOf({ entries, language }: Asked): FoundGroup[] {
  const groups = new Map<string, FoundGroup & { pages: FoundPage[] }>();
  for (const entry of entries) {
    const group = groups.get(entry.area) ?? {
      area: entry.area,
      title: entry.texts[language].section,
      marks: [],
      via: null,
      pages: [],
    };
    group.pages.push({ entry, title: entry.texts[language].title, marks: [], via: null, rank: 0 });
    groups.set(entry.area, group);
  }
  return [...groups.values()];
}

export const findsNothing = (asked: Asked): boolean => foundBy(asked).length === 0 && asked.groups.length === 0;

const groupRow = ({ group, hits, more }: RecordGroup, { query, toggled }: Asked): GroupRow => {
  const option = restOption(group);
  const shown = toggled.includes(option) ? hits : hits.slice(0, HITS_SHOWN);
  return {
    group,
    hits: shown.map((hit) => {
      const [marks, noteMarks] = hitMarks(query, [hit.title, hit.note]) as [Mark[], Mark[]];
      return { ...hit, option: hitOption(hit.key), marks, noteMarks };
    }),
    count: hits.length,
    more,
    rest: hits.length > shown.length ? { option, count: hits.length - shown.length } : null,
  };
};

export function listingOf(asked: Asked): Listing {
  const all = asksNothing(asked.query);
  const found = asked.groups.map((group) => groupRow(group, asked));
  const groups = all ? allOf(asked) : foundBy(asked);
  const rows = groups.map(
    ({ area, title, marks, via, pages }): SectionRow => ({
      option: sectionOption(area),
      area,
      title,
      marks,
      via,
      // what answers is unfolded by itself
      expanded: asked.toggled.includes(area) === all,
      pages: pages.map(({ rank: _, ...page }) => ({ ...page, option: pageOption(page.entry.id) })),
    }),
  );
  const byPath = new Map(
    rows.flatMap((section) => section.pages.map((page) => [page.entry.path, { page, section }] as const)),
  );
  const recent = asked.recent.flatMap(({ path, at }): RecentRow[] => {
    const one = byPath.get(path);
    if (one === undefined) return [];
    const { page, section } = one;
    return [{ ...page, option: recentOption(page.entry.id), at, section: section.title, sectionMarks: section.marks }];
  });
  return {
    recent,
    sections: all ? rows.slice(0, MOST_SEARCHED) : rows,
    rest: all ? rows.slice(MOST_SEARCHED) : [],
    groups: found,
    columns: all && rows.length > ONE_COLUMN ? 2 : 1,
    options: [
      ...recent.map(({ option }) => option),
      ...rows.flatMap(({ option, expanded, pages }) => [option, ...(expanded ? pages.map((page) => page.option) : [])]),
      ...found.flatMap(({ hits, rest }) => [...hits.map(({ option }) => option), ...(rest ? [rest.option] : [])]),
    ],
    pageCount: byPath.size,
    hitCount: found.reduce((sum, { count }) => sum + count, 0),
    hitsMore: found.some(({ more }) => more),
  };
}

/**
 * Where Enter leads before an arrow is pressed: to what has the whole typed number, else to the best page; while nothing
 * is asked, to the last one opened.
 */
export function firstChoice({ options, groups }: Listing): string | null {
  const exact = groups.flatMap(({ hits }) => hits).find((hit) => hit.exact);
  return exact?.option ?? options.find((option) => foldOfOption(option) === null) ?? options[0] ?? null;
}

/** The best choice once more is listed; what a person has gone to by hand stays under it. */
export function choiceAmong(asked: Asked, active: string | null): string | null {
  const listing = listingOf(asked);
  const before = firstChoice(listingOf({ ...asked, groups: [] }));
  const moved = active !== null && active !== before && listing.options.includes(active);
  return moved ? active : firstChoice(listing);
}

/** The option so many places further, round the ends. */
export function optionBeside({ options }: Listing, active: string | null, step: 1 | -1): string | null {
  const at = active === null ? -1 : options.indexOf(active);
  if (at === -1) return (step === 1 ? options[0] : options.at(-1)) ?? null;
  return options[(at + step + options.length) % options.length] ?? null;
}
