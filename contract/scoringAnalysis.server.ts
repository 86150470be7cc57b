/** What only the server needs of the call of `scoringAnalysis.ts`. */
import * as z from 'zod/mini';
import { serverSide } from './serverSide.ts';

export const scoringAnalysisServer = serverSide({
  scoringAnalysis: {
    origin: 'extension',
    rule: 'scoring_analysis.show',
    query: z.object({ date: z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}(,\d{4}-\d{2}-\d{2})?$/)) }),
    summary:
      'Decisions by band of the score, refusals by criterion, and answers of sources, of runs begun in a period.',
  },
});
