/** The side pane of a directory: its machine with the calls of one directory. */
import type { UseQueryResult } from '@tanstack/react-query';
import { useActorRef } from '@xstate/react';
import { type ActorRefFrom, fromPromise } from 'xstate';
import type { RecordLine } from '../../../contract/records.ts';
import type { Fields } from '../../../machines/recordPane/merge.ts';
import {
  type RecordCommandInput,
  type RecordView,
  recordPaneMachine,
  type ServerVersion,
} from '../../../machines/recordPane/recordPane.machine.ts';
import type { ApiError } from '../../api/client.ts';
import { orRefused } from '../../api/refusal.ts';
import { inspect } from '../../app/inspect.ts';
import type { FormName } from '../form/drafts/forms.ts';

/** What every record of a directory has on the wire (`recordFields` of the contract). */
export interface WireRecord {
  id: number;
  active: boolean;
  version: number;
  allowed_events: string[];
  in_use: string | null;
  /** Of a chart of its own. */
  status?: string | undefined;
  refused?: Record<string, string> | undefined;
}

/** `device.allow` is the verb `allow`. */
const verbOf = (event: string): string => event.slice(event.indexOf('.') + 1);

export interface Repeatable {
  ifMatch: number;
  key: string;
}

/** One directory: its calls, and how its record becomes fields of a form. */
export interface Directory<Row extends WireRecord, Values extends Fields> {
  form: FormName;
  /** What a new record begins with. */
  empty: Values;
  fieldsOf(row: Row): Values;
  /** What the pane shows beside the fields. */
  factsOf?(row: Row): Fields;
  /** Read again for each opening: `useCall(show, …, FRESH)`. */
  useShow(id: number): UseQueryResult<{ data: Row }, ApiError>;
  useHistory(id: number): UseQueryResult<{ data: RecordLine[] }, ApiError>;
  readHistory(id: number): Promise<{ data: RecordLine[] }>;
  create(values: Values, options: { key: string }): Promise<Told<Row>>;
  update(id: number, values: Values, options: Repeatable): Promise<{ data: Row }>;
  /** A step that the server allows, by its verb, with what its question asked for. */
  step(verb: string, id: number, options: Repeatable, answers: Fields | null): Promise<Told<Row>>;
}

/** An answer, with what the server tells only now. */
export interface Told<Row> {
  data: Row;
  once?: Fields | undefined;
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
    allowed: row.allowed_events.map((event) => `record.${verbOf(event)}`),
    fields: directory.fieldsOf(row),
    facts: { ...directory.factsOf?.(row), active: row.active, in_use: row.in_use, ...chartOf(row) },
  };
}

/** The state of a chart of its own, and the steps that it or a right refuses now, by verb. */
const chartOf = ({ status, refused }: WireRecord): Fields =>
  status === undefined
    ? {}
    : {
        status,
        refused: Object.fromEntries(Object.entries(refused ?? {}).map(([event, reason]) => [verbOf(event), reason])),
      };

/** Who took the last step with a record, and when: the log's newest line. */
export async function lastStep(history: Promise<{ data: RecordLine[] }>): Promise<Pick<ServerVersion, 'by' | 'at'>> {
  const [line] = (await history).data;
  return { by: line?.user?.fullname ?? null, at: line?.at ?? null };
}

/** The machine of one directory, once a module. */
export function recordPane<Row extends WireRecord, Values extends Fields>(directory: Directory<Row, Values>) {
  const send = ({ command, id, version, fields, answers, key }: RecordCommandInput): Promise<Told<Row>> => {
    const values = fields as Values;
    if (id === null) return directory.create(values, { key });
    const options = { ifMatch: version, key };
    if (command === 'save') return directory.update(id, values, options);
    return directory.step(command, id, options, answers);
  };
  /** The server's current version, with who saved it. */
  const readCurrent = async (error: ApiError): Promise<ServerVersion> => {
    const row = error.body?.current as Row;
    return { ...viewOf(directory, row), ...(await lastStep(directory.readHistory(row.id))) };
  };
  return {
    directory,
    machine: paneMachine(async (input) => {
      const { data, once } = await send(input);
      const view = viewOf(directory, data);
      return once === undefined ? view : { ...view, facts: { ...view.facts, once } };
    }, readCurrent),
  };
}

/** The machine with what sends an action, and what reads the current record when somebody else was faster. */
export function paneMachine(
  send: (input: RecordCommandInput) => Promise<RecordView>,
  readCurrent: (error: ApiError) => ServerVersion | Promise<ServerVersion>,
) {
  const perform = fromPromise<RecordView, RecordCommandInput>(({ input }) => orRefused(() => send(input), readCurrent));
  return recordPaneMachine.provide({ actors: { perform } });
}

export type PaneOf<Row extends WireRecord, Values extends Fields> = ReturnType<typeof recordPane<Row, Values>>;
export type PaneActor = ActorRefFrom<typeof recordPaneMachine>;

export const useRecordPane = ({ machine }: { machine: ReturnType<typeof paneMachine> }): PaneActor =>
  useActorRef(machine, { inspect });
