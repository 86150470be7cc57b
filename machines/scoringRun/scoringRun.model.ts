import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type ScoringRunContext, type ScoringRunEvent, scoringRunMachine } from './scoringRun.machine.ts';

const one = (name: string, event: ScoringRunEvent): EventCase => ({ name, event });
const facts = (more: Partial<ScoringRunContext>): ScoringRunContext => ({
  ...{ listed: false, model: true, waiting: 0, missed: false, manual: false },
  ...more,
});

/** A run of a model with two sources, of which the second one is needed. */
export const scoringRunModel: WorkflowModel = {
  machine: scoringRunMachine,
  cases: [
    one('is started', { type: 'run.start', facts: facts({ waiting: 2 }) }),
    one('the first source answers', { type: 'source.answer', facts: facts({ waiting: 1 }) }),
    one('the last source answers', { type: 'source.answer', facts: facts({}) }),
    one('the first source fails', { type: 'source.fail', facts: facts({ waiting: 1 }) }),
    one('the needed source fails', { type: 'source.fail', facts: facts({ missed: true }) }),
    one('is scored', { type: 'run.score' }),
    one('the cut-offs decide', { type: 'run.decide', facts: facts({}) }),
    one('is left to a person', { type: 'run.decide', facts: facts({ manual: true }) }),
    one('a person decides', { type: 'run.review', facts: facts({}) }),
    one('fails', { type: 'run.fail' }),
    one('is tried again', { type: 'run.retry', facts: facts({ waiting: 1 }) }),
    one('its time is over', { type: 'run.expire' }),
  ],
  // a source answers once
  within({ context }, event) {
    const left = (context as ScoringRunContext).waiting - 1;
    return !event.type.startsWith('source.') || (event.facts as ScoringRunContext).waiting === left;
  },
  serialize(snapshot: AnyMachineSnapshot) {
    const { waiting, missed, manual } = snapshot.context as ScoringRunContext;
    return [String(snapshot.value), waiting, missed && 'missed', manual && 'manual'].filter(Boolean).join(' ');
  },
};
