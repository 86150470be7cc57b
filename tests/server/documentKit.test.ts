/**
 * What `defineDocument` gives and no document of the product needs yet: lines that name records and are removed, a number
 * and a practice day that an event gives, a step of the server. A document of the test's own, on a table of its own.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setup } from 'xstate';
import { directoryServers } from '../../contract/directories/index.server.ts';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { quantity, ref, rows, text } from '../../contract/directory/fields.ts';
import { directoryServer } from '../../contract/directory/in.server.ts';
import { defineDocument } from '../../contract/document/document.ts';
import { driftOf } from '../../server/directory/drift.ts';
import type { FoundRecord } from '../../server/directory/records.ts';
import { type Served, serveDirectory, servedDirectories, type Writer } from '../../server/directory/serve.ts';
import type { SignedIn } from '../../server/http/auth.ts';
import { conflict } from '../../server/http/refusal.ts';
import { workingPeople } from '../../server/people/stuck.ts';
import { ORGANIZATION, PEOPLE, PLAIN, withServer } from './world.ts';
import '../../server/app.ts';

const server = withServer();

const machine = setup({ actions: { record: () => {} } }).createMachine({
  id: 'sample',
  initial: 'draft',
  states: {
    draft: { meta: { look: 'new' }, on: { 'sample.update': { actions: 'record' }, 'sample.confirm': 'confirmed' } },
    confirmed: { meta: { look: 'done' }, on: { 'sample.reverse': 'reversed' } },
    reversed: { meta: { look: 'off' }, type: 'final' },
  },
});

const sample = defineDocument({
  ...{ name: 'sample', service: 'cash', rule: 'client_appeal' },
  numbered: 'sample.confirm',
  dayOpen: ['sample.confirm'],
  chart: {
    states: { draft: 'new', confirmed: 'done', reversed: 'off' },
    ...{ offered: ['confirmed'], over: ['reversed'], begins: 'sample.create', update: 'sample.update' },
    steps: { 'sample.confirm': { rule: 'client_appeal.confirm' } },
  },
  fields: {
    note: text(100, { search: true }),
    goods: rows(10, { variant: ref('variant'), qty: quantity({ min: 1 }) }),
  },
});

// its calls have a server side as long as this test runs
const sides = directoryServer(sample as unknown as AnyDirectory, []);
let served: Served;
let user: SignedIn;
const directory = sample as unknown as AnyDirectory;

beforeAll(async () => {
  const { kysely } = server.current.db;
  Object.assign(directoryServers, sides);
  served = serveDirectory(sample, {
    actions: {
      machine,
      steps: {
        'sample.confirm': {
          async take(_, { goods }, __, day) {
            if (goods.length === 0) throw conflict('no_lines');
            return { log: { after: { day: day?.date } } };
          },
        },
        'sample.reverse': { takeOwn: async () => ({ log: { after: { reason: 'payment' } } }) },
      },
    },
  });
  for (const statement of (await driftOf(kysely, directory, served.table)).statements)
    await sql.raw(statement).execute(kysely);
  user = (await workingPeople(kysely)).get(PEOPLE.director.id) as SignedIn;
});

// the directories of the product are those that other tests go over
afterAll(async () => {
  const all = servedDirectories() as Served[];
  all.splice(all.indexOf(served), 1);
  for (const id of Object.keys(sides)) delete (directoryServers as Record<string, unknown>)[id];
  await sql`DELETE FROM sample_goods`.execute(server.current.db.kysely);
});

const scene = () => ({ user, language: 'uz' as const, now: new Date() });
const within = <T>(run: (writer: Writer) => Promise<T>): Promise<T> =>
  server.current.db.tx((db) => run({ db, ...scene() }));
const find = (id: number) => within((writer) => served.find(writer, id));
const line = (variant: number, qty: number, id?: number) => ({ ...(id && { id }), variant_id: variant, qty });
const made = async (goods?: readonly object[]): Promise<FoundRecord> => {
  const { id } = await within((writer) =>
    served.make(writer, { note: 'Namuna', goods: goods ?? [line(PLAIN, 2), line(PLAIN + 1, 3)] }),
  );
  return find(id);
};
const change = (record: FoundRecord, body: object) =>
  within((writer) => served.change(writer, record, { note: 'Namuna', ...body }));

/** Takes the step as its call does. */
async function confirm(id: number): Promise<void> {
  const call = served.implementations.find((one) => one.call.id === 'sampleConfirm');
  await server.current.db.tx(async (db) => {
    const context = { db, ...scene(), params: { id }, query: undefined, body: undefined } as never;
    const record = await call?.record?.(context);
    await call?.handle({ ...(context as object), record } as never);
  });
}
const turn = (from: 'open' | 'closing', to: 'open' | 'closing') =>
  server.current.db.kysely
    .updateTable('practice_day')
    .set({ status: to })
    .where('organization_id', '=', ORGANIZATION)
    .where('status', '=', from)
    .execute();
const logOf = async (id: number) =>
  (
    await sql<{ event: string; user_id: number | null; state_after: string }>`
      SELECT event, user_id, state_after FROM event_log WHERE document_id = ${id} ORDER BY id`.execute(
      server.current.db.kysely,
    )
  ).rows;
const goodsOf = (record: FoundRecord) =>
  (record.goods as { id: number; variant: { id: number }; qty: number }[]).map(({ variant, qty }) => [variant.id, qty]);

it('its table follows from its declaration', async () => {
  expect(await driftOf(server.current.db.kysely, directory, served.table)).toEqual({ statements: [], faults: [] });
});

it('has no number before the event that gives it, and lines that name records', async () => {
  const one = await made();
  expect(one).toMatchObject({ status: 'draft', number: null, practice_day: null, organizationId: ORGANIZATION });
  expect(goodsOf(one)).toEqual([
    [PLAIN, 2],
    [PLAIN + 1, 3],
  ]);
  expect((one.goods as { variant: { title: string } }[])[0]?.variant.title).toMatch(/\S/);
});

it('a line that is not sent is removed, the others are changed or added; without lines they stay', async () => {
  const one = await made();
  const [first] = one.goods as { id: number }[];
  await change(one, { goods: [line(PLAIN, 5, first?.id), line(PLAIN + 2, 1)] });
  const changed = await find(one.id);
  expect(goodsOf(changed)).toEqual([
    [PLAIN, 5],
    [PLAIN + 2, 1],
  ]);
  await change(changed, {});
  expect(goodsOf(await find(one.id))).toHaveLength(2);
  const { rows: lines } = await sql`SELECT 1 FROM sample_goods WHERE sample_id = ${one.id}`.execute(
    server.current.db.kysely,
  );
  expect(lines).toHaveLength(2);
});

it('a line that names nothing is refused at its place, and so is one of another document', async () => {
  await expect(made([line(PLAIN, 1), line(999_999, 1)])).rejects.toMatchObject({
    extra: { fields: { 'goods.1.variant_id': [{ key: 'reference' }] } },
  });
  const other = await made();
  const [theirs] = other.goods as { id: number }[];
  await expect(change(await made(), { goods: [line(PLAIN, 1, theirs?.id)] })).rejects.toMatchObject({
    extra: { fields: { 'goods.0.id': [{ key: 'reference' }] } },
  });
});

it('its event waits for an open day, gives the number of that day’s year, and is found by it', async () => {
  const one = await made();
  await turn('open', 'closing');
  await expect(confirm(one.id)).rejects.toMatchObject({ code: 'no_open_day' });
  await turn('closing', 'open');
  expect(await find(one.id)).toMatchObject({ status: 'draft', number: null, version: 1 });
  await confirm(one.id);
  const confirmed = await find(one.id);
  expect(confirmed).toMatchObject({ status: 'confirmed', version: 2, practice_day: expect.any(String) });
  expect(confirmed.number).toMatch(new RegExp(`-${String(confirmed.practice_day).slice(2, 4)}-\\d{4}$`));
  const { rows: keys } = await sql<{ search_key: string }>`SELECT search_key FROM sample WHERE id = ${one.id}`.execute(
    server.current.db.kysely,
  );
  expect(keys[0]?.search_key).toContain(String(confirmed.number).slice(-4));
  const next = await made();
  await confirm(next.id);
  expect(Number((await find(next.id)).number?.toString().slice(-4))).toBe(
    Number(String(confirmed.number).slice(-4)) + 1,
  );
});

it('a step that refuses leaves no number and no log line', async () => {
  const one = await made([]);
  await expect(confirm(one.id)).rejects.toMatchObject({ code: 'no_lines' });
  expect((await find(one.id)).number).toBeNull();
  expect(await logOf(one.id)).toHaveLength(1);
});

it('an event of the server has no person, and nobody else is offered it', async () => {
  const one = await made();
  await confirm(one.id);
  const answer = (await within(async (writer) => served.answer(writer, await served.find(writer, one.id)))) as {
    allowed_events: string[];
  };
  expect(answer.allowed_events).toEqual([]);
  await server.current.db.tx((db) => served.takeOwn({ db, now: new Date() }, one.id, 'sample.reverse'));
  expect(await logOf(one.id)).toEqual([
    { event: 'sample.create', user_id: PEOPLE.director.id, state_after: 'draft' },
    { event: 'sample.confirm', user_id: PEOPLE.director.id, state_after: 'confirmed' },
    { event: 'sample.reverse', user_id: null, state_after: 'reversed' },
  ]);
  await expect(
    server.current.db.tx((db) => served.takeOwn({ db, now: new Date() }, one.id, 'sample.reverse')),
  ).rejects.toMatchObject({ code: 'not_allowed_now' });
});
