/** The side pane of a directory: its machine with the calls of one directory, and what is read again after a change. */
import type { UseQueryResult } from '@tanstack/react-query';
import { useActorRef } from '@xstate/react';
import { useEffect } from 'react';
import { type ActorRefFrom, fromPromise } from 'xstate';
import type { Call } from '../../../contract/call.ts';
import type { RecordLine } from '../../../contract/records.ts';
import { RefusedError } from '../../../contract/refusal.ts';
import type { Fields } from '../../../machines/recordPane/merge.ts';
import {
  type RecordDeedInput,
  type RecordView,
  recordPaneMachine,
  type StandingRecord,
} from '../../../machines/recordPane/recordPane.machine.ts';
import { ApiError } from '../../api/client.ts';
import { invalidate } from '../../api/queries.ts';
import { isStale, refusalOf } from '../../api/refusal.ts';
import { inspect } from '../../app/inspect.ts';

/** What every record of a directory has on the wire (`recordFields` of the contract). */
export interface WireRecord {
  id: number;
  active: boolean;
  version: number;
  allowed_events: string[];
  in_use: string | null;
}

export interface Repeatable {
  ifMatch: number;
  key: string;
}

/** One directory: its calls, and how its record becomes fields of a form. */
export interface Directory<Row extends WireRecord, Values extends Fields> {
  /** What a new record begins with. */
  empty: Values;
  fieldsOf(row: Row): Values;
  /** What the pane shows beside the fields. */
  factsOf?(row: Row): Fields;
  /** Read anew for each opening: `useCall(show, …, FRESH)`. */
  useShow(id: number): UseQueryResult<{ data: Row }, ApiError>;
  useHistory(id: number): UseQueryResult<{ data: RecordLine[] }, ApiError>;
  readHistory(id: number): Promise<{ data: RecordLine[] }>;
  create(values: Values, options: { key: string }): Promise<{ data: Row }>;
  update(id: number, values: Values, options: Repeatable): Promise<{ data: Row }>;
  archive(id: number, options: Repeatable): Promise<{ data: Row }>;
  restore(id: number, options: Repeatable): Promise<{ data: Row }>;
  /** Read again once a record has changed. */
  readAgain: readonly Call[];
}

/** A record is read when it is opened, and again when the window is looked at. */
export const FRESH = { staleTime: 0, gcTime: 0 } as const;

export function viewOf<Row extends WireRecord, Values extends Fields>(
  directory: Directory<Row, Values>,
  row: Row,
): RecordView {
  return {
    id: row.id,
    version: row.version,
    allowed: row.allowed_events,
    fields: directory.fieldsOf(row),
    facts: { ...directory.factsOf?.(row), active: row.active, in_use: row.in_use },
  };
}

/** Who took the last step with a record, and when: the log's newest line. */
export async function lastStep(history: Promise<{ data: RecordLine[] }>): Promise<Pick<StandingRecord, 'by' | 'at'>> {
  const [line] = (await history).data;
  return { by: line?.user?.fullname ?? null, at: line?.at ?? null };
}

/** The machine of one directory, once a module. */
export function recordPane<Row extends WireRecord, Values extends Fields>(directory: Directory<Row, Values>) {
  const send = ({ deed, id, version, fields, key }: RecordDeedInput): Promise<{ data: Row }> => {
    const values = fields as Values;
    if (id === null) return directory.create(values, { key });
    const options = { ifMatch: version, key };
    if (deed === 'save') return directory.update(id, values, options);
    return deed === 'archive' ? directory.archive(id, options) : directory.restore(id, options);
  };
  /** What stands there now, with who put it there. */
  const standing = async (error: ApiError): Promise<StandingRecord> => {
    const row = error.body?.current as Row;
    return { ...viewOf(directory, row), ...(await lastStep(directory.readHistory(row.id))) };
  };
  return {
    directory,
    machine: paneMachine(async (input) => viewOf(directory, (await send(input)).data), standing),
  };
}

/** The machine with what sends a deed, and what reads the record that stands there when somebody else was faster. */
export function paneMachine(
  send: (input: RecordDeedInput) => Promise<RecordView>,
  standing: (error: ApiError) => StandingRecord | Promise<StandingRecord>,
) {
  const perform = fromPromise<RecordView, RecordDeedInput>(async ({ input }) => {
    try {
      return await send(input);
    } catch (error) {
      if (!isStale(error) || !(error instanceof ApiError)) throw new RefusedError(refusalOf(error));
      let current: StandingRecord;
      try {
        current = await standing(error);
      } catch (unread) {
        throw new RefusedError(refusalOf(unread));
      }
      throw new RefusedError(refusalOf(error, current));
    }
  });
  return recordPaneMachine.provide({ actors: { perform } });
}

export type PaneOf<Row extends WireRecord, Values extends Fields> = ReturnType<typeof recordPane<Row, Values>>;
export type PaneActor = ActorRefFrom<typeof recordPaneMachine>;

/** The pane's actor; the list and what stands in the pane are read again after a change. */
export function useRecordPane({
  directory,
  machine,
}: {
  directory: { readAgain: readonly Call[] };
  machine: ReturnType<typeof paneMachine>;
}): PaneActor {
  const actor = useActorRef(machine, { inspect });
  useEffect(() => {
    const readAgain = () => {
      for (const call of directory.readAgain) void invalidate(call);
    };
    const told = [actor.on('record.changed', readAgain), actor.on('theirs.taken', readAgain)];
    return () => {
      for (const one of told) one.unsubscribe();
    };
  }, [actor, directory]);
  return actor;
}
