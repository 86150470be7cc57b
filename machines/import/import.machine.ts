/**
 * A file of Excel that is read into a directory or a dated setting. Its rows are sent, checked against the database without writing anything,
 * and what was seen is written in one transaction, once; for seven days one action takes it back.
 *
 * A lifecycle: no actors, no timers. Faults, choices and versions are facts that the server finds.
 *
 * For: who keeps directories and settings. See docs/workflows/import.md; decision 93.
 */
import { assign, setup } from 'xstate';

export interface ImportContext {
  /** Every row of the file has come. */
  complete: boolean;
  /** Something would be written. */
  changes: boolean;
  /** No row has a fault. */
  clean: boolean;
  /** Of each value that was changed since the export it is said which one stays. */
  decided: boolean;
  /** Written less than seven days ago. */
  recent: boolean;
}

export type ImportEvent =
  | { type: 'import.add'; facts: ImportContext }
  | { type: 'import.check' }
  | { type: 'import.checked'; facts: ImportContext }
  | { type: 'import.choose'; facts: ImportContext }
  | { type: 'import.confirm'; withoutBad: boolean }
  | { type: 'import.written' }
  | { type: 'import.moved' }
  | { type: 'import.fail' }
  | { type: 'import.take_back' }
  | { type: 'import.stop' };

export const importMachine = setup({
  types: {
    context: {} as ImportContext,
    events: {} as ImportEvent,
    input: {} as Partial<ImportContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: {
    isComplete: ({ context }) => context.complete,
    isRecent: ({ context }) => context.recent,
    mayWrite: ({ context, event }) =>
      context.changes && context.decided && (context.clean || (event.type === 'import.confirm' && event.withoutBad)),
  },
  actions: {
    takeFacts: assign(({ event }) => ('facts' in event ? event.facts : {})),
    /** What the last check found is no longer known. */
    forget: assign({ changes: false, clean: true, decided: true }),
  },
}).createMachine({
  id: 'import',
  description: 'A file of Excel that is read into a directory.',
  context: ({ input }) => ({
    complete: false,
    changes: false,
    clean: true,
    decided: true,
    recent: true,
    ...input,
  }),
  initial: 'read',
  states: {
    read: {
      description: 'The file was read; its rows are coming.',
      meta: { look: 'new', requirement: 'decision-93' },
      on: {
        'import.add': { actions: 'takeFacts' },
        'import.check': { guard: 'isComplete', actions: 'forget', target: 'checking' },
        'import.stop': 'stopped',
      },
    },
    checking: {
      description: 'Rows are compared with the database; nothing is written.',
      meta: { look: 'work', requirement: 'decision-93' },
      on: {
        'import.checked': { actions: 'takeFacts', target: 'checked' },
        'import.stop': 'stopped',
      },
    },
    checked: {
      description: 'What would be written is shown, with every fault.',
      meta: { look: 'prepared', requirement: 'decision-93' },
      on: {
        'import.choose': { actions: 'takeFacts' },
        'import.check': { actions: 'forget', target: 'checking' },
        'import.confirm': { guard: 'mayWrite', target: 'writing' },
        'import.stop': 'stopped',
      },
    },
    writing: {
      description: 'What was seen is written in one transaction.',
      meta: { look: 'work', requirement: 'decision-93' },
      on: {
        'import.written': 'done',
        'import.moved': { actions: 'forget', target: 'checking' },
        'import.fail': 'failed',
      },
    },
    done: {
      description: 'It is written; for seven days it may be taken back.',
      meta: { look: 'done', requirement: 'decision-93' },
      on: { 'import.take_back': { guard: 'isRecent', target: 'taken_back' } },
    },
    taken_back: {
      description: 'Its rows are as they were before, but for those that somebody has changed since.',
      type: 'final',
      meta: { look: 'off', requirement: 'decision-93' },
    },
    stopped: {
      description: 'Given up before anything was written.',
      type: 'final',
      meta: { look: 'off', requirement: 'decision-93' },
    },
    failed: {
      description: 'A row was refused while it was being written; nothing is written.',
      meta: { look: 'bad', requirement: 'decision-93' },
      on: {
        'import.check': { actions: 'forget', target: 'checking' },
        'import.stop': 'stopped',
      },
    },
  },
});

export const IMPORT_STATES = [
  'read',
  'checking',
  'checked',
  'writing',
  'done',
  'taken_back',
  'stopped',
  'failed',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];
