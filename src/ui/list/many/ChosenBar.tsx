/** What acts on the chosen rows of a list, and what came of it: in the place between the table and its pages. */
import { Button } from '@blueprintjs/core';
import { CrossIcon, UndoIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { Refusal } from '../../../../contract/refusal.ts';
import type { ManyItem } from '../../../../machines/manyRecords/manyRecords.machine.ts';
import { ApiError, messageOf, newKey } from '../../../api/client.ts';
import { type KeyGroup, useKeys } from '../../../app/keys.ts';
import { useTask } from '../../../app/useTask.ts';
import { formatNumber } from '../../../format/numbers.ts';
import { useText } from '../../../i18n/index.ts';
import { Kbd, Progress } from '../../small.tsx';
import type { Choice } from '../choice.ts';
import type { AllOfFilter, ManyActor, ManyRow } from './many.ts';
import './many.css';

export interface ChosenBarProps<Row extends ManyRow> {
  actor: ManyActor;
  choice: Choice<Row>;
  all: AllOfFilter | undefined;
  /** Rows of this page, as they are now. */
  rows: readonly Row[];
  onOpen: (id: number) => void;
  /** What acts on the chosen rows. */
  children: ReactNode;
}

export function ChosenBar<Row extends ManyRow>(props: ChosenBarProps<Row>) {
  const { actor, choice } = props;
  const busy = useSelector(actor, (snapshot) => snapshot.hasTag('busy'));
  const result = useSelector(actor, (snapshot) => snapshot.hasTag('result'));
  const drop = useRef(choice);
  useEffect(() => {
    drop.current = choice;
  });
  // what took the step is not chosen any more: what was refused is
  useEffect(() => {
    const taken = actor.on('record.taken', ({ id }) => {
      const row = drop.current.rows.find((one) => one.id === id);
      if (row !== undefined) drop.current.drop(row);
    });
    return () => taken.unsubscribe();
  }, [actor]);
  const failed = useSelector(actor, ({ context }) => context.failed);
  // what was refused stays chosen, and the result has its own way to try it again
  const chosen = choice.rows.some((row) => !failed.some(({ id }) => id === row.id));
  if (busy) return <Running actor={actor} />;
  return (
    <>
      {chosen && <Chosen {...props} />}
      {result && <Result {...props} />}
    </>
  );
}

function Bar({ children, label }: { children: ReactNode; label: string }) {
  return (
    <section className="many-bar" aria-label={label} data-testid="many-bar">
      {children}
    </section>
  );
}

/** Why all of a filter are not taken, in the server's words. */
const whyNot = (error: unknown): string =>
  (error instanceof ApiError && Object.values(error.body?.errors ?? {})[0]?.[0]) || messageOf(error);

/** What was refused stays said when the list that was read again has other rows than the chosen ones. */
function All({ all }: { all: AllOfFilter | undefined }) {
  const t = useText('directory');
  const task = useTask<AllOfFilter, void>(({ read }) => read());
  return (
    <>
      {all && (
        <Button
          variant="minimal"
          size="small"
          text={t('many.all', { count: all.count, figure: formatNumber(all.count) })}
          loading={task.busy}
          onClick={() => task.begin(all)}
          data-testid="many-all"
        />
      )}
      {task.error !== null && (
        <span className="many-lost" role="alert">
          {whyNot(task.error)}
        </span>
      )}
    </>
  );
}

function Chosen<Row extends ManyRow>({ choice, all, children }: ChosenBarProps<Row>) {
  const t = useText('directory');
  const { rows, onPage } = choice;
  return (
    <Bar label={t('many.label')}>
      <b aria-live="polite" data-testid="many-chosen">
        {t('many.chosen', { count: rows.length, figure: formatNumber(rows.length) })}
      </b>
      {onPage < rows.length && <span className="muted">{t('many.onPage', { figure: formatNumber(onPage) })}</span>}
      <All all={all} />
      {choice.full && <span className="muted">{t('many.full', { figure: formatNumber(rows.length) })}</span>}
      <span className="many-acts">{children}</span>
      <Button
        variant="minimal"
        icon={<CrossIcon size={14} />}
        aria-label={t('many.clear')}
        title={t('many.clear')}
        onClick={choice.clear}
      />
    </Bar>
  );
}

function Running({ actor }: { actor: ManyActor }) {
  const t = useText('directory');
  const { waiting, done, failed } = useSelector(actor, ({ context }) => context);
  const undoing = useSelector(actor, (snapshot) => snapshot.matches('undoing'));
  const undone = useSelector(actor, ({ context }) => context.undone);
  const finished = undoing ? undone + failed.length : done.length + failed.length;
  const all = undoing ? finished + done.length : finished + waiting.length;
  return (
    <Bar label={t('many.label')}>
      <span role="status">{t(undoing ? 'many.undoing' : 'many.running')}</span>
      <Progress value={finished} all={all} />
      {!undoing && waiting.length > 1 && (
        <Button text={t('many.stop')} onClick={() => actor.send({ type: 'many.stop' })} data-testid="many-stop" />
      )}
    </Bar>
  );
}

// texts: keys *
const UNDO: KeyGroup = { space: 'keys', title: 'list.title', rows: [['list.undo', 'Ctrl', 'Z']] };

const reasonOf = ({ errors, message }: Refusal): string => Object.values(errors)[0]?.[0] ?? message;

const inField = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type="checkbox"]), textarea, select, [role="dialog"]') !== null;

/** What was done, what was not and why; until it is closed. */
function Result<Row extends ManyRow>({ actor, rows, onOpen }: ChosenBarProps<Row>) {
  const t = useText('directory');
  const { command, waiting, done, failed, undone } = useSelector(actor, ({ context }) => context);
  const state = useSelector(actor, ({ value }) => value) as 'interrupted' | 'shown' | 'undone';
  const title = useRef<HTMLElement>(null);
  const mayUndo = useSelector(actor, (snapshot) => snapshot.can({ type: 'many.undo' }));
  useKeys(mayUndo ? UNDO : null);
  useEffect(() => title.current?.focus(), []);
  useEffect(() => {
    if (!mayUndo) return;
    const undo = (event: KeyboardEvent) => {
      if (event.code !== 'KeyZ' || !(event.ctrlKey || event.metaKey) || event.shiftKey || inField(event.target)) return;
      event.preventDefault();
      actor.send({ type: 'many.undo' });
    };
    window.addEventListener('keydown', undo);
    return () => window.removeEventListener('keydown', undo);
  }, [actor, mayUndo]);

  const counted = (count: number) => ({ count, figure: formatNumber(count) });
  const rest = waiting.length + failed.length;
  /** As they are now; what got no answer keeps its key. */
  const again = (): ManyItem[] => [
    ...waiting,
    ...failed.map(({ refusal: _, ...item }) => ({
      ...item,
      version: rows.find(({ id }) => id === item.id)?.version ?? item.version,
      key: newKey(),
    })),
  ];
  return (
    <section className="many-result" aria-label={t('many.label')} data-testid="many-result" data-state={state}>
      <div className="many-bar">
        <b ref={title} tabIndex={-1}>
          {state === 'undone'
            ? t('many.undone', counted(undone))
            : t(`many.done.${command?.type ?? 'change'}`, counted(done.length))}
        </b>
        {failed.length > 0 && (
          <span className="muted">{t(state === 'undone' ? 'many.kept' : 'many.failed', counted(failed.length))}</span>
        )}
        {waiting.length > 0 && <span className="many-lost">{t('many.interrupted', counted(waiting.length))}</span>}
        <span className="many-acts">
          {mayUndo && (
            <>
              <Button
                icon={<UndoIcon size={14} />}
                text={t('many.undo', counted(done.length))}
                onClick={() => actor.send({ type: 'many.undo' })}
                data-testid="many-undo"
              />
              <Kbd>Ctrl+Z</Kbd>
            </>
          )}
          {state !== 'undone' && rest > 0 && (
            <Button
              text={t('many.retry', counted(rest))}
              onClick={() => actor.send({ type: 'many.retry', items: again() })}
              data-testid="many-retry"
            />
          )}
        </span>
        <Button
          variant="minimal"
          icon={<CrossIcon size={14} />}
          aria-label={t('common:close')}
          title={t('common:close')}
          onClick={() => actor.send({ type: 'many.close' })}
          data-testid="many-close"
        />
      </div>
      {failed.length > 0 && (
        <ul className="many-failed">
          {failed.map(({ id, title: name, refusal }) => (
            <li key={id}>
              <button type="button" className="link" onClick={() => onOpen(id)}>
                {name}
              </button>
              <span>{reasonOf(refusal)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
