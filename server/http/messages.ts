/** The server's own words, in the language of `Accept-Language` (decision 30). */
import { formatNumber } from '../../contract/figures.ts';
import ru from '../../locales/ru/server.json' with { type: 'json' };
import uz from '../../locales/uz/server.json' with { type: 'json' };

export const LANGUAGES = ['uz', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];

type Tree = { readonly [key: string]: string | Tree };
const texts: Record<Language, Tree> = { uz, ru };

/** Uzbek unless Russian is asked for first. */
export function languageOf(header: string | undefined): Language {
  return header?.trim().toLowerCase().startsWith('ru') ? 'ru' : 'uz';
}

/** What is filled in: words as they are, figures as people read them. */
const written = (value: string | number | undefined): string =>
  typeof value === 'number' ? formatNumber(value, { decimals: 6, trim: true }) : (value ?? '');

/** The message of a finished call: a key of `locales` under `actions`. */
export const says =
  (key: string) =>
  ({ language }: { language: Language }): string =>
    say(language, `actions.${key}`);

/** A text by dotted key with `{{name}}` filled in. A key without a text is a defect and is thrown. */
export function say(language: Language, key: string, values: Record<string, string | number> = {}): string {
  let found: string | Tree | undefined = texts[language];
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  if (typeof found !== 'string') throw new Error(`no text "${key}" in ${language}`);
  return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => written(values[name]));
}
