/**
 * A dated setting: areas 3, P2; V13; its last day: decision 67. That a second person settles what wants one is a matter of
 * rights, not of states: `tests/server/settings.test.ts`.
 */
import { defineOracle, forbids } from './oracle.ts';

export const settingRevisionOracle = defineOracle(['draft', 'planned', 'valid', 'superseded', 'dropped'], {
  machine: 'settingRevision',
  begins: { state: 'draft', facts: { monthClosed: false } },
  cases: {
    'revision.update': { verb: 'changes its figures', carries: { facts: { monthClosed: false } } },
    'revision.update/closed': { verb: 'moves it into a closed month', carries: { facts: { monthClosed: true } } },
    'revision.plan': { verb: 'plans it' },
    'revision.start': { verb: 'its day comes' },
    'revision.supersede': { verb: 'a later one comes' },
    'revision.end': { verb: 'its last day is over' },
    'revision.drop': { verb: 'drops it' },
  },
  server: ['revision.start', 'revision.supersede', 'revision.end'],
  // criteria of scoring alone: decision 75, a model is tried on past contracts before it is settled; bands alone: what held
  // before would reach into another band again
  beyond: {
    'revision.plan': ['model_untried', 'model_trying', 'model_outdated'],
    'revision.drop': ['dropped_band_overlaps'],
  },
  denied: [
    {
      cases: ['revision.update', 'revision.plan', 'revision.drop'],
      person: 'keeper',
      status: 403,
      source: 'areas 3, P2: X.edit',
    },
  ],
  says: [
    { cases: ['revision.plan'], state: 'draft', facts: { monthClosed: true }, text: 'errors.month_closed' },
    ...forbids(['planned'], ['revision.update', 'revision.update/closed'], 'errors.revision_planned_fixed'),
    ...forbids(
      ['valid', 'superseded'],
      ['revision.update', 'revision.update/closed', 'revision.drop'],
      'errors.revision_taken_stays',
    ),
  ],
  rows: [
    {
      state: 'draft',
      accepts: {
        'revision.update': 'draft',
        'revision.update/closed': { to: 'draft', facts: { monthClosed: true } },
        'revision.plan': 'planned',
        'revision.drop': 'dropped',
      },
      source: 'areas 3, P2: draft|planned → dropped',
    },
    {
      state: 'draft',
      facts: { monthClosed: true },
      accepts: {
        'revision.update': { to: 'draft', facts: { monthClosed: false } },
        'revision.update/closed': 'draft',
        'revision.drop': 'dropped',
      },
      refuses: { 'revision.plan': 'not_allowed_now' },
      source: 'areas 3, P2: valid_from not in a closed month',
    },
    {
      state: 'planned',
      accepts: { 'revision.start': 'valid', 'revision.drop': 'dropped' },
      source: 'areas 3, P2: the server starts it at valid_from',
    },
    {
      state: 'valid',
      accepts: { 'revision.supersede': 'superseded', 'revision.end': 'superseded' },
      source:
        'areas 3, P2: a later one supersedes it; V13: documents keep it; decision 67: after its last day nothing is in force',
    },
    { state: 'superseded', accepts: {}, source: 'V13' },
    { state: 'dropped', accepts: {}, source: 'areas 3, P2' },
  ],
});
