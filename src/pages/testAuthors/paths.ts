import { pathOf, withQuery } from '../../routes/registry.ts';

/** A test in the list, its pane open. */
export const testPath = (id: number): string => withQuery(pathOf('testEditor'), { row: id });

/** Where a draft is written. */
export const writingPath = (id: number | 'new'): string => withQuery(pathOf('testEditor'), { write: id });

/** Everybody's results of one test. */
export const resultsPath = (id: number): string => withQuery(pathOf('allTestResults'), { test_id: id });
