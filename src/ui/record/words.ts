import type { Json } from '../../../machines/recordPane/merge.ts';

export interface RecordWords {
  /** of the pane while a new record is written */
  newTitle: string;
  /** the action that makes one: "Hamkor qoʻshish" */
  create: string;
  /** what is asked before: "… arxivga olinsinmi?" and what follows from it */
  archiveText: string;
  restoreText: string;
  /** What somebody did by an event of an own chart; undefined: as of every record. */
  event?: (event: string) => string | undefined;
  /** Steps of an own chart: what they asked for stands in their lines. */
  steps?: readonly string[];
  /** labels of fields, as the conflict and the history name them */
  fields: Readonly<Record<string, string>>;
  /** a value of a field in words; undefined: as it is */
  value: (field: string, value: Json) => string | undefined;
}

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
