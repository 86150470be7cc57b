/** What only the server needs of the call of `pledgeAnalysis.ts`. */
import * as z from 'zod/mini';
import { serverSide } from './serverSide.ts';

export const pledgeAnalysisServer = serverSide({
  pledgeAnalysis: {
    origin: 'extension',
    rule: 'car_evaluations.show|car_evaluations.allshow',
    query: z.object({ date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}(,\d{4}-\d{2}-\d{2})?$/)) }),
    summary:
      'Cars by model, of evaluations written down in a period: accepted sums, and what is owed on what they secure.',
  },
});
