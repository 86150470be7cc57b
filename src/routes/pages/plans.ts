import { pagesOf } from '../page.ts';

export const plans = pagesOf('plans', [
  { id: 'salesPlan', path: '/plans/sales-plan', kind: 'documents', rule: 'plan.show' },
  { id: 'margin', path: '/marja/marja', kind: 'dashboard', rule: 'margin_dashboards.show' },
  { id: 'dashboardSales', path: '/dashboard-sales', kind: 'dashboard', rule: 'margin_dashboards.show' },
  { id: 'abcAnalysis', path: '/abc-analysis/abc-analysis', kind: 'report', rule: 'abs_analysis.show' },
  { id: 'backMarjaWorkplace', path: '/back-marja/workplace', kind: 'workspace', rule: 'back_margin.workplace' },
  { id: 'backMarjaVariants', path: '/back-marja/variants', kind: 'directory', rule: 'back_margin.variants' },
  { id: 'backMarjaCategories', path: '/back-marja/categories', kind: 'directory', rule: 'back_margin.categories' },
  { id: 'backMarjaBrands', path: '/back-marja/brands', kind: 'directory', rule: 'back_margin.brands' },
]);
