/** What only the server needs of the calls of `modelTrials.ts`. */
import { serverSide } from './serverSide.ts';

const origin = 'extension' as const;

export const modelTrialsServer = serverSide({
  modelTrialStart: {
    origin,
    rule: 'scoring_criteria.edit|scoring_criteria.confirm',
    summary:
      'Tries a draft version of the model on the runs of the last year and the contracts that were signed on them.',
  },
  modelTrialShow: {
    origin,
    rule: 'scoring_criteria.show',
    summary: 'The latest trial of a version: decisions before and after, approved share, overdue contracts by band.',
  },
});
