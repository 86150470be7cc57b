/** What acts on the chosen records, and what came of it: in the place between the table and its pages. */
import { Button, Menu, MenuItem, PopoverNext } from '@blueprintjs/core';
import { ArchiveIcon, CrossIcon, EditIcon, ExportIcon, MergeColumnsIcon, UndoIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { verbOf } from '../../contract/directory/chart.ts';
import { type AnyDirectory, ruleOfStep } from '../../contract/directory/directory.ts';
import type { Field } from '../../contract/directory/fields.ts';
import { type Json, sameJson } from '../../contract/json.ts';
import type { Refusal } from '../../contract/refusal.ts';
import { allows } from '../../contract/rules.ts';
import type { ManyCommand, ManyItem } from '../../machines/manyRecords/manyRecords.machine.ts';
import { ApiError, messageOf, newKey } from '../api/client.ts';
import { type KeyGroup, useKeys } from '../app/keys.ts';
import { useUser } from '../app/session.ts';
import { useTask } from '../app/useTask.ts';
import { formatNumber } from '../format/numbers.ts';
import { type Text, useText } from '../i18n/index.ts';
import { AskDialog } from '../ui/AskDialog.tsx';
import { Form, SaveBar } from '../ui/form/Form.tsx';
import { useForm } from '../ui/form/useForm.ts';
import type { Choice } from '../ui/list/choice.ts';
import { Kbd, Progress } from '../ui/small.tsx';
import type { AnyRow } from './columns.tsx';
import { FieldControl, rulesOf } from './controls.tsx';
import { itemOf, type ManyActor } from './many.ts';
import { fieldsOfMany } from './manyFields.ts';
import { emptyOf, valuesOf } from './values.ts';
import './many.css';

const MergeDialog = lazy(() => import('./MergeDialog.tsx'));

/** All records of the filter, where a page of them is chosen. */
export interface AllOfFilter {
  readonly count: number;
  /** Chooses them; refused where they are others than were seen, and where nothing narrows the list. */
  readonly read: () => Promise<void>;
}

interface ManyBarProps {
  directory: AnyDirectory;
  actor: ManyActor;
  choice: Choice<AnyRow>;
  all: AllOfFilter | undefined;
  /** Rows of this page, as they are now. */
  rows: readonly AnyRow[];
  /** The list shows the archive. */
  archived: boolean;
  titleOf: (row: AnyRow) => string;
  onOpen: (id: number) => void;
  /** Takes the chosen rows into Excel; undefined for who may not. */
  onExcel: ((rows: readonly AnyRow[]) => void) | undefined;
  /** Texts of the directory. */
  own: Text;
}

export default function ManyBar(props: ManyBarProps) {
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
      {chosen && <Acts {...props} />}
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

function Acts({ directory, actor, choice, all, archived, titleOf, onExcel, own }: ManyBarProps) {
  const t = useText('directory');
  const user = useUser();
  const [field, setField] = useState<[string, Field] | null>(null);
  const [merging, setMerging] = useState(false);
  const { rows, onPage } = choice;
  const fields = fieldsOfMany(directory, user);
  const steps = Object.entries(directory.spec.chart?.steps ?? {}).flatMap(([event, { many }]) =>
    many && allows(user.rules, ruleOfStep(directory, event)) ? [event] : [],
  );
  const begin = (command: ManyCommand, those: readonly AnyRow[] = rows) =>
    actor.send({ type: 'many.begin', command, items: those.map((row) => itemOf(row, titleOf(row))) });
  const count = { count: rows.length, figure: formatNumber(rows.length) };
  return (
    <Bar label={t('many.label')}>
      <b aria-live="polite" data-testid="many-chosen">
        {t('many.chosen', count)}
      </b>
      {onPage < rows.length && <span className="muted">{t('many.onPage', { figure: formatNumber(onPage) })}</span>}
      <All all={all} />
      {choice.full && <span className="muted">{t('many.full', { figure: formatNumber(rows.length) })}</span>}
      <span className="many-acts">
        {!archived && fields.length > 0 && (
          <PopoverNext
            arrow={false}
            animation="minimal"
            placement="top-start"
            content={
              <Menu>
                {fields.map(([name, one]) => (
                  <MenuItem key={name} text={own(`fields.${name}`)} onClick={() => setField([name, one])} />
                ))}
              </Menu>
            }
          >
            <Button icon={<EditIcon size={14} />} text={t('many.change')} data-testid="many-change" />
          </PopoverNext>
        )}
        {onExcel && <Button icon={<ExportIcon size={14} />} text={t('many.excel')} onClick={() => onExcel(rows)} />}
        {directory.spec.doubles && !archived && rows.length > 1 && (
          <Button
            icon={<MergeColumnsIcon size={14} />}
            text={t('many.merge')}
            onClick={() => setMerging(true)}
            data-testid="many-merge"
          />
        )}
        {steps.map((event) => (
          <Button
            key={event}
            text={own(`steps.${verbOf(event)}.do`)}
            onClick={() => begin({ type: 'step', event })}
            data-testid={`many-${verbOf(event)}`}
          />
        ))}
        {!directory.spec.fixed && directory.spec.chart === undefined && (
          <Button
            icon={archived ? <UndoIcon size={14} /> : <ArchiveIcon size={14} />}
            text={t(archived ? 'many.restore' : 'many.archive')}
            onClick={() => begin({ type: archived ? 'restore' : 'archive' })}
            data-testid={archived ? 'many-restore' : 'many-archive'}
          />
        )}
      </span>
      <Button
        variant="minimal"
        icon={<CrossIcon size={14} />}
        aria-label={t('many.clear')}
        title={t('many.clear')}
        onClick={choice.clear}
      />
      {merging && (
        <Suspense>
          <MergeDialog
            directory={directory}
            rows={rows}
            titleOf={titleOf}
            onClose={() => setMerging(false)}
            onMerge={(into, doubles) => {
              setMerging(false);
              choice.drop(into);
              begin({ type: 'merge', into: into.id }, doubles);
            }}
          />
        </Suspense>
      )}
      {field !== null && (
        <ChangeDialog
          directory={directory}
          name={field[0]}
          field={field[1]}
          rows={rows}
          own={own}
          onClose={() => setField(null)}
          onChange={(value, those) => {
            setField(null);
            begin({ type: 'change', field: field[0], value }, those);
          }}
        />
      )}
    </Bar>
  );
}

interface ChangeDialogProps {
  directory: AnyDirectory;
  name: string;
  field: Field;
  rows: readonly AnyRow[];
  own: Text;
  onClose: () => void;
  onChange: (value: Json, rows: readonly AnyRow[]) => void;
}

/** The new value of one field; the button says how many records it really changes. */
function ChangeDialog({ directory, name, field, rows, own, onClose, onChange }: ChangeDialogProps) {
  const t = useText('directory');
  const changed = (value: Json) => rows.filter((row) => !sameJson(valuesOf(directory, row)[name] ?? null, value));
  const form = useForm<Record<string, Json>>({
    draft: { form: `record.${directory.spec.name}.many`, of: `new.${name}` },
    initial: { [name]: emptyOf(field) },
    rules: { [name]: rulesOf(field, own) } as never,
    onSave: (values) => {
      const value = values[name] ?? null;
      form.draft.drop();
      onChange(value, changed(value));
    },
  });
  const figure = changed(form.values[name] ?? null).length;
  const title = t('many.changeTitle', { field: own(`fields.${name}`) });
  return (
    <AskDialog title={title} onClose={onClose} foot={null}>
      <Form form={form} label={title} autoFocus enter="save">
        <FieldControl
          name={name}
          field={field}
          t={own}
          of={directory.spec.name}
          isNew={false}
          isFirst={false}
          binding={form.field(name)}
          help={undefined}
        />
      </Form>
      <SaveBar
        form={form}
        save={t('many.changeDo', { count: figure, figure: formatNumber(figure) })}
        onCancel={onClose}
        testId="many-save"
      />
    </AskDialog>
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
function Result({ actor, rows, onOpen }: ManyBarProps) {
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
