/** What only the server needs of the calls of `scenarios.ts`: rights, what they ask for. */
import * as z from 'zod/mini';
import { text } from './common.ts';
import { serverSide } from './serverSide.ts';

const analyst = { rule: 'workflows.show', origin: 'extension' } as const;

/** Of a machine's name, of a scenario's, of a walk with every place, of what one place is. */
const MACHINE = 60;
const NAME = 100;
const WALK = 8000;
const END = 1000;
const MOST_PLACES = 300;

const machine = text(MACHINE);
export const SCENARIO_WALK = text(WALK);
export const SCENARIO_ENDS = z
  .array(z.string().check(z.maxLength(END)))
  .check(z.minLength(1), z.maxLength(MOST_PLACES));

export const scenarioServer = serverSide({
  scenarioIndex: {
    ...analyst,
    query: z.object({ machine: z.optional(machine) }),
    summary: 'Scenarios of one chart, or of all, by name.',
  },
  scenarioAdd: {
    ...analyst,
    body: z.object({
      machine,
      name: text(NAME),
      walk: SCENARIO_WALK,
      ends: SCENARIO_ENDS,
    }),
    maxBytes: 320_000,
    summary: 'Keeps a walk of a chart under a name, with where each place of it is on the chart of today.',
  },
  scenarioDelete: {
    ...analyst,
    summary: "Deletes an own scenario. Somebody else's is 403.",
  },
});
