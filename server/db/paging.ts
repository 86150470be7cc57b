import { sql } from 'kysely';
import { PAGE_SIZE } from '../../contract/common.ts';

/** The asked page of a list (spec 9: 15 a page); `cut` ends a query of one's own. */
export const paged = ({
  page = 1,
  per_page = PAGE_SIZE,
}: {
  page?: number | undefined;
  per_page?: number | undefined;
}) => ({
  page,
  perPage: per_page,
  offset: (page - 1) * per_page,
  cut: sql`LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`,
});
