/** The user of what the server does by itself (decision 57) is nobody whom people are shown, choose or let in. */
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { userGetAll } from '../../contract/choices.ts';
import { branchUser } from '../../contract/directories/branchUser.ts';
import { searchEverywhere } from '../../contract/everywhere.ts';
import { systemUser } from '../../server/sale/entries.ts';
import { withServer } from './world.ts';

const server = withServer();
const on = () => server.current;
let id = 0;

beforeAll(async () => {
  id = await on().db.tx((trx) => systemUser(trx));
});

const ids = (rows: readonly { id: number }[]) => rows.map((row) => row.id);

it('is in no list of users, whichever state is asked for, and has no page', async () => {
  for (const status of [undefined, 'active', 'suspended', 'dismissed'])
    for (const search of [undefined, 'Tizim', '#system']) {
      const query = { per_page: 100, ...(status && { status }), ...(search && { search }) };
      const { data } = await on().do('director', branchUser.calls.index, { query: query as never });
      expect(ids(data), JSON.stringify(query)).not.toContain(id);
    }
  expect((await on().call('director', branchUser.calls.show, { params: { id } })).status).toBe(404);
  for (const step of Object.values(branchUser.steps))
    expect((await on().call('director', step as never, { params: { id }, body: {} } as never)).status).toBe(404);
});

it('is offered where no person is chosen: who is responsible, who counts, who gets on with the work of a leaver', async () => {
  for (const search of [undefined, 'Tizim'])
    for (const call of [userGetAll, branchUser.calls.choices]) {
      const query = { per_page: 100, ...(search && { search }) };
      const { data } = await on().do('director', call, { query } as never);
      expect(ids(data as { id: number }[]), call.id).not.toContain(id);
    }
});

it('is found by nobody who searches everywhere, and receives nothing that is written for everybody', async () => {
  for (const search of ['Tizim', 'Система', 'system']) {
    const { data } = await on().do('director', searchEverywhere, { body: { search } } as never);
    expect(JSON.stringify(data)).not.toContain('"kind":"person"');
  }
  const { rows } = await sql<{ active: boolean }>`SELECT active FROM app_user WHERE id = ${id}`.execute(on().db.kysely);
  expect(rows).toEqual([{ active: false }]);
});
