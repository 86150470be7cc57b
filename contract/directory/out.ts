/** Schemas of a directory's answers, by kind of field: the browser checks what it gets, the server what it sends. */
import * as z from 'zod/mini';
import { Counts, day, instant, listOf, Meta, Person, Sums } from '../common.ts';
import type { DocumentPart } from '../document/part.ts';
import { StoredImage } from '../images.ts';
import { RecordHistory, recordFields } from '../records.ts';
import { type ChartSpec, statesOf } from './chart.ts';
import {
  type Fact,
  type Facts,
  type Field,
  type FieldOf,
  type Fields,
  isList,
  type Kind,
  optionsOf,
} from './fields.ts';

type Schema = z.ZodMiniType;

const string = () => z.string();
const number = () => z.number();
const inBoth = () => z.object({ uz: z.string(), ru: z.string() });
const chosen = () => z.object({ id: z.int(), title: z.string() });

const OUT: { readonly [K in Kind]: (field: FieldOf<K>) => Schema } = {
  text: string,
  area: string,
  reason: string,
  names: inBoth,
  message: inBoth,
  link: string,
  digits: string,
  code: string,
  tin: string,
  pinfl: string,
  identity: string,
  taxNumber: string,
  phone: string,
  plate: string,
  vin: string,
  barcode: string,
  sum: number,
  fx: number,
  percent: number,
  quantity: () => z.int(),
  year: () => z.int(),
  decimal: number,
  date: day,
  birthDay: () => z.iso.date(),
  period: () => z.object({ from: day(), to: z.nullable(day()) }),
  years: () => z.object({ from: z.int(), to: z.nullable(z.int()) }),
  bool: () => z.boolean(),
  oneOf: ({ values }) => z.enum(values as [string]),
  someOf: ({ values }) => z.array(z.enum(values as [string])),
  ref: chosen,
  refs: () => z.array(chosen()),
  colour: string,
  image: () => StoredImage,
  rows: ({ fields }) => z.array(lineOf(fields)),
  secret: () => z.object({ at: instant(), by: Person }),
};

function fieldSchema(field: Field | Fact): Schema {
  if (field.kind === 'fact') return field.schema;
  const schema = (OUT[field.kind] as (field: Field) => Schema)(field);
  return optionsOf(field).optional && !isList(field) ? z.nullable(schema) : schema;
}

/** Schemas of the fields of an answer, by name. */
export const shapeOf = (fields: Facts): Record<string, Schema> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]));

/** A line of a `rows` field. */
export const lineOf = (fields: Fields) => z.object({ id: z.int(), active: z.boolean(), ...shapeOf(fields) });

interface Declared {
  readonly fields: Fields;
  readonly extra?: Facts;
  readonly tree?: string | undefined;
  readonly chart?: ChartSpec;
  readonly document?: DocumentPart;
  readonly people?: true;
}

/** Sums of persons are not said at all to who may not see them (decision 85). */
const ofPeople = (fields: Fields): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) =>
      field.kind === 'sum' ? [[name, z.nullable(fieldSchema(field))]] : [],
    ),
  );

/** What every document is answered with beside its fields. */
const DOCUMENT = {
  number: z.nullable(z.string()),
  organization: chosen(),
  author: Person,
  owner: Person,
  created_at: instant(),
  practice_day: z.nullable(day()),
};

const LISTED = { id: z.int(), active: z.boolean(), version: z.int() };
const OPENED = { ...recordFields, frozen: z.record(z.string(), z.string()) };

const rowOf = ({ fields, extra = {}, tree, chart, document, people }: Declared, row: 'listed' | 'opened') =>
  z.object({
    ...(row === 'listed' ? LISTED : OPENED),
    ...(tree !== undefined && { level: z.int() }),
    ...(chart && { status: z.enum(statesOf(chart)) }),
    ...(chart?.owned && { author: Person }),
    ...(document && DOCUMENT),
    ...(chart && row === 'opened' && { refused: z.record(z.string(), z.string()) }),
    ...shapeOf(fields),
    ...(people && ofPeople(fields)),
    ...shapeOf(extra),
  });

/** `{ data }` with one record, and what this answer alone has. */
export const answerOf = (spec: Declared, row: 'listed' | 'opened') =>
  z.object({
    data: rowOf(spec, row),
    ...(spec.chart?.once && { once: z.optional(z.object(shapeOf(spec.chart.once))) }),
  });

/** A page of records. */
export const listOfRecords = (spec: Declared) =>
  z.object({
    data: z.array(rowOf(spec, 'listed')),
    meta: z.extend(Meta, { statuses: z.optional(Counts), totals: z.optional(Sums), moment: z.optional(instant()) }),
  });

/** What a field of another page chooses from. */
export const choices = listOf(z.object({ id: z.int(), title: z.string() }));

/** What is found by a number: only what names it, the number is in no answer. */
export const found = z.object({ data: z.array(z.object({ id: z.int(), title: z.string() })) });

export const history = RecordHistory;
