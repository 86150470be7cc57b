import { pagesOf } from '../page.ts';

export const tests = pagesOf('tests', [
  {
    id: 'testQuestions',
    path: '/test-questions',
    kind: 'workspace',
    load: () => import('../../pages/staffTests/TestQuestionsPage.tsx'),
  },
  {
    id: 'myTestResults',
    path: '/test-results',
    kind: 'report',
    load: () => import('../../pages/staffTests/OwnResultsPage.tsx'),
  },
  {
    id: 'testEditor',
    path: '/tests/tests',
    kind: 'directory',
    menuRule: 'test.show',
    load: () => import('../../pages/testAuthors/TestsPage.tsx'),
  },
  {
    id: 'allTestResults',
    path: '/tests/test-results',
    kind: 'report',
    menuRule: 'test_result.show',
    load: () => import('../../pages/testAuthors/TestResultsPage.tsx'),
  },
]);
