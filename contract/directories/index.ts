/** Every declared directory. A directory that was declared is added here. */
import type { Call } from '../call.ts';
import type { AnyDirectory } from '../directory/directory.ts';
import { bank } from './bank.ts';
import { ministry } from './ministry.ts';
import { warehouse } from './warehouse.ts';

export const directories = [bank, ministry, warehouse] as const satisfies readonly AnyDirectory[];

/** The calls of a directory; one whose records come with the release has none that makes or archives them. */
export const callsOf = ({ spec, calls }: AnyDirectory): Call[] => {
  const { create, archive, restore, ...always } = calls;
  return spec.fixed ? Object.values(always) : Object.values(calls);
};
