/**
 * One engine for a step of a lifecycle. A lifecycle is declared once (`defineLifecycle`): its chart, where its rows are
 * found, what its guards read, who may send what. A step is then its event and its effect, and always runs as
 *
 * lock and find (404) → right (403) → facts → state (409 with its reason) → version (409 `stale`) → open day (409) →
 * `waits` (409) → effect → facts again where the effect changed them → transition of the chart → state, version, stamps →
 * one log row → notices to whom it concerns → steps of other documents that follow.
 *
 * The call's own rule is checked by the router before the body is read (decision 54). Each stage is a function of
 * `stages.ts`, which `tests/mutants/steps.ts` breaks one at a time. The router counts refusals of steps (`refused.ts`).
 */
import type { RawBuilder } from 'kysely';
import { type AnyStateMachine, type ContextFrom, initialTransition, transition } from 'xstate';
import type { Call, ResponseOf } from '../../contract/call.ts';
import type { SignedIn } from '../http/auth.ts';
import type { Context } from '../http/implement.ts';
import { conflict, Refusal, type RefusedStep } from '../http/refusal.ts';
import type { OpenDay } from '../practiceDay/openDay.ts';
import { forbiddenWhy } from './forbidden.ts';
import { countLeft, runSet, type SetEffect, type SetMove, writeMoves } from './sets.ts';
import { changedSince } from './since.ts';
import type {
  Asked,
  Besides,
  ChartState,
  Effected,
  Ended,
  EventType,
  Parent,
  Pending,
  Reason,
  Row,
  Rule,
  Rules,
  Scene,
  Spec,
  Taken,
} from './spec.ts';
import {
  appendLog,
  appendLogs,
  besideChart,
  type LoggedFields,
  type LogRow,
  logMade,
  moveDue,
  type NoticeRow,
  removeRow,
  requireNothing,
  requireOpenDay,
  requireRight,
  requireState,
  requireVersion,
  runEffect,
  type Subject,
  sendNotices,
} from './stages.ts';

export type { Asked, Besides, EventType, Reason, Row, Rules, Scene, Taken };

/** An event as the engine sees it; `facts` are what the effect has changed. */
type Sent = { readonly type: string; readonly facts?: unknown };

type DayOf<V, T extends keyof V> = V[T] extends { dayOpen: true } ? OpenDay : undefined;

/** A call's context as the engine needs it. */
type Calling<C extends Call, R = unknown> = Context<C, R> & Asked;

interface StepOptions<C extends Call, R> {
  /** Where the call's parameter does not name the row. */
  readonly find?: (context: Calling<C>) => Promise<R>;
  readonly brings?: (context: Calling<C, R>) => LoggedFields;
  readonly says?: (context: Calling<C, R>) => string;
}

interface ThenOptions<C extends Call, M extends AnyStateMachine, R> {
  readonly find?: (context: Calling<C>) => Promise<R>;
  readonly besides?: (context: Calling<C, R>) => Besides<M> | Promise<Besides<M>>;
}

type AnswerOf<A, O> = O extends { says: (...args: never) => string } ? { data: A; message: string } : { data: A };

const NOTHING: LoggedFields = {};

/** Marks a refusal with the step that it refuses; the first mark stays. */
function marked(error: unknown, step: RefusedStep): unknown {
  if (error instanceof Refusal) error.step ??= step;
  return error;
}

export function defineLifecycle<M extends AnyStateMachine, R extends Row, A, const V extends Rules<M, R>>(
  machine: M,
  spec: Spec<M, R, A> & { readonly events: V },
) {
  type Type = EventType<M> & keyof V & string;
  type Facts = ContextFrom<M>;
  type State = ChartState<M>;
  type Step = Scene & Partial<Asked>;
  const chart: AnyStateMachine = machine;
  const rules = spec.events as unknown as Readonly<
    Record<string, Rule<R> & { event?: (facts: Facts, details: LoggedFields) => Sent }>
  >;
  const { table, log, kind = table, column = (status: State) => ({ status }) } = spec;
  const shared = { log, kind, machine: chart.id };
  const aboutOf = (id: number) => (log === 'event_log' ? { document: id } : { record: id, kind });

  const ruleOf = (type: string) => rules[type] ?? {};
  const eventOf = (type: string, facts: Facts, details = NOTHING): Sent =>
    ruleOf(type).event?.(facts, details) ?? { type };
  const snapshotOf = (value: State, context: Facts) => chart.resolveState({ value, context });
  /** Whether the person may not take it because the row is of their own hand. */
  const isOwn = (row: R, type: string, { id }: SignedIn): boolean =>
    ruleOf(type).notAuthor === true && row.authors?.includes(id) === true;
  const placeOf = (row: R, event: string): RefusedStep => ({
    ...{ chart: chart.id, state: spec.state(row), event },
    // a part of a document has an id of its own and the branch of the whole
    ...(log === 'event_log' && { branch: spec.branch?.(row) }),
  });

  /** Whether the chart and `bars` accept the event now, whoever sends it. */
  const takes = (row: R, type: Type, facts: Facts): boolean =>
    snapshotOf(spec.state(row), facts).can(eventOf(type, facts)) && spec.bars?.(row, type, facts) === undefined;

  /** Whether the person has the finer right to an event, whatever state and facts say. */
  const mayTake = (row: R, type: Type, user: SignedIn): boolean => {
    const { by, right } = ruleOf(type);
    return by === undefined && right?.(row, user) !== false && !isOwn(row, type, user);
  };

  /** What the chart takes now, filtered by the person's rights: `allowed_events` of an answer. */
  const allowed = (row: R, facts: Facts, user: SignedIn): Type[] =>
    (Object.keys(rules) as Type[]).filter((type) => mayTake(row, type, user) && takes(row, type, facts));

  /** Why the event is refused now for a fact, as its 409 would say; nothing where it is not. */
  async function reasonOf(asked: Asked, row: R, type: Type): Promise<Refusal | undefined> {
    const facts = await spec.facts(asked, row, type, 'before');
    return takes(row, type, facts) ? undefined : refusalOf(asked, row, type, facts, spec.bars?.(row, type, facts));
  }

  /** The row as it would be in another state: what a way to an end asks of its later steps. */
  const placedIn = (row: R, state: State): R => ({ ...row, ...column(state) });
  /** Why a row would refuse an event for these facts, as its 409 would say. */
  const refusalFor = (asked: Asked, row: R, type: Type, facts: Facts): Promise<Refusal> =>
    refusalOf(asked, row, type, facts, spec.bars?.(row, type, facts));

  const waitsFor = async (scene: Scene, row: R, type: Type) => besideChart(await ruleOf(type).waits?.(scene, row));
  /** The events that a person sends to a row of this lifecycle itself. */
  const byPeople = (Object.keys(rules) as Type[]).filter((type) => ruleOf(type).by === undefined);

  async function refusalOf(asked: Step, row: R, type: Type, facts: Facts, barred: Reason | undefined) {
    const [state, said] = [spec.state(row), barred ?? (await spec.why?.(asked, row, type, facts))];
    const { code = 'not_allowed_now', ...extra } = said ?? forbiddenWhy(chart.id, type, state);
    const changed = await changedSince(asked, row, shared);
    return conflict(code, { state, allowed: asked.user ? allowed(row, facts, asked.user) : [], ...changed, ...extra });
  }

  function requireMay(row: R, type: Type, user: SignedIn | undefined): void {
    const { by, right, forbidden } = ruleOf(type);
    requireRight(user === undefined || (by !== 'server' && right?.(row, user) !== false), forbidden);
    requireRight(user === undefined || !isOwn(row, type, user), 'errors.own_record');
  }

  /** Right, facts and state of an event on a row that is held; nothing is written yet. */
  async function begin(asked: Step, row: R, type: Type, besides: Besides<M> = {}): Promise<Pending<M>> {
    try {
      requireMay(row, type, asked.user);
      const facts = besides.facts ?? (await spec.facts(asked, row, type, 'before'));
      const brings = besides.brings ?? NOTHING;
      const accepted = snapshotOf(spec.state(row), facts).can(eventOf(type, facts, brings));
      const barred = accepted ? spec.bars?.(row, type, facts) : undefined;
      // a version that is not the row's own says nothing of what the person saw of the row
      const seen = besides.version ? { ...asked, ifMatch: undefined } : asked;
      await requireState(accepted && barred === undefined, () => refusalOf(seen, row, type, facts, barred));
      return { type, facts, brings };
    } catch (error) {
      throw marked(error, placeOf(row, type));
    }
  }

  /** What the chart makes of an event, and the columns that are written with the state. */
  function moved(row: R, { type, facts }: Pending<M>, event: Sent, userId: number | null, now: Date) {
    const before = spec.state(row);
    const [{ value, context }] = transition(chart, snapshotOf(before, facts), event);
    const state: State = value;
    const left = state !== before;
    const stamps = spec.stamps?.({ event: type, state, facts: context, userId, now });
    const columns: LoggedFields = { ...column(state), ...stamps, ...(left && { since: now }) };
    return { before, state, left, next: context as Facts, columns };
  }

  /** After the effect, of rows that take one event: facts again, transition, state and version, a log row of each. */
  async function finishAll(
    { user, ...scene }: Step,
    type: string,
    steps: readonly Effected<R, M>[],
  ): Promise<Ended<M>[]> {
    const { db, now } = scene;
    const { event: carries, touches } = ruleOf(type);
    const userId = user?.id ?? null;
    const ended = [];
    for (const { row, pending, details, ...beside } of steps) {
      const { facts, brings, after } = pending;
      const found = carries ? (after ?? (await spec.facts(scene, row, pending.type, 'after'))) : facts;
      const event = eventOf(type, found, { ...brings, ...details });
      const { columns, ...move } = moved(row, pending, event, userId, now);
      const placed = { id: row.id, branch: spec.branch?.(row) ?? null, versioned: row.version !== undefined };
      ended.push({ ...beside, ...move, ...placed, columns, row, pending, details, found, event });
    }
    const gone = ended.filter(({ state }) => state === spec.gone);
    const kept = touches === undefined ? ended.filter(({ state }) => state !== spec.gone) : [];
    await countLeft(db, { table, machine: chart.id, kind: log === 'record_log' ? kind : '', userId, now }, ended);
    for (const { id } of gone) await removeRow(db, table, id);
    const versions = await writeMoves(db, table, kept);
    const lines: LogRow[] = [];
    const notices: NoticeRow[] = [];
    for (const { id, row, pending, details, before, state, next, event, subject, parent } of ended) {
      if (parent) await parent.finish(details, { id, machine: chart.id, before, after: state });
      if (parent || touches === 'nothing') continue;
      const raised = spec.raised?.(before, state);
      const carried = event.facts === undefined ? {} : { facts: event.facts };
      const payload = { ...details, ...carried, ...spec.notes?.(pending.type, pending.facts, next) };
      const line = { ...shared, id, before, now };
      lines.push({ ...line, event: type, after: raised ? before : state, payload, userId, subject });
      if (raised) lines.push({ ...line, event: raised, after: state, payload: {}, userId: null });
      const concern = spec.concerns?.(row, pending.type, payload, subject);
      if (concern)
        notices.push({ ...concern, about: aboutOf(id), machine: chart.id, event: type, userId, now, subject });
    }
    await appendLogs(db, lines);
    for (const notice of notices) await sendNotices(db, notice);
    for (const { row, pending } of ended) await spec.follows?.({ db, now }, row, pending.type);
    return ended.map(({ id, row, found, next, state }) => ({
      ...{ id, facts: found, next, state },
      version: versions.get(id) ?? row.version ?? 0,
    }));
  }

  /** The same of one row. */
  async function finish(
    step: Step,
    row: R,
    pending: Pending<M>,
    details: object,
    subject?: Subject,
    parent?: Parent,
  ): Promise<Ended<M>> {
    const [ended] = await finishAll(step, pending.type, [{ row, pending, details, subject, parent }]);
    return ended as Ended<M>;
  }

  /**
   * One step of a row that is held. The effect is what the step does beside changing the state; it returns what the log
   * has of it: changed fields as `before` and `after`, and details.
   */
  async function take<T extends Type, Details extends object>(
    asked: Asked,
    row: R,
    type: T,
    effect: (day: DayOf<V, T>) => Promise<Details>,
    besides: Besides<M> = {},
  ): Promise<Taken<M, Details>> {
    const pending = await begin(asked, row, type, besides);
    try {
      const { dayOpen, version: own } = ruleOf(type);
      const parent = await spec.parent?.(asked, row, type, pending.facts);
      if (besides.version) await requireVersion(asked.ifMatch, besides.version.version, besides.version.current);
      else if (own !== false && row.version !== undefined)
        await requireVersion(asked.ifMatch, row.version, () => spec.answer(asked, row));
      const day =
        dayOpen && row.organizationId != null ? await requireOpenDay(asked.db, row.organizationId) : undefined;
      requireNothing(await waitsFor(asked, row, type), placeOf(row, type));
      const details = await runEffect(() => effect(day as DayOf<V, T>));
      const result = await finish(asked, row, pending, details, besides.subject?.(), parent);
      return { ...result, details };
    } catch (error) {
      throw marked(error, placeOf(row, type));
    }
  }

  /**
   * One step of many rows that are held: each is left as `take` would leave it, in a few statements for all of them. Their
   * versions were compared by who held them. @throws Refusal of the first row that is refused, before anything is written
   * @returns the new versions
   */
  async function takeMany(
    asked: Asked,
    rows: readonly R[],
    type: Type,
    effect: SetEffect,
  ): Promise<Map<number, number>> {
    const { by, event: carries, dayOpen, touches, waits } = ruleOf(type);
    const own = [
      spec.parent,
      spec.concerns,
      spec.raised,
      spec.follows,
      spec.gone,
      by,
      carries,
      dayOpen,
      touches,
      waits,
    ];
    if (own.some((one) => one !== undefined)) throw new Error(`${chart.id}: ${type} is taken row by row`);
    const known = await spec.factsMany?.(asked, rows, type);
    const asks = new Map<string, ReturnType<typeof moved>>();
    const moves: SetMove[] = [];
    for (const row of rows) {
      const facts = known?.get(row.id) ?? (await spec.facts(asked, row, type, 'before'));
      // the chart answers alike for rows of one state and the same facts
      const alike = `${spec.state(row)} ${JSON.stringify(facts)}`;
      if (!asks.has(alike) || spec.bars !== undefined) {
        const pending = await begin(asked, row, type, { facts });
        asks.set(alike, moved(row, pending, eventOf(type, facts), asked.user.id, asked.now));
      } else requireMay(row, type, asked.user);
      const { next, ...move } = asks.get(alike) as ReturnType<typeof moved>;
      const notes = spec.notes?.(type, facts, next) ?? NOTHING;
      const versioned = row.version !== undefined;
      moves.push({ ...move, id: row.id, branch: spec.branch?.(row) ?? null, versioned, notes });
    }
    return runSet(
      { db: asked.db, table, line: { ...shared, event: type, userId: asked.user.id, now: asked.now }, moves },
      effect,
    );
  }

  /**
   * The server's own step of rows that are held, in a few statements for all of them. @param effect does for all what the
   * step does beside the state, and returns what the log has of a row @param known their facts by id, which the effect does
   * not change @throws Refusal of the first row that is refused, before anything is written
   */
  async function takeOwnMany<Details extends object>(
    scene: Scene,
    rows: readonly R[],
    type: Type,
    effect: () => Promise<(row: R) => Details>,
    known?: ReadonlyMap<number, Facts>,
  ): Promise<(Ended<M> & Taken<M, Details>)[]> {
    const begun: { row: R; pending: Pending<M> }[] = [];
    for (const row of rows) {
      const after = known?.get(row.id);
      const pending = await begin(scene, row, type, after && { facts: after });
      requireNothing(await waitsFor(scene, row, type), placeOf(row, type));
      begun.push({ row, pending: after ? { ...pending, after } : pending });
    }
    const detailsOf = await runEffect(effect);
    const steps = begun.map((one) => ({ ...one, details: detailsOf(one.row) }));
    const ended = await finishAll(scene, type, steps);
    return ended.map((one, at) => ({ ...one, details: (steps[at] as { details: Details }).details }));
  }

  /** The same of one row. */
  async function takeOwn<Details extends object>(
    scene: Scene,
    row: R,
    type: Type,
    effect: () => Promise<Details>,
    known?: Facts,
  ) {
    const ofRow = async () => {
      const details = await effect();
      return () => details;
    };
    const [ended] = await takeOwnMany(scene, [row], type, ofRow, known && new Map([[row.id, known]]));
    return ended as Ended<M> & Taken<M, Details>;
  }

  /** The server's own step of every row that is due: the chart defines from which states, and where to. @returns how many */
  async function takeDue({ db, now }: Scene, type: Type, due: RawBuilder<unknown>): Promise<number> {
    const [{ context }] = initialTransition(chart);
    let moved = 0;
    for (const before of Object.keys(chart.states) as State[]) {
      const snapshot = snapshotOf(before, context);
      if (!snapshot.can({ type })) continue;
      const [{ value: after }] = transition(chart, snapshot, { type });
      moved += await moveDue(db, { ...shared, table, event: type, before, after, due, now });
    }
    return moved;
  }

  /** A new row in the chart's first state, with its first log row; `insert` writes the row. @param dayOf needs its day */
  async function create<T extends { id: number; details: LoggedFields }>(
    { db, user, now }: Scene & { readonly user: Pick<SignedIn, 'id'> },
    event: string,
    insert: (state: State) => Promise<T>,
    dayOf?: number,
  ): Promise<T> {
    try {
      if (dayOf !== undefined) await requireOpenDay(db, dayOf);
      const [{ value }] = initialTransition(chart);
      const made = await runEffect(() => insert(value));
      const line = { ...shared, id: made.id, event, before: null, after: value, payload: made.details };
      await appendLog(db, { ...line, userId: user.id, now });
      const concern = spec.concernsNew?.(made.id);
      const step = { about: aboutOf(made.id), machine: chart.id, event, userId: user.id, now };
      if (concern) await sendNotices(db, { ...concern, ...step });
      return made;
    } catch (error) {
      throw marked(error, { chart: chart.id, state: '', event });
    }
  }

  /** New rows of a person, in one statement each of theirs and of the log. @param insert writes all of them */
  async function createMany<T extends { id: number; details: LoggedFields }>(
    { db, user, now }: Pick<Asked, 'db' | 'user' | 'now'>,
    event: string,
    insert: (state: State) => Promise<readonly T[]>,
  ): Promise<readonly T[]> {
    if (spec.concernsNew) throw new Error(`${chart.id}: ${event} is taken row by row`);
    const [{ value }] = initialTransition(chart);
    const made = await runEffect(() => insert(value));
    const line = { ...shared, event, before: null, after: value, userId: user.id, now };
    await appendLogs(
      db,
      made.map(({ id, details }) => ({ ...line, id, payload: details })),
    );
    return made;
  }

  /**
   * New rows that the server itself begins, in one statement, each with its first log row. @param insert returns their ids
   * @returns how many
   */
  function createDue(
    { db, now }: Scene,
    event: string,
    insert: (state: State) => RawBuilder<unknown>,
  ): Promise<number> {
    const [{ value }] = initialTransition(chart);
    return logMade(db, { ...shared, event, after: value, made: insert(value), now });
  }

  /** The row that the call's only parameter names, held. */
  const findNamed = <C extends Call>(context: Calling<C>): Promise<R> =>
    spec.find(context, Object.values<number>(context.params)[0] ?? 0, true);

  /** The two parts of a call that takes a step: the row that its parameter names, held, and the row's answer after it. */
  function step<C extends Call, T extends Type, const O extends StepOptions<C, R>>(
    type: T,
    effect?: (context: Calling<C, R>, day: DayOf<V, T>) => Promise<object | undefined>,
    options?: O,
  ) {
    return {
      record: options?.find ?? findNamed<C>,
      handle: async (context: Calling<C, R>): Promise<AnswerOf<A, O>> => {
        const { record: row } = context;
        const brings = options?.brings?.(context);
        const run = async (day: DayOf<V, T>) => (await effect?.(context, day)) ?? {};
        await take(context, row, type, run, brings && { brings });
        const data = await spec.answer(context, await spec.find(context, row.id, false));
        return { data, ...(options?.says && { message: options.says(context) }) } as AnswerOf<A, O>;
      },
    };
  }

  /** The same for a call that answers something else than the row. */
  function stepThen<C extends Call, T extends Type, Details extends object, S extends R = R>(
    type: T,
    effect: (context: Calling<C, S>, day: DayOf<V, T>) => Promise<Details>,
    answers: (context: Calling<C, S>, taken: Taken<M, Details>) => Promise<ResponseOf<C>>,
    { find, besides }: ThenOptions<C, M, S> = {},
  ) {
    return {
      // without a `find` of its own S is R
      record: (find ?? findNamed<C>) as (context: Calling<C>) => Promise<S>,
      handle: async (context: Calling<C, S>): Promise<ResponseOf<C>> => {
        const also = await besides?.(context);
        return answers(context, await take(context, context.record, type, (day) => effect(context, day), also));
      },
    };
  }

  return {
    kind,
    machine,
    byPeople,
    ...{ find: spec.find, answer: spec.answer, facts: spec.facts, stateOf: spec.state },
    reasonOf,
    placedIn,
    refusalFor,
    mayTake,
    branch: spec.branch,
    needsDay: (type: string) => ruleOf(type).dayOpen === true,
    waitsFor,
    allowed,
    takes,
    begin,
    finish,
    take,
    takeMany,
    takeOwn,
    takeOwnMany,
    takeDue,
    create,
    createMany,
    createDue,
    step,
    stepThen,
  };
}
