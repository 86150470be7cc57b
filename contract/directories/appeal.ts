/** Appeals of clients (areas 2.3, 3.4, 4.19 `/clients/appeals`; decision 96: their kinds say in how many days). */
import { area, bool, date, oneOf, ref } from '../directory/fields.ts';
import { defineDocument } from '../document/document.ts';

/** By what way it came, and by what way it was answered. */
const CHANNELS = ['call', 'branch', 'telegram', 'site'] as const;
const ANSWERED_BY = ['call', 'sms', 'branch', 'telegram'] as const;

export const appeal = defineDocument({
  name: 'appeal',
  service: 'client',
  rule: 'client_appeal',
  rules: { show: 'client_appeal.show|client_appeal.allshow', edit: 'client_appeal.edit|client_appeal.add' },
  report: true,
  numbered: 'made',
  chart: {
    states: { new: 'new', assigned: 'work', answered: 'waiting', closed: 'done' },
    offered: [],
    over: ['closed'],
    begins: 'appeal.create',
    update: 'appeal.update',
    steps: {
      'appeal.answer': {
        rule: 'client_appeal.edit',
        who: 'owner',
        fields: { answer: area(2000), answered_by: oneOf(ANSWERED_BY) },
      },
      'appeal.close': { rule: 'client_appeal.confirm', fields: { told: bool() } },
      'appeal.assign': { rule: 'client_appeal.edit', fields: { responsible: ref('appealAnswerer') } },
    },
  },
  groups: ['late'],
  fields: {
    client: ref('client', { search: true, filter: true }),
    kind: ref('appealKind', { filter: true }),
    channel: oneOf(CHANNELS, { filter: true }),
    organization: ref('organization', { scope: true, filter: true, once: true }),
    text: area(2000, { search: true, list: 'hidden' }),
    due: date({ given: true, sort: true }),
    answer: area(2000, { given: true, optional: true, list: 'hidden' }),
    answered_by: oneOf(ANSWERED_BY, { given: true, optional: true, list: 'hidden' }),
    answer_author: ref('user', { given: true, optional: true, list: 'hidden' }),
    /** Its kind is that of complaints: who answered one does not close it. */
    complaint: bool({ given: true, list: false }),
  },
  /** Nobody has answered it until its day. */
  extra: { late: bool() },
});
