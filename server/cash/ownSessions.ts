/** Cash service: the open sessions of the person signed in, and how one ends them (decision 50, `/profile`). */
import { sessionEnd, sessionEndOthers, sessionIndex } from '../../contract/account.ts';
import { nudge } from '../db/pool.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { notFound } from '../http/refusal.ts';
import { endSessions, openSessionsOf } from '../people/sessions.ts';

export const ownSessionCalls: Implementation[] = [
  implement(sessionIndex, {
    handle: async ({ db, user, now }) => ({ data: await openSessionsOf(db, user.id, now, user.tokenHash) }),
  }),

  implement(sessionEnd, {
    async handle({ db, user, params, now, language }) {
      const { numUpdatedRows } = await db
        .updateTable('session_token')
        .set({ revoked_at: now })
        .where('id', '=', params.id)
        .where('user_id', '=', user.id)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw notFound();
      nudge({ topic: 'sessions', people: [user.id] });
      return { message: say(language, 'actions.session_ended') };
    },
  }),

  implement(sessionEndOthers, {
    async handle({ db, user, now, language }) {
      await endSessions(db, user.id, now, user.tokenHash);
      return { message: say(language, 'actions.sessions_ended') };
    },
  }),
];
