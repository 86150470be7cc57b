import { pagesOf } from '../page.ts';

export const levy = pagesOf('levy', [
  { id: 'totalLevy', path: '/levy/total-levy', kind: 'report', rule: 'collector.show' },
  { id: 'subscriptionBonuses', path: '/levy/subscription-bonuses', kind: 'report', rule: 'collector.show' },
  { id: 'levyPlan', path: '/levy/levy-plan', kind: 'documents', rule: 'collector.show' },
  { id: 'dailyPlan', path: '/levy/daily-plan', kind: 'workspace', rule: 'collector.show' },
  { id: 'selectedLevy', path: '/levy/selected-levy', kind: 'directory', rule: 'selected_contract.allshow' },
  { id: 'levyPlanning', path: '/levy/planning', kind: 'workspace', menuRule: 'collector.show' },
  {
    id: 'levyPercentSettings',
    path: '/levy/levy-percent-settings',
    kind: 'settings',
    rule: 'collector_percents.show',
    dated: 'collectorPercent',
  },
  { id: 'guaranteeContracts', path: '/levy/guarantee-contracts', kind: 'documents', rule: 'guarantor_contracts.show' },
  { id: 'contractOfCourt', path: '/levy/contract-of-court', kind: 'documents', rule: 'convicted_contract.allshow' },
  {
    id: 'contractInfo',
    path: '/levy/contract-info',
    kind: 'window',
    menuRule: 'collector.show',
    parent: 'selectedLevy',
  },
  { id: 'autoPaymentContracts', path: '/levy/auto-payment', kind: 'documents', rule: 'contract_agree_auto_pay.show' },
  { id: 'attachLevy', path: '/levy/attach-levy', kind: 'workspace', menuRule: 'attached_contract.show' },
  { id: 'clientAppeals', path: '/levy/client-appeals', kind: 'documents', menuRule: 'client_appeal.show' },
  {
    id: 'clientData',
    path: '/levy/client-appeals/client-data',
    kind: 'window',
    menuRule: 'client_appeal.show',
    parent: 'clientAppeals',
  },
]);
