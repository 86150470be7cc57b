/** What forms and filters of many pages choose from. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { listOf, pageQuery } from './common.ts';

/** Any page that chooses a person or a branch may ask. */
const RULE = 'act_of_count.show|act_of_count.allshow|warehouse_list.show|practice_day.show';
const search = () => z.optional(z.string().check(z.maxLength(100)));

export const userGetAll = defineCall({
  id: 'userGetAll',
  service: 'warehouse',
  origin: 'specification',
  rule: RULE,
  method: 'GET',
  path: '/user/get_all',
  query: z.object({ ...pageQuery, search: search() }),
  response: listOf(z.object({ id: z.int(), title: z.string(), position: z.string(), organization: z.string() })),
  summary: 'People to choose a counter or a keeper from.',
});

export const organizationGetAll = defineCall({
  id: 'organizationGetAll',
  service: 'warehouse',
  origin: 'extension',
  rule: RULE,
  method: 'GET',
  path: '/organization/get_all',
  query: z.object({ ...pageQuery, search: search() }),
  response: listOf(z.object({ id: z.int(), title: z.string() })),
  summary: 'Organizations that the person may choose.',
});

export const choiceCalls = [userGetAll, organizationGetAll] as const;
