import { pagesOf } from '../page.ts';

export const notFound = pagesOf('notFound', [
  {
    id: 'notFound',
    path: '/404',
    kind: 'public',
    layout: 'notFound',
    load: () => import('../../pages/notFound/NotFoundPage.tsx'),
  },
]);
