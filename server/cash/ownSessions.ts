/** Cash service: the open sessions of the person signed in, and how one ends them (decision 50, `/profile`). */
import { sessionEnd, sessionEndOthers, sessionIndex } from '../../contract/account.ts';
import { nudge } from '../db/pool.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { notFound } from '../http/refusal.ts';
import { endSessions } from '../people/sessions.ts';

export const ownSessionCalls: Implementation[] = [
  implement(sessionIndex, {
    async handle({ db, user, now }) {
      const rows = await db
        .selectFrom('session_token')
        .select(['id', 'token_hash', 'user_agent', 'created_at', 'expires_at'])
        .where('user_id', '=', user.id)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .orderBy((eb) => eb('token_hash', '=', user.tokenHash), 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return {
        data: rows.map((row) => ({
          id: row.id,
          current: row.token_hash === user.tokenHash,
          user_agent: row.user_agent,
          created_at: row.created_at.toISOString(),
          expires_at: row.expires_at.toISOString(),
        })),
      };
    },
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
