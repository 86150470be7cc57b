import { pagesOf } from '../page.ts';

export const widgets = pagesOf('widgets', [
  {
    id: 'widgetsPage',
    path: '/widgets/widgets-page',
    kind: 'workspace',
    built: true,
  },
]);
