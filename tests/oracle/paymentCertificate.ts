/** A certificate for a client: areas 2.3 "payment_certificate", 3.1 debt.settle; decision 61, notes to the pictures of the sale. */
import { defineOracle } from './oracle.ts';

export const paymentCertificateOracle = defineOracle(['draft', 'issued', 'annulled'], {
  machine: 'paymentCertificate',
  begins: { state: 'draft', facts: { truthful: true, paid: true } },
  cases: {
    'certificate.update': { verb: 'is corrected' },
    'certificate.issue': { verb: 'is issued' },
    'certificate.annul': { verb: 'is annulled' },
  },
  server: ['certificate.annul'],
  denied: [
    {
      cases: ['certificate.update', 'certificate.issue'],
      person: 'keeper',
      status: 403,
      source: 'areas 4.18: payment_certificate: show, add, print',
    },
  ],
  says: [
    { cases: ['certificate.issue'], state: 'draft', facts: { truthful: false }, text: 'errors.certificate_untrue' },
  ],
  rows: [
    {
      state: 'draft',
      accepts: { 'certificate.update': 'draft', 'certificate.issue': 'issued' },
      source: 'areas 3.1 debt.settle: certificate possible',
    },
    {
      state: 'draft',
      facts: { truthful: false },
      made: true,
      accepts: { 'certificate.update': 'draft' },
      source: 'areas 3.1 debt.settle: unpaid = 0',
    },
    {
      state: 'draft',
      facts: { paid: false },
      made: true,
      accepts: { 'certificate.update': 'draft', 'certificate.issue': 'issued' },
      source: 'areas 4.18: debt on a date, schedule with payments',
    },
    {
      state: 'issued',
      accepts: { 'certificate.annul': 'annulled' },
      source: 'decision 61: certificates "paid" get annulled_at',
    },
    {
      state: 'issued',
      facts: { paid: false },
      made: true,
      accepts: {},
      source: 'notes to the pictures: a debt certificate stays as of its date; only "paid" ones are annulled',
    },
    { state: 'annulled', accepts: {}, source: 'decision 61: it has no force any more' },
  ],
});
