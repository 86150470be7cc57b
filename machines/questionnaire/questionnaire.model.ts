import type { AnyMachineSnapshot } from 'xstate';
import type { EventCase, WorkflowModel } from '../kit/model.ts';
import { type QuestionnaireContext, type QuestionnaireEvent, questionnaireMachine } from './questionnaire.machine.ts';

const one = (name: string, type: QuestionnaireEvent['type']): EventCase => ({ name, event: { type } });

const WHOLE = { name: 'an application that lacks nothing' };

/** The one other that a step of a person follows from. */
const FAILS = { name: 'an application whose source fails', input: { failed: true } };

export const questionnaireModel: WorkflowModel = {
  machine: questionnaireMachine,
  // the others differ in what is refused
  browser: { beginnings: [WHOLE, FAILS] },
  beginnings: [
    WHOLE,
    { name: 'an application that lacks something', input: { gaps: 2 } },
    { name: 'an application of somebody on the black list', input: { listed: true } },
    { name: 'an application while no version of the model is in force', input: { model: false } },
    FAILS,
    { name: 'an application that no other terms help', input: { helps: false } },
  ],
  cases: [
    one('is corrected', 'questionnaire.update'),
    one('is submitted', 'questionnaire.submit'),
    one('is cancelled', 'questionnaire.cancel'),
    one('is scored', 'scoring.start'),
    one('the cut-offs approve', 'scoring.approve'),
    one('is left to a person', 'scoring.review'),
    one('the cut-offs refuse', 'scoring.refuse'),
    one('a person approves', 'review.approve'),
    one('a person refuses', 'review.refuse'),
    one('other terms are offered', 'questionnaire.offer'),
    one('is used', 'questionnaire.use'),
    one('expires', 'questionnaire.expire'),
  ],
  serialize(snapshot: AnyMachineSnapshot) {
    const { gaps, listed, model, failed, helps } = snapshot.context as QuestionnaireContext;
    return [
      String(snapshot.value),
      gaps > 0 && 'something missing',
      listed && 'listed',
      !model && 'no model',
      failed && 'failed',
      !helps && 'nothing helps',
    ]
      .filter(Boolean)
      .join(' ');
  },
};
