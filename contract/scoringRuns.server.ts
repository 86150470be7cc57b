/** What only the server needs of the calls of `scoringRuns.ts`: rights, what they ask for, the lifecycle events they fire. */
import * as z from 'zod/mini';
import { isPinfl } from './checkDigits.ts';
import { daysFilter, pageQuery, queryId, text } from './common.ts';
import { DOCUMENT, plainNumber } from './persons.ts';
import { SOURCES } from './scoring/facts.ts';
import { MOST_GOODS } from './scoring/score.ts';
import { DECISIONS, READS_RUNS, RUN_STATUSES } from './scoringRuns.ts';
import { serverSide } from './serverSide.ts';

const extension = { origin: 'extension' } as const;
const event = (type: string) => ({ machine: 'scoringRun', type });
const pinfl = () => z.string().check(z.overwrite(plainNumber), z.refine(isPinfl, { params: { key: 'pinfl' } }));
const sum = () => z.int().check(z.gte(0), z.lte(MOST_GOODS));

export const scoringRunsServer = serverSide({
  scoringRunIndex: {
    ...extension,
    rule: READS_RUNS,
    query: z.object({
      ...pageQuery,
      status: z.optional(z.enum(RUN_STATUSES)),
      decision: z.optional(z.enum(DECISIONS)),
      search: z.optional(z.string().check(z.maxLength(100))),
    }),
    summary: 'Runs of the scoring by name, the newest first; numbers are masked.',
  },
  scoringRunShow: {
    ...extension,
    rule: READS_RUNS,
    summary:
      'One run: sources, criteria, result, the smallest change that would be approved, what the client may hear.',
  },
  scoringRunHistory: { ...extension, rule: READS_RUNS, summary: 'Steps of a run, the newest first.' },
  scoringRunFind: {
    ...extension,
    rule: READS_RUNS,
    body: z.object({ pinfl: pinfl() }),
    summary: 'Runs of a person by PINFL, exactly, the newest first.',
  },
  scoringRunTerms: {
    ...extension,
    rule: 'incomes.check',
    summary: 'Terms that may be asked for today, the shortest first.',
  },
  scoringRunCreate: {
    ...extension,
    rule: 'incomes.check',
    body: z.object({
      pinfl: pinfl(),
      document: z.string().check(
        z.overwrite(plainNumber),
        z.refine((one) => DOCUMENT.test(one), { params: { key: 'document' } }),
      ),
      fullname: text(200),
      birth_date: z.iso.date(),
      consent: z.boolean(),
      goods: sum(),
      first_payment: sum(),
      term: z.int().check(z.gte(1), z.lte(60)),
      guarantor: z.boolean(),
    }),
    summary: 'Writes who is scored and what for; a PINFL that a client has makes it a run of that client.',
  },
  scoringRunStart: {
    ...extension,
    rule: 'incomes.check',
    event: event('run.start'),
    who: 'myidTries',
    summary: 'Asks the sources of the version in force; not of who is on the black list.',
  },
  scoringRunRetry: {
    ...extension,
    rule: 'incomes.check',
    event: event('run.retry'),
    who: 'myidTries',
    summary: 'Asks the sources again that gave no answer.',
  },
  scoringRunReview: {
    ...extension,
    rule: 'questionnaire.confirm',
    body: z.object({
      approve: z.boolean(),
      /** Of an approval. */
      limit: z.nullable(sum()),
      comment: text(500),
    }),
    event: event('run.review'),
    who: 'notAuthor',
    summary: 'Decides what the cut-offs left to a person, with a comment; not by the author.',
  },
  scoringLogIndex: {
    ...extension,
    rule: 'scoring_log.show',
    query: z.object({
      ...pageQuery,
      run_id: z.optional(queryId()),
      criterion_id: z.optional(queryId()),
      source: z.optional(z.enum(SOURCES)),
      date: daysFilter(),
      search: z.optional(z.string().check(z.maxLength(100))),
    }),
    summary: 'What every criterion saw and gave, the newest first.',
  },
});
