import { pagesOf } from '../page.ts';

export const reports = pagesOf('reports', [
  { id: 'reportsExport', path: '/reports/reports-export', kind: 'workspace', menuRule: 'reports.show' },
  { id: 'reportAdmin', path: '/reports/manage-reports-page', kind: 'directory', rule: 'report_admin.show' },
  { id: 'generalReport', path: '/reports/general-report', kind: 'report', rule: 'dashboard_report.show' },
  {
    id: 'dashboardForCollector',
    path: '/reports/dashboard-for-collector',
    kind: 'dashboard',
    rule: 'collected_graphic_debt_per_collector.show',
  },
]);
