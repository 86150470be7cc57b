/** Two places that are one: what refers to the double refers to the other one, and the double is archived. */
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { client } from '../../contract/directories/client.ts';
import { province } from '../../contract/directories/province.ts';
import { region } from '../../contract/directories/region.ts';
import { village } from '../../contract/directories/village.ts';
import { servedDirectories } from '../../server/directory/serve.ts';
import { foreignKeysTo } from '../../server/directory/uses.ts';
import { say } from '../../server/http/messages.ts';
import { PEOPLE, withServer } from './world.ts';

const server = withServer();
let made = 0;
const names = (word: string) => ({ uz: `${word} ${made}`, ru: `${word} ${made} р` });

async function regionOf(provinceId: number): Promise<number> {
  made += 1;
  const body = { name: names('Tuman'), code: String(7_700_000 + made), province_id: provinceId };
  return (await server.current.do('director', region.calls.create, { body })).data.id;
}
async function villageOf(regionId: number, name = names('Mahalla')): Promise<number> {
  made += 1;
  const body = { name, code: null, region_id: regionId };
  return (await server.current.do('director', village.calls.create, { body })).data.id;
}
const merge = (id: number, into_id: number, ifMatch?: number) =>
  server.current.call('director', region.calls.merge, {
    params: { id },
    body: { into_id },
    ...(ifMatch !== undefined && { ifMatch }),
  });
const regionShown = async (id: number) =>
  (await server.current.do('director', region.calls.show, { params: { id } })).data;
const villageShown = async (id: number) =>
  (await server.current.do('director', village.calls.show, { params: { id } })).data;
const logOf = async (kind: string, id: number) =>
  (
    await sql<{ event: string; username: string; payload: Record<string, unknown> }>`
      SELECT l.event, u.username, l.payload FROM step_log l JOIN app_user u ON u.id = l.user_id
      WHERE l.kind = ${kind} AND l.id = ${id} ORDER BY l.seq`.execute(server.current.db.kysely)
  ).rows;

let place: { province: number; double: number; stays: number };
beforeEach(async () => {
  made += 1;
  const body = { name: names('Viloyat'), code: String(7000 + made) };
  const { data } = await server.current.do('director', province.calls.create, { body });
  place = { province: data.id, double: await regionOf(data.id), stays: await regionOf(data.id) };
});

it('moves each record below by its own step, and archives the double with one line that names the other', async () => {
  const below = [await villageOf(place.double), await villageOf(place.double)];
  const answer = await merge(place.double, place.stays);
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ data: { id: place.double, active: false, version: 2 } });
  for (const id of below) {
    expect(await villageShown(id)).toMatchObject({ region: { id: place.stays }, version: 2, active: true });
    expect((await logOf('village', id)).map(({ event, username }) => [event, username])).toEqual([
      ['record.create', 'director'],
      ['record.update', 'director'],
    ]);
  }
  const lines = await logOf('region', place.double);
  expect(lines.map(({ event }) => event)).toEqual(['record.create', 'record.archive']);
  expect(lines[1]?.payload).toMatchObject({ merged_into: place.stays });
  expect(await regionShown(place.stays)).toMatchObject({ version: 1, active: true });
});

it('is refused, with nothing moved, where both have a record of one name below', async () => {
  const name = names('Mahalla');
  const first = await villageOf(place.double, name);
  await villageOf(place.stays, name);
  const other = await villageOf(place.double);
  const answer = await merge(place.double, place.stays);
  expect([answer.status, Object.keys(answer.error.errors ?? {})]).toEqual([422, ['into_id']]);
  expect(JSON.stringify(answer.body)).toContain(name.uz);
  for (const id of [first, other])
    expect(await villageShown(id)).toMatchObject({ region: { id: place.double }, version: 1 });
  expect(await regionShown(place.double)).toMatchObject({ version: 1, active: true });
});

it('is refused into itself, into what is archived or unknown, with an old version, and for who may not', async () => {
  const third = await regionOf(place.province);
  await server.current.do('director', region.calls.archive, { params: { id: third } });
  const table: readonly [number, number, number | undefined, number][] = [
    [place.double, place.double, undefined, 422],
    [place.double, third, undefined, 422],
    [place.double, 999_999, undefined, 422],
    [third, place.stays, undefined, 409],
    [place.double, place.stays, 9, 409],
    [999_999, place.stays, undefined, 404],
  ];
  for (const [id, into, version, status] of table)
    expect((await merge(id, into, version)).status, `${id} into ${into}, version ${version}`).toBe(status);
  const denied = await server.current.call('nobody', region.calls.merge, {
    params: { id: place.double },
    body: { into_id: place.stays },
  });
  expect(denied.status).toBe(403);
  expect(await regionShown(place.double)).toMatchObject({ version: 1, active: true });
});

it('what was archived below the double does not come back below it: the double comes back first', async () => {
  const id = await villageOf(place.double);
  await server.current.do('director', village.calls.archive, { params: { id } });
  await merge(place.double, place.stays);
  const { title } = (await villageShown(id)).region;
  const restore = () => server.current.call('director', village.calls.restore, { params: { id } });
  const refused = await restore();
  expect([refused.status, refused.error]).toMatchObject([
    409,
    { code: 'not_allowed_now', message: say('uz', 'errors.named_archived', { title }) },
  ]);
  expect(await villageShown(id)).toMatchObject({ active: false, version: 2, region: { id: place.double } });
  await server.current.do('director', region.calls.restore, { params: { id: place.double } });
  expect((await restore()).status).toBe(200);
  expect(await villageShown(id)).toMatchObject({ active: true, region: { id: place.double } });
});

it('merges provinces with what is below them, and villages, which nothing refers to', async () => {
  made += 1;
  const body = { name: names('Viloyat'), code: String(7000 + made) };
  const other = (await server.current.do('director', province.calls.create, { body })).data.id;
  const params = { id: place.province };
  const merged = await server.current.do('director', province.calls.merge, { params, body: { into_id: other } });
  expect(merged.data).toMatchObject({ active: false, version: 2 });
  for (const id of [place.double, place.stays])
    expect(await regionShown(id)).toMatchObject({ province: { id: other }, version: 2 });
  const [first, second] = [await villageOf(place.stays), await villageOf(place.stays)];
  const into = { params: { id: first }, body: { into_id: second } };
  expect((await server.current.do('director', village.calls.merge, into)).data).toMatchObject({ active: false });
  expect(await villageShown(second)).toMatchObject({ active: true, version: 1 });
});

async function clientOf(address: object): Promise<number> {
  made += 1;
  const digits = String(made).padStart(7, '0');
  const body = {
    ...{ fullname: `Qodirova Sevara${made}`, birth_date: '1985-06-15', gender: 'female' as const, consent: true },
    documents: [{ number: `AD${digits}`, issued_by: 'IIB', issued_on: '2020-01-15', expires_on: '2030-01-14' }],
    phones: [{ phone: `+99891${digits}`, owner: 'self' as const }],
    ...address,
  };
  const { data } = await server.current.do('director', client.calls.create, { body } as never);
  return data.id;
}
const clientShown = async (id: number) =>
  (await server.current.do('director', client.calls.show, { params: { id } })).data;

it('moves clients in one go with the district that the other one lies in, also for who sees no clients', async () => {
  const [double, stays] = [await villageOf(place.double), await villageOf(place.stays)];
  const elsewhere = await villageOf(place.stays);
  const both = await clientOf({
    ...{ region_id: place.double, village_id: double, street: 'Navoiy 1' },
    ...{ actual_region_id: place.double, actual_village_id: double },
  });
  const one = await clientOf({
    ...{ region_id: place.stays, village_id: elsewhere, street: 'Navoiy 2' },
    ...{ actual_region_id: place.double, actual_village_id: double },
  });
  // its version is another one than that of the double, which the person saw
  await sql`UPDATE client SET version = 5 WHERE id = ${both}`.execute(server.current.db.kysely);
  const rules = ['show', 'edit'].map((action) => ({
    ...{ user_id: PEOPLE.nobody.id, resource: 'address', action, granted: true, until: null },
  }));
  await server.current.db.kysely.insertInto('user_rule').values(rules).execute();
  const sent = { params: { id: double }, body: { into_id: stays } };
  const late = await server.current.call('nobody', village.calls.merge, { ...sent, ifMatch: 7 });
  expect([late.status, late.error.current]).toMatchObject([409, { id: double, name: expect.anything(), version: 1 }]);
  expect(await clientShown(both)).toMatchObject({ village: { id: double }, version: 5 });
  const answer = await server.current.call('nobody', village.calls.merge, { ...sent, ifMatch: 1 });
  expect(answer.status).toBe(200);
  expect(answer.body.data).toMatchObject({ id: double, active: false, version: 2 });
  const there = { region: { id: place.stays }, village: { id: stays } };
  const lives = { actual_region: { id: place.stays }, actual_village: { id: stays } };
  expect(await clientShown(both)).toMatchObject({ ...there, ...lives, version: 6, street: 'Navoiy 1' });
  expect(await clientShown(one)).toMatchObject({ ...there, ...lives, village: { id: elsewhere }, version: 2 });
  for (const id of [both, one]) {
    const lines = await logOf('client', id);
    expect(lines.map(({ event, username }) => [event, username])).toEqual([
      ['record.create', 'director'],
      ['record.update', 'nobody'],
    ]);
    expect(lines[1]?.payload).toHaveProperty('after.actual_village');
  }
});

it('moves with a district its villages and who lives there', async () => {
  const below = await villageOf(place.double);
  const lives = await clientOf({ region_id: place.double, village_id: below, street: 'Navoiy 3' });
  expect((await merge(place.double, place.stays, 1)).status).toBe(200);
  expect(await villageShown(below)).toMatchObject({ region: { id: place.stays }, version: 2 });
  expect(await clientShown(lives)).toMatchObject({ region: { id: place.stays }, village: { id: below }, version: 2 });
});

it('only plain records refer to what may be double: those of a chart of their own are moved by nothing yet', async () => {
  for (const own of servedDirectories().filter(({ directory }) => directory.spec.doubles)) {
    const tables = (await foreignKeysTo(server.current.db.kysely, own.table)).map(({ table }) => table);
    const charted = servedDirectories().filter(
      ({ directory, table }) => tables.includes(table.name) && directory.spec.chart !== undefined,
    );
    expect(charted.map(({ directory }) => directory.spec.name)).toEqual([]);
  }
});
