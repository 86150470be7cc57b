/** The window in which one announcement is written and its audience picked: a new one, or the draft of the address. */
import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { ANNOUNCEMENT_GAPS, ANNOUNCEMENT_STATUSES, announcementShow } from '../../../contract/announcements.ts';
import type { Json } from '../../../machines/recordPane/merge.ts';
import { useCall } from '../../api/queries.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useAllows } from '../../app/session.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { Empty } from '../../ui/Empty.tsx';
import { AreaField, CheckField, TextField } from '../../ui/form/fields.tsx';
import { required } from '../../ui/form/rules.ts';
import { usePaneForm } from '../../ui/record/usePaneForm.ts';
import { FRESH, type PaneActor, useRecordPane } from '../../ui/record/useRecordPane.ts';
import type { ValueWords } from '../../ui/record/words.ts';
import { AudiencePart, PeriodPart } from '../../ui/writing/fields.tsx';
import { afterStart, timeOfDay } from '../../ui/writing/rules.ts';
import { periodNames, ReadDraft, useWriting, valueWords, WritingWindow } from '../../ui/writing/WritingWindow.tsx';
import { CommandDialog } from './Actions.tsx';
import { AnnouncementChip } from './AnnouncementChip.tsx';
import { organizations, positions } from './choices.ts';
import { missingWords } from './words.ts';
import { initialFields, viewOf, type WrittenFields, writing } from './writing.ts';
import { announcementPath } from './writingPath.ts';
import './announcements.css';

export default function CreateAdPage() {
  const [params] = useAddress();
  const mayWrite = useAllows('announcement.add');
  const id = numberIn(params, 'id');
  return id === null && !mayWrite ? <NoWriting /> : <Writing key={id ?? 'new'} id={id} />;
}

/** Said before anything is written, not after. */
function NoWriting() {
  const t = useText('announcements');
  usePageTitle(t('form.newTitle'));
  return (
    <Empty kind="noRight" title={t('form.newTitle')} text={t('form.noWriting')}>
      <Link href={pathOf('announcements')}>{t('form.all')}</Link>
    </Empty>
  );
}

function Writing({ id }: { id: number | null }) {
  const t = useText('announcements');
  const [, setAddress] = useAddress();
  const [, navigate] = useLocation();
  const actor = useRecordPane(writing);
  usePageTitle(t(id === null ? 'form.newTitle' : 'form.title'));
  const isOpen = useWriting(actor, {
    id,
    onCreated: (created) => setAddress({ id: created }),
    onLeft: () => navigate(id === null ? pathOf('announcements') : announcementPath(id)),
  });
  if (!isOpen) return null;
  return id === null ? <Window actor={actor} /> : <Draft actor={actor} id={id} />;
}

function Draft({ actor, id }: { actor: PaneActor; id: number }) {
  const t = useText('announcements');
  const read = useCall(announcementShow, { params: { id } }, FRESH);
  return (
    <ReadDraft actor={actor} read={read} viewOf={viewOf} failed={t('pane.failed')}>
      <Window actor={actor} />
    </ReadDraft>
  );
}

/** What the server found against publishing, as the record's facts keep it. */
function gapsIn({ gaps }: { readonly [fact: string]: Json }) {
  return Array.isArray(gaps) ? ANNOUNCEMENT_GAPS.filter((gap) => gaps.includes(gap)) : [];
}

function Window({ actor }: { actor: PaneActor }) {
  const t = useText('announcements');
  const [empty] = useState(() => initialFields(Date.now()));
  const pane = usePaneForm<WrittenFields>(actor, {
    form: 'announcement',
    empty,
    rules: {
      from_day: required,
      from_time: timeOfDay(t('form.needTime')),
      to_day: [required, afterStart(t('form.needLater'))],
      to_time: timeOfDay(t('form.needTime')),
    },
    names: { positions: 'position_ids', organizations: 'organization_ids', from_day: 'from', to_day: 'to' },
  });
  const { record, dirty, busy, allowed, writable, form } = pane;
  const [publishing, setPublishing] = useState(false);

  const gaps = record === null ? [] : gapsIn(record.facts);
  const reason =
    !writable || record === null
      ? null
      : dirty
        ? t('form.saveFirst')
        : gaps.length > 0
          ? missingWords(gaps, t)
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
        listPath={announcementPath}
        reason={reason}
        words={wordsOf(t)}
        testId="announcement"
        end={(why) =>
          record !== null && (
            <>
              <StatusOf record={record} />
              {writable && (
                <Button
                  text={t('actions.publish')}
                  disabled={reason !== null || busy}
                  aria-describedby={why}
                  onClick={() => setPublishing(true)}
                  data-testid="announcement-publish"
                />
              )}
            </>
          )
        }
      >
        <div className="announcements-two">
          {(['uz', 'ru'] as const).map((tongue) => (
            <fieldset key={tongue} lang={tongue} className="writing-part">
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
          <AudiencePart
            t={t}
            legend={t('audience')}
            everybody={t('form.everyone')}
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
          >
            <CheckField label={t('form.must')} help={t('form.mustHelp')} {...form.field('must_confirm')} />
          </PeriodPart>
        </div>
      </WritingWindow>
      {publishing && record !== null && (
        <Publishing
          id={record.id}
          onClose={() => setPublishing(false)}
          onDone={() => actor.send({ type: 'pane.close' })}
        />
      )}
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
  return one === undefined ? null : <CommandDialog command="publish" announcement={one} {...rest} />;
}

const wordsOf = (t: Text): ValueWords => ({
  fields: {
    title_uz: t('form.title_uz'),
    title_ru: t('form.title_ru'),
    body_uz: t('form.body_uz'),
    body_ru: t('form.body_ru'),
    everyone: t('form.everyone'),
    ...periodNames(t),
    must_confirm: t('form.must'),
  },
  value: valueWords(t),
});
