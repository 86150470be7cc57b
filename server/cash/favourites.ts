/** Cash service: a person's favourite pages (spec 4 "Favorites", spec 7; decision 49). */
import { saveFavourites } from '../../contract/account.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { type FieldFault, invalid } from '../http/refusal.ts';

/** A path of this app: one slash first, so that no address of elsewhere becomes a link of the menu. */
const PATH = /^\/(?![/\\])/;

function checkPages(pages: readonly { path: string }[]): void {
  const fields: Record<string, FieldFault[]> = {};
  const seen = new Set<string>();
  for (const [index, { path }] of pages.entries()) {
    if (!PATH.test(path)) fields[`my_pages.${index}.path`] = [{ key: 'page_path' }];
    else if (seen.has(path)) fields[`my_pages.${index}.path`] = [{ key: 'page_twice' }];
    seen.add(path);
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

export const favouriteCalls: Implementation[] = [
  implement(saveFavourites, {
    async handle({ db, user, body }) {
      checkPages(body.my_pages);
      // Two tabs that save at once: one whole list after the other.
      await db.selectFrom('app_user').select('id').where('id', '=', user.id).forNoKeyUpdate().execute();
      await db.deleteFrom('favorite_page').where('user_id', '=', user.id).execute();
      if (body.my_pages.length > 0) {
        await db
          .insertInto('favorite_page')
          .values(body.my_pages.map((page, position) => ({ ...page, user_id: user.id, position })))
          .execute();
      }
      return { data: body.my_pages };
    },
  }),
];
