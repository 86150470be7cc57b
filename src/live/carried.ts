/**
 * What an event carried, as a recorded walk keeps it: nothing in it names a person or a record. What the mask hides is a
 * number in the order in which it came, so that two of the same are seen to be the same.
 */
import type { AnyEventObject } from 'xstate';
import type { Carried } from '../../machines/kit/carried.ts';
import { MASK, masked } from './mask.ts';

/** Of a longer list the first ones: whether there is one, and what it begins with. */
const ITEMS = 3;

/** Texts and figures that came in this walk, by their number. */
export type Numbers = Map<string | number, string>;

function numbered(value: unknown, shown: unknown, numbers: Numbers): unknown {
  if (shown === MASK) {
    if (value === 0) return value;
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    const known = numbers.get(value) ?? `#${numbers.size + 1}`;
    numbers.set(value, known);
    return known;
  }
  if (Array.isArray(value) && Array.isArray(shown))
    return value.slice(0, ITEMS).map((one, at) => numbered(one, shown[at], numbers) ?? MASK);
  if (typeof value !== 'object' || value === null || typeof shown !== 'object' || shown === null) return shown;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key in shown)
      .map(([key, one]) => [key, numbered(one, (shown as Record<string, unknown>)[key], numbers)]),
  );
}

/** Undefined of an event that carried nothing. */
export function carriedBy({ type: _, ...rest }: AnyEventObject, numbers: Numbers): Carried | undefined {
  if (Object.keys(rest).length === 0) return undefined;
  return numbered(rest, masked(rest, 'elsewhere'), numbers) as Carried;
}
