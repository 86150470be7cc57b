/** What checks found wrong with contracts (areas 3.4, 4.18 `/contracts/contain-error-contracts`; decisions 61, 64, 68). */
import { area, oneOf, quantity, reason, ref, sum, text } from '../directory/fields.ts';
import { defineDocument } from '../document/document.ts';

/** What is checked, by its code; `server/contracts/checks.ts` has the statement of each. */
export const CHECKS = [
  'schedule_total',
  'payment_unallocated',
  'active_without_delivery',
  'serial_missing',
  'closed_with_debt',
  'reserved_missing',
  'security_released',
  'ledger_differs',
] as const;
export type Check = (typeof CHECKS)[number];

export const contractError = defineDocument({
  name: 'contractError',
  service: 'client',
  rule: 'error',
  rules: { show: 'error.show|error.allshow' },
  report: true,
  numbered: 'made',
  fixed: true,
  chart: {
    states: { found: 'new', fixing: 'work', fixed: 'done', accepted: 'off' },
    offered: [],
    over: ['fixed', 'accepted'],
    begins: 'error.find',
    update: 'error.update',
    steps: {
      'error.take': { rule: 'error.edit' },
      'error.accept': { rule: 'error.confirm', fields: { reason: reason(500) } },
    },
  },
  fields: {
    code: oneOf(CHECKS, { given: true, filter: true, sort: true }),
    client: ref('client', { given: true, search: true, filter: true }),
    /** Soʻm or units, as the check counts. */
    expected: sum({ given: true, list: false }),
    actual: sum({ given: true, list: false }),
    /** The goods, the payment or the car that it is about. */
    subject: text(500, { given: true, optional: true, list: 'hidden' }),
    /** How who has taken it corrects the contract. */
    plan: area(1000, { optional: true, list: 'hidden' }),
    reason: reason(500, { given: true, optional: true, list: 'hidden' }),
  },
  /** What is wrong in words, of which contract, and for how many days it was, or has been, open. */
  extra: { text: text(1000), contract: text(20), contract_id: quantity(), days: quantity() },
});
