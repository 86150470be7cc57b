/**
 * The window in which an author writes one record that is published later: an announcement, a test. Its place in the
 * address, the draft that is read first, what was turned down, and the bar with what may be done.
 */
import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useId } from 'react';
import { Link } from 'wouter';
import type { Fields } from '../../../machines/recordPane/merge.ts';
import type { RecordView } from '../../../machines/recordPane/recordPane.machine.ts';
import type { ApiError } from '../../api/client.ts';
import { formatDate } from '../../format/dates.ts';
import type { Text } from '../../i18n/index.ts';
import { Failed } from '../Failed.tsx';
import { Form, SaveBar } from '../form/Form.tsx';
import { SkeletonRows } from '../loading.tsx';
import { Notice, Reason } from '../Notice.tsx';
import { RefusalNotice } from '../RefusalNotice.tsx';
import { RecordConflict } from '../record/RecordConflict.tsx';
import { LeaveQuestion } from '../record/RecordPane.tsx';
import { type usePaneForm, useReadRecord } from '../record/usePaneForm.ts';
import type { PaneActor } from '../record/useRecordPane.ts';
import type { ValueWords } from '../record/words.ts';
import './writing.css';

interface Place {
  /** Null: a new one. */
  id: number | null;
  onCreated: (id: number) => void;
  onLeft: () => void;
}

/** Opens the record of the address, and calls back when it was created and when it is left. Whether it is open. */
export function useWriting(actor: PaneActor, { id, onCreated, onLeft }: Place): boolean {
  useEffect(() => actor.send({ type: 'pane.open', place: id === null ? 'new' : { id } }), [actor, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page passes new answers on every render
  useEffect(() => {
    const subscription = actor.on('record.changed', ({ created, record }) => {
      if (created) onCreated(record.id);
    });
    return () => subscription.unsubscribe();
  }, [actor]);
  const opened = useSelector(actor, ({ context }) => context.visit > 0);
  const closed = useSelector(actor, (snapshot) => snapshot.matches('closed'));
  const left = opened && closed;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is left
  useEffect(() => {
    if (left) onLeft();
  }, [left]);
  return !closed;
}

interface DraftProps<Row extends { version: number }> {
  actor: PaneActor;
  read: { data: { data: Row } | undefined; error: ApiError | null; refetch: () => unknown };
  viewOf: (row: Row) => RecordView;
  failed: string;
  children: ReactNode;
}

/** A draft of the server: read first, and read again when the window is looked at. */
export function ReadDraft<Row extends { version: number }>(props: DraftProps<Row>) {
  const { actor, read, viewOf, failed, children } = props;
  const reading = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'reading' }));
  useReadRecord(actor, read.data?.data, viewOf);
  if (!reading) return children;
  return (
    <div className="scroll">
      <div className="writing-window">
        {read.error ? (
          <Failed title={failed} error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <SkeletonRows rows={8} columns={[1]} />
        )}
      </div>
    </div>
  );
}

interface WindowProps<Values extends Fields> {
  actor: PaneActor;
  pane: ReturnType<typeof usePaneForm<Values>>;
  /** Of the page: its `form` has the words. */
  t: Text;
  title: string;
  /** Its place in the list. */
  listPath: (id: number) => string;
  /** Why it cannot be published now; null: it can, or nobody asks. */
  reason: string | null;
  /** At the end of the bar; what is held back points at its reason. */
  end: (why: string | undefined) => ReactNode;
  /** For the choice between mine and theirs. */
  words: ValueWords;
  /** `test` of `test-window` and `test-save`. */
  testId: string;
  className?: string;
  children: ReactNode;
}

export function WritingWindow<Values extends Fields>(props: WindowProps<Values>) {
  const { actor, pane, t, title, listPath, reason, end, words, testId, className, children } = props;
  const { record, refusal, busy, rejected, writable, form, retry } = pane;
  const why = useId();
  return (
    <>
      <div className="scroll">
        <div className="writing-window" data-testid={`${testId}-window`}>
          {record !== null && !writable && (
            <Notice tone="info" inset action={<Link href={listPath(record.id)}>{t('form.toList')}</Link>}>
              {t('form.readOnly')}
            </Notice>
          )}
          {rejected && refusal !== null && form.errorCount === 0 && (
            <RefusalNotice
              refusal={refusal}
              inset
              onRetry={retry}
              onClose={() => actor.send({ type: 'command.drop' })}
            />
          )}
          {form.otherErrors.length > 0 && <p className="field-help error">{form.otherErrors[0]}</p>}
          <Form form={form} label={title} {...(className !== undefined && { className })}>
            {children}
          </Form>
        </div>
      </div>
      <div className="action-bar writing-bar">
        {writable && (
          <SaveBar
            form={form}
            save={t(record === null ? 'form.create' : 'form.save')}
            onCancel={busy ? undefined : () => actor.send({ type: 'pane.close' })}
            testId={`${testId}-save`}
          />
        )}
        <span className="writing-end">
          {reason !== null && <Reason id={why}>{reason}</Reason>}
          {end(reason === null ? undefined : why)}
        </span>
      </div>
      <LeaveQuestion actor={actor} onDrop={form.draft.drop} />
      <RecordConflict actor={actor} words={words} name={title} logged={false} />
    </>
  );
}

const DAYS: ReadonlySet<string> = new Set(['from_day', 'to_day']);

/** Yes, no and days of a field, in the words of the page. */
export const valueWords =
  (t: Text): NonNullable<ValueWords['value']> =>
  (field, value) => {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    return DAYS.has(field) && typeof value === 'string' ? formatDate(value) : undefined;
  };

/** Names of the fields of whom and when. */
export const periodNames = (t: Text) => ({
  positions: t('form.positions'),
  organizations: t('form.organizations'),
  from_day: t('form.from_day'),
  from_time: t('form.from_time'),
  to_day: t('form.to_day'),
  to_time: t('form.to_time'),
});
