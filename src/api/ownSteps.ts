/**
 * Versions that steps of this page alone have raised. A window that is still being read again knows only the version
 * before them: its next step goes on top of them, or the person would be asked about what they did themselves.
 */
const raised = new Map<string, number>();

const placeOf = (subject: string, version: number) => `${subject}.${version}`;

/**
 * A step of this page was done; it raises by one.
 * @param subject what it raised: the kind and its number
 * @param to the version of the answer
 */
export function noteOwnStep(subject: string, to: number): void {
  raised.set(placeOf(subject, to - 1), to);
}

/** The version that steps of this page have made of the one that was seen; itself where another person was in between. */
export function onTopOfOwn(subject: string, seen: number): number {
  let version = seen;
  for (let next = raised.get(placeOf(subject, version)); next !== undefined; next = raised.get(placeOf(subject, next)))
    version = next;
  return version;
}
