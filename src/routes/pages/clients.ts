import { pagesOf } from '../page.ts';

export const clients = pagesOf('clients', [
  { id: 'clients', path: '/clients', kind: 'directory', rule: 'client.show' },
  { id: 'clientsWorkplace', path: '/clients/workplace', kind: 'directory', menuRule: 'workplace.show' },
  {
    id: 'workplaceCategories',
    path: '/clients/workplace-categories',
    kind: 'directory',
    menuRule: 'workplace_category.show',
  },
  { id: 'clientsSettings', path: '/clients/settings', kind: 'settings', menuRule: 'client_setting.show' },
  {
    id: 'removeFromBlockList',
    path: '/clients/remove-from-block-list',
    kind: 'documents',
    menuRule: 'unblock_request.show',
  },
  { id: 'notClients', path: '/clients/not-clients', kind: 'directory', menuRule: 'not_client.show' },
  { id: 'newClient', path: '/clients/new-client', kind: 'directory', menuRule: 'new_client.show' },
  {
    id: 'ministry',
    path: '/clients/ministry',
    kind: 'directory',
    menuRule: 'ministry.show',
    built: true,
    declared: 'ministry',
  },
  {
    id: 'initiativePartners',
    path: '/clients/initiative-partners',
    kind: 'directory',
    menuRule: 'initiative_partner.show',
  },
  { id: 'initiativeClients', path: '/clients/initiative-client', kind: 'documents', rule: 'initiative_client.show' },
  { id: 'clientCard', path: '/clients/info-card', kind: 'window', menuRule: 'client.show', parent: 'clients' },
  { id: 'blackList', path: '/clients/black-list', kind: 'documents', menuRule: 'black_list.show' },
  { id: 'appeals', path: '/clients/appeals', kind: 'documents', menuRule: 'client_appeal.show' },
  { id: 'addClient', path: '/clients/add-client', kind: 'window', menuRule: 'client.show' },
  { id: 'classifications', path: '/classifications', kind: 'directory', menuRule: 'classification.show' },
  {
    id: 'productCategories',
    path: '/classifications/product/categories',
    kind: 'directory',
    menuRule: 'product_category.show',
  },
  { id: 'segmentation', path: '/segmentation', kind: 'workspace', rule: 'segmentation.show' },
]);
