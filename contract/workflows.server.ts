/** What only the server needs of the calls of `workflows.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { daysFilter, pageQuery, queryId } from './common.ts';
import { serverSide } from './serverSide.ts';
import { machine } from './workflows.ts';

/** Of what a `directoryRecord` is; other workflows have no kinds. */
const ofKind = z.optional(z.string().check(z.maxLength(100)));
const analyst = { rule: 'workflows.show', origin: 'extension' } as const;

export const workflowsServer = serverSide({
  workflowDocuments: {
    ...analyst,
    query: z.object({
      ...pageQuery,
      machine,
      kind: ofKind,
      search: z.optional(z.string().check(z.maxLength(100))),
      date: daysFilter(),
    }),
    summary:
      'Documents of a workflow that the reader may see, by number or title and by the day they began; newest first.',
  },
  workflowLog: {
    ...analyst,
    query: z.object({ machine, kind: ofKind }),
    summary:
      'What a document did in its workflow, the oldest step first. A record of a directory is named by `kind` and id.',
  },
  workflowTimes: {
    ...analyst,
    query: z.object({ machine, kind: ofKind, date: daysFilter() }),
    summary:
      'Ways of the newest documents that began in a period, at most five thousand of them, how long each state lasted there, and the slowest.',
  },
  workflowFigures: {
    ...analyst,
    query: z.object({
      machine,
      kind: ofKind,
      branch: z.optional(queryId()),
      person: z.optional(queryId()),
      month: z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))),
    }),
    summary:
      'How long stays in each state were, which steps were taken and refused, and who waits longer than usual: figures kept as steps are taken. Who is no office person gets those of the own branch.',
  },
  workflowHolders: {
    ...analyst,
    query: z.object({ machine: z.string().check(z.maxLength(60)) }),
    summary:
      'Positions whose people hold the rules that the calls of a workflow ask for, with names of the reader’s branch; a workflow that no call sends to has none.',
  },
  workflowPositions: {
    ...analyst,
    summary: 'Positions that people are in, each with the workflows to which its people may send something.',
  },
  workflowStanding: {
    ...analyst,
    query: z.object({ machine }),
    summary: 'How many documents of a workflow that the reader may see stand in each state now.',
  },
});
