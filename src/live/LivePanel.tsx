/**
 * The workflows of this page as they run: who runs, which state of its diagram each is in, what came last and what can come
 * next. Only looked at: nothing is sent to them from here.
 */
import { Button, InputGroup, Switch } from '@blueprintjs/core';
import { CrossIcon, ShareIcon } from '@blueprintjs/icons';
import { Suspense, useState, useSyncExternalStore } from 'react';
import type { AnyMachineSnapshot } from 'xstate';
import { eventName, pathOf } from '../../machines/kit/chart.ts';
import { optionsFrom } from '../../machines/kit/explain.ts';
import { transitionKey } from '../../machines/kit/transitions.ts';
import { inspectorAllowed } from '../api/config.ts';
import { live } from '../app/live.ts';
import { formatTime } from '../format/dates.ts';
import { type Text, useText } from '../i18n/index.ts';
import { useWorkflows, type WorkflowEntry } from '../pages/workflows/catalogue.ts';
import type { Chosen, Lit } from '../pages/workflows/Diagram.tsx';
import { Drawn } from '../pages/workflows/Drawn.tsx';
import { useDrawing } from '../pages/workflows/useDrawing.ts';
import { eventWords, type MachineWords, useEveryWords } from '../pages/workflows/words.ts';
import { SkeletonRows } from '../ui/loading.tsx';
import { classes } from '../ui/look.ts';
import { saveBlob } from '../ui/saveBlob.ts';
import { toastError } from '../ui/toasts.ts';
import { type Happened, type Running, record, type Seen } from './record.ts';
import './live.css';

/** Dotted paths of every active state, outer ones too. */
const activeIn = (snapshot: AnyMachineSnapshot): ReadonlySet<string> => new Set(snapshot._nodes.map(pathOf));

export default function LivePanel() {
  const t = useText('live');
  return (
    <section className="live" aria-label={t('title')} data-testid="live">
      <Suspense fallback={<SkeletonRows rows={6} />}>
        <Inside t={t} />
      </Suspense>
    </section>
  );
}

function Inside({ t }: { t: Text }) {
  const entries = useWorkflows();
  const wordsOf = useEveryWords(entries);
  const { running, events, recording, awaiting } = useSyncExternalStore(record.subscribe, record.get);
  const [wanted, setWanted] = useState<string | null>(null);
  /** Whether names of the code, and what events brought under such names, stand beside the words. */
  const [codes, setCodes] = useState(false);
  const entryOf = (machine: string) => entries.find(({ name }) => name === machine);
  const shown = running.filter(({ machine }) => entryOf(machine) !== undefined);
  // the one that began last, of the page itself, until another is chosen
  const now = shown.find(({ id }) => id === wanted) ?? shown.at(-1);
  const entry = now && entryOf(now.machine);
  const nameOf = (machine: string) => {
    const one = entryOf(machine);
    return one === undefined ? machine : wordsOf(one).name;
  };
  return (
    <>
      <header className="live-head">
        <h2 className="section-title">{t('title')}</h2>
        <p className="muted">{t('about')}</p>
        <div className="live-acts">
          {now !== undefined && <Record running={now} {...{ recording, awaiting, nameOf, t }} />}
          <Switch
            className="live-codes"
            checked={codes}
            label={t('codes')}
            onChange={({ currentTarget }) => setCodes(currentTarget.checked)}
          />
          {inspectorAllowed() && <Send entries={entries} t={t} />}
          <Button size="small" text={t('clear')} disabled={events.length === 0} onClick={record.clear} />
          <Button
            variant="minimal"
            icon={<CrossIcon size={16} />}
            aria-label={t('close')}
            onClick={() => live.set(false)}
          />
        </div>
      </header>
      <div className="live-body">
        <nav className="live-list" aria-label={t('running')}>
          <h3 className="live-title">{t('running')}</h3>
          <ul>
            {shown.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  className={classes('live-one', one.id === now?.id && 'on')}
                  aria-pressed={one.id === now?.id}
                  data-machine={one.machine}
                  onClick={() => setWanted(one.id)}
                >
                  {nameOf(one.machine)}
                  <span className="muted text-xs">{statesOf(one, entryOf(one.machine), wordsOf)}</span>
                </button>
              </li>
            ))}
          </ul>
        </nav>
        {now !== undefined && entry !== undefined && (
          <One key={now.id} running={now} words={wordsOf(entry)} {...{ entry, events, codes, t }} />
        )}
        <Events
          events={events}
          codes={codes}
          wordsOf={(machine) => {
            const one = entryOf(machine);
            return one && wordsOf(one);
          }}
          t={t}
        />
      </div>
    </>
  );
}

function statesOf(
  { snapshot }: Running,
  entry: WorkflowEntry | undefined,
  wordsOf: (entry: WorkflowEntry) => MachineWords,
): string {
  const paths = snapshot._nodes.filter(({ type }) => type === 'atomic' || type === 'final').map(pathOf);
  return (entry === undefined ? paths : paths.map(wordsOf(entry).state)).join(' · ');
}

interface OneProps {
  running: Running;
  entry: WorkflowEntry;
  words: MachineWords;
  events: readonly Happened[];
  codes: boolean;
  t: Text;
}

/** The diagram with the active states and their transitions. */
function One({ running: { id, snapshot }, entry, words, events, codes, t }: OneProps) {
  const drawn = useDrawing(entry, words, { codes });
  const [chosen, setChosen] = useState<Chosen>(null);
  const last = events.find(({ actor, taken }) => actor === id && taken.length > 0);
  const lit: Lit = { states: activeIn(snapshot), taken: new Set(last?.taken) };
  const ways = optionsFrom(snapshot);
  return (
    <>
      <Drawn
        className="live-drawn"
        drawn={drawn}
        entry={entry}
        words={words}
        instead={t('nextInstead')}
        chosen={chosen}
        onChoose={setChosen}
        found={null}
        lit={lit}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the arrow keys */}
      <section className="live-next" aria-label={t('next')} tabIndex={0}>
        <h3 className="live-title">{t('next')}</h3>
        {ways.length === 0 && <p className="muted">{t('nothingNext')}</p>}
        <ul className="plain">
          {ways.map(({ transition, verdict, guards }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two transitions of a state may have one key, and their order is the definition's
            <li key={`${transitionKey(transition)} ${at}`} className={`live-way is-${verdict}`} data-verdict={verdict}>
              <b>{words.event(transition.eventType)}</b>{' '}
              <span className="muted">
                {transition.target === undefined
                  ? t('stays')
                  : `→ ${transition.target.map((node) => words.state(pathOf(node))).join(', ')}`}
              </span>
              {verdict !== 'open' && (
                <div className="text-xs">
                  {t(`verdict.${verdict}`)} {guards.map(words.guard).join('; ')}
                </div>
              )}
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Characters of an event that are shown: a list that was loaded is not read here. */
const SHOWN = 500;
const shortened = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);

interface EventsProps {
  events: readonly Happened[];
  codes: boolean;
  /** Undefined for a machine that is in no file of its own. */
  wordsOf: (machine: string) => MachineWords | undefined;
  t: Text;
}

function Events({ events, codes, wordsOf, t }: EventsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the arrow keys
    <section className="live-events" aria-label={t('events')} tabIndex={0}>
      <h3 className="live-title">{t('events')}</h3>
      {events.length === 0 && <p className="muted">{t('noEvents')}</p>}
      <ol className="plain">
        {events.map(({ id, at, machine, type, event, taken, refusedBy }) => {
          const { type: _, ...brought } = event;
          const words = wordsOf(machine);
          const guardOf = (guard: string) => words?.guard(guard) ?? guard;
          return (
            <li key={id} className="live-event" data-event={type} data-machine={machine}>
              <div className="row">
                <b>{words?.event(type) ?? eventWords(type)}</b>
                <time className="num muted text-xs">{formatTime(at)}</time>
              </div>
              <div className="muted text-xs">
                {words?.name ?? machine}
                {codes && (
                  <>
                    {' · '}
                    <span className="code">{eventName(type)}</span>
                  </>
                )}
              </div>
              {codes && Object.keys(brought).length > 0 && (
                <pre className="live-payload">{shortened(JSON.stringify(brought))}</pre>
              )}
              {taken.length === 0 && (
                <div className="text-xs amber">
                  {refusedBy.length === 0
                    ? t('notAnswered')
                    : t('refusedBy', { guards: refusedBy.map(guardOf).join('; ') })}
                </div>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface RecordProps {
  running: Running;
  recording: Seen['recording'];
  awaiting: boolean;
  nameOf: (machine: string) => string;
  t: Text;
}

/** A walk by hand: begun, named, and saved as a file that `npm run qa -- --keep` takes. */
function Record({ running, recording, awaiting, nameOf, t }: RecordProps) {
  const [name, setName] = useState('');
  if (recording === null)
    return (
      <>
        <Button
          size="small"
          text={t('record.begin', { name: nameOf(running.machine) })}
          onClick={() => record.begin(running)}
        />
        <Button
          size="small"
          text={t(awaiting ? 'record.awaiting' : 'record.next')}
          active={awaiting}
          aria-pressed={awaiting}
          onClick={() => record.await(!awaiting)}
        />
      </>
    );
  const save = () => {
    const walk = record.end(name.trim());
    if (walk === null) return;
    saveBlob(
      new Blob([`${JSON.stringify(walk, null, 1)}\n`], { type: 'application/json' }),
      `${walk.workflow}.walk.json`,
    );
    setName('');
  };
  return (
    <form
      data-testid="recording"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') save();
      }}
    >
      <span className="muted">{t('record.steps', { count: recording.steps, name: nameOf(recording.workflow) })}</span>
      <InputGroup
        size="small"
        aria-label={t('record.name')}
        placeholder={t('record.name')}
        maxLength={120}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Button
        size="small"
        type="submit"
        text={t('record.save')}
        disabled={name.trim() === '' || recording.steps === 0}
      />
      <Button size="small" variant="minimal" text={t('record.drop')} onClick={() => record.end('')} />
    </form>
  );
}

/** To a viewer elsewhere; a press, for browsers open no window without one. */
function Send({ entries, t }: { entries: readonly WorkflowEntry[]; t: Text }) {
  const [sending, setSending] = useState<{ stop: () => void } | null>(null);
  return (
    <Button
      size="small"
      icon={<ShareIcon size={14} />}
      active={sending !== null}
      text={t(sending === null ? 'send' : 'stopSending')}
      onClick={() => {
        if (sending !== null) {
          sending.stop();
          setSending(null);
          return;
        }
        import('./stately.ts').then(
          ({ sendToInspector }) => setSending(sendToInspector(entries)),
          () => toastError(t('sendFailed')),
        );
      }}
    />
  );
}
