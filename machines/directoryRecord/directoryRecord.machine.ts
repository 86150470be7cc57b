/**
 * A record of a directory: a supplier, a warehouse, whatever documents name. It is never deleted once used: it is
 * archived, no new document may name it, and it may come back.
 *
 * A lifecycle: no actors, no timers. The server runs it for every change of every directory, one line in the log each;
 * whether a record is in use is a fact that it finds in the database.
 *
 * For: who keeps directories. See docs/workflows/directoryRecord.md; the pattern P0 of directory records.
 */
import { not, setup } from 'xstate';

export interface DirectoryRecordContext {
  /** In use so that it cannot be archived: a warehouse with stock, a partner whose debt is open. */
  inUse: boolean;
}

export type DirectoryRecordEvent = { type: 'record.update' } | { type: 'record.archive' } | { type: 'record.restore' };

export const directoryRecordMachine = setup({
  types: {
    context: {} as DirectoryRecordContext,
    events: {} as DirectoryRecordEvent,
    input: {} as Partial<DirectoryRecordContext> | undefined,
    meta: {} as { look: string; requirement: string },
  },
  guards: {
    inUse: ({ context }) => context.inUse,
  },
  actions: {
    /** The event is taken and leaves its line in the log; nothing the guards read changes. */
    record: () => {},
  },
}).createMachine({
  id: 'directoryRecord',
  description: 'A record of a directory.',
  context: ({ input }) => ({ inUse: false, ...input }),
  initial: 'active',
  states: {
    active: {
      description: 'The record may be named by new documents and changed.',
      meta: { look: 'done', requirement: 'directory' },
      on: {
        'record.update': { actions: 'record' },
        'record.archive': { guard: not('inUse'), target: 'archived' },
      },
    },
    archived: {
      description: 'No new document names the record; what named it before still does.',
      meta: { look: 'off', requirement: 'directory' },
      on: { 'record.restore': 'active' },
    },
  },
});

export const RECORD_STATES = ['active', 'archived'] as const;
export type RecordState = (typeof RECORD_STATES)[number];
