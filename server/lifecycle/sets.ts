/** A step of many rows: the stages after the right and the state, each of them once for all rows. */
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import { appendLogs, countStays, type LoggedFields, type LogRow, runEffect, writeStates } from './stages.ts';

type Db = Kysely<Schema>;
type ById<T> = ReadonlyMap<number, T>;

/** What the chart has made of the event, of one row. */
export interface SetMove {
  readonly id: number;
  readonly before: string;
  readonly state: string;
  readonly left: boolean;
  readonly branch: number | null;
  readonly versioned: boolean;
  /** The state and the stamps. */
  readonly columns: LoggedFields;
  readonly notes: LoggedFields;
}

/**
 * What a step of many rows does beside the state. It calls `write` once, with the columns that it writes itself, which go into
 * the statement of state and version. @returns by id what the log has: changed fields as `before` and `after`, and details
 */
export type SetEffect = (write: (columns: ById<LoggedFields>) => Promise<void>) => Promise<ById<LoggedFields>>;

export interface Step {
  readonly db: Db;
  readonly table: string;
  /** What all log rows share. */
  readonly line: Omit<LogRow, 'id' | 'before' | 'after' | 'payload' | 'subject'>;
  readonly moves: readonly SetMove[];
}

/** @returns the new versions by id */
export async function runSet({ db, table, line, moves }: Step, effect: SetEffect): Promise<Map<number, number>> {
  let versions: Map<number, number> | undefined;
  const left = moves.flatMap(({ id, before, left, branch }) => (left ? [{ id, state: before, branch }] : []));
  const machine = line.machine as string;
  const details = await runEffect(() =>
    effect(async (own) => {
      const kind = line.log === 'record_log' ? line.kind : '';
      const { userId, now } = line;
      if (left.length > 0) await countStays(db, { table, machine, kind, rows: left, userId, now });
      const rows = new Map(moves.map(({ id, columns }) => [id, { ...own.get(id), ...columns }]));
      versions = await writeStates(db, { table, rows, versioned: moves.every(({ versioned }) => versioned) });
    }),
  );
  if (versions === undefined) throw new Error(`${machine}: the rows of a set were not written`);
  const logs = moves.map(
    ({ id, before, state, notes }) =>
      ({ ...line, id, before, after: state, payload: { ...details.get(id), ...notes } }) as LogRow,
  );
  await appendLogs(db, logs);
  return versions;
}
