import { pagesOf } from '../page.ts';

export const specialOrders = pagesOf('specialOrders', [
  {
    id: 'specialOrderList',
    path: '/special-orders/special-order-list',
    kind: 'documents',
    rule: 'special_orders.show',
  },
  { id: 'orderStatus', path: '/special-orders/order-status', kind: 'directory', rule: 'special_order_status.show' },
  {
    id: 'dismissStatuses',
    path: '/special-orders/dismiss-statuses',
    kind: 'directory',
    rule: 'special_order_status.show',
  },
  {
    id: 'branchLogists',
    path: '/special-orders/branch-logists',
    kind: 'directory',
    rule: 'user_logist_organizations.show',
  },
  { id: 'tariff', path: '/tariff', kind: 'settings', rule: 'special_tariffs.show' },
]);
