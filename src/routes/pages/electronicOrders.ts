import { pagesOf } from '../page.ts';

export const electronicOrders = pagesOf('electronicOrders', [
  {
    id: 'electronOrdersDashboard',
    path: '/electron-orders-20/dashboard',
    kind: 'dashboard',
    menuRule: 'electron_order.show',
  },
  {
    id: 'electronOrders',
    path: '/electron-orders-20/electron-orders-20',
    kind: 'documents',
    menuRule: 'electron_order.show',
  },
  {
    id: 'electronOrderCreate',
    path: '/electron-orders-20/create',
    kind: 'window',
    menuRule: 'electron_order.show',
    layout: 'empty',
    parent: 'electronOrders',
  },
  {
    id: 'electronOrderWindow',
    path: '/electron-orders-20/view',
    kind: 'window',
    menuRule: 'electron_order.show',
    layout: 'empty',
    parent: 'electronOrders',
  },
  {
    id: 'incomeInvoices',
    path: '/electron-order/income-invoices',
    kind: 'documents',
    menuRule: 'product_invoice.show',
  },
  {
    id: 'electronOrderSettings',
    path: '/electron-order/electron-order-settings',
    kind: 'settings',
    menuRule: 'electron_order_setting.show',
    dated: 'electronOrderSetting',
  },
]);
