/** Two people changed one record: field by field, whose words stand. */
import { type Json, sameJson } from '../../contract/json.ts';
import { mergeOf, type ThreeSides as SidesOf } from '../kit/threeWay.ts';

export type { Json } from '../../contract/json.ts';

/** A record as the pane holds it: its fields by name. */
export type Fields = { readonly [field: string]: Json };

export type Side = 'mine' | 'theirs';
export type Choices = { readonly [field: string]: Side };

export type ThreeSides = SidesOf<Fields>;

const mergeOfFields = (sides: ThreeSides) => mergeOf<Fields, string>(Object.keys(sides.mine), sides, sameJson);

/** Fields that both changed, each to something else: one of the two must be chosen. */
export const clashesOf = (sides: ThreeSides): string[] => mergeOfFields(sides).conflicts;

/** Fields that the other person alone changed: they stand as they are. */
export const onlyTheirs = (sides: ThreeSides): string[] => mergeOfFields(sides).theirs;

/** My changes on top of theirs; where both changed a field, the chosen side. */
export function merged(sides: ThreeSides, choices: Choices): Fields {
  const { seen, mine, theirs } = sides;
  const clashes = new Set(clashesOf(sides));
  return Object.fromEntries(
    Object.entries(mine).map(([field, value]) => {
      const own = clashes.has(field) ? choices[field] === 'mine' : !sameJson(value, seen[field]);
      return [field, own ? value : (theirs[field] ?? null)];
    }),
  );
}
