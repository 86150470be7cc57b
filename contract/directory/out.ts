/** Schemas of a directory's answers, by kind of field: the browser checks what it gets, the server what it sends. */
import * as z from 'zod/mini';
import { Counts, day, instant, listOf, Meta, Person } from '../common.ts';
import { StoredImage } from '../images.ts';
import { RecordHistory, recordFields } from '../records.ts';
import { type ChartSpec, statesOf } from './chart.ts';
import { type Field, type FieldOf, type Fields, type Kind, optionsOf } from './fields.ts';

type Schema = z.ZodMiniType;

const string = () => z.string();
const number = () => z.number();
const inBoth = () => z.object({ uz: z.string(), ru: z.string() });
const chosen = () => z.object({ id: z.int(), title: z.string() });

const OUT: { readonly [K in Kind]: (field: FieldOf<K>) => Schema } = {
  text: string,
  area: string,
  names: inBoth,
  message: inBoth,
  link: string,
  digits: string,
  code: string,
  tin: string,
  pinfl: string,
  phone: string,
  plate: string,
  sum: number,
  fx: number,
  percent: number,
  quantity: () => z.int(),
  decimal: number,
  date: day,
  period: () => z.object({ from: day(), to: z.nullable(day()) }),
  years: () => z.object({ from: z.int(), to: z.nullable(z.int()) }),
  bool: () => z.boolean(),
  oneOf: ({ values }) => z.enum(values as [string]),
  someOf: ({ values }) => z.array(z.enum(values as [string])),
  ref: chosen,
  refs: () => z.array(chosen()),
  colour: string,
  image: () => StoredImage,
  secret: () => z.object({ at: instant(), by: Person }),
};

function fieldSchema(field: Field): Schema {
  const schema = (OUT[field.kind] as (field: Field) => Schema)(field);
  const isList = field.kind === 'refs' || field.kind === 'someOf';
  return optionsOf(field).optional && !isList ? z.nullable(schema) : schema;
}

/** Schemas of the fields of an answer, by name. */
export const shapeOf = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]));

interface Declared {
  readonly fields: Fields;
  readonly extra?: Fields;
  readonly tree?: string | undefined;
  readonly chart?: ChartSpec;
}

const LISTED = { id: z.int(), active: z.boolean(), version: z.int() };
const OPENED = { ...recordFields, frozen: z.record(z.string(), z.string()) };

const rowOf = ({ fields, extra = {}, tree, chart }: Declared, row: 'listed' | 'opened') =>
  z.object({
    ...(row === 'listed' ? LISTED : OPENED),
    ...(tree !== undefined && { level: z.int() }),
    ...(chart && { status: z.enum(statesOf(chart)) }),
    ...(chart && row === 'opened' && { refused: z.record(z.string(), z.string()) }),
    ...shapeOf(fields),
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
    meta: z.extend(Meta, { statuses: z.optional(Counts) }),
  });

/** What a field of another page chooses from. */
export const choices = listOf(z.object({ id: z.int(), title: z.string() }));

export const history = RecordHistory;
