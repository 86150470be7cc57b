import { pagesOf } from '../page.ts';

export const home = pagesOf('home', [
  { id: 'home', path: '/', kind: 'report', load: () => import('../../pages/home/HomePage.tsx') },
  {
    id: 'versions',
    path: '/versions',
    kind: 'report',
    parent: 'home',
    load: () => import('../../pages/versions/VersionsPage.tsx'),
  },
  {
    id: 'profile',
    path: '/profile',
    kind: 'settings',
    parent: 'home',
    beyond: true,
    load: () => import('../../pages/profile/ProfilePage.tsx'),
  },
  {
    id: 'workflows',
    path: '/workflows',
    kind: 'report',
    rule: 'workflows.show',
    beyond: true,
    load: () => import('../../pages/workflows/WorkflowsPage.tsx'),
  },
  {
    id: 'workflow',
    path: '/workflows/:machine',
    kind: 'window',
    parent: 'workflows',
    rule: 'workflows.show',
    beyond: true,
    load: () => import('../../pages/workflows/WorkflowPage.tsx'),
  },
  {
    id: 'dashboard',
    path: '/dashboard',
    kind: 'dashboard',
    load: () => import('../../pages/home/DashboardPage.tsx'),
  },
]);
