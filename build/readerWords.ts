/**
 * Code words in the hand-written pages of workflows, in words of a reader: a state and an event have the name of the drawing,
 * a right its title, a page that of the menu, a refusal the text that the app shows. What has none is for the code alone.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { titledRules } from '../server/seed/ruleTitles.ts';
import { pages } from '../src/routes/registry.ts';

const locales = resolve(import.meta.dirname, '../locales');

export type ReaderLanguage = 'uz' | 'ru';
type Named = Readonly<Record<string, { readonly name: string }>>;

function read<T>(language: ReaderLanguage, file: string): Partial<T> {
  const path = join(locales, language, `${file}.json`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<T>) : {};
}

/** Titles of rights, and by the action alone, where a page speaks of the rights of several records at once. */
function rights(language: ReaderLanguage): [string, string][] {
  return titledRules.flatMap((rule) => {
    const title = rule[language];
    const does = title.slice(title.lastIndexOf(': ') + 2);
    return [
      [`${rule.resource}.${rule.action}`, title],
      [rule.action, does],
    ];
  });
}

/** Words that all pages of a language share. */
function sharedWords(language: ReaderLanguage): [string, string][] {
  const titles = read<Record<string, string>>(language, 'pages');
  const { errors = {} } = read<{ errors: Record<string, unknown> }>(language, 'server');
  return [
    ...Object.entries(errors).flatMap(([code, text]): [string, string][] =>
      typeof text === 'string' ? [[code, text.replaceAll(/\{\{\w+\}\}/g, '…').replace(/\.$/, '')]] : [],
    ),
    ...pages.flatMap(({ id, path }): [string, string][] => (titles[id] === undefined ? [] : [[path, titles[id]]])),
    ...rights(language),
  ];
}

/** Read once a language, for some sixty pages. */
const shared = new Map<ReaderLanguage, [string, string][]>();

/** The words of every code word that has some, on the page of this workflow. What is nearer to it comes later. */
export function readerWords(machine: string, language: ReaderLanguage): ReadonlyMap<string, string> {
  const known = shared.get(language) ?? sharedWords(language);
  shared.set(language, known);
  const { states = {}, events = {} } = read<{ states: Named; events: Named }>(language, `machines/${machine}`);
  return new Map([
    ...known,
    // a state inside another one by its own name, too
    ...Object.entries(states).map(([path, { name }]): [string, string] => [
      path.slice(path.lastIndexOf('.') + 1),
      name,
    ]),
    ...Object.entries({ ...states, ...events }).map(([code, { name }]): [string, string] => [code, name]),
  ]);
}
