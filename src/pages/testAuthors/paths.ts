import { pageOf } from '../../routes/registry.ts';

/** A test in the list, its pane open. */
export const testPath = (id: number): string => `${pageOf('testEditor').path}?row=${id}`;

/** Where a draft is written. */
export const writingPath = (id: number | 'new'): string => `${pageOf('testEditor').path}?write=${id}`;

/** Everybody's results of one test. */
export const resultsPath = (id: number): string => `${pageOf('allTestResults').path}?test_id=${id}`;
