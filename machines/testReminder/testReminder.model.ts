import type { AnyEventObject } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type Reading, type ReminderEvent, testReminderMachine } from './testReminder.machine.ts';

const one = (name: string, event: ReminderEvent): EventCase => ({ name, event });
const caused = (name: string, event: AnyEventObject): EventCase => ({ name, event });

export const ATTEMPT = 7;
/** Zero by the server; this computer's clock is a day behind it. */
export const ZERO = Date.parse('2026-11-22T12:00:00.000Z');
export const DAY = 86_400_000;

/** What the server answers so long before zero. */
export const reading = (left: number, firstTry: boolean): Reading => ({
  reminder: {
    attempt_id: ATTEMPT,
    title: 'Kassa intizomi',
    remind_at: new Date(ZERO).toISOString(),
    first_try: firstTry,
  },
  now: ZERO - left,
  at: ZERO - left - DAY,
});

const read = (name: string, output: Reading) => caused(name, { type: 'xstate.done.actor.read', output });
const failed = { status: 503, code: 'unavailable', message: 'Server band', requestId: '7f3a-91c2' };

export const testReminderModel: WorkflowModel = {
  machine: testReminderMachine,
  beginnings: [{ name: '', input: { attemptId: ATTEMPT } }],
  cases: [
    read('learns of a test on the second try', reading(3_600_000, false)),
    read('learns of a test on the first try', reading(3_600_000, true)),
    read('learns that the second try is due', reading(0, false)),
    read('learns that the first try is due', reading(0, true)),
    read('learns that there is none', { reminder: null, now: ZERO, at: ZERO - DAY }),
    caused('learns nothing', { type: 'xstate.error.actor.read', error: failed }),
    caused('waits a minute', { type: 'xstate.after.readAgain.testReminder.unread' }),
    one('has another test found', { type: 'test.found', attemptId: ATTEMPT }),
    one('sees a second pass', { type: 'clock.ticked', at: ZERO - DAY - 1_000 }),
    one('sees the last second pass', { type: 'clock.ticked', at: ZERO - DAY }),
    one('comes back to the tab', { type: 'clock.woke' }),
    one('has the turn', { type: 'turn.came' }),
    one('looks at another tab', { type: 'turn.gone' }),
    one('goes to the test', { type: 'test.go' }),
    one('puts it off', { type: 'test.skip' }),
    caused('has it put off', { type: 'xstate.done.actor.skip', output: { message: 'Eslatma qoldirildi.' } }),
    caused('is refused', { type: 'xstate.error.actor.skip', error: failed }),
    one('answers in another tab', { type: 'answer.elsewhere' }),
  ],
  within(snapshot, { type }) {
    if (snapshot.status !== 'active') return false;
    // who has answered elsewhere was asked there: here too the time was near
    if (type === 'answer.elsewhere' && !snapshot.matches({ due: 'waiting' })) return false;
    const id = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type)?.[1];
    return id === undefined || snapshot._nodes.some((node) => node.invoke.some((invoked) => invoked.id === id));
  },
  serialize: ({ value, context }) =>
    [
      JSON.stringify(value),
      context.left === null ? 'nothing counted' : context.left === 0 ? 'zero' : 'before zero',
      context.reminder?.first_try === true ? 'first try' : '',
      context.failure === null ? '' : 'refused',
    ]
      .filter((part) => part !== '')
      .join(', '),
};
