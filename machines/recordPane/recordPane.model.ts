import type { AnyMachineSnapshot } from 'xstate';
import { type Refusal, RefusedError } from '../../contract/refusal.ts';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import {
  openClashes,
  type RecordCommand,
  type RecordPaneContext,
  type RecordPaneEvent,
  type RecordView,
  recordPaneMachine,
  type ServerVersion,
} from './recordPane.machine.ts';

const one = (name: string, event: RecordPaneEvent): EventCase => ({ name, event });

const ALIVE = ['record.update', 'record.archive'];

/** The record of the paths: what the person sees, what somebody else makes of it, what the person writes. */
export const MODEL_RECORD: RecordView = {
  id: 1,
  version: 1,
  allowed: ALIVE,
  fields: { name: 'Asosiy', note: '' },
  facts: {},
};
const changed: RecordView = { ...MODEL_RECORD, version: 2 };
const archived: RecordView = { ...MODEL_RECORD, version: 3, allowed: ['record.restore'] };
const newer: ServerVersion = {
  ...MODEL_RECORD,
  version: 4,
  fields: { name: 'Katta', note: '' },
  by: 'Gulnora Hamidova',
  at: '2026-11-21T05:49:00Z',
};
const FIELDS = { name: 'Bosh', note: '' };

const rejected = (name: string, kind: Refusal['kind'], current: ServerVersion | null = null): EventCase => ({
  name,
  event: {
    type: 'xstate.error.actor.perform',
    error: new RefusedError<ServerVersion>({
      kind,
      message: kind,
      code: kind,
      requestId: 'r-1',
      errors: {},
      lines: [],
      current,
    }),
  },
});

const answered = (name: string, output: RecordView): EventCase => ({
  name,
  event: { type: 'xstate.done.actor.perform', output },
});

/** What the server answers to each action. */
const ANSWERS: Partial<Record<RecordCommand, RecordView>> = { save: changed, archive: archived, restore: changed };

export const recordPaneModel: WorkflowModel = {
  machine: recordPaneMachine,
  pageEvents: ['record.read'],
  cases: [
    one('opens a record', { type: 'pane.open', place: { id: 1 } }),
    one('begins a new record', { type: 'pane.open', place: 'new' }),
    one('closes the pane', { type: 'pane.close' }),
    one('the record is read', { type: 'record.read', record: MODEL_RECORD }),
    one('types', { type: 'draft.touch', dirty: true }),
    one('takes back what was typed', { type: 'draft.touch', dirty: false }),
    one('saves', { type: 'record.save', fields: FIELDS, key: 'k-1' }),
    one('is asked about archiving', { type: 'command.ask', command: 'archive' }),
    one('is asked about bringing back', { type: 'command.ask', command: 'restore' }),
    one('confirms', { type: 'command.confirm', key: 'k-2' }),
    one('lets it be', { type: 'command.drop' }),
    one('sends it again', { type: 'command.retry' }),
    one('chooses the own words', { type: 'field.choose', field: 'name', side: 'mine' }),
    one('chooses their words', { type: 'field.choose', field: 'name', side: 'theirs' }),
    one('saves the choice', { type: 'conflict.save', key: 'k-3' }),
    one('takes theirs whole', { type: 'conflict.takeTheirs' }),
    one('stays', { type: 'leave.stay' }),
    one('leaves it', { type: 'leave.drop' }),
    answered('the record is saved', changed),
    answered('the record is archived', archived),
    rejected('somebody was faster', 'stale', newer),
    rejected('the server refuses', 'refused'),
    rejected('the server is not reached', 'failed'),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const context = snapshot.context as RecordPaneContext;
    const { place, next, command, record } = context;
    const where = (one: RecordPaneContext['place']) => (one === null ? '-' : one === 'new' ? 'new' : 'record');
    const sending =
      snapshot.hasTag('busy') || snapshot.hasTag('refused') || ['asking', 'conflicted'].includes(snapshot.value)
        ? command
        : '';
    return [
      JSON.stringify(snapshot.value),
      where(place),
      where(next),
      sending,
      record?.allowed.join() ?? '',
      record?.version === newer.version ? 'theirs' : '',
      openClashes(context).join(),
    ].join(' ');
  },
  within(snapshot, event) {
    const written = snapshot.matches({ shown: { editing: 'touched' } });
    const { place, command, record, refusal } = snapshot.context as RecordPaneContext;
    const sent = event as RecordPaneEvent;
    const isNew = place === 'new';
    const alive = isNew || (record?.allowed.includes('record.update') ?? false);
    if (event.type.startsWith('xstate.')) {
      if (!snapshot.hasTag('busy')) return false;
      // Each action is answered with what it leads to; a new record has nobody else, a choice is answered once.
      if (event.type.startsWith('xstate.done')) return ANSWERS[command] === event.output;
      const stale = (event.error as RefusedError).refusal.kind === 'stale';
      return !stale || (record !== null && record.version < newer.version);
    }
    // A new record has nothing to be read, and what is typed is typed once.
    if (sent.type === 'record.read') return !isNew;
    if (sent.type === 'draft.touch') return alive && sent.dirty !== written;
    // The form is there while the record is alive; what nobody typed is not saved.
    if (sent.type === 'record.save') return alive && written;
    if (sent.type === 'field.choose') return refusal !== null && command === 'save';
    return true;
  },
};
