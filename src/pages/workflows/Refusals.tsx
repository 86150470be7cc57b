/** What a table of refusals says, in the reader's words: facts, reasons as the app shows them, and where it is written. */

import { Link } from 'wouter';
import type { ChartRecord, Facts } from '../../../machines/kit/release.ts';
import type { Answer } from '../../../machines/kit/table.ts';
import { formatNumber } from '../../format/numbers.ts';
import { type Text, useLanguage } from '../../i18n/index.ts';
import { rulePath } from './addresses.ts';
import type { MachineWords } from './words.ts';

/** Values that the server fills in are not known here. */
export const withoutValues = (text: string): string => text.replace(/\{\{\s*\w+\s*\}\}/g, '…');

/** The texts of a refusal as a person reads them; several where the answer names what is missing first. */
export function useTexts({ texts }: Pick<ChartRecord, 'texts'>): (keys: readonly string[]) => string[] {
  const own = texts[useLanguage()];
  return (keys) => [...new Set(keys.map((key) => withoutValues(own[key] ?? key)))];
}

export const valueWords = (t: Text, value: number | boolean): string =>
  typeof value === 'number' ? formatNumber(value) : t(value ? 'workflows:fact.yes' : 'workflows:fact.no');

/** Facts of a row, or those of them that differ from the beginning. */
export function factsWords(t: Text, words: MachineWords, facts: Facts, from: Facts = {}): string {
  return Object.entries(facts)
    .filter(([name, value]) => from[name] !== value)
    .map(([name, value]) => `${words.fact(name)}: ${valueWords(t, value)}`)
    .join('; ');
}

/** Decisions, sections and rules that a source names, a decision as a link; what stands beside them is for who writes the table. */
export function Source({ source, t }: { source: string; t: Text }) {
  const numbers = (pattern: RegExp) => [
    ...new Set([...source.matchAll(pattern)].flatMap(([, list = '']) => list.match(/[\d.]+\d|\d/g) ?? [])),
  ];
  const sections = numbers(/areas? ([\d., ]+)/g);
  const rules = [...new Set(source.match(/\b[VP]\d+\b/g) ?? [])];
  const parts = [
    ...numbers(/decisions? ([\d, –and]+)/g).map((number) => (
      <Link key={number} href={rulePath(`decisions-${number}`)}>
        {t('source.decision', { number })}
      </Link>
    )),
    ...(sections.length > 0 ? [t('source.areas', { numbers: sections.join(', ') })] : []),
    ...(rules.length > 0 ? [t('source.rules', { rules: rules.join(', ') })] : []),
  ];
  return <div className="muted text-xs">{parts.map((part, at) => [at > 0 && '; ', part])}</div>;
}

interface AnswersProps {
  record: ChartRecord;
  words: MachineWords;
  answers: readonly Answer[];
  t: Text;
}

/** What the case of an event is called beside the others; empty of the plain one. */
function caseOf(words: MachineWords, name: string): string {
  const [type = ''] = name.split('/');
  return words.case(name, type).slice(words.event(type).length).replace(/^ · /, '');
}

/** Cases of one row that read the same are one line; what is refused comes first: what refuses it is the question. */
const eachOnce = (words: MachineWords, answers: AnswersProps['answers']): AnswersProps['answers'] =>
  [
    ...new Map(
      answers.map((one) => {
        const { row, name, said, agrees } = one;
        return [JSON.stringify([row.facts, caseOf(words, name), said.to, said.says, said.posts, agrees]), one];
      }),
    ).values(),
  ].sort((one, other) => Number(one.said.to !== undefined) - Number(other.said.to !== undefined));

/** Rows of the table for one event in one state: with these facts this comes of it. */
export function Answers({ record, words, answers, t }: AnswersProps) {
  const textsOf = useTexts(record);
  const begins = record.table?.begins.facts ?? {};
  return (
    <ul className="plain side-ways" data-testid="answers">
      {eachOnce(words, answers).map(({ row, name, said, done, heard, agrees }) => (
        <li key={`${JSON.stringify(row.facts)} ${name}`} className={agrees ? undefined : 'red'}>
          <div className="muted text-xs">
            {[caseOf(words, name), factsWords(t, words, row.facts, begins) || t('fact.begins')]
              .filter((part) => part !== '')
              .join('; ')}
          </div>
          {said.to === undefined ? (
            textsOf(said.says ?? []).map((text) => <div key={text}>«{text}»</div>)
          ) : (
            <b>{said.to === row.state ? t('stays') : `→ ${words.state(said.to)}`}</b>
          )}
          {said.posts !== undefined && <div className="text-xs">{t('posts')}</div>}
          {!agrees && done !== said.to && <div className="text-xs">{t('matrix.differs')}</div>}
          {!agrees && done === said.to && (
            <div className="text-xs">
              {heard === undefined
                ? t('matrix.unheard')
                : t('matrix.heard', { text: textsOf(heard.slice(1)).join(' ') || heard[0] })}
            </div>
          )}
          <Source source={row.source} t={t} />
        </li>
      ))}
    </ul>
  );
}

const sendsEvent = (event: string) => (name: string) => name.split('/')[0] === event;

interface Beyond {
  /** Whether it waits for an open practice day (V4): the server refuses it without one, whatever the facts are. */
  readonly day: boolean;
  /** Texts of what the server refuses besides, by key. */
  readonly reasons: readonly string[];
}

/** What the server refuses of an event that the chart accepts; null where there is nothing of the kind. */
export function beyondChart(record: ChartRecord | null, event: string): Beyond | null {
  const { needsDay = [], beyond = {} } = record?.table ?? {};
  const day = needsDay.some(sendsEvent(event));
  const keys = Object.keys(beyond)
    .filter(sendsEvent(event))
    .flatMap((name) => beyond[name] ?? [])
    .map((reason) => `errors.${reason}`);
  return day || keys.length > 0 ? { day, reasons: [...new Set(keys)] } : null;
}

/** Without a day, and while it is being closed. */
const DAY_TEXTS = ['errors.no_open_day', 'errors.day_closing'];

export function BeyondChart({ record, beyond, t }: { record: ChartRecord; beyond: Beyond; t: Text }) {
  const textsOf = useTexts(record);
  return (
    <>
      {beyond.day && (
        <p data-testid="needs-day">
          {t('needsDay')}{' '}
          {textsOf(DAY_TEXTS)
            .map((text) => `«${text}»`)
            .join(' ')}
        </p>
      )}
      {beyond.reasons.length > 0 && (
        <div data-testid="server-refuses">
          {t('serverRefuses')}
          {textsOf(beyond.reasons).map((text) => (
            <div key={text}>«{text}»</div>
          ))}
        </div>
      )}
    </>
  );
}
