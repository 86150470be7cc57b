/** What forms and filters of many pages choose from. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { listOf } from './common.ts';

export const userGetAll = defineCall({
  id: 'userGetAll',
  service: 'warehouse',
  method: 'GET',
  path: '/user/get_all',
  response: listOf(z.object({ id: z.int(), title: z.string(), position: z.string(), organization: z.string() })),
});

export const organizationGetAll = defineCall({
  id: 'organizationGetAll',
  service: 'warehouse',
  method: 'GET',
  path: '/organization/get_all',
  response: listOf(z.object({ id: z.int(), title: z.string() })),
});

export const choiceCalls = [userGetAll, organizationGetAll] as const;
