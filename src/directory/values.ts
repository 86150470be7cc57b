/** Values of a directory's fields in the browser: as a form has them, as they are sent, and in words. */
import {
  type Chosen,
  decimalsOf,
  type Field,
  type FieldOf,
  type Fields,
  isInBoth,
  isList,
  isSentById,
  type Kind,
  type Line,
  type Names,
  optionsOf,
  type Period,
  type SetSecret,
  sentName,
  writtenIn,
  type Years,
} from '../../contract/directory/fields.ts';
import type { StoredImage } from '../../contract/images.ts';
import { plateOf } from '../../contract/plate.ts';
import { vinOf } from '../../contract/vin.ts';
import type { Fields as FormValues, Json } from '../../machines/recordPane/merge.ts';
import { formatDate, formatDateTime } from '../format/dates.ts';
import { formatNumber, type Language } from '../format/numbers.ts';
import type { Text } from '../i18n/index.ts';
import { phoneWritten } from '../ui/form/fields.tsx';

/** Kinds that a form holds as a text. */
const TEXTS: ReadonlySet<Kind> = new Set([
  'text',
  'area',
  'reason',
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
  'link',
  'colour',
]);
/** Kinds that people write with spaces between their digits. */
const SPACED: ReadonlySet<Kind> = new Set(['digits', 'tin', 'pinfl', 'identity', 'taxNumber', 'phone', 'barcode']);

/** Whatever declares fields: a directory, a dated setting. */
type Declared = { readonly spec: { readonly fields: Fields } };

export const fieldsOf = ({ spec }: Declared): [string, Field][] => Object.entries(spec.fields);

/** What a form begins with. */
export function emptyOf(field: Field): Json {
  const { kind } = field;
  if (TEXTS.has(kind)) return '';
  if (isInBoth(field)) return { uz: '', ru: '' };
  if (kind === 'period' || kind === 'years') return { from: null, to: null };
  if (kind === 'bool') return false;
  return isList(field) ? [] : null;
}

export const emptyValues = (directory: Declared): FormValues =>
  Object.fromEntries(fieldsOf(directory).map(([name, field]) => [name, emptyOf(field)]));

export const valuesOf = (directory: Declared, row: Readonly<Record<string, unknown>>): FormValues =>
  Object.fromEntries(
    fieldsOf(directory).map(([name, field]) => [
      name,
      field.kind === 'rows'
        ? ((row[name] ?? []) as readonly Line[]).map(
            (line): Json => ({
              id: line.id,
              active: line.active,
              ...valuesOf({ spec: field }, line),
            }),
          )
        : ((row[name] as Json) ?? emptyOf(field)),
    ]),
  );

/** A line as a form has it; without an id it is not on the server yet. */
export type LineValues = FormValues & { readonly id: number | null; readonly active: boolean };

/** Texts of the lines of a field: `lines.<field>` among those of the directory. */
export const textsOfLines =
  (t: Text, name: string): Text =>
  (key, values) =>
    t(key.includes(':') ? key : `lines.${name}.${key}`, values);

/** A line is called what its first field says. */
export const nameOfLine = ({ fields }: FieldOf<'rows'>, line: Readonly<Record<string, unknown>>): string =>
  String(line[Object.keys(fields)[0] as string] ?? '');

/** A line in the history and the conflict: its name, everything else that it says, and whether it still works. */
function wordsOfLine(name: string, field: FieldOf<'rows'>, line: FormValues, t: Text, language: Language): string {
  const own = textsOfLines(t, name);
  const [called = '—', ...rest] = Object.entries(field.fields).flatMap(([one, kind]) => {
    const value = (line[one] ?? null) as Json;
    return value === null || value === '' ? [] : [wordsOf(one, kind, value, own, language) ?? String(value)];
  });
  const beside = [...rest, ...(line.active === false ? [t('directory:lines.archived')] : [])];
  return beside.length === 0 ? called : `${called} (${beside.join(', ')})`;
}

/** What is not sent stays as it is: a secret that nobody replaced or took away. */
const LEFT_OUT = Symbol('left out');

function sentOf(field: Field, value: Json): unknown {
  if (field.kind === 'secret')
    return value === false ? null : typeof value === 'string' && value.trim() !== '' ? value.trim() : LEFT_OUT;
  if (isSentById(field)) return (value as { id: number } | null)?.id ?? null;
  if (field.kind === 'refs') return (value as unknown as readonly Chosen[]).map(({ id }) => id);
  if (field.kind === 'rows')
    return (value as unknown as readonly LineValues[]).map(({ id, active, ...line }) => ({
      ...(id !== null && { id }),
      active,
      ...bodyOf({ spec: field }, line),
    }));
  if (isInBoth(field)) {
    const { uz, ru } = value as Names;
    return uz.trim() === '' && ru.trim() === '' ? null : { uz: uz.trim(), ru: ru.trim() };
  }
  if (field.kind === 'period' || field.kind === 'years') return (value as Period | Years).from === null ? null : value;
  if (field.kind === 'vin') return vinOf(String(value)) || null;
  if (field.kind === 'plate') return plateOf(String(value)) || null;
  if (!TEXTS.has(field.kind)) return value;
  const written = SPACED.has(field.kind) ? String(value).replace(/\s/g, '') : String(value).trim();
  return written === '' ? null : written;
}

/** The body of a save; a field that must not be empty and is, is left out, so that the server names it. */
export const bodyOf = ({ spec }: Declared, values: FormValues): Record<string, unknown> =>
  Object.fromEntries(
    writtenIn(spec.fields).flatMap(([name, field]) => {
      const value = sentOf(field, values[name] as Json);
      return value === LEFT_OUT || (value === null && !optionsOf(field).optional)
        ? []
        : [[sentName(name, field), value]];
    }),
  );

/** What may be shown of a secret: when the one that is kept was set, or what happens to it. */
export function wordsOfSecret(value: Json, t: Text): string {
  if (value === false) return t('directory:secret.removed');
  if (typeof value === 'string') return t('directory:secret.written');
  const { at, by } = value as unknown as SetSecret;
  return t('directory:secret.set', { time: formatDateTime(at), name: by.fullname });
}

/** Names of fields of which no draft is kept. */
export const secretsOf = (fields: Fields): string[] =>
  Object.entries(fields).flatMap(([name, { kind }]) => (kind === 'secret' ? [name] : []));

/** A value in words, for the list, the history and the conflict; undefined: it is words already. */
export function wordsOf(name: string, field: Field, value: Json, t: Text, language: Language): string | undefined {
  if (value === null || value === '') return undefined;
  switch (field.kind) {
    case 'oneOf':
      return t(`values.${name}.${value}`);
    case 'someOf':
      return (value as readonly string[]).map((one) => t(`values.${name}.${one}`)).join(', ') || undefined;
    case 'bool':
      return t(value === true ? 'directory:yes' : 'directory:no');
    case 'date':
      return formatDate(String(value));
    case 'period': {
      const { from, to } = value as unknown as Period;
      if (from === null) return undefined;
      return to === null ? t('directory:since', { from: formatDate(from) }) : `${formatDate(from)} – ${formatDate(to)}`;
    }
    case 'years': {
      const { from, to } = value as unknown as Years;
      return to === null ? t('directory:sinceYear', { from }) : `${from}–${to}`;
    }
    case 'names':
      return (value as Names)[language];
    case 'message':
      return `${(value as Names).uz} / ${(value as Names).ru}`;
    case 'rows':
      // the history asks for each by itself
      return (
        [value]
          .flat()
          .map((line) => wordsOfLine(name, field, line as FormValues, t, language))
          .join('; ') || undefined
      );
    case 'image':
      return (value as StoredImage).name;
    case 'secret':
      return wordsOfSecret(value, t);
    case 'phone':
      return phoneWritten(String(value));
    case 'year':
      return String(value);
    case 'sum':
    case 'fx':
    case 'percent':
    case 'quantity':
    case 'decimal':
      return formatNumber(Number(value), { decimals: decimalsOf(field), trim: field.kind !== 'fx' });
    default:
      return undefined;
  }
}
