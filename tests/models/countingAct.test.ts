import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { type CountingActContext, NOTHING_TO_DECIDE } from '../../machines/countingAct/countingAct.machine.ts';
import { countingActModel } from '../../machines/countingAct/countingAct.model.ts';
import { accepts, runModelFloor } from './kit.ts';

const facts = NOTHING_TO_DECIDE;
const counters = (snapshot: AnyMachineSnapshot) => snapshot.context as CountingActContext;
const questions = ({ disagreements, moved, elsewhere }: CountingActContext) => disagreements + moved + elsewhere;

function noNegativeFact(snapshot: AnyMachineSnapshot): void {
  for (const [name, value] of Object.entries(counters(snapshot))) expect(value, name).toBeGreaterThanOrEqual(0);
}

const open = ['act.update', 'act.cancel', 'counter.add'];
function refuses(snapshot: AnyMachineSnapshot, types: readonly string[]): void {
  for (const type of types) expect(accepts(snapshot, { type, organizationChanged: false, facts }), type).toBe(false);
}

runModelFloor('countingAct', countingActModel, {
  states: {
    created(snapshot) {
      noNegativeFact(snapshot);
      expect(snapshot.hasTag('countersMayJoin')).toBe(true);
      expect(accepts(snapshot, { type: 'act.update', organizationChanged: true })).toBe(true);
      // nobody counts before the stock is taken down
      refuses(snapshot, ['counter.start', 'product.countManually', 'act.complete', 'act.form', 'file.upload']);
    },
    residues_loaded(snapshot) {
      noNegativeFact(snapshot);
      expect(accepts(snapshot, { type: 'residues.load' })).toBe(true);
      expect(accepts(snapshot, { type: 'act.update', organizationChanged: true })).toBe(false);
      expect(accepts(snapshot, { type: 'counter.start' })).toBe(counters(snapshot).assigned > 0);
      refuses(snapshot, ['product.countManually', 'act.complete', 'act.form', 'file.upload']);
    },
    counting(snapshot) {
      noNegativeFact(snapshot);
      const { assigned, counting } = counters(snapshot);
      expect(assigned + counting).toBeGreaterThan(0);
      expect(snapshot.hasTag('live')).toBe(true);
      expect(accepts(snapshot, { type: 'counter.submit', facts })).toBe(counting > 0);
      expect(accepts(snapshot, { type: 'counter.remove' })).toBe(assigned > 0);
      refuses(snapshot, ['residues.load', 'act.complete', 'act.form', 'file.upload', 'counters.allSubmitted']);
    },
    counted(snapshot) {
      const context = counters(snapshot);
      expect(context.assigned + context.counting).toBe(0);
      expect(context.submitted).toBeGreaterThan(0);
      expect(accepts(snapshot, { type: 'act.complete' })).toBe(questions(context) === 0);
      refuses(snapshot, ['counter.add', 'counter.start', 'residues.load', 'act.form', 'file.upload']);
    },
    completed(snapshot) {
      expect(questions(counters(snapshot))).toBe(0);
      expect(accepts(snapshot, { type: 'act.form' })).toBe(true);
      expect(accepts(snapshot, { type: 'file.upload' })).toBe(true);
      refuses(snapshot, [...open, 'product.countManually', 'moved.resolve', 'act.complete']);
    },
    formed(snapshot) {
      expect(accepts(snapshot, { type: 'file.upload' })).toBe(true);
      expect(accepts(snapshot, { type: 'comment.add' })).toBe(true);
      refuses(snapshot, [...open, 'act.form', 'product.countManually', 'residues.load']);
    },
    cancelled(snapshot) {
      expect(snapshot.hasTag('open')).toBe(false);
      expect(accepts(snapshot, { type: 'comment.add' })).toBe(true);
      refuses(snapshot, [...open, 'residues.load', 'act.form', 'file.upload', 'act.complete']);
    },
  },
});
