/** What only the server needs of the calls of `remarks.ts`: rights, what they ask for, the lifecycle events they fire. */
import * as z from 'zod/mini';
import { pageQuery, text } from './common.ts';
import { REMARK_LENGTH, REMARK_STATUSES, REMARKED } from './remarks.ts';
import { serverSide } from './serverSide.ts';

const analyst = { rule: 'workflows.show', origin: 'extension' } as const;
const event = (type: string) => ({ machine: 'remark', type });

/** Characters of a machine's name, and of a walk with every place. */
const MACHINE = 60;
const PLACE = 8000;

const machine = text(MACHINE);
const words = text(REMARK_LENGTH);

export const remarkServer = serverSide({
  remarkIndex: {
    ...analyst,
    query: z.object({
      ...pageQuery,
      machine: z.optional(machine),
      status: z.optional(z.enum(REMARK_STATUSES)),
      sort: z.optional(z.enum(['at', '-at'])),
    }),
    summary: 'Remarks on charts with their threads, the newest first; of one chart, or of all.',
  },
  remarksOfChart: {
    ...analyst,
    query: z.object({ machine }),
    summary: 'Remarks on one chart, the newest first: every unsettled one, and the newest settled ones.',
  },
  remarkShow: {
    ...analyst,
    summary: 'One remark with its thread.',
  },
  remarkCreate: {
    ...analyst,
    body: z.object({
      machine,
      kind: z.enum(REMARKED),
      place: text(PLACE),
      text: words,
      print: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
    }),
    summary:
      'Writes a remark on a state, a transition or a walk of a chart, with the fingerprint of the chart that is seen.',
  },
  remarkAnswer: {
    ...analyst,
    body: z.object({ text: words }),
    event: event('remark.answer'),
    summary: 'Answers in the thread of a remark; a settled one is opened first.',
  },
  remarkSettle: {
    ...analyst,
    event: event('remark.settle'),
    who: 'remarkSettle',
    summary: 'Settles a remark: its author at any time, anybody else once it is answered.',
  },
  remarkReopen: {
    ...analyst,
    event: event('remark.reopen'),
    summary: 'Opens a settled remark again.',
  },
});
