/** What only the server needs of the calls of `choices.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { id, queryId } from '../common.ts';
import { readersOf } from '../directories/index.server.ts';
import { choicesQuery } from '../directory/choices.server.ts';
import { serverSide } from '../serverSide.ts';
import { extension, printed, SHOW } from './shared.server.ts';
import { MAX_LINES } from './shared.ts';

/** Who may know what a line begins with: the last purchase price and the markup. */
export const SEES_LINES = `${SHOW}|product_residue.show|base_repository.show`;

export const invoiceChoicesServer = serverSide({
  partnerGetAll: {
    ...printed,
    rule: [SHOW, 'reliable_partners.show', 'base_repository.show', ...readersOf('partner')].join('|'),
    query: z.object(choicesQuery),
    summary: 'Partners to choose from.',
  },
  partnerFirms: {
    ...printed,
    rule: `${SHOW}|reliable_partners.show`,
    summary: 'Firms of a partner.',
  },
  currencyChange: {
    ...printed,
    query: z.object({ organization_id: queryId() }),
    summary: 'Soʻm for one dollar on the practice day of the organization (decision 48).',
  },
  currencyGetAll: {
    ...printed,
    /** An extension: whose practice day `rate` is of; the person's own organization without it. */
    query: z.object({ organization_id: z.optional(queryId()) }),
    summary: 'Currencies with the rate of the practice day, soʻm for one.',
  },
  variantGetAll: {
    ...printed,
    /** Who holds none of `SEES_LINES` gets names and codes alone. */
    rule: [SEES_LINES, ...readersOf('variant')].join('|'),
    query: z.object({ ...choicesQuery, organization_id: z.optional(queryId()) }),
    summary: 'Products by name, code or barcode.',
  },
  variantRecognize: {
    ...extension,
    body: z.object({
      /** Cells of a pasted column: a code, a barcode or a name. */
      words: z.array(z.string().check(z.maxLength(300))).check(z.minLength(1), z.maxLength(MAX_LINES)),
      organization_id: z.optional(id()),
    }),
    // 5,000 cells of 300 Cyrillic letters
    maxBytes: 3_100_000,
    summary: 'Which products pasted words mean.',
  },
  recommendedPrice: {
    ...printed,
    query: z.object({ organization_id: queryId() }),
    summary: 'The greater of the last confirmed selling price and the rule over the last cost (decision 48).',
  },
  checkLimit: {
    ...printed,
    /** An extension; the person's own organization without it. */
    query: z.object({ organization_id: z.optional(queryId()) }),
    summary: 'Limits of a product in an organization, and how much more fits.',
  },
  additionalPrices: {
    ...printed,
    query: z.object({ organization_id: z.optional(queryId()) }),
    summary: 'Markup of the product’s category: what a line begins with.',
  },
  organizationTerritory: {
    ...printed,
    rule: 'signedIn',
    summary: 'Territories with their organizations.',
  },
  organizationTerritories: {
    origin: 'specification',
    rule: 'signedIn',
    summary: 'The same, of the client service.',
  },
  warehouseAutocomplete: {
    ...printed,
    rule: `${SHOW}|base_repository.show|product_residue.show`,
    summary: 'Warehouses that the person may choose, whole.',
  },
});
