/**
 * A chart is walked by hand: an event is sent, a fact is set, and what is refused says why. Nothing is sent anywhere and
 * nothing is written: the chart itself decides, with effects left out. The address has the whole walk.
 */
import { Button, HTMLSelect, Switch } from '@blueprintjs/core';
import { ResetIcon, UndoIcon } from '@blueprintjs/icons';
import { useEffect, useEffectEvent, useMemo } from 'react';
import { type AnyMachineSnapshot, createActor, SimulatedClock } from 'xstate';
import { inertOf } from '../../../../machines/kit/model.ts';
import { useAddress } from '../../../app/address.ts';
import { type KeyGroup, useKeys } from '../../../app/keys.ts';
import { useText } from '../../../i18n/index.ts';
import { toastError, toastSuccess } from '../../../ui/toasts.ts';
import { Drawn } from '../Drawn.tsx';
import { factsWords, useTexts, valueWords } from '../Refusals.tsx';
import { useRecord } from '../records.ts';
import { StateName } from '../Tables.tsx';
import { useDrawing } from '../useDrawing.ts';
import type { ViewProps } from '../viewProps.ts';
import { Along, alongOf } from './Along.tsx';
import { useModel } from './models.ts';
import {
  activeAt,
  beginAt,
  factToken,
  type Option,
  optionsAt,
  type Place,
  statesAt,
  type Walk,
  walkOf,
  wayTo,
} from './walk.ts';
import './simulate.css';

const APART = '!';
/** Branches that an address keeps. */
const BRANCHES = 5;
const tokensIn = (text: string | null): string[] => (text === null || text === '' ? [] : text.split(APART));

const KEYS: KeyGroup = {
  space: 'keys',
  title: 'simulate.title',
  rows: [
    ['simulate.send', '1', '9'],
    ['simulate.back', '←'],
  ],
};

/** How a workflow without a table begins. */
function begun(machine: Walk['machine'], input: unknown): AnyMachineSnapshot {
  const actor = createActor(inertOf(machine), { input, clock: new SimulatedClock() });
  actor.start();
  const snapshot = actor.getSnapshot();
  actor.stop();
  return snapshot;
}

export function Simulate({ entry, words, views }: ViewProps) {
  const t = useText('workflows');
  const record = useRecord(entry.name);
  const model = useModel(entry.name);
  const [params, set] = useAddress();
  useKeys(KEYS);
  const { machine, chart } = entry;
  const table = record?.table ?? null;
  const walk: Walk = useMemo(
    () => ({ machine, table, cases: table?.cases ?? model?.cases ?? [] }),
    [machine, table, model],
  );
  const textsOf = useTexts(record ?? { texts: { uz: {}, ru: {} } });
  const drawn = useDrawing(entry, words, { folds: false });

  const leaves = chart.states.filter(({ path }) => !chart.states.some(({ parent }) => parent === path));
  const asked = params.get('from');
  const start = leaves.find(({ path }) => path === asked)?.path ?? null;
  const { from, way } = useMemo((): { from: Place; way: string[] | undefined } => {
    if (table !== null) return { from: beginAt(walk, start ?? table.begins.state, table.begins.facts), way: [] };
    const inputs = model?.beginnings?.map(({ input }) => input) ?? [undefined];
    const placed = (input: unknown): Place => ({ snapshot: begun(machine, input), facts: {} });
    if (start === null || model === null) return { from: placed(inputs[0]), way: [] };
    // a beginning on a phone, or in a narrow window, never comes to what another one does
    for (const input of inputs) {
      const begins = placed(input);
      const found = wayTo(model, begins.snapshot, start);
      if (found !== undefined) return { from: begins, way: found };
    }
    return { from: placed(inputs[0]), way: undefined };
  }, [walk, table, machine, model, start]);
  const walked = params.get('walk');
  const tokens = tokensIn(walked);
  const branches = (params.get('branches') ?? '').split('~').filter(Boolean);
  const { steps, unknown } = useMemo(
    () => walkOf(walk, from, [...(way ?? []), ...tokensIn(walked)]),
    [walk, from, way, walked],
  );
  const led = way?.length ?? 0;
  const place = steps.at(-1)?.place ?? from;
  const options = useMemo(() => optionsAt(walk, place), [walk, place]);
  const open = options.filter((one) => one.open);
  const refused = options.filter((one) => !one.open);
  const last = steps.at(-1);

  /** The walk goes on from another of its steps; what came behind it is kept as a branch. */
  const goTo = (length: number, next: string[] = []) => {
    const left = tokens.slice(length);
    const path = [...tokens.slice(0, length), ...next].join(APART);
    const isLeft = left.length > 0 && !left.every((token, at) => next[at] === token);
    const kept = isLeft ? [tokens.join(APART), ...branches.filter((one) => one !== tokens.join(APART))] : branches;
    set(
      {
        walk: path,
        branches: kept
          .filter((one) => one !== path)
          .slice(0, BRANCHES)
          .join('~'),
      },
      { push: true },
    );
  };
  const send = (token: string) => goTo(tokens.length, [token]);
  const caseWords = ({ name, event }: Pick<Option, 'name' | 'event'>) => {
    const alike = walk.cases.filter((one) => one.event.type === event.type).length > 1;
    return { title: words.event(event.type), code: alike ? name : '' };
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(window.location.href);
      toastSuccess(t('simulate.copied'));
    } catch {
      toastError(t('notCopied'), { text: window.location.href });
    }
  };
  const doesWords = (name: string) =>
    name.startsWith('do ') ? t('row.do', { name: words.actor(name.slice(3)) }) : words.action(name);
  const why = ({ refusal }: Option): string => {
    const own = textsOf(refusal.says.filter((key) => key !== 'errors.not_allowed_now' || refusal.guards.length === 0));
    if (own.length > 0) return own.map((text) => `«${text}»`).join(' ');
    return refusal.guards.length > 0
      ? t('simulate.guards', { guards: refusal.guards.map(words.guard).join('; ') })
      : t('simulate.notHere');
  };
  const reasons = new Map<string, Option[]>();
  for (const one of refused) reasons.set(why(one), [...(reasons.get(why(one)) ?? []), one]);
  const along = alongOf(entry.name);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || (event.target as Element).matches('input, select, textarea'))
      return;
    const one = open[Number(event.key) - 1];
    if (one !== undefined) send(one.name);
    else if (event.key === 'ArrowLeft' && tokens.length > 0 && !(event.target as Element).matches('section'))
      goTo(tokens.length - 1);
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  return (
    <>
      <div className="workflow-main">
        <div className="toolbar">
          {views}
          <HTMLSelect
            aria-label={t('simulate.from')}
            value={start ?? ''}
            onChange={(one) =>
              set({ from: one.currentTarget.value || null, walk: null, branches: null }, { push: true })
            }
          >
            <option value="">{t('simulate.begin')}</option>
            {leaves.map(({ path }) => (
              <option key={path} value={path}>
                {words.state(path)}
              </option>
            ))}
          </HTMLSelect>
          <div className="toolbar-acts">
            <Button
              icon={<UndoIcon size={14} />}
              aria-label={t('simulate.back')}
              disabled={tokens.length === 0}
              onClick={() => goTo(tokens.length - 1)}
            />
            <Button
              icon={<ResetIcon size={14} />}
              text={t('simulate.reset')}
              onClick={() => set({ walk: null, branches: null, from: null }, { push: true })}
            />
            <Button text={t('simulate.copy')} onClick={() => void copy()} />
          </div>
        </div>
        <p className="simulate-strip">
          <b>{t('simulate.nothing')}</b> {t('simulate.about')}
        </p>
        {way === undefined && <p className="simulate-strip amber">{t('simulate.noWay')}</p>}
        {unknown !== undefined && (
          <p className="simulate-strip red" role="alert">
            {t('simulate.unknown', { name: unknown })}
          </p>
        )}
        <Drawn
          drawn={drawn}
          entry={entry}
          words={words}
          instead={t('simulate.instead')}
          chosen={null}
          onChoose={(next) => {
            const transition = next?.kind === 'transition' ? chart.transitions[next.at] : undefined;
            const one = open.find(({ event }) => event.type === transition?.event);
            if (one !== undefined) send(one.name);
          }}
          found={null}
          lit={{ states: activeAt(place), taken: new Set(last?.taken) }}
        />
        <section className="simulate-walk" aria-label={t('simulate.walk')} data-testid="walk">
          <h2 className="section-title">{t('simulate.walk')}</h2>
          <ol className="plain">
            <li>
              <button type="button" className="link" onClick={() => goTo(0)}>
                {t('simulate.start')}
              </button>{' '}
              <States place={from} entry={entry} words={words} />
            </li>
            {steps.map((step, at) => {
              const before = (steps[at - 1]?.place ?? from).facts;
              const said = step.case === undefined ? { title: t('simulate.fact'), code: '' } : caseWords(step.case);
              return (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: a step is known by its place in the walk
                  key={at}
                  aria-current={at === steps.length - 1 ? 'step' : undefined}
                  className={step.refused ? 'red' : undefined}
                >
                  <button type="button" className="link" onClick={() => goTo(Math.max(0, at + 1 - led))}>
                    {said.title}
                  </button>{' '}
                  {said.code !== '' && <span className="code muted text-xs">{said.code} </span>}
                  {step.refused ? (
                    t('simulate.wasRefused')
                  ) : (
                    <>
                      <States place={step.place} entry={entry} words={words} />{' '}
                      <span className="muted text-xs">{factsWords(t, words, step.place.facts, before)}</span>
                    </>
                  )}
                </li>
              );
            })}
          </ol>
          {branches.map((one, at) => (
            <p key={one}>
              <button
                type="button"
                className="link"
                onClick={() =>
                  set(
                    {
                      walk: one,
                      branches: [tokens.join(APART), ...branches.filter((other) => other !== one)]
                        .filter(Boolean)
                        .join('~'),
                    },
                    { push: true },
                  )
                }
              >
                {t('simulate.branch', { n: at + 1, steps: tokensIn(one).length })}
              </button>
            </p>
          ))}
        </section>
        {along !== undefined && (
          <Along
            name={along}
            tokens={steps.flatMap((step) => (step.case && !step.refused ? [step.case.event.type] : []))}
            t={t}
          />
        )}
      </div>
      <aside className="workflow-side" aria-label={t('side')} data-testid="side">
        <p>
          <States place={place} entry={entry} words={words} /> <span className="muted">{t('simulate.now')}</span>
        </p>
        {Object.keys(place.facts).length > 0 && (
          <>
            <h3 className="side-title">{t('simulate.facts')}</h3>
            <dl className="facts simulate-facts">
              {Object.entries(place.facts).map(([name, value]) => (
                <FactField
                  key={name}
                  label={words.fact(name)}
                  value={value}
                  was={
                    from.facts[name] === value ? '' : t('simulate.was', { value: valueWords(t, from.facts[name] ?? 0) })
                  }
                  onSet={(next) => send(factToken(name, next))}
                />
              ))}
            </dl>
          </>
        )}
        <h3 className="side-title">{t('simulate.may', { n: open.length, all: options.length })}</h3>
        <ul className="plain side-ways" data-testid="may">
          {open.map((one, at) => {
            const { title, code } = caseWords(one);
            return (
              <li key={one.name} data-case={one.name}>
                <button type="button" className="link" onClick={() => send(one.name)}>
                  {title}
                </button>{' '}
                {at < 9 && <kbd>{at + 1}</kbd>} {code !== '' && <span className="code muted text-xs">{code}</span>}
                <div className="muted text-xs">
                  {one.to.join() === statesAt(place).join() ? t('stays') : `→ ${one.to.map(words.state).join(', ')}`}
                  {one.does.length > 0 && `; ${t('simulate.would', { does: one.does.map(doesWords).join(', ') })}`}
                  {one.posts.length > 0 && `; ${t('simulate.posts', { n: one.posts.length })}`}
                </div>
              </li>
            );
          })}
        </ul>
        <h3 className="side-title">{t('simulate.refused', { n: refused.length })}</h3>
        <ul className="plain side-ways" data-testid="refused">
          {[...reasons].map(([reason, all]) => (
            <li key={reason}>
              {[...new Set(all.map((one) => caseWords(one).title))].join(', ')}
              <div className="muted text-xs">{reason}</div>
            </li>
          ))}
        </ul>
      </aside>
    </>
  );
}

const States = ({ place, entry, words }: { place: Place } & Pick<ViewProps, 'entry' | 'words'>) =>
  statesAt(place).map((path) => <StateName key={path} path={path} entry={entry} words={words} />);

interface FactFieldProps {
  label: string;
  value: number | boolean;
  was: string;
  onSet: (value: number | boolean) => void;
}

function FactField({ label, value, was, onSet }: FactFieldProps) {
  return (
    <>
      <dt>
        {label} {was !== '' && <span className="text-xs accent">{was}</span>}
      </dt>
      <dd>
        {typeof value === 'boolean' ? (
          <Switch checked={value} aria-label={label} onChange={() => onSet(!value)} />
        ) : (
          <>
            <Button
              size="small"
              aria-label={`${label} −1`}
              text="−"
              disabled={value === 0}
              onClick={() => onSet(value - 1)}
            />
            <span className="num"> {value} </span>
            <Button size="small" aria-label={`${label} +1`} text="+" onClick={() => onSet(value + 1)} />
          </>
        )}
      </dd>
    </>
  );
}
