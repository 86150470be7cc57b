/**
 * The side pane of a directory: one record is read, changed, archived and brought back beside its list. A dated setting
 * is kept in it too: its revisions are planned and dropped.
 *
 * The same for every directory: what a record holds are fields of JSON, how it is sent is given by the page. What is
 * typed is not lost: another row, the cross and Esc ask first. Every deed carries the version that the person saw; when
 * somebody else was faster the person chooses field by field.
 *
 * For: who keeps directories. See docs/workflows/recordPane.md; the pattern P0 of directory records, decisions 43.
 */
import { and, assign, emit, fromPromise, not, setup } from 'xstate';
import { keyOfSending, type Refusal, refusalIn } from '../../contract/refusal.ts';
import { type Choices, clashesOf, type Fields, merged, type Side } from './merge.ts';

/** A record as the server last gave it. */
export interface RecordView {
  id: number;
  version: number;
  /** What this person may do now: `record.` and the deed; saving is `record.update`. */
  allowed: readonly string[];
  fields: Fields;
  /** What the pane shows and nobody writes: why it may not be archived, whether goods have moved. */
  facts: Fields;
}

/** What stands there after somebody else's step. */
export interface StandingRecord extends RecordView {
  by: string | null;
  at: string | null;
}

export type RecordDeed = 'save' | 'archive' | 'restore' | 'plan' | 'drop';
type Question = Exclude<RecordDeed, 'save'>;

/** A record of the list, or a new one. */
export type RecordPlace = { id: number } | 'new';

export interface RecordPaneContext {
  place: RecordPlace | null;
  /** Counts the openings: each begins with an empty desk, a new record after a new record too. */
  visit: number;
  record: RecordView | null;
  /** Something is typed that is not saved. */
  dirty: boolean;
  /** What was sent last: the form begins with it after a conflict. */
  draft: Fields | null;
  deed: RecordDeed;
  /** Idempotency key of what is being sent: the same on a repetition, another one for another attempt. */
  key: string;
  refusal: Refusal<StandingRecord> | null;
  choices: Choices;
  /** Where the person wants to go while something is not saved; null: nowhere, the pane is closed. */
  next: RecordPlace | null;
}

export type RecordPaneEvent =
  | { type: 'pane.open'; place: RecordPlace }
  | { type: 'pane.close' }
  | { type: 'record.read'; record: RecordView }
  | { type: 'draft.touch'; dirty: boolean }
  | { type: 'record.save'; fields: Fields; key: string }
  | { type: 'deed.ask'; deed: Question }
  | { type: 'deed.confirm'; key: string }
  | { type: 'deed.drop' }
  | { type: 'deed.retry' }
  | { type: 'field.choose'; field: string; side: Side }
  | { type: 'conflict.save'; key: string }
  | { type: 'conflict.takeTheirs' }
  | { type: 'leave.stay' }
  | { type: 'leave.drop' };

export type RecordPaneEmitted =
  | { type: 'record.changed'; deed: RecordDeed; created: boolean; record: RecordView }
  /** Somebody else's step was left standing: what the list shows is old. */
  | { type: 'theirs.taken'; record: RecordView };

export interface RecordDeedInput {
  deed: RecordDeed;
  /** None for a new record. */
  id: number | null;
  version: number;
  fields: Fields;
  key: string;
}

const recordIn = (event: unknown): RecordView => (event as { output: RecordView }).output;

const refused = (event: unknown) => refusalIn<StandingRecord>(event);

/** Mine, theirs and what was there before; null outside a conflict. */
export function sidesOf({ record, draft, refusal }: RecordPaneContext) {
  const theirs = refusal?.current?.fields;
  return theirs === undefined || record === null ? null : { seen: record.fields, mine: draft ?? record.fields, theirs };
}

/** Fields that wait for a choice. */
export function openClashes(context: RecordPaneContext): string[] {
  const sides = sidesOf(context);
  return sides === null ? [] : clashesOf(sides).filter((field) => context.choices[field] === undefined);
}

/** The next record begins with nothing of the one before. */
const CLEAN = { dirty: false, draft: null, refusal: null, choices: {}, next: null } as const;

export const recordPaneMachine = setup({
  types: {
    context: {} as RecordPaneContext,
    events: {} as RecordPaneEvent,
    emitted: {} as RecordPaneEmitted,
    tags: {} as 'paneOpen' | 'busy',
    meta: {} as { requirement: string },
  },
  actors: {
    perform: fromPromise<RecordView, RecordDeedInput>(() => {
      throw new Error('recordPane: actor perform is not provided');
    }),
  },
  guards: {
    isDirty: ({ context }) => context.dirty,
    asksNew: ({ event }) => event.type === 'pane.open' && event.place === 'new',
    nextIsNew: ({ context }) => context.next === 'new',
    nextIsRecord: ({ context }) => context.next !== null,
    mayDo: ({ context, event }) =>
      event.type === 'deed.ask' && (context.record?.allowed.includes(`record.${event.deed}`) ?? false),
    wasAsked: ({ context }) => context.deed !== 'save',
    isStale: ({ event }) => refused(event).kind === 'stale',
    isRefused: ({ event }) => refused(event).kind === 'refused',
    everyFieldChosen: ({ context }) => openClashes(context).length === 0,
  },
  actions: {
    takePlace: assign(({ context, event }) =>
      event.type === 'pane.open' ? { ...CLEAN, place: event.place, record: null, visit: context.visit + 1 } : {},
    ),
    takeNext: assign(({ event }) => ({ next: event.type === 'pane.open' ? event.place : null })),
    goNext: assign(({ context }) => ({ ...CLEAN, place: context.next, record: null, visit: context.visit + 1 })),
    forgetRecord: assign({ ...CLEAN, place: null, record: null }),
    takeRecord: assign(({ event }) => (event.type === 'record.read' ? { record: event.record } : {})),
    takeTouch: assign(({ context, event }) => ({ dirty: event.type === 'draft.touch' ? event.dirty : context.dirty })),
    takeFields: assign(({ context, event }) => {
      if (event.type !== 'record.save') return {};
      const before = context.deed === 'save' ? context.draft : null;
      return {
        deed: 'save' as const,
        draft: event.fields,
        key: keyOfSending(context, before, event.fields, event.key),
        refusal: null,
      };
    }),
    takeQuestion: assign(({ event }) => (event.type === 'deed.ask' ? { deed: event.deed, refusal: null } : {})),
    takeKey: assign(({ event }) => (event.type === 'deed.confirm' ? { key: event.key } : {})),
    dropRefusal: assign({ refusal: null }),
    takeRefusal: assign({ refusal: ({ event }) => refused(event), choices: {} }),
    takeChoice: assign(({ context, event }) =>
      event.type === 'field.choose' ? { choices: { ...context.choices, [event.field]: event.side } } : {},
    ),
    takeMerged: assign(({ context, event }) => {
      const sides = sidesOf(context);
      const theirs = context.refusal?.current;
      if (event.type !== 'conflict.save' || sides === null || !theirs) return {};
      const { by: _, at: __, ...record } = theirs;
      return {
        record,
        draft: context.deed === 'save' ? merged(sides, context.choices) : null,
        key: event.key,
        refusal: null,
        choices: {},
      };
    }),
    takeTheirs: assign(({ context }) => {
      const theirs = context.refusal?.current;
      if (!theirs) return {};
      const { by: _, at: __, ...record } = theirs;
      return { ...CLEAN, record };
    }),
    takeAnswer: assign(({ event }) => {
      const record = recordIn(event);
      return { ...CLEAN, record, place: { id: record.id } };
    }),
    tellChanged: emit(({ context, event }) => ({
      type: 'record.changed' as const,
      deed: context.deed,
      created: context.place === 'new',
      record: recordIn(event),
    })),
    tellTheirsTaken: emit(({ context }) => ({
      type: 'theirs.taken' as const,
      record: context.record ?? { id: 0, version: 0, allowed: [], fields: {}, facts: {} },
    })),
  },
}).createMachine({
  id: 'recordPane',
  description: 'The side pane in which one record of a directory is read and changed.',
  context: {
    place: null,
    visit: 0,
    record: null,
    deed: 'save',
    key: '',
    ...CLEAN,
  },
  initial: 'closed',
  states: {
    closed: {
      description: 'No record is open; the list has the whole width.',
      meta: { requirement: 'directory' },
      on: {
        'pane.open': [
          { guard: 'asksNew', target: 'shown.editing', actions: 'takePlace' },
          { target: 'shown.reading', actions: 'takePlace' },
        ],
      },
    },
    shown: {
      description: 'A record stands beside the list.',
      tags: ['paneOpen'],
      initial: 'reading',
      on: {
        'pane.open': [
          { guard: 'isDirty', target: 'leaving', actions: 'takeNext' },
          { guard: 'asksNew', target: '.editing', actions: 'takePlace' },
          { target: '.reading', actions: 'takePlace' },
        ],
        'pane.close': [
          { guard: 'isDirty', target: 'leaving', actions: 'takeNext' },
          { target: 'closed', actions: 'forgetRecord' },
        ],
      },
      states: {
        reading: {
          description: 'The record is on its way from the server.',
          meta: { requirement: 'directory' },
          on: { 'record.read': { target: 'editing', actions: 'takeRecord' } },
        },
        editing: {
          description: 'The person reads the record or writes in it.',
          initial: 'writing',
          on: {
            'draft.touch': { actions: 'takeTouch' },
            'record.save': { target: '#recordPane.sending', actions: 'takeFields' },
            'deed.ask': {
              guard: and(['mayDo', not('isDirty')]),
              target: '#recordPane.asking',
              actions: 'takeQuestion',
            },
          },
          states: {
            writing: {
              description: 'Nothing stands against what is written.',
              meta: { requirement: 'directory' },
              // Somebody else's change is shown at once while nothing is typed; else it waits for the save.
              on: { 'record.read': { guard: not('isDirty'), actions: 'takeRecord' } },
            },
            refused: {
              description: 'The server refused the last deed and said why; what is written stays.',
              meta: { requirement: 'decision-30' },
              on: { 'deed.drop': { target: 'writing', actions: 'dropRefusal' } },
            },
            failed: {
              description: 'The last deed did not reach the server; the same one may be sent again.',
              meta: { requirement: 'decision-43' },
              on: {
                'deed.retry': {
                  description: 'What is written is sent by saving it again, as it stands now.',
                  guard: 'wasAsked',
                  target: '#recordPane.sending',
                },
                'deed.drop': { target: 'writing', actions: 'dropRefusal' },
              },
            },
          },
        },
      },
    },
    asking: {
      description: 'A dialog asks before the record is archived or brought back, a revision planned or dropped.',
      tags: ['paneOpen'],
      meta: { requirement: 'directory' },
      on: {
        'deed.confirm': { target: 'sending', actions: 'takeKey' },
        'deed.drop': 'shown.editing',
      },
    },
    sending: {
      description: 'The deed is on its way to the server.',
      tags: ['paneOpen', 'busy'],
      meta: { requirement: 'directory' },
      invoke: {
        id: 'perform',
        src: 'perform',
        input: ({ context: { deed, record, draft, key } }) => ({
          deed,
          id: record?.id ?? null,
          version: record?.version ?? 0,
          fields: draft ?? record?.fields ?? {},
          key,
        }),
        onDone: { target: 'shown.editing', actions: ['tellChanged', 'takeAnswer'] },
        onError: [
          { guard: 'isStale', target: 'conflicted', actions: 'takeRefusal' },
          { guard: 'isRefused', target: 'shown.editing.refused', actions: 'takeRefusal' },
          { target: 'shown.editing.failed', actions: 'takeRefusal' },
        ],
      },
    },
    conflicted: {
      description: 'Somebody else saved meanwhile; the person chooses field by field whose words stand.',
      tags: ['paneOpen'],
      meta: { requirement: 'decision-43' },
      on: {
        'field.choose': { actions: 'takeChoice' },
        'conflict.save': { guard: 'everyFieldChosen', target: 'sending', actions: 'takeMerged' },
        'conflict.takeTheirs': { target: 'shown.editing', actions: ['takeTheirs', 'tellTheirsTaken'] },
      },
    },
    leaving: {
      description: 'What is typed is not saved: the person is asked before it is left.',
      tags: ['paneOpen'],
      meta: { requirement: 'directory' },
      on: {
        'leave.stay': 'shown.editing',
        'leave.drop': [
          { guard: 'nextIsNew', target: 'shown.editing', actions: 'goNext' },
          { guard: 'nextIsRecord', target: 'shown.reading', actions: 'goNext' },
          { target: 'closed', actions: 'forgetRecord' },
        ],
      },
    },
  },
});
