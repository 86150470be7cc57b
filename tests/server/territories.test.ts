/** Territories to choose from: by their name in any script, for who reads what refers to them. */
import { expect, it } from 'vitest';
import { territory } from '../../contract/directories/territory.ts';
import { searchKey } from '../../contract/search.ts';
import { withServer } from './world.ts';

const server = withServer();

it('are found by name and paged; who reads nothing that refers to them gets none', async () => {
  const { db } = server.current;
  await db.kysely
    .insertInto('territory')
    .values(['Samarqand viloyati', 'Fargʻona viloyati'].map((name) => ({ name, search_key: searchKey(name) })))
    .execute();
  const titles = async (query: object) =>
    (await server.current.do('director', territory.calls.choices, { query })).data.map(({ title }) => title);
  expect(await titles({})).toEqual(['Fargʻona viloyati', 'Samarqand viloyati', 'Toshkent']);
  expect(await titles({ search: 'фаргона' })).toEqual(['Fargʻona viloyati']);
  expect(await titles({ search: 'Buxoro' })).toEqual([]);
  expect(await titles({ per_page: 15, page: 2 })).toEqual([]);
  expect((await server.current.call('nobody', territory.calls.choices, {})).status).toBe(403);
});
