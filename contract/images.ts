/** Images that records keep: uploaded first, then named by the record, so that a save that fails loses none. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf } from './common.ts';

export const StoredImage = z.object({ id: z.int(), name: z.string(), type: z.string(), size: z.int() });
export type StoredImage = z.infer<typeof StoredImage>;

export const imageUpload = defineCall({
  id: 'imageUpload',
  service: 'warehouse',
  method: 'POST',
  path: '/file/upload_image',
  stale: [],
  multipart: true,
  response: dataOf(StoredImage),
});

export const imageCalls = [imageUpload] as const;
