/** A step of many rows: what follows the right and the state, each stage once for all rows. */
import type { Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';
import {
  appendLogs,
  countStays,
  type LoggedFields,
  type LogRow,
  runEffect,
  type Stays,
  writeState,
  writeStates,
} from './stages.ts';

type Db = Kysely<Schema>;
type ById<T> = ReadonlyMap<number, T>;

/** What the chart has made of the event, of one row. */
export interface Move {
  readonly id: number;
  readonly before: string;
  readonly state: string;
  readonly left: boolean;
  readonly branch: number | null;
  readonly versioned: boolean;
  /** The state and the stamps. */
  readonly columns: LoggedFields;
}

export interface SetMove extends Move {
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

/** The stays of those rows that leave their state. */
export async function countLeft(db: Db, stays: Omit<Stays, 'rows'>, moves: readonly Move[]): Promise<void> {
  const rows = moves.flatMap(({ id, before, left, branch }) => (left ? [{ id, state: before, branch }] : []));
  if (rows.length > 0) await countStays(db, { ...stays, rows });
}

/** Whether one statement writes both; values are compared as they are, since what an expression says is not known here. */
function isAlike(one: Move, other: Move): boolean {
  const names = Object.keys(one.columns);
  return (
    one.versioned === other.versioned &&
    names.length === Object.keys(other.columns).length &&
    names.every((name) => Object.is(one.columns[name], other.columns[name]))
  );
}

/** State, version and stamps: a statement for all rows that get the same. @returns the new versions by id */
export async function writeMoves(db: Db, table: string, moves: readonly Move[]): Promise<Map<number, number>> {
  const groups: [Move, ...Move[]][] = [];
  for (const move of moves) {
    const group = groups.find(([first]) => isAlike(first, move));
    if (group === undefined) groups.push([move]);
    else group.push(move);
  }
  const versions = new Map<number, number>();
  for (const group of groups) {
    const [{ columns, versioned }] = group;
    const written = await writeState(db, { table, ids: group.map(({ id }) => id), columns, versioned });
    for (const [id, version] of written) versions.set(id, version);
  }
  return versions;
}

/** @returns the new versions by id */
export async function runSet({ db, table, line, moves }: Step, effect: SetEffect): Promise<Map<number, number>> {
  let versions: Map<number, number> | undefined;
  const machine = line.machine as string;
  const details = await runEffect(() =>
    effect(async (own) => {
      const kind = line.log === 'record_log' ? line.kind : '';
      const { userId, now } = line;
      await countLeft(db, { table, machine, kind, userId, now }, moves);
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
