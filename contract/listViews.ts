/**
 * Saved views of lists: filters, order and columns of one list under a name, a person's own or shared with everybody
 * (issue "what a list gives its users").
 */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { Command, dataOf } from './common.ts';

/** Views of one list that a person may keep. */
export const MOST_VIEWS = 30;

/** Columns of the list, shown or not: one that is shown and not there any more is missed. Left out: as the list has it. */
export const ViewColumns = z.record(z.string(), z.boolean());

export const ListView = z.object({
  id: z.int(),
  name: z.string(),
  /** Filters and order as they stand in the list's address, without the `?`. */
  address: z.string(),
  columns: ViewColumns,
  /** Everybody who opens the list sees it. */
  shared: z.boolean(),
  own: z.boolean(),
  /** Full name of the person who keeps it. */
  author: z.string(),
  version: z.int(),
});
export type ListView = z.infer<typeof ListView>;

export const listViewIndex = defineCall({
  id: 'listViewIndex',
  service: 'cash',
  method: 'GET',
  path: '/v1_0/list_views',
  response: dataOf(z.array(ListView)),
});

export const listViewAdd = defineCall({
  id: 'listViewAdd',
  service: 'cash',
  method: 'POST',
  path: '/v1_0/list_views',
  stale: ['listViewIndex'],
  response: z.extend(Command, { id: z.int() }),
});

export const listViewEdit = defineCall({
  id: 'listViewEdit',
  service: 'cash',
  method: 'PUT',
  path: '/v1_0/list_views/{id}',
  stale: ['listViewIndex'],
  response: Command,
});

export const listViewDelete = defineCall({
  id: 'listViewDelete',
  service: 'cash',
  method: 'DELETE',
  path: '/v1_0/list_views/{id}',
  stale: ['listViewIndex'],
  response: Command,
});

export const listViewCalls = [listViewIndex, listViewAdd, listViewEdit, listViewDelete] as const;
