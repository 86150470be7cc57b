/** The application of a client: areas 3.1 "questionnaire"; decisions 74, 84; what is offered follows picture 16. */
import { defineOracle, forbids } from './oracle.ts';

export const questionnaireOracle = defineOracle(
  ['draft', 'submitted', 'scoring', 'manual_review', 'approved', 'used', 'refused', 'expired', 'cancelled'],
  {
    machine: 'questionnaire',
    begins: { state: 'draft', facts: { gaps: 0, listed: false, model: true, failed: false, helps: true } },
    cases: {
      'questionnaire.update': { verb: 'is corrected' },
      'questionnaire.submit': { verb: 'is submitted' },
      'questionnaire.cancel': { verb: 'is cancelled' },
      'scoring.start': { verb: 'is scored' },
      'scoring.approve': { verb: 'the cut-offs approve' },
      'scoring.review': { verb: 'is left to a person' },
      'scoring.refuse': { verb: 'the cut-offs refuse' },
      'review.approve': { verb: 'a person approves' },
      'review.refuse': { verb: 'a person refuses' },
      'questionnaire.offer': { verb: 'other terms are offered' },
      'questionnaire.use': { verb: 'is used' },
      'questionnaire.expire': { verb: 'expires' },
    },
    server: [
      ...(['scoring.start', 'scoring.approve', 'scoring.review', 'scoring.refuse'] as const),
      ...(['questionnaire.use', 'questionnaire.expire'] as const),
    ],
    denied: [
      {
        cases: [
          'questionnaire.update',
          'questionnaire.submit',
          'questionnaire.cancel',
          'review.approve',
          'review.refuse',
        ],
        person: 'keeper',
        status: 403,
        source: 'areas 3.1: questionnaire.add, .edit, .confirm',
      },
      {
        cases: ['review.approve', 'review.refuse'],
        person: 'director',
        status: 403,
        source: 'areas 3.1: notAuthor; the director wrote it',
      },
    ],
    says: [
      { cases: ['questionnaire.submit'], state: 'draft', facts: { listed: true }, text: 'errors.questionnaire_listed' },
      {
        cases: ['questionnaire.submit'],
        facts: { gaps: 1 },
        text: [
          'errors.questionnaire_consent',
          'errors.questionnaire_client',
          'errors.questionnaire_phone',
          'errors.questionnaire_workplace',
          'errors.scoring_tries',
        ],
      },
      { cases: ['questionnaire.offer'], facts: { helps: false }, text: 'errors.questionnaire_no_change' },
      // areas 3.1: a snapshot of the data at submit
      ...forbids(
        ['submitted', 'scoring', 'manual_review', 'approved', 'used', 'refused', 'expired'],
        ['questionnaire.update'],
        'errors.questionnaire_submitted_fixed',
      ),
      ...forbids(
        ['scoring', 'manual_review', 'approved', 'used', 'refused', 'expired'],
        ['questionnaire.cancel'],
        'errors.questionnaire_asked_stays',
      ),
      // decision 74
      ...forbids(
        ['draft', 'submitted', 'scoring'],
        ['review.approve', 'review.refuse'],
        'errors.questionnaire_model_first',
      ),
      ...forbids(
        ['approved', 'used', 'refused', 'expired'],
        ['review.approve', 'review.refuse'],
        'errors.questionnaire_answered',
      ),
    ],
    rows: [
      {
        state: 'draft',
        accepts: {
          'questionnaire.update': 'draft',
          'questionnaire.submit': 'submitted',
          'questionnaire.cancel': 'cancelled',
        },
        source: 'areas 3.1: draft → submitted; draft, submitted → cancelled',
      },
      {
        state: 'draft',
        facts: { gaps: 1 },
        made: true,
        accepts: { 'questionnaire.update': 'draft', 'questionnaire.cancel': 'cancelled' },
        source: 'areas 3.1: client verified, consent file, phones, workplace',
      },
      {
        state: 'draft',
        facts: { listed: true },
        made: true,
        accepts: { 'questionnaire.update': 'draft', 'questionnaire.cancel': 'cancelled' },
        source: 'decision 84: V10 at submit, and for guarantors',
      },
      {
        state: 'submitted',
        accepts: { 'scoring.start': 'scoring', 'questionnaire.cancel': 'cancelled' },
        source: 'areas 3.1: submitted → scoring by the system; submitted → cancelled',
      },
      {
        state: 'submitted',
        facts: { listed: true },
        made: true,
        accepts: { 'questionnaire.cancel': 'cancelled' },
        source: 'areas 3.1: scoring.start not of who is black-listed',
      },
      {
        state: 'submitted',
        facts: { model: false },
        made: true,
        accepts: { 'questionnaire.cancel': 'cancelled' },
        source: 'decision 75: a version decides',
      },
      {
        state: 'scoring',
        accepts: { 'scoring.approve': 'approved', 'scoring.review': 'manual_review', 'scoring.refuse': 'refused' },
        source: 'areas 3.1: scoring → approved | manual_review | refused by the result of the run',
      },
      {
        state: 'scoring',
        facts: { failed: true },
        made: true,
        accepts: {
          'scoring.approve': 'approved',
          'scoring.review': 'manual_review',
          'scoring.refuse': 'refused',
          'questionnaire.cancel': 'cancelled',
        },
        source: 'decision 74: a failed run allows questionnaire.cancel',
      },
      {
        state: 'manual_review',
        accepts: {
          'review.approve': 'approved',
          'review.refuse': 'refused',
          'questionnaire.offer': 'manual_review',
          'questionnaire.expire': 'expired',
        },
        source: 'areas 3.1: manual_review → approved | refused; expired; picture 16: the smallest change is offered',
      },
      {
        state: 'manual_review',
        facts: { helps: false },
        made: true,
        accepts: { 'review.approve': 'approved', 'review.refuse': 'refused', 'questionnaire.expire': 'expired' },
        source: 'picture 16: where nothing helps nothing is offered',
      },
      {
        state: 'approved',
        accepts: { 'questionnaire.offer': 'approved', 'questionnaire.use': 'used', 'questionnaire.expire': 'expired' },
        source: 'areas 3.1: approved → used | expired',
      },
      {
        state: 'approved',
        facts: { helps: false },
        made: true,
        accepts: { 'questionnaire.use': 'used', 'questionnaire.expire': 'expired' },
        source: 'picture 16: approved whole, nothing is offered',
      },
      {
        state: 'refused',
        accepts: { 'questionnaire.offer': 'refused' },
        source: 'picture 16: the smallest change is offered to the author',
      },
      {
        state: 'refused',
        facts: { helps: false },
        made: true,
        accepts: {},
        source: 'picture 16: where nothing helps nothing is offered',
      },
      { state: 'used', accepts: {}, source: 'areas 3.1: used is an end' },
      { state: 'expired', accepts: {}, source: 'areas 3.1: expired is an end' },
      { state: 'cancelled', accepts: {}, source: 'areas 3.1: cancelled is an end' },
    ],
  },
);
