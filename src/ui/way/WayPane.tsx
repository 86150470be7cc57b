/** The way to an end: each step with who may take it, what it waits for as a link, and what was done meanwhile. */
import { Button, ButtonGroup } from '@blueprintjs/core';
import { TickIcon, TimeIcon } from '@blueprintjs/icons';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import {
  goalsOf,
  hasWay,
  type WayDocument,
  type WayMachine,
  type WayPosition,
  type WayStep,
  type WorkflowWay,
  workflowWay,
} from '../../../contract/workflowWay.ts';
import { invalidate, useCall } from '../../api/queries.ts';
import { useAddress } from '../../app/address.ts';
import { useUser } from '../../app/session.ts';
import { formatDateTime } from '../../format/dates.ts';
import { useText, written } from '../../i18n/index.ts';
import { Failed } from '../Failed.tsx';
import { Pane } from '../layout.tsx';
import { SkeletonRows } from '../loading.tsx';
import { classes } from '../look.ts';
import { Notice } from '../Notice.tsx';
import { Shortened } from '../Shortened.tsx';
import { WAY } from './address.ts';
import { type Place, pageOfDocument, partOfFact, placeOfFact } from './links.ts';

interface WayPaneProps {
  machine: string;
  id: number;
  read: string | number;
  goal: string;
}

export const WayPane = ({ machine, ...props }: WayPaneProps) =>
  hasWay(machine) ? <Known machine={machine} {...props} /> : null;

type Done = Pick<WayStep, 'event' | 'after'>;

interface WayTexts {
  /** Words of steps, by machine and event. */
  step: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Of those by which a document is made. */
  make: Readonly<Record<string, string>>;
}

/** What is to be done in a step: the chart calls many an event by what was done, as its history does. */
function useStepName(machine: string): (event: string) => string {
  useText('way');
  const tm = useText(`machines/${machine}`);
  // texts: way step.*, make.*
  const own = written('way') as WayTexts | undefined;
  return (event) => own?.step[machine]?.[event] ?? own?.make[event] ?? tm(`events.${event}.name`);
}

/** Steps of the way that were taken since it is on the screen, whoever took them. */
function useDone(way: WorkflowWay | undefined): readonly Done[] {
  const [done, setDone] = useState<readonly Done[]>([]);
  const before = useRef<WorkflowWay>(undefined);
  useEffect(() => {
    const last = before.current;
    before.current = way;
    if (last === undefined || way === undefined) return;
    if (last.goal !== way.goal) return setDone([]);
    if (last.state === way.state) return;
    const at = last.steps.findIndex(({ after }) => after === way.state);
    setDone((known) => (at < 0 ? [] : [...known, ...last.steps.slice(0, at + 1)]));
  }, [way]);
  return done;
}

function Known({ machine, id, read, goal }: Omit<WayPaneProps, 'machine'> & { machine: WayMachine }) {
  const t = useText('way');
  const c = useText('common');
  const tm = useText(`machines/${machine}`);
  const [, setAddress] = useAddress();
  const goals = goalsOf(machine);
  const chosen = goals.find((one) => one === goal) ?? (goals[0] as string);
  const answer = useCall(
    workflowWay,
    { params: { id }, query: { machine, goal: chosen } },
    { refetchInterval: 15_000, placeholderData: (before) => before },
  );
  useEffect(() => {
    if (read !== '') void invalidate(workflowWay, { id });
  }, [read, id]);
  const way = answer.data?.data;
  const done = useDone(way);
  const close = () => {
    setAddress({ [WAY]: null });
    // a pane that this one covers is hidden until then
    setTimeout(() => document.querySelector<HTMLElement>('[data-testid="way-open"]')?.focus());
  };
  return (
    <Pane kind="history" title={t('title')} onClose={close} closeLabel={c('close')}>
      <div className="way" data-testid="way" aria-busy={answer.isFetching}>
        <div className="way-goal">
          <span className="muted">{t('goal')}</span>
          <ButtonGroup>
            {goals.map((one) => (
              <Button
                key={one}
                size="small"
                text={tm(`states.${one}.name`)}
                active={one === chosen}
                aria-pressed={one === chosen}
                onClick={() => setAddress({ [WAY]: one })}
              />
            ))}
          </ButtonGroup>
        </div>
        {answer.error && way !== undefined && (
          <Notice tone="offline" inset>
            {t('last', { time: formatDateTime(new Date(answer.dataUpdatedAt).toISOString()) })}
          </Notice>
        )}
        {way !== undefined ? (
          <Steps machine={machine} id={id} way={way} done={done} />
        ) : answer.error ? (
          <Failed title={t('failed')} error={answer.error} onRetry={() => void answer.refetch()} />
        ) : (
          <SkeletonRows rows={6} columns={[1, 3]} />
        )}
      </div>
    </Pane>
  );
}

interface StepsProps {
  machine: WayMachine;
  id: number;
  way: WorkflowWay;
  done: readonly Done[];
}

function Steps({ machine, id, way, done }: StepsProps) {
  const t = useText('way');
  const tm = useText(`machines/${machine}`);
  const stepName = useStepName(machine);
  const people = new Set(way.steps.flatMap(({ positions }) => positions.flatMap((one) => one.people.map((p) => p.id))));
  const waits = way.steps.reduce((sum, { facts }) => sum + facts.length, 0);
  const names = { state: tm(`states.${way.state}.name`), goal: tm(`states.${way.goal}.name`) };
  return (
    <>
      <p className="way-sum" aria-live="polite">
        {way.none === null ? (
          <>
            <b>
              {t('sum', {
                steps: t('steps', { count: way.steps.length }),
                people: t('people', { count: people.size }),
              })}
            </b>{' '}
            {waits > 0 && t('waits', { count: waits })}
          </>
        ) : (
          t(`none.${way.none}`, names)
        )}
      </p>
      <ol className="way-steps">
        {done.map(({ event, after }) => (
          <li key={`${event} ${after ?? ''}`} className="way-step done">
            <span className="way-mark" aria-hidden="true">
              <TickIcon size={12} />
            </span>
            <b>{stepName(event)}</b> <span className="muted">{t('done')}</span>
          </li>
        ))}
        {way.none === null && (
          <li className="way-step here" aria-current="step">
            <span className="way-mark" aria-hidden="true" />
            <b>{names.state}</b>
          </li>
        )}
        {way.steps.map((step, at) => (
          <Step
            key={`${step.of?.machine ?? ''} ${step.event} ${step.after ?? ''}`}
            {...{ step, at }}
            document={step.of ?? { machine, id, branch: way.branch, beside: way.beside }}
            givers={way.givers}
          />
        ))}
      </ol>
    </>
  );
}

interface StepProps {
  step: WayStep;
  at: number;
  /** Whose step it is: the document of the window, or another one that it goes through. */
  document: WayDocument;
  givers: readonly WayPosition[];
}

const placeOf = ({ id, branch, beside }: WayDocument): Place => ({ id, branch, beside });

function Step({ step, at, document, givers }: StepProps) {
  const t = useText('way');
  const { machine } = document;
  const tm = useText(`machines/${machine}`);
  const stepName = useStepName(machine);
  const other = step.through ?? step.of;
  const page = other && pageOfDocument(other.machine, placeOf(step.through?.document ?? document));
  return (
    <li
      className={classes('way-step', step.facts.length > 0 && 'waits', step.nobody && 'nobody')}
      data-event={step.event}
    >
      <span className="way-mark num" aria-hidden="true">
        {at + 1}
      </span>
      <div className="way-head">
        <b>{stepName(step.event)}</b>
        {step.after !== null && <span className="way-after">{tm(`states.${step.after}.name`)}</span>}
      </div>
      {step.facts.map(({ fact, text, of, in: there = document }) => (
        <Fact
          key={`${there.machine} ${fact} ${of ?? ''}`}
          {...{ fact, of }}
          href={placeOfFact(there.machine, fact, of, placeOf(there))}
          text={text ?? t(`lacks.${there.machine}.${fact}`)}
        />
      ))}
      {step.by === 'system' ? (
        <p className="muted">{t('system')}</p>
      ) : step.nobody ? (
        <div className="red" role="note">
          <p>{t('nobody')}</p>
          {givers.length > 0 && (
            <>
              <p>{t('givers')}</p>
              <People positions={givers} />
            </>
          )}
        </div>
      ) : step.positions.length === 0 ? (
        <p className="muted">{t('named')}</p>
      ) : (
        <>
          {step.by === 'each' && <p className="muted">{t('each')}</p>}
          <People positions={step.positions} />
        </>
      )}
      {other && page && (
        <Link href={page}>{step.through ? t(`through.${other.machine}`) : t(`within.${other.machine}`)}</Link>
      )}
      {step.or.length > 0 && (
        <p className="muted">
          {t('or', {
            events: step.or.map(({ event, mine }) => `${stepName(event)}${mine ? ` (${t('you')})` : ''}`).join(', '),
          })}
        </p>
      )}
    </li>
  );
}

/** What a step waits for: a link to the page or the part of the window where it is changed; nobody is led to where he stands. */
interface FactProps extends Pick<WayStep['facts'][number], 'fact' | 'of'> {
  href: string | undefined;
  text: string;
}

function Fact({ fact, of, href, text }: FactProps) {
  const [path] = useLocation();
  const [params, setAddress] = useAddress();
  const closed = useRef<() => void>(undefined);
  // what the way hid is there again, and can be focused, once the way is gone
  useEffect(() => () => closed.current?.(), []);
  const own = new URLSearchParams(params);
  own.delete(WAY);
  const query = own.toString();
  const words = (
    <>
      <TimeIcon size={12} aria-hidden="true" /> {text}
    </>
  );
  if (href !== undefined && href !== (query === '' ? path : `${path}?${query}`))
    return (
      <Link className="way-fact" href={href}>
        {words}
      </Link>
    );
  if (partOfFact(fact, of) === null) return <span className="way-fact">{words}</span>;
  const show = (event: MouseEvent<HTMLElement>) => {
    const part = partOfFact(fact, of);
    if (part === null) return;
    const bring = () => {
      part.scrollIntoView({ block: part.matches('input, select, button') ? 'center' : 'start' });
      part.focus({ preventScroll: true });
      if (part.matches('[role="tab"]')) part.click();
    };
    const pane = event.currentTarget.closest('aside')?.getBoundingClientRect();
    const { left, right } = part.getBoundingClientRect();
    // on a narrow screen the way lies over the part that it leads to, on a wider one side tabs give way to it
    const isHidden = part.getClientRects().length === 0;
    if (!isHidden && (pane === undefined || pane.left >= right || pane.right <= left)) return bring();
    closed.current = bring;
    setAddress({ [WAY]: null });
  };
  return (
    <button type="button" className="link way-fact" onClick={show}>
      {words}
    </button>
  );
}

function People({ positions }: { positions: readonly WayPosition[] }) {
  const t = useText('way');
  const { id: me } = useUser();
  return (
    <ul className="plain way-people">
      {positions.map(({ title, people, others }) => (
        <li key={title}>
          <Shortened all={people} unnamed={others}>
            {(shown) =>
              shown.map(({ id, fullname }) => (
                <span key={id} className="way-person">
                  {fullname}
                  {id === me && <span className="way-me">{t('you')}</span>}
                </span>
              ))
            }
          </Shortened>
          <span className="muted text-xs">{title}</span>
        </li>
      ))}
    </ul>
  );
}
