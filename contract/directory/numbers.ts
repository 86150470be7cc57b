/** Numbers of persons that a directory declares: its records are found by them by POST, in no address (decision 98). */
import { bareNumber, DOCUMENT, wholePhone } from '../persons.ts';
import type { AnyDirectory } from './directory.ts';
import type { Field, Fields, Kind } from './fields.ts';

/** Kinds of numbers by which a person is known; an entrepreneur's tax number is the PINFL. */
const OF_PERSONS: readonly Kind[] = ['phone', 'pinfl', 'identity', 'taxNumber'];

/** Kinds of fields, those of lines too. */
export const kindsOf = (fields: Fields): Kind[] =>
  Object.values<Field>(fields).flatMap((field) => (field.kind === 'rows' ? kindsOf(field.fields) : [field.kind]));

/** Whether its records are found by a number; directories of persons have searches of their own (`contract/clients.ts`). */
export const findsByNumber = ({ spec }: AnyDirectory): boolean =>
  spec.people !== true && kindsOf(spec.fields).some((kind) => OF_PERSONS.includes(kind));

const matching = (pattern: RegExp) => (plain: string) => (pattern.test(plain) ? plain : null);

/** A whole number as a field of the kind keeps it. A company's tax number may begin as a phone does: it is looked for too. */
const KEPT: { readonly [K in Kind]?: (plain: string) => string | null } = {
  phone: wholePhone,
  pinfl: matching(/^\d{14}$/),
  identity: matching(DOCUMENT),
  taxNumber: matching(/^(\d{9}|\d{14})$/),
  tin: matching(/^\d{9}$/),
};

/** What a number may be in the directory, by kind; nothing unless it was typed whole. */
export function numbersIn(fields: Fields, written: string): Partial<Record<Kind, string>> {
  const plain = bareNumber(written);
  const kinds = [...new Set(kindsOf(fields))];
  return Object.fromEntries(
    kinds.flatMap((kind) => {
      const kept = KEPT[kind]?.(plain) ?? null;
      return kept === null ? [] : [[kind, kept]];
    }),
  );
}

export const isWholeNumber = (fields: Fields, written: string): boolean =>
  Object.keys(numbersIn(fields, written)).length > 0;
