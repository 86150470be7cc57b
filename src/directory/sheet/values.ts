/** What a file has of each row, column by column: as people read it, and as it is read back. */
import {
  type Chosen,
  decimalsOf,
  type Field,
  isFigure,
  type Kind,
  type Names,
  type Period,
  type Years,
} from '../../../contract/directory/fields.ts';
import { type Part, partsOf } from '../../../contract/imports.ts';
import type { Sheet } from '../../../contract/sheet.ts';
import { formatDate } from '../../format/dates.ts';
import { headOf, sinceWord, type Tongue, valueWord, yesOrNo } from './words.ts';

/** A row of a file that is written: its fields as they are answered, and what it is found by when it is read back. */
export interface Row {
  readonly key: string | null;
  readonly [field: string]: unknown;
}

interface FileColumn {
  readonly key: string;
  readonly title: string;
  readonly kind?: 'code' | 'number' | 'date';
  readonly decimals: number;
  readonly value: (row: Row) => string | number | null;
}

/** What the head of the hidden column begins with: the name of the sheet and the moment of the export follow. */
export const MARK = 'idora:';
/** After the moment stands under which head each column was written, so that a file is read back when heads are others. */
export const HEADS = '|';
/** Stands in place of the moment where the first column has the reasons of bad rows. */
export const REASONS = 'reasons';

/** Cells that stay texts when they are typed over. */
const CODES: ReadonlySet<Kind> = new Set([
  'digits',
  'code',
  'tin',
  'pinfl',
  'identity',
  'taxNumber',
  'phone',
  'plate',
  'vin',
  'barcode',
  'text',
]);

const kindOf = ({ kind }: Field): FileColumn['kind'] =>
  CODES.has(kind)
    ? 'code'
    : isFigure({ kind }) && kind !== 'year'
      ? 'number'
      : kind === 'date' || kind === 'birthDay'
        ? 'date'
        : undefined;

function shownOf(tongue: Tongue, { name, field, language }: Part, value: unknown): string | number | null {
  if (value === null || value === undefined) return null;
  switch (field.kind) {
    case 'names':
    case 'message':
      return (value as Names)[language ?? 'uz'];
    case 'ref':
      return (value as Chosen).title;
    case 'refs':
      return (value as readonly Chosen[]).map(({ title }) => title).join(', ') || null;
    case 'oneOf':
      return valueWord(tongue, name, String(value));
    case 'someOf':
      return (value as readonly string[]).map((one) => valueWord(tongue, name, one)).join(', ') || null;
    case 'bool':
      return yesOrNo(tongue, value === true);
    case 'period': {
      const { from, to } = value as Period;
      return to === null ? sinceWord(tongue, formatDate(from)) : `${formatDate(from)} – ${formatDate(to)}`;
    }
    case 'years': {
      const { from, to } = value as Years;
      return to === null ? sinceWord(tongue, from) : `${from}–${to}`;
    }
    default:
      return value as string | number;
  }
}

/** A column for each field; of a name in both languages two. */
export function fileColumns({ fields, first }: Sheet, tongue: Tongue): FileColumn[] {
  const parts = partsOf(fields);
  parts.sort((one, other) => Number(other.name === first) - Number(one.name === first));
  return parts.map((part) => {
    const kind = kindOf(part.field);
    return {
      key: part.key,
      title: headOf(tongue, part),
      ...(kind && { kind }),
      decimals: decimalsOf(part.field),
      value: (row) => shownOf(tongue, part, row[part.name]),
    };
  });
}

/** A record of a directory. */
export const recordRow = <R extends { readonly id: number; readonly version: number }>(record: R): R & Row => ({
  ...record,
  key: `${record.id}.${record.version}`,
});
