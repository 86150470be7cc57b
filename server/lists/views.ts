/** Saved views of lists: a person's own, and those that who may has shared with everybody. */
import { type Kysely, sql } from 'kysely';
import {
  type ListView,
  listViewAdd,
  listViewDelete,
  listViewEdit,
  listViewIndex,
  MOST_VIEWS,
} from '../../contract/listViews.ts';
import { allows } from '../../contract/rules.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { forbidden, invalidField, notFound } from '../http/refusal.ts';
import { requireVersion } from '../lifecycle/stages.ts';

type Db = Kysely<Schema>;

const SHARE = 'list_view.share';

const views = (db: Db, user: SignedIn) =>
  db
    .selectFrom('list_view as view')
    .innerJoin('app_user as author', 'author.id', 'view.user_id')
    .select([
      'view.id',
      'view.list',
      'view.name',
      'view.address',
      'view.columns',
      'view.shared',
      'view.version',
      'author.fullname as author',
    ])
    .select((eb) => eb('view.user_id', '=', user.id).as('own'));

/** An own view; with `others` also a shared one of somebody else. @throws Refusal 404 */
async function find(db: Db, user: SignedIn, id: number, others: boolean) {
  const found = await views(db, user).where('view.id', '=', id).executeTakeFirst();
  if (found === undefined || !(found.own || (others && found.shared))) throw notFound();
  return found;
}

const answered = ({ list: _, ...view }: Awaited<ReturnType<typeof find>>): ListView => ({
  ...view,
  own: Boolean(view.own),
});

function requireShare(user: SignedIn, shared: boolean): void {
  if (shared && !allows(user.rules, SHARE)) throw forbidden('errors.list_view_not_shared');
}

/**
 * No two own views of a list under one name. Tabs that save at once come one after the other.
 * @throws Refusal 422 at `name`
 */
async function requireOwnName(db: Db, user: SignedIn, list: string, name: string, besides: number): Promise<void> {
  await db.selectFrom('app_user').select('id').where('id', '=', user.id).forNoKeyUpdate().execute();
  const twin = await db
    .selectFrom('list_view')
    .select('id')
    .where('user_id', '=', user.id)
    .where('list', '=', list)
    .where('id', '!=', besides)
    .where((eb) => eb(eb.fn('lower', ['name']), '=', eb.fn('lower', [eb.val(name)])))
    .executeTakeFirst();
  if (twin !== undefined) throw invalidField('name', 'list_view_twice');
}

export const listViewImplementations: Implementation[] = [
  implement(listViewIndex, {
    async handle({ db, user, query: { list } }) {
      const rows = await views(db, user)
        .where('view.list', '=', list)
        .where((eb) => eb.or([eb('view.user_id', '=', user.id), eb('view.shared', '=', true)]))
        .orderBy(sql`lower(view.name)`)
        .orderBy('view.id')
        .execute();
      return { data: rows.map(answered) };
    },
  }),

  implement(listViewAdd, {
    async handle({ db, user, body: { columns, ...view }, language }) {
      requireShare(user, view.shared);
      await requireOwnName(db, user, view.list, view.name, 0);
      const { kept } = await db
        .selectFrom('list_view')
        .select((eb) => eb.fn.countAll<number>().as('kept'))
        .where('user_id', '=', user.id)
        .where('list', '=', view.list)
        .executeTakeFirstOrThrow();
      if (Number(kept) >= MOST_VIEWS) throw invalidField('name', 'list_view_most', { most: MOST_VIEWS });
      const { id } = await db
        .insertInto('list_view')
        .values({ ...view, user_id: user.id, columns: JSON.stringify(columns) })
        .returning('id')
        .executeTakeFirstOrThrow();
      return { message: say(language, 'actions.list_view_kept'), id };
    },
  }),

  implement(listViewEdit, {
    async handle({ db, user, params: { id }, body: { columns, ...view }, ifMatch, language }) {
      const found = await find(db, user, id, false);
      await requireVersion(ifMatch, found.version, () => answered(found));
      if (!found.shared) requireShare(user, view.shared);
      await requireOwnName(db, user, found.list, view.name, id);
      await db
        .updateTable('list_view')
        .set({ ...view, columns: JSON.stringify(columns), version: found.version + 1 })
        .where('id', '=', id)
        .execute();
      return { message: say(language, 'actions.list_view_kept') };
    },
  }),

  implement(listViewDelete, {
    async handle({ db, user, params: { id }, language }) {
      await find(db, user, id, allows(user.rules, SHARE));
      await db.deleteFrom('list_view').where('id', '=', id).execute();
      return { message: say(language, 'actions.list_view_deleted') };
    },
  }),
];
