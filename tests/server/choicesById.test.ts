/** A record by its id where records are chosen: what an address names is called by its title, by whoever may see it. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Call } from '../../contract/call.ts';
import { organizationGetAll, userGetAll } from '../../contract/choices.ts';
import { CHOICES } from '../../contract/directory/references.ts';
import { receiptGetAll } from '../../contract/expirations.ts';
import { calls } from '../../contract/index.ts';
import { variantGetAll } from '../../contract/invoices/choices.ts';
import { systemUser } from '../../server/sale/entries.ts';
import { grant } from './granted.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const UNKNOWN = 2_000_000_000;

const asked = async (who: PersonName, call: Call, id: number): Promise<{ id: number; title: string }[]> =>
  ((await server.current.do(who, call, { query: { id } } as never)) as { data: { id: number; title: string }[] }).data;
const run = (statement: ReturnType<typeof sql>) => statement.execute(server.current.db.kysely);

const chosenFrom = [...Object.keys(CHOICES).map((name) => `${name}GetAll`), receiptGetAll.id].map((id) => {
  const call = calls.find((one) => one.id === id);
  if (call === undefined) throw new Error(`no call ${id}`);
  return [id, call] as const;
});

beforeAll(async () => {
  const rules = chosenFrom.flatMap(([, { rule }]) => rule.split('|'));
  await grant(server.current, PEOPLE.director.id, rules);
});

describe.each(chosenFrom)('%s', (_, call) => {
  it('takes an id, and answers that record or none', async () => {
    const query = z.toJSONSchema(call.query as z.ZodMiniType, { io: 'input', unrepresentable: 'any' });
    expect(query.properties).toHaveProperty('id');
    expect(await asked('director', call, UNKNOWN)).toEqual([]);
    const { data } = (await server.current.do('director', call as Call)) as { data: { id: number }[] };
    // not the first of the list, which it would be by chance
    const one = data.at(-1);
    if (one !== undefined) expect((await asked('director', call, one.id)).map(({ id }) => id)).toEqual([one.id]);
  });
});

it('who has left is named, and is not offered; the user of what the server does by itself is nobody', async () => {
  await run(sql`UPDATE app_user SET status = 'dismissed' WHERE id = ${PEOPLE.counter3.id}`);
  const { data } = await server.current.do('keeper', userGetAll, { query: { per_page: 100 } });
  expect(data.map(({ id }) => id)).not.toContain(PEOPLE.counter3.id);
  expect(await asked('keeper', userGetAll, PEOPLE.counter3.id)).toEqual([
    expect.objectContaining({ id: PEOPLE.counter3.id, title: PEOPLE.counter3.fullname }),
  ]);
  const system = await server.current.db.tx((trx) => systemUser(trx));
  expect(await asked('keeper', userGetAll, system)).toEqual([]);
});

it('a branch that the person may not choose has no name', async () => {
  expect(await asked('keeper', organizationGetAll, ORGANIZATION)).toHaveLength(1);
  expect(await asked('keeper', organizationGetAll, OTHER_ORGANIZATION)).toEqual([]);
  expect(await asked('viewer', organizationGetAll, OTHER_ORGANIZATION)).toHaveLength(1);
});

it('goods that are sold no more are named', async () => {
  await run(sql`UPDATE product_variant SET active = false WHERE id = 10`);
  expect((await asked('director', variantGetAll, 10)).map(({ id }) => id)).toEqual([10]);
  const { data } = await server.current.do('director', variantGetAll, { query: { per_page: 100 } });
  expect(data.map(({ id }) => id)).not.toContain(10);
});
