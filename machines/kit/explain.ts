/**
 * What a machine that runs would do next, and which guards keep it from it. Only for those who look (the live panel):
 * guards are asked, nothing is sent and nothing changes.
 */
import type { AnyEventObject, AnyMachineSnapshot, AnyTransitionDefinition } from 'xstate';
import { combinationOf, guardName, nodesOf, transitionsFrom } from './transitions.ts';

/** `depends`: the guard asks what the event brings, and there is no event yet. */
export type Verdict = 'open' | 'closed' | 'depends';

export interface TransitionOption {
  readonly transition: AnyTransitionDefinition;
  readonly verdict: Verdict;
  /** Names of the guards that refuse, or that wait for the event. */
  readonly guards: readonly string[];
}

type Answer = Pick<TransitionOption, 'verdict' | 'guards'>;

interface Combined {
  readonly guards: readonly unknown[];
}

const OPEN: Answer = { verdict: 'open', guards: [] };
const TURNED = { open: 'closed', closed: 'open', depends: 'depends' } as const;

/** An event of which only the type is known, and whether anybody asked for more. */
function bareEvent(type: string): { event: AnyEventObject; asked: () => boolean } {
  let more = false;
  const event = new Proxy<AnyEventObject>(
    { type },
    {
      get: (target, key) => {
        if (key === 'type') return target.type;
        more = true;
        return undefined;
      },
    },
  );
  return { event, asked: () => more };
}

function single(guard: unknown, snapshot: AnyMachineSnapshot, given: AnyEventObject | undefined, type: string): Answer {
  const named =
    typeof guard === 'string' ? { type: guard, params: undefined } : (guard as { type?: string; params?: unknown });
  const test: unknown = typeof guard === 'function' ? guard : snapshot.machine.implementations.guards[named.type ?? ''];
  const guards = [guardName(guard)];
  if (typeof test !== 'function') return { verdict: 'depends', guards };
  if (test !== guard && combinationOf(test) !== undefined) return ask(test, snapshot, given, type);
  const bare = bareEvent(type);
  const args = { context: snapshot.context, event: given ?? bare.event };
  try {
    const params = typeof named.params === 'function' ? named.params(args) : named.params;
    // XState's own `stateIn` has its own check function
    const { check } = test as { check?: (snapshot: AnyMachineSnapshot, args: object, guard: unknown) => boolean };
    const yes = check === undefined ? test(args, params) === true : check(snapshot, args, test);
    if (given === undefined && bare.asked()) return { verdict: 'depends', guards };
    return yes ? OPEN : { verdict: 'closed', guards };
  } catch {
    return { verdict: 'depends', guards };
  }
}

function ask(guard: unknown, snapshot: AnyMachineSnapshot, event: AnyEventObject | undefined, type: string): Answer {
  if (guard === undefined) return OPEN;
  const combination = combinationOf(guard);
  if (combination === undefined) return single(guard, snapshot, event, type);
  const parts = (guard as Combined).guards.map((part) => ask(part, snapshot, event, type));
  if (combination === 'not') {
    const [{ verdict } = OPEN] = parts;
    return verdict === 'closed' ? OPEN : { verdict: TURNED[verdict], guards: [guardName(guard)] };
  }
  const deciding = combination === 'and' ? 'closed' : 'open';
  const decided = parts.filter((part) => part.verdict === deciding);
  if (combination === 'or' && decided.length > 0) return OPEN;
  const rest = decided.length > 0 ? decided : parts.filter(({ verdict }) => verdict === 'depends');
  if (rest.length > 0) return { verdict: rest[0]?.verdict ?? 'open', guards: rest.flatMap((part) => part.guards) };
  return combination === 'and' ? OPEN : { verdict: 'closed', guards: parts.flatMap((part) => part.guards) };
}

/**
 * Every transition of the active states, inner states first; with an event only those of that event, each with the verdict of
 * its guards; without an event `after` and `always` are included.
 */
export function optionsFrom(snapshot: AnyMachineSnapshot, event?: AnyEventObject): TransitionOption[] {
  if (snapshot.status !== 'active') return [];
  const active = new Set(snapshot._nodes);
  return nodesOf(snapshot.machine)
    .filter((node) => active.has(node))
    .reverse()
    .flatMap(transitionsFrom)
    .filter(({ eventType }) => event === undefined || eventType === event.type)
    .map((transition) => ({
      transition,
      ...ask(transition.guard, snapshot, event, transition.eventType),
    }));
}
