import { pagesOf } from '../page.ts';

export const sms = pagesOf('sms', [
  { id: 'sms', path: '/sms', kind: 'documents', rule: 'sms_send.show' },
  {
    id: 'smsTemplates',
    path: '/sms/sms-templates',
    kind: 'directory',
    rule: 'sms_template.show',
    declared: 'smsTemplate',
  },
  {
    id: 'smsAppTemplates',
    path: '/sms-app/sms-templates',
    kind: 'directory',
    rule: 'sms_app_templates.show',
    declared: 'appTemplate',
  },
  {
    id: 'smsServers',
    path: '/sms-app/servers',
    kind: 'directory',
    rule: 'sms_app_device.show',
    declared: 'smsAppDevice',
  },
  { id: 'sendSms', path: '/sms-app/send-sms', kind: 'documents', rule: 'sms_app_send.show' },
  { id: 'smsAppDashboard', path: '/sms-app/dashboard', kind: 'dashboard', rule: 'sms_app_stats.show' },
]);
