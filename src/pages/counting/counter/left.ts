/** What the disk has no time for as the page goes: written at once, and taken over when the list is opened again. */
import type { TakenEntry } from '../../../../machines/countingWorkspace/tally.ts';
import type { Scope } from './store.ts';

/** Entries, and a code in the middle of being scanned. */
type Left = [entries: TakenEntry[], code: string];

const keyOf = ({ userId, counterId }: Scope) => `counting.${userId}.${counterId}`;

export function leave(scope: Scope, ...left: Left): void {
  if (left.some(({ length }) => length > 0)) localStorage.setItem(keyOf(scope), JSON.stringify(left));
}

export const leftBehind = (scope: Scope): Left => JSON.parse(localStorage.getItem(keyOf(scope)) ?? '[[],""]');

/** It is on the disk. */
export const dropLeft = (scope: Scope): void => localStorage.removeItem(keyOf(scope));
