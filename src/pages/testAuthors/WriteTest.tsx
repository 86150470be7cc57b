/** The window in which one test is written: a new one, or the draft of the address. */
import { Button } from '@blueprintjs/core';
import { EyeOpenIcon } from '@blueprintjs/icons';
import { useState } from 'react';
import {
  ACCEPTED_MAX,
  TEST_GAPS,
  TEST_LENGTHS,
  TEST_LIMITS,
  TEST_STATUSES,
  testShow,
} from '../../../contract/testAuthors.ts';
import type { Json } from '../../../machines/recordPane/merge.ts';
import { useCall } from '../../api/queries.ts';
import { useAddress } from '../../app/address.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { AreaField, NumberField, TextField } from '../../ui/form/fields.tsx';
import { maxValue, minValue, type Rule, required } from '../../ui/form/rules.ts';
import { Reason } from '../../ui/Notice.tsx';
import { usePaneForm } from '../../ui/record/usePaneForm.ts';
import { FRESH, type PaneActor, useRecordPane } from '../../ui/record/useRecordPane.ts';
import type { ValueWords } from '../../ui/record/words.ts';
import { AudiencePart, PeriodPart } from '../../ui/writing/fields.tsx';
import { afterStart, timeOfDay, timeOfEnd } from '../../ui/writing/rules.ts';
import { periodNames, ReadDraft, useWriting, valueWords, WritingWindow } from '../../ui/writing/WritingWindow.tsx';
import { CommandDialog } from './Actions.tsx';
import { organizations, positions } from './choices.ts';
import { Preview } from './Preview.tsx';
import { testPath } from './paths.ts';
import { QuestionsField } from './QuestionsField.tsx';
import { TestChip } from './TestChip.tsx';
import { gapWords } from './words.ts';
import { hasTooMany, initialFields, questionOf, type TestFields, viewOf, writing } from './writing.ts';

/** @param id null: a new one. */
export function WriteTest({ id }: { id: number | null }) {
  const t = useText('testAuthors');
  const [, setAddress] = useAddress();
  const actor = useRecordPane(writing);
  usePageTitle(t(id === null ? 'form.newTitle' : 'form.title'));
  const isOpen = useWriting(actor, {
    id,
    onCreated: (created) => setAddress({ write: created }),
    onLeft: () => setAddress({ write: null, row: id }, { push: true }),
  });
  if (!isOpen) return null;
  return id === null ? <Window actor={actor} /> : <Draft actor={actor} id={id} />;
}

function Draft({ actor, id }: { actor: PaneActor; id: number }) {
  const t = useText('testAuthors');
  const read = useCall(testShow, { params: { id } }, FRESH);
  return (
    <ReadDraft actor={actor} read={read} viewOf={viewOf} failed={t('pane.failed')}>
      <Window actor={actor} />
    </ReadDraft>
  );
}

const figure = (max: number): Rule<number | null>[] => [required, minValue(1), maxValue(max)];

const tooManyAccepted =
  (t: Text): Rule<TestFields['questions']> =>
  (questions) => {
    const at = questions.findIndex(hasTooMany);
    return at < 0 ? null : { words: t('form.tooManyOf', { number: at + 1, max: ACCEPTED_MAX }) };
  };

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
  const [empty] = useState(() => initialFields(Date.now()));
  const pane = usePaneForm<TestFields>(actor, {
    form: 'test',
    empty,
    rules: {
      duration: figure(TEST_LIMITS.duration),
      pass_percent: figure(TEST_LIMITS.percent),
      tries: figure(TEST_LIMITS.tries),
      from_day: required,
      from_time: timeOfDay(t('form.needTime')),
      to_day: afterStart(t('form.needLater')),
      to_time: timeOfEnd(t('form.needTime')),
      questions: tooManyAccepted(t),
    },
    names: { positions: 'position_ids', organizations: 'organization_ids', from_day: 'from', to_day: 'to' },
  });
  const { record, dirty, busy, allowed, writable, form } = pane;
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
  return (
    <>
      <WritingWindow
        actor={actor}
        pane={pane}
        t={t}
        title={t(record === null ? 'form.newTitle' : 'form.title')}
        listPath={testPath}
        reason={reason}
        words={wordsOf(t)}
        testId="test"
        className="authoring-form"
        end={(why) => (
          <>
            {record !== null && <StatusOf status={record.facts.status} />}
            <Button
              icon={<EyeOpenIcon size={14} />}
              text={t('actions.preview')}
              disabled={values.questions.length === 0}
              onClick={() => setAsking('preview')}
              data-testid="test-preview-open"
            />
            {record !== null && writable && (
              <Button
                text={t('actions.publish')}
                disabled={reason !== null || busy}
                aria-describedby={why}
                onClick={() => setAsking('publish')}
                data-testid="test-publish"
              />
            )}
          </>
        )}
      >
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
          <AudiencePart
            t={t}
            legend={t('audience')}
            everybody={t('everyone')}
            everyone={form.field('everyone')}
            positions={form.field('positions')}
            organizations={form.field('organizations')}
            of={{ positions, organizations }}
          />
          <PeriodPart
            t={t}
            legend={t('period')}
            from={{ day: form.field('from_day'), time: form.field('from_time') }}
            to={{ day: form.field('to_day'), time: form.field('to_time') }}
            toHelp={t('form.toHelp')}
          />
        </div>
        <QuestionsField
          value={values.questions}
          onChange={(questions) => form.set('questions', questions)}
          disabled={busy || !writable}
        />
        {form.errors.questions !== undefined && <Reason>{form.errors.questions}</Reason>}
      </WritingWindow>
      {asking === 'publish' && record !== null && (
        <Publishing id={record.id} onClose={() => setAsking(null)} onDone={() => actor.send({ type: 'pane.close' })} />
      )}
      {asking === 'preview' && (
        <Preview
          title={values.title.trim() || t('untitled')}
          questions={values.questions.map(questionOf)}
          onClose={() => setAsking(null)}
        />
      )}
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
  return one === undefined ? null : <CommandDialog command="publish" test={one} {...rest} />;
}

const wordsOf = (t: Text): ValueWords => ({
  fields: {
    title: t('titleOf'),
    description: t('form.description'),
    duration: t('form.duration'),
    pass_percent: t('form.percent'),
    tries: t('form.tries'),
    everyone: t('everyone'),
    ...periodNames(t),
    questions: t('form.questions'),
  },
  value: valueWords(t),
});
