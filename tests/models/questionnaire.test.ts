import { expect } from 'vitest';
import { questionnaireMachine } from '../../machines/questionnaire/questionnaire.machine.ts';
import { questionnaireModel } from '../../machines/questionnaire/questionnaire.model.ts';
import { questionnaireOracle } from '../oracle/questionnaire.ts';
import { accepts, expectLogged, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

runOracleLayer(questionnaireMachine, questionnaireOracle);

const EVENTS = [
  ...['questionnaire.update', 'questionnaire.submit', 'questionnaire.cancel', 'scoring.start', 'scoring.approve'],
  ...['scoring.review', 'scoring.refuse', 'review.approve', 'review.refuse', 'questionnaire.offer'],
  ...['questionnaire.use', 'questionnaire.expire'],
];
const may = (snapshot: Parameters<typeof accepts>[0]) => EVENTS.filter((type) => accepts(snapshot, { type }));
/** Steps that leave the state as it is. */
const offer = (helps: boolean) => (helps ? ['questionnaire.offer'] : []);

runModelLayer('questionnaire', questionnaireModel, {
  states: {
    draft(snapshot, world) {
      expectLogged(snapshot, world, ['questionnaire.update']);
      const { gaps, listed } = snapshot.context;
      const submits = gaps === 0 && !listed ? ['questionnaire.submit'] : [];
      expect(may(snapshot)).toEqual(['questionnaire.update', ...submits, 'questionnaire.cancel']);
    },
    submitted(snapshot) {
      const { listed, model } = snapshot.context;
      expect(may(snapshot)).toEqual(['questionnaire.cancel', ...(model && !listed ? ['scoring.start'] : [])]);
    },
    scoring(snapshot) {
      const cancels = snapshot.context.failed ? ['questionnaire.cancel'] : [];
      expect(may(snapshot)).toEqual([...cancels, 'scoring.approve', 'scoring.review', 'scoring.refuse']);
    },
    manual_review(snapshot, world) {
      expectLogged(snapshot, world, ['questionnaire.offer']);
      const offers = offer(snapshot.context.helps);
      expect(may(snapshot)).toEqual(['review.approve', 'review.refuse', ...offers, 'questionnaire.expire']);
    },
    approved(snapshot, world) {
      expectLogged(snapshot, world, ['questionnaire.offer']);
      expect(may(snapshot)).toEqual([...offer(snapshot.context.helps), 'questionnaire.use', 'questionnaire.expire']);
    },
    refused(snapshot, world) {
      expectLogged(snapshot, world, ['questionnaire.offer']);
      expect(may(snapshot)).toEqual(offer(snapshot.context.helps));
    },
    used(snapshot) {
      expect(may(snapshot)).toEqual([]);
    },
    expired(snapshot) {
      expect(may(snapshot)).toEqual([]);
    },
    cancelled(snapshot) {
      expect(may(snapshot)).toEqual([]);
    },
  },
});
