/** Steps of a session of MyID that no call causes, by their names in the oracle. */

import { sql } from 'kysely';
import type { Database } from '../../server/db/open.ts';
import { askMyid } from '../../server/myid/adapter.ts';
import { expireSessions, writeAnswer } from '../../server/myid/answer.ts';
import { findSession } from '../../server/myid/sessions.ts';

export async function myidStep({ tx }: Pick<Database, 'tx'>, id: number, verb: string): Promise<void> {
  const now = new Date();
  await tx(async (db) => {
    const scene = { db, now };
    const session = await findSession(scene, id, true);
    const VERBS: Readonly<Record<string, () => Promise<unknown>>> = {
      async 'MyID knows the person'() {
        const answer = await askMyid(session, scene);
        if (answer === null) throw new Error('the stand-in does not answer about this person');
        await writeAnswer(scene, session, answer);
      },
      'MyID does not know the person': () => writeAnswer(scene, session, { failure: 'not_recognised', stand_in: true }),
      // that of others, who run beside it, is not
      async 'its time is over'() {
        await sql`UPDATE myid_session SET expires_at = ${now}::timestamptz - interval '1 minute' WHERE id = ${id}`.execute(
          db,
        );
        await expireSessions(scene);
      },
    };
    const step = VERBS[verb];
    if (step === undefined) throw new Error(`no step "${verb}"`);
    await step();
  });
}
