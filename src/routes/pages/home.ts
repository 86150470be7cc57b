import { pagesOf } from '../page.ts';
import { HOME } from '../paths.ts';

export const home = pagesOf('home', [
  { id: 'home', path: HOME, kind: 'report', built: true },
  {
    id: 'versions',
    path: '/versions',
    kind: 'report',
    parent: 'home',
    built: true,
  },
  {
    id: 'profile',
    path: '/profile',
    kind: 'settings',
    parent: 'home',
    beyond: true,
    built: true,
  },
  {
    id: 'workflows',
    path: '/workflows',
    kind: 'report',
    rule: 'workflows.show',
    beyond: true,
    built: true,
  },
  {
    id: 'workflow',
    path: '/workflows/:machine',
    kind: 'window',
    parent: 'workflows',
    rule: 'workflows.show',
    beyond: true,
    built: true,
  },
  {
    id: 'dashboard',
    path: '/dashboard',
    kind: 'dashboard',
    built: true,
  },
]);
