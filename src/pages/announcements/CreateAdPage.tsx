/** The window in which one announcement is written and its audience picked: a new one, or the draft of the address. */
import { Button } from '@blueprintjs/core';
import { useSelector } from '@xstate/react';
import { useEffect, useId, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ANNOUNCEMENT_STATUSES, announcementShow } from '../../../contract/announcements.ts';
import type { Json } from '../../../machines/recordPane/merge.ts';
import { useCall } from '../../api/queries.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { formatDate } from '../../format/dates.ts';
import { momentOf, TIME } from '../../format/moments.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { pageOf } from '../../routes/registry.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Form, SaveBar } from '../../ui/form/Form.tsx';
import { AreaField, CheckField, DateField, TextField } from '../../ui/form/fields.tsx';
import { ManyField } from '../../ui/form/ManyField.tsx';
import { type Rule, required } from '../../ui/form/rules.ts';
import { SkeletonRows } from '../../ui/loading.tsx';
import { Notice, Reason } from '../../ui/Notice.tsx';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { RecordConflict } from '../../ui/record/RecordConflict.tsx';
import { LeaveQuestion } from '../../ui/record/RecordPane.tsx';
import { usePaneForm, useReadRecord } from '../../ui/record/usePaneForm.ts';
import { FRESH, type PaneActor, useRecordPane } from '../../ui/record/useRecordPane.ts';
import type { ValueWords } from '../../ui/record/words.ts';
import { AnnouncementChip } from './AnnouncementChip.tsx';
import { organizations, positions } from './choices.ts';
import { DeedDialog } from './Deeds.tsx';
import { beginning, missingIn, viewOf, type WrittenFields, writing } from './writing.ts';
import { announcementPath } from './writingPath.ts';
import './announcements.css';

export default function CreateAdPage() {
  const [params] = useAddress();
  const id = numberIn(params, 'id');
  return <Writing key={id ?? 'new'} id={id} />;
}

function Writing({ id }: { id: number | null }) {
  const t = useText('announcements');
  const [, setAddress] = useAddress();
  const [, navigate] = useLocation();
  const actor = useRecordPane(writing);
  usePageTitle(t(id === null ? 'form.newTitle' : 'form.title'));
  useEffect(() => actor.send({ type: 'pane.open', place: id === null ? 'new' : { id } }), [actor, id]);
  useEffect(() => {
    const told = actor.on('record.changed', ({ created, record }) => {
      if (created) setAddress({ id: record.id });
    });
    return () => told.unsubscribe();
  }, [actor, setAddress]);
  const opened = useSelector(actor, ({ context }) => context.visit > 0);
  const closed = useSelector(actor, (snapshot) => snapshot.matches('closed'));
  const left = opened && closed;
  useEffect(() => {
    if (left) navigate(id === null ? pageOf('announcements').path : announcementPath(id));
  }, [left, id, navigate]);
  if (closed) return null;
  return id === null ? <Window actor={actor} /> : <Draft actor={actor} id={id} />;
}

/** A draft of the server: read first, and read again when the window is looked at. */
function Draft({ actor, id }: { actor: PaneActor; id: number }) {
  const t = useText('announcements');
  const read = useCall(announcementShow, { params: { id } }, FRESH);
  const row = read.data?.data;
  const reading = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'reading' }));
  useReadRecord(actor, row, viewOf);
  if (!reading) return <Window actor={actor} />;
  return (
    <div className="scroll">
      <div className="announcements-window">
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

/** The end is after the beginning; told at its day. */
const afterBeginning =
  (words: string): Rule<string | null, WrittenFields> =>
  (_, values) => {
    const from = momentOf(values.from_day, values.from_time);
    const to = momentOf(values.to_day, values.to_time);
    return from !== null && to !== null && to <= from ? { words } : null;
  };

function Window({ actor }: { actor: PaneActor }) {
  const t = useText('announcements');
  const why = useId();
  const [empty] = useState(() => beginning(Date.now()));
  const { record, refusal, dirty, busy, turnedDown, allowed, writable, form } = usePaneForm<WrittenFields>(actor, {
    empty,
    rules: {
      from_day: required,
      from_time: timeOfDay(t('form.needTime')),
      to_day: [required, afterBeginning(t('form.needLater'))],
      to_time: timeOfDay(t('form.needTime')),
    },
    names: { positions: 'position_ids', organizations: 'organization_ids', from_day: 'from', to_day: 'to' },
  });
  const { values } = form;
  const [publishing, setPublishing] = useState(false);

  const missing = missingIn(values);
  const reason =
    !writable || record === null
      ? null
      : missing.length > 0
        ? t('form.missing', { what: missing.map((one) => t(`form.need.${one}`)).join(', ') })
        : dirty
          ? t('form.saveFirst')
          : allowed.includes('record.publish')
            ? null
            : t('form.noRight');
  const title = t(record === null ? 'form.newTitle' : 'form.title');
  const close = () => actor.send({ type: 'pane.close' });
  return (
    <>
      <div className="scroll">
        <div className="announcements-window" data-testid="announcement-window">
          {record !== null && !writable && (
            <Notice tone="info" inset action={<Link href={announcementPath(record.id)}>{t('form.toList')}</Link>}>
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
          <Form form={form} label={title}>
            <div className="announcements-two">
              {(['uz', 'ru'] as const).map((tongue) => (
                <fieldset key={tongue} lang={tongue} className="announcements-part">
                  <legend>{t(`form.in.${tongue}`)}</legend>
                  <TextField
                    label={t(`form.title_${tongue}`)}
                    maxLength={200}
                    autoFocus={tongue === 'uz' && record === null}
                    {...form.field(`title_${tongue}`)}
                  />
                  <AreaField
                    label={t(`form.body_${tongue}`)}
                    rows={10}
                    maxLength={5000}
                    {...form.field(`body_${tongue}`)}
                  />
                </fieldset>
              ))}
            </div>
            <div className="announcements-two">
              <fieldset className="announcements-part">
                <legend>{t('audience')}</legend>
                <CheckField label={t('form.everyone')} {...form.field('everyone')} />
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
              <fieldset className="announcements-part">
                <legend>{t('period')}</legend>
                <div className="announcements-moment">
                  <DateField label={t('form.from_day')} {...form.field('from_day')} />
                  <TextField
                    label={t('form.from_time')}
                    maxLength={5}
                    inputMode="numeric"
                    placeholder="09:00"
                    {...form.field('from_time')}
                  />
                </div>
                <div className="announcements-moment">
                  <DateField label={t('form.to_day')} {...form.field('to_day')} />
                  <TextField
                    label={t('form.to_time')}
                    maxLength={5}
                    inputMode="numeric"
                    placeholder="18:00"
                    {...form.field('to_time')}
                  />
                </div>
                <CheckField label={t('form.must')} help={t('form.mustHelp')} {...form.field('must_confirm')} />
              </fieldset>
            </div>
          </Form>
        </div>
      </div>
      <div className="action-bar announcements-bar">
        {writable && (
          <SaveBar
            form={form}
            save={t(record === null ? 'form.create' : 'form.save')}
            onCancel={busy ? undefined : close}
            testId="announcement-save"
          />
        )}
        {record !== null && (
          <span className="announcements-end">
            {reason !== null && <Reason id={why}>{reason}</Reason>}
            <StatusOf record={record} />
            {writable && (
              <Button
                text={t('deeds.publish')}
                disabled={reason !== null || busy}
                aria-describedby={reason === null ? undefined : why}
                onClick={() => setPublishing(true)}
                data-testid="announcement-publish"
              />
            )}
          </span>
        )}
      </div>
      {publishing && record !== null && (
        <Publishing id={record.id} onClose={() => setPublishing(false)} onDone={close} />
      )}
      <LeaveQuestion actor={actor} />
      <RecordConflict actor={actor} words={wordsOf(t)} name={title} />
    </>
  );
}

function StatusOf({ record }: { record: { facts: { readonly [fact: string]: Json } } }) {
  const status = ANNOUNCEMENT_STATUSES.find((one) => one === record.facts.status);
  return status === undefined ? null : <AnnouncementChip status={status} />;
}

/** What is published is what the server has. */
function Publishing({ id, ...rest }: { id: number; onClose: () => void; onDone: () => void }) {
  const one = useCall(announcementShow, { params: { id } }).data?.data;
  return one === undefined ? null : <DeedDialog deed="publish" announcement={one} {...rest} />;
}

const DAYS: ReadonlySet<string> = new Set(['from_day', 'to_day']);

const wordsOf = (t: Text): ValueWords => ({
  fields: {
    title_uz: t('form.title_uz'),
    title_ru: t('form.title_ru'),
    body_uz: t('form.body_uz'),
    body_ru: t('form.body_ru'),
    everyone: t('form.everyone'),
    positions: t('form.positions'),
    organizations: t('form.organizations'),
    from_day: t('form.from_day'),
    from_time: t('form.from_time'),
    to_day: t('form.to_day'),
    to_time: t('form.to_time'),
    must_confirm: t('form.must'),
  },
  value(field, value) {
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no');
    return DAYS.has(field) && typeof value === 'string' ? formatDate(value) : undefined;
  },
});
