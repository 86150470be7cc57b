/** Territories, as fields of other pages choose them. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { listOf } from './common.ts';

export const territoryGetAll = defineCall({
  id: 'territoryGetAll',
  service: 'cash',
  method: 'GET',
  path: '/territory/get_all',
  response: listOf(z.object({ id: z.int(), title: z.string() })),
});

export const territoryCalls = [territoryGetAll] as const;
