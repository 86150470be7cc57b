/** Cash service: a person's own drafts of forms with personal data (decision 98: they are never kept in a browser). */
import {
  ASIDE_HOURS,
  DRAFT_DAYS,
  draftDrop,
  draftIndex,
  draftKeep,
  draftSetAside,
  MOST_DRAFTS,
} from '../../contract/drafts.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { notFound } from '../http/refusal.ts';

const HOUR = 3_600_000;
const inHours = (now: Date, hours: number) => new Date(now.getTime() + hours * HOUR);

export const draftCalls: Implementation[] = [
  implement(draftIndex, {
    async handle({ db, user, query, now }) {
      const rows = await db
        .selectFrom('form_draft')
        .select(['visit', 'at', 'fields', 'base'])
        .where('user_id', '=', user.id)
        .where('form', '=', query.form)
        .where('of', '=', query.of)
        .where('until', '>', now)
        .orderBy('at', 'desc')
        .limit(MOST_DRAFTS)
        .execute();
      return { data: rows.map((row) => ({ ...row, at: row.at.toISOString() })) };
    },
  }),

  implement(draftKeep, {
    async handle({ db, user, body: { form, of, visit, fields, base }, now, language }) {
      const own = db.selectFrom('form_draft').where('user_id', '=', user.id);
      const written = {
        at: now,
        until: inHours(now, DRAFT_DAYS * 24),
        fields: JSON.stringify(fields),
        base: JSON.stringify(base),
      };
      await db
        .insertInto('form_draft')
        .values({ user_id: user.id, form, of, visit, ...written })
        .onConflict((oc) => oc.columns(['user_id', 'form', 'of', 'visit']).doUpdateSet(written))
        .execute();
      const oldest = own
        .select('visit')
        .where('form', '=', form)
        .where('of', '=', of)
        .orderBy('at', 'desc')
        .offset(MOST_DRAFTS);
      await db
        .deleteFrom('form_draft')
        .where('user_id', '=', user.id)
        .where((eb) =>
          eb.or([
            eb('until', '<=', now),
            eb.and([eb('form', '=', form), eb('of', '=', of), eb('visit', 'in', oldest)]),
          ]),
        )
        .execute();
      return { message: say(language, 'actions.draft_kept') };
    },
  }),

  implement(draftSetAside, {
    async handle({ db, user, body: { form, of, visit }, now, language }) {
      const { numUpdatedRows } = await db
        .updateTable('form_draft')
        .set({ until: inHours(now, ASIDE_HOURS) })
        .where('user_id', '=', user.id)
        .where('form', '=', form)
        .where('of', '=', of)
        .where('visit', '=', visit)
        .where('until', '>', now)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw notFound();
      return { message: say(language, 'actions.draft_aside') };
    },
  }),

  implement(draftDrop, {
    async handle({ db, user, query: { form, of, visit }, language }) {
      await db
        .deleteFrom('form_draft')
        .where('user_id', '=', user.id)
        .where('form', '=', form)
        .where('of', '=', of)
        .where('visit', '=', visit)
        .execute();
      return { message: say(language, 'actions.draft_dropped') };
    },
  }),
];
