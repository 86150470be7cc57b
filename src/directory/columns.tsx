/** Columns and filters of a directory's list, by kind of field. */
import { EVERY, partsOf } from '../../contract/directory/chart.ts';
import type { AnyDirectory, RecordFields } from '../../contract/directory/directory.ts';
import {
  type Chosen,
  decimalsOf,
  type Field,
  type FieldOf,
  type Kind,
  type Line,
  type Names,
  optionsOf,
  sentName,
} from '../../contract/directory/fields.ts';
import { findsByNumber, isWholeNumber } from '../../contract/directory/numbers.ts';
import type { StoredImage } from '../../contract/images.ts';
import { exampleOf, smsOf, variablesIn } from '../../contract/messages.ts';
import type { Json } from '../../machines/recordPane/merge.ts';
import type { Language } from '../format/numbers.ts';
import type { Text } from '../i18n/index.ts';
import type { NumberSearch } from '../ui/list/ByNumber.tsx';
import type { ColumnKind, ListColumn } from '../ui/list/columns.tsx';
import type { DeclaredFilter } from '../ui/list/filters.tsx';
import { footOf } from '../ui/list/foot.tsx';
import { Name } from '../ui/Name.tsx';
import { ImageCell } from './image.tsx';
import { isPersonNumber } from './personNumber.ts';
import { sourceOf } from './sources.ts';
import { nameOfLine, wordsOf } from './values.ts';

/** A row of any directory, its fields by name. */
export type AnyRow = RecordFields & Readonly<Record<string, unknown>>;
export type AnyAnswer = {
  data: AnyRow[];
  meta: {
    total: number | null;
    statuses?: Record<string, number | null>;
    totals?: Record<string, number>;
    moment?: string;
  };
};

const KINDS: Partial<Record<Kind, ColumnKind>> = {
  digits: 'code',
  code: 'code',
  tin: 'code',
  pinfl: 'code',
  identity: 'code',
  taxNumber: 'code',
  phone: 'code',
  plate: 'code',
  vin: 'code',
  barcode: 'code',
  year: 'code',
  sum: 'sum',
  fx: 'sum',
  percent: 'number',
  quantity: 'number',
  decimal: 'number',
  date: 'date',
  birthDay: 'date',
};
const LANGUAGES = ['uz', 'ru'] as const;

const WIDTHS: Partial<Record<Kind, string>> = {
  text: '14rem',
  names: '14rem',
  area: '18rem',
  reason: '18rem',
  message: '24rem',
  link: '12rem',
  oneOf: '9rem',
  someOf: '12rem',
  bool: '6rem',
  ref: '13rem',
  refs: '16rem',
  period: '12rem',
  year: '5rem',
  years: '8rem',
  phone: '10rem',
  pinfl: '9.5rem',
  identity: '7rem',
  taxNumber: '9.5rem',
  rows: '14rem',
  colour: '6rem',
  image: '10rem',
};
/** Kinds that may be longer than their column. */
const CUT: ReadonlySet<Kind> = new Set([
  'text',
  'names',
  'area',
  'reason',
  'message',
  'link',
  'ref',
  'refs',
  'someOf',
  'rows',
]);
/** Of them those that are read from their beginning: sentences. */
const WORDS: ReadonlySet<Kind> = new Set(['area', 'reason', 'message']);
const RAW: ReadonlySet<Kind> = new Set(['sum', 'fx', 'percent', 'quantity', 'decimal', 'date', 'birthDay']);

/** A colour as people compare it, beside its code. */
const Swatch = ({ colour }: { colour: string | null }) =>
  colour === null ? (
    '—'
  ) : (
    <span className="directory-colour">
      <span aria-hidden="true" style={{ background: colour }} />
      {colour}
    </span>
  );

const Link = ({ to }: { to: string | null }) =>
  to === null ? (
    '—'
  ) : (
    <a href={to} target="_blank" rel="noreferrer">
      {to.replace(/^https?:\/\/(www\.)?/, '')}
    </a>
  );

/** Names of the lines that are not archived. */
const linesIn = (field: FieldOf<'rows'>, value: unknown): string[] =>
  ((value ?? []) as readonly Line[]).filter(({ active }) => active).map((line) => nameOfLine(field, line));

const Lines = ({ names: [first, ...more], t }: { names: readonly string[]; t: Text }) =>
  first === undefined ? (
    <span className="faint">—</span>
  ) : (
    <Name title={[first, ...more].join(', ')}>
      {more.length === 0 ? first : t('directory:lines.more', { first, count: more.length })}
    </Name>
  );

/** The column of one field, as the list, Excel and paper have it. */
export function columnOf(name: string, field: Field, t: Text, language: Language): ListColumn<AnyRow, AnyAnswer> {
  const { list, sort } = optionsOf(field);
  const kind = KINDS[field.kind];
  // a long number is read whole
  const width =
    field.kind === 'digits' && field.length > 12
      ? `${field.length * 0.6 + 1}rem`
      : // names of goods differ at their ends
        field.kind === 'ref' && field.to === 'variant'
        ? '22rem'
        : WIDTHS[field.kind];
  const decimals = decimalsOf(field);
  return {
    key: name,
    title: t(`fields.${name}`),
    value(row) {
      const value = row[name];
      // what an empty one means, where that is more than nothing: all of them, the whole firm
      if (value === null || value === undefined || (field.kind === 'refs' && !(value as readonly Chosen[]).length))
        return (!RAW.has(field.kind) && t(`none.${name}`, { defaultValue: '' })) || null;
      if (RAW.has(field.kind)) return value as string | number;
      if (field.kind === 'ref') return (value as Chosen).title;
      if (field.kind === 'refs') return (value as readonly Chosen[]).map(({ title }) => title).join(', ');
      if (field.kind === 'rows') return linesIn(field, value).join(', ') || null;
      if (field.kind === 'message') return (value as Names)[language];
      return wordsOf(name, field, value as Json, t, language) ?? String(value);
    },
    ...(field.kind === 'decimal' && {
      cell: (row: AnyRow) => wordsOf(name, field, row[name] as Json, t, language) ?? '—',
    }),
    ...(field.kind === 'colour' && { cell: (row: AnyRow) => <Swatch colour={row[name] as string | null} /> }),
    ...(field.kind === 'image' && { cell: (row: AnyRow) => <ImageCell image={row[name] as StoredImage | null} /> }),
    ...(field.kind === 'rows' && { cell: (row: AnyRow) => <Lines names={linesIn(field, row[name])} t={t} /> }),
    ...(field.kind === 'link' && { cell: (row: AnyRow) => <Link to={row[name] as string | null} /> }),
    ...(kind && { kind }),
    ...(width && { width }),
    ...(decimals > 0 && { decimals }),
    ...(CUT.has(field.kind) && { cut: WORDS.has(field.kind) ? 'words' : true }),
    ...(sort && { sort: true as const }),
    ...(list === 'hidden' && { hidden: true }),
    ...(field.kind === 'sum' && field.total && { foot: footOf(name) }),
  };
}

/** What a field shows beside its value: of a text that is sent the other language, its variables and its SMS. */
export function columnsBeside(
  name: string,
  field: Field,
  t: Text,
  language: Language,
): ListColumn<AnyRow, AnyAnswer>[] {
  if (field.kind !== 'message') return [];
  const textsOf = (row: AnyRow) => row[name] as Names;
  const other = language === 'uz' ? 'ru' : 'uz';
  return [
    {
      key: `${name}.${other}`,
      title: t(`directory:named.${other}`, { field: t(`fields.${name}`) }),
      width: '24rem',
      cut: 'words',
      hidden: true,
      value: (row) => textsOf(row)[other],
    },
    {
      key: `${name}.variables`,
      title: t('directory:variables'),
      width: '14rem',
      cut: 'words',
      hidden: true,
      value: (row) =>
        variablesIn(textsOf(row).uz)
          .map((one) => t(`directory:message.variables.${one}`))
          .join(', '),
    },
    {
      key: `${name}.parts`,
      title: t('directory:parts'),
      kind: 'number',
      value: (row) => Math.max(...LANGUAGES.map((tongue) => smsOf(exampleOf(textsOf(row)[tongue], tongue)).parts)),
    },
  ];
}

/** The filter of a field that has one. */
export function filterOf(name: string, field: Field, t: Text): DeclaredFilter<AnyAnswer, string> | undefined {
  const shared = {
    key: sentName(name, field),
    label: t(`fields.${name}`),
    empty: t('directory:every', { field: t(`fields.${name}`) }),
  };
  switch (field.kind) {
    case 'ref':
      return {
        ...shared,
        kind: 'remote',
        of: sourceOf(field.to),
        named: ({ data }, id) =>
          data.map((row) => row[name] as Chosen | null).find((chosen) => chosen?.id === id)?.title,
      };
    case 'oneOf':
      return {
        ...shared,
        kind: 'select',
        options: field.values.map((value) => ({ value, title: t(`values.${name}.${value}`) })),
      };
    case 'bool':
      return {
        ...shared,
        kind: 'select',
        options: ['true', 'false'].map((value) => ({
          value,
          title: t(value === 'true' ? 'directory:yes' : 'directory:no'),
        })),
      };
    default:
      return undefined;
  }
}

const searches = ({ spec }: AnyDirectory): boolean =>
  spec.document !== undefined || Object.values(spec.fields).some((field) => optionsOf(field).search);

/** States and groups that the list is narrowed to. */
const statesIn = ({ spec: { chart, groups = [] } }: AnyDirectory): string[] =>
  chart ? partsOf(chart, groups) : [...groups, 'archived'];

const titleOfPart = (
  { spec: { chart, groups } }: AnyDirectory,
  key: string,
  t: Text,
  stateOf: (key: string) => string,
) => {
  if (groups?.includes(key)) return t(`groups.${key}`);
  if (key === EVERY) return t('directory:all');
  if (key === 'all') return t(chart?.over?.length ? 'directory:current' : 'directory:all');
  return chart ? stateOf(key) : t(`directory:${key}`);
};

/**
 * Archive, search, and one filter a field that has it.
 * @param seesAll who sees one branch alone chooses none
 */
export const filtersOf = (
  directory: AnyDirectory,
  t: Text,
  stateOf: (status: string) => string,
  seesAll: boolean,
  byNumber?: Pick<NumberSearch, 'find' | 'open'>,
): DeclaredFilter<AnyAnswer, string>[] => [
  ...(directory.spec.fixed && !directory.spec.chart
    ? []
    : [
        {
          kind: 'chips' as const,
          key: 'status',
          label: t('directory:status'),
          options: statesIn(directory),
          items: (answer: AnyAnswer | undefined) => {
            const counts = answer?.meta.statuses;
            return ['all', ...statesIn(directory)].map((key) => ({
              key,
              title: titleOfPart(directory, key, t, stateOf),
              ...(counts && { count: counts[key] ?? 0 }),
            }));
          },
        },
      ]),
  ...(searches(directory)
    ? [
        {
          kind: 'search' as const,
          key: 'search',
          label: t('directory:search'),
          // a person's number stands in no address (decision 98): lists of persons have a search of their own
          refuse(words: string) {
            if (directory.spec.people) return /\d/.test(words) ? t('directory:searchNumber') : undefined;
            const { fields } = directory.spec;
            if (!isPersonNumber(fields, words)) return undefined;
            return t(isWholeNumber(fields, words) ? 'directory:searchByNumber' : 'directory:searchWhole');
          },
          ...(byNumber &&
            findsByNumber(directory) && {
              byNumber: { ...byNumber, takes: (words: string) => isWholeNumber(directory.spec.fields, words) },
            }),
        },
      ]
    : []),
  ...Object.entries(directory.spec.fields).flatMap(([name, field]) =>
    optionsOf(field).filter && (seesAll || !optionsOf(field).scope) ? (filterOf(name, field, t) ?? []) : [],
  ),
  ...(directory.spec.document ? filtersOfDocuments(directory, t, seesAll) : []),
];

/** Branch and owner, which every document has. */
const filtersOfDocuments = ({ spec }: AnyDirectory, t: Text, seesAll: boolean): DeclaredFilter<AnyAnswer, string>[] => [
  ...('organization' in spec.fields || !seesAll
    ? []
    : [
        {
          ...{ kind: 'remote' as const, key: 'organization_id', label: t('directory:branch') },
          ...{ empty: t('directory:every', { field: t('directory:branch') }), of: sourceOf('organization') },
        },
      ]),
  {
    ...{ kind: 'remote' as const, key: 'owner_id', label: t('directory:owner') },
    ...{ empty: t('directory:every', { field: t('directory:owner') }), of: sourceOf('user') },
  },
];
