/**
 * Answers that the server may not have yet, on the disk of this browser: of one person, attempt and sitting. Another
 * person's token, and a later sitting, never meet them.
 */
import * as z from 'zod/mini';
import { SavedAnswer } from '../../../contract/staffTests.ts';

const Kept = z.object({ sitting: z.string(), answers: z.array(SavedAnswer) });

const keyOf = (userId: number, attemptId: number) => `test-answers:${userId}:${attemptId}`;

export function keptAnswers(userId: number, attemptId: number, sitting: string | undefined): SavedAnswer[] {
  try {
    const kept = Kept.safeParse(JSON.parse(localStorage.getItem(keyOf(userId, attemptId)) ?? 'null'));
    return kept.success && kept.data.sitting === sitting ? kept.data.answers : [];
  } catch {
    return [];
  }
}

/** A disk that is full or closed leaves the answers to the server, where they go in the same moment. */
export function keepAnswers(userId: number, attemptId: number, sitting: string, answers: readonly SavedAnswer[]): void {
  try {
    if (answers.length === 0) localStorage.removeItem(keyOf(userId, attemptId));
    else localStorage.setItem(keyOf(userId, attemptId), JSON.stringify({ sitting, answers }));
  } catch (error) {
    console.warn(error);
  }
}
