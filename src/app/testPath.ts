import { pageOf } from '../routes/registry.ts';

/** A test among those of the person: the page alone would open the most urgent one. */
export const testPath = (attemptId: number): string => `${pageOf('testQuestions').path}?attempt=${attemptId}`;
