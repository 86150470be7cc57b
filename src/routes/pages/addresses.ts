import { pagesOf } from '../page.ts';

export const addresses = pagesOf('addresses', [
  {
    id: 'province',
    path: '/addresses/province',
    kind: 'directory',
    menuRule: 'address.show',
    declared: 'province',
  },
  {
    id: 'region',
    path: '/addresses/region',
    kind: 'directory',
    menuRule: 'address.show',
    declared: 'region',
  },
  {
    id: 'village',
    path: '/addresses/village',
    kind: 'directory',
    menuRule: 'address.show',
    declared: 'village',
  },
]);
