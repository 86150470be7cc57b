/** A chart that goes along with the one that is walked: what happens to its document when an event is of both. */
import { useMemo } from 'react';
import type { Text } from '../../../i18n/index.ts';
import { useWorkflows } from '../catalogue.ts';
import { useRecord } from '../records.ts';
import { StateName } from '../Tables.tsx';
import { useEveryWords } from '../words.ts';
import { beginAt, type Place, statesAt, stepOn, type Walk } from './walk.ts';

/** A part and its whole take the same events in one step of the server (`parent` of a lifecycle), or one sends to the other. */
const TOGETHER: Readonly<Record<string, string>> = {
  countingAct: 'counter',
  counter: 'countingAct',
  contract: 'output',
  output: 'contract',
  invoiceWorkspace: 'invoice',
  countingWorkspace: 'counter',
  actWorkspace: 'countingAct',
};

export const alongOf = (name: string): string | undefined => TOGETHER[name];

/** Events of one chart that another is sent under another name. */
const SENT: Readonly<Record<string, string>> = {
  'goods.handOver': 'output.handOver',
  'output.handOver': 'goods.handOver',
  'submit.confirm': 'counter.submit',
};

export function Along({ name, tokens, t }: { name: string; tokens: readonly string[]; t: Text }) {
  const entries = useWorkflows();
  const wordsOf = useEveryWords(entries);
  const entry = entries.find((one) => one.name === name);
  const record = useRecord(name);
  const table = record?.table ?? null;
  const walk: Walk | undefined = useMemo(
    () => (entry === undefined || table === null ? undefined : { machine: entry.machine, table, cases: table.cases }),
    [entry, table],
  );
  if (entry === undefined || walk === undefined || table === null) return null;
  const words = wordsOf(entry);
  let place: Place = beginAt(walk, table.begins.state, table.begins.facts);
  const rows = tokens.flatMap((type, at) => {
    const event = table.cases.some(({ event: own }) => own.type === type) ? type : SENT[type];
    const one = table.cases.find(({ event: own }) => own.type === event);
    if (one === undefined) return [];
    const step = stepOn(walk, place, one.name);
    if (step === undefined) return [];
    place = step.place;
    return [{ at, event: one.event.type, refused: step.refused, place }];
  });
  return (
    <section className="simulate-walk" aria-label={words.name} data-testid="along">
      <h2 className="section-title">{t('simulate.along', { name: words.name })}</h2>
      <p className="muted">{t('simulate.alongAbout')}</p>
      <ol className="plain">
        <li>
          {t('simulate.start')} <StateName path={table.begins.state} entry={entry} words={words} />
        </li>
        {rows.map((row) => (
          <li key={row.at} className={row.refused ? 'red' : undefined}>
            {row.at + 1}. {words.event(row.event)}{' '}
            {row.refused
              ? t('simulate.wasRefused')
              : statesAt(row.place).map((path) => <StateName key={path} path={path} entry={entry} words={words} />)}
          </li>
        ))}
      </ol>
    </section>
  );
}
