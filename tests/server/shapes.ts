/** Every answer matches the contract: no field missing, none of another type, none that the contract lacks. */
import type { Call } from '../../contract/call.ts';
import { ERROR_CODES, ErrorBody } from '../../contract/common.ts';
import { callsOf, directories } from '../../contract/directories/index.ts';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { check } from '../../server/http/validate.ts';

/** The reading of a record, by every call of its directory. */
const showOf = new Map(
  (directories as readonly AnyDirectory[]).flatMap((one) =>
    callsOf(one).map(({ id }) => [id, one.calls.show] as const),
  ),
);

const STATUSES = new Set([400, 401, 403, 404, 409, 413, 422, 429, 503, 507]);

/** What is wrong with an answer, or nothing. */
export function shapeFault(call: Call, status: number, body: unknown): string | undefined {
  if (status === 304) return undefined;
  if (status !== 200) {
    if (!STATUSES.has(status)) return `${call.id}: ${status} is in no catalogue: ${JSON.stringify(body)}`;
    const error = check(ErrorBody, body, true);
    if (!error.ok) return `${call.id}: the error body of ${status} is wrong in ${JSON.stringify(error.fields)}`;
    if (!(ERROR_CODES as readonly string[]).includes(error.value.code))
      return `${call.id}: no code ${error.value.code}`;
    if (status === 422 && Object.keys(error.value.errors ?? {}).length === 0) return `${call.id}: 422 names no field`;
    const show = showOf.get(call.id);
    if (show === undefined || error.value.code !== 'stale') return undefined;
    // never a record of another kind: who asked may have no right to it
    const current = check(show.response, { data: error.value.current }, true);
    return current.ok ? undefined : `${call.id}: \`current\` is no ${show.id}: ${JSON.stringify(current.fields)}`;
  }
  // A file is its own body.
  if (call.id === 'fileDownload') return undefined;
  const answer = check(call.response, body, true);
  return answer.ok ? undefined : `${call.id}: the answer is wrong in ${JSON.stringify(answer.fields)}`;
}
