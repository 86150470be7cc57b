import { pagesOf } from '../page.ts';

export const scoring = pagesOf('scoring', [
  {
    id: 'incomeSettings',
    path: '/income/settings',
    kind: 'settings',
    rule: 'scoring_payment_discipline.show',
    dated: 'paymentDisciplineSetting',
  },
  {
    id: 'scoringNonClients',
    path: '/income/scoring-non-clients',
    kind: 'workspace',
    rule: 'incomes.check',
    built: true,
  },
  {
    id: 'scoringCriteria',
    path: '/income/scoring-criteria',
    kind: 'directory',
    rule: 'scoring_criteria.show',
    declared: 'scoringCriterion',
  },
  {
    id: 'criteriaSettings',
    path: '/income/criteria-settings',
    kind: 'settings',
    rule: 'scoring_criteria.show',
    dated: 'criterionSetting',
  },
  {
    id: 'scoringAnalysis',
    path: '/income/scoring-analysis',
    kind: 'report',
    rule: 'scoring_analysis.show',
    built: true,
  },
  {
    id: 'revenues',
    path: '/income/revenues',
    kind: 'directory',
    rule: 'incomes.show',
    built: true,
    declared: 'clientIncome',
  },
  {
    id: 'criteriaTerms',
    path: '/income/criteria-terms',
    kind: 'directory',
    rule: 'scoring_criteria_condition.show',
    dated: 'criterionCondition',
  },
  { id: 'criteriaLogs', path: '/income/criteria-logs', kind: 'report', rule: 'scoring_log.show', built: true },
  {
    id: 'clientContract',
    path: '/income/client-contract',
    kind: 'window',
    menuRule: 'incomes.show',
    parent: 'revenues',
  },
  { id: 'levyImei', path: '/imei/levy-imei', kind: 'documents', menuRule: 'imei_lock.show' },
  { id: 'fifoCheck', path: '/fifo/fifo-check', kind: 'workspace', rule: 'fifo.fifo_check', built: true },
]);
