/** Cash service: how a document gets to a wanted end from where it stands today (issue 20, point 8). */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, Person } from './common.ts';

/** Lifecycles whose documents have a window and a main way, with the ends that are wanted of them. */
export const WAY_GOALS = {
  countingAct: ['completed', 'formed'],
  counter: ['submitted'],
  invoice: ['confirmed'],
  output: ['handed_over'],
  saleOrder: ['converted'],
  contract: ['active', 'closed'],
  cashDocument: ['confirmed'],
  practiceDay: ['closed'],
  appeal: ['closed'],
  pledgeEvaluation: ['approved', 'pledged'],
  contractError: ['fixed', 'accepted'],
  questionnaire: ['approved', 'used'],
  paymentCertificate: ['issued'],
  initiativeClient: ['rewarded'],
} as const;
export type WayMachine = keyof typeof WAY_GOALS;

export const wayMachines = Object.keys(WAY_GOALS) as [WayMachine, ...WayMachine[]];
export const hasWay = (machine: string): machine is WayMachine => Object.hasOwn(WAY_GOALS, machine);
export const goalsOf = (machine: WayMachine): readonly string[] => WAY_GOALS[machine];

/** Another document that the way goes through. */
export const WayDocument = z.object({
  machine: z.string(),
  /** null: it is not made yet, or the reader may not see it. */
  id: z.nullable(z.int()),
  branch: z.int(),
  /** As `beside` of the way. */
  beside: z.record(z.string(), z.int()),
});
export type WayDocument = z.infer<typeof WayDocument>;

const Event = z.object({ machine: z.string(), event: z.string(), document: z.optional(WayDocument) });

/** The people of one position who may take a step now. */
export const WayPosition = z.object({
  title: z.string(),
  /** By name: of the reader's own branch, or all for who works in the office; at most 200. */
  people: z.array(Person),
  /** Those whose names are not shown. */
  others: z.int(),
});
export type WayPosition = z.infer<typeof WayPosition>;

export const WayStep = z.object({
  event: z.string(),
  /** The other document that it is a step of. */
  of: z.optional(WayDocument),
  /** The state that it leads to; null where it makes a fact true and the document stays where it is. */
  after: z.nullable(z.string()),
  /** `each`: everybody named takes it for the own part; `system`: it follows by itself. */
  by: z.enum(['person', 'each', 'system']),
  /** The event of another document by which it comes about. */
  through: z.nullable(Event),
  /**
   * What is false today and must be true for it, or becomes true by it: guards of the chart, `openDay`, and what the server
   * refuses beside the chart, by the name of its text.
   */
  facts: z.array(
    z.object({
      fact: z.string(),
      /** As the refusal says it; null: the words of the guard say it. */
      text: z.nullable(z.string()),
      /** Of a fact that stands for several conditions the one that is not met, by the name of its text. */
      of: z.optional(z.string()),
      /** The other document whose fact it is. */
      in: z.optional(WayDocument),
    }),
  ),
  /** It waits for one of its facts, which no step of the way makes true. */
  blocked: z.boolean(),
  positions: z.array(WayPosition),
  /** The reader may take it. */
  mine: z.boolean(),
  /** Nobody has the right. */
  nobody: z.boolean(),
  /** Events that do as well; `mine`: the reader may take it. */
  or: z.array(z.object({ event: z.string(), mine: z.boolean() })),
});
export type WayStep = z.infer<typeof WayStep>;

export const WorkflowWay = z.object({
  state: z.string(),
  goal: z.string(),
  /** The organization whose people and day it is about. */
  branch: z.int(),
  /** Records where its facts are changed: the client of a contract, the reader's own list of a count. */
  beside: z.record(z.string(), z.int()),
  /** The steps in their order; none where it is there already, or no way leads there. */
  steps: z.array(WayStep),
  /** Why there is none: it is there, it is past it, or it is over another way. */
  none: z.nullable(z.enum(['there', 'over', 'past'])),
  /** Who gives rights, where nobody has that of a step. */
  givers: z.array(WayPosition),
});
export type WorkflowWay = z.infer<typeof WorkflowWay>;

export const workflowWay = defineCall({
  id: 'workflowWay',
  service: 'cash',
  method: 'GET',
  path: '/workflow/way/{id}',
  response: dataOf(WorkflowWay),
});

export const workflowWayCalls = [workflowWay] as const;
