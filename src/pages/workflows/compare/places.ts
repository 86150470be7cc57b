/** Where on the picture a change is: what is drawn of a comparison, and which changes a chosen state or arrow has. */
import type { Chart } from '../../../../machines/kit/chart.ts';
import type { Change, ChangeKind } from '../../../../machines/kit/release.ts';
import type { Chosen, Marks } from '../Diagram.tsx';

export interface Places {
  /** Paths. */
  readonly states: readonly string[];
  /** Indexes in the chart's transitions. */
  readonly transitions: readonly number[];
}

const COMBINES = new Set(['and', 'or', 'not']);
/** The guards that a guard is made of: `and(a, not(b))` has `a` and `b`. */
const guardsIn = (guard: string): string[] =>
  guard.split(/[\s(),]+/).filter((part) => part !== '' && !COMBINES.has(part));

/**
 * A key of a text says language and place: `ru sent` is the name of a state or an event, `ru sent: ` a description,
 * `ru [guard]` a guard, any other the text of a refusal.
 */
export function textKey(name: string): { language: string; guard: string | undefined; place: string } | undefined {
  const [, language, guard, place = ''] = /^(uz|ru) (?:\[(.*)\]|(.*?)(?:: )?)$/.exec(name) ?? [];
  return language === undefined ? undefined : { language, guard, place };
}

/** Texts of refusals, constants, effects and rows of the table have no place of their own on the picture. */
export function placesOf({ what, name }: Change, { states, transitions }: Chart): Places {
  const arrows = (is: (transition: Chart['transitions'][number]) => boolean) =>
    transitions.flatMap((transition, at) => (is(transition) ? [at] : []));
  const guarded = (guard: string) => arrows((one) => guardsIn(one.guard).includes(guard));
  const text = what === 'text' ? textKey(name) : undefined;
  if (what === 'state') return { states: [name], transitions: [] };
  if (what === 'transition') {
    const at = transitions.findIndex(({ key }) => key === name.trimEnd());
    return { states: [], transitions: at === -1 ? [] : [at] };
  }
  if (what === 'guard') return { states: [], transitions: guarded(name) };
  if (text?.guard !== undefined) return { states: [], transitions: guarded(text.guard) };
  if (text === undefined || text.place === '') return { states: [], transitions: [] };
  return {
    states: states.map(({ path }) => path).filter((path) => path === text.place),
    transitions: arrows(({ event }) => event === text.place),
  };
}

export function marksOf(changes: readonly Change[], chart: Chart): Marks {
  const states = new Map<string, ChangeKind>();
  const transitions = new Map<number, ChangeKind>();
  const texts = { states: new Set<string>(), transitions: new Set<number>() };
  for (const change of changes) {
    const { what } = change;
    const places = placesOf(change, chart);
    if (what === 'state' || what === 'transition') {
      for (const path of places.states) states.set(path, change.change);
      for (const at of places.transitions) transitions.set(at, change.change);
    }
    // an arrow that came or went says more than what its guard compares with
    if (what === 'guard') for (const at of places.transitions) transitions.set(at, transitions.get(at) ?? 'changed');
    if (what === 'text') {
      for (const path of places.states) texts.states.add(path);
      for (const at of places.transitions) texts.transitions.add(at);
    }
  }
  // words of what is new or gone came and went with it
  const isKept = (kind: ChangeKind | undefined) => kind === undefined || kind === 'changed';
  return {
    states,
    transitions,
    texts: {
      states: new Set([...texts.states].filter((path) => isKept(states.get(path)))),
      transitions: new Set([...texts.transitions].filter((at) => isKept(transitions.get(at)))),
    },
  };
}

/** The changes of what is chosen on the picture. */
export const changesAt = (changes: readonly Change[], chart: Chart, chosen: NonNullable<Chosen>): Change[] =>
  changes.filter((change) => {
    const { states, transitions } = placesOf(change, chart);
    return chosen.kind === 'state' ? states.includes(chosen.path) : transitions.includes(chosen.at);
  });
