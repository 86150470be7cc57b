/** Which contracts were signed on which run of the scoring. */
import { type RawBuilder, sql } from 'kysely';
import { dayOfDebts } from '../sale/standing.ts';

/**
 * Of a run on `r` the contracts that were handed over and signed on it, and those of them that are overdue or were given up: on the day of the
 * signing it was the last decision about the client, and it held.
 */
export const contractsOf = (r: RawBuilder<unknown>): RawBuilder<{ contracts: number; overdue: number }> => sql`(
  SELECT count(*)::integer AS contracts,
         (count(*) FILTER (WHERE d.status = 'written_off'
           OR c.oldest_due < ${dayOfDebts(sql`d.organization_id`)}))::integer AS overdue
  FROM client p JOIN contract c ON c.client_id = p.id JOIN document d ON d.id = c.id
  WHERE (p.id = ${r}.client_id OR p.pinfl = ${r}.pinfl) AND c.charged_on IS NOT NULL
    AND ${r}.decision = 'approved' AND c.signed_on BETWEEN ${r}.decided_on AND ${r}.valid_until
    AND NOT EXISTS (SELECT FROM scoring_run o
      WHERE (o.client_id = p.id OR o.pinfl = p.pinfl) AND o.status IN ('decided', 'expired')
        AND o.decision IN ('approved', 'refused') AND o.decided_on <= c.signed_on
        AND (o.decided_on, o.id) > (${r}.decided_on, ${r}.id)))`;
