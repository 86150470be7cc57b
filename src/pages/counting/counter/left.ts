/** What the disk has no time for as the page goes: written at once, and taken over when the list is opened again. */
import type { TakenEntry } from '../../../../machines/countingWorkspace/tally.ts';
import type { Scope } from './store.ts';

type Part = 'entries' | 'code';

const keyOf = ({ userId, counterId }: Scope, part: Part) => `counting.${userId}.${counterId}.${part}`;

export const leaveEntries = (scope: Scope, entries: readonly TakenEntry[]): void =>
  localStorage.setItem(keyOf(scope, 'entries'), JSON.stringify(entries));

/** A code in the middle of being scanned. */
export const leaveCode = (scope: Scope, code: string): void => localStorage.setItem(keyOf(scope, 'code'), code);

export const leftEntries = (scope: Scope): TakenEntry[] =>
  JSON.parse(localStorage.getItem(keyOf(scope, 'entries')) ?? '[]');

export const leftCode = (scope: Scope): string => localStorage.getItem(keyOf(scope, 'code')) ?? '';

/** It is on the disk, or was said. */
export const dropLeft = (scope: Scope, part: Part): void => localStorage.removeItem(keyOf(scope, part));
