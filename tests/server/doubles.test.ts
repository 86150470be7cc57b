/** Two places that are one: what refers to the double refers to the other one, and the double is archived. */
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { province } from '../../contract/directories/province.ts';
import { region } from '../../contract/directories/region.ts';
import { village } from '../../contract/directories/village.ts';
import { withServer } from './world.ts';

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
