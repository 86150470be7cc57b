/** The dates of a document's batches as the fields of their window, and the call that enters them together. */
import type { BatchToDate } from '../../../contract/expirations.ts';
import { expirationAdd } from '../../../contract/expirations.ts';
import type { RecordView } from '../../../machines/recordPane/recordPane.machine.ts';
import { ApiError, request } from '../../api/client.ts';
import { paneMachine } from '../../ui/record/useRecordPane.ts';

/** By batch: `expires_12`, `quantity_12`, `notify_12`. */
export type DateFields = Record<string, string | number | null>;

const NOTIFY_DAYS = 30;

export const initialFields = (batches: readonly BatchToDate[]): DateFields =>
  Object.fromEntries(
    batches.flatMap(({ id, left, dated }) => [
      [`expires_${id}`, null],
      [`quantity_${id}`, Math.max(0, left - dated)],
      [`notify_${id}`, NOTIFY_DAYS],
    ]),
  );

/** Lines whose day is written; the others are left for another time. */
const linesOf = (fields: DateFields) =>
  Object.entries(fields).flatMap(([name, expires]) => {
    const batch_id = Number(/^expires_(\d+)$/.exec(name)?.[1]);
    return Number.isNaN(batch_id) || expires === null
      ? []
      : [
          {
            batch_id,
            expires: String(expires),
            quantity: Number(fields[`quantity_${batch_id}`]),
            notify_days: Number(fields[`notify_${batch_id}`]),
          },
        ];
  });

const FIELDS: Readonly<Record<string, string>> = { expires: 'expires', quantity: 'quantity', notify_days: 'notify' };

/** The server names a line by its place, the form by its batch. */
function byBatch(error: unknown, lines: ReturnType<typeof linesOf>): unknown {
  if (!(error instanceof ApiError) || !error.body?.errors) return error;
  const errors = Object.fromEntries(
    Object.entries(error.body.errors).map(([path, words]) => {
      const [, at, field = ''] = /^lines\.(\d+)\.(\w+)$/.exec(path) ?? [];
      const batch = lines[Number(at)]?.batch_id;
      return [batch === undefined ? path : `${FIELDS[field] ?? 'expires'}_${batch}`, words];
    }),
  );
  const { status, code, message } = error;
  return new ApiError({ status, code, message, body: { ...error.body, errors } });
}

/** @param document whose batches are dated; what was entered is a record no more than a moment, its window then closes */
export const writingOf = (document: number) => ({
  machine: paneMachine(
    async ({ fields, key }): Promise<RecordView> => {
      const lines = linesOf(fields as DateFields);
      try {
        await request(expirationAdd, { body: { lines }, key });
      } catch (error) {
        throw byBatch(error, lines);
      }
      return { id: document, version: 1, allowed: [], fields, facts: {} };
    },
    () => {
      throw new Error('new records are in no conflict');
    },
  ),
});
