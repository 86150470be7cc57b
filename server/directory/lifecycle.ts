/**
 * The lifecycle of a directory's records: `directoryRecord`, or the chart that the directory names. Both run through the
 * same engine; what is special of a chart's steps is the hook `actions`.
 */
import type { AnyStateMachine } from 'xstate';
import type { StepSpec } from '../../contract/directory/chart.ts';
import { type AnyDirectory, ruleOfStep, updateOf } from '../../contract/directory/directory.ts';
import { allows } from '../../contract/rules.ts';
import { directoryRecordMachine } from '../../machines/directoryRecord/directoryRecord.machine.ts';
import type { SignedIn } from '../http/auth.ts';
import { say } from '../http/messages.ts';
import { type Asked, defineLifecycle, type Reason, type Scene } from '../lifecycle/lifecycle.ts';
import type { Concern, LoggedFields } from '../lifecycle/stages.ts';
import type { OpenDay } from '../practiceDay/openDay.ts';
import type { Reader, Writer } from './reader.ts';
import type { FoundRecord } from './records.ts';
import { whyNotRestored } from './restoring.ts';
import type { DirectoryTable } from './table.ts';
import { type InUse, refusalOfUse } from './uses.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a step leaves beside the state. */
export interface Done {
  /** Details of its log row: `before` and `after` of fields that it changed. */
  readonly log?: LoggedFields;
  /** Told in this answer alone: the declaration's `once`. */
  readonly once?: Fields;
}

/** A step of a chart, where there is more to it than the state. */
export interface Action<Row> {
  /** The finer right, by the record. */
  readonly right?: (record: Row, user: SignedIn) => boolean;
  /** Words of its 403, which the pane shows beside the button that does nothing. */
  readonly forbidden?: string;
  /** @param day the open day, of an event that waits for one */
  readonly take?: (writer: Writer, record: Row, body: Fields, day?: OpenDay) => Promise<Done>;
  /** The same of an event that the server itself sends. */
  readonly takeOwn?: (scene: Scene, record: Row, body: Fields, day?: OpenDay) => Promise<Done>;
}

export interface Actions<Row> {
  readonly machine: AnyStateMachine;
  /** What the chart's guards read. */
  readonly facts?: (scene: Scene & Partial<Asked>, record: Row) => Promise<Fields>;
  /** Whom a new record concerns, who find it in the bell. */
  readonly concernsNew?: (id: number) => Concern;
  /** Whom a step concerns, who find it in the bell. */
  readonly concerns?: (record: Row, event: string, details: LoggedFields) => Concern | undefined;
  /** Steps of the server that follow a step, or the making of a record, once its line of the log is written. */
  readonly follows?: (scene: Scene, id: number, event: string) => Promise<void>;
  /** Why a guard refuses an event: a text of `server.json`. */
  readonly why?: (record: Row, event: string, facts: Fields) => Reason | undefined;
  readonly steps?: Readonly<Record<string, Action<Row>>>;
}

interface Parts {
  readonly directory: AnyDirectory;
  readonly table: DirectoryTable;
  readonly actions: Actions<FoundRecord> | undefined;
  readonly isOwn: (record: FoundRecord, user: SignedIn) => boolean;
  readonly find: (asked: Asked, id: number, lock: boolean) => Promise<FoundRecord>;
  readonly answer: (asked: Asked, record: FoundRecord) => Promise<unknown>;
  readonly whyUsed: (db: Scene['db'], record: FoundRecord) => Promise<InUse | null>;
  readonly usedOf: (db: Scene['db'], records: readonly FoundRecord[]) => Promise<ReadonlySet<number>>;
}

/** The chart's events are known by name alone here, so that both kinds have the types of the usual one. */
type Events = Record<'record.update' | 'record.archive' | 'record.restore', object>;
type Chart = typeof directoryRecordMachine;

export function recordLifecycle({ directory, table, actions, isOwn, find, answer, whyUsed, usedOf }: Parts) {
  const { spec } = directory;
  const { chart } = spec;
  const others = { right: isOwn, forbidden: 'errors.record_of_others' };
  const shared = {
    ...{ table: spec.document ? 'document' : table.name, kind: spec.name, find, answer },
    log: spec.document ? 'event_log' : 'record_log',
  } as const;
  if (chart === undefined)
    return defineLifecycle(directoryRecordMachine, {
      ...shared,
      column: (state) => ({ active: state === 'active' }),
      state: ({ active }: FoundRecord) => (active ? 'active' : 'archived'),
      facts: async ({ db }, record) => ({ inUse: (await whyUsed(db, record)) !== null }),
      async factsMany({ db }, records, event) {
        // no other step of the chart reads it
        const used = event === 'record.archive' ? await usedOf(db, records) : new Set<number>();
        return new Map(records.map(({ id }) => [id, { inUse: used.has(id) }]));
      },
      async why({ db, language = 'uz' }, record, event) {
        const used = event === 'record.archive' && record.active ? await whyUsed(db, record) : null;
        return used === null ? undefined : refusalOfUse(used, language);
      },
      events: {
        'record.update': others,
        'record.archive': others,
        'record.restore': { ...others, waits: whyNotRestored(directory, table) },
      },
    });

  if (actions === undefined) throw new Error(`${spec.name}: its chart is not served`);
  const { dayOpen = [] } = spec.document ?? {};
  const isOfPeople = (event: string) => !spec.document || event === updateOf(directory) || event in chart.steps;
  const ruleOf = (event: string) => {
    const { right, forbidden } = actions.steps?.[event] ?? {};
    const who = whoOf(directory, event);
    const also = {
      ...(who === 'another' && { notAuthor: true }),
      ...(dayOpen.includes(event) && { dayOpen: true as const }),
      ...(!isOfPeople(event) && { by: 'server' as const }),
    };
    if (right === undefined && who !== 'owner') return { ...others, ...also };
    return {
      right: (record: FoundRecord, user: SignedIn) =>
        isOwn(record, user) && (who !== 'owner' || record.owner_id === user.id) && right?.(record, user) !== false,
      forbidden: forbidden ?? (who === 'owner' ? 'errors.record_of_author' : others.forbidden),
      ...also,
    };
  };
  // also those that other calls send: the application's registration of a device
  const events = Object.fromEntries(actions.machine.events.map((event) => [event, ruleOf(event)]));
  return defineLifecycle(actions.machine as Chart, {
    ...shared,
    // the database makes `active` of it
    column: (status: string) => ({ status }),
    state: ({ status }: FoundRecord) => status as never,
    facts: async (scene, record) => ((await actions.facts?.(scene, record)) ?? {}) as never,
    why: (_, record, event, facts) => actions.why?.(record, event, facts as object as Fields),
    concerns: (record, event, details) => actions.concerns?.(record, event, details),
    ...(actions.concernsNew && { concernsNew: actions.concernsNew }),
    ...(actions.follows && {
      follows: async (scene: Scene, { id }: FoundRecord, event: string) => actions.follows?.(scene, id, event),
    }),
    ...(spec.document && { branch: (record: FoundRecord) => record.organizationId ?? 0 }),
    events: events as Events,
  });
}

/** Who takes an event of a chart, of those that hold its rule. */
const whoOf = (directory: AnyDirectory, event: string): StepSpec['who'] => {
  const { chart } = directory.spec;
  return event === chart?.update && chart.owned ? 'owner' : chart?.steps[event]?.who;
};

export type RecordLifecycle = ReturnType<typeof recordLifecycle>;
/** An event of the chart, by name. */
export const eventOf = (event: string) => event as keyof Events;

/** What the person may do with a record of an own chart, and why not what a fact or a right forbids. */
export async function offered(
  lifecycle: RecordLifecycle,
  directory: AnyDirectory,
  actions: Actions<FoundRecord>,
  reader: Reader & { readonly now: Date },
  record: FoundRecord,
): Promise<{ allowed_events: string[]; refused: Record<string, string> }> {
  const { user, language } = reader;
  const facts = await lifecycle.facts(reader, record, 'record.update', 'before');
  const events = [updateOf(directory), ...Object.keys(directory.steps)];
  const may = (event: string) => events.includes(event) && allows(user.rules, ruleOfStep(directory, event));
  const allowed: string[] = lifecycle.allowed(record, facts, user).filter(may);
  const refused: Record<string, string> = {};
  for (const event of Object.keys(directory.steps)) {
    const who = whoOf(directory, event);
    // what only its owner does is nobody else's to be refused
    const isOthers = who === 'owner' && record.owner_id !== user.id;
    if (allowed.includes(event) || !may(event) || isOthers) continue;
    const isOwnHand = who === 'another' && record.authors?.includes(user.id) === true;
    const words = isOwnHand ? 'errors.own_record' : actions.steps?.[event]?.forbidden;
    const reason = lifecycle.takes(record, eventOf(event), facts)
      ? { messageKey: words ?? 'errors.record_of_others' }
      : actions.why?.(record, event, facts as object as Fields);
    if (reason?.messageKey !== undefined) refused[event] = say(language, reason.messageKey, reason.values);
  }
  return { allowed_events: allowed, refused };
}
