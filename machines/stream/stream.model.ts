import type { AnyEventObject } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type StreamContext, type StreamEvent, streamMachine } from './stream.machine.ts';

const one = (name: string, event: StreamEvent): EventCase => ({ name, event });
const caused = (name: string, event: AnyEventObject): EventCase => ({ name, event });

export const SPREAD = 0.5;

export const streamModel: WorkflowModel = {
  machine: streamMachine,
  beginnings: [{ name: '', input: { spread: SPREAD } }],
  pageEvents: [
    'turn.came',
    'stream.opened',
    'stream.nudged',
    'stream.lost',
    'stream.refused',
    'tab.nudged',
    'network.lost',
    'network.back',
  ],
  cases: [
    one('has the turn', { type: 'turn.came' }),
    one('sees the stream open', { type: 'stream.opened' }),
    one('learns of a notice', { type: 'stream.nudged', topic: 'notices' }),
    one('learns of an announcement', { type: 'stream.nudged', topic: 'announcements' }),
    one('loses the stream', { type: 'stream.lost' }),
    one('is refused', { type: 'stream.refused' }),
    one('learns of a notice from another tab', { type: 'tab.nudged', topic: 'notices' }),
    one('loses the network', { type: 'network.lost' }),
    one('has the network again', { type: 'network.back' }),
    caused('waits', { type: 'xstate.after.pause.stream.waiting' }),
  ],
  /** Twice is enough: the third pause is like the second. */
  within: (snapshot, { type }) =>
    snapshot.status === 'active' && (type !== 'stream.lost' || (snapshot.context as StreamContext).failures < 2),
  serialize: ({ value, context }) => `${JSON.stringify(value)} ${(context as StreamContext).failures} failures`,
};
