/** A run of the scoring: areas 3.4 "scoring run"; decisions 74, 75. A model with two sources; the second, MyID, is needed. */
import { defineOracle } from './oracle.ts';

const facts = (more: Record<string, number | boolean> = {}) => ({
  facts: { listed: false, model: true, waiting: 0, missed: false, manual: false, ...more },
});

export const scoringRunOracle = defineOracle(['created', 'collecting', 'scored', 'decided', 'failed', 'expired'], {
  machine: 'scoringRun',
  begins: { state: 'created', ...facts() },
  cases: {
    'run.start': { verb: 'is started', carries: facts({ waiting: 2 }) },
    'source.answer/first': { verb: 'the first source answers', carries: facts({ waiting: 1 }) },
    'source.answer/last': { verb: 'the last source answers', carries: facts() },
    'source.fail/first': { verb: 'the first source fails', carries: facts({ waiting: 1 }) },
    'source.fail/needed': { verb: 'the needed source fails', carries: facts({ missed: true }) },
    'run.score': { verb: 'is scored' },
    'run.decide/clear': { verb: 'the cut-offs decide', carries: facts() },
    'run.decide/manual': { verb: 'is left to a person', carries: facts({ manual: true }) },
    'run.review': { verb: 'a person decides', carries: facts() },
    'run.fail': { verb: 'fails' },
    'run.retry': { verb: 'is tried again', carries: facts({ waiting: 1 }) },
    'run.expire': { verb: 'its time is over' },
  },
  server: [
    ...(['source.answer/first', 'source.answer/last', 'source.fail/first', 'source.fail/needed'] as const),
    ...(['run.score', 'run.decide/clear', 'run.decide/manual', 'run.fail', 'run.expire'] as const),
  ],
  denied: [
    {
      cases: ['run.start', 'run.retry', 'run.review'],
      person: 'keeper',
      status: 403,
      source: 'areas 3.4: incomes.check, questionnaire.confirm',
    },
    { cases: ['run.review'], person: 'director', status: 403, source: 'decision 74: not the author (V16)' },
  ],
  says: [
    { cases: ['run.start'], state: 'created', facts: { listed: true }, text: 'errors.scoring_listed' },
    { cases: ['run.start'], state: 'created', facts: { model: false }, text: 'errors.scoring_no_model' },
  ],
  rows: [
    {
      state: 'created',
      accepts: { 'run.start': { to: 'collecting', facts: { waiting: 2 } } },
      source: 'areas 3.4: created → collecting by incomes.check',
    },
    { state: 'created', facts: { listed: true }, made: true, accepts: {}, source: 'areas 3.4: not black-listed (V10)' },
    { state: 'created', facts: { model: false }, made: true, accepts: {}, source: 'decision 75: a version decides' },
    {
      state: 'collecting',
      facts: { waiting: 2 },
      accepts: {
        'source.answer/first': { to: 'collecting', facts: { waiting: 1 } },
        'source.fail/first': { to: 'collecting', facts: { waiting: 1 } },
      },
      source: 'areas 3.4: collecting → collecting; a missing source is written as missing',
    },
    {
      state: 'collecting',
      facts: { waiting: 1 },
      accepts: {
        'source.answer/last': { to: 'collecting', facts: { waiting: 0 } },
        'source.fail/needed': { to: 'collecting', facts: { waiting: 0, missed: true } },
      },
      source: 'areas 3.4: collecting → collecting',
    },
    {
      state: 'collecting',
      accepts: { 'run.score': 'scored' },
      source: 'areas 3.4: scored once every source answered or timed out',
    },
    {
      state: 'collecting',
      facts: { missed: true },
      accepts: { 'run.fail': 'failed' },
      source: 'areas 3.4: failed by a source that the model cannot miss',
    },
    {
      state: 'scored',
      accepts: {
        'run.decide/clear': 'decided',
        'run.decide/manual': { to: 'decided', facts: { manual: true } },
      },
      source: 'decision 74: the system decides approved, manual, refused',
    },
    {
      state: 'decided',
      facts: { manual: true },
      accepts: {
        'run.review': { to: 'decided', facts: { manual: false } },
        'run.expire': 'expired',
      },
      source: 'decision 74: run.review by questionnaire.confirm, not the author; areas 3.4: decided → expired',
    },
    { state: 'decided', accepts: { 'run.expire': 'expired' }, source: 'areas 3.4: decided → expired' },
    {
      state: 'failed',
      facts: { missed: true },
      accepts: { 'run.retry': { to: 'collecting', facts: { waiting: 1, missed: false } } },
      source: 'areas 3.4: failed → collecting by incomes.check',
    },
    { state: 'expired', facts: { manual: true }, accepts: {}, source: 'areas 3.4' },
    { state: 'expired', accepts: {}, source: 'areas 3.4' },
  ],
});
