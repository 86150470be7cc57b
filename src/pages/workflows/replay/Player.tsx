/** One document: its diagram with the state of the step that is shown, the keys and buttons, and all steps beside it. */

import { Button, HTMLSelect } from '@blueprintjs/core';
import {
  ChevronLeftIcon,
  ChevronRightIcon,
  DoubleChevronLeftIcon,
  DoubleChevronRightIcon,
  PauseIcon,
  PlayIcon,
} from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { ActorRefFrom } from 'xstate';
import { type ReplayDocument, type ReplayStep, workflowLog } from '../../../../contract/workflows.ts';
import { type replayMachine, SPEEDS } from '../../../../machines/replay/replay.machine.ts';
import { useCall } from '../../../api/queries.ts';
import { numberIn, useAddress } from '../../../app/address.ts';
import { type KeyGroup, useKeys } from '../../../app/keys.ts';
import { formatDate, formatDateTimeFull, formatTimeSeconds } from '../../../format/dates.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { type Text, useLanguage, useText } from '../../../i18n/index.ts';
import { masked } from '../../../live/mask.ts';
import { Empty } from '../../../ui/Empty.tsx';
import { Failed } from '../../../ui/Failed.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { documentPath, type Named } from '../addresses.ts';
import type { Chosen } from '../Diagram.tsx';
import { Drawn } from '../Drawn.tsx';
import { useKindNames } from '../kinds.ts';
import { lasting } from '../lasting.ts';
import { StateName } from '../Tables.tsx';
import { useDrawing } from '../useDrawing.ts';
import type { ReplayedViewProps } from '../viewProps.ts';
import { litBy, unknownIn } from './lit.ts';

type Actor = ActorRefFrom<typeof replayMachine>;

export function Player({ id, kind, actor, ...props }: ReplayedViewProps & Named & { actor: Actor }) {
  const { machine, entry, words, views } = props;
  const t = useText('replay');
  const [params, set] = useAddress();
  // a log only grows; what was not there when it was opened is not played
  const log = useCall(
    workflowLog,
    { params: { id }, query: { machine, ...(kind && { kind }) } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const steps = log.data?.data.steps;
  const count = steps?.length ?? 0;
  const asked = useEffectEvent(() => numberIn(params, 'step') ?? 1);
  useEffect(() => {
    if (count === 0) return;
    actor.send({ type: 'log.opened', steps: count, step: asked() });
    return () => actor.send({ type: 'log.closed' });
  }, [actor, count]);

  const { step } = useSelector(actor, ({ context }) => context);
  const playing = useSelector(actor, (snapshot) => snapshot.hasTag('playing'));
  const keepStep = useEffectEvent(() => {
    const written = step === 1 ? null : step;
    if (written !== numberIn(params, 'step')) set({ step: written });
  });
  // browsers refuse an address that changes many times a second
  useEffect(() => {
    if (step > 0 && !playing) keepStep();
  }, [step, playing]);

  const now = steps?.[step - 1];
  const drawn = useDrawing(entry, words);
  const [chosen, setChosen] = useState<Chosen>(null);
  return (
    <>
      <div className="workflow-main">
        <div className="toolbar">
          {views}
          {log.data !== undefined && <About document={log.data.data.document} machine={machine} t={t} />}
          <div className="toolbar-acts">
            <Button
              text={t('another')}
              onClick={() => set({ document: null, kind: null, step: null }, { push: true })}
            />
          </div>
        </div>
        {log.error !== null ? (
          <Failed title={t('failed')} error={log.error} onRetry={() => void log.refetch()} />
        ) : (
          <>
            <Drawn
              drawn={drawn}
              entry={entry}
              words={words}
              instead={t('notDrawnText')}
              chosen={chosen}
              onChoose={setChosen}
              found={null}
              lit={now === undefined ? undefined : litBy(entry.chart, now)}
            />
            {steps !== undefined && count === 0 && (
              <Empty kind="nothing" title={t('noSteps')} text={t('noStepsText')} />
            )}
            {now !== undefined && steps !== undefined && (
              <>
                <Controls actor={actor} t={t} />
                <Now step={now} before={steps[step - 2]} {...props} t={t} />
              </>
            )}
          </>
        )}
      </div>
      <aside className="workflow-side" aria-label={t('steps')} data-testid="replay-steps">
        <h2 className="section-title">{t('steps')}</h2>
        {log.isPending && <SkeletonRows rows={6} columns={[3, 1]} />}
        {steps !== undefined && <Steps steps={steps} now={step} actor={actor} {...props} t={t} />}
      </aside>
    </>
  );
}

/** The document, with a link to its page. */
function About({
  document: { id, kind, title, organization },
  machine,
  t,
}: Pick<ReplayedViewProps, 'machine'> & {
  document: ReplayDocument;
  t: Text;
}) {
  const kindNames = useKindNames(machine);
  const path = documentPath(machine, { id, kind });
  return (
    <span className="replay-about">
      {path === null ? (
        <b>{title}</b>
      ) : (
        <Link href={path} title={t('toDocument')}>
          {title}
        </Link>
      )}{' '}
      {kind !== null && <span className="muted">{kindNames.nameOf(kind)}</span>}{' '}
      {organization !== null && <span className="muted">{organization}</span>}
    </span>
  );
}

/** Where a key already means something else. */
const ownKeys = (target: EventTarget | null, key: string): boolean => {
  if (!(target instanceof Element)) return false;
  const taken = 'input:not([type="range"]), select, textarea, [role="dialog"], [role="menu"], .bp6-overlay';
  if (target.closest(taken) !== null) return true;
  if (key === ' ') return target.closest('button, a, [role="button"]') !== null;
  // the ground of the drawing is moved by the arrows, the slider knows all of them
  return target.closest('.workflow-ground, [type="range"]') !== null;
};

const KEYS: KeyGroup = {
  space: 'keys',
  title: 'replay.title',
  rows: [
    ['replay.play', '␣'],
    ['replay.step', '←', '→'],
    ['replay.ends', 'Home', 'End'],
  ],
};

function Controls({ actor, t }: { actor: Actor; t: Text }) {
  useKeys(KEYS);
  const { step, steps, speed } = useSelector(actor, ({ context }) => context);
  const playing = useSelector(actor, (snapshot) => snapshot.hasTag('playing'));
  const turn = () => actor.send({ type: playing ? 'replay.pause' : 'replay.play' });
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (ownKeys(event.target, event.key)) return;
    if (event.key === ' ') turn();
    else if (event.key === 'ArrowRight') actor.send({ type: 'step.next' });
    else if (event.key === 'ArrowLeft') actor.send({ type: 'step.back' });
    else if (event.key === 'Home') actor.send({ type: 'step.go', step: 1 });
    else if (event.key === 'End') actor.send({ type: 'step.go', step: steps });
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  const atFirst = step <= 1;
  const atLast = step >= steps;
  return (
    <fieldset className="replay-controls" aria-label={t('controls')} title={t('keys')}>
      <div className="row">
        <Button
          variant="minimal"
          aria-label={t('first')}
          disabled={atFirst}
          icon={<DoubleChevronLeftIcon size={16} />}
          onClick={() => actor.send({ type: 'step.go', step: 1 })}
        />
        <Button
          variant="minimal"
          aria-label={t('back')}
          disabled={atFirst}
          icon={<ChevronLeftIcon size={16} />}
          onClick={() => actor.send({ type: 'step.back' })}
        />
        <Button
          intent="primary"
          className="replay-play"
          data-testid="replay-play"
          disabled={steps === 1}
          icon={playing ? <PauseIcon size={16} /> : <PlayIcon size={16} />}
          text={t(playing ? 'pause' : atLast && steps > 1 ? 'playAgain' : 'play')}
          onClick={turn}
        />
        <Button
          variant="minimal"
          aria-label={t('next')}
          disabled={atLast}
          icon={<ChevronRightIcon size={16} />}
          onClick={() => actor.send({ type: 'step.next' })}
        />
        <Button
          variant="minimal"
          aria-label={t('last')}
          disabled={atLast}
          icon={<DoubleChevronRightIcon size={16} />}
          onClick={() => actor.send({ type: 'step.go', step: steps })}
        />
      </div>
      <input
        type="range"
        className="replay-way"
        aria-label={t('way')}
        aria-valuetext={t('stepOf', { step: formatNumber(step), steps: formatNumber(steps) })}
        min={1}
        max={steps}
        value={step}
        disabled={steps === 1}
        onChange={(event) => actor.send({ type: 'step.go', step: Number(event.target.value) })}
      />
      <span className="num" data-testid="replay-at">
        {formatNumber(step)} / {formatNumber(steps)}
      </span>
      <HTMLSelect
        aria-label={t('speed')}
        value={speed}
        options={SPEEDS.map((value) => ({ value, label: `× ${formatNumber(value, { decimals: 1, trim: true })}` }))}
        onChange={(event) => {
          const chosen = SPEEDS.find((one) => one === Number(event.target.value));
          if (chosen !== undefined) actor.send({ type: 'speed.set', speed: chosen });
        }}
      />
    </fieldset>
  );
}

interface StepProps extends ReplayedViewProps {
  t: Text;
}

const eventWords = ({ event, before }: ReplayStep, words: ReplayedViewProps['words'], t: Text): string => {
  const known = words.event(event);
  // a document begins by no event of its lifecycle
  return known === event && before === null ? t('begun') : known;
};

/** The step that is shown, in words: for screen readers too. */
function Now({ step, before, entry, words, t }: StepProps & { step: ReplayStep; before: ReplayStep | undefined }) {
  const language = useLanguage();
  const passed = before === undefined ? null : (Date.parse(step.at) - Date.parse(before.at)) / 1000;
  const brought = masked(step.payload) as Record<string, unknown>;
  const unknown = unknownIn(entry.chart, step);
  return (
    <section className="replay-now" aria-label={t('now')} data-testid="replay-now">
      <div aria-live="polite">
        <p>
          <b title={step.event}>{eventWords(step, words, t)}</b>
        </p>
        <p>
          {step.user?.fullname ?? t('system')} ·{' '}
          <time dateTime={step.at}>
            {formatDate(step.at)} {formatTimeSeconds(step.at)}
          </time>
          {passed !== null && <span className="muted"> · {t('after', { time: lasting(passed, t, language) })}</span>}
        </p>
        <p className="row wrap">
          {step.before !== null && step.before !== step.after && (
            <>
              <StateName path={step.before} entry={entry} words={words} /> <ChevronRightIcon size={12} />
            </>
          )}
          {step.after === null ? (
            <span className="muted">{t('stateUnknown')}</span>
          ) : (
            <StateName path={step.after} entry={entry} words={words} />
          )}
          {step.before !== null && step.before === step.after && <span className="muted">{t('stays')}</span>}
        </p>
      </div>
      {unknown.length > 0 && (
        <Notice tone="waiting" inset>
          {t('notInDefinition', { count: unknown.length, names: unknown.join(', ') })}
        </Notice>
      )}
      {Object.keys(brought).length > 0 && (
        <details>
          <summary>{t('brought')}</summary>
          <pre className="replay-brought">{JSON.stringify(brought, null, 1)}</pre>
        </details>
      )}
    </section>
  );
}

function Steps({
  steps,
  now,
  actor,
  entry,
  words,
  t,
}: StepProps & {
  steps: readonly ReplayStep[];
  now: number;
  actor: Actor;
}) {
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another step is shown
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [now]);
  return (
    <ol className="plain replay-steps" ref={list}>
      {steps.map((step, at) => (
        <li key={step.id}>
          <button
            type="button"
            className="replay-step"
            aria-current={at + 1 === now ? 'step' : undefined}
            data-event={step.event}
            onClick={() => actor.send({ type: 'step.go', step: at + 1 })}
          >
            <span className="num muted">{at + 1}</span>
            <span>
              <b>{eventWords(step, words, t)}</b>
              <span className="muted text-xs">
                {step.user?.fullname ?? t('system')} · <time dateTime={step.at}>{formatDateTimeFull(step.at)}</time>
              </span>
              {step.after !== null && step.after !== step.before && (
                <StateName path={step.after} entry={entry} words={words} />
              )}
              {unknownIn(entry.chart, step).length > 0 && <span className="amber text-xs">{t('old')}</span>}
            </span>
          </button>
        </li>
      ))}
    </ol>
  );
}
