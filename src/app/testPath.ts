import { pathOf, withQuery } from '../routes/registry.ts';

/** A test among those of the person: the page alone would open the most urgent one. */
export const testPath = (attemptId: number): string => withQuery(pathOf('testQuestions'), { attempt: attemptId });
