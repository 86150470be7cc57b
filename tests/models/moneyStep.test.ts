import { expect } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import type { MoneyStepContext } from '../../machines/moneyStep/moneyStep.machine.ts';
import { moneyStepModel } from '../../machines/moneyStep/moneyStep.model.ts';
import { runModelLayer } from './kit.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as MoneyStepContext;
const request = { kind: 'pay', id: null, body: { amount: 100_000 } };
const TAKE = { type: 'step.take', request, key: 'b2' } as const;

runModelLayer('moneyStep', moneyStepModel, {
  states: {
    ready(snapshot, { event, effects }) {
      const { refusal, answer } = contextOf(snapshot);
      expect(snapshot.can(TAKE)).toBe(true);
      expect(answer).toBeNull();
      // what is known is kept no longer
      if (event?.type === 'xstate.error.actor.send') {
        expect([refusal?.code, effects]).toEqual(['money_moved', ['forgetRequest']]);
      } else expect([refusal, effects]).toEqual([null, []]);
      // a payment whose receipt was put away leaves nothing that could be sent again
      if (event?.type === 'step.next') expect(contextOf(snapshot).request).toBeNull();
    },
    sending(snapshot, { event, effects, inputOf }) {
      const { key, refusal } = contextOf(snapshot);
      // kept before it is sent, and asked again under the same id
      expect(effects).toEqual(['keepRequest']);
      expect(inputOf('send')).toEqual({ request, key });
      if (event?.type === 'step.take') expect([key, refusal]).toEqual(['a1', null]);
      expect(snapshot.hasTag('busy')).toBe(true);
      for (const next of [TAKE, { type: 'step.ask' }, { type: 'step.next' }]) expect(snapshot.can(next)).toBe(false);
    },
    unknown(snapshot, { effects }) {
      // it stays in the browser, and nothing else is sent
      expect(effects).toEqual([]);
      expect([snapshot.hasTag('unknown'), snapshot.can(TAKE), snapshot.can({ type: 'step.next' })]).toEqual([
        true,
        false,
        false,
      ]);
      expect(contextOf(snapshot).request).toEqual(request);
    },
    done(snapshot, { effects }) {
      expect(effects).toEqual(['forgetRequest']);
      expect(contextOf(snapshot).answer).toEqual({ message: 'Olindi', document: null });
      expect([snapshot.hasTag('done'), snapshot.can(TAKE)]).toEqual([true, false]);
    },
  },
});
