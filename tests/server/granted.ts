/** Rights of one person's own, beside those of the position. */
import type { Server } from './world.ts';

/** @param rules `resource.action`; one that the person has already stays as it is */
export async function grant(server: Server, userId: number, rules: Iterable<string>): Promise<void> {
  const rows = [...new Set(rules)].map((rule) => {
    const [resource = '', action = ''] = rule.split('.');
    return { user_id: userId, resource, action, granted: true, until: null };
  });
  await server.db.tx((trx) =>
    trx
      .insertInto('user_rule')
      .values(rows)
      .onConflict((row) => row.doNothing())
      .execute(),
  );
}
