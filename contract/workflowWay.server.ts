/** What only the server needs of the call of `workflowWay.ts`. */
import * as z from 'zod/mini';
import { serverSide } from './serverSide.ts';
import { wayMachines } from './workflowWay.ts';

export const workflowWayServer = serverSide({
  workflowWay: {
    rule: 'signedIn',
    origin: 'extension',
    query: z.object({ machine: z.enum(wayMachines), goal: z.string().check(z.maxLength(60)) }),
    summary:
      'The shortest legal way of a document that the reader may see to an end of its main way, with who may take each step and what it waits for today.',
  },
});
