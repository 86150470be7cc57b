/**
 * Fields that are offered for many rows at once, of every directory, to an office person and to who works in a branch: each
 * is written by who is offered it, and what is kept from somebody is refused to that person and shut in the form of one record.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { deviceRegister } from '../../contract/devices.ts';
import { APPEAL_KINDS } from '../../contract/directories/classifier.ts';
import { client } from '../../contract/directories/client.ts';
import { closedTo } from '../../contract/directory/closed.ts';
import { type AnyDirectory, ruleFor } from '../../contract/directory/directory.ts';
import { type Field, isFigure, limitsOf, optionsOf, sentName, writtenIn } from '../../contract/directory/fields.ts';
import ru from '../../locales/ru/server.json' with { type: 'json' };
import uz from '../../locales/uz/server.json' with { type: 'json' };
import { bodyOfRecord } from '../../server/directory/records.ts';
import { servedDirectories } from '../../server/directory/serve.ts';
import { fieldsOfMany } from '../../src/directory/manyFields.ts';
import { rightValue } from './directoryKit.ts';
import { directoryWorld } from './directoryWorld.ts';
import { grant } from './granted.ts';
import { ORGANIZATION, PEOPLE, withServer } from './world.ts';
import '../../server/app.ts';

const server = withServer();
const world = directoryWorld(server);
type Body = Record<string, unknown>;
type Who = 'director' | 'keeper';
const PEOPLE_ASKED = [
  ['director', true],
  ['keeper', false],
] as const;

/**
 * Rows of these are chosen: of documents none are. Who wrote a request changes all of it, and those of its tests write it
 * (`fondProducts.test.ts`); a hand-over makes a new client (`followUps.test.ts`).
 */
const chosen = servedDirectories()
  .map(({ directory }) => directory)
  .filter(({ spec }) => spec.document === undefined && !spec.chart?.owned && spec.name !== 'newClient');
const byName = (name: string) => chosen.find(({ spec }) => spec.name === name) as AnyDirectory;

// biome-ignore lint/suspicious/noExplicitAny: answers of any directory
const done = async (who: Who, one: Call, options: object = {}): Promise<any> =>
  ((await server.current.do(who, one, options as never)) as { data: unknown }).data;

/** What a record begins with, that who works in a branch may change it: who sees every branch is above that person. */
const BEGINS: Readonly<Record<string, Body>> = { branchUser: { office: false } };

async function recordOf(directory: AnyDirectory): Promise<number> {
  const { spec, calls } = directory;
  // who works in a branch sees no other one
  if (spec.name === 'organization') return ORGANIZATION;
  if (spec.name === 'mobileDevice') {
    const device = { device: `chorak-${world.next()}`, model: 'Galaxy A15', app_version: '3.1' };
    return (await server.current.do('viewer', deviceRegister, { body: device })).data.id;
  }
  // who has a card and no contract is one
  if (spec.name === 'notClient') await world.create(client as unknown as AnyDirectory);
  if (spec.fixed) return (await done('director', calls.index))[0].id;
  return (await world.create(directory, BEGINS[spec.name])).id;
}

/** A region for a place of a client, and a village in it. */
const village = (kind: string) => async () => {
  const region_id = await world.referred('region', 0);
  return { [`${kind}region_id`]: region_id, [`${kind}village_id`]: await world.referred('village', 0, { region_id }) };
};
const classifiers = async (): Promise<{ id: number; code: string }[]> =>
  done('director', byName('classifier').calls.index, { query: { per_page: 100 } });

/** What another value of a field needs beside it, in a record that has everything. */
const ALONG: Readonly<Record<string, () => Promise<Body>>> = {
  'cashAccount.kind': async () => ({ bank_id: null, account: null }),
  'classifierValue.days': async () => ({
    classifier_id: (await classifiers()).find(({ code }) => code === APPEAL_KINDS)?.id,
  }),
  'client.region': async () => ({ village_id: null }),
  'client.village': village(''),
  'client.actual_region': async () => ({ actual_village_id: null }),
  'client.actual_village': village('actual_'),
  'partner.kind': async () => ({ stir: await rightValue({ kind: 'pinfl' }, world.next(), world.referred) }),
  'serialCategory.serial': async () => ({ imei_count: 0, lock_on_debt: false }),
  'variant.is_serial_number': async () => ({ imei_count: 0 }),
};

/** A record as it is sent to stay what it was, with what its form has shut, and another body for it. */
interface Tried {
  readonly directory: AnyDirectory;
  readonly id: number;
  readonly before: Body;
  readonly frozen: Readonly<Record<string, string>>;
  readonly other: Body;
}

async function tried(who: Who, directory: AnyDirectory): Promise<Tried> {
  const id = await recordOf(directory);
  const record = await done(who, directory.calls.show, { params: { id } });
  const names = writtenIn(directory.spec.fields).map(([name, field]) => sentName(name, field));
  const before = Object.fromEntries(
    Object.entries(bodyOfRecord(directory, record)).filter(([name]) => names.includes(name)),
  );
  return { directory, id, before, frozen: record.frozen, other: await world.body(directory) };
}

/** Values that the field may take. */
async function valuesFor({ other }: Tried, name: string, field: Field): Promise<unknown[]> {
  if (field.kind === 'oneOf') return [...field.values];
  if (field.kind === 'bool') return [true, false];
  // the lists come with the release: none is made
  if (field.kind === 'ref' && field.to === 'classifier') return (await classifiers()).map(({ id }) => id);
  return [
    other[sentName(name, field)],
    await rightValue(field, world.next(), world.referred),
    ...(isFigure(field) ? [limitsOf(field).min] : []),
    ...(optionsOf(field).optional ? [null] : []),
  ];
}

interface Said {
  status: number;
  fields: string[];
}

/** Sends the record as it is with another value of the field, value by value, and what the server says of each. */
async function* sending(who: Who, one: Tried, name: string, field: Field): AsyncGenerator<Said> {
  const { directory, id, before } = one;
  const { spec, calls } = directory;
  const sent = sentName(name, field);
  for (const value of await valuesFor(one, name, field)) {
    if (JSON.stringify(value) === JSON.stringify(before[sent])) continue;
    const along = await ALONG[`${spec.name}.${name}`]?.();
    const body = { ...before, [sent]: value, ...along };
    const { status, error } = await server.current.call(who, calls.update, { params: { id }, body } as never);
    yield { status, fields: Object.keys(error?.errors ?? {}) };
  }
}

/** Whether one of the values is taken; else what the server says of them. */
async function written(who: Who, one: Tried, name: string, field: Field): Promise<true | Said[]> {
  const refused: Said[] = [];
  for await (const said of sending(who, one, name, field)) {
    if (said.status === 200) return true;
    refused.push(said);
  }
  return refused;
}

beforeAll(async () => {
  const given = chosen.flatMap((directory) =>
    (['show', 'edit'] as const).flatMap((action) => ruleFor(directory, action).split('|')),
  );
  await grant(server.current, PEOPLE.keeper.id, given);
});

describe.each(PEOPLE_ASKED)('the %s', (who, office) => {
  it.each(chosen.map((directory) => [directory.spec.name, directory] as const))(
    'writes each field that is offered of %s',
    async (_, directory) => {
      const fields = fieldsOfMany(directory, { office });
      if (fields.length === 0) return;
      const one = await tried(who, directory);
      for (const [name, field] of fields) expect(await written(who, one, name, field), name).toBe(true);
    },
  );

  const closedOf = ({ spec }: AnyDirectory) => Object.entries(closedTo({ office }, spec.fields));
  it.each(
    chosen
      .filter((directory) => closedOf(directory).length > 0)
      .map((directory) => [directory.spec.name, directory] as const),
  )('is refused what is kept back of %s', async (_, directory) => {
    const one = await tried(who, directory);
    for (const [name, reason] of closedOf(directory)) {
      const field = directory.spec.fields[name] as Field;
      expect(one.frozen[name], name).toBe((uz.fields as object as Record<string, string>)[reason]);
      expect(ru.fields, name).toHaveProperty(reason);
      let asked = 0;
      for await (const { status, fields } of sending(who, one, name, field)) {
        asked += 1;
        // whose a record is, and how far a person sees, is a right
        if (status !== 403) expect([status, fields], name).toEqual([422, [sentName(name, field)]]);
      }
      expect(asked, name).toBeGreaterThan(0);
    }
  });
});

it.each([
  ['branchUser', ['position', 'scoring', 'prizma_status'], ['organization', 'office']],
  ['driver', ['user'], ['organization']],
  ['rule', [], []],
  ['systemMessage', [], []],
  ['specialOrderStatus', ['colour'], []],
  ['productLock', ['reason', 'until'], []],
] as const)('of %s who works in a branch is offered %j for many rows, an office person also %j', (name, all, more) => {
  const offered = (office: boolean) => fieldsOfMany(byName(name), { office }).map(([field]) => field);
  expect(offered(false)).toEqual(all);
  expect(offered(true).sort()).toEqual([...all, ...more].sort());
});

it('who works in a branch makes nobody that sees every branch', async () => {
  const { calls } = byName('branchUser');
  await grant(server.current, PEOPLE.keeper.id, ['branch_setting_users.add']);
  const { status, error } = await server.current.call('keeper', calls.create, {
    body: await world.body(byName('branchUser'), { office: true }),
  } as never);
  expect([status, error.message]).toEqual([403, uz.errors.office_only]);
});
