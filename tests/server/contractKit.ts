/** Calls of the contract as test cases. */
import { paramNames } from '../../contract/call.ts';
import type { ServedCall } from '../../contract/server.ts';

export const each = (list: readonly ServedCall[]) => list.map((call) => ({ name: call.id, call }));

export const paramsOf = (call: ServedCall, id: number) =>
  Object.fromEntries(paramNames(call.path).map((name) => [name, id]));
