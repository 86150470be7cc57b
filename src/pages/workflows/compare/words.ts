/** What is different between two versions, in the reader's words: names of the code are those of bodies alone. */
import type { Chart } from '../../../../machines/kit/chart.ts';
import {
  type BodyKind,
  type Change,
  type ChartRecord,
  type RecordOutcome,
  type RecordRow,
  rowName,
} from '../../../../machines/kit/release.ts';
import { formatNumber } from '../../../format/numbers.ts';
import type { Language, Text } from '../../../i18n/index.ts';
import { lasting } from '../lasting.ts';
import { factsWords, withoutValues } from '../Refusals.tsx';
import { requirementWords } from '../requirement.ts';
import { type MachineWords, sentenceOf } from '../words.ts';
import { textKey } from './places.ts';

export interface Versions {
  before: ChartRecord;
  now: ChartRecord;
  words: MachineWords;
  t: Text;
}

/** Words of today, and of what is gone those that it had; of what its version kept no words for, that it is of that one. */
export function wordsOfBoth(today: MachineWords, before: ChartRecord, language: Language, t: Text): MachineWords {
  const was = before.words[language];
  const known = (name: string, said: string, older?: string) => (said === name ? (older ?? name) : said);
  const gone = (kind: BodyKind, name: string, said: string) => {
    const older = known(name, said, was[kind]?.[name]);
    return known(name, older, Object.hasOwn(before.bodies[kind], name) ? t(`compare.gone.${kind}`) : undefined);
  };
  const words: MachineWords = {
    ...today,
    state: (path) => known(path, today.state(path), was.states[path]?.name),
    event: (type) => known(type, today.event(type), was.events[type]?.name),
    guard: (name) => gone('guards', name, today.guard(name)),
    action: (name) => gone('actions', name, today.action(name)),
    actor: (name) => gone('actors', name, today.actor(name)),
    delay: (name) => gone('delays', name, today.delay(name)),
    constant: (name) => known(name, today.constant(name), was.constants?.[name]),
  };
  return { ...words, sentence: (transition) => sentenceOf(transition, words) };
}

/** Of rows with the same state and facts each further one has a space more after its name. */
const rowOf = ({ table }: ChartRecord, name: string): RecordRow | undefined =>
  table?.rows.filter((row) => rowName(row) === name.trimEnd())[name.length - name.trimEnd().length];

/** A row of the table: its state, and what of the facts is another than at the beginning. */
export function rowWords(
  name: string,
  words: MachineWords,
  { before, now, t }: Pick<Versions, 'before' | 'now' | 't'>,
) {
  const row = rowOf(now, name) ?? rowOf(before, name);
  if (row === undefined) return name;
  const { table } = rowOf(now, name) === undefined ? before : now;
  return `${words.state(row.state)} (${factsWords(t, words, row.facts, table?.begins.facts) || t('fact.begins')})`;
}

function textWords(name: string, words: MachineWords, t: Text): string {
  const key = textKey(name);
  if (key === undefined) return name;
  const { language, guard, place } = key;
  const known = [words.state(place), words.event(place)].find((one) => one !== place);
  const of = guard === undefined ? (known ?? t('compare.refusal')) : words.guard(guard);
  return t(`compare.text.${language}`, { of });
}

/** What is called how: of a transition its sentence. */
export function nameOf({ what, name }: Change, chart: Chart, versions: Versions): string {
  const { words, t } = versions;
  switch (what) {
    case 'state':
      return words.state(name);
    case 'transition': {
      const one = chart.transitions.find(({ key }) => key === name.trimEnd());
      return one === undefined ? name : words.sentence(one);
    }
    case 'guard':
      return words.guard(name);
    case 'action':
      return words.action(name);
    case 'actor':
      return words.actor(name);
    case 'delay':
      return words.delay(name);
    case 'constant':
      return words.constant(name);
    case 'row':
      return rowWords(name, words, versions);
    case 'text':
      return textWords(name, words, t);
    default:
      return name;
  }
}

/** What a case comes to: the state after it, or the texts of its refusal. */
function outcomeWords(
  said: RecordOutcome,
  row: RecordRow,
  record: ChartRecord,
  words: MachineWords,
  t: Text,
  texts: Record<string, string>,
) {
  const type = record.table?.cases.find(({ name }) => name === said.name)?.event.type ?? said.name;
  const what = words.case(said.name, type);
  if (said.to === undefined)
    return `${what}: ${(said.says ?? []).map((key) => `«${withoutValues(texts[key] ?? key)}»`).join(' ')}`;
  const parts = [
    said.to === row.state ? t('stays') : `→ ${words.state(said.to)}`,
    factsWords(t, words, said.facts ?? {}, row.facts),
    said.posts === undefined ? '' : t('posts'),
  ];
  return `${what}: ${parts.filter(Boolean).join('; ')}`;
}

const DIVIDED = ', ';

/** A list of the code's names as the comparison writes it: kinds, actions, actors and requirements of a state or transition. */
function listWords(text: string | undefined, words: MachineWords, t: Text): string[] {
  const known = (name: string): string => {
    if (name === 'inside') return t('compare.inside');
    if (/^(atomic|compound|parallel|final|history)$/.test(name)) return t(`types.${name}`);
    if (/^(\d+-|decision-|areas-|[VP]\d+$)/.test(name)) return requirementWords(t, name);
    return [words.action(name), words.actor(name)].find((one) => one !== name) ?? name;
  };
  return text === undefined || text === '' ? [] : [text.split(DIVIDED).map(known).join(DIVIDED)];
}

const NUMBER = /^\d[\d_]*$/;
const numberOf = (value: string): number => Number(value.replaceAll('_', ''));

/** What a constant comes to; null for what is no number: a pattern by which text is recognised, a list of them. */
function figureOf(value: string, constants: ChartRecord['constants']): number | null {
  if (NUMBER.test(value)) return numberOf(value);
  const [, name = '', divisor = ''] = /^([A-Z_]+) \/ (\d[\d_]*)$/.exec(value) ?? [];
  const whole = constants[name];
  return whole !== undefined && NUMBER.test(whole) && divisor !== '' ? numberOf(whole) / numberOf(divisor) : null;
}

/** Texts between apostrophes, and nothing else: a mark, or a list of names. */
const TEXTS = /^\[?\s*'[\p{L}\d: _-]+'(?:,\s*'[\p{L}\d: _-]+')*,?\s*\]?$/u;

/** Whether a constant says something to a developer alone. */
export const isPattern = (value: string | undefined, constants: ChartRecord['constants']): boolean =>
  value !== undefined && figureOf(value, constants) === null && !TEXTS.test(value);

/** A number as a reader writes it, a time in hours, minutes and seconds, texts in quotation marks, a pattern as such. */
function constantWords(
  value: string | undefined,
  name: string,
  durations: readonly string[],
  { constants }: ChartRecord,
  { t, r, language }: Pick<Versions, 't'> & { r: Text; language: Language },
): string[] {
  if (value === undefined) return [];
  const figure = figureOf(value, constants);
  if (figure !== null) return [durations.includes(name) ? lasting(figure / 1000, r, language) : formatNumber(figure)];
  if (isPattern(value, constants)) return [t('compare.pattern')];
  return [[...value.matchAll(/'([^']+)'/g)].map(([, text]) => `«${text}»`).join(', ')];
}

/** Constants that changed and stand in a body whose own text is the same. */
export function changedIn(body: string, before: ChartRecord, now: ChartRecord): string[] {
  const words = new Set(body.match(/[A-Za-z_$][\w$]*/g));
  return Object.keys(now.constants).filter((name) => words.has(name) && before.constants[name] !== now.constants[name]);
}

/** What it was and what it is, in lines; of what came or went its name says all. */
export function saidOf(
  { change, what, name, before, after }: Change,
  { before: was, now, words, t, r, language }: Versions & { language: Language; r: Text },
): { before: string[]; after: string[] } {
  if (what === 'state' || what === 'transition') {
    if (change !== 'changed') return { before: [], after: [] };
    return { before: listWords(before, words, t), after: listWords(after, words, t) };
  }
  if (what === 'row') {
    const outcomes = (record: ChartRecord, other: ChartRecord) => {
      const row = rowOf(record, name);
      const others = new Set(rowOf(other, name)?.outcomes.map((one) => JSON.stringify(one)));
      return (row?.outcomes ?? [])
        .filter((one) => !others.has(JSON.stringify(one)))
        .map((one) => outcomeWords(one, row as RecordRow, record, words, t, record.texts[language]));
    };
    return { before: outcomes(was, now), after: outcomes(now, was) };
  }
  // a release may be older than what is known of its times
  const durations = [...(was.durations ?? []), ...(now.durations ?? [])];
  if (what === 'constant')
    return {
      before: constantWords(before, name, durations, was, { t, r, language }),
      after: constantWords(after, name, durations, now, { t, r, language }),
    };
  const lines = (text: string | undefined) => (text === undefined || text === '' ? [] : text.split('\n'));
  const said = (text: string | undefined) => lines(what === 'text' && text !== undefined ? withoutValues(text) : text);
  return { before: said(before), after: said(after) };
}
