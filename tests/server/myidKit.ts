/** Steps of a session of MyID that no call causes, by their names in the oracle. */

import type { Database } from '../../server/db/open.ts';
import { askMyid } from '../../server/myid/adapter.ts';
import { expireSessions, writeAnswer } from '../../server/myid/answer.ts';
import { findSession } from '../../server/myid/sessions.ts';

const HOUR = 3_600_000;

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
      'its time is over': () => expireSessions({ db, now: new Date(now.getTime() + HOUR) }),
    };
    const step = VERBS[verb];
    if (step === undefined) throw new Error(`no step "${verb}"`);
    await step();
  });
}
