/**
 * Answers that the server may not have yet, on the disk of this browser: of one person, attempt and sitting. Another
 * person's token, and another sitting, never meet them.
 */
import * as z from 'zod/mini';
import { SavedAnswer } from '../../../contract/staffTests.ts';

const Kept = z.array(SavedAnswer);

const keyOf = (userId: number, attemptId: number, sitting: number | '') =>
  `test-answers:${userId}:${attemptId}:${sitting}`;

export function keptAnswers(userId: number, attemptId: number, sitting: number): SavedAnswer[] {
  try {
    const kept = Kept.safeParse(JSON.parse(localStorage.getItem(keyOf(userId, attemptId, sitting)) ?? '[]'));
    return kept.success ? kept.data : [];
  } catch {
    return [];
  }
}

/** A disk that is full or closed leaves the answers to the server, where they go in the same moment. */
export function keepAnswers(userId: number, attemptId: number, sitting: number, answers: readonly SavedAnswer[]): void {
  try {
    const key = keyOf(userId, attemptId, sitting);
    if (answers.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(answers));
  } catch (error) {
    console.warn(error);
  }
}

/** Of the first sittings, so many as are graded: another tab may be at the next one. */
export function forgetAnswers(userId: number, attemptId: number, graded: number): void {
  const start = keyOf(userId, attemptId, '');
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(start) && Number(key.slice(start.length)) <= graded) localStorage.removeItem(key);
  }
}
