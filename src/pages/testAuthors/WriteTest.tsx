/** The window in which one test is written: a new one, or the draft of the address. */
import { Button } from '@blueprintjs/core';
import { EyeOpenIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { useEffect, useId, useState } from 'react';
import { Link } from 'wouter';
import { TEST_GAPS, TEST_LENGTHS, TEST_LIMITS, TEST_STATUSES, testShow } from '../../../contract/testAuthors.ts';
import type { Json } from '../../../machines/recordPane/merge.ts';
import { useCall } from '../../api/queries.ts';
import { useAddress } from '../../app/address.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { formatDate } from '../../format/dates.ts';
import { momentOf, TIME } from '../../format/moments.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Form, SaveBar } from '../../ui/form/Form.tsx';
import { AreaField, CheckField, DateField, NumberField, TextField } from '../../ui/form/fields.tsx';
import { ManyField } from '../../ui/form/ManyField.tsx';
import { maxValue, minValue, type Rule, required } from '../../ui/form/rules.ts';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Notice, Reason } from '../../ui/Notice.tsx';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { RecordConflict } from '../../ui/record/RecordConflict.tsx';
import { LeaveQuestion } from '../../ui/record/RecordPane.tsx';
import { usePaneForm, useReadRecord } from '../../ui/record/usePaneForm.ts';
import { FRESH, type PaneActor, useRecordPane } from '../../ui/record/useRecordPane.ts';
import type { ValueWords } from '../../ui/record/words.ts';
import { organizations, positions } from './choices.ts';
import { DeedDialog } from './Deeds.tsx';
import { Preview } from './Preview.tsx';
import { testPath } from './paths.ts';
import { QuestionsField } from './QuestionsField.tsx';
import { TestChip } from './TestChip.tsx';
import { gapWords } from './words.ts';
import { beginning, questionOf, type TestFields, viewOf, writing } from './writing.ts';

/** @param id null: a new one. */
export function WriteTest({ id }: { id: number | null }) {
  const t = useText('testAuthors');
  const [, setAddress] = useAddress();
  const actor = useRecordPane(writing);
  usePageTitle(t(id === null ? 'form.newTitle' : 'form.title'));
  useEffect(() => actor.send({ type: 'pane.open', place: id === null ? 'new' : { id } }), [actor, id]);
  useEffect(() => {
    const told = actor.on('record.changed', ({ created, record }) => {
      if (created) setAddress({ write: record.id });
    });
    return () => told.unsubscribe();
  }, [actor, setAddress]);
  const opened = useSelector(actor, ({ context }) => context.visit > 0);
  const closed = useSelector(actor, (snapshot) => snapshot.matches('closed'));
  const left = opened && closed;
  useEffect(() => {
    if (left) setAddress({ write: null, row: id }, { push: true });
  }, [left, id, setAddress]);
  if (closed) return null;
  return id === null ? <Window actor={actor} /> : <Draft actor={actor} id={id} />;
}

/** A draft of the server: read first, and read again when the window is looked at. */
function Draft({ actor, id }: { actor: PaneActor; id: number }) {
  const t = useText('testAuthors');
  const read = useCall(testShow, { params: { id } }, FRESH);
  const row = read.data?.data;
  const reading = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'reading' }));
  useReadRecord(actor, row, viewOf);
  if (!reading) return <Window actor={actor} />;
  return (
    <div className="scroll">
      <div className="authoring-window">
        {read.error ? (
          <Failed title={t('pane.failed')} error={read.error} onRetry={() => void read.refetch()} />
        ) : (
          <SkeletonRows rows={8} columns={[1]} />
        )}
      </div>
    </div>
  );
}

const timeOfDay =
  (words: string): Rule<string> =>
  (value) =>
    TIME.test(value) ? null : { words };

/** Of a test without an end nobody looks at the time. */
const timeOfEnd =
  (words: string): Rule<string, TestFields> =>
  (value, { to_day }) =>
    to_day === null || TIME.test(value) ? null : { words };

/** The end is after the beginning; told at its day. */
const afterBeginning =
  (words: string): Rule<string | null, TestFields> =>
  (_, values) => {
    const from = momentOf(values.from_day, values.from_time);
    const to = momentOf(values.to_day, values.to_time);
    return from !== null && to !== null && to <= from ? { words } : null;
  };

const figure = (max: number): Rule<number | null>[] => [required, minValue(1), maxValue(max)];

/** What the server found against publishing, as the record's facts keep it. */
function gapsIn(facts: { readonly [fact: string]: Json }) {
  const list = Array.isArray(facts.gaps) ? (facts.gaps as readonly Json[]) : [];
  return list.flatMap((one) => {
    const { what: said, number } = one as { what?: Json; number?: Json };
    const what = TEST_GAPS.find((known) => known === said);
    return what === undefined ? [] : [{ what, number: typeof number === 'number' ? number : null }];
  });
}

function Window({ actor }: { actor: PaneActor }) {
  const t = useText('testAuthors');
  const why = useId();
  const [empty] = useState(() => beginning(Date.now()));
  const { record, refusal, dirty, busy, turnedDown, allowed, writable, form } = usePaneForm<TestFields>(actor, {
    empty,
    rules: {
      duration: figure(TEST_LIMITS.duration),
      pass_percent: figure(TEST_LIMITS.percent),
      tries: figure(TEST_LIMITS.tries),
      from_day: required,
      from_time: timeOfDay(t('form.needTime')),
      to_day: afterBeginning(t('form.needLater')),
      to_time: timeOfEnd(t('form.needTime')),
    },
    names: { positions: 'position_ids', organizations: 'organization_ids', from_day: 'from', to_day: 'to' },
  });
  const { values } = form;
  const [asking, setAsking] = useState<'publish' | 'preview' | null>(null);

  const gaps = record === null ? [] : gapsIn(record.facts);
  const [gap] = gaps;
  const reason =
    !writable || record === null
      ? null
      : dirty
        ? t('form.saveFirst')
        : gap !== undefined
          ? t('form.missing', { what: gapWords(gap, t), count: gaps.length })
          : allowed.includes('record.publish')
            ? null
            : t('form.noRight');
  const title = t(record === null ? 'form.newTitle' : 'form.title');
  const close = () => actor.send({ type: 'pane.close' });
  return (
    <>
      <div className="scroll">
        <div className="authoring-window" data-testid="test-window">
          {record !== null && !writable && (
            <Notice tone="info" inset action={<Link href={testPath(record.id)}>{t('form.toList')}</Link>}>
              {t('form.readOnly')}
            </Notice>
          )}
          {turnedDown && refusal !== null && form.errorCount === 0 && (
            <RefusalNotice
              refusal={refusal}
              inset
              onRetry={() => actor.send({ type: 'deed.retry' })}
              onClose={() => actor.send({ type: 'deed.drop' })}
            />
          )}
          {form.otherErrors.length > 0 && <p className="field-help error">{form.otherErrors[0]}</p>}
          <Form form={form} label={title} className="authoring-form">
            <div>
              <TextField
                label={t('titleOf')}
                maxLength={TEST_LENGTHS.title}
                autoFocus={record === null}
                {...form.field('title')}
              />
              <AreaField
                label={t('form.description')}
                help={t('form.descriptionHelp')}
                optional
                rows={3}
                maxLength={TEST_LENGTHS.words}
                {...form.field('description')}
              />
              <div className="authoring-figures">
                <NumberField label={t('form.duration')} unit={t('form.minutesUnit')} {...form.field('duration')} />
                <NumberField label={t('form.percent')} unit="%" {...form.field('pass_percent')} />
                <NumberField label={t('form.tries')} {...form.field('tries')} />
              </div>
              <fieldset className="authoring-part">
                <legend>{t('audience')}</legend>
                <CheckField label={t('everyone')} {...form.field('everyone')} />
                {!values.everyone && (
                  <>
                    <ManyField
                      label={t('form.positions')}
                      help={t('form.audienceHelp')}
                      of={positions}
                      add={t('form.addPosition')}
                      {...form.field('positions')}
                    />
                    <ManyField
                      label={t('form.organizations')}
                      of={organizations}
                      add={t('form.addOrganization')}
                      {...form.field('organizations')}
                    />
                  </>
                )}
              </fieldset>
              <fieldset className="authoring-part">
                <legend>{t('period')}</legend>
                <div className="authoring-moment">
                  <DateField label={t('form.from_day')} {...form.field('from_day')} />
                  <TextField
                    label={t('form.from_time')}
                    maxLength={5}
                    inputMode="numeric"
                    placeholder="09:00"
                    {...form.field('from_time')}
                  />
                </div>
                <div className="authoring-moment">
                  <DateField label={t('form.to_day')} help={t('form.toHelp')} {...form.field('to_day')} />
                  {values.to_day !== null && (
                    <TextField
                      label={t('form.to_time')}
                      maxLength={5}
                      inputMode="numeric"
                      placeholder="18:00"
                      {...form.field('to_time')}
                    />
                  )}
                </div>
              </fieldset>
            </div>
            <QuestionsField
              value={values.questions}
              onChange={(questions) => form.set('questions', questions)}
              disabled={busy || !writable}
            />
          </Form>
        </div>
      </div>
      <div className="action-bar authoring-bar">
        {writable && (
          <SaveBar
            form={form}
            save={t(record === null ? 'form.create' : 'form.save')}
            onCancel={busy ? undefined : close}
            testId="test-save"
          />
        )}
        <span className="authoring-end">
          {reason !== null && <Reason id={why}>{reason}</Reason>}
          {record !== null && <StatusOf status={record.facts.status} />}
          <Button
            icon={<EyeOpenIcon size={14} />}
            text={t('deeds.preview')}
            disabled={values.questions.length === 0}
            onClick={() => setAsking('preview')}
            data-testid="test-preview-open"
          />
          {record !== null && writable && (
            <Button
              text={t('deeds.publish')}
              disabled={reason !== null || busy}
              aria-describedby={reason === null ? undefined : why}
              onClick={() => setAsking('publish')}
              data-testid="test-publish"
            />
          )}
        </span>
      </div>
      {asking === 'publish' && record !== null && (
        <Publishing id={record.id} onClose={() => setAsking(null)} onDone={close} />
      )}
      {asking === 'preview' && (
        <Preview
          title={values.title.trim() || t('untitled')}
          questions={values.questions.map(questionOf)}
          onClose={() => setAsking(null)}
        />
      )}
      <LeaveQuestion actor={actor} />
      <RecordConflict actor={actor} words={wordsOf(t)} name={title} />
    </>
  );
}

function StatusOf({ status: said }: { status: Json | undefined }) {
  const status = TEST_STATUSES.find((one) => one === said);
  return status === undefined ? null : <TestChip status={status} />;
}

/** What is published is what the server has. */
function Publishing({ id, ...rest }: { id: number; onClose: () => void; onDone: () => void }) {
  const one = useCall(testShow, { params: { id } }).data?.data;
  return one === undefined ? null : <DeedDialog deed="publish" test={one} {...rest} />;
}

const DAYS: ReadonlySet<string> = new Set(['from_day', 'to_day']);

const wordsOf = (t: Text): ValueWords => ({
  fields: {
    title: t('titleOf'),
    description: t('form.description'),
    duration: t('form.duration'),
    pass_percent: t('form.percent'),
    tries: t('form.tries'),
    everyone: t('everyone'),
    positions: t('form.positions'),
    organizations: t('form.organizations'),
    from_day: t('form.from_day'),
    from_time: t('form.from_time'),
    to_day: t('form.to_day'),
    to_time: t('form.to_time'),
    questions: t('form.questions'),
  },
  value(field, value) {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    return DAYS.has(field) && typeof value === 'string' ? formatDate(value) : undefined;
  },
});
