/** Employees with access (areas 2.1, 4.4 `/settings/users`; decisions 89 to 91). */
import { defineDirectory } from '../directory/directory.ts';
import { bool, code, phone, quantity, ref, text } from '../directory/fields.ts';

/** Why it is done though documents stay with nobody, and what of them was seen. */
const stuck = { reason: text(500, { optional: true }), seen: text(64, { optional: true }) };

export const branchUser = defineDirectory({
  name: 'branchUser',
  service: 'cash',
  rule: 'branch_setting_users',
  label: 'fullname',
  key: 'username',
  chart: {
    machine: 'user',
    states: { active: 'done', suspended: 'waiting', dismissed: 'off' },
    offered: ['active'],
    over: ['dismissed'],
    begins: 'user.create',
    update: 'user.update',
    steps: {
      'user.resetPassword': {},
      'user.endSessions': { many: true },
      'user.suspend': { fields: stuck },
      'user.restore': { many: true },
      'user.dismiss': { fields: { heir: ref('user', { optional: true }), ...stuck } },
    },
    once: { password: text(40) },
  },
  fields: {
    fullname: text(120, { search: true, sort: true }),
    username: code(40, { search: true, sort: true, unique: true, once: 'username_stays' }),
    phone: phone({ optional: true }),
    position: ref('position', { filter: true }),
    organization: ref('organization', { scope: true, filter: true }),
    office: bool({ filter: true, byOffice: true }),
    scoring: bool({ list: 'hidden' }),
    prizma_status: bool({ list: 'hidden' }),
  },
  /** Of another position or branch: the same. */
  asks: { reason: stuck.reason, seen: text(64, { optional: true, list: false }) },
  /** When the person signed in last, and in how many places now. */
  extra: { last_login: text(40, { optional: true }), sessions: quantity() },
  stale: [
    'userGetAll',
    'branchUserSessions',
    'positionIndex',
    'positionRuleMatrix',
    'userRuleShow',
    'userRuleAttached',
  ],
});

/** A user name: small letters, digits, dots, dashes and underscores, a letter first. */
export const USERNAME = /^[a-z][a-z0-9._-]{2,39}$/;
