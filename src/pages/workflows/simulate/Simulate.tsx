/**
 * A chart is walked by hand: events are sent and facts are set, and nothing touches data. The address has the walk, so that
 * it can be sent; a step from a place that has one begins a branch; a walk is kept as a scenario under a name.
 */
import { Button, HTMLSelect } from '@blueprintjs/core';
import { ChevronLeftIcon, ResetIcon } from '@blueprintjs/icons';
import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { stateOf } from '../../../../machines/kit/rows.ts';
import { activeOf, choicesOf, walkText, wayTo } from '../../../../machines/kit/simulation.ts';
import { type KeyGroup, useKeys } from '../../../app/keys.ts';
import { useText } from '../../../i18n/index.ts';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { classes } from '../../../ui/look.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useWorkflows } from '../catalogue.ts';
import type { Chosen } from '../Diagram.tsx';
import { Drawn } from '../Drawn.tsx';
import { useDrawing } from '../useDrawing.ts';
import type { ViewProps } from '../viewProps.ts';
import { useEveryWords } from '../words.ts';
import { ChartPart } from './ChartPart.tsx';
import { Scenarios } from './Scenarios.tsx';
import { statesOf, useTrials } from './trial.ts';
import { useWalk, type Walked } from './useWalk.ts';
import { effectWords, moveWords, stateWords } from './words.ts';
import './simulate.css';

const Remarks = lazy(() => import('../remarks/Remarks.tsx'));

/** Events that a digit sends. */
const DIGITS = 9;

const KEYS: KeyGroup = {
  space: 'simulate',
  title: 'title',
  rows: [
    ['keys.send', '1', '9'],
    ['keys.back', '←'],
    ['keys.on', '→'],
    ['keys.anew', '0'],
  ],
};

const isWriting = ({ target }: KeyboardEvent) =>
  target instanceof HTMLElement && target.closest('input, select, textarea, .workflow-ground, dialog') !== null;

export function Simulate({ entry, words, views }: ViewProps) {
  const t = useText('simulate');
  const entries = useWorkflows();
  const wordsOf = useEveryWords(entries);
  const trials = useTrials(entry, entries);
  const trial = trials.get(entry.name);
  if (trial === undefined) throw new Error(`${entry.name}: no trial`);
  const walk = useWalk(trial, trials);
  const drawn = useDrawing(entry, words);
  const [chosen, setChosen] = useState<Chosen>(null);
  const now = walk.reached[walk.at];
  const standing = now?.standing ?? new Map();
  const main = standing.get('');
  const chartOf = (key: string) => (key === '' ? entry.name : (key.split(' ')[0] ?? key));
  const entryOf = (key: string) => entries.find(({ name }) => name === chartOf(key)) ?? entry;
  const wordsAt = (key: string) => wordsOf(entryOf(key));
  /** In words; the second of a name has a number. */
  const nameOf = (key: string) => [wordsAt(key).name, key.split(' ')[1]].filter(Boolean).join(' ');
  const casesAt = (key: string) => trials.get(chartOf(key))?.cases ?? [];
  const back = () => walk.go(Math.max(0, walk.places[walk.at]?.from ?? 0));
  const begins = walk.places[0]?.move;

  useKeys(KEYS);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event)) return;
    const accepted = choicesOf(standing, '').filter((one) => one.accepted);
    const digit = Number(event.key);
    const next = walk.places.findLastIndex(({ from }) => from === walk.at);
    if (event.key === 'ArrowLeft') back();
    else if (event.key === 'ArrowRight' && next !== -1) walk.go(next);
    else if (event.key === '0' && begins?.kind === 'begin') walk.begin(begins.state);
    else if (digit >= 1 && digit <= DIGITS && accepted[digit - 1] !== undefined)
      walk.move({ kind: 'event', of: '', name: accepted[digit - 1]?.one.name ?? '' });
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);

  return (
    <>
      <div className="workflow-main simulate">
        <div className="toolbar">
          {views}
          <div className="row">
            <span aria-hidden>{t('from')}</span>
            <HTMLSelect
              aria-label={t('from')}
              value={begins?.kind === 'begin' ? begins.state : ''}
              onChange={(event) => walk.begin(event.target.value)}
            >
              {statesOf(trial).map((state) => (
                <option key={state} value={state}>
                  {stateWords(words, state)}
                </option>
              ))}
            </HTMLSelect>
          </div>
          <div className="toolbar-acts">
            <Button icon={<ChevronLeftIcon size={14} />} text={t('back')} disabled={walk.at === 0} onClick={back} />
            <Button
              icon={<ResetIcon size={14} />}
              text={t('anew')}
              disabled={walk.places.length === 1}
              onClick={() => begins?.kind === 'begin' && walk.begin(begins.state)}
            />
          </div>
        </div>
        <Notice tone="info" inset>
          {t('nothingTouched')}
        </Notice>
        {walk.unread && (
          <Notice tone="bad" inset>
            {t('unread')}
          </Notice>
        )}
        {walk.reached.includes(undefined) && (
          <Notice tone="bad" inset>
            {t('broken')}
          </Notice>
        )}
        <Drawn
          drawn={drawn}
          entry={entry}
          words={words}
          instead={t('workflows:notDrawnText')}
          chosen={chosen}
          onChoose={setChosen}
          found={null}
          lit={
            main && {
              states: activeOf(main.snapshot),
              taken: new Set(now?.taken.get('') ?? []),
            }
          }
        />
        <Way
          walk={walk}
          words={(at) => moveWords(t, wordsAt, casesAt, (walk.places[at] as Walked['places'][number]).move)}
          stateAt={(at) => {
            const here = walk.reached[at]?.standing.get('');
            return here === undefined ? t('notTaken') : stateWords(words, stateOf(here.snapshot));
          }}
          t={t}
        />
      </div>
      <aside className="workflow-side simulate-side" aria-label={t('title')} data-testid="simulate-side">
        {[...standing.keys()].map((key) => (
          <ChartPart
            key={key}
            of={key}
            entry={entryOf(key)}
            trial={trials.get(chartOf(key)) ?? trial}
            words={wordsAt(key)}
            nameOf={nameOf}
            standing={standing}
            before={walk.reached[walk.places[walk.at]?.from ?? -1]?.standing}
            move={walk.move}
            digits={key === '' ? DIGITS : 0}
            t={t}
          />
        ))}
        {(now?.effects.length ?? 0) > 0 && (
          <section aria-label={t('effects')}>
            <h3 className="side-title">{t('effects')}</h3>
            <ol className="plain">
              {now?.effects.map((effect, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: effects of one step never move
                <li key={at}>{effectWords(t, wordsAt(effect.of), effect)}</li>
              ))}
            </ol>
          </section>
        )}
        {trial.partners.length > 0 && (
          <section aria-label={t('together')}>
            <h3 className="side-title">{t('together')}</h3>
            <div className="row simulate-partners">
              {trial.partners.map((name) => (
                <Button
                  key={name}
                  text={wordsAt(name).name}
                  onClick={() => {
                    const other = trials.get(name);
                    const [state] = other === undefined ? [] : statesOf(other);
                    if (state !== undefined) walk.move({ kind: 'join', chart: name, state });
                  }}
                />
              ))}
            </div>
          </section>
        )}
        <Scenarios machine={entry.name} trial={trial} trials={trials} walk={walk} t={t} />
        <Suspense fallback={<SkeletonRows rows={2} columns={[3, 1]} />}>
          <Remarks machine={entry.name} on={{ kind: 'walk', place: walkText(walk.places) }} />
        </Suspense>
      </aside>
    </>
  );
}

interface WayProps {
  walk: Walked;
  words: (at: number) => string;
  stateAt: (at: number) => string;
  t: ReturnType<typeof useText>;
}

/** Every place of the walk in the order in which it was come to; those of the way to the one shown stand out. */
function Way({ walk, words, stateAt, t }: WayProps) {
  const way = new Set(wayTo(walk.places, walk.at));
  const depths: number[] = [];
  walk.places.forEach(({ from }, at) => {
    const isBranch = from !== -1 && walk.places.findIndex((one) => one.from === from) !== at;
    depths.push((depths[from] ?? 0) + Number(isBranch));
  });
  return (
    <section className="simulate-way" aria-label={t('way')} data-testid="simulate-way">
      <h2 className="section-title">{t('way')}</h2>
      <ol className="plain">
        {walk.places.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places are only added
          <li key={at} style={{ paddingInlineStart: `${(depths[at] ?? 0) * 1.125}rem` }}>
            <button
              type="button"
              className={classes('simulate-place', way.has(at) && 'is-way')}
              aria-current={at === walk.at ? 'step' : undefined}
              disabled={walk.reached[at] === undefined}
              onClick={() => walk.go(at)}
            >
              <span className="num">{at + 1}</span>
              <span>{words(at)}</span>
              <span className="muted">{stateAt(at)}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}
