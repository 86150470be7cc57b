/** Beside the diagram: what is chosen in it, or the whole workflow when nothing is. */
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import type { ChartTransition } from '../../../machines/kit/chart.ts';
import { type Text, useLanguage, useText } from '../../i18n/index.ts';
import { pageOf } from '../../routes/registry.ts';
import { SkeletonRows } from '../../ui/loading.tsx';
import { classes, isLook } from '../../ui/look.ts';
import { StateChip } from '../../ui/StateChip.tsx';
import { READING, requirementPath } from './addresses.ts';
import { groupOf, type WorkflowEntry } from './catalogue.ts';
import type { Chosen } from './Diagram.tsx';
import type { Facts } from './factFiles.ts';
import { Holders } from './Holders.tsx';
import { Answers, BeyondChart, beyondChart } from './Refusals.tsx';
import { fileOf } from './readings.ts';
import { useRecord } from './records.ts';
import { requirementWords } from './requirement.ts';
import { sendersOf } from './senders.ts';
import { Parted, StateName, senderWords, Who } from './Tables.tsx';
import { useIntoSight } from './useIntoSight.ts';
import type { MachineWords } from './words.ts';

const Remarks = lazy(() => import('./remarks/Remarks.tsx'));

export interface SideProps {
  entry: WorkflowEntry;
  words: MachineWords;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  /** Whether names of the code stand beside the words. */
  codes: boolean;
  t: Text;
}

export function Side(props: SideProps) {
  const { chosen, entry, t } = props;
  const side = useIntoSight<HTMLElement>(chosen === null ? null : JSON.stringify(chosen));
  return (
    <aside ref={side} className="workflow-side" aria-label={t('side')} data-testid="side">
      {chosen === null && <Whole {...props} />}
      {chosen?.kind === 'state' && <State {...props} path={chosen.path} />}
      {chosen?.kind === 'transition' && <Transition {...props} at={chosen.at} />}
      <Suspense fallback={<SkeletonRows rows={2} columns={[3, 1]} />}>
        <Remarks machine={entry.name} on={placeIn(chosen, entry)} />
      </Suspense>
    </aside>
  );
}

/** What a remark is written on: a transition by its key, which outlives its number. */
function placeIn(chosen: Chosen, { chart }: WorkflowEntry) {
  if (chosen === null) return null;
  if (chosen.kind === 'state') return { kind: 'state' as const, place: chosen.path };
  return { kind: 'transition' as const, place: chart.transitions[chosen.at]?.key ?? '' };
}

function Whole({ entry, words, codes, t }: SideProps) {
  const language = useLanguage();
  const { chart, facts, name } = entry;
  return (
    <>
      <h2 className="section-title">{words.name}</h2>
      <p>{words.about}</p>
      <dl className="facts">
        <dt>{t('kind')}</dt>
        <dd>{t(`groups.${groupOf(entry)}`)}</dd>
        <dt>{t('states')}</dt>
        <dd className="num">{chart.states.length - 1}</dd>
        <dt>{t('transitions')}</dt>
        <dd className="num">{chart.transitions.length}</dd>
        <dt>{t('layers')}</dt>
        <dd>{facts.layers.map((layer) => t(`layer.${layer}`)).join(', ')}</dd>
        <dt>{t('covered')}</dt>
        <dd>{t('coveredAll', { count: facts.paths.length })}</dd>
        {codes && (
          <>
            <dt>{t('file')}</dt>
            <dd className="code">
              <Parted name={facts.file} />
            </dd>
          </>
        )}
        <dt>{t('docs')}</dt>
        <dd className={classes(codes && 'code')}>
          <button
            type="button"
            className="link"
            onClick={() => document.getElementById(READING)?.scrollIntoView({ block: 'start' })}
          >
            {codes ? <Parted name={fileOf(name, language)} /> : t('docsRead')}
          </button>
        </dd>
      </dl>
      <h3 className="side-title">{t('usedIn')}</h3>
      <UsedIn facts={facts} t={t} />
    </>
  );
}

function UsedIn({ facts, t }: { facts: Facts; t: Text }) {
  const p = useText('pages');
  if (facts.everywhere) return <p className="muted">{t('everywhere')}</p>;
  if (facts.pages.length === 0) return <p className="muted">{t('nowhere')}</p>;
  return (
    <ul className="plain">
      {facts.pages.map((id) => {
        const { path } = pageOf(id);
        return <li key={id}>{path.includes(':') ? p(id) : <Link href={path}>{p(id)}</Link>}</li>;
      })}
    </ul>
  );
}

const isKept = ({ targets }: ChartTransition, path: string): boolean =>
  targets.length === 0 || targets.every((target) => target === path);

function State({ entry, words, onChoose, codes, t, path }: SideProps & { path: string }) {
  const { chart, facts } = entry;
  const state = chart.states.find((one) => one.path === path);
  if (state === undefined) return null;
  const requirement = facts.requirements[path];
  const around = chart.states.filter(
    (one) => one.path === path || (path.startsWith(`${one.path}.`) && one.parent !== null) || one.parent === null,
  );
  const sources = new Set(around.map((one) => one.path));
  // ways out come before what keeps the state
  const next = chart.transitions
    .flatMap((transition, at) => (sources.has(transition.source) ? [{ transition, at }] : []))
    .sort((one, other) => Number(isKept(one.transition, path)) - Number(isKept(other.transition, path)));
  const before = chart.transitions.flatMap((transition, at) =>
    transition.targets.includes(path) ? [{ transition, at }] : [],
  );
  const does = [
    ...state.actors.map((name) => t('row.do', { name: words.actor(name) })),
    ...state.entry.map((name) => t('row.entry', { name: words.action(name) })),
    ...state.exit.map((name) => t('row.exit', { name: words.action(name) })),
  ];
  return (
    <>
      <h2 className="section-title">
        {isLook(state.look) ? <StateChip look={state.look}>{words.state(path)}</StateChip> : words.state(path)}
      </h2>
      {codes && <p className="code muted">{path}</p>}
      <p>{words.stateAbout(path)}</p>
      <dl className="facts">
        {requirement !== undefined && (
          <>
            <dt>{t('requirementTitle')}</dt>
            <dd>
              <Link href={requirementPath(requirement)}>{requirementWords(t, requirement)}</Link>
            </dd>
          </>
        )}
        <dt>{t('type')}</dt>
        <dd>{t(`types.${state.type}`)}</dd>
        {codes && state.tags.length > 0 && (
          <>
            <dt>{t('tags')}</dt>
            <dd className="code">{state.tags.join(', ')}</dd>
          </>
        )}
        {does.length > 0 && (
          <>
            <dt>{t('columns.does')}</dt>
            <dd>{does.join('; ')}</dd>
          </>
        )}
      </dl>
      <h3 className="side-title">{t('next')}</h3>
      <Ways {...{ entry, words, onChoose, codes, t }} ways={next} />
      <h3 className="side-title">{t('before')}</h3>
      <Ways {...{ entry, words, onChoose, codes, t }} ways={before} />
    </>
  );
}

interface WaysProps extends Pick<SideProps, 'entry' | 'words' | 'onChoose' | 'codes' | 't'> {
  ways: readonly { transition: WorkflowEntry['chart']['transitions'][number]; at: number }[];
}

function Ways({ entry, words, onChoose, codes, t, ways }: WaysProps) {
  if (ways.length === 0) return <p className="muted">{t('noWays')}</p>;
  return (
    <ul className="plain side-ways">
      {ways.map(({ transition: { event, guard, source, targets }, at }) => (
        <li key={at}>
          <button type="button" className="link" onClick={() => onChoose({ kind: 'transition', at })}>
            {words.event(event)}
          </button>{' '}
          {guard !== '' && <span className="muted">[{words.guard(guard)}]</span>}{' '}
          <span className="muted">
            {words.state(source)} → {targets.length === 0 ? t('stays') : targets.map(words.state).join(', ')}
          </span>
          <div className="muted">
            <Who {...{ entry, event, state: source, codes, t }} />
          </div>
        </li>
      ))}
    </ul>
  );
}

function Transition({ entry, words, codes, t, at }: SideProps & { at: number }) {
  const transition = entry.chart.transitions[at];
  if (transition === undefined) return null;
  const { source, event, eventName, guard, targets, actions } = transition;
  const calls = entry.facts.senders.filter((one) => one.event === event);
  const sender = sendersOf(entry.facts, event);
  const who = senderWords(t, sender);
  const rules = sender.kind === 'rules' ? sender.rules : [];
  return (
    <>
      <h2 className="section-title">{words.event(event)}</h2>
      {codes && <p className="code muted">{eventName}</p>}
      <p>{words.sentence(transition)}</p>
      <dl className="facts">
        <dt>{t('columns.from')}</dt>
        <dd>
          <StateName path={source} entry={entry} words={words} />
        </dd>
        <dt>{t('columns.to')}</dt>
        <dd>
          {targets.length === 0
            ? t('stays')
            : targets.map((path) => <StateName key={path} path={path} entry={entry} words={words} />)}
        </dd>
        <dt>{t('columns.guard')}</dt>
        <dd>
          {guard === '' ? '—' : words.guard(guard)}{' '}
          {codes && (
            <div className="code muted">
              <Parted name={guard} />
            </div>
          )}
        </dd>
        <dt>{t('columns.does')}</dt>
        <dd>
          {actions.length === 0 ? '—' : actions.map(words.action).join(', ')}{' '}
          {codes && actions.length > 0 && <div className="code muted">{actions.join(', ')}</div>}
        </dd>
        {who !== '' && (
          <>
            <dt>{t('columns.who')}</dt>
            <dd>{who}</dd>
          </>
        )}
        {codes && rules.length > 0 && (
          <>
            <dt>{t('rules')}</dt>
            <dd className="code">
              <Parted name={rules.join(' ')} />
            </dd>
          </>
        )}
        {codes && calls.length > 0 && (
          <>
            <dt>{t('calls')}</dt>
            <dd className="code">{calls.map(({ call }) => call).join(', ')}</dd>
          </>
        )}
      </dl>
      <Holders entry={entry} event={event} state={source} t={t} />
      <Suspense>
        <WhenRefused entry={entry} words={words} event={event} source={source} t={t} />
      </Suspense>
    </>
  );
}

/** When the event is refused in the state that it leads from, with the app's own texts. */
function WhenRefused({
  entry,
  words,
  event,
  source,
  t,
}: Pick<SideProps, 'entry' | 'words' | 't'> & Record<'event' | 'source', string>) {
  const record = useRecord(entry.name);
  if (record?.table == null) return null;
  const answers = record.table.rows
    .filter(({ state, passing }) => state === source && passing !== true)
    .flatMap((row) =>
      row.outcomes
        .filter(({ name, reason }) => reason !== undefined && name.split('/')[0] === event)
        .map((said) => ({
          row,
          name: said.name,
          said,
          done: said.to,
          heard: undefined,
          only: undefined,
          agrees: true,
        })),
    );
  const beyond = beyondChart(record, event);
  if (answers.length === 0 && beyond === null) return null;
  return (
    <>
      <h3 className="side-title">{t('refusedWhen')}</h3>
      <Answers record={record} words={words} answers={answers} t={t} />
      {beyond !== null && <BeyondChart record={record} beyond={beyond} t={t} />}
    </>
  );
}
