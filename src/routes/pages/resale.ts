import { pagesOf } from '../page.ts';

export const resale = pagesOf('resale', [
  {
    id: 'resaleSettings',
    path: '/re-sale/settings',
    kind: 'settings',
    rule: 'resale_bonus_settings.show',
    dated: 'resaleBonusSetting',
  },
  { id: 'resale', path: '/re-sale/resale', kind: 'workspace', rule: 'resales.add' },
  {
    id: 'resaleInfoLevy',
    path: '/re-sale/resale-info-levy',
    kind: 'window',
    menuRule: 'resales.show',
    layout: 'empty',
    parent: 'resale',
  },
  { id: 'realTimeResale', path: '/re-sale/real-time-resale', kind: 'dashboard', rule: 'resales.show' },
  { id: 'resaleHistory', path: '/re-sale/history', kind: 'documents', rule: 'resales.show' },
  { id: 'coldCalls', path: '/reklama/cold-calls', kind: 'workspace', rule: 'cold_call.show' },
]);
