/** Rights of one person's own, beside those of the position. */
import { OTHER_ORGANIZATION, type Server } from './world.ts';

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

/** A person of the other branch, with rights of one's own: sees what `allshow` shows, and acts in that branch alone. */
export async function sendElsewhere(server: Server, userId: number, rules: Iterable<string>): Promise<void> {
  await server.db.kysely
    .updateTable('app_user')
    .set({ organization_id: OTHER_ORGANIZATION })
    .where('id', '=', userId)
    .execute();
  await grant(server, userId, rules);
}
