/** Certificates for clients: a contract is paid, what is owed on a day, the schedule (areas 2.3, 4.18 `/contracts/payment-certificate`). */
import { date, oneOf, ref, sum, text } from '../directory/fields.ts';
import { defineDocument } from '../document/document.ts';

export const CERTIFICATE_KINDS = ['paid', 'debt', 'schedule'] as const;

export const paymentCertificate = defineDocument({
  name: 'paymentCertificate',
  service: 'client',
  rule: 'payment_certificate',
  rules: { show: 'payment_certificate.show|payment_certificate.allshow', edit: 'payment_certificate.add' },
  print: true,
  numbered: 'certificate.issue',
  chart: {
    states: { draft: 'new', issued: 'done', annulled: 'off' },
    offered: [],
    over: ['annulled'],
    uncounted: ['draft', 'annulled'],
    begins: 'certificate.create',
    update: 'certificate.update',
    steps: { 'certificate.issue': { rule: 'payment_certificate.add' } },
  },
  stale: ['clientMoney', 'closedContractIndex'],
  fields: {
    contract: ref('contract', { once: true }),
    /** What it states. */
    statement: oneOf(CERTIFICATE_KINDS, { filter: true }),
    as_of: date({ sort: true }),
    client: ref('client', { given: true, search: true, filter: true }),
    owed: sum({ given: true, optional: true, total: true }),
    issued_on: date({ given: true, optional: true, list: 'hidden' }),
    annulled_on: date({ given: true, optional: true, list: 'hidden' }),
    /** The number of the reversal after which the contract owes again. */
    annulled_by: text(40, { given: true, optional: true, list: 'hidden' }),
  },
});
