import { pagesOf } from '../page.ts';

export const tests = pagesOf('tests', [
  { id: 'testQuestions', path: '/test-questions', kind: 'workspace' },
  { id: 'myTestResults', path: '/test-results', kind: 'report' },
  { id: 'testEditor', path: '/tests/tests', kind: 'directory', menuRule: 'test.show' },
  { id: 'allTestResults', path: '/tests/test-results', kind: 'report', menuRule: 'test_result.show' },
]);
