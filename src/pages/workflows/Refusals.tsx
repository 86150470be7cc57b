/** What a table of refusals says, in the reader's words: facts, reasons as the app shows them, and where it is written. */
import type { ChartRecord, Facts, RecordOutcome, RecordRow } from '../../../machines/kit/release.ts';
import { formatNumber } from '../../format/numbers.ts';
import { type Text, useLanguage } from '../../i18n/index.ts';
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

/** Decisions, sections and rules that a source names; what stands beside them is for who writes the table. */
export function sourceWords(t: Text, source: string): string {
  const numbers = (pattern: RegExp) =>
    [...source.matchAll(pattern)].flatMap(([, list = '']) => list.match(/[\d.]+\d|\d/g) ?? []);
  const decisions = numbers(/decisions? ([\d, –and]+)/g);
  const areas = numbers(/areas? ([\d., ]+)/g);
  const rules = source.match(/\b[VP]\d+\b/g) ?? [];
  return [
    ...(decisions.length > 0 ? [t('source.decisions', { numbers: [...new Set(decisions)].join(', ') })] : []),
    ...(areas.length > 0 ? [t('source.areas', { numbers: [...new Set(areas)].join(', ') })] : []),
    ...(rules.length > 0 ? [t('source.rules', { rules: [...new Set(rules)].join(', ') })] : []),
  ].join('; ');
}

interface AnswersProps {
  record: ChartRecord;
  words: MachineWords;
  answers: readonly { row: RecordRow; name: string; said: RecordOutcome; agrees: boolean }[];
  t: Text;
}

/** Rows of the table for one event in one state: with these facts this comes of it. */
export function Answers({ record, words, answers, t }: AnswersProps) {
  const textsOf = useTexts(record);
  const begins = record.table?.begins.facts ?? {};
  return (
    <ul className="plain side-ways" data-testid="answers">
      {answers.map(({ row, name, said, agrees }) => (
        <li key={`${JSON.stringify(row.facts)} ${name}`} className={agrees ? undefined : 'red'}>
          <div className="muted text-xs">{factsWords(t, words, row.facts, begins) || t('fact.begins')}</div>
          {said.to === undefined ? (
            textsOf(said.says ?? []).map((text) => <div key={text}>«{text}»</div>)
          ) : (
            <b>{said.to === row.state ? t('stays') : `→ ${words.state(said.to)}`}</b>
          )}
          {said.posts !== undefined && <div className="text-xs">{t('posts')}</div>}
          {!agrees && <div className="text-xs">{t('matrix.differs')}</div>}
          <div className="muted text-xs">{sourceWords(t, row.source)}</div>
        </li>
      ))}
    </ul>
  );
}
