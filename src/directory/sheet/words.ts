/** Words of a file in both languages: it is read in the language that it was written in. */
import { type Field, isInBoth } from '../../../contract/directory/fields.ts';
import type { Part } from '../../../contract/imports.ts';
import type { Language } from '../../format/numbers.ts';

type Tree = { readonly [key: string]: string | Tree };

/** The texts of one language: the sheet's own, and those of all. */
export interface Tongue {
  readonly language: Language;
  readonly own: Tree;
  readonly shared: Tree;
}

function textIn(tree: Tree, key: string): string | undefined {
  let found: string | Tree | undefined = tree;
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}

export const titleOf = ({ own, shared }: Tongue, name: string): string =>
  textIn(own, `fields.${name}`) ?? textIn(shared, `fields.${name}`) ?? name;

/** The head of a column. */
export function headOf(tongue: Tongue, { name, language }: Part): string {
  const title = titleOf(tongue, name);
  return language === undefined
    ? title
    : (textIn(tongue.shared, `named.${language}`) ?? title).replace('{{field}}', title);
}

export const valueWord = ({ own }: Tongue, name: string, value: string): string =>
  textIn(own, `values.${name}.${value}`) ?? value;

export const yesOrNo = ({ shared }: Tongue, yes: boolean): string => textIn(shared, yes ? 'yes' : 'no') ?? String(yes);

/** A period or years without an end. */
export const sinceWord = ({ shared }: Tongue, from: string | number): string =>
  (textIn(shared, typeof from === 'number' ? 'sinceYear' : 'since') ?? '{{from}}').replace('{{from}}', String(from));

/** As people compare what they typed with what they were shown. */
export const tidy = (words: string): string =>
  words
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/[‘’ʻʼ`´]/g, "'")
    .toLowerCase();

/** Values of a field by the words that people write for them. */
export function valuesByWord(tongues: readonly Tongue[], name: string, field: Field): Map<string, string | boolean> {
  const known = new Map<string, string | boolean>();
  for (const tongue of tongues) {
    if (field.kind === 'bool') for (const yes of [true, false]) known.set(tidy(yesOrNo(tongue, yes)), yes);
    if (field.kind === 'oneOf' || field.kind === 'someOf')
      for (const value of field.values) {
        known.set(tidy(valueWord(tongue, name, value)), value);
        known.set(value, value);
      }
  }
  return known;
}

/** Heads of columns that an export has beside the fields: computed facts, and the state. They are read by nobody. */
export function headsBeside(tongues: readonly Tongue[]): Set<string> {
  const own = tongues.flatMap(({ own: { fields, columns }, shared }) => {
    const titles = [fields, columns].flatMap((words) => (typeof words === 'object' ? Object.values(words) : []));
    return [...titles, shared.status, shared.parts, shared.variables, shared.source, shared.planned];
  });
  return new Set(own.flatMap((title) => (typeof title === 'string' ? [tidy(title)] : [])));
}

/** Columns by their heads: of a name in both languages the plain head is that of the file's language. */
export function partsByHead(tongues: readonly Tongue[], parts: readonly Part[]): Map<string, Part> {
  const known = new Map<string, Part>();
  for (const tongue of tongues)
    for (const part of parts) {
      known.set(tidy(headOf(tongue, part)), part);
      if (isInBoth(part.field) && part.language === tongue.language) known.set(tidy(titleOf(tongue, part.name)), part);
    }
  return known;
}

/** A head without its sign of percent: `Chegirma, % dan` was `Chegirma, dan`. */
export const withoutSign = (title: string): string => tidy(title.replace(/[%,]/g, ' '));

/** Heads that files without their own list of heads may have: of before percentages had their sign, and those of `older`. */
export function olderHeads(tongues: readonly Tongue[], parts: readonly Part[]): Map<string, Part> {
  const found = new Map<string, Part | null>();
  for (const tongue of tongues)
    for (const part of parts) {
      const older = textIn(tongue.own, `older.${part.name}`);
      if (older !== undefined) found.set(tidy(older), part);
      if (part.field.kind !== 'percent') continue;
      const plain = withoutSign(headOf(tongue, part));
      // the same words of two columns are those of neither
      found.set(plain, found.get(plain) === undefined || found.get(plain) === part ? part : null);
    }
  return new Map([...found].flatMap(([head, part]): [string, Part][] => (part === null ? [] : [[head, part]])));
}
