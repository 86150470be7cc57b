import { pagesOf } from '../page.ts';

export const autoPayment = pagesOf('autoPayment', [
  { id: 'autoPaymentDashboard', path: '/auto-payment/dashboard', kind: 'dashboard', menuRule: 'auto_payment.show' },
  {
    id: 'historyOfPractitioners',
    path: '/auto-payment/history-of-practitioners',
    kind: 'report',
    menuRule: 'auto_payment.show',
  },
  { id: 'logFiles', path: '/auto-payment/log-files', kind: 'report', menuRule: 'auto_payment_log.show' },
  { id: 'listOfDebtors', path: '/auto-payment/list-of-debtors', kind: 'directory', menuRule: 'auto_payment.show' },
  { id: 'aktSverkaSuppliers', path: '/akt-sverka-bot/suppliers', kind: 'directory', rule: 'partner_bot.show' },
  { id: 'aktSverkaMessages', path: '/akt-sverka-bot/messages', kind: 'documents', rule: 'partner_bot.show' },
]);
