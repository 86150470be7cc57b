/** Cash service: versions of the product (spec 2 "Home", 3 "Version history entry", 7; decision 44). */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, day } from './common.ts';

export const versionLast = defineCall({
  id: 'versionLast',
  service: 'cash',
  method: 'GET',
  path: '/v1_0/get_last_version',
  response: z.object({ version_name: z.string() }),
});

export const VersionEntry = z.object({
  version_name: z.string(),
  date: day(),
  /** Notes in the reader's language; each `*` starts a new line. */
  changes: z.string(),
});
export type VersionEntry = z.infer<typeof VersionEntry>;

export const versionIndex = defineCall({
  id: 'versionIndex',
  service: 'cash',
  method: 'GET',
  path: '/v1_0/get_version_his_own_limit',
  response: dataOf(z.array(VersionEntry)),
});

export const versionCalls = [versionLast, versionIndex] as const;
