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
    built: true,
    declared: 'specialOrderStatus',
  },
  {
    id: 'dismissStatuses',
    path: '/special-orders/dismiss-statuses',
    kind: 'directory',
    rule: 'special_order_status.show',
    built: true,
    declared: 'dismissStatus',
  },
  {
    id: 'branchLogists',
    path: '/special-orders/branch-logists',
    kind: 'directory',
    rule: 'user_logist_organizations.show',
    built: true,
    declared: 'userLogistOrganization',
  },
  {
    id: 'tariff',
    path: '/tariff',
    kind: 'settings',
    rule: 'special_tariffs.show',
    built: true,
    dated: ['specialTariff', 'tariffValue'],
  },
]);
