/** Applications of clients for goods by instalments (areas 2.3, 3.1, 4.18 `/contracts/questionnaires`; decisions 74, 84, 85). */
import { area, bool, date, oneOf, quantity, ref, sum } from '../directory/fields.ts';
import { defineDocument } from '../document/document.ts';
import { RELATIONS } from '../sale/guarantees.ts';
import { CLIENT_KINDS } from '../sale/terms.ts';
import { LEVERS } from '../scoring/change.ts';
import { MOST_GOODS } from '../scoring/score.ts';

/** Another person than who wrote it or changed it. */
const ANOTHER = { rule: 'questionnaire.confirm', who: 'another' } as const;

export const questionnaire = defineDocument({
  name: 'questionnaire',
  service: 'client',
  rule: 'questionnaire',
  rules: { show: 'questionnaire.show|questionnaire.allshow', edit: 'questionnaire.edit|questionnaire.add' },
  print: true,
  numbered: 'made',
  chart: {
    states: {
      draft: 'new',
      submitted: 'prepared',
      scoring: 'work',
      manual_review: 'waiting',
      approved: 'done',
      used: 'closed',
      refused: 'bad',
      expired: 'off',
      cancelled: 'off',
    },
    offered: [],
    over: ['used', 'refused', 'expired', 'cancelled'],
    uncounted: ['draft', 'expired', 'cancelled'],
    begins: 'questionnaire.create',
    update: 'questionnaire.update',
    steps: {
      'questionnaire.submit': { rule: 'questionnaire.add' },
      'review.approve': { ...ANOTHER, fields: { limit: sum({ min: 1 }), comment: area(500) } },
      'review.refuse': { ...ANOTHER, fields: { comment: area(500) } },
      'questionnaire.offer': { rule: 'questionnaire.confirm', fields: { lever: oneOf(LEVERS) } },
      'questionnaire.cancel': { rule: 'questionnaire.edit|questionnaire.add' },
    },
  },
  fields: {
    client: ref('client', { search: true, filter: true, once: true }),
    goods: sum({ min: 1, max: MOST_GOODS, sort: true, total: true }),
    first_payment: sum({ max: MOST_GOODS, list: 'hidden', total: true }),
    term: quantity({ min: 1, max: 60 }),
    employment: oneOf(['official', 'self_employed', 'pensioner', 'none'], { list: 'hidden' }),
    guarantor: ref('client', { optional: true, list: 'hidden' }),
    relation: oneOf(RELATIONS, { optional: true, list: false }),
    note: area(1000, { optional: true, list: false }),
    client_kind: oneOf(CLIENT_KINDS, { given: true, optional: true, list: 'hidden' }),
    score: quantity({ given: true, optional: true }),
    credit_limit: sum({ given: true, optional: true, sort: true, total: true }),
    valid_until: date({ given: true, optional: true, sort: true }),
    reviewed_by: ref('user', { given: true, optional: true }),
    comment: area(500, { given: true, optional: true, list: 'hidden' }),
    /** Terms that the same version would approve, as they were offered. */
    offered: bool({ given: true, list: false }),
    offered_goods: sum({ given: true, optional: true, list: false }),
    offered_first_payment: sum({ given: true, optional: true, list: false }),
    offered_term: quantity({ given: true, optional: true, list: false }),
    offered_guarantor: bool({ given: true, list: false }),
  },
});
