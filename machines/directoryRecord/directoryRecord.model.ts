import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import {
  type DirectoryRecordContext,
  type DirectoryRecordEvent,
  directoryRecordMachine,
} from './directoryRecord.machine.ts';

const one = (name: string, type: DirectoryRecordEvent['type']): EventCase => ({ name, event: { type } });

const FREE = { name: 'a free record' };

export const directoryRecordModel: WorkflowModel = {
  machine: directoryRecordMachine,
  // the other one differs in what is refused: no step of a person
  browser: { beginnings: [FREE] },
  beginnings: [FREE, { name: 'a record in use', input: { inUse: true } }],
  cases: [
    one('is changed', 'record.update'),
    one('is archived', 'record.archive'),
    one('comes back', 'record.restore'),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const { inUse } = snapshot.context as DirectoryRecordContext;
    return `${String(snapshot.value)}${inUse ? ' in use' : ''}`;
  },
};
