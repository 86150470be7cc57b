/**
 * What is written in a form and not saved: kept, and offered to the same person again (decisions 2, 3 and 98). A form
 * that holds a personal number, a document or a phone keeps it on the server by these calls, any other one in the
 * browser.
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Command, dataOf, instant } from './common.ts';

/** Days for which a draft is kept. */
export const DRAFT_DAYS = 30;
/** Hours for which a draft is kept that its person set aside. */
export const ASIDE_HOURS = 24;
/** Drafts of one form that are kept for a person: of several tabs, and those that were set aside. */
export const MOST_DRAFTS = 5;

/** Fields of a form by name. */
const Written = z.record(z.string(), z.unknown());

export const KeptDraft = z.object({
  /** One opening of the form; a draft that is taken goes on under its own. */
  visit: z.string(),
  at: instant(),
  /** What was changed. */
  fields: Written,
  /** What stood in these fields before. */
  base: Written,
});
export type KeptDraft = z.infer<typeof KeptDraft>;

export const draftIndex = defineCall({
  id: 'draftIndex',
  service: 'cash',
  method: 'GET',
  path: '/v1_0/my/drafts',
  response: dataOf(z.array(KeptDraft)),
});

export const draftKeep = defineCall({
  id: 'draftKeep',
  service: 'cash',
  method: 'PUT',
  path: '/v1_0/my/drafts',
  stale: [],
  response: Command,
});

export const draftSetAside = defineCall({
  id: 'draftSetAside',
  service: 'cash',
  method: 'POST',
  path: '/v1_0/my/drafts/aside',
  stale: [],
  response: Command,
});

export const draftDrop = defineCall({
  id: 'draftDrop',
  service: 'cash',
  method: 'DELETE',
  path: '/v1_0/my/drafts',
  stale: [],
  response: Command,
});

export const draftCalls = [draftIndex, draftKeep, draftSetAside, draftDrop] as const;
