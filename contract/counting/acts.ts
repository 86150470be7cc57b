/** Warehouse service: counting acts as a whole (spec 7 "counting acts"; decisions 16–20, 32, 53). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { Command, Counts, dataOf, FileInfo, HistoryLine, instant, Meta, Person, uzs } from '../common.ts';
import { ACT, ACT_STATUSES, ActCategory, COUNTER_STATUSES } from './shared.ts';

export const ActFile = FileInfo;

/** What the lifecycle's guards read, found by the server (decisions 17, 19, 20). */
export const ActFacts = z.object({
  assigned: z.int(),
  counting: z.int(),
  submitted: z.int(),
  disagreements: z.int(),
  moved: z.int(),
  elsewhere: z.int(),
});
export type ActFacts = z.infer<typeof ActFacts>;

/** Act, decision 32. */
export const Act = z.object({
  id: z.int(),
  organization_id: z.int(),
  organization: z.string(),
  comment: z.string(),
  /** What it is limited to, each with everything below it; empty when it counts everything (decision 17). */
  categories: z.array(ActCategory),
  status: z.enum(ACT_STATUSES),
  file: z.nullable(ActFile),
  /** False when a creator is also a counter: shown and printed. */
  blind: z.boolean(),
  number: z.string(),
  created_at: instant(),
  created_by: Person,
  version: z.int(),
  allowed_events: z.array(z.string()),
});
export type Act = z.infer<typeof Act>;

/** A line of the list of acts: the act with its progress. For a plain counter the figures of others stay 0. */
export const ActInList = z.extend(Act, {
  counters: z.array(z.object({ id: z.int(), user: Person, status: z.enum(COUNTER_STATUSES), mine: z.boolean() })),
  lines: z.int(),
  counted: z.int(),
  /** What is missing (below zero) and what is over, and the two netted. */
  shortage_sum: z.nullable(uzs()),
  surplus_sum: z.nullable(uzs()),
  difference_sum: z.nullable(uzs()),
});
export type ActInList = z.infer<typeof ActInList>;

/** The act as its window shows it: the act, its facts and its figures. Only for who may manage it. */
export const ActDetails = z.extend(Act, {
  facts: ActFacts,
  /** When the act came into each state it has been in. */
  moments: z.record(z.string(), instant()),
  lines: z.int(),
  counted: z.int(),
  units: z.int(),
  residue: z.int(),
  /** Of it what is of products without a final count: it is in no difference yet. */
  residue_left_out: z.int(),
  /** Missing units (below zero), units that are over, and the two netted; then the same in money. */
  shortage: z.int(),
  surplus: z.int(),
  difference: z.int(),
  shortage_sum: uzs(),
  surplus_sum: uzs(),
  difference_sum: uzs(),
  /** Counted lines without a final count, and lines that nobody entered (decision 19). */
  not_counted: z.int(),
  comments: z.int(),
  files: z.array(FileInfo),
  practice_day: z.nullable(z.string()),
});
export type ActDetails = z.infer<typeof ActDetails>;

export const ActAnswer = dataOf(Act);

export const actIndex = defineCall({
  id: 'actIndex',
  service: 'warehouse',
  method: 'GET',
  path: '/act_of_count/index',
  response: z.object({
    data: z.array(ActInList),
    meta: z.extend(Meta, {
      /** Acts of the filter by state, before the filter by state. */
      statuses: z.optional(Counts),
      /** Of acts that are not cancelled, unless the filter asks for those: counted products, differences in money. */
      totals: z.optional(
        z.object({ counted: z.int(), shortage_sum: uzs(), surplus_sum: uzs(), difference_sum: uzs() }),
      ),
    }),
  }),
});

export const actShow = defineCall({
  id: 'actShow',
  service: 'warehouse',
  method: 'GET',
  path: '/act_of_count/show/{id}',
  response: dataOf(ActDetails),
});

export const actHistory = defineCall({
  id: 'actHistory',
  service: 'warehouse',
  method: 'GET',
  path: '/act_of_count/history/{id}',
  response: z.object({ data: z.array(HistoryLine) }),
});

export const actCreate = defineCall({
  id: 'actCreate',
  service: 'warehouse',
  method: 'POST',
  path: '/act_of_count/create',
  stale: ['actIndex'],
  response: ActAnswer,
});

export const actUpdate = defineCall({
  id: 'actUpdate',
  service: 'warehouse',
  method: 'PUT',
  path: '/act_of_count/update/{id}',
  stale: ACT,
  response: ActAnswer,
});

export const actLimit = defineCall({
  id: 'actLimit',
  service: 'warehouse',
  method: 'PUT',
  path: '/act_of_count/limit/{actId}',
  stale: ACT,
  response: ActAnswer,
});

export const loadResidues = defineCall({
  id: 'loadResidues',
  service: 'warehouse',
  method: 'PUT',
  path: '/count_act_product/loading_the_residues/{actId}',
  stale: ACT,
  response: ActAnswer,
});

export const actComplete = defineCall({
  id: 'actComplete',
  service: 'warehouse',
  method: 'PUT',
  path: '/act_of_count/count_completion/{actId}',
  stale: ACT,
  response: ActAnswer,
});

export const actForm = defineCall({
  id: 'actForm',
  service: 'warehouse',
  method: 'PUT',
  path: '/act_of_count/act_was_formed/{id}',
  stale: ACT,
  response: ActAnswer,
});

export const actUploadFile = defineCall({
  id: 'actUploadFile',
  service: 'warehouse',
  method: 'POST',
  path: '/act_of_count/upload_file/{id}',
  stale: ACT,
  multipart: true,
  response: ActAnswer,
});

export const actCancel = defineCall({
  id: 'actCancel',
  service: 'warehouse',
  method: 'PUT',
  path: '/act_of_count/cancel/{id}',
  stale: ACT,
  response: ActAnswer,
});

export const fileDownload = defineCall({
  id: 'fileDownload',
  service: 'warehouse',
  method: 'GET',
  path: '/file/show/{id}',
  response: Command,
});
