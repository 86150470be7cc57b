/** Client service: the kinds of appeal, which are values of a general list (`/classifications`), and who answers appeals. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { listOf } from './common.ts';

export const appealKindGetAll = defineCall({
  id: 'appealKindGetAll',
  service: 'client',
  method: 'GET',
  path: '/appeal_kind/get_all',
  response: listOf(z.object({ id: z.int(), title: z.string(), days: z.int() })),
});

export const appealAnswererGetAll = defineCall({
  id: 'appealAnswererGetAll',
  service: 'client',
  method: 'GET',
  path: '/appeal_answerer/get_all',
  response: listOf(z.object({ id: z.int(), title: z.string() })),
});

export const appealCalls = [appealKindGetAll, appealAnswererGetAll] as const;
