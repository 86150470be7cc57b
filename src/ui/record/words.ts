import type { Json } from '../../../machines/recordPane/merge.ts';
import type { RecordWords } from './RecordPane.tsx';

export type ValueWords = Pick<RecordWords, 'fields' | 'value'>;

/** A value as words, whatever it is: names of what is named, a dash for nothing. */
export function wordsOfValue(words: ValueWords, field: string, value: Json): string {
  const own = words.value(field, value);
  if (own !== undefined) return own;
  if (value === null || value === '') return '—';
  if (Array.isArray(value))
    return value.length === 0 ? '—' : value.map((one: Json) => wordsOfValue(words, field, one)).join(', ');
  if (typeof value === 'object') {
    const { title, name } = value as { title?: Json; name?: Json };
    return wordsOfValue(words, field, title ?? name ?? null);
  }
  return String(value);
}

export const fieldName = (words: ValueWords, field: string): string => words.fields[field] ?? field;
