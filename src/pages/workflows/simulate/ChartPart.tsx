/** One chart of a walk: where it stands, its facts, what it takes and what it refuses there. */
import { Button, HTMLSelect } from '@blueprintjs/core';
import type { Fact } from '../../../../machines/kit/release.ts';
import { stateOf } from '../../../../machines/kit/rows.ts';
import {
  type Choice,
  choicesOf,
  type Move,
  type Standing,
  type TrialCase,
} from '../../../../machines/kit/simulation.ts';
import type { Text } from '../../../i18n/index.ts';
import { Kbd } from '../../../ui/small.tsx';
import type { WorkflowEntry } from '../catalogue.ts';
import { useTexts, valueWords } from '../Refusals.tsx';
import { StateName } from '../Tables.tsx';
import type { MachineWords } from '../words.ts';
import type { Trial } from './trial.ts';
import { caseWords, reasonWords, stateWords } from './words.ts';

interface ChartPartProps {
  /** What the chart is called in the walk. */
  of: string;
  entry: WorkflowEntry;
  trial: Trial;
  words: MachineWords;
  /** What a chart of the walk is called. */
  nameOf: (key: string) => string;
  standing: Standing;
  /** Where everything stood before the last move. */
  before: Standing | undefined;
  move: (next: Move) => void;
  /** So many of its events have a key of their own. */
  digits: number;
  t: Text;
}

export function ChartPart({ of, entry, trial, words, nameOf, standing, before, move, digits, t }: ChartPartProps) {
  const here = standing.get(of);
  if (here === undefined) return null;
  const { chart, snapshot } = here;
  const choices = choicesOf(standing, of);
  const accepted = choices.filter((one) => one.accepted);
  const send = (name: string) => move({ kind: 'event', of, name });
  return (
    <section aria-label={words.name} data-testid={`simulate-${of || 'main'}`}>
      <h2 className="section-title">{nameOf(of)}</h2>
      <p className="row">
        {stateOf(snapshot)
          .split(',')
          .map((path) => (
            <StateName key={path} path={path} entry={entry} words={words} />
          ))}
      </p>
      {chart.facts.size > 0 && (
        <dl className="facts simulate-facts">
          {[...chart.facts].map(([name, known]) => (
            <FactRow
              key={name}
              name={words.fact(name)}
              value={(snapshot.context as Record<string, Fact>)[name]}
              was={(before?.get(of)?.snapshot.context as Record<string, Fact> | undefined)?.[name]}
              known={known}
              onChange={(value) => move({ kind: 'fact', of, name, value })}
              t={t}
            />
          ))}
        </dl>
      )}
      <h3 className="side-title">{t('accepted', { count: accepted.length })}</h3>
      {accepted.length === 0 && <p className="muted">{t('noneAccepted')}</p>}
      <ol className="plain simulate-events">
        {accepted.map(({ one, to, others }, at) => (
          <li key={one.name}>
            <Button fill alignText="start" onClick={() => send(one.name)} data-case={one.name}>
              <span className="simulate-event">
                <span>
                  {at < digits && <Kbd>{String(at + 1)}</Kbd>} {caseWords(words, one)}
                </span>
                <span className="muted">
                  {one.system && `${t('system')} · `}
                  {to === stateOf(snapshot) ? t('workflows:stays') : stateWords(words, to)}
                  {others.length > 0 && ` · ${t('joined', { name: others.map(nameOf).join(', ') })}`}
                </span>
              </span>
            </Button>
          </li>
        ))}
      </ol>
      <Refused choices={choices.filter((one) => !one.accepted)} {...{ of, trial, words, nameOf, standing, move, t }} />
      <Elsewhere choices={choices} cases={chart.cases} {...{ entry, words, t }} />
    </section>
  );
}

interface ElsewhereProps extends Pick<ChartPartProps, 'entry' | 'words' | 't'> {
  choices: readonly Choice[];
  cases: readonly TrialCase[];
}

/** Events that no single step or fact would bring here: each with the states that take it. */
function Elsewhere({ choices, cases, entry, words, t }: ElsewhereProps) {
  const here = new Set(choices.map(({ one }) => one.event.type));
  const types = [...new Set(cases.map(({ event }) => event.type))].filter((type) => !here.has(type));
  if (types.length === 0) return null;
  const statesOf = (type: string) => [
    ...new Set(entry.chart.transitions.filter(({ event }) => event === type).map(({ source }) => words.state(source))),
  ];
  return (
    <>
      <h3 className="side-title">{t('elsewhere')}</h3>
      <ul className="plain" data-testid="elsewhere">
        {types.map((type) => (
          <li key={type}>
            {words.event(type)} <span className="muted">{t('onlyIn', { states: statesOf(type).join(', ') })}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

interface FactRowProps {
  name: string;
  value: Fact | undefined;
  was: Fact | undefined;
  known: readonly Fact[];
  onChange: (value: Fact) => void;
  t: Text;
}

/** A fact with the values of the table; a number that is none of them can be set as well. */
function FactRow({ name, value, was, known, onChange, t }: FactRowProps) {
  const changed = was !== undefined && was !== value;
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {typeof value === 'boolean' ? (
          <HTMLSelect
            aria-label={name}
            value={String(value)}
            onChange={(event) => onChange(event.target.value === 'true')}
            options={[
              { value: 'true', label: t('workflows:fact.yes') },
              { value: 'false', label: t('workflows:fact.no') },
            ]}
          />
        ) : (
          <NumberFact name={name} value={value ?? 0} known={known} onChange={onChange} />
        )}
        {changed && <span className="simulate-was">{t('was', { value: valueWords(t, was) })}</span>}
      </dd>
    </>
  );
}

function NumberFact({
  name,
  value,
  known,
  onChange,
}: {
  name: string;
  value: number;
  known: readonly Fact[];
  onChange: (value: number) => void;
}) {
  const numbers = [...new Set([...known.filter((one) => typeof one === 'number'), value, 0, value + 1])].toSorted(
    (one, other) => one - other,
  );
  return (
    <HTMLSelect aria-label={name} value={value} onChange={(event) => onChange(Number(event.target.value))}>
      {numbers.map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </HTMLSelect>
  );
}

interface RefusedProps extends Pick<ChartPartProps, 'of' | 'trial' | 'words' | 'nameOf' | 'standing' | 'move' | 't'> {
  choices: readonly Choice[];
}

/** What is refused, by its reason, each with the one thing that would let it through. */
function Refused({ choices, of, trial, words, nameOf, standing, move, t }: RefusedProps) {
  const cases = standing.get(of)?.chart.cases ?? [];
  const textsOf = useTexts(trial);
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) {
    const reason = reasonWords(t, words, textsOf, choice, nameOf);
    groups.set(reason, [...(groups.get(reason) ?? []), choice]);
  }
  if (groups.size === 0) return null;
  return (
    <>
      <h3 className="side-title">{t('refused', { count: choices.length })}</h3>
      {[...groups].map(([reason, refused]) => (
        <section key={reason} aria-label={reason} className="simulate-refused">
          <p className="muted">{reason}</p>
          <ul className="plain">
            {refused.map(({ one, remedy }) => (
              <li key={one.name} data-refused={one.name}>
                {caseWords(words, one)}
                {remedy?.kind === 'fact' && (
                  <button
                    type="button"
                    className="link"
                    onClick={() => move({ kind: 'fact', of, name: remedy.name, value: remedy.value })}
                  >
                    {t('setFact', { name: words.fact(remedy.name), value: valueWords(t, remedy.value) })}
                  </button>
                )}
                {remedy?.kind === 'event' && (
                  <button type="button" className="link" onClick={() => move({ kind: 'event', of, name: remedy.name })}>
                    {caseWords(words, cases.find(({ name }) => name === remedy.name) ?? one)}
                  </button>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
