/** What a lifecycle is declared with, and the types of its engine. */
import type { Kysely } from 'kysely';
import type { AnyStateMachine, ContextFrom, EventFrom, StateValueFrom } from 'xstate';
import type { ErrorCode } from '../../contract/common.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import type { Language } from '../http/messages.ts';
import type { RefusalExtra } from '../http/refusal.ts';
import type { Concern, LoggedFields, Subject } from './stages.ts';

type Db = Kysely<Schema>;

export type ChartState<M extends AnyStateMachine> = Extract<StateValueFrom<M>, string>;
type ChartEvent<M extends AnyStateMachine> = EventFrom<M>;
export type EventType<M extends AnyStateMachine> = ChartEvent<M>['type'];

/** Where a step runs; the server's own steps have no person. */
export interface Scene {
  readonly db: Db;
  readonly now: Date;
}

/** A person who asks for a step: what every call's context has. */
export interface Asked extends Scene {
  readonly user: SignedIn;
  readonly language: Language;
  readonly ifMatch?: number | undefined;
}

/** A row with a lifecycle. Its version is compared and raised where it has one. */
export interface Row {
  readonly id: number;
  readonly version?: number;
  /** Whose open day its steps wait for. */
  readonly organizationId?: number | null;
  /** Who entered it and everybody who edited it since. */
  readonly authors?: readonly number[];
}

export interface Rule<R> {
  /** The finer right, by the row and its state; the call's rule has been checked. Left out: that rule is enough. */
  readonly right?: (row: R, user: SignedIn) => boolean;
  /** Words of the 403, a key of `locales`. */
  readonly forbidden?: string;
  /** A second person takes it: none of the row's `authors` (V16, decision 90). */
  readonly notAuthor?: boolean;
  /** Sent by the server itself, or through the lifecycle of a part of the row: it is offered to nobody here. */
  readonly by?: 'server' | 'part';
  /** It posts, or what it leaves would block the closing of a day: it waits for an open one (V4). */
  readonly dayOpen?: true;
  /** What refuses it beside the chart, by facts that are no document's own. Asked before the effect, and by the way to an end. */
  readonly waits?: (scene: Scene, row: R) => Promise<Reason | undefined>;
  /** The row's version is not asked: nothing is overwritten, or the call asks that of another row. */
  readonly version?: false;
  /** Leaves state and version of the row: `log` has its log row alone, `nothing` not even that. */
  readonly touches?: 'log' | 'nothing';
}

/** An event that carries something is made of the facts and of what the step brings or its effect has found. */
type Made<M extends AnyStateMachine, E> = [Exclude<keyof E, 'type'>] extends [never]
  ? { readonly event?: never }
  : { readonly event: (facts: ContextFrom<M>, details: LoggedFields) => E };

/** Every event of the chart, with what is special in it. */
export type Rules<M extends AnyStateMachine, R> = {
  readonly [E in ChartEvent<M> as E['type']]: Rule<R> & Made<M, E>;
};

/** Why a step is refused, beside the state and what is allowed in it. */
export type Reason = RefusalExtra & { readonly code?: ErrorCode };

export interface Change<M extends AnyStateMachine> {
  readonly event: EventType<M>;
  readonly state: ChartState<M>;
  readonly facts: ContextFrom<M>;
  readonly userId: number | null;
  readonly now: Date;
}

/** The row that this one is a part of: its chart must take the event too, and its log has the row for both. */
export interface Parent {
  finish(details: object, subject: Subject): Promise<unknown>;
}

export interface Spec<M extends AnyStateMachine, R extends Row, A> {
  readonly table: string;
  readonly log: 'event_log' | 'record_log';
  /** Of its rows in `record_log`; the table's name where left out. */
  readonly kind?: string;
  /** How the state is stored; in `status` where left out. */
  readonly column?: (state: ChartState<M>) => LoggedFields;
  /** The row, or 404, also for what the person may not see; held until the transaction ends where `lock`. */
  readonly find: (asked: Asked, id: number, lock: boolean) => Promise<R>;
  readonly state: (row: R) => ChartState<M>;
  /** Whose open days are the working time of its stays; left out: the calendar is. */
  readonly branch?: (row: R) => number;
  /** What the guards read: `before` the step, and `after` its effect where the event carries facts. */
  readonly facts: (
    scene: Scene,
    row: R,
    event: EventType<M>,
    moment: 'before' | 'after',
  ) => ContextFrom<M> | Promise<ContextFrom<M>>;
  /** `facts` of many rows at once, by id, for a step of all of them. */
  readonly factsMany?: (
    scene: Scene,
    rows: readonly R[],
    event: EventType<M>,
  ) => Promise<ReadonlyMap<number, ContextFrom<M>>>;
  readonly answer: (asked: Asked, row: R) => A | Promise<A>;
  /** Columns that are written with the state. */
  readonly stamps?: (change: Change<M>) => LoggedFields;
  /** Refuses what the chart accepts, and hides it from what is allowed. */
  readonly bars?: (row: R, event: EventType<M>, facts: ContextFrom<M>) => Reason | undefined;
  /** The reason of a refusal where the state alone does not give it. */
  readonly why?: (
    scene: Scene & { readonly language?: Language },
    row: R,
    event: EventType<M>,
    facts: ContextFrom<M>,
  ) => Reason | undefined | Promise<Reason | undefined>;
  /** What the log row has besides: facts that no event carries, as they were before the step or are after it. */
  readonly notes?: (event: EventType<M>, facts: ContextFrom<M>, next: ContextFrom<M>) => LoggedFields;
  /** The chart's own second event of a step, with a log row of its own that has no person. */
  readonly raised?: (before: ChartState<M>, after: ChartState<M>) => EventType<M> | undefined;
  readonly parent?: (asked: Asked, row: R, event: EventType<M>, facts: ContextFrom<M>) => Promise<Parent | undefined>;
  /** Whom a step concerns, who find it in the bell. `details` are those of the log row. */
  readonly concerns?: (row: R, event: EventType<M>, details: LoggedFields, subject?: Subject) => Concern | undefined;
  /** Whom a new row concerns. */
  readonly concernsNew?: (id: number) => Concern | undefined;
  /** Steps of other documents that follow from this one, in the same transaction; `scene` has no person. */
  readonly follows?: (scene: Scene, row: R, event: EventType<M>) => Promise<void>;
  /** A row that comes into this state is deleted. */
  readonly gone?: ChartState<M>;
}

/** What a step is asked with besides. */
export interface Besides<M extends AnyStateMachine> {
  /** Facts altered before the chart is asked: a changed mind. */
  readonly facts?: ContextFrom<M>;
  /** Another row's version in place of the row's own. */
  readonly version?: { readonly version: number; readonly current: () => unknown };
  /** What the event carries that is known before the effect. */
  readonly brings?: LoggedFields;
  /** What the log row is about beside the row; asked after the effect. */
  readonly subject?: () => Subject;
}

/** What a step leaves: what its effect returned, the facts and the version after it, and what the chart made of them. */
export interface Taken<M extends AnyStateMachine, Details> {
  readonly details: Details;
  readonly facts: ContextFrom<M>;
  readonly next: ContextFrom<M>;
  readonly version: number;
}

/** A step that is accepted, before its effect. */
export interface Pending<M extends AnyStateMachine> {
  readonly type: EventType<M>;
  readonly facts: ContextFrom<M>;
  readonly brings: LoggedFields;
  /** Its facts after the effect, where they are known. */
  readonly after?: ContextFrom<M>;
}

/** A step whose effect is done. */
export interface Effected<R, M extends AnyStateMachine> {
  readonly row: R;
  readonly pending: Pending<M>;
  readonly details: object;
  readonly subject?: Subject | undefined;
  readonly parent?: Parent | undefined;
}

/** A step that is written. */
export interface Ended<M extends AnyStateMachine> {
  readonly id: number;
  readonly facts: ContextFrom<M>;
  readonly next: ContextFrom<M>;
  readonly version: number;
  readonly state: ChartState<M>;
}
