/** Schemas of what a directory is sent, by kind of field, and the server side of its calls. */

import * as z from 'zod/mini';
import type { Call } from '../call.ts';
import { isBarcode, isPinfl } from '../checkDigits.ts';
import { allQuery, day, id, pageQuery, queryId, reason, text } from '../common.ts';
import { attachedServer } from '../document/attached.server.ts';
import { isLink, MAX_LINK } from '../link.ts';
import { unknownVariable, VARIABLES } from '../messages.ts';
import { DOCUMENT, plainNumber } from '../persons.ts';
import { PLATE } from '../plate.ts';
import type { ServerSide } from '../serverSide.ts';
import { VIN } from '../vin.ts';
import { partsOf } from './chart.ts';
import { choicesQuery } from './choices.server.ts';
import { type AnyDirectory, ruleFor, ruleOfStep, updateOf } from './directory.ts';
import {
  decimalsOf,
  FIRST_YEAR,
  type Field,
  type FieldOf,
  type Fields,
  isFigure,
  isList,
  type Kind,
  LAST_YEAR,
  limitsOf,
  optionsOf,
  sentName,
  writtenIn,
} from './fields.ts';
import { findsByNumber, isWholeNumber } from './numbers.ts';

type Schema = z.ZodMiniType;

const matching = (pattern: RegExp, key: string, values: Record<string, number> = {}) =>
  z.string().check(
    z.trim(),
    z.refine((written) => pattern.test(written), { params: { key, values } }),
  );

/** That nobody is born after today is asked where the day is known. */
const birthDay = () =>
  z.iso.date().check(z.refine((written) => written >= '1900-01-01', { params: { key: 'birth_day' } }));

/** A secret goes into a header as it is. */
const isPrintable = (written: string) => /^[\x20-\x7e]*$/.test(written);

const digitsOf = (length: number) => matching(new RegExp(`^\\d{${length}}$`), 'digits', { length });

/** A text with no other variables than those that are known; the first other one is named. */
const messageOf = (max: number) =>
  text(max).check((context) => {
    const variable = unknownVariable(context.value, VARIABLES);
    if (variable === null) return;
    const params = { key: 'variable_unknown', values: { variable } };
    context.issues.push({ code: 'custom', input: context.value, params });
  });

/** A figure within its limits, and no finer than its kind. */
function figure(field: Field): Schema {
  const { min, max } = limitsOf(field);
  const decimals = decimalsOf(field);
  const limits = [z.gte(min), z.lte(max)] as const;
  if (decimals === 0) return z.int().check(...limits);
  const isFine = (value: number) => Math.abs(value * 10 ** decimals - Math.round(value * 10 ** decimals)) < 1e-6;
  return z.number().check(...limits, z.refine(isFine, { params: { key: 'decimals', values: { decimals } } }));
}

const periodOf = ({ open }: FieldOf<'period'>) =>
  z
    .object({ from: day(), to: open ? z.nullable(day()) : day() })
    .check(z.refine(({ from, to }) => to === null || to >= from, { params: { key: 'period_turned' }, path: ['to'] }));

const YEARS = { first: String(FIRST_YEAR), last: String(LAST_YEAR) };
const year = () =>
  z
    .int()
    .check(
      z.refine((written) => written >= FIRST_YEAR && written <= LAST_YEAR, { params: { key: 'year', values: YEARS } }),
    );
const yearsOf = () =>
  z
    .object({ from: year(), to: z.nullable(year()) })
    .check(z.refine(({ from, to }) => to === null || to >= from, { params: { key: 'years_turned' }, path: ['to'] }));

const IN: { readonly [K in Kind]: (field: FieldOf<K>) => Schema } = {
  text: ({ max }) => text(max),
  area: ({ max }) => text(max),
  reason: ({ max }) => reason(max),
  names: ({ max }) => z.object({ uz: text(max), ru: text(max) }),
  message: ({ max }) => z.object({ uz: messageOf(max), ru: messageOf(max) }),
  link: () => z.string().check(z.trim(), z.maxLength(MAX_LINK), z.refine(isLink, { params: { key: 'link' } })),
  digits: ({ length }) => digitsOf(length),
  code: ({ max }) =>
    z.string().check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(/^[\p{L}\d][\p{L}\d._/-]*$/u)),
  tin: () => digitsOf(9),
  pinfl: () => z.string().check(z.trim(), z.refine(isPinfl, { params: { key: 'pinfl' } })),
  identity: () =>
    z.string().check(
      z.overwrite(plainNumber),
      z.refine((written) => DOCUMENT.test(written), { params: { key: 'document' } }),
    ),
  // which of the two it must be, another field may say: its digit is checked with that
  taxNumber: () => matching(/^(\d{9}|\d{14})$/, 'tax_number'),
  phone: () => matching(/^\+998\d{9}$/, 'phone'),
  plate: () => matching(PLATE, 'plate'),
  vin: () => matching(VIN, 'vin'),
  barcode: () => z.string().check(z.trim(), z.refine(isBarcode, { params: { key: 'barcode_wrong' } })),
  sum: figure,
  fx: figure,
  percent: figure,
  quantity: figure,
  decimal: figure,
  year,
  date: day,
  birthDay: birthDay,
  period: periodOf,
  years: yearsOf,
  bool: () => z.boolean(),
  oneOf: ({ values }) => z.enum(values as [string]),
  someOf: ({ values }) => z.array(z.enum(values as [string])).check(z.maxLength(values.length)),
  ref: id,
  refs: ({ max }) => z.array(id()).check(z.maxLength(max)),
  colour: () => matching(/^#[\da-f]{6}$/i, 'format_other'),
  image: id,
  rows: ({ fields, max }) =>
    z
      .array(z.object({ id: z.optional(id()), active: z.optional(z.boolean()), ...sentShape(fields) }))
      .check(z.maxLength(max)),
  secret: ({ max }) =>
    z.string().check(z.trim(), z.maxLength(max), z.refine(isPrintable, { params: { key: 'printable' } })),
};

const schemaOf = (field: Field): Schema => (IN[field.kind] as (field: Field) => Schema)(field);

/** Whether a body may have a secret. */
export const hasSecret = (fields: Fields): boolean => Object.values(fields).some(({ kind }) => kind === 'secret');

/** Whether the field has a value when it is left out: not ticked, none chosen, no lines. */
const mayBeLeftOut = (field: Field): boolean =>
  field.kind === 'bool' || field.kind === 'rows' || (isList(field) && optionsOf(field).optional === true);

const isChosen = z.refine((value) => (value as readonly unknown[]).length > 0, { params: { key: 'required' } });

/** What is sent of one field. */
export function sentSchema(field: Field): Schema {
  const schema = schemaOf(field);
  if (mayBeLeftOut(field)) return z.optional(schema);
  if (isList(field)) return schema.check(isChosen);
  if (optionsOf(field).optional) return z.optional(z.nullable(schema));
  // the one that is kept stays
  return field.kind === 'secret' ? z.optional(schema) : schema;
}

/** Schemas of the fields of a body, by the name that they are sent under. */
export const sentShape = (fields: Fields): Record<string, Schema> =>
  Object.fromEntries(writtenIn(fields).map(([name, field]) => [sentName(name, field), sentSchema(field)]));

export const bodySchema = (fields: Fields): Schema => z.object(sentShape(fields));

const yesOrNo = () =>
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((written) => written === 'true'),
  );

/** A value as an address has it. */
export function filterSchema(field: Field): Schema {
  if (field.kind === 'ref') return queryId();
  if (isFigure(field)) return z.pipe(z.coerce.number(), schemaOf(field) as z.ZodMiniType<number, number>);
  if (field.kind === 'bool') return yesOrNo();
  return schemaOf(field);
}

const search = () => z.optional(z.string().check(z.maxLength(100)));

/** The part of a list; without it: all that are not archived, or not over. */
const statusSchema = ({ chart, groups = [] }: Pick<AnyDirectory['spec'], 'chart' | 'groups'>) =>
  z.optional(z.enum(chart ? partsOf(chart, groups) : [...groups, 'archived']));

export function querySchema({ fields, chart, document, groups, sorts: computed = [] }: AnyDirectory['spec']): Schema {
  const entries = Object.entries(fields);
  const sorting = entries.filter(([, field]) => optionsOf(field).sort).map(([name]) => name);
  const sorts = [...(document ? ['created_at'] : []), ...sorting, ...computed].flatMap((name) => [name, `-${name}`]);
  const filters = entries.filter(([, field]) => optionsOf(field).filter);
  return z.object({
    ...pageQuery,
    ...allQuery,
    search: search(),
    status: statusSchema({ chart, groups }),
    sort: z.optional(z.enum(sorts as [string])),
    ...(document && { organization_id: z.optional(queryId()), owner_id: z.optional(queryId()) }),
    ...Object.fromEntries(filters.map(([name, field]) => [sentName(name, field), z.optional(filterSchema(field))])),
  });
}

/** The server sides of the calls of a directory. @param readers rules of the pages that choose one of its records */
export function directoryServer(directory: AnyDirectory, readers: readonly string[]): Record<string, ServerSide> {
  const { name, fields, fixed, ownChoices, chart, doubles } = directory.spec;
  const machine = chart?.machine ?? 'directoryRecord';
  const origin = 'extension' as const;
  const show = ruleFor(directory, 'show');
  const edit = ruleFor(directory, 'edit');
  const add = ruleFor(directory, 'add');
  const body = bodySchema(fields);
  const unprinted = hasSecret(fields) ? ({ unprinted: true } as const) : {};
  const about = `directory "${name}"`;
  const change = (type: string, rule = edit) => ({ origin, rule, event: { machine, type } });
  const summaries: Readonly<Record<string, string>> = {
    'record.archive': `Archives a record of the ${about}; 409 \`in_use\` says by what it is used.`,
    'record.restore': `Brings an archived record of the ${about} back.`,
  };
  const steps = Object.entries(directory.steps).map(([event, call]) => {
    const asked = chart?.steps[event]?.fields;
    return [
      call.id,
      {
        ...change(event, ruleOfStep(directory, event)),
        ...(asked && { body: bodySchema(asked) }),
        summary: summaries[event] ?? `\`${event}\` of a record of the ${about}; 409 says why not now.`,
      },
    ] as const;
  });
  return {
    [`${name}Index`]: { origin, rule: show, query: querySchema(directory.spec), summary: `Records of the ${about}.` },
    ...(!ownChoices && {
      [`${name}GetAll`]: {
        origin,
        rule: [...new Set([show, ...readers].flatMap((rule) => rule.split('|')))].join('|'),
        query: z.object(choicesQuery),
        summary: `Records of the ${about} to choose from.`,
      },
    }),
    [`${name}Show`]: { origin, rule: show, summary: `One record of the ${about}.` },
    [`${name}History`]: {
      origin,
      rule: show,
      summary: `Who changed what of a record of the ${about}, the newest first.`,
    },
    [`${name}Update`]: {
      ...change(updateOf(directory)),
      body: directory.spec.asks ? bodySchema({ ...fields, ...directory.spec.asks }) : body,
      ...unprinted,
      summary: `Changes a record of the ${about}.`,
    },
    ...(doubles && {
      [`${name}Merge`]: {
        ...change('record.archive'),
        body: z.object({ into_id: id() }),
        summary: `Archives a record of the ${about} that is another one too: what refers to it refers to the other one.`,
      },
    }),
    ...(findsByNumber(directory) && {
      [`${name}Find`]: {
        origin,
        rule: show,
        body: z.object({
          number: z.string().check(
            z.maxLength(30),
            z.refine((written) => isWholeNumber(fields, written), { params: { key: 'whole_number' } }),
          ),
          status: statusSchema(directory.spec),
        }),
        summary: `Records of the ${about} by a whole number of a person.`,
      },
    }),
    ...(!fixed && {
      [`${name}Create`]: { origin, rule: add, body, ...unprinted, summary: `A new record of the ${about}.` },
    }),
    ...Object.fromEntries(steps),
    ...attachedOf(directory, about),
  };
}

/** The server sides of the calls of comments and files, where there are such calls. */
function attachedOf(directory: AnyDirectory, about: string): Record<string, ServerSide> {
  const { name, fixed, document } = directory.spec;
  const edit = ruleFor(directory, 'edit');
  // what the server makes is added by nobody
  const write = fixed ? edit : [...new Set([ruleFor(directory, 'add'), edit])].join('|');
  const sides = attachedServer({
    ...{ name, about: `a ${document ? 'document' : 'record'} of the ${about}` },
    ...{ show: ruleFor(directory, 'show'), write },
  });
  return Object.fromEntries(
    Object.values<Call>(directory.attached ?? {}).map(({ id }) => [id, sides[id] as ServerSide]),
  );
}
