/**
 * Cash service: what documents did in their workflows, for analysts (issue 7, "Replay" and "how long in each state").
 * Each call shows only documents that the reader's own lists show: `workflows.show` opens no document.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, instant, listOf, Person } from './common.ts';

/** Lifecycles of which the server keeps a log by state. */
export const REPLAYED = [
  'countingAct',
  'invoice',
  'output',
  'saleOrder',
  'contract',
  'practiceDay',
  'practiceMonth',
  'announcement',
  'approval',
  'testSitting',
  'staffTest',
  'settingRevision',
  'counter',
  'directoryRecord',
  'mobileDevice',
  'productLock',
  'smsAppDevice',
  'user',
  'import',
  'scoringRun',
  'myIdSession',
  'cashDocument',
  'appeal',
  'pledgeEvaluation',
  'contractError',
  'questionnaire',
  'guarantee',
  'paymentCertificate',
  'initiativeClient',
  'remark',
  'problemReport',
] as const;
export type Replayed = (typeof REPLAYED)[number];

export const isReplayed = (machine: string): machine is Replayed => REPLAYED.some((one) => one === machine);

export const machine = z.enum(REPLAYED);

/** The directory of a record that is played, by its name: each counts its own, so an id alone does not identify a record. */
export type RecordKind = string;
const kind = z.nullable(z.string());

export const ReplayDocument = z.object({
  id: z.int(),
  /** With the id it identifies the document: the directory of a record, none in other workflows. */
  kind,
  /** Its number; a day or a month; the title of an announcement or a test; whose list of an act; a category and a day; a name. */
  title: z.string(),
  organization: z.nullable(z.string()),
  /** When it began. */
  at: instant(),
  state: z.string(),
});
export type ReplayDocument = z.infer<typeof ReplayDocument>;

export const ReplayStep = z.object({
  id: z.string(),
  at: instant(),
  /** None: the system. */
  user: z.nullable(Person),
  event: z.string(),
  /** None where the log has none: in the first line, and of records that began before they had a log. */
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  payload: z.record(z.string(), z.unknown()),
});
export type ReplayStep = z.infer<typeof ReplayStep>;

const seconds = () => z.nullable(z.number());

export const StateTimes = z.object({
  state: z.string(),
  /** Documents that were ever in it; of one without a log only the state of now is known. */
  documents: z.int(),
  /** Documents that are in it now. */
  now: z.int(),
  /** Nobody is waiting in this state: its times are null. */
  rests: z.boolean(),
  /** Seconds of a document in it, all its stays together; who is in it still counts with the time so far. */
  median: seconds(),
  p90: seconds(),
  longest: seconds(),
});
export type StateTimes = z.infer<typeof StateTimes>;

const Named = z.object({ id: z.int(), kind, title: z.string() });

export const Way = z.object({
  /** States in their order, each as often as it was entered. */
  states: z.array(z.string()),
  documents: z.int(),
  /** Documents with the same path up to the last state but one. */
  came: z.int(),
  /** It is in its last state because the document it belongs to was cancelled: the list of a counter whose act was cancelled. */
  stopped: z.boolean(),
  /** Its last state calls the document off, or it is stopped. */
  cancelled: z.boolean(),
  /** Its last state is one in which nothing is waited for, or it is stopped. */
  ended: z.boolean(),
  /** Seconds from the first state to the last, without those of rest. */
  median: z.number(),
  longest: z.number(),
  /** At most three, the slowest first. */
  slowest: z.array(Named),
});
export type Way = z.infer<typeof Way>;

export const WorkflowTimes = z.object({
  /** That began in the period. */
  documents: z.int(),
  /** Of them those whose log has no state: they are counted in their current state, and in no times or paths. */
  without_log: z.int(),
  ended: z.int(),
  cancelled: z.int(),
  /** Seconds of the documents that have ended. */
  median: seconds(),
  /** In no particular order; states that no document was in are left out. */
  states: z.array(StateTimes),
  /** At most ten, the greatest median first. */
  slow_ways: z.array(Way),
  /** At most ten that call the document off, the most frequent first. */
  cancelled_ways: z.array(Way),
  /** At most ten, the slowest first. */
  slowest: z.array(z.extend(ReplayDocument, { seconds: z.number() })),
});
export type WorkflowTimes = z.infer<typeof WorkflowTimes>;

/** Minutes of stays in a state, to a twentieth exact; null where there were none. */
const Stays = z.object({
  count: z.int(),
  median: z.nullable(z.number()),
  p90: z.nullable(z.number()),
  longest: z.nullable(z.number()),
});
export type Stays = z.infer<typeof Stays>;

export const StateFigure = z.object({
  state: z.string(),
  /**
   * Documents of the reader's that are in it now, of the branch that is asked for. null: the figures are those of a person or of
   * a past month, and who will end the stays of now, and when, is not known yet.
   */
  now: z.nullable(z.int()),
  /** Nobody is waiting in this state: its times are of no use. */
  rests: z.boolean(),
  /** In the time in which the branch had a day open. */
  working: Stays,
  calendar: Stays,
});
export type StateFigure = z.infer<typeof StateFigure>;

export const ArrowFigure = z.object({
  /** Empty where documents begin. */
  state: z.string(),
  event: z.string(),
  after: z.string(),
  count: z.int(),
});
export type ArrowFigure = z.infer<typeof ArrowFigure>;

export const RefusalFigure = z.object({
  /** Empty where the refusal came before the document was looked at. */
  state: z.string(),
  event: z.string(),
  /** The error's code, or the key of its message. */
  reason: z.string(),
  /** The same in the reader's language, as the one who was refused read it; null where it has figures of that moment. */
  words: z.nullable(z.string()),
  organization: z.string(),
  count: z.int(),
  /** How often the event was sent in this state by people of this branch, with what was refused. */
  tried: z.int(),
});
export type RefusalFigure = z.infer<typeof RefusalFigure>;

export const WaitingDocument = z.object({
  id: z.int(),
  kind,
  title: z.string(),
  organization: z.nullable(z.string()),
  state: z.string(),
  since: instant(),
  /** Minutes in it, in working time; nine of ten leave it in `usual`, which is `LEAST_USUAL` at least. */
  minutes: z.number(),
  usual: z.number(),
  /** What is waited for; null where neither a person nor a document that is known here leads on. */
  event: z.nullable(z.string()),
  /** The other document that does it, and which one that is where it is there already. */
  through: z.nullable(z.object({ machine: z.string(), id: z.nullable(z.int()) })),
  /** Who may send it now: people of the branch and of offices that see all, by name. */
  people: z.array(Person),
});
export type WaitingDocument = z.infer<typeof WaitingDocument>;

export const WorkflowFigures = z.object({
  /** In the order of the chart is the reader's concern; states without figures are left out. */
  states: z.array(StateFigure),
  /** Steps that were taken since `from`. */
  arrows: z.array(ArrowFigure),
  refusals: z.array(RefusalFigure),
  from: z.string(),
  /** At most fifty, the longest over the usual time first. */
  waiting: z.array(WaitingDocument),
  waiting_total: z.int(),
  /** What the figures can be narrowed to. */
  months: z.array(z.string()),
  branches: z.array(z.object({ id: z.int(), name: z.string() })),
  people: z.array(Person),
});
export type WorkflowFigures = z.infer<typeof WorkflowFigures>;

export const workflowDocuments = defineCall({
  id: 'workflowDocuments',
  service: 'cash',
  method: 'GET',
  path: '/workflow/documents',
  response: listOf(ReplayDocument),
});

export const workflowLog = defineCall({
  id: 'workflowLog',
  service: 'cash',
  method: 'GET',
  path: '/workflow/log/{id}',
  response: dataOf(z.object({ document: ReplayDocument, steps: z.array(ReplayStep) })),
});

export const workflowTimes = defineCall({
  id: 'workflowTimes',
  service: 'cash',
  method: 'GET',
  path: '/workflow/times',
  response: dataOf(WorkflowTimes),
});

/** Who may send events now: by the rules that the calls of a workflow ask for. */
export const WorkflowHolders = z.object({
  /** Every position, with how many active people are in it. */
  positions: z.array(z.object({ id: z.int(), title: z.string(), people: z.int() })),
  /** Of each rule as a call asks for it (`act.edit|act.add`): the positions whose people hold one of them. */
  holders: z.array(
    z.object({
      rule: z.string(),
      /** The finer right that is asked for beside it (`who` of the call). */
      who: z.nullable(z.string()),
      /** The only state in which these people may; null: in whatever state the event is taken. */
      state: z.nullable(z.string()),
      /** What the rules are called by which these people may. */
      titles: z.array(z.string()),
      position_id: z.int(),
      people: z.int(),
      /** At most eight, of the reader's own branch, or of all for who works in the office. */
      names: z.array(z.string()),
    }),
  ),
});
export type WorkflowHolders = z.infer<typeof WorkflowHolders>;

/** Positions that people are in, each with the workflows to which its people may send something. */
export const WorkflowPositions = z.array(z.object({ id: z.int(), title: z.string(), machines: z.array(z.string()) }));
export type WorkflowPositions = z.infer<typeof WorkflowPositions>;

/** How many documents that the reader may see stand in each state. */
export const WorkflowStanding = z.array(z.object({ state: z.string(), documents: z.int() }));
export type WorkflowStanding = z.infer<typeof WorkflowStanding>;

export const workflowHolders = defineCall({
  id: 'workflowHolders',
  service: 'cash',
  method: 'GET',
  path: '/workflow/holders',
  response: dataOf(WorkflowHolders),
});

export const workflowPositions = defineCall({
  id: 'workflowPositions',
  service: 'cash',
  method: 'GET',
  path: '/workflow/positions',
  response: dataOf(WorkflowPositions),
});

export const workflowStanding = defineCall({
  id: 'workflowStanding',
  service: 'cash',
  method: 'GET',
  path: '/workflow/standing',
  response: dataOf(WorkflowStanding),
});

export const workflowFigures = defineCall({
  id: 'workflowFigures',
  service: 'cash',
  method: 'GET',
  path: '/workflow/figures',
  response: dataOf(WorkflowFigures),
});

export const workflowCalls = [
  workflowDocuments,
  workflowLog,
  workflowTimes,
  workflowHolders,
  workflowPositions,
  workflowStanding,
  workflowFigures,
] as const;
