/**
 * The side pane of a directory: one record is read, changed, archived and brought back beside its list. A dated setting
 * is kept in it too: its revisions are planned and dropped.
 *
 * The same for every directory: what a record holds are fields of JSON, how it is sent is given by the page. What is
 * typed is not lost: another row, the cross and Esc ask first. Every action carries the version that the person saw; when
 * somebody else was faster the person chooses field by field.
 *
 * Not a child `command`: a conflict is merged field by field here, a command chooses between two whole sides.
 *
 * For: who keeps directories. See docs/workflows/recordPane.md; the pattern P0 of directory records, decisions 43.
 */
import { and, assign, emit, fromPromise, not, setup, stateIn } from 'xstate';
import { keyOfSending, type Refusal, refusalIn } from '../../contract/refusal.ts';
import { type Choices, clashesOf, type Fields, merged, type Side } from './merge.ts';

/** A record as the server last gave it. */
export interface RecordView {
  id: number;
  version: number;
  /** What this person may do now: `record.` and the action; saving is `record.update`. */
  allowed: readonly string[];
  fields: Fields;
  /** What the pane shows and nobody writes: why it may not be archived, whether goods have moved. */
  facts: Fields;
}

/** What is stored after somebody else's step. */
export interface ServerVersion extends RecordView {
  by: string | null;
  at: string | null;
}

/** `save`, or the verb of a step that the server allows: archive, restore, plan, drop, and those of a directory's own chart. */
export type RecordCommand = string;

/** A record of the list, or a new one. */
export type RecordPlace = { id: number } | 'new';

export interface RecordPaneContext {
  place: RecordPlace | null;
  /** Counts the openings: each begins with an empty desk, a new record after a new record too. */
  visit: number;
  record: RecordView | null;
  /** What was sent last: the form begins with it after a conflict. */
  draft: Fields | null;
  /** What the question of the step was answered with last: it begins with it when it is asked again. */
  answers: Fields | null;
  command: RecordCommand;
  /** Idempotency key of what is being sent: the same on a repetition, another one for another attempt. */
  key: string;
  refusal: Refusal<ServerVersion> | null;
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
  | { type: 'command.ask'; command: RecordCommand }
  | { type: 'command.confirm'; key: string; answers?: Fields }
  | { type: 'command.drop' }
  | { type: 'command.retry' }
  | { type: 'field.choose'; field: string; side: Side }
  | { type: 'conflict.save'; key: string }
  | { type: 'conflict.takeTheirs' }
  | { type: 'leave.stay' }
  | { type: 'leave.drop' };

export type RecordPaneEmitted = {
  type: 'record.changed';
  command: RecordCommand;
  created: boolean;
  record: RecordView;
};

export interface RecordCommandInput {
  command: RecordCommand;
  /** None for a new record. */
  id: number | null;
  version: number;
  fields: Fields;
  /** What the question asked for. */
  answers: Fields | null;
  key: string;
}

const recordIn = (event: unknown): RecordView => (event as { output: RecordView }).output;

const refused = (event: unknown) => refusalIn<ServerVersion>(event);

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
const CLEAN = { draft: null, answers: null, refusal: null, choices: {}, next: null } as const;

export const recordPaneMachine = setup({
  types: {
    context: {} as RecordPaneContext,
    events: {} as RecordPaneEvent,
    emitted: {} as RecordPaneEmitted,
    tags: {} as 'paneOpen' | 'busy' | 'refused',
    meta: {} as { requirement: string },
  },
  actors: {
    perform: fromPromise<RecordView, RecordCommandInput>(() => {
      throw new Error('recordPane: actor perform is not provided');
    }),
  },
  guards: {
    isWritten: stateIn({ shown: { editing: 'touched' } }),
    isTouched: ({ event }) => event.type === 'draft.touch' && event.dirty,
    asksNew: ({ event }) => event.type === 'pane.open' && event.place === 'new',
    nextIsNew: ({ context }) => context.next === 'new',
    nextIsRecord: ({ context }) => context.next !== null,
    mayDo: ({ context, event }) =>
      event.type === 'command.ask' &&
      event.command !== 'update' &&
      (context.record?.allowed.includes(`record.${event.command}`) ?? false),
    wasAsked: ({ context }) => context.command !== 'save',
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
    takeFields: assign(({ context, event }) => {
      if (event.type !== 'record.save') return {};
      const before = context.command === 'save' ? context.draft : null;
      return {
        command: 'save' as const,
        draft: event.fields,
        key: keyOfSending(context, before, event.fields, event.key),
        refusal: null,
      };
    }),
    /** Asked again after a refusal, the question has what was answered, and what the server found wrong with it. */
    takeQuestion: assign(({ context: { command, answers, refusal }, event }) => {
      if (event.type !== 'command.ask') return {};
      const again = event.command === command && answers !== null;
      return { command: event.command, answers: again ? answers : null, refusal: again ? refusal : null };
    }),
    takeAnswers: assign(({ event }) =>
      event.type === 'command.confirm' ? { key: event.key, answers: event.answers ?? null, refusal: null } : {},
    ),
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
        draft: context.command === 'save' ? merged(sides, context.choices) : null,
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
    notifyChanged: emit(({ context, event }) => ({
      type: 'record.changed' as const,
      command: context.command,
      created: context.place === 'new',
      record: recordIn(event),
    })),
  },
}).createMachine({
  id: 'recordPane',
  description: 'The side pane in which one record of a directory is read and changed.',
  context: {
    place: null,
    visit: 0,
    record: null,
    command: 'save',
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
      description: 'A record is beside the list.',
      tags: ['paneOpen'],
      initial: 'reading',
      on: {
        'pane.open': [
          { guard: 'isWritten', target: 'leaving', actions: 'takeNext' },
          { guard: 'asksNew', target: '.editing', actions: 'takePlace' },
          { target: '.reading', actions: 'takePlace' },
        ],
        'pane.close': [
          { guard: 'isWritten', target: 'leaving', actions: 'takeNext' },
          { target: 'closed', actions: 'forgetRecord' },
        ],
      },
      states: {
        reading: {
          description: 'The record is being loaded.',
          meta: { requirement: 'directory' },
          on: { 'record.read': { target: 'editing', actions: 'takeRecord' } },
        },
        editing: {
          description: 'The person reads the record or writes in it.',
          initial: 'untouched',
          on: {
            'record.save': { target: '#recordPane.sending', actions: 'takeFields' },
          },
          states: {
            untouched: {
              description: 'Nothing is typed: the record is as it was read.',
              initial: 'resting',
              on: {
                'draft.touch': { guard: 'isTouched', target: 'touched', actions: 'dropRefusal' },
                'command.ask': { guard: 'mayDo', target: '#recordPane.asking', actions: 'takeQuestion' },
              },
              states: {
                resting: {
                  description: 'Nothing speaks against it.',
                  meta: { requirement: 'directory' },
                  // Somebody else's change is shown at once; once something is typed it waits for the save.
                  on: { 'record.read': { actions: 'takeRecord' } },
                },
                refused: {
                  description: 'The server refused the command, with a reason.',
                  tags: ['refused'],
                  meta: { requirement: 'decision-30' },
                  on: { 'command.drop': { target: 'resting', actions: 'dropRefusal' } },
                },
                failed: {
                  description: 'What was asked about did not reach the server; the same may be sent again.',
                  tags: ['refused'],
                  meta: { requirement: 'decision-43' },
                  on: {
                    'command.retry': '#recordPane.sending',
                    'command.drop': { target: 'resting', actions: 'dropRefusal' },
                  },
                },
              },
            },
            touched: {
              description: 'Something is typed that is not saved.',
              initial: 'resting',
              on: {
                'draft.touch': { guard: not('isTouched'), target: 'untouched', actions: 'dropRefusal' },
              },
              states: {
                resting: {
                  description: 'Nothing speaks against what is written.',
                  meta: { requirement: 'directory' },
                },
                refused: {
                  description: 'The server refused the save, with a reason; the input is kept.',
                  tags: ['refused'],
                  meta: { requirement: 'decision-30' },
                  on: { 'command.drop': { target: 'resting', actions: 'dropRefusal' } },
                },
                failed: {
                  description: 'What was saved did not reach the server; saving again sends what is written now.',
                  tags: ['refused'],
                  meta: { requirement: 'decision-43' },
                  on: { 'command.drop': { target: 'resting', actions: 'dropRefusal' } },
                },
              },
            },
          },
        },
      },
    },
    asking: {
      description: 'A dialog asks before the step is taken, and for what belongs to it.',
      tags: ['paneOpen'],
      meta: { requirement: 'directory' },
      on: {
        'command.confirm': { target: 'sending', actions: 'takeAnswers' },
        'command.drop': 'shown.editing',
      },
    },
    sending: {
      description: 'The command is being sent to the server.',
      tags: ['paneOpen', 'busy'],
      meta: { requirement: 'directory' },
      invoke: {
        id: 'perform',
        src: 'perform',
        input: ({ context: { command, record, draft, answers, key } }) => ({
          command,
          id: record?.id ?? null,
          version: record?.version ?? 0,
          fields: draft ?? record?.fields ?? {},
          answers: command === 'save' ? null : answers,
          key,
        }),
        onDone: { target: 'shown.editing', actions: ['notifyChanged', 'takeAnswer'] },
        onError: [
          { guard: 'isStale', target: 'conflicted', actions: 'takeRefusal' },
          { guard: and(['isRefused', 'wasAsked']), target: 'shown.editing.untouched.refused', actions: 'takeRefusal' },
          { guard: 'isRefused', target: 'shown.editing.touched.refused', actions: 'takeRefusal' },
          { guard: 'wasAsked', target: 'shown.editing.untouched.failed', actions: 'takeRefusal' },
          { target: 'shown.editing.touched.failed', actions: 'takeRefusal' },
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
        'conflict.takeTheirs': { target: 'shown.editing', actions: 'takeTheirs' },
      },
    },
    leaving: {
      description: 'What is typed is not saved: the person is asked before it is left.',
      tags: ['paneOpen'],
      meta: { requirement: 'directory' },
      on: {
        'leave.stay': 'shown.editing.touched',
        'leave.drop': [
          { guard: 'nextIsNew', target: 'shown.editing', actions: 'goNext' },
          { guard: 'nextIsRecord', target: 'shown.reading', actions: 'goNext' },
          { target: 'closed', actions: 'forgetRecord' },
        ],
      },
    },
  },
});
