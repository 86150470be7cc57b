import { pagesOf } from '../page.ts';

export const tests = pagesOf('tests', [
  {
    id: 'testQuestions',
    path: '/test-questions',
    kind: 'workspace',
    built: true,
  },
  {
    id: 'myTestResults',
    path: '/test-results',
    kind: 'report',
    built: true,
  },
  {
    id: 'testEditor',
    path: '/tests/tests',
    kind: 'directory',
    menuRule: 'test.show',
    built: true,
  },
  {
    id: 'allTestResults',
    path: '/tests/test-results',
    kind: 'report',
    menuRule: 'test_result.show',
    built: true,
  },
]);
