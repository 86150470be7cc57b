/** Filters of a list: a control, a key of the address and of the call's query, and the words for paper. */
import { HTMLSelect, InputGroup } from '@blueprintjs/core';
import { SearchIcon } from '@blueprintjs/icons';
import { lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react';
import { daysIn } from '../../format/parseDay.ts';
import { language, say } from '../../i18n/index.ts';
import { PeriodFilter, periodInWords } from '../dates/PeriodFilter.tsx';
import { type FilterChip, FilterChips } from '../FilterChips.tsx';
import { RemoteSelect } from '../form/RemoteSelect.tsx';
import type { RemoteSource } from '../form/remote.ts';
import { classes } from '../look.ts';
import { useSettled } from '../useSettled.ts';
import type { NumberSearch } from './ByNumber.tsx';

const ByNumber = lazy(() => import('./ByNumber.tsx'));

export interface FilterControl<Answer> {
  /** as it is in the address; null when it narrows nothing */
  value: string | null;
  set: (value: string | number | null) => void;
  answer: Answer | undefined;
}

interface Named<Key extends string> {
  /** of the address, and of the call's query */
  key: Key;
  label: string;
  /** other names for the query than the key: `(written) => ({ from, to })` */
  query?: (written: string) => Record<string, unknown>;
}

/** States and other few choices, with their counts when the answer has them. */
export interface ChipsFilter<Answer, Key extends string> extends Named<Key> {
  kind: 'chips';
  options: readonly string[];
  /** the chips now; the one with the key `all` narrows nothing */
  items: (answer: Answer | undefined, chosen: string | undefined) => readonly FilterChip<string>[];
}

/** Words to search by, asked after half a second of rest. */
export interface SearchFilter<Key extends string> extends Named<Key> {
  kind: 'search';
  /** Why these words are not searched by: what may not stand in an address, a person's number. They are not sent. */
  refuse?: (words: string) => string | undefined;
  /** Finds by refused words that are a whole number, beside the address. */
  byNumber?: NumberSearch;
}

/** A choice among a few words. */
export interface SelectFilter<Key extends string> extends Named<Key> {
  kind: 'select';
  empty: string;
  options: readonly { value: string; title: string }[];
}

/** One of a list of the server. `named` finds the title of an id in the rows, which name what may not be chosen too. */
export interface RemoteFilter<Answer, Key extends string> extends Named<Key> {
  kind: 'remote';
  empty: string;
  of: RemoteSource;
  named?: (answer: Answer, id: number) => string | undefined;
}

/** A day, a month or two days: `date=2026-11-01,2026-11-30`. */
export interface PeriodFilterOf<Key extends string> extends Named<Key> {
  kind: 'period';
  /** the last day that can be chosen: today, or none with `null` */
  last?: string | null;
}

/** Whatever else narrows a list. */
export interface OwnFilter<Answer, Key extends string> extends Named<Key> {
  kind: 'own';
  /** search and chips are at the left, quiet buttons at the right before the actions */
  side: 'left' | 'right';
  /** the address may be edited by hand: null for invalid values */
  read: (written: string) => string | number | boolean | null;
  words: (written: string, answer: Answer | undefined) => string;
  control: (control: FilterControl<Answer>) => ReactNode;
}

/** What a list declares. */
export type DeclaredFilter<Answer, Key extends string = string> =
  | ChipsFilter<Answer, Key>
  | SearchFilter<Key>
  | SelectFilter<Key>
  | RemoteFilter<Answer, Key>
  | PeriodFilterOf<Key>
  | OwnFilter<Answer, Key>;

/** What a list works with: each kind gives the same four. */
export interface ListFilter<Answer> extends Omit<OwnFilter<Answer, string>, 'kind' | 'words'> {
  /** In words, which may have to be asked for. */
  useWords: (written: string, answer: Answer | undefined) => string;
}

const ALL = 'all';

function chips<Answer>({ options, items, label }: ChipsFilter<Answer, string>) {
  const known = (written: string | null) => options.find((one) => one === written);
  return {
    side: 'left' as const,
    read: (written: string) => known(written) ?? null,
    useWords: (written: string, answer: Answer | undefined) => {
      const chip = items(answer, known(written)).find((one) => one.key === written);
      return typeof chip?.title === 'string' ? chip.title : written;
    },
    control: ({ value, set, answer }: FilterControl<Answer>) => (
      <FilterChips
        label={label}
        items={items(answer, known(value))}
        value={known(value) ?? ALL}
        onChange={(next) => set(next === ALL ? null : next)}
      />
    ),
  };
}

function search({ label, refuse, byNumber }: SearchFilter<string>) {
  return {
    side: 'left' as const,
    read: (written: string) => (refuse?.(written) === undefined && written.trim().slice(0, 100)) || null,
    useWords: (written: string) => written,
    control: ({ value, set }: FilterControl<unknown>) => (
      <SearchInput
        value={value ?? ''}
        set={set}
        label={label}
        {...(refuse && { refuse })}
        {...(byNumber && { byNumber })}
      />
    ),
  };
}

function select({ options, empty, label }: SelectFilter<string>) {
  const find = (written: string) => options.find(({ value }) => value === written);
  return {
    side: 'right' as const,
    read: (written: string) => find(written)?.value ?? null,
    useWords: (written: string) => find(written)?.title ?? written,
    control: ({ value, set }: FilterControl<unknown>) => (
      <HTMLSelect
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => set(event.target.value)}
        options={[{ value: '', label: empty }, ...options.map((one) => ({ value: one.value, label: one.title }))]}
      />
    ),
  };
}

const idIn = (written: string) => (/^[1-9]\d{0,9}$/.test(written) ? Number(written) : null);

function useTitle<Answer>({ of, label, named }: RemoteFilter<Answer, string>, id: number | null, answer?: Answer) {
  const listed = id === null || answer === undefined ? undefined : named?.(answer, id);
  const title = of.useTitle(listed === undefined ? id : null);
  return listed ?? (title === null ? `${label} № ${id}` : (title ?? '…'));
}

function RemoteControl<Answer>(props: FilterControl<Answer> & { filter: RemoteFilter<Answer, string> }) {
  const { filter, value, set, answer } = props;
  const id = value === null ? null : idIn(value);
  const title = useTitle(filter, id, answer);
  return (
    <RemoteSelect
      of={filter.of}
      value={id === null ? null : { id, title }}
      clearable
      label={filter.label}
      empty={filter.empty}
      onChange={(option) => set(option?.id ?? null)}
    />
  );
}

function remote<Answer>(filter: RemoteFilter<Answer, string>) {
  return {
    side: 'right' as const,
    read: idIn,
    useWords: (written: string, answer: Answer | undefined) => useTitle(filter, idIn(written), answer),
    control: (control: FilterControl<Answer>) => <RemoteControl {...control} filter={filter} />,
  };
}

function period({ label, last }: PeriodFilterOf<string>) {
  return {
    side: 'right' as const,
    read: (written: string) => (daysIn(written) === null ? null : written),
    useWords: (written: string) => periodInWords(written, language(), say),
    control: ({ value, set }: FilterControl<unknown>) => (
      <PeriodFilter value={value} onChange={set} label={label} {...(last !== undefined && { last })} />
    ),
  };
}

function partsOf<Answer>(filter: DeclaredFilter<Answer>): Omit<ListFilter<Answer>, 'key' | 'label' | 'query'> {
  switch (filter.kind) {
    case 'chips':
      return chips(filter);
    case 'search':
      return search(filter);
    case 'select':
      return select(filter);
    case 'remote':
      return remote(filter);
    case 'period':
      return period(filter);
    case 'own':
      return { ...filter, useWords: filter.words };
  }
}

export function filterOf<Answer>(declared: DeclaredFilter<Answer>): ListFilter<Answer> {
  const { key, label, query } = declared;
  return { key, label, ...(query && { query }), ...partsOf(declared) };
}

interface FilterWordsProps<Answer> {
  list: { written: (key: string) => string | null; answer: Answer | undefined };
  filter: ListFilter<Answer>;
}

/** What a filter that is set narrows its list to. */
export function FilterWords<Answer>({ list, filter: { key, useWords } }: FilterWordsProps<Answer>) {
  return useWords(list.written(key) ?? '', list.answer);
}

interface SearchInputProps extends Pick<SearchFilter<string>, 'refuse' | 'byNumber'> {
  value: string;
  set: (value: string) => void;
  label: string;
}

function SearchInput({ value, set, label, refuse, byNumber }: SearchInputProps) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const settled = useSettled(typed);
  // the address has changed without a hand here: back, or "clear"
  const [known, setKnown] = useState(value);
  if (value !== known) {
    setKnown(value);
    if (value.trim() !== typed.trim()) setTyped(value);
  }
  const refused = refuse?.(typed);
  const [enters, setEnters] = useState(0);
  const isFound = refused !== undefined && byNumber?.takes(typed) === true;
  const search = (words: string) => {
    if (refused === undefined && words.trim() !== value.trim()) set(words.trim());
  };
  useEffect(() => {
    if (settled === typed) search(settled);
  });
  return (
    <>
      <InputGroup
        type="search"
        // the placeholder that names what is searched is never cut
        className={classes('list-search', label.length > 24 && 'wide')}
        aria-label={label}
        placeholder={label}
        leftIcon={<SearchIcon size={14} />}
        maxLength={100}
        {...(refused !== undefined && { 'aria-describedby': id })}
        {...(refused !== undefined && !isFound && { intent: 'danger' as const, 'aria-invalid': true })}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setEnters(0);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          if (isFound) setEnters(enters + 1);
          else search(typed);
        }}
      />
      <span id={id} role="status" className={classes('search-refused', isFound && 'found')}>
        {refused}
      </span>
      {isFound && (
        <Suspense>
          <ByNumber by={byNumber} typed={typed} enters={enters} />
        </Suspense>
      )}
    </>
  );
}
