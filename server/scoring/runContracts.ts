/** Which contracts were signed on which run of the scoring. */
import { type RawBuilder, sql } from 'kysely';
import { dayOfDebts } from '../sale/standing.ts';

/** A contract on `c` with its document `d` is overdue, or was given up. */
const IS_OVERDUE = sql`(d.status = 'written_off' OR c.oldest_due < ${dayOfDebts(sql`d.organization_id`)})`;

/** Decisions that hold until the next one. */
const ended = (run: RawBuilder<unknown>) =>
  sql`${run}.status IN ('decided', 'expired') AND ${run}.decision IN ('approved', 'refused')`;

/** No decision about the client of a contract `c` is later than that of the run, and not after the contract. */
const isLast = (r: RawBuilder<unknown>, ofClient: RawBuilder<unknown>) => sql`NOT EXISTS (
      SELECT FROM scoring_run o WHERE ${ofClient} AND ${ended(sql`o`)} AND o.decided_on <= c.signed_on
        AND (o.decided_on, o.id) > (${r}.decided_on, ${r}.id))`;

/**
 * Of a run on `r` the contracts that were handed over and signed on it, and those of them that are overdue or were given up: on the day of the
 * signing it was the last decision about the client, and it held. Each way to a client is a search of its own in an index.
 */
export const contractsOf = (r: RawBuilder<unknown>): RawBuilder<{ contracts: number; overdue: number }> => sql`(
  SELECT count(*)::integer AS contracts,
         (count(*) FILTER (WHERE ${IS_OVERDUE}))::integer AS overdue
  FROM (SELECT a.id, a.pinfl FROM client a WHERE a.id = ${r}.client_id
      UNION SELECT a.id, a.pinfl FROM client a WHERE lower(a.pinfl) = lower(${r}.pinfl)) p
  JOIN contract c ON c.client_id = p.id JOIN document d ON d.id = c.id
  WHERE c.charged_on IS NOT NULL
    AND ${r}.decision = 'approved' AND c.signed_on BETWEEN ${r}.decided_on AND ${r}.valid_until
    AND ${isLast(r, sql`o.client_id = p.id`)} AND ${isLast(r, sql`o.pinfl = p.pinfl`)})`;

/**
 * The same of all contracts that were signed since a day, as the statements `WITH` begins with: `signed` has a row for each of
 * them with the run on which it was signed. Runs and contracts are read once each: asking every run of a year for its contracts
 * takes a hundred times as long.
 */
export const signedOnRuns = (since: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  led AS MATERIALIZED (
    SELECT c.id, c.signed_on, p.id AS client_id, p.pinfl, coalesce(${IS_OVERDUE}, false) AS overdue
    FROM contract c JOIN document d ON d.id = c.id JOIN client p ON p.id = c.client_id
    WHERE c.charged_on IS NOT NULL AND c.signed_on >= ${since}),
  ended AS MATERIALIZED (
    SELECT o.id, o.client_id, o.pinfl, o.score, o.decision, o.decided_on, o.valid_until, o.created_at
    FROM scoring_run o WHERE ${ended(sql`o`)}),
  pairs AS (
    SELECT l.id AS contract_id, e.id AS run_id, e.decided_on FROM led l
    JOIN ended e ON e.client_id = l.client_id AND e.decided_on <= l.signed_on
    UNION ALL
    SELECT l.id, e.id, e.decided_on FROM led l JOIN ended e ON e.pinfl = l.pinfl AND e.decided_on <= l.signed_on),
  latest AS (SELECT DISTINCT ON (contract_id) * FROM pairs ORDER BY contract_id, decided_on DESC, run_id DESC),
  signed AS (
    SELECT e.score, e.created_at, l.overdue FROM latest x JOIN led l ON l.id = x.contract_id JOIN ended e ON e.id = x.run_id
    WHERE e.decision = 'approved' AND l.signed_on <= e.valid_until)`;
