/**
 * Kinds of fields of a directory: plain data, read by both sides. What a kind means is written once per use, in a table
 * by kind: the answer's schema (`out.ts`), the body's and the filter's schema (`in.server.ts`), its column
 * (`server/directory/columns.ts`), its cell, control, rule and words (`src/directory/`).
 */

import type * as z from 'zod/mini';
import type { Person } from '../common.ts';
import type { StoredImage } from '../images.ts';
import type { ReferenceName } from './references.ts';

/** What is chosen of another directory, by name. */
export type Chosen = { id: number; title: string };
/** A name in both languages. */
export type Names = { uz: string; ru: string };
/** Days, both included; without an end it goes on. */
export type Period = { from: string; to: string | null };
/** Of a secret only this is answered: when it was set, and by whom. */
export type SetSecret = { at: string; by: Person };
/** Years, both included; without an end it goes on. */
export type Years = { from: number; to: number | null };

/** Columns of a list are those of its fields, in their order: `false` is in the form alone, `hidden` shown when chosen. */
type Listed = { readonly list?: false | 'hidden' };
/** May stay empty. */
type Optional = { readonly optional?: true };
/**
 * Written with the record and not changed by hand afterwards: `true`, an approved request changes it; else the reason, a key
 * of `fields` of the server's texts.
 */
type Once = { readonly once?: true | string };
/** Written by steps alone: it is answered, listed and sorted by, and never sent. */
type Given = { readonly given?: true };
type Basic = Listed & Optional & Once & Given;
/** Has an index of its own. */
type Sorted = { readonly sort?: true };
type Filtered = { readonly filter?: true };
/** Said by an office person alone. */
type ByOffice = { readonly byOffice?: true };
/** Found by the search of the list. */
type Searched = { readonly search?: true };
/** Once in the table, or within the records that share another field: its name. Letter case makes no difference. */
type Unique = { readonly unique?: true | string };

type Words = Basic & Sorted & Searched & Unique;
type Figures = Basic & Sorted & { readonly min?: number; readonly max?: number };
/** A number that orders records is each once. */
type Counts = Figures & Unique;
/** `total`: its column has a total in the foot of the list; a price of one piece has none. */
type Money = Figures & { readonly total?: true };
/** `scope`: the branch that the record belongs to; without `allshow` or an office a person has only the own one's. */
type Reference = Basic & Sorted & Filtered & Searched & Unique & { readonly scope?: true };

/** An option that the kind does not have is an error where it is written. */
type Exact<O, Allowed> = O & { readonly [K in Exclude<keyof O, keyof Allowed>]: never };
type Made<K extends string, Own, O> = { readonly kind: K } & Own & O;

const made = <const K extends string, const Own extends object, const O extends object>(
  kind: K,
  own: Own,
  options: O | undefined,
): Made<K, Own, O> => ({ kind, ...own, ...(options as O) });

type NoOptions = Record<never, never>;

/** A line of words, at most `max` characters. */
export const text = <const O extends Words = NoOptions>(max: number, options?: Exact<O, Words>) =>
  made('text', { max }, options as O);
/** Words of several lines. */
export const area = <const O extends Basic & Searched = NoOptions>(max: number, options?: Exact<O, Basic & Searched>) =>
  made('area', { max }, options as O);
/** Why, in one's own words: `contract/reason.ts` says what counts as a reason. */
export const reason = <const O extends Basic & Searched = NoOptions>(
  max: number,
  options?: Exact<O, Basic & Searched>,
) => made('reason', { max }, options as O);
/** A name in Uzbek and in Russian: the list shows and sorts the reader's. */
export const names = <const O extends Words = NoOptions>(max: number, options?: Exact<O, Words>) =>
  made('names', { max }, options as O);
/** A text that is sent to people, in both languages, with the variables of `contract/messages.ts` between braces. */
export const message = <const O extends Basic & Searched = NoOptions>(
  max: number,
  options?: Exact<O, Basic & Searched>,
) => made('message', { max }, options as O);
/** A code of so many digits: an MFO of 5, an account of 20. */
export const digits = <const O extends Words = NoOptions>(length: number, options?: Exact<O, Words>) =>
  made('digits', { length }, options as O);
/** A code of letters, digits and `.-_/`, up to `max` characters: an SKU, a code of a region. */
export const code = <const O extends Words = NoOptions>(max: number, options?: Exact<O, Words>) =>
  made('code', { max }, options as O);
/** Tax number of a company: 9 digits. */
export const tin = <const O extends Words = NoOptions>(options?: Exact<O, Words>) => made('tin', {}, options as O);
/** A person's number of 14 digits with its check digit. */
export const pinfl = <const O extends Words = NoOptions>(options?: Exact<O, Words>) => made('pinfl', {}, options as O);
/** Series and number of a passport or an identity card. */
export const identity = <const O extends Words = NoOptions>(options?: Exact<O, Words>) =>
  made('identity', {}, options as O);
/** Tax number: 9 digits of a company, or the 14 of a person who trades alone (STIR or PINFL). */
export const taxNumber = <const O extends Words = NoOptions>(options?: Exact<O, Words>) =>
  made('taxNumber', {}, options as O);
/** `+998` and 9 digits. */
export const phone = <const O extends Words = NoOptions>(options?: Exact<O, Words>) => made('phone', {}, options as O);
/** The number plate of a car, as `contract/plate.ts` writes it. */
export const plate = <const O extends Words = NoOptions>(options?: Exact<O, Words>) => made('plate', {}, options as O);
/** The number of a car's body, as `contract/vin.ts` writes it. */
export const vin = <const O extends Words = NoOptions>(options?: Exact<O, Words>) => made('vin', {}, options as O);
/** The barcode of goods, as `isBarcode` of `contract/checkDigits.ts` has it: 8, 12, 13 or 14 digits. */
export const barcode = <const O extends Words = NoOptions>(options?: Exact<O, Words>) =>
  made('barcode', {}, options as O);
/** The address of a page on the web. */
export const link = <const O extends Basic = NoOptions>(options?: Exact<O, Basic>) => made('link', {}, options as O);
/** Whole soʻm. */
export const sum = <const O extends Money = NoOptions>(options?: Exact<O, Money>) => made('sum', {}, options as O);
/** Foreign currency, two decimals. */
export const fx = <const O extends Figures = NoOptions>(options?: Exact<O, Figures>) => made('fx', {}, options as O);
/** 0 to 100 with two decimals (areas 2: the maximum 100 is for every percentage). */
export const percent = <const O extends Figures = NoOptions>(options?: Exact<O, Figures>) =>
  made('percent', {}, options as O);
/** A year, written without the space of thousands. */
export const year = <const O extends Basic & Sorted = NoOptions>(options?: Exact<O, Basic & Sorted>) =>
  made('year', {}, options as O);
/** A whole number: pieces, days, months. */
export const quantity = <const O extends Counts = NoOptions>(options?: Exact<O, Counts>) =>
  made('quantity', {}, options as O);
/** A number with up to three decimals: kilograms, a coefficient. */
export const decimal = <const O extends Figures = NoOptions>(options?: Exact<O, Figures>) =>
  made('decimal', {}, options as O);
/** A day. */
export const date = <const O extends Basic & Sorted = NoOptions>(options?: Exact<O, Basic & Sorted>) =>
  made('date', {}, options as O);
/** A day of birth: of this century or the last, and not after today. */
export const birthDay = <const O extends Basic & Sorted = NoOptions>(options?: Exact<O, Basic & Sorted>) =>
  made('birthDay', {}, options as O);
/** From a day to a day; `open`: it may have no end. */
export const period = <const O extends Listed & { readonly open?: true } = NoOptions>(
  options?: Exact<O, Listed & { readonly open?: true }>,
) => made('period', {}, options as O);
/** From a year to a year, which may have no end. */
export const years = <const O extends Listed = NoOptions>(options?: Exact<O, Listed>) =>
  made('years', {}, options as O);
export const bool = <const O extends Listed & Once & Filtered & Given & ByOffice = NoOptions>(
  options?: Exact<O, Listed & Once & Filtered & Given & ByOffice>,
) => made('bool', {}, options as O);
/** One of a few: their names stand in the texts of the directory under `values.<field>`. */
export const oneOf = <
  const V extends readonly [string, ...string[]],
  const O extends Basic & Sorted & Filtered = NoOptions,
>(
  values: V,
  options?: Exact<O, Basic & Sorted & Filtered>,
) => made('oneOf', { values }, options as O);
/** Several of a few, at least one unless it is optional. */
export const someOf = <const V extends readonly [string, ...string[]], const O extends Basic = NoOptions>(
  values: V,
  options?: Exact<O, Basic>,
) => made('someOf', { values }, options as O);
/** One record of another directory, by its name: no import, so directories may refer to one another. */
export const ref = <const T extends ReferenceName, const O extends Reference = NoOptions>(
  to: T,
  options?: Exact<O, Reference>,
) => made('ref', { to }, options as O);
/** Up to `max` records of another directory, at least one unless it is optional. */
export const refs = <const T extends ReferenceName, const O extends Basic & Searched = NoOptions>(
  to: T,
  max: number,
  options?: Exact<O, Basic & Searched>,
) => made('refs', { to, max }, options as O);
/**
 * Up to `max` lines of the record itself, each with its own `fields`: accounts, firms. A line has an `id` and is archived
 * instead of removed; of what is sent those with an id are changed, the others added, and lines not sent stay as they are.
 * Of a document all lines are sent: one that is not there is removed.
 */
export const rows = <const F extends LineFields, const O extends Listed & Once & Searched = NoOptions>(
  max: number,
  fields: F,
  options?: Exact<O, Listed & Once & Searched>,
) => made('rows', { max, fields }, options as O);
/** `#rrggbb`. */
export const colour = <const O extends Basic = NoOptions>(options?: Exact<O, Basic>) =>
  made('colour', {}, options as O);

/** A picture: it is uploaded by itself and sent as `<field>_id`. */
export const image = <const O extends Basic = NoOptions>(options?: Exact<O, Basic>) => made('image', {}, options as O);

/** What a hook computes of a record and no kind of field describes: sums by currency, an agreement. Never sent. */
export interface Fact<T = unknown> {
  readonly kind: 'fact';
  readonly schema: z.ZodMiniType<T>;
}
export const fact = <T>(schema: z.ZodMiniType<T>): Fact<T> => ({ kind: 'fact', schema });
/** Computed facts of records, by name. */
export type Facts = Readonly<Record<string, Field | Fact>>;
/**
 * A key or a password of an outside service, printable ASCII: written and never answered, logged, listed or kept in a draft.
 * Sent: a text replaces it, null removes an `optional` one, nothing keeps it.
 */
export const secret = <const O extends Optional = NoOptions>(max: number, options?: Exact<O, Optional>) =>
  made('secret', { max, list: false }, options as O);

/** One type a kind, so that each is found by its kind. */
type Each<K extends string, Own, O> = K extends string ? Made<K, Own, O> : never;

/** A field as the tables by kind see it; what a kind has beside is there for its own entries. */
export type Field =
  | Each<'text' | 'area' | 'names' | 'code', { readonly max: number }, Words>
  | Each<'message' | 'reason', { readonly max: number }, Basic & Searched>
  | Each<'link', NoOptions, Basic>
  | Each<'digits', { readonly length: number }, Words>
  | Each<'tin' | 'pinfl' | 'identity' | 'taxNumber' | 'phone' | 'plate' | 'vin' | 'barcode', NoOptions, Words>
  | Each<'sum', NoOptions, Money>
  | Each<'fx' | 'percent' | 'decimal', NoOptions, Figures>
  | Each<'quantity', NoOptions, Counts>
  | Each<'date' | 'birthDay' | 'year', NoOptions, Basic & Sorted>
  | Each<'period', NoOptions, Listed & { readonly open?: true }>
  | Each<'years', NoOptions, Listed>
  | Each<'bool', NoOptions, Listed & Once & Filtered & Given>
  | Each<'oneOf', { readonly values: readonly string[] }, Basic & Sorted & Filtered>
  | Each<'someOf', { readonly values: readonly string[] }, Basic>
  | Each<'ref', { readonly to: ReferenceName }, Reference>
  | Each<'refs', { readonly to: ReferenceName; readonly max: number }, Basic & Searched>
  | Each<'colour' | 'image', NoOptions, Basic>
  | RowsField
  | Each<'secret', { readonly max: number; readonly list: false }, Optional>;

interface RowsField extends Listed, Once, Searched {
  readonly kind: 'rows';
  readonly max: number;
  /** Of a document: a line is removed, not archived. */
  readonly removed?: true;
  readonly fields: Fields;
}
/** Fields of a line: what one column has. */
interface LineFields {
  readonly [name: string]: Exclude<
    Field,
    { kind: 'names' | 'message' | 'period' | 'years' | 'refs' | 'image' | 'rows' | 'someOf' | 'secret' }
  >;
}

/** A line of a `rows` field, as it is answered. */
export type Line = { readonly id: number; readonly active: boolean; readonly [field: string]: unknown };

export type Kind = Field['kind'];
export type FieldOf<K extends Kind> = Extract<Field, { kind: K }>;
export type Fields = Readonly<Record<string, Field>>;

/** Options that some kinds have and others do not, for code that goes over all fields. */
export type AnyOptions = Basic &
  Sorted &
  Filtered &
  Searched &
  Unique &
  ByOffice & { readonly scope?: true; readonly min?: number; readonly max?: number };
/** Fields whose columns have a total in the foot of the list. */
export const totalledIn = (fields: Fields): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => field.kind === 'sum' && field.total);
/** The fields that a person writes. */
export const writtenIn = (fields: Fields): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => !optionsOf(field).given);
export const optionsOf = (field: Field): AnyOptions => field as AnyOptions;

/** Largest soʻm of a field without a `max`. */
export const MAX_SUM = 1_000_000_000_000;
export const MAX_QUANTITY = 1_000_000_000;
/** Years that may be named. */
export const FIRST_YEAR = 1950;
export const LAST_YEAR = 2099;

/** Least and greatest value of a figure. */
export function limitsOf(field: Field): { min: number; max: number } {
  if (field.kind === 'year') return { min: FIRST_YEAR, max: LAST_YEAR };
  const { min = 0, max } = optionsOf(field);
  const greatest = field.kind === 'percent' ? 100 : field.kind === 'quantity' ? MAX_QUANTITY : MAX_SUM;
  return { min, max: max ?? greatest };
}

/** Digits after the comma. */
export const decimalsOf = (field: Field): number =>
  field.kind === 'fx' || field.kind === 'percent' ? 2 : field.kind === 'decimal' ? 3 : 0;

interface ValueOf {
  text: string;
  area: string;
  reason: string;
  names: Names;
  message: Names;
  link: string;
  digits: string;
  code: string;
  tin: string;
  pinfl: string;
  identity: string;
  taxNumber: string;
  phone: string;
  plate: string;
  vin: string;
  barcode: string;
  sum: number;
  fx: number;
  percent: number;
  quantity: number;
  decimal: number;
  year: number;
  date: string;
  birthDay: string;
  period: Period;
  years: Years;
  bool: boolean;
  ref: Chosen;
  refs: readonly Chosen[];
  colour: string;
  image: StoredImage;
  secret: SetSecret;
}

type Flat<T> = { [K in keyof T]: T[K] } & {};
type Plain<F> = F extends { kind: 'oneOf'; values: readonly (infer V)[] }
  ? V
  : F extends { kind: 'someOf'; values: readonly (infer V)[] }
    ? readonly V[]
    : F extends { kind: 'rows'; fields: infer R }
      ? readonly Flat<{ id: number; active: boolean } & Answered<R>>[]
      : F extends Fact<infer T>
        ? T
        : F extends { kind: infer K extends keyof ValueOf }
          ? ValueOf[K]
          : never;
type OrNull<F, V> = F extends { optional: true } ? (F extends { kind: 'refs' | 'someOf' } ? V : V | null) : V;

/** Fields as they are answered: a reference is `{ id, title }`, what is empty is null. */
export type Answered<F> = Flat<{ -readonly [K in keyof F]: OrNull<F[K], Plain<F[K]>> }>;

/** Kinds that are sent as the id of what they name. */
type Named = 'ref' | 'image';
export const isSentById = ({ kind }: { readonly kind: Kind }): boolean => kind === 'ref' || kind === 'image';
/** The name of a field in a body: what is sent by its id is `<field>_id`. */
type SentName<K, F> = F extends { kind: Named } ? `${K & string}_id` : K;
type SentValue<F> = F extends { kind: Named }
  ? number
  : F extends { kind: 'refs' }
    ? readonly number[]
    : F extends { kind: 'rows'; fields: infer R }
      ? readonly Flat<{ id?: number; active?: boolean } & Sent<R>>[]
      : F extends { kind: 'secret' }
        ? string
        : Plain<F>;
type IsOptional<F> = F extends { optional: true }
  ? true
  : F extends { kind: 'bool' | 'rows' | 'secret' }
    ? true
    : false;

/** The name under which a field is sent; none of one that steps write. */
type WrittenName<K, F> = F extends { given: true } ? never : SentName<K, F>;

/** Fields as they are sent; what is left out is empty in a new record, and stays as it is in a changed one. */
export type Sent<F> = Flat<
  {
    -readonly [K in keyof F as IsOptional<F[K]> extends true ? never : WrittenName<K, F[K]>]: SentValue<F[K]>;
  } & {
    -readonly [K in keyof F as IsOptional<F[K]> extends true ? WrittenName<K, F[K]> : never]?: OrNull<
      F[K],
      SentValue<F[K]>
    >;
  }
>;

/** Kinds that have a value in Uzbek and one in Russian. */
export const isInBoth = (field: Field): field is FieldOf<'names' | 'message'> =>
  field.kind === 'names' || field.kind === 'message';

export const sentName = (name: string, field: Field): string => (isSentById(field) ? `${name}_id` : name);

/** Kinds whose value is a list: none is an empty one. Lines may always be none; whether there must be one, its own rules say. */
export const isList = ({ kind }: { readonly kind: string }): boolean =>
  kind === 'refs' || kind === 'someOf' || kind === 'rows';

const FIGURES: ReadonlySet<string> = new Set(['sum', 'fx', 'percent', 'quantity', 'decimal', 'year']);
/** Kinds whose value is a number, with the limits of one. */
export const isFigure = ({ kind }: { readonly kind: string }): boolean => FIGURES.has(kind);

/** Names of the fields with an option set. */
type Having<F, Option extends string> = {
  [K in keyof F]: F[K] extends { [O in Option]: unknown } ? K : never;
}[keyof F];

/** What a list may be narrowed by: one of a few, a reference, yes or no. */
export type FiltersOf<F> = Flat<{
  [K in Having<F, 'filter'> as SentName<K, F[K]> & string]?:
    | (F[K] extends { kind: 'ref' } ? number : Plain<F[K]>)
    | undefined;
}>;
export type SortsOf<F> = Having<F, 'sort'> & string;
