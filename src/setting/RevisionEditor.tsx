/** A revision of a dated setting beside its list: a new one, a draft to be changed, or one that is only read. */
import { Button } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { type ReactNode, useId } from 'react';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { REVISION_STATUSES } from '../../contract/setting/status.ts';
import { newKey } from '../api/client.ts';
import { useAllows } from '../app/session.ts';
import { formatDate, formatMonth, tashkentDay } from '../format/dates.ts';
import { useLanguage, useText } from '../i18n/index.ts';
import { AskDialog } from '../ui/AskDialog.tsx';
import { Form, SaveBar } from '../ui/form/Form.tsx';
import { DateField, SelectField } from '../ui/form/fields.tsx';
import { Pane } from '../ui/layout.tsx';
import { Reason } from '../ui/Notice.tsx';
import { RefusalNotice } from '../ui/RefusalNotice.tsx';
import { RecordConflict } from '../ui/record/RecordConflict.tsx';
import { LeaveQuestion } from '../ui/record/RecordPane.tsx';
import type { usePaneForm } from '../ui/record/usePaneForm.ts';
import type { PaneActor } from '../ui/record/useRecordPane.ts';
import type { ValueWords } from '../ui/record/words.ts';
import { RevisionChip } from './RevisionChip.tsx';
import { type FormFields, monthsAround } from './revisions.ts';
import './setting.css';

interface RevisionEditorProps {
  actor: PaneActor;
  paneForm: ReturnType<typeof usePaneForm<FormFields>>;
  title: string;
  words: ValueWords;
  /** The right that a second person settles it with; left out: who wrote it does. */
  confirm?: string;
  /** What takes the figures and keeps them; left out: they hold by themselves. */
  takenBy?: AnySetting['spec']['takenBy'];
  /** What the first day is the first of; left out: any day. */
  starts?: AnySetting['spec']['starts'];
  /** The fields, without the first day. */
  children: ReactNode;
  /** What follows from the figures. */
  result: ReactNode;
}

export function RevisionEditor({
  actor,
  paneForm,
  title,
  words,
  confirm,
  takenBy,
  starts,
  children,
  result,
}: RevisionEditorProps) {
  const { record, refusal, command, dirty, busy, rejected, allowed, writable, initial, form, retry } = paneForm;
  const t = useText('setting');
  const tr = useText('records');
  const language = useLanguage();
  const reasonId = useId();
  const status = REVISION_STATUSES.find((one) => one === record?.facts.status);
  const close = () => actor.send({ type: 'pane.close' });
  const mayPlan = allowed.includes('record.plan');
  const mayConfirm = useAllows(confirm);
  const isDraft = status === 'draft';
  const reason = isDraft ? reasonOf() : null;
  /** What is to be done before the draft holds, or who does it. */
  function reasonOf(): string | null {
    if (dirty) return t('form.saveFirst');
    if (mayPlan) return t(confirm === undefined ? 'form.planHow' : 'form.confirmHow');
    if (confirm === undefined) return writable ? t('form.monthClosed') : null;
    if (!mayConfirm) return t('form.confirmedBy');
    return t(record?.facts.own ? 'form.confirmedByOther' : 'form.monthClosed');
  }
  const why = reason === null ? {} : { 'aria-describedby': reasonId };

  const dropButton = record !== null && allowed.includes('record.drop') && (
    <Button
      variant="minimal"
      text={tr('drop')}
      disabled={busy || dirty}
      {...why}
      onClick={() => actor.send({ type: 'command.ask', command: 'drop' })}
      data-testid="revision-drop"
    />
  );
  const foot = writable ? (
    <SaveBar
      form={form}
      save={record === null ? t('form.create') : tr('save')}
      onCancel={busy || record !== null ? undefined : close}
      testId="record-save"
    >
      {dropButton}
    </SaveBar>
  ) : (
    dropButton || undefined
  );
  const notice = rejected && refusal !== null && (form.errorCount === 0 || command !== 'save');
  return (
    <Pane
      title={title}
      onClose={busy ? undefined : close}
      closeLabel={t('common:close')}
      {...(foot !== undefined && { foot })}
    >
      {status !== undefined && (
        <p className="revision-state">
          <RevisionChip status={status} />
        </p>
      )}
      {notice && (
        <RefusalNotice refusal={refusal} inset onRetry={retry} onClose={() => actor.send({ type: 'command.drop' })} />
      )}
      {form.otherErrors.length > 0 && !notice && <p className="field-help error">{form.otherErrors[0]}</p>}
      <Form form={form} label={title}>
        {children}
        {starts === 'month' ? (
          <SelectField
            label={t('form.fromMonth')}
            options={monthsAround(form.values.valid_from).map((value) => ({
              value,
              title: formatMonth(value, language),
            }))}
            {...form.field('valid_from')}
          />
        ) : (
          <DateField
            label={t('form.from')}
            help={takenBy && t(`form.takenBy.${takenBy}`)}
            {...form.field('valid_from')}
          />
        )}
      </Form>
      {result}
      {isDraft && (writable || mayPlan || confirm !== undefined) && (
        <div className="revision-plan">
          <Button
            // all that a second person has to do here
            intent={writable ? 'none' : 'primary'}
            text={confirm === undefined ? tr('plan') : t('form.confirm')}
            disabled={busy || dirty || !mayPlan}
            {...why}
            onClick={() => actor.send({ type: 'command.ask', command: 'plan' })}
            data-testid="revision-plan"
          />
          {reason !== null && <Reason id={reasonId}>{reason}</Reason>}
        </div>
      )}
      <RevisionQuestion actor={actor} from={initial.valid_from} takenBy={takenBy} />
      <LeaveQuestion actor={actor} onDrop={form.draft.drop} />
      <RecordConflict
        actor={actor}
        words={{ ...words, fields: { ...words.fields, valid_from: t('form.from') } }}
        name={title}
      />
    </Pane>
  );
}

/** Before a revision is planned or dropped: what follows from it. */
function RevisionQuestion({
  actor,
  from,
  takenBy,
}: {
  actor: PaneActor;
  from: string | null;
  takenBy: RevisionEditorProps['takenBy'];
}) {
  const t = useText('setting');
  const tr = useText('records');
  const asking = useSelector(actor, (snapshot) => snapshot.matches('asking'));
  const command = useSelector(actor, ({ context }) => context.command);
  if (!asking || (command !== 'plan' && command !== 'drop')) return null;
  const drop = () => actor.send({ type: 'command.drop' });
  const now = from !== null && from <= tashkentDay(Date.now());
  const date = from === null ? '' : formatDate(from);
  const taken = takenBy === undefined ? ('' as const) : (`taken.${takenBy}.` as const);
  return (
    <AskDialog
      title={t(`ask.${command}`)}
      onClose={drop}
      foot={
        <>
          <Button
            intent={command === 'plan' ? 'primary' : 'danger'}
            text={tr(command)}
            onClick={() => actor.send({ type: 'command.confirm', key: newKey() })}
            data-testid="record-confirm"
          />
          <Button text={t('common:back')} onClick={drop} />
        </>
      }
    >
      <p className="muted">
        {command === 'drop' ? t('ask.dropText', { date }) : t(`ask.${taken}${now ? 'planNow' : 'planText'}`, { date })}
      </p>
    </AskDialog>
  );
}
