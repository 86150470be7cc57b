/** A test as the fields of its window, and its calls. */

import type { TestBody } from '../../../contract/bodies.ts';
import type { QuestionType } from '../../../contract/staffTests.ts';
import {
  ACCEPTED_MAX,
  type AuthoredTest,
  testCreate,
  testHistory,
  testUpdate,
  type WrittenQuestion,
} from '../../../contract/testAuthors.ts';
import type { RecordCommandInput, RecordView } from '../../../machines/recordPane/recordPane.machine.ts';
import { request } from '../../api/client.ts';
import { formatTime, tashkentDay } from '../../format/dates.ts';
import { momentOf } from '../../format/moments.ts';
import type { Chosen } from '../../ui/form/ManyField.tsx';
import { lastStep, paneMachine } from '../../ui/record/useRecordPane.ts';

export type OptionFields = { key: number; title: string; is_correct: boolean };

/** A question while it is written: what its other kinds had stays until it is saved. */
export type QuestionFields = {
  /** Identifies it while they are moved. */
  key: number;
  type: QuestionType;
  title: string;
  /** What is accepted, one a line. */
  accepted: string;
  options: readonly OptionFields[];
};

export type TestFields = {
  title: string;
  description: string;
  duration: number | null;
  pass_percent: number | null;
  tries: number | null;
  everyone: boolean;
  positions: readonly Chosen[];
  organizations: readonly Chosen[];
  from_day: string | null;
  /** `09:30` */
  from_time: string;
  /** None: the test has no end. */
  to_day: string | null;
  to_time: string;
  questions: readonly QuestionFields[];
};

const END_OF_DAY = '23:59';

/** A new one begins now and has no end; nobody is chosen yet. */
export const initialFields = (now: number): TestFields => ({
  title: '',
  description: '',
  duration: 15,
  pass_percent: 70,
  tries: 2,
  everyone: false,
  positions: [],
  organizations: [],
  from_day: tashkentDay(now),
  from_time: formatTime(now),
  to_day: null,
  to_time: END_OF_DAY,
  questions: [],
});

export const nextKey = (list: readonly { key: number }[]): number => Math.max(0, ...list.map(({ key }) => key)) + 1;

const chosen = ({ id, name }: { id: number; name: string }): Chosen => ({ id, title: name });

const questionFields = ({ accepted, options, ...rest }: WrittenQuestion, at: number): QuestionFields => ({
  ...rest,
  key: at + 1,
  accepted: accepted.join('\n'),
  options: options.map((option, place) => ({ key: place + 1, ...option })),
});

const fieldsOf = (one: AuthoredTest): TestFields => ({
  title: one.title,
  description: one.description,
  duration: one.duration,
  pass_percent: one.pass_percent,
  tries: one.tries,
  everyone: one.everyone,
  positions: one.positions.map(chosen),
  organizations: one.organizations.map(chosen),
  from_day: tashkentDay(one.from),
  from_time: formatTime(one.from),
  to_day: one.to === null ? null : tashkentDay(one.to),
  to_time: one.to === null ? END_OF_DAY : formatTime(one.to),
  questions: one.questions.map(questionFields),
});

/** What the window may do is decided by the record's own events: `record.update`, `record.publish`. */
export const viewOf = (one: AuthoredTest): RecordView => ({
  id: one.id,
  version: one.version,
  allowed: one.allowed_events.map((event) => event.replace('test.', 'record.')),
  fields: fieldsOf(one),
  facts: { status: one.status, gaps: one.gaps.map(({ what, number }) => ({ what, number })) },
});

/** The question as it is sent: what its kind does not have stays behind. */
export const questionOf = ({ type, title, accepted, options }: QuestionFields): WrittenQuestion => ({
  type,
  title: title.trim(),
  accepted: type === 'text' ? accepted.split('\n').flatMap((line) => line.trim() || []) : [],
  options: type === 'text' ? [] : options.map((one) => ({ title: one.title.trim(), is_correct: one.is_correct })),
});

/** More words than a question accepts: none of them is dropped unseen. */
export const hasTooMany = (question: QuestionFields): boolean => questionOf(question).accepted.length > ACCEPTED_MAX;

const iso = (day: string | null, time: string) => new Date(momentOf(day, time) ?? 0).toISOString();

function bodyOf(fields: TestFields): TestBody {
  const { title, description, duration, pass_percent, tries, everyone, questions } = fields;
  const ids = (list: readonly Chosen[]) => (everyone ? [] : list.map(({ id }) => id));
  return {
    title,
    description,
    // the form's rules let no empty figure through
    duration: duration ?? 0,
    pass_percent: pass_percent ?? 0,
    tries: tries ?? 0,
    everyone,
    position_ids: ids(fields.positions),
    organization_ids: ids(fields.organizations),
    from: iso(fields.from_day, fields.from_time),
    to: fields.to_day === null ? null : iso(fields.to_day, fields.to_time),
    questions: questions.map(questionOf),
  };
}

function send({ id, version, fields, key }: RecordCommandInput): Promise<{ data: AuthoredTest }> {
  const body = bodyOf(fields as TestFields);
  if (id === null) return request(testCreate, { body, key });
  return request(testUpdate, { params: { id }, body, ifMatch: version, key });
}

export const writing = {
  machine: paneMachine(
    async (input) => viewOf((await send(input)).data),
    async (error) => {
      const current = error.body?.current as AuthoredTest;
      return { ...viewOf(current), ...(await lastStep(request(testHistory, { params: { id: current.id } }))) };
    },
  ),
};
