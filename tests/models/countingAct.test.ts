import { describe, expect, it } from 'vitest';
import { type AnyMachineSnapshot, transition } from 'xstate';
import {
  type CountingActContext,
  type CountingActEvent,
  type CountingActState,
  countingActMachine,
  NO_COUNTERS,
  NOTHING_TO_DECIDE,
  whatCompletingWaitsFor,
} from '../../machines/countingAct/countingAct.machine.ts';
import { countingActModel } from '../../machines/countingAct/countingAct.model.ts';
import { countingActOracle } from '../oracle/countingAct.ts';
import { accepts, expectLogged, Live, runModelLayer, type World } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

const facts = NOTHING_TO_DECIDE;
const counters = (snapshot: AnyMachineSnapshot) => snapshot.context as CountingActContext;
const questions = ({ disagreements, moved, elsewhere }: CountingActContext) => disagreements + moved + elsewhere;

function noNegativeFact(snapshot: AnyMachineSnapshot): void {
  for (const [name, value] of Object.entries(counters(snapshot))) expect(value, name).toBeGreaterThanOrEqual(0);
}

const LOGGED = ['comment.add', 'comment.edit', 'act.update', 'act.limit', 'counter.rename', 'file.upload'];
/** Residues that are loaded again are a line of the log, too: checked below. */
const logs = (snapshot: AnyMachineSnapshot, world: World) => {
  if (world.event?.type !== 'residues.load') expectLogged(snapshot, world, LOGGED);
};

const open = ['act.update', 'act.cancel', 'counter.add', 'act.limit'];
function refuses(snapshot: AnyMachineSnapshot, types: readonly string[]): void {
  for (const type of types) expect(accepts(snapshot, { type, organizationChanged: false, facts }), type).toBe(false);
}

runOracleLayer(countingActMachine, countingActOracle);

runModelLayer('countingAct', countingActModel, {
  states: {
    created(snapshot, world) {
      logs(snapshot, world);
      noNegativeFact(snapshot);
      expect(snapshot.hasTag('countersMayJoin')).toBe(true);
      expect(accepts(snapshot, { type: 'act.update', organizationChanged: true })).toBe(true);
      expect(accepts(snapshot, { type: 'act.limit' })).toBe(true);
      // nobody counts before the stock is taken down
      refuses(snapshot, ['counter.start', 'product.countManually', 'act.complete', 'act.form', 'file.upload']);
    },
    residues_loaded(snapshot, world) {
      logs(snapshot, world);
      noNegativeFact(snapshot);
      expect(accepts(snapshot, { type: 'residues.load' })).toBe(true);
      expect(accepts(snapshot, { type: 'act.update', organizationChanged: true })).toBe(false);
      expect(accepts(snapshot, { type: 'counter.start' })).toBe(counters(snapshot).assigned > 0);
      refuses(snapshot, ['act.limit', 'product.countManually', 'act.complete', 'act.form', 'file.upload']);
    },
    counting(snapshot, world) {
      logs(snapshot, world);
      noNegativeFact(snapshot);
      const { assigned, counting } = counters(snapshot);
      expect(assigned + counting).toBeGreaterThan(0);
      expect(snapshot.hasTag('live')).toBe(true);
      expect(accepts(snapshot, { type: 'counter.submit', facts })).toBe(counting > 0);
      expect(accepts(snapshot, { type: 'counter.remove' })).toBe(assigned > 0);
      refuses(snapshot, [
        'act.limit',
        'residues.load',
        'act.complete',
        'act.form',
        'file.upload',
        'counters.allSubmitted',
      ]);
    },
    counted(snapshot, world) {
      logs(snapshot, world);
      const context = counters(snapshot);
      expect(context.assigned + context.counting).toBe(0);
      expect(context.submitted).toBeGreaterThan(0);
      expect(accepts(snapshot, { type: 'act.complete' })).toBe(questions(context) === 0);
      refuses(snapshot, ['act.limit', 'counter.add', 'counter.start', 'residues.load', 'act.form', 'file.upload']);
    },
    completed(snapshot, world) {
      logs(snapshot, world);
      expect(questions(counters(snapshot))).toBe(0);
      expect(accepts(snapshot, { type: 'act.form' })).toBe(true);
      expect(accepts(snapshot, { type: 'file.upload' })).toBe(true);
      refuses(snapshot, [...open, 'product.countManually', 'moved.resolve', 'act.complete']);
    },
    formed(snapshot, world) {
      logs(snapshot, world);
      expect(accepts(snapshot, { type: 'file.upload' })).toBe(true);
      expect(accepts(snapshot, { type: 'comment.add' })).toBe(true);
      refuses(snapshot, [...open, 'act.form', 'product.countManually', 'residues.load']);
    },
    cancelled(snapshot, world) {
      logs(snapshot, world);
      expect(snapshot.hasTag('open')).toBe(false);
      expect(accepts(snapshot, { type: 'comment.add' })).toBe(true);
      refuses(snapshot, [...open, 'residues.load', 'act.form', 'file.upload', 'act.complete']);
    },
  },
});

it('takes residues down again, as often as they are asked for', async () => {
  const live = new Live(countingActMachine, undefined, {});
  for (const effects of [[], ['record'], ['record']]) {
    await live.cause({ type: 'residues.load' });
    expect(live.snapshot.value).toBe('residues_loaded');
    expect(live.world.effects).toEqual(effects);
  }
  live.stop();
});

it('takes the facts that a decision by hand leaves', async () => {
  const live = new Live(countingActMachine, { counting: 1, disagreements: 3 }, {});
  await live.cause({ type: 'residues.load' });
  await live.cause({ type: 'counter.add' });
  await live.cause({ type: 'counter.start' });
  for (const disagreements of [2, 1]) {
    await live.cause({ type: 'product.countManually', facts: { ...facts, disagreements } });
    expect(counters(live.snapshot).disagreements).toBe(disagreements);
  }
  live.stop();
});

/** The layer reads the next state from the machine; here the figures are written by hand. */
describe('facts', () => {
  type Counts = readonly [assigned: number, counting: number, submitted: number];
  const contextOf = ([assigned, counting, submitted]: Counts, more: Partial<CountingActContext> = {}) => ({
    ...NO_COUNTERS,
    assigned,
    counting,
    submitted,
    ...more,
  });
  const snapshotOf = (value: CountingActState, context: CountingActContext) =>
    countingActMachine.resolveState({ value, context });

  const sale = { ...NOTHING_TO_DECIDE, moved: 2 };
  it.each<[CountingActState, Counts, CountingActEvent, CountingActState, Counts]>([
    ['created', [0, 0, 0], { type: 'counter.add' }, 'created', [1, 0, 0]],
    ['created', [3, 0, 0], { type: 'counter.add' }, 'created', [4, 0, 0]],
    ['created', [3, 0, 0], { type: 'counter.remove' }, 'created', [2, 0, 0]],
    ['residues_loaded', [1, 0, 0], { type: 'counter.add' }, 'residues_loaded', [2, 0, 0]],
    ['residues_loaded', [1, 0, 0], { type: 'counter.remove' }, 'residues_loaded', [0, 0, 0]],
    ['residues_loaded', [2, 0, 0], { type: 'counter.start' }, 'counting', [1, 1, 0]],
    ['counting', [1, 1, 0], { type: 'counter.add' }, 'counting', [2, 1, 0]],
    ['counting', [2, 1, 0], { type: 'counter.rename' }, 'counting', [2, 1, 0]],
    ['counting', [2, 1, 0], { type: 'counter.remove' }, 'counting', [1, 1, 0]],
    ['counting', [2, 1, 1], { type: 'counter.start' }, 'counting', [1, 2, 1]],
    // not the last list: somebody still counts, or has not begun
    ['counting', [0, 2, 0], { type: 'counter.submit', facts }, 'counting', [0, 1, 1]],
    ['counting', [1, 1, 0], { type: 'counter.submit', facts }, 'counting', [1, 0, 1]],
    ['counting', [1, 1, 1], { type: 'counter.release', facts }, 'counting', [1, 0, 2]],
    ['counting', [2, 0, 1], { type: 'counter.remove' }, 'counting', [1, 0, 1]],
    // the last one
    ['counting', [0, 1, 0], { type: 'counter.submit', facts }, 'counted', [0, 0, 1]],
    ['counting', [0, 1, 3], { type: 'counter.release', facts: sale }, 'counted', [0, 0, 4]],
    ['counting', [1, 0, 1], { type: 'counter.remove' }, 'counted', [0, 0, 1]],
    // nobody is left, and nobody has submitted
    ['counting', [1, 1, 0], { type: 'counter.remove' }, 'counting', [0, 1, 0]],
  ])('%s %j, %o: %s %j', (state, counts, event, after, counted) => {
    const [next] = transition(countingActMachine, snapshotOf(state, contextOf(counts)), event);
    expect(next.value).toBe(after);
    expect(counters(next)).toEqual(contextOf(counted, 'facts' in event ? event.facts : {}));
  });

  it.each<[CountingActState, Partial<CountingActContext>, CountingActEvent, boolean]>([
    ['counting', { counting: 1, moved: 1 }, { type: 'moved.resolve', facts }, true],
    ['counting', { counting: 1 }, { type: 'moved.resolve', facts }, false],
    ['counting', { counting: 1, disagreements: 1, elsewhere: 1 }, { type: 'moved.resolve', facts }, false],
    ['counted', { submitted: 1, moved: 1 }, { type: 'moved.resolve', facts }, true],
    ['counted', { submitted: 1 }, { type: 'moved.resolve', facts }, false],
    ['counted', { submitted: 1, moved: 1 }, { type: 'act.complete' }, false],
    ['counted', { submitted: 1, disagreements: 1 }, { type: 'act.complete' }, false],
    ['counted', { submitted: 1, elsewhere: 1 }, { type: 'act.complete' }, false],
    ['counted', { submitted: 1 }, { type: 'act.complete' }, true],
    ['created', { assigned: 0 }, { type: 'counter.rename' }, false],
    ['created', { assigned: 0 }, { type: 'counter.remove' }, false],
    ['residues_loaded', { assigned: 0 }, { type: 'counter.start' }, false],
    ['counting', { counting: 1 }, { type: 'counter.start' }, false],
    ['counting', { assigned: 1, submitted: 1 }, { type: 'counter.submit', facts }, false],
    ['counting', { assigned: 1, submitted: 1 }, { type: 'counter.release', facts }, false],
    // the last list raises it; it is refused while one is missing
    ['counting', { assigned: 1, submitted: 1 }, { type: 'counters.allSubmitted' }, false],
    ['counting', { counting: 1, submitted: 1 }, { type: 'counters.allSubmitted' }, false],
    ['counting', {}, { type: 'counters.allSubmitted' }, false],
    ['counting', { submitted: 1 }, { type: 'counters.allSubmitted' }, true],
  ])('%s with %j takes %o: %s', (state, facts, event, taken) => {
    expect(accepts(snapshotOf(state, { ...NO_COUNTERS, ...facts }), event)).toBe(taken);
  });
});

describe('completing an act', () => {
  const waitsFor = (facts: Partial<CountingActContext>) => whatCompletingWaitsFor({ ...NO_COUNTERS, ...facts });

  it.each([
    ['a list that nobody began', { assigned: 1 }, { unsubmitted: 1 }],
    ['a list that is being counted', { counting: 1 }, { unsubmitted: 1 }],
    ['both', { assigned: 2, counting: 1 }, { unsubmitted: 3 }],
    ['a disagreement', { disagreements: 1 }, { disagreements: 1 }],
    ['goods that moved', { moved: 1 }, { moved: 1 }],
    ['serial numbers that stand elsewhere', { elsewhere: 1 }, { elsewhere: 1 }],
  ])('waits for %s', (_, facts, waits) => {
    expect(waitsFor(facts)).toEqual(waits);
  });

  it('waits for nothing once all is submitted and settled', () => {
    expect(waitsFor({ submitted: 2 })).toEqual({});
  });
});
