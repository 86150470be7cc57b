/** What a contract was secured by and is no more (decision 61): its pledge, and of guarantors those who answered for it last. */
import { sql } from 'kysely';

/** Names of what was given back of a contract `c`, joined; null: nothing was. One who was replaced was free before. */
export const GIVEN_BACK = sql<string | null>`(SELECT string_agg(y.name, ', ' ORDER BY y.place, y.name) FROM (
    SELECT 0 AS place, x.number AS name FROM document x WHERE x.id = c.pledge_evaluation_id AND x.status = 'released'
    UNION ALL
    SELECT 1, p.fullname FROM guarantee g JOIN client p ON p.id = g.client_id
    WHERE g.contract_id = c.id AND g.status = 'released'
      AND g.released_on = (SELECT max(o.released_on) FROM guarantee o WHERE o.contract_id = c.id)
      AND NOT EXISTS (SELECT FROM guarantee o WHERE o.contract_id = c.id AND o.status = 'signed')) y)`;
