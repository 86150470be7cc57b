/** An entry of the black list in the side pane: as fields, and its calls. */
import {
  type BlackListEntry,
  blackListApprove,
  blackListCreate,
  blackListHistory,
  blackListReasons,
  blackListSend,
  blackListUpdate,
  blackListWithdraw,
} from '../../../contract/blackList.ts';
import type { BlackListBody } from '../../../contract/bodies.ts';
import { verbOf } from '../../../contract/directory/chart.ts';
import { plainNumber } from '../../../contract/persons.ts';
import type { RecordCommandInput, RecordView } from '../../../machines/recordPane/recordPane.machine.ts';
import { request } from '../../api/client.ts';
import { useCall } from '../../api/queries.ts';
import { tashkentDay } from '../../format/dates.ts';
import type { Chosen } from '../../ui/form/ManyField.tsx';
import { WHOLE, wholeSource } from '../../ui/form/wholeSource.ts';
import { manyMachine } from '../../ui/list/many/many.ts';
import { lastStep, paneMachine } from '../../ui/record/useRecordPane.ts';

export type EntryFields = {
  fullname: string;
  pinfl: string;
  /** With commas between them. */
  documents: string;
  reason: Chosen | null;
  comment: string;
  from: string | null;
  to: string | null;
};

const useReasons = (enabled: boolean) => useCall(blackListReasons, {}, { ...WHOLE, enabled });

export const reasons = wholeSource(useReasons, ({ data }) => data);

/** A new one holds from today. */
export const emptyEntry = (now: number): EntryFields => ({
  ...{ fullname: '', pinfl: '', documents: '', reason: null, comment: '' },
  from: tashkentDay(now),
  to: null,
});

export const documentsIn = (written: string): string[] =>
  written
    .split(/[,;]/)
    .map(plainNumber)
    .filter((one) => one !== '');

export const entryView = (one: BlackListEntry): RecordView => ({
  id: one.id,
  version: one.version,
  allowed: one.allowed_events.map((event) => event.replace('request.', 'record.')),
  fields: {
    fullname: one.fullname,
    pinfl: one.pinfl ?? '',
    documents: one.documents.join(', '),
    reason: one.reason,
    comment: one.comment ?? '',
    from: one.from,
    to: one.to,
  },
  facts: {},
});

const bodyOf = ({ fullname, pinfl, documents, reason, comment, from, to }: EntryFields): BlackListBody => ({
  fullname: fullname.trim(),
  pinfl: plainNumber(pinfl) || null,
  documents: documentsIn(documents),
  reason_id: reason?.id ?? null,
  comment: comment.trim() || null,
  from: from ?? '',
  to,
});

function send({ id, version, fields, key }: RecordCommandInput): Promise<{ data: BlackListEntry }> {
  const body = bodyOf(fields as EntryFields);
  if (id === null) return request(blackListCreate, { body, key });
  return request(blackListUpdate, { params: { id }, body, ifMatch: version, key });
}

export const entryPane = {
  machine: paneMachine(
    async (input) => entryView((await send(input)).data),
    async (error) => {
      const current = error.body?.current as BlackListEntry;
      return { ...entryView(current), ...(await lastStep(request(blackListHistory, { params: { id: current.id } }))) };
    },
  ),
};

/** Steps that ask for nothing: they may be taken of many entries at once. */
export const PLAIN_STEPS = { send: blackListSend, withdraw: blackListWithdraw, approve: blackListApprove } as const;
export type PlainStep = keyof typeof PLAIN_STEPS;

export const manyEntries = manyMachine(async (command, { id, version, key }) => {
  if (command.type !== 'step') throw new Error(`black list: nothing to ${command.type}`);
  const call = PLAIN_STEPS[verbOf(command.event) as PlainStep];
  return { version: (await request(call, { params: { id }, ifMatch: version, key })).data.version, before: null };
});
