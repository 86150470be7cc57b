/** An announcement as the fields of its window, and its calls. */
import {
  type Announcement,
  announcementCreate,
  announcementHistory,
  announcementUpdate,
} from '../../../contract/announcements.ts';
import type { AnnouncementBody } from '../../../contract/bodies.ts';
import type { RecordCommandInput, RecordView } from '../../../machines/recordPane/recordPane.machine.ts';
import { request } from '../../api/client.ts';
import { formatTime, tashkentDay } from '../../format/dates.ts';
import { momentOf } from '../../format/moments.ts';
import type { Chosen } from '../../ui/form/ManyField.tsx';
import { lastStep, paneMachine } from '../../ui/record/useRecordPane.ts';

export type WrittenFields = {
  title_uz: string;
  title_ru: string;
  body_uz: string;
  body_ru: string;
  everyone: boolean;
  positions: readonly Chosen[];
  organizations: readonly Chosen[];
  from_day: string | null;
  /** `09:30` */
  from_time: string;
  to_day: string | null;
  to_time: string;
  must_confirm: boolean;
};

const WEEK = 7 * 24 * 60 * 60_000;

/** A new one is for everybody, from now for a week. */
export const initialFields = (now: number): WrittenFields => ({
  title_uz: '',
  title_ru: '',
  body_uz: '',
  body_ru: '',
  everyone: true,
  positions: [],
  organizations: [],
  from_day: tashkentDay(now),
  from_time: formatTime(now),
  to_day: tashkentDay(now + WEEK),
  to_time: '23:59',
  must_confirm: false,
});

const chosen = ({ id, name }: { id: number; name: string }): Chosen => ({ id, title: name });

const fieldsOf = (one: Announcement): WrittenFields => ({
  title_uz: one.title_uz,
  title_ru: one.title_ru,
  body_uz: one.body_uz,
  body_ru: one.body_ru,
  everyone: one.everyone,
  positions: one.positions.map(chosen),
  organizations: one.organizations.map(chosen),
  from_day: tashkentDay(one.from),
  from_time: formatTime(one.from),
  to_day: tashkentDay(one.to),
  to_time: formatTime(one.to),
  must_confirm: one.must_confirm,
});

/** What the window may do is decided by the record's own events: `record.update`, `record.publish`. */
export const viewOf = (one: Announcement): RecordView => ({
  id: one.id,
  version: one.version,
  allowed: one.allowed_events.map((event) => event.replace('announcement.', 'record.')),
  fields: fieldsOf(one),
  facts: { status: one.status, gaps: one.gaps },
});

const iso = (day: string | null, time: string) => new Date(momentOf(day, time) ?? 0).toISOString();

const bodyOf = (fields: WrittenFields): AnnouncementBody => {
  const { positions, organizations, from_day, from_time, to_day, to_time, ...rest } = fields;
  const ids = (list: readonly Chosen[]) => (fields.everyone ? [] : list.map(({ id }) => id));
  return {
    ...rest,
    position_ids: ids(positions),
    organization_ids: ids(organizations),
    from: iso(from_day, from_time),
    to: iso(to_day, to_time),
  };
};

function send({ id, version, fields, key }: RecordCommandInput): Promise<{ data: Announcement }> {
  const body = bodyOf(fields as WrittenFields);
  if (id === null) return request(announcementCreate, { body, key });
  return request(announcementUpdate, { params: { id }, body, ifMatch: version, key });
}

export const writing = {
  machine: paneMachine(
    async (input) => viewOf((await send(input)).data),
    async (error) => {
      const current = error.body?.current as Announcement;
      return { ...viewOf(current), ...(await lastStep(request(announcementHistory, { params: { id: current.id } }))) };
    },
  ),
};
