/** A record of the archive comes back once nothing that it names is there: one reference or a list of them. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { category } from '../../contract/directories/category.ts';
import { categoryGroup } from '../../contract/directories/categoryGroup.ts';
import { warehouse } from '../../contract/directories/warehouse.ts';
import { say } from '../../server/http/messages.ts';
import { ORGANIZATION, PEOPLE, withServer } from './world.ts';

const server = withServer();

const categoryOf = async (word: string): Promise<number> => {
  const body = { name: { uz: word, ru: `${word} р` }, parent_id: null, classifier_code: null };
  return (await server.current.do('director', category.calls.create, { body } as never)).data.id;
};

it('a group of categories waits for each of its categories', async () => {
  const [kept, gone] = [await categoryOf('Muzlatkichlar'), await categoryOf('Konditsionerlar')];
  const body = { name: 'Yirik texnika', categories: [kept, gone] };
  const { id } = (await server.current.do('director', categoryGroup.calls.create, { body })).data;
  await server.current.do('director', categoryGroup.calls.archive, { params: { id } });
  await server.current.do('director', category.calls.archive, { params: { id: gone } });

  const restore = () => server.current.call('director', categoryGroup.calls.restore, { params: { id } });
  const refused = await restore();
  expect([refused.status, refused.error]).toMatchObject([
    409,
    { code: 'not_allowed_now', message: say('uz', 'errors.named_archived', { title: 'Konditsionerlar' }) },
  ]);
  const shown = await server.current.do('director', categoryGroup.calls.show, { params: { id } });
  expect(shown.data).toMatchObject({ active: false, version: 2 });

  await server.current.do('director', category.calls.restore, { params: { id: gone } });
  expect((await restore()).status).toBe(200);
  // what came back keeps them in use again
  const archived = await server.current.call('director', category.calls.archive, { params: { id: kept } });
  expect(archived.error?.code).toBe('in_use');
});

it('what may leave at any time keeps nothing from coming back: keepers of a warehouse', async () => {
  const body = { name: 'Yangi ombor', kind: 'main', organization_id: ORGANIZATION, keepers: [PEOPLE.counter1.id] };
  const { id } = (await server.current.do('director', warehouse.calls.create, { body } as never)).data;
  await server.current.do('director', warehouse.calls.archive, { params: { id } });
  const { kysely } = server.current.db;
  await sql`UPDATE app_user SET status = 'dismissed' WHERE id = ${PEOPLE.counter1.id}`.execute(kysely);
  const restored = await server.current.call('director', warehouse.calls.restore, { params: { id } });
  expect(restored.status).toBe(200);
});
