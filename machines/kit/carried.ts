/**
 * What an event of a recorded walk carried, without what names a person: yes and no, words of the code and counts as they
 * are, any other text or figure as `#1`, `#2`, the same one wherever it comes again. The declared cases of the event are
 * compared with it.
 */
export type Carried = Readonly<Record<string, unknown>>;

/** What the numbered values of a walk are in the model. */
export type Names = ReadonlyMap<string, unknown>;

const NUMBERED = /^#\d+$/;

interface Compared {
  /** Yes and no, words, nothing and something that are others than in the case. */
  readonly different: number;
  /** Numbered values with those of the case. */
  readonly named: readonly (readonly [name: string, value: unknown])[];
}

const ALIKE: Compared = { different: 0, named: [] };
const OTHER: Compared = { different: 1, named: [] };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isNothing = (value: unknown) => value === null || value === '' || value === 0;

const sumOf = (parts: readonly Compared[]): Compared => ({
  different: parts.reduce((sum, { different }) => sum + different, 0),
  named: parts.flatMap(({ named }) => named),
});

/** What was left out of a recording, and what a case does not declare, is no difference. */
function compare(carried: unknown, declared: unknown): Compared {
  if (carried === undefined || declared === undefined) return ALIKE;
  if (typeof carried === 'boolean' || typeof declared === 'boolean') return carried === declared ? ALIKE : OTHER;
  if (isNothing(carried) || isNothing(declared)) return carried === declared ? ALIKE : OTHER;
  if (Array.isArray(carried) && Array.isArray(declared)) {
    if ((carried.length === 0) !== (declared.length === 0)) return OTHER;
    return sumOf(declared.map((one, at) => compare(carried[at], one)));
  }
  if (isObject(carried) && isObject(declared))
    return sumOf(Object.entries(declared).map(([key, one]) => compare(carried[key], one)));
  if (typeof carried === 'string' && NUMBERED.test(carried)) return { different: 0, named: [[carried, declared]] };
  // a count is another one in each walk: that there is one says enough
  if (typeof carried === 'number' && typeof declared === 'number') return ALIKE;
  return carried === declared ? ALIKE : OTHER;
}

/** How a declared case differs from what was carried; `type` is the event itself. */
export function comparedWith(carried: Carried | undefined, { type: _, ...declared }: { type: string }): Compared {
  return carried === undefined ? ALIKE : compare(carried, declared);
}

/** The names with those of one more step, and how many of them are taken for another value than before. */
export function namedBy(names: Names, { named }: Compared): { names: Names; broken: number } {
  const next = new Map(names);
  let broken = 0;
  for (const [name, value] of named) {
    const text = JSON.stringify(value);
    const isTaken = [...next].some(([other, known]) => other !== name && known === text);
    if (isTaken || (next.has(name) && next.get(name) !== text)) broken += 1;
    else next.set(name, text);
  }
  return { names: next, broken };
}
