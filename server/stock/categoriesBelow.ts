/** Categories with all that stand below them, for statements that sum over them. */
import { sql } from 'kysely';

/** `WITH RECURSIVE below`: each category as `id`, under every `top` of these that it is or stands below. */
export const belowOf = (categoryIds: readonly number[]) => sql`WITH RECURSIVE below AS (
  SELECT id AS top, id FROM product_category WHERE id = ANY (${[...new Set(categoryIds)]}::integer[])
  UNION ALL
  SELECT b.top, c.id FROM product_category c JOIN below b ON c.parent_id = b.id
)`;
