/** `workflowWay`: the shortest legal way of a document to an end, each step with who may take it and what it waits for. */
import { sql } from 'kysely';
import { type AnyStateMachine, initialTransition } from 'xstate';
import {
  goalsOf,
  type WayDocument,
  type WayMachine,
  type WayStep,
  type WorkflowWay,
  workflowWay,
} from '../../../contract/workflowWay.ts';
import { CASH } from '../../cash/cashDocuments.ts';
import { CONTRACTS } from '../../contracts/lifecycle.ts';
import { ACTS, COUNTERS } from '../../counting/answers.ts';
import { servedDirectories } from '../../directory/serve.ts';
import type { SignedIn } from '../../http/auth.ts';
import { type Implementation, implement } from '../../http/implement.ts';
import { say } from '../../http/messages.ts';
import { invalidField, notFound, Refusal } from '../../http/refusal.ts';
import { messageOf } from '../../http/router.ts';
import { INVOICES } from '../../invoices/answers.ts';
import type { Asked } from '../../lifecycle/lifecycle.ts';
import { ORDERS } from '../../orders/lifecycle.ts';
import { OUTPUTS } from '../../outputs/answers.ts';
import { DAYS } from '../../practiceDay/days.ts';
import { whyNoOpenDay } from '../../practiceDay/openDay.ts';
import { SOURCES } from '../sources.ts';
import { WAY_FACTS } from './facts.ts';
import { holdsOneOf, rulesOfCall, rulesOfEvent, Staff } from './people.ts';
import { type ChartFacts, type Leg, legsFrom, shortestWay } from './search.ts';
import type { Elsewhere } from './through.ts';
import type { Row, Said } from './words.ts';

type Avoids = (state: string) => boolean;

/** A lifecycle as a way asks it. */
interface Lifecycle {
  readonly machine: AnyStateMachine;
  readonly branch: ((row: Row) => number) | undefined;
  readonly byPeople: readonly string[];
  find(asked: Asked, id: number, lock: boolean): Promise<Row>;
  facts(asked: Asked, row: Row, event: string, moment: 'before'): ChartFacts | Promise<ChartFacts>;
  stateOf(row: Row): string;
  placedIn(row: Row, state: string): Row;
  refusalFor(asked: Asked, row: Row, event: string, facts: ChartFacts): Promise<Refusal>;
  mayTake(row: Row, event: string, user: SignedIn): boolean;
  takes(row: Row, event: string, facts: ChartFacts): boolean;
  needsDay(event: string): boolean;
  waitsFor(asked: Asked, row: Row, event: string): Promise<Refusal | undefined>;
}

const OWN: Partial<Record<WayMachine, unknown>> = {
  countingAct: ACTS,
  counter: COUNTERS,
  invoice: INVOICES,
  output: OUTPUTS,
  saleOrder: ORDERS,
  contract: CONTRACTS,
  cashDocument: CASH,
  practiceDay: DAYS,
};

/** Rows of every lifecycle go through the same questions; each hands its own rows to itself alone. */
export const lifecycleOf = (machine: WayMachine): Lifecycle =>
  (OWN[machine] ??
    servedDirectories().find(({ directory }) => directory.spec.name === machine)?.lifecycle) as Lifecycle;

const lookOf = (machine: AnyStateMachine, state: string): string | undefined =>
  (machine.root.states[state]?.meta as { look?: string } | undefined)?.look;

/** Everything that is asked of one document for one way. */
class Way {
  readonly #asked: Asked;
  readonly #machine: WayMachine;
  readonly #lifecycle: Lifecycle;
  /** null: of a document that is not made yet. */
  readonly #row: Row | null;
  readonly #branch: number;
  readonly #staff: Staff;
  /** The document as each person finds it; none for who may not see it. */
  readonly #found = new Map<string, Promise<Row | null>>();
  #isOwned = false;

  constructor(asked: Asked, machine: WayMachine, row: Row | null, branch: number, staff: Staff) {
    this.#asked = asked;
    this.#machine = machine;
    this.#lifecycle = lifecycleOf(machine);
    this.#row = row;
    this.#branch = branch;
    this.#staff = staff;
  }

  #foundBy({ id }: Row, user: SignedIn, event: string): Promise<Row | null> {
    const own = WAY_FACTS[this.#machine].finds?.[event];
    const key = own === undefined ? String(user.id) : `${user.id} ${event}`;
    const known = this.#found.get(key);
    if (known !== undefined) return known;
    const find = own ?? this.#lifecycle.find;
    const found = find({ ...this.#asked, user }, id, false).catch(noneIfHidden);
    this.#found.set(key, found);
    return found;
  }

  /** Who of the branch may send an event to the document in a state, or the event of another document that sends it. */
  #senders(event: string, state: string): Promise<SignedIn[]> {
    const through = WAY_FACTS[this.#machine].through?.[event];
    const rules = rulesOfEvent(through?.machine ?? this.#machine, through?.event ?? event);
    const own = this.#row;
    return this.#staff.who(this.#branch, async (one) => {
      if (!holdsOneOf(one, rules)) return false;
      if (through !== undefined || own === null) return true;
      const row = await this.#foundBy(own, one, event);
      if (row === null) return false;
      // whose the document will be is not known before: anybody who may be given it
      const owned = this.#isOwned ? { owner_id: one.id, ownerId: one.id } : {};
      return this.#lifecycle.mayTake({ ...this.#lifecycle.placedIn(row, state), ...owned }, event, one);
    });
  }

  /** Counters of an act that have not done their part. */
  async #parts(event: string): Promise<SignedIn[]> {
    const states = event === 'counter.start' ? ['assigned'] : ['assigned', 'counting'];
    const rows = await this.#asked.db
      .selectFrom('computing_act_user')
      .select('user_id')
      .where('act_of_count_id', '=', this.#row?.id ?? 0)
      .where('status', 'in', states)
      .execute();
    const ids = new Set(rows.map(({ user_id }) => user_id));
    return this.#staff.people.filter(({ id }) => ids.has(id));
  }

  #isPart(event: string): boolean {
    return this.#machine === 'countingAct' && (event === 'counter.start' || event === 'counter.submit');
  }

  /** Whether a counter is still to begin: only then beginning is a step of its own. */
  async #hasToStart(): Promise<boolean> {
    return (await this.#parts('counter.start')).length > 0;
  }

  async #step(
    event: string,
    leg: Leg,
    after: string | null,
    facts: WayStep['facts'],
    others: readonly string[],
  ): Promise<WayStep> {
    const { through = {}, or = {}, owns = [] } = WAY_FACTS[this.#machine];
    const part = this.#isPart(event);
    const isOfPeople = part || through[event] !== undefined || this.#lifecycle.byPeople.includes(event);
    const people = part ? await this.#parts(event) : isOfPeople ? await this.#senders(event, leg.from) : [];
    const also = await Promise.all(
      [...(or[event] ?? []), ...others].map(async (one) => ({
        event: one,
        mine: this.#lifecycle.byPeople.includes(one) && (await this.#senders(one, leg.from)).some(this.#staff.isReader),
      })),
    );
    if (owns.includes(event)) this.#isOwned = true;
    return {
      ...{ event, after, facts, through: through[event] ?? null, blocked: false },
      by: isOfPeople ? (part ? 'each' : 'person') : 'system',
      positions: this.#staff.positionsOf(people),
      mine: people.some(this.#staff.isReader),
      // an act without counters gets them by a step before
      nobody: isOfPeople && people.length === 0 && !part,
      or: also,
    };
  }

  /** What a guard waits for, as the refusal says it when everything else is right; of what is not made yet nothing is known. */
  async #says({ event, from, closed, facts }: Leg, guard: string): Promise<WayStep['facts']> {
    if (this.#row === null) return [];
    const { facts: known, says } = WAY_FACTS[this.#machine];
    const each = await says?.[guard]?.(this.#asked, this.#row);
    if (each !== undefined && each.length > 0) return each.map((one) => this.#condition(guard, one));
    const others = closed.filter((name) => name !== guard).map((name) => known[name]?.once);
    const row = this.#lifecycle.placedIn(this.#row, from);
    const refusal = await this.#lifecycle.refusalFor(this.#asked, row, event, Object.assign({}, facts, ...others));
    const isPlain = refusal.code === 'not_allowed_now' && refusal.extra.messageKey === undefined;
    return [{ fact: guard, text: isPlain ? null : messageOf(refusal, this.#asked.language) }];
  }

  #condition(fact: string, { messageKey, values }: Said): WayStep['facts'][number] {
    const [, of] = /^(?:signing|errors)\.(\w+)/.exec(messageKey) ?? [];
    return { fact, text: say(this.#asked.language, messageKey, values), ...(of !== undefined && { of }) };
  }

  /** Why the practice day of the branch takes no step. */
  async #dayClosed(event: string): Promise<string | null> {
    const { machine, event: sent } = WAY_FACTS[this.#machine].through?.[event] ?? {};
    const isNeeded = this.#lifecycle.needsDay(event) || this.#sender(machine)?.needsDay(sent ?? '') === true;
    if (!isNeeded) return null;
    const refusal = await whyNoOpenDay(this.#asked.db, this.#branch);
    return refusal === undefined ? null : messageOf(refusal, this.#asked.language);
  }

  #sender(machine: string | undefined): Lifecycle | undefined {
    return machine === undefined ? undefined : lifecycleOf(machine as WayMachine);
  }

  /** What refuses an event beside the chart, under the name of its text; asked of the document as it is now. */
  async #waits(event: string): Promise<WayStep['facts']> {
    if (this.#row === null) return [];
    const refusal = await this.#lifecycle.waitsFor(this.#asked, this.#row, event);
    if (refusal === undefined) return [];
    const fact = refusal.extra.messageKey?.replace(/^errors\./, '') ?? refusal.code;
    return [{ fact, text: messageOf(refusal, this.#asked.language) }];
  }

  /** The events by which a false guard comes to hold before its leg, each with what is said of the guard. */
  async #before(leg: Leg, guard: string, by: readonly string[], steps: WayStep[], begun: number): Promise<void> {
    const said = await this.#says(leg, guard);
    for (const [at, event] of by.entries()) {
      const facts = at === by.length - 1 ? said : [];
      const same = steps.findIndex((step, index) => index >= begun && step.event === event && step.after === null);
      const hasBegun = event === 'counter.start' && (steps.at(-1)?.event === event || !(await this.#hasToStart()));
      const known = steps[same];
      if (known !== undefined) steps[same] = { ...known, facts: [...known.facts, ...facts] };
      else if (!hasBegun) steps.push(await this.#step(event, leg, null, facts, []));
    }
  }

  /** The steps of the legs, with those that make their facts true. @param others events that do as well as that of a leg */
  async steps(legs: readonly Leg[], others: (leg: Leg) => readonly string[]): Promise<WayStep[]> {
    const known = WAY_FACTS[this.#machine].facts;
    const steps: WayStep[] = [];
    for (const leg of legs) {
      const begun = steps.length;
      const waits: WayStep['facts'] = [];
      let blocked = false;
      for (const guard of leg.closed) {
        const by = known[guard]?.by;
        if (by !== undefined && !by.includes(leg.event)) await this.#before(leg, guard, by, steps, begun);
        else {
          waits.push(...(await this.#says(leg, guard)));
          blocked ||= by === undefined;
        }
      }
      const closedDay = await this.#dayClosed(leg.event);
      if (closedDay !== null) waits.push({ fact: 'openDay', text: closedDay });
      const besides = await this.#waits(leg.event);
      const step = await this.#step(leg.event, leg, leg.to, [...waits, ...besides], others(leg));
      const own = { ...step, blocked: blocked || closedDay !== null || besides.length > 0 };
      steps.push(...(await this.#withElsewhere(own)));
    }
    return steps;
  }

  /** A step that another document takes, after the own steps of that one, with what it waits for there. */
  async #withElsewhere(step: WayStep): Promise<WayStep[]> {
    const elsewhere = await WAY_FACTS[this.#machine].through?.[step.event]?.at?.(this.#asked, this.#row);
    if (elsewhere === undefined) return [step];
    const there = await this.#wayOf(elsewhere);
    const last = there.steps.at(-1);
    if (last === undefined) return [step];
    const { document } = there;
    const { makes = [], waits = [], before = [] } = elsewhere;
    const isOpen = ({ of }: WayStep['facts'][number]) => of === undefined || !makes.includes(of);
    const ahead = waits.map((one) => this.#condition('nothingMissing', one));
    const facts = [...last.facts, ...ahead]
      .filter((one) => isOpen(one) && !step.facts.some(({ fact, of }) => fact === one.fact && of === one.of))
      .map((one) => ({ in: document, ...one }));
    const of = (one: WayStep): WayStep => ({ of: document, ...one });
    return [
      ...(await Promise.all(
        before.map(async ({ event, call }) => of(await this.#making(event, call, document.branch))),
      )),
      ...there.steps.slice(0, -1).map(of),
      {
        ...step,
        facts: [...step.facts, ...facts],
        through: step.through && { ...step.through, document: last.through?.document ?? document },
        ...{ positions: last.positions, mine: last.mine, nobody: last.nobody },
        blocked: step.blocked || ((last.blocked || ahead.length > 0) && facts.length > 0),
      },
    ];
  }

  /** The way of the document that takes a step, from where it stands today; of none that is over. */
  async #wayOf({ machine, goal, id, facts = {}, beside = {} }: Elsewhere) {
    const lifecycle = lifecycleOf(machine);
    const { machine: chart } = lifecycle;
    const { facts: known, reads = chart.events[0] ?? '', beside: besideOf } = WAY_FACTS[machine];
    const found = id === null ? null : await this.#readBy(lifecycle, id);
    const begun = initialTransition(chart)[0];
    const row = found?.row ?? null;
    const asked = found?.asked ?? this.#asked;
    const state = found === null ? String(begun.value) : found.state;
    const today: ChartFacts =
      row === null ? { ...begun.context, ...facts } : await lifecycle.facts(asked, row, reads, 'before');
    const branch = (row && lifecycle.branch?.(row)) ?? this.#branch;
    const document: WayDocument = {
      ...{ machine, id: asked === this.#asked ? (row?.id ?? null) : null, branch },
      beside: (row && (await besideOf?.(asked, row))) ?? beside,
    };
    const avoids = avoidsOf(chart);
    const legs = shortestWay(chart, state, goal, today, known, avoids) ?? [];
    const way = new Way(asked, machine, row, branch, this.#staff);
    return { document, steps: await way.steps(legs, othersOf(lifecycle, legs, goal, machine, avoids)) };
  }

  /** A document as the reader finds it; else, since what it waits for concerns him, as the first of the staff does. */
  async #readBy(lifecycle: Lifecycle, id: number) {
    for (const user of [this.#asked.user, ...this.#staff.people]) {
      const asked = user === this.#asked.user ? this.#asked : { ...this.#asked, user };
      const row = await lifecycle.find(asked, id, false).catch(noneIfHidden);
      if (row !== null) return { row, asked, state: lifecycle.stateOf(row) };
    }
    return null;
  }

  /** A document is made, or changed in its state. */
  async #making(event: string, call: string, branch: number): Promise<WayStep> {
    const rules = rulesOfCall(call);
    const people = await this.#staff.who(branch, async (one) => holdsOneOf(one, rules));
    return {
      ...{ event, after: null, facts: [], through: null, blocked: false, by: 'person', or: [] },
      positions: this.#staff.positionsOf(people),
      mine: people.some(this.#staff.isReader),
      nobody: people.length === 0,
    };
  }
}

const noneIfHidden = (error: unknown): null => {
  if (error instanceof Refusal && error.status === 404) return null;
  throw error;
};

const avoidsOf =
  (chart: AnyStateMachine): Avoids =>
  (state) =>
    ['off', 'bad'].includes(lookOf(chart, state) ?? '');

/** Other events that lead on to the goal from where a leg begins, though not sooner. */
function othersOf({ machine }: Lifecycle, legs: readonly Leg[], goal: string, of: WayMachine, avoids: Avoids) {
  const known = WAY_FACTS[of].facts;
  const order = Object.keys(machine.root.states);
  return (leg: Leg): readonly string[] =>
    legsFrom(machine, leg.from, leg.facts, known)
      .filter(
        ({ event, to }) =>
          event !== leg.event &&
          order.indexOf(to) > order.indexOf(leg.from) &&
          !legs.some(({ from }) => from === to) &&
          (to === goal || !avoids(to)) &&
          shortestWay(machine, to, goal, leg.facts, known, avoids) !== null,
      )
      .map(({ event }) => event);
}

export const wayImplementations: Implementation[] = [
  implement(workflowWay, {
    async record(context) {
      const { db, user, params, query, language } = context;
      const { rows } = await sql<{ state: string }>`SELECT d.state
        FROM (${SOURCES[query.machine].documents(user, language)}) d WHERE d.id = ${params.id}`.execute(db);
      const [seen] = rows;
      if (seen === undefined) throw notFound();
      return { state: seen.state, row: await lifecycleOf(query.machine).find(context, params.id, false) };
    },
    async handle(context) {
      const { user, query, record } = context;
      const { machine, goal } = query;
      const { state, row } = record;
      if (!goalsOf(machine).includes(goal)) throw invalidField('goal', 'reference');
      const lifecycle = lifecycleOf(machine);
      const branch = lifecycle.branch?.(row) ?? user.organizationId;
      const beside = (await WAY_FACTS[machine].beside?.(context, row)) ?? {};
      const answer = (way: Partial<WorkflowWay>) => ({
        data: { ...{ state, goal, branch, beside, steps: [], none: null, givers: [] }, ...way },
      });
      if (state === goal) return answer({ none: 'there' });

      const { machine: chart } = lifecycle;
      const { facts: known, reads = chart.events[0] ?? '' } = WAY_FACTS[machine];
      const facts = await lifecycle.facts(context, row, reads, 'before');
      const avoids = avoidsOf(chart);
      const legs = shortestWay(chart, state, goal, facts, known, avoids);
      const [next] = legs ?? [];
      // what the chart takes and the document around it does not: a list of an act that was called off
      const isBarred = next?.closed.length === 0 && !lifecycle.takes(row, next.event, facts);
      const until = isBarred ? WAY_FACTS[machine].until?.(row) : undefined;
      if (legs === null || (isBarred && until === undefined)) {
        const order = Object.keys(chart.root.states);
        return answer({ none: !avoids(state) && order.indexOf(goal) < order.indexOf(state) ? 'past' : 'over' });
      }

      const staff = await Staff.read(context);
      const way = new Way(context, machine, row, branch, staff);
      const steps = await way.steps(legs, othersOf(lifecycle, legs, goal, machine, avoids));
      const [first] = steps;
      if (until !== undefined && first !== undefined)
        steps[0] = { ...first, facts: [{ fact: until, text: null }, ...first.facts], blocked: true };
      const givers = steps.some(({ nobody }) => nobody)
        ? await staff.who(user.organizationId, async (one) => holdsOneOf(one, GIVES))
        : [];
      return answer({ steps, givers: staff.positionsOf(givers) });
    },
  }),
];

/** Rules of who gives rights to positions and to people. */
const GIVES = ['position_rule.edit', 'user_rule.edit'];
