/**
 * Pauses of long work that is done in slices. The one session is handed on in order of asking, and a request asks several
 * times, one query after the other: without a pause it would wait for a slice before each of them.
 */
import { setTimeout as delay } from 'node:timers/promises';

export interface LullLimits {
  /** Nobody has asked for so long: the request before has all its answers. */
  lullMs: number;
  /** Where people ask without a pause the long work goes on all the same. */
  longestLullMs: number;
}

export const LULL: LullLimits = { lullMs: 3, longestLullMs: 40 };

/** @param idleMs for how long nobody has used the session or asked for it */
export async function untilLull(idleMs: () => number, { lullMs, longestLullMs }: LullLimits): Promise<void> {
  const begun = performance.now();
  while (idleMs() < lullMs && performance.now() - begun < longestLullMs) await delay(1);
}
