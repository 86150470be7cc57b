/**
 * What of a record stays as it is, or is an office person's to say: of every directory, for an office person and for who works
 * in a branch. It is refused to that person, shut in the form of one record, and not offered for many rows.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { deviceRegister } from '../../contract/devices.ts';
import { client } from '../../contract/directories/client.ts';
import { closedTo } from '../../contract/directory/closed.ts';
import { type AnyDirectory, ruleFor } from '../../contract/directory/directory.ts';
import { type Field, sentName, writtenIn } from '../../contract/directory/fields.ts';
import { bodyOfRecord } from '../../server/directory/records.ts';
import { servedDirectories } from '../../server/directory/serve.ts';
import { fieldsOfMany } from '../../src/directory/manyFields.ts';
import { rightValue } from './directoryKit.ts';
import { directoryWorld } from './directoryWorld.ts';
import { grant } from './granted.ts';
import { PEOPLE, withServer } from './world.ts';
import '../../server/app.ts';

const server = withServer();
const world = directoryWorld(server);
type Body = Record<string, unknown>;
type Who = 'director' | 'keeper';

/**
 * Rows of these are chosen: of documents none are. Who wrote a request changes all of it, and those of its tests write it
 * (`fondProducts.test.ts`); a hand-over makes a new client (`followUps.test.ts`).
 */
const chosen = servedDirectories()
  .map(({ directory }) => directory)
  .filter(({ spec }) => spec.document === undefined && !spec.chart?.owned && spec.name !== 'newClient');

/** What goes along with a value of a field, in a record that has everything. */
const ALONG: Readonly<Record<string, Body>> = {
  'cashAccount.kind': { bank_id: null, account: null },
  'partner.kind': { stir: '31506850000017' },
  'serialCategory.serial': { imei_count: 0 },
};

// biome-ignore lint/suspicious/noExplicitAny: answers of any directory
const done = async (who: Who, one: Call, options: object = {}): Promise<any> =>
  ((await server.current.do(who, one, options as never)) as { data: unknown }).data;

async function recordOf({ spec, calls }: AnyDirectory, body: () => Promise<Body>): Promise<number> {
  if (spec.name === 'mobileDevice') {
    const device = { device: `chorak-${world.next()}`, model: 'Galaxy A15', app_version: '3.1' };
    return (await server.current.do('viewer', deviceRegister, { body: device })).data.id;
  }
  // who has a card and no contract is one
  if (spec.name === 'notClient') await world.create(client as unknown as AnyDirectory);
  if (spec.fixed) return (await done('director', calls.index))[0].id;
  return (await done('director', calls.create, { body: await body() })).id;
}

/** Values that the field may take. */
async function valuesFor(directory: AnyDirectory, name: string, field: Field): Promise<unknown[]> {
  if (field.kind === 'oneOf') return [...field.values];
  if (field.kind === 'bool') return [true, false];
  const referred =
    field.kind === 'ref' ? servedDirectories().find((one) => one.directory.spec.name === field.to) : undefined;
  // no other one can be made
  if (referred?.directory.spec.fixed)
    return (await done('director', referred.directory.calls.index)).map(({ id }: { id: number }) => id);
  // beside what only some directories ask of it
  const own = directory.spec.fixed ? {} : await world.body(directory);
  return [own[sentName(name, field)], await rightValue(field, world.next(), world.referred)];
}

interface Said {
  status: number;
  fields: string[];
}

/** Sends a record as it is with another value of the field, value by value, and what the server says of each. */
async function* sending(who: Who, directory: AnyDirectory, name: string, field: Field): AsyncGenerator<Said> {
  const { spec, calls } = directory;
  const sent = sentName(name, field);
  const params = { id: await recordOf(directory, () => world.body(directory)) };
  const known = bodyOfRecord(directory, await done(who, calls.show, { params }));
  const names = writtenIn(spec.fields).map(([one, { kind }]) => sentName(one, { kind } as Field));
  const before = Object.fromEntries(Object.entries(known).filter(([one]) => names.includes(one)));
  for (const value of await valuesFor(directory, name, field)) {
    if (value === undefined || JSON.stringify(value) === JSON.stringify(before[sent])) continue;
    const body = { ...before, ...ALONG[`${spec.name}.${name}`], [sent]: value };
    const { status, error } = await server.current.call(who, calls.update, { params, body } as never);
    yield { status, fields: Object.keys(error?.errors ?? {}) };
  }
}

beforeAll(async () => {
  const given = chosen.flatMap((directory) =>
    (['show', 'edit'] as const).flatMap((action) => ruleFor(directory, action).split('|')),
  );
  await grant(server.current, PEOPLE.keeper.id, given);
});

describe.each([
  ['director', true],
  ['keeper', false],
] as const)('the %s', (who, office) => {
  const closedOf = ({ spec }: AnyDirectory) => closedTo({ office }, spec.fields);
  it.each(
    chosen
      .filter((directory) => Object.keys(closedOf(directory)).length > 0)
      .map((directory) => [directory.spec.name, directory] as const),
  )('is refused what is kept back of %s', async (_, directory) => {
    const { spec, calls } = directory;
    const params = { id: await recordOf(directory, () => world.body(directory)) };
    const { frozen } = await done(who, calls.show, { params });
    for (const name of Object.keys(closedOf(directory))) {
      const field = spec.fields[name] as Field;
      expect(frozen, name).toHaveProperty(name);
      let asked = 0;
      for await (const { status, fields } of sending(who, directory, name, field)) {
        asked += 1;
        // who is of another branch, or would leave work behind, is refused before the field is
        if (status !== 403 && status !== 409) expect([status, fields], name).toEqual([422, [sentName(name, field)]]);
      }
      expect(asked, name).toBeGreaterThan(0);
    }
  });
});

it('is offered for many rows only where it can be written', () => {
  const offered = (name: string, office: boolean) => {
    const directory = chosen.find(({ spec }) => spec.name === name) as AnyDirectory;
    return fieldsOfMany(directory, { office }).map(([field]) => field);
  };
  for (const [name, field] of [
    ['branchUser', 'organization'],
    ['branchUser', 'office'],
    ['driver', 'organization'],
  ] as const)
    expect([offered(name, true).includes(field), offered(name, false).includes(field)]).toEqual([true, false]);
  for (const [name, field] of [
    ['rule', 'area'],
    ['systemMessage', 'kind'],
    ['specialOrderStatus', 'stage'],
    ['productLock', 'organization'],
  ] as const)
    expect([offered(name, true).includes(field), offered(name, false).includes(field)]).toEqual([false, false]);
});
