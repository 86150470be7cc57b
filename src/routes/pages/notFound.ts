import { pagesOf } from '../page.ts';
import { NOT_FOUND } from '../paths.ts';

export const notFound = pagesOf('notFound', [
  {
    id: 'notFound',
    path: NOT_FOUND,
    kind: 'public',
    layout: 'notFound',
    built: true,
  },
]);
