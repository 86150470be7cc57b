/** Two people changed one thing: what is whose, by field (spec 7, "two people"). */

/** Fields by who changed them; those that both changed to the same are nobody's any more. */
export interface Merge<Key> {
  /** Both changed it, to different things: the person chooses. */
  conflicts: Key[];
  /** Only the other one changed it: theirs is kept. */
  theirs: Key[];
  /** Only this person changed it: mine is kept. */
  mine: Key[];
}

/** As the person began, as the person wrote it, as stored on the server. */
export type ThreeSides<T> = Readonly<Record<'seen' | 'mine' | 'theirs', T>>;

/** @param sameValue whether two values of a field are equal. */
export function mergeOf<T extends object, Key extends keyof T>(
  keys: readonly Key[],
  { seen, mine, theirs }: ThreeSides<T>,
  sameValue: (one: T[Key], other: T[Key]) => boolean = (one, other) => (one ?? null) === (other ?? null),
): Merge<Key> {
  const merge: Merge<Key> = { conflicts: [], theirs: [], mine: [] };
  for (const key of keys) {
    if (sameValue(mine[key], theirs[key])) continue;
    if (sameValue(mine[key], seen[key])) merge.theirs.push(key);
    else if (sameValue(theirs[key], seen[key])) merge.mine.push(key);
    else merge.conflicts.push(key);
  }
  return merge;
}
