import { Button } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { useId, useState } from 'react';
import { type MarkupOfCategory, markupRevisions, REVISION_STATUSES } from '../../../contract/markups.ts';
import type { Json } from '../../../machines/recordPane/merge.ts';
import { newKey } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { formatDate, tashkentDay } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { AskDialog } from '../../ui/AskDialog.tsx';
import { Form, SaveBar } from '../../ui/form/Form.tsx';
import { ChoiceField, DateField, NumberField, SumField } from '../../ui/form/fields.tsx';
import type { Chosen } from '../../ui/form/ManyField.tsx';
import { atLeastZero, greaterThanZero, maxPercent, required } from '../../ui/form/rules.ts';
import { Pane } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Reason } from '../../ui/Notice.tsx';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { RecordConflict } from '../../ui/record/RecordConflict.tsx';
import { LeaveQuestion } from '../../ui/record/RecordPane.tsx';
import { usePaneForm, useReadRecord } from '../../ui/record/usePaneForm.ts';
import type { PaneActor } from '../../ui/record/useRecordPane.ts';
import type { ValueWords } from '../../ui/record/words.ts';
import { organizations } from '../invoices/choices.ts';
import { EXAMPLE_COST, exampleWhile } from './example.ts';
import { RevisionChip } from './RevisionChip.tsx';
import { type RevisionFields, revisionView } from './revisions.ts';

interface RevisionPaneProps {
  actor: PaneActor;
  category: MarkupOfCategory;
  /** Whose markup a new one is; null: of every organization. */
  organization: Chosen | null;
  /** Whether the person may choose another. */
  choosesOrganization: boolean;
}

/** A revision beside the list: a new one, a draft to be changed, or one that is only read. */
export function RevisionPane(props: RevisionPaneProps) {
  const { actor, category } = props;
  const t = useText('records');
  const visit = useSelector(actor, ({ context }) => context.visit);
  const place = useSelector(actor, ({ context }) => context.place);
  const reading = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'reading' }));
  const read = useCall(markupRevisions, { params: { id: category.id } });
  const id = place === null || place === 'new' ? null : place.id;
  const row = read.data?.data.find((one) => one.id === id);
  useReadRecord(actor, row, revisionView);
  if (!reading) return <OpenRevision key={visit} {...props} />;
  return (
    <Pane title={t('reading')} onClose={() => actor.send({ type: 'pane.close' })} closeLabel={t('common:close')}>
      <SkeletonRows rows={6} columns={[1]} />
    </Pane>
  );
}

/** What a new revision begins with: the figures that hold now, from today. */
const initialFields = ({ category, organization }: RevisionPaneProps): RevisionFields => ({
  category: { id: category.id, title: category.name },
  organization,
  no_cash: category.in_force?.no_cash ?? 100,
  additional: category.in_force?.additional ?? 0,
  other_additional: category.in_force?.other_additional ?? 0,
  valid_from: tashkentDay(Date.now()),
});

function OpenRevision(props: RevisionPaneProps) {
  const { actor, choosesOrganization } = props;
  const t = useText('markups');
  const tr = useText('records');
  const reasonId = useId();
  const [empty] = useState(() => initialFields(props));
  const { record, refusal, command, dirty, busy, rejected, allowed, writable, initial, form, retry } =
    usePaneForm<RevisionFields>(actor, {
      form: 'markup',
      within: props.category.id,
      empty,
      rules: {
        no_cash: [required, greaterThanZero, maxPercent],
        additional: [atLeastZero, maxPercent],
        other_additional: atLeastZero,
        valid_from: required,
      },
      names: { organization: 'organization_id' },
    });

  const status = REVISION_STATUSES.find((one) => one === record?.facts.status);
  const date = initial.valid_from === null ? '' : formatDate(initial.valid_from);
  const title =
    record === null
      ? t('form.newTitle', { category: initial.category.title })
      : t('form.title', { category: initial.category.title, date });
  const close = () => actor.send({ type: 'pane.close' });
  const mayPlan = allowed.includes('record.plan');
  const mayDrop = allowed.includes('record.drop');
  const reason =
    record === null || !writable ? null : t(dirty ? 'form.saveFirst' : mayPlan ? 'form.planHow' : 'form.monthClosed');
  const why = reason === null ? {} : { 'aria-describedby': reasonId };

  const dropButton = record !== null && mayDrop && (
    <Button
      variant="minimal"
      text={t('form.drop')}
      disabled={busy || dirty}
      {...why}
      onClick={() => actor.send({ type: 'command.ask', command: 'drop' })}
      data-testid="revision-drop"
    />
  );
  const foot = writable ? (
    <SaveBar
      form={form}
      save={t(record === null ? 'form.create' : 'form.save')}
      onCancel={busy || record !== null ? undefined : close}
      testId="record-save"
    >
      {dropButton}
    </SaveBar>
  ) : (
    dropButton || undefined
  );
  const notice = rejected && refusal !== null && (form.errorCount === 0 || command !== 'save');
  const price = exampleWhile(form.values);
  const organization = form.field('organization');
  return (
    <Pane
      title={title}
      onClose={busy ? undefined : close}
      closeLabel={t('common:close')}
      {...(foot !== undefined && { foot })}
    >
      {status !== undefined && (
        <p className="markup-state">
          <RevisionChip status={status} />
        </p>
      )}
      {notice && (
        <RefusalNotice refusal={refusal} inset onRetry={retry} onClose={() => actor.send({ type: 'command.drop' })} />
      )}
      {form.otherErrors.length > 0 && !notice && <p className="field-help error">{form.otherErrors[0]}</p>}
      <Form form={form} label={title}>
        {choosesOrganization ? (
          <ChoiceField
            label={t('organization')}
            of={organizations}
            empty={t('forEvery')}
            clearable
            {...(record === null && { help: t('form.organizationHelp') })}
            {...organization}
            onChange={(option) => organization.onChange(option && { id: option.id, title: option.title })}
            disabled={organization.disabled || record !== null}
          />
        ) : (
          <p className="muted">{initial.organization?.title ?? t('forEvery')}</p>
        )}
        <div className="markup-percents">
          <NumberField label={t('noCash')} decimals={2} autoFocus={record === null} {...form.field('no_cash')} />
          <NumberField label={t('additional')} decimals={2} {...form.field('additional')} />
        </div>
        <SumField label={t('form.other')} help={t('form.otherHelp')} {...form.field('other_additional')} />
        <DateField label={t('form.from')} {...form.field('valid_from')} />
      </Form>
      <section className="markup-result" aria-live="polite">
        <span className="muted">{t('form.result')}</span>
        <b className="num" data-testid="markup-example">
          {price === null
            ? t('form.resultNone')
            : t('exampleOf', { cost: formatNumber(EXAMPLE_COST), price: formatNumber(price) })}
        </b>
      </section>
      {record !== null && writable && (
        <div className="markup-plan">
          <Button
            text={tr('plan')}
            disabled={busy || dirty || !mayPlan}
            {...why}
            onClick={() => actor.send({ type: 'command.ask', command: 'plan' })}
            data-testid="revision-plan"
          />
          {reason !== null && <Reason id={reasonId}>{reason}</Reason>}
        </div>
      )}
      <RevisionQuestion actor={actor} date={date} begun={initial.valid_from} />
      <LeaveQuestion actor={actor} onDrop={form.draft.drop} />
      <RecordConflict actor={actor} words={wordsOf(t)} name={title} />
    </Pane>
  );
}

/** Before a revision is planned or dropped: what follows from it. */
function RevisionQuestion({ actor, date, begun }: { actor: PaneActor; date: string; begun: string | null }) {
  const t = useText('markups');
  const tr = useText('records');
  const asking = useSelector(actor, (snapshot) => snapshot.matches('asking'));
  const command = useSelector(actor, ({ context }) => context.command);
  if (!asking || (command !== 'plan' && command !== 'drop')) return null;
  const drop = () => actor.send({ type: 'command.drop' });
  const now = begun !== null && begun <= tashkentDay(Date.now());
  return (
    <AskDialog
      title={t(`ask.${command}`)}
      onClose={drop}
      foot={
        <>
          <Button
            intent={command === 'plan' ? 'primary' : 'danger'}
            text={command === 'plan' ? tr('plan') : t('form.drop')}
            onClick={() => actor.send({ type: 'command.confirm', key: newKey() })}
            data-testid="record-confirm"
          />
          <Button text={t('common:back')} onClick={drop} />
        </>
      }
    >
      <p className="muted">{t(command === 'drop' ? 'ask.dropText' : now ? 'ask.planNow' : 'ask.planText', { date })}</p>
    </AskDialog>
  );
}

const wordsOf = (t: Text): ValueWords => ({
  fields: {
    category: t('category'),
    organization: t('organization'),
    no_cash: t('noCash'),
    additional: t('additional'),
    other_additional: t('other'),
    valid_from: t('form.from'),
  },
  value(field: string, value: Json) {
    if (typeof value === 'number') return formatNumber(value, { decimals: 2, trim: true });
    return field === 'valid_from' && typeof value === 'string' ? formatDate(value) : undefined;
  },
});
