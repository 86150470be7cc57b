/** Names of other records in a cell, and how a log would have them. */
import type { Field, FieldOf } from '../../contract/directory/fields.ts';

/** Commas of a name that stands among others, and one more. */
const PARTS = 3;

/** Names in one cell: they are separated by commas, and may have commas themselves. */
export function namesIn(written: string, isKnown: (name: string) => boolean): string[] {
  if (isKnown(written)) return [written];
  const names: string[] = [];
  const parts = written.split(written.includes(';') ? /;\s*/ : /,\s*/).filter((part) => part.trim() !== '');
  for (let at = 0; at < parts.length; ) {
    let longest = at + 1;
    for (let end = at + 2; end <= Math.min(at + PARTS, parts.length); end += 1)
      if (isKnown(parts.slice(at, end).join(', '))) longest = end;
    names.push(parts.slice(at, longest).join(', ').trim());
    at = longest;
  }
  return names;
}

/** Every way in which neighbouring parts of a list of names may be one name. */
export const candidates = (written: string): string[] => {
  const parts = written.split(/[,;]\s*/).filter((part) => part.trim() !== '');
  const runs = parts.flatMap((_, at) =>
    Array.from({ length: PARTS }, (_, n) => n + 1)
      .filter((n) => at + n <= parts.length)
      .map((n) =>
        parts
          .slice(at, at + n)
          .join(', ')
          .trim(),
      ),
  );
  return [written, ...runs];
};

/** By directory and id, in the order of the titles. */
export type SentTitles = ReadonlyMap<string, ReadonlyMap<number, string>>;

export const isNaming = (field: Field): field is FieldOf<'ref' | 'refs'> =>
  field.kind === 'ref' || field.kind === 'refs';
export const idsIn = (sent: unknown): number[] => [sent].flat().filter((id) => typeof id === 'number');

/** A value that would be sent as the log would have it. */
export function wordsOf(field: Field, sent: unknown, titles: SentTitles): unknown {
  if (!isNaming(field)) return sent;
  const ids = idsIn(sent);
  const words = [...(titles.get(field.to) ?? [])].flatMap(([id, title]) => (ids.includes(id) ? [title] : []));
  return field.kind === 'ref' ? (words[0] ?? null) : words;
}
