/** Client service: why a figure is what it is, on any day, told by documents. Pure rules: `story.ts`. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { dataOf, day, uzs } from '../common.ts';
import { STORY_EVENTS, STORY_FIGURES, SUBJECTS } from './story.ts';

const Line = z.object({
  day: day(),
  what: z.enum(STORY_EVENTS),
  change: uzs(),
  balance: uzs(),
  undone: z.boolean(),
  document: z.nullable(z.int()),
  source: z.nullable(z.int()),
  contract: z.nullable(z.int()),
  instalments: z.array(z.int()),
  until: z.nullable(day()),
  count: z.int(),
});

const Part = z.object({
  contract: z.nullable(z.int()),
  instalment: z.nullable(z.int()),
  source: z.nullable(z.int()),
  due: z.nullable(day()),
  amount: uzs(),
  days: z.int(),
});

/** A document that the story names; `seen`: the reader may open it. */
const Named = z.object({
  id: z.int(),
  number: z.nullable(z.string()),
  kind: z.enum(['cash', 'output', 'contract', 'other']),
  day: z.nullable(day()),
  /** Of a reversal. */
  reason: z.nullable(z.string()),
  seen: z.boolean(),
});

export const FigureStory = z.object({
  figure: z.enum(STORY_FIGURES),
  subject: z.object({
    kind: z.enum(SUBJECTS),
    id: z.int(),
    /** Number of the contract, name of the client or of the account. */
    title: z.string(),
    organization: z.nullable(z.string()),
  }),
  day: day(),
  /** Days before and after on which it changed. */
  previous: z.nullable(day()),
  next: z.nullable(day()),
  /** Soʻm, or days of `days`. */
  total: uzs(),
  sum: uzs(),
  since: z.nullable(day()),
  lines: z.array(Line),
  parts: z.array(Part),
  documents: z.array(Named),
  /** The ledger, summed by the database, and the parts say the same. */
  agrees: z.boolean(),
  ledger: uzs(),
});
export type FigureStory = z.infer<typeof FigureStory>;

export const figureStory = defineCall({
  id: 'figureStory',
  service: 'client',
  method: 'GET',
  path: '/figure/story',
  response: dataOf(FigureStory),
});

export const storyCalls = [figureStory] as const;
