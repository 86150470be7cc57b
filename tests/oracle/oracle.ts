/**
 * An oracle: what a lifecycle has to do, in the words of the specification, decisions and areas. Written by hand, from
 * those pages; nothing here reads a chart or the server, so that a wrong chart is seen, not only an app that differs
 * from it.
 *
 * A row is a state with facts. It names the events that are accepted there, with the state and the facts after; every
 * other event is refused, with `not_allowed_now` where no other reason is named.
 */

/** What guards read, by name. */
export type Facts = Readonly<Record<string, number | boolean>>;

/** An entry that a step adds to a ledger: what stock, a partner's debt, a client's money or cash changes by. */
export type Entry =
  | { readonly ledger: 'stock'; readonly variant: number; readonly qty: number }
  | { readonly ledger: 'partner'; readonly partner: number; readonly amount: number }
  // of the money that a payment brought
  | { readonly ledger: 'client'; readonly of: 'payment' | 'prepaid' | 'write_off'; readonly amount: number }
  | { readonly ledger: 'cash'; readonly amount: number };

export interface Accepted<S extends string = string> {
  readonly to: S;
  /** What of the row's facts is different after it. */
  readonly facts?: Facts;
  /** Entries in the ledgers; a step that names none adds none. */
  readonly posts?: readonly Entry[];
  /** Walks end here: what follows depends on more than the facts, such as the partner that was changed. */
  readonly ends?: boolean;
}

/** Why an event is refused: the `code` of the 409; `not_found` for what nobody may see any more. */
export type Reason =
  | 'not_allowed_now'
  | 'not_found'
  | 'in_use'
  | 'no_lines'
  | 'serials_missing'
  | 'units_missing'
  | 'reasons_missing'
  | 'schedule_stale'
  | 'goods_leaving'
  | 'disagreements'
  | 'moved_lines'
  | 'serials_elsewhere'
  | 'not_submitted'
  | 'negative_cash'
  | 'not_reversible';

/**
 * Why the server refuses what the chart has accepted: it looks at goods, money, people or the clock, which no fact of the
 * document counts. Each is a text of the server, `errors.<reason>`.
 */
export type BeyondReason =
  | 'goods_leaving'
  | 'negative_stock'
  | 'serials_elsewhere'
  | 'goods_left'
  | 'goods_reserved'
  | 'products_locked'
  | 'client_listed'
  | 'order_prices'
  | 'reservation_expired'
  | 'reserved_missing'
  | 'outside_limit'
  | 'named_archived'
  | 'entries_differ'
  | 'money_moved'
  | 'prepaid_waits'
  | 'write_off_limit'
  | 'other_sitting'
  | 'test_over'
  | 'dropped_band_overlaps'
  | 'model_untried'
  | 'model_trying'
  | 'model_outdated'
  | 'stuck_unseen'
  | 'stuck_changed'
  | 'fund_over'
  | 'fund_goods_gone'
  | 'change_over'
  | 'unblock_over'
  | 'black_list_listed';

export interface Row<S extends string = string, C extends string = string> {
  readonly state: S;
  /** What differs from the facts of the beginning. */
  readonly facts?: Facts;
  readonly accepts: { readonly [K in C]?: S | Accepted<S> };
  /** Refusals with a reason of their own. Others need no line: `not_allowed_now`. */
  readonly refuses?: { readonly [K in C]?: Reason };
  /** Neither accepted nor refused by the lifecycle: here it has no values that make sense (422). */
  readonly untried?: readonly C[];
  /** Where it is written. */
  readonly source: string;
  /** Left at once by an event that the lifecycle raises itself: nothing rests here. */
  readonly passing?: true;
  /** No event leads here: other documents, or the clock, make these facts. */
  readonly made?: true;
}

/** One case of an event. */
export interface Case {
  /** The verb of the drivers in the API and browser layers. */
  readonly verb: string;
  /** What it carries beside its type. */
  readonly carries?: Readonly<Record<string, unknown>>;
}

/** A person who may not do it, as the small world of server tests names people. */
export interface Denied<C extends string = string> {
  readonly cases: readonly C[];
  readonly person: string;
  readonly status: 403 | 404;
  readonly source: string;
}

/** The text of a refusal: a key of the texts of the server, or several where the answer names what is missing first. */
export interface Said<S extends string = string, C extends string = string> {
  readonly cases: readonly C[];
  readonly state?: S;
  /** What the row's facts are, beside others. */
  readonly facts?: Facts;
  readonly text: string | readonly string[];
}

/** One sentence for cases that are forbidden in several states. */
export const forbids = <const S extends string, const C extends string>(
  states: readonly S[],
  cases: readonly C[],
  text: string,
): Said<S, C>[] => states.map((state) => ({ cases, state, text }));

export interface Oracle<S extends string = string, C extends string = string> {
  readonly machine: string;
  readonly begins: { readonly state: NoInfer<S>; readonly facts: Facts };
  /** By the event's type; `type/variant` where it has several cases. */
  readonly cases: { readonly [K in C]: Case };
  /** Sent by the server alone: no call of a person to refuse. */
  readonly server?: readonly NoInfer<C>[];
  /** Raised by the lifecycle itself, behind the event that causes them: no call at all. */
  readonly raised?: readonly NoInfer<C>[];
  /** Need an open practice day (V4): else 409 `no_open_day`. */
  readonly needsDay?: readonly NoInfer<C>[];
  /** What the server may refuse of events that the rows accept (409); `tests/server/beyondRefusals.test.ts` has the proof of each. */
  readonly beyond?: { readonly [K in NoInfer<C>]?: readonly BeyondReason[] };
  /** Taken without a step: no line in the log, and the version stays. */
  readonly unlogged?: readonly NoInfer<C>[];
  /** Leave a line in the log and the version as it is: nothing of the row is overwritten. */
  readonly unversioned?: readonly NoInfer<C>[];
  readonly denied?: readonly Denied<NoInfer<C>>[];
  /** What a person reads of a refusal where it is not the text of its reason; the first that fits a row is said. */
  readonly says?: readonly Said<NoInfer<S>, NoInfer<C>>[];
  readonly rows: readonly Row<NoInfer<S>, NoInfer<C>>[];
}

/** Keeps the names of states and cases, so that a row cannot misspell them. */
export const defineOracle = <const S extends string, const C extends string>(
  states: readonly S[],
  oracle: Oracle<S, C>,
): Oracle & { readonly states: readonly string[] } => ({ ...(oracle as unknown as Oracle), states });

export type WrittenOracle = ReturnType<typeof defineOracle>;

/** The event's type of a case: `act.update` of `act.update/organization`. */
export const typeOf = (name: string): string => name.split('/')[0] as string;

export const eventOf = (oracle: Oracle, name: string): { type: string } => ({
  type: typeOf(name),
  ...oracle.cases[name]?.carries,
});

export const factsOf = (oracle: Oracle, row: Row): Facts => ({ ...oracle.begins.facts, ...row.facts });

type Accepting = Required<Pick<Outcome, 'name' | 'accepted'>>;

/** What the lifecycle sends behind an accepted event, once that has led where nothing rests. */
export function behindOf(oracle: Oracle, { to, facts }: Accepting['accepted']): Accepting | undefined {
  const row = rowAt(oracle, to, facts);
  if (!row?.passing) return undefined;
  for (const { name, accepted } of outcomesOf(oracle, row))
    if (accepted !== undefined && oracle.raised?.includes(name)) return { name, accepted };
  return undefined;
}

/** The row that an accepted event leads to, where walks go on from it. */
function nextOf(oracle: Oracle, accepted: Accepting['accepted']): Row | undefined {
  if (accepted.ends) return undefined;
  const behind = behindOf(oracle, accepted);
  return behind === undefined ? rowAt(oracle, accepted.to, accepted.facts) : nextOf(oracle, behind.accepted);
}

const sameFacts = (one: Facts, other: Facts): boolean => Object.keys(one).every((name) => one[name] === other[name]);

export const rowAt = (oracle: Oracle, state: string, facts: Facts): Row | undefined =>
  oracle.rows.find((row) => row.state === state && sameFacts(factsOf(oracle, row), facts));

export interface Outcome {
  readonly name: string;
  /** Undefined where the event is refused. */
  readonly accepted?: {
    readonly to: string;
    readonly facts: Facts;
    readonly posts: readonly Entry[];
    readonly ends: boolean;
  };
  readonly reason?: Reason;
}

/** What a row expects of every case; a case of an event that it accepts in another variant, and does not name, is left out. */
export function outcomesOf(oracle: Oracle, row: Row): Outcome[] {
  const acceptedTypes = new Set(Object.keys(row.accepts).map(typeOf));
  return Object.keys(oracle.cases).flatMap((name): Outcome[] => {
    const accepted = row.accepts[name];
    if (accepted !== undefined) {
      const {
        to,
        facts = {},
        posts = [],
        ends = false,
      }: Accepted = typeof accepted === 'string' ? { to: accepted } : accepted;
      return [{ name, accepted: { to, facts: { ...factsOf(oracle, row), ...facts }, posts, ends } }];
    }
    const reason = row.refuses?.[name];
    if (reason !== undefined) return [{ name, reason }];
    return acceptedTypes.has(typeOf(name)) || row.untried?.includes(name) ? [] : [{ name, reason: 'not_allowed_now' }];
  });
}

/** Keys of the texts that a person may read when a case is refused in a row. */
export function textsOf(
  oracle: Oracle,
  row: Row,
  { name, reason }: Pick<Outcome, 'name' | 'reason'>,
): readonly string[] {
  const facts = factsOf(oracle, row);
  const said = oracle.says?.find(
    (one) =>
      one.cases.includes(name) &&
      (one.state ?? row.state) === row.state &&
      Object.entries(one.facts ?? {}).every(([fact, value]) => facts[fact] === value),
  );
  return [said?.text ?? `errors.${reason}`].flat();
}

/** A row in words: `counting 1-1-0`. */
export const wordsOf = (oracle: Oracle, row: Row): string => {
  const differing = Object.entries(row.facts ?? {}).filter(([name, value]) => oracle.begins.facts[name] !== value);
  return [row.state, ...differing.map(([name, value]) => `${name} ${value}`)].join(', ');
};

export interface Walk {
  readonly name: string;
  /** Where it begins: the beginning of the oracle, or a row that other documents made. */
  readonly from: Row;
  readonly steps: readonly { readonly row: Row; readonly outcome: Accepting }[];
}

type Edge = Walk['steps'][number];

function edgesOf(oracle: Oracle, row: Row): Edge[] {
  return outcomesOf(oracle, row).flatMap(({ name, accepted }) =>
    accepted === undefined || oracle.raised?.includes(name) ? [] : [{ row, outcome: { name, accepted } }],
  );
}

/** The shortest path from a row to a matching edge, that edge included. */
function wayTo(oracle: Oracle, from: Row, asked: (edge: Edge) => boolean): Edge[] | undefined {
  const seen = new Set([from]);
  let front: { at: Row; way: Edge[] }[] = [{ at: from, way: [] }];
  while (front.length > 0) {
    const next: { at: Row; way: Edge[] }[] = [];
    for (const { at, way } of front) {
      for (const edge of edgesOf(oracle, at)) {
        if (asked(edge)) return [...way, edge];
        const after = nextOf(oracle, edge.outcome.accepted);
        if (after === undefined || seen.has(after)) continue;
        seen.add(after);
        next.push({ at: after, way: [...way, edge] });
      }
    }
    front = next;
  }
  return undefined;
}

/** The row that a lifecycle begins in. */
export function beginningOf(oracle: Oracle): Row {
  const row = rowAt(oracle, oracle.begins.state, oracle.begins.facts);
  if (row === undefined) throw new Error(`${oracle.machine}: its beginning is no row`);
  return row;
}

/** The events that lead from the beginning to a row; undefined where none do. */
export function wayOf(oracle: Oracle, row: Row): Edge[] | undefined {
  const begins = beginningOf(oracle);
  if (row === begins) return [];
  return wayTo(oracle, begins, ({ outcome }) => nextOf(oracle, outcome.accepted) === row);
}

/** Walks from the beginning that together take everything that the rows accept, each as long as there is something new. */
export function walksOf(oracle: Oracle, longest = 12): Walk[] {
  const taken = new Set<string>();
  const key = (edge: Edge) => `${oracle.rows.indexOf(edge.row)} ${edge.outcome.name}`;
  const walks: Walk[] = [];
  for (const from of [beginningOf(oracle), ...oracle.rows.filter((row) => row.made)]) {
    for (;;) {
      const steps: Edge[] = [];
      let at: Row | undefined = from;
      while (at !== undefined) {
        const way: Edge[] | undefined = wayTo(oracle, at, (edge) => !taken.has(key(edge)));
        if (way === undefined || (steps.length > 0 && steps.length + way.length > longest)) break;
        for (const edge of way) taken.add(key(edge));
        steps.push(...way);
        const last = way.at(-1)?.outcome.accepted;
        at = last && nextOf(oracle, last);
      }
      if (steps.length === 0) break;
      const words = steps.map(({ outcome }) => oracle.cases[outcome.name]?.verb ?? outcome.name);
      const start = from.made ? `${wordsOf(oracle, from)}: ` : '';
      walks.push({ name: `${String(walks.length + 1).padStart(2, '0')} ${start}${words.join(', ')}`, from, steps });
    }
  }
  return walks;
}
