/** Every directory that declares a number of a person is found by it, by POST (decision 98): whole, by right, in its branch. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { ruleFor } from '../../contract/directory/directory.ts';
import { type Fields, optionsOf } from '../../contract/directory/fields.ts';
import { findsByNumber, isWholeNumber } from '../../contract/directory/numbers.ts';
import { calls as all } from '../../contract/index.ts';
import { servedDirectories } from '../../server/directory/serve.ts';
import { directoryWorld } from './directoryWorld.ts';
import { grant } from './granted.ts';
import { leadTerms } from './leadKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';
import '../../server/app.ts';

const server = withServer();
const { create } = directoryWorld(server);
const found = servedDirectories()
  .map(({ directory }) => directory)
  .filter(findsByNumber);

interface Found {
  data: { id: number; title: string }[];
}
interface Refused {
  status: number;
  error: { errors?: Record<string, string[]> };
}
const ask = (who: PersonName, one: Call, body: object) =>
  server.current.call(who, one, { body } as never) as unknown as Promise<Refused>;

/** Values of the kinds by which persons are known, of lines too. */
const numbersOf = (fields: Fields, record: Record<string, unknown>): [string, string][] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === 'rows')
      return (record[name] as Record<string, unknown>[]).flatMap((line) => numbersOf(field.fields, line));
    const value = record[name];
    const isNumber = ['phone', 'pinfl', 'identity', 'taxNumber'].includes(field.kind);
    return isNumber && typeof value === 'string' ? [[field.kind, value] as [string, string]] : [];
  });

beforeAll(async () => {
  // somebody is brought by terms alone
  await leadTerms(server.current);
  // who may see everything in one branch, and nothing in another
  const given = found.flatMap((directory) => ruleFor(directory, 'show').split('|'));
  await grant(
    server.current,
    PEOPLE.keeper.id,
    given.filter((rule) => !rule.endsWith('.allshow')),
  );
});

it('drivers, masters, suppliers, employers, devices and users are, persons have a search of their own', () => {
  const names = found.map(({ spec }) => spec.name);
  expect(names).toEqual(
    expect.arrayContaining(['driver', 'master', 'partner', 'workplace', 'smsAppDevice', 'branchUser', 'organization']),
  );
  for (const name of ['client', 'clientIncome', 'bank', 'deliveryCar']) expect(names).not.toContain(name);
  const ids = all.map(({ id }) => id);
  for (const { calls } of servedDirectories().map(({ directory }) => directory))
    expect(ids.includes(calls.find.id) && calls.find.id !== 'clientFind', calls.find.id).toBe(
      found.some((one) => one.calls.find.id === calls.find.id),
    );
});

describe.each(found.map((directory) => [directory.spec.name, directory] as const))('%s', (_, directory) => {
  const { spec, calls } = directory;
  const fields: Fields = spec.fields;
  const scope = spec.document
    ? 'organization'
    : Object.entries(fields).find(([, field]) => optionsOf(field).scope)?.[0];
  const ids = async (who: PersonName, number: string, more: object = {}) => {
    const { data } = (await server.current.do(who, calls.find, { body: { number, ...more } } as never)) as Found;
    return data.map(({ id }) => id);
  };

  it('is found by each of its numbers, whole and however it is written', async () => {
    const one = await create(directory);
    const numbers = numbersOf(fields, one);
    expect(numbers).not.toEqual([]);
    for (const [kind, number] of numbers) {
      expect(await ids('director', number), number).toContain(one.id);
      const loose = `${number.slice(0, -4)} ${number.slice(-4, -2)}-${number.slice(-2)}`.toLowerCase();
      expect(await ids('director', loose), loose).toContain(one.id);
      if (kind === 'phone') expect(await ids('director', number.slice(4)), 'without its country').toContain(one.id);
      const part = await ask('director', calls.find, { number: number.slice(0, 8) });
      expect([part.status, Object.keys(part.error?.errors ?? {})]).toEqual([422, ['number']]);
    }
  });

  it('nobody is found by the number of nobody', async () => {
    const [nobodys] = ['+998330000001', '31506859990010', '330000001'].filter((one) => isWholeNumber(fields, one));
    expect(await ids('director', nobodys as string)).toEqual([]);
  });

  it('asks for the right of the list', async () => {
    const one = await create(directory);
    for (const [, number] of numbersOf(fields, one))
      expect((await ask('nobody', calls.find, { number })).status).toBe(403);
  });

  it.runIf(scope !== undefined)('of another branch is not found', async () => {
    const own = spec.document || scope === undefined ? {} : { [`${scope}_id`]: OTHER_ORGANIZATION };
    const one = await create(directory, own);
    const move = (to: number) =>
      server.current.db.tx((trx) => sql`UPDATE document SET organization_id = ${to} WHERE id = ${one.id}`.execute(trx));
    if (spec.document) await move(OTHER_ORGANIZATION);
    const [[, number] = []] = numbersOf(fields, one);
    expect(await ids('director', number as string)).toContain(one.id);
    expect(await ids('keeper', number as string)).not.toContain(one.id);
    if (!spec.document) return;
    await move(ORGANIZATION);
    expect(await ids('keeper', number as string)).toContain(one.id);
  });

  it.runIf(spec.chart === undefined)(
    'archived, it is found among the archived ones alone, as in the list',
    async () => {
      const one = await create(directory);
      const [[, number] = []] = numbersOf(fields, one);
      await server.current.do('director', calls.archive, { params: { id: one.id } } as never);
      expect(await ids('director', number as string)).not.toContain(one.id);
      expect(await ids('director', number as string, { status: 'archived' })).toContain(one.id);
    },
  );
});
