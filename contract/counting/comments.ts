/** Warehouse service: comments on the results of a count (spec 7 "counting acts"). */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { dataOf, FileInfo, instant, Person } from '../common.ts';
import { ACT } from './shared.ts';

export const CountCommentary = z.object({
  id: z.int(),
  product_variant_id: z.nullable(z.int()),
  comment: z.string(),
  file: z.nullable(FileInfo),
  created_at: instant(),
  updated_at: z.nullable(instant()),
  created_by: Person,
});
export type CountCommentary = z.infer<typeof CountCommentary>;

export const addCommentary = defineCall({
  id: 'addCommentary',
  service: 'warehouse',
  method: 'POST',
  path: '/count_result_comment/add_commentary',
  stale: [...ACT, 'commentaryIndex', 'productInformation'],
  multipart: true,
  response: dataOf(CountCommentary),
});

export const editCommentary = defineCall({
  id: 'editCommentary',
  service: 'warehouse',
  method: 'POST',
  path: '/count_result_comment/edit_commentary',
  stale: [...ACT, 'commentaryIndex', 'productInformation'],
  multipart: true,
  response: dataOf(CountCommentary),
});

export const commentaryIndex = defineCall({
  id: 'commentaryIndex',
  service: 'warehouse',
  method: 'GET',
  path: '/count_result_comment/index/{actId}',
  response: z.object({ data: z.array(z.extend(CountCommentary, { product: z.nullable(z.string()) })) }),
});
