import type { AnyEventObject } from 'xstate';
import type { Reminder } from '../../contract/reminder.ts';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import {
  leftOf,
  type Reading,
  type ReminderContext,
  type ReminderEvent,
  testReminderMachine,
} from './testReminder.machine.ts';

const one = (name: string, event: ReminderEvent): EventCase => ({ name, event });
const caused = (name: string, event: AnyEventObject): EventCase => ({ name, event });

export const ATTEMPT = 7;
/** Zero by the server; this computer's clock is a day behind it. */
export const ZERO = Date.parse('2026-11-22T12:00:00.000Z');
export const DAY = 86_400_000;

const HOUR = 3_600_000;
export const OTHER = 8;

const reminder = (attemptId: number, left: number, firstTry: boolean): Reminder => ({
  attempt_id: attemptId,
  title: 'Kassa intizomi',
  remind_at: new Date(ZERO + left).toISOString(),
  first_try: firstTry,
});

/** What the server answers so long before zero. @param other a second test, whose zero comes an hour later. */
export const reading = (left: number, firstTry: boolean, other = false): Reading => ({
  reminders: [reminder(ATTEMPT, 0, firstTry), ...(other ? [reminder(OTHER, HOUR, false)] : [])],
  asked: [ATTEMPT],
  now: ZERO - left,
  at: ZERO - left - DAY,
});

const read = (name: string, output: Reading) => caused(name, { type: 'xstate.done.actor.read', output });
const failed = { status: 503, code: 'unavailable', message: 'Server band', requestId: '7f3a-91c2' };

export const testReminderModel: WorkflowModel = {
  machine: testReminderMachine,
  pageEvents: ['tests.read', 'answer.elsewhere', 'clock.ticked', 'clock.woke', 'turn.came', 'turn.gone'],
  cases: [
    read('learns of a test on the second try', reading(3_600_000, false)),
    read('learns of a test on the first try', reading(3_600_000, true)),
    read('learns that the second try is due', reading(0, false)),
    read('learns that the first try is due', reading(0, true)),
    read('learns that one is due and another comes later', reading(0, false, true)),
    read('learns that there is none', { reminders: [], asked: [ATTEMPT], now: ZERO, at: ZERO - DAY }),
    caused('learns nothing', { type: 'xstate.error.actor.read', error: failed }),
    caused('waits a minute', { type: 'xstate.after.readAgain.testReminder.unread' }),
    one('learns of hourly tests', { type: 'tests.read', attemptIds: [ATTEMPT] }),
    one('sees a second pass', { type: 'clock.ticked', at: ZERO - DAY - 1_000 }),
    one('sees the last second pass', { type: 'clock.ticked', at: ZERO - DAY }),
    one('comes back to the tab', { type: 'clock.woke' }),
    one('has the turn', { type: 'turn.came' }),
    one('looks at another tab', { type: 'turn.gone' }),
    one('goes to the test', { type: 'test.go' }),
    one('puts it off', { type: 'test.skip' }),
    caused('has it put off', { type: 'xstate.done.actor.skip', output: { message: 'Eslatma qoldirildi.' } }),
    caused('is refused', { type: 'xstate.error.actor.skip', error: failed }),
    one('answers in another tab', { type: 'answer.elsewhere', attemptIds: [ATTEMPT] }),
  ],
  within(snapshot, { type }) {
    if (snapshot.status !== 'active') return false;
    // who has answered elsewhere was asked there: here too the time was near
    if (type === 'answer.elsewhere' && !snapshot.matches({ due: 'waiting' })) return false;
    // in a minute it asks again anyway, and pages read less often
    if (type === 'tests.read' && snapshot.value === 'unread') return false;
    const id = /^xstate\.(?:done|error)\.actor\.(.+)$/.exec(type)?.[1];
    return id === undefined || snapshot._nodes.some((node) => node.invoke.some((invoked) => invoked.id === id));
  },
  serialize: ({ value, context }) => {
    const { reminders, failure } = context as ReminderContext;
    const left = leftOf(context as ReminderContext);
    return [
      JSON.stringify(value),
      left === null ? 'nothing counted' : left === 0 ? 'zero' : 'before zero',
      reminders[0]?.first_try === true ? 'first try' : '',
      reminders.length > 1 ? 'another one later' : '',
      failure === null ? '' : 'refused',
    ]
      .filter((part) => part !== '')
      .join(', ');
  },
};
