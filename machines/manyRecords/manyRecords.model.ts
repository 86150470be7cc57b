import type { AnyEventObject } from 'xstate';
import { type Refusal, RefusedError } from '../../contract/refusal.ts';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type ManyContext, type ManyEvent, type ManyItem, manyRecordsMachine } from './manyRecords.machine.ts';

const item = (id: number): ManyItem => ({ id, version: 3, title: `Bank ${id}`, key: `key-${id}` });
export const TWO = [item(1), item(2)];

export const REFUSAL: Refusal = {
  kind: 'refused',
  message: 'Hisoblari bor',
  code: 'in_use',
  requestId: 'r-1',
  errors: {},
  lines: [],
  current: null,
};

const one = (name: string, event: ManyEvent): EventCase => ({ name, event });
const caused = (name: string, event: AnyEventObject): EventCase => ({ name, event });

export const manyRecordsModel: WorkflowModel = {
  machine: manyRecordsMachine,
  cases: [
    one('archives two records', { type: 'many.begin', command: { type: 'archive' }, items: TWO }),
    caused('one is archived', { type: 'xstate.done.actor.perform', output: { version: 4, before: null } }),
    caused('one is refused', { type: 'xstate.error.actor.perform', error: new RefusedError(REFUSAL) }),
    caused('no answer comes', { type: 'xstate.error.actor.perform', error: new TypeError('network') }),
    one('leaves the rest', { type: 'many.stop' }),
    one('tries the rest again', { type: 'many.retry', items: [item(2)] }),
    one('takes it back', { type: 'many.undo' }),
    caused('one is taken back', { type: 'xstate.done.actor.revert', output: undefined }),
    caused('one was changed meanwhile', { type: 'xstate.error.actor.revert', error: new RefusedError(REFUSAL) }),
    one('closes the result', { type: 'many.close' }),
  ],
  within(snapshot, { type }) {
    const { waiting, done, failed } = snapshot.context as ManyContext;
    // nothing is left to leave; what did not fail is not tried again
    if (type === 'many.stop') return waiting.length > 1;
    if (type === 'many.retry') return failed.length + waiting.length === 1 && done.length < 2;
    const id = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type)?.[1];
    return id === undefined || snapshot._nodes.some((node) => node.invoke.some((invoked) => invoked.id === id));
  },
  serialize({ value, context }) {
    const { waiting, done, failed, undone } = context as ManyContext;
    return JSON.stringify([value, waiting.length, done.length, failed.length, undone]);
  },
};
