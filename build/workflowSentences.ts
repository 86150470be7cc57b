/**
 * What is said of each workflow, sentence by sentence, for the search of their list: states, transitions, guards, texts of
 * refusals, and the page that somebody wrote. One file a language, made when the app is built and fetched by who searches.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { isReplayed } from '../contract/workflows.ts';
import type { ChartRecord } from '../machines/kit/release.ts';
import { LISTED } from '../src/pages/workflows/listed.ts';
import type { Sentence, Sentences } from '../src/pages/workflows/sentences.ts';
import type { ReaderLanguage } from './readerWords.ts';
import { workflowPage } from './workflowPages.ts';

const root = resolve(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/** Texts of a refusal that say nothing of their event: they stand wherever nothing else does, or nothing is left. */
const SILENT = new Set(['errors.not_allowed_now', 'errors.not_found']);
/** What is said without a practice day, and while it is being closed. */
const DAY_TEXTS = ['errors.no_open_day', 'errors.day_closing'];

type AnswersOf = (key: `${'answers' | 'asked'}.${string}`) => string;
type SentenceTexts = Readonly<Record<'moves' | 'stays', string>>;
const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => values[name] ?? '…');

/** Guards by name in a guard that combines some. */
const guardsIn = (guard: string): string[] => [...guard.matchAll(/[A-Za-z]\w*(?!\w*\()/g)].map(([name]) => name);

function ofChart(
  { chart, words, table, texts }: ChartRecord,
  language: ReaderLanguage,
  say: SentenceTexts,
  text: AnswersOf,
  /** Events that people send by a right. */
  sent: readonly string[],
): Sentence[] {
  const { states = {}, events = {}, guards = {} } = words[language];
  const nameOf = (path: string): string => states[path]?.name ?? path;
  const at = (path: string): string => `state=${encodeURIComponent(path)}`;
  const cell = (name: string, state: string): string =>
    `view=matrix&cell=${encodeURIComponent(`${name.split('/')[0]}~${state}`)}`;
  const own = texts?.[language] ?? {};
  const statesTaking = (name: string): string[] =>
    (table?.rows ?? [])
      .filter(({ outcomes }) =>
        outcomes.some((one) => one.name.split('/')[0] === name.split('/')[0] && one.to !== undefined),
      )
      .map(({ state }) => state);
  const said = (keys: readonly string[] | undefined, name: string, state: string): Sentence[] =>
    (keys ?? []).flatMap((key) => {
      if (SILENT.has(key) || own[key] === undefined) return [];
      const event = events[name.split('/')[0] ?? name]?.name ?? name;
      const words = fill(text('answers.refused'), { event, text: fill(own[key], {}) });
      const refused = [words, cell(name, state), text('asked.refused')] as const;
      return [statesTaking(name).includes(state) ? [...refused, true] : refused];
    });
  const takenIn = (name: string): string => statesTaking(name)[0] ?? '';
  return [
    ...Object.entries(states).map(
      ([path, { name, description }]): Sentence => [`${name}. ${description ?? ''}`, at(path)],
    ),
    ...chart.transitions.flatMap(({ source, event, guard, targets }): Sentence[] => {
      const named = events[event];
      const asked = guardsIn(guard).flatMap((name) => guards[name] ?? []);
      if (named === undefined) return asked.map((text): Sentence => [text, at(source)]);
      const values = { event: named.name, from: nameOf(source), to: targets.map(nameOf).join(', ') };
      const text = fill(say[targets.length === 0 ? 'stays' : 'moves'], values);
      return [[[text, asked.join('; ')].filter(Boolean).join(' '), at(source)]];
    }),
    ...sent.flatMap((name): Sentence[] => {
      const event = events[name]?.name;
      const state = takenIn(name);
      if (event === undefined || state === '') return [];
      return [[fill(text('answers.whoSends'), { event }), cell(name, state), text('asked.whoSends')]];
    }),
    ...(table?.rows ?? []).flatMap(({ state, outcomes }) =>
      outcomes.flatMap(({ name, says }) => said(says, name, state)),
    ),
    ...(table?.needsDay ?? []).flatMap((name) => said(DAY_TEXTS, name, takenIn(name))),
    ...Object.entries(table?.beyond ?? {}).flatMap(([name, reasons]) =>
      said(
        reasons.map((reason) => `errors.${reason}`),
        name,
        takenIn(name),
      ),
    ),
  ];
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': '’',
};
const textOf = (html: string): string =>
  html
    .replaceAll(/<span class="code-name">.*?<\/span>/g, '')
    .replaceAll(/<\/t[dh]>/g, ' · ')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll(/&\w+;|&#39;/g, (entity) => ENTITIES[entity] ?? ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/[ ·]+$/, '')
    .trim();

/** Paragraphs, rows of tables and points of lists; a point after the question that the list answers. */
function ofPage(html: string, whatIf: string): Sentence[] {
  let heading = '';
  const parts = html.matchAll(/<(h[23]|p|tr|li)\b([^>]*)>([\s\S]*?)<\/\1>/g);
  return [...parts].flatMap(([, tag, own = '', inner = '']): Sentence[] => {
    const text = textOf(inner);
    if (tag === 'h2' || tag === 'h3') {
      heading = text.endsWith('…') ? `${text} ` : '';
      return [];
    }
    const [, id = ''] = /id="(.*?)"/.exec(own) ?? [];
    if (text === '') return [];
    return tag === 'li' && heading !== '' ? [[`${heading}${text}`, `#${id}`, whatIf]] : [[text, `#${id}`]];
  });
}

/** Each sentence once, where it stands first. */
const once = (sentences: readonly Sentence[]): Sentence[] =>
  [...new Map(sentences.toReversed().map((one) => [one[0], one] as const)).values()].toReversed();

/** Events that a call sends to the workflow for somebody who has a right. */
const sentBy = (name: string): string[] => {
  const { senders } = JSON.parse(read(`docs/generated/workflows/${name}.json`)) as { senders: { event: string }[] };
  return [...new Set(senders.map(({ event }) => event))];
};

/** Questions that a view of a workflow answers, whatever stands in it today. */
const ofViews = (name: string, { table }: ChartRecord, text: AnswersOf): Sentence[] => [
  ...(table === null ? [] : ([[text('answers.who'), 'view=matrix', text('asked.who')]] as const)),
  ...(isReplayed(name) ? ([[text('answers.stuck'), 'view=stuck', text('asked.stuck')]] as const) : []),
  [text('answers.compare'), 'view=compare', text('asked.compare')],
];

/** Questions that the other lists answer. */
const ofLists = (text: AnswersOf): Sentence[] => [
  [text('answers.untested'), 'list=rules&state=untested', text('asked.untested')],
  [text('answers.remarks'), 'list=remarks'],
  [text('answers.reports'), 'list=reports'],
];

export function sentencesOf(language: ReaderLanguage): Sentences {
  const { sentence, answers, asked } = JSON.parse(read(`locales/${language}/workflows.json`)) as {
    sentence: SentenceTexts;
    answers: Readonly<Record<string, string>>;
    asked: Readonly<Record<string, string>>;
  };
  const text: AnswersOf = (key) => {
    const [part, name = ''] = key.split('.');
    const said = (part === 'asked' ? asked : answers)[name];
    if (said === undefined) throw new Error(`locales/${language}/workflows.json: no ${key}`);
    return said;
  };
  const pages = new Set(readdirSync(join(root, `docs/workflows/${language}`)));
  const charts = readdirSync(join(root, 'docs/generated/charts')).filter((file) => file.endsWith('.json'));
  const ofWorkflows = Object.fromEntries(
    charts.map((file) => {
      const name = file.slice(0, -'.json'.length);
      const record = JSON.parse(read(`docs/generated/charts/${file}`)) as ChartRecord;
      const page = pages.has(`${name}.md`) ? read(`docs/workflows/${language}/${name}.md`) : '';
      const written = ofPage(workflowPage(page, name, language), text('asked.whatIf'));
      const said = [
        ...written,
        ...ofChart(record, language, sentence, text, sentBy(name)),
        ...ofViews(name, record, text),
      ];
      return [name, once(said)] as const;
    }),
  );
  return { ...ofWorkflows, [LISTED]: ofLists(text) };
}

const VIRTUAL = /^virtual:workflow-sentences-(ru|uz)$/;

export function workflowSentences(): Plugin {
  return {
    name: 'idora:workflow-sentences',
    resolveId: (id) => (VIRTUAL.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, language] = VIRTUAL.exec(id.replace('\0', '')) ?? [];
      if (language === undefined) return undefined;
      const sentences = JSON.stringify(sentencesOf(language === 'ru' ? 'ru' : 'uz'));
      return { code: `export default JSON.parse(${JSON.stringify(sentences)});`, moduleType: 'js' };
    },
  };
}
