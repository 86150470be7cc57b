/** Client service: contracts that a certificate may be about, and a certificate as it is printed, frozen when it was issued. */
import * as z from 'zod/mini';
import { defineCall } from '../call.ts';
import { day, listOf, uzs } from '../common.ts';
import { CERTIFICATE_KINDS } from '../directories/paymentCertificate.ts';
import { ContractForm } from './contracts.ts';

export const CertificateForm = z.object({
  kind: z.enum(CERTIFICATE_KINDS),
  issued_on: day(),
  as_of: day(),
  seller: ContractForm.shape.seller,
  buyer: z.object({ fullname: z.string(), pinfl: z.nullable(z.string()) }),
  contract: z.object({ number: z.string(), signed_on: day(), total: uzs(), closed_on: z.nullable(day()) }),
  owed: uzs(),
  paid: uzs(),
  prepaid: uzs(),
  overdue: uzs(),
  overdue_days: z.int(),
  /** What was given up of one is left out where nothing was, and in certificates that are older than giving up. */
  instalments: z.array(
    z.object({ number: z.int(), due: day(), amount: uzs(), paid: uzs(), written_off: z.optional(uzs()) }),
  ),
  made_by: z.string(),
});
export type CertificateForm = z.infer<typeof CertificateForm>;

export const certificateForm = defineCall({
  id: 'certificateForm',
  service: 'client',
  method: 'GET',
  path: '/payment_certificate/form/{id}',
  response: z.object({
    data: CertificateForm,
    number: z.string(),
    /** A contract owes again: the certificate has no force. */
    annulled: z.boolean(),
    seal: z.nullable(z.string()),
    signature: z.nullable(z.string()),
  }),
});

export const contractGetAll = defineCall({
  id: 'contractGetAll',
  service: 'client',
  method: 'GET',
  path: '/contract/get_all',
  response: listOf(z.object({ id: z.int(), title: z.string() })),
});

export const certificateCalls = [certificateForm, contractGetAll] as const;
