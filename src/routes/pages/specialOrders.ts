import { pagesOf } from '../page.ts';

export const specialOrders = pagesOf('specialOrders', [
  {
    id: 'specialOrderList',
    path: '/special-orders/special-order-list',
    kind: 'documents',
    rule: 'special_orders.show',
  },
  {
    id: 'orderStatus',
    path: '/special-orders/order-status',
    kind: 'directory',
    rule: 'special_order_status.show',
    declared: 'specialOrderStatus',
  },
  {
    id: 'dismissStatuses',
    path: '/special-orders/dismiss-statuses',
    kind: 'directory',
    rule: 'special_order_status.show',
    declared: 'dismissStatus',
  },
  {
    id: 'branchLogists',
    path: '/special-orders/branch-logists',
    kind: 'directory',
    rule: 'user_logist_organizations.show',
    declared: 'userLogistOrganization',
  },
  {
    id: 'tariff',
    path: '/tariff',
    kind: 'settings',
    rule: 'special_tariffs.show',
    dated: ['specialTariff', 'tariffValue'],
  },
]);
