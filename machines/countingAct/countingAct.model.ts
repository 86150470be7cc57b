import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import {
  COUNTING_ACT_SYSTEM_EVENTS,
  type CountingActContext,
  type CountingActEvent,
  countingActMachine,
  NOTHING_TO_DECIDE,
} from './countingAct.machine.ts';

const one = (name: string, event: CountingActEvent): EventCase => ({ name, event });
const settled = { facts: NOTHING_TO_DECIDE };

/** Two counters are enough for every guard; more only multiply the same states. */
const MOST_COUNTERS = 2;

export const countingActModel: WorkflowModel = {
  machine: countingActMachine,
  raised: COUNTING_ACT_SYSTEM_EVENTS,
  cases: [
    one('loads residues', { type: 'residues.load' }),
    one('changes the comment', { type: 'act.update', organizationChanged: false }),
    one('changes the organization', { type: 'act.update', organizationChanged: true }),
    one('limits it to categories', { type: 'act.limit' }),
    one('adds a counter', { type: 'counter.add' }),
    one('renames a counter', { type: 'counter.rename' }),
    one('removes a counter', { type: 'counter.remove' }),
    one('a counter starts', { type: 'counter.start' }),
    one('a counter submits', { type: 'counter.submit', ...settled }),
    one('a counter submits and disagrees', {
      type: 'counter.submit',
      facts: { ...NOTHING_TO_DECIDE, disagreements: 1 },
    }),
    one('a counter submits after a sale', { type: 'counter.submit', facts: { ...NOTHING_TO_DECIDE, moved: 1 } }),
    one('a counter submits a serial of another branch', {
      type: 'counter.submit',
      facts: { ...NOTHING_TO_DECIDE, elsewhere: 1 },
    }),
    one('releases a counter', { type: 'counter.release', ...settled }),
    one('counts a product by hand', { type: 'product.countManually', ...settled }),
    one('counts a product by hand after a sale', {
      type: 'product.countManually',
      facts: { ...NOTHING_TO_DECIDE, moved: 1 },
    }),
    one('keeps a moved figure', { type: 'moved.resolve', ...settled }),
    one('completes', { type: 'act.complete' }),
    one('forms', { type: 'act.form' }),
    one('cancels', { type: 'act.cancel' }),
    one('uploads the file', { type: 'file.upload' }),
    one('comments', { type: 'comment.add' }),
    one('edits a comment', { type: 'comment.edit' }),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const { assigned, counting, submitted, disagreements, moved, elsewhere } = snapshot.context as CountingActContext;
    const questions = `${disagreements}${moved}${elsewhere}`;
    return `${String(snapshot.value)} ${assigned}-${counting}-${submitted} ${questions}`;
  },
  within(snapshot, event) {
    const { assigned, counting, submitted, disagreements, moved, elsewhere } = snapshot.context as CountingActContext;
    const sent = event as CountingActEvent;
    if (sent.type === 'counter.add') return assigned + counting + submitted < MOST_COUNTERS;
    // Nobody disagrees alone, and with a list that was handed in only about what is on it.
    if (sent.type === 'counter.submit' && sent.facts.disagreements > 0 && counting < 2) return false;
    // One question at a time: facts only change as the event really changes them.
    if (sent.type === 'counter.submit' || sent.type === 'counter.release')
      return disagreements + moved + elsewhere === 0;
    if (sent.type === 'product.countManually') return sent.facts.moved === moved;
    if (sent.type === 'moved.resolve') return disagreements + elsewhere === 0;
    return true;
  },
};
