/** What only the server needs of the calls of `certificates.ts`. */
import * as z from 'zod/mini';
import { choicesQuery } from '../directory/choices.server.ts';
import { serverSide } from '../serverSide.ts';

export const certificatesServer = serverSide({
  certificateForm: {
    origin: 'extension',
    rule: 'payment_certificate.print',
    summary: 'A certificate as it is printed, frozen when it was issued.',
  },
  contractGetAll: {
    origin: 'extension',
    rule: 'contract.show|contract.allshow|payment_certificate.show|payment_certificate.allshow',
    query: z.object(choicesQuery),
    summary: 'Contracts that were handed over, to choose from: by number or by the client’s name.',
  },
});
