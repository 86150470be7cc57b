/**
 * Records written together are as if each had been written by its own call: the same rows, versions and children, one log row
 * of each step with person, states and facts, and the same words of search. Both ways run on the same records, of every
 * directory that a file is read into.
 */
import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { bank } from '../../contract/directories/bank.ts';
import { province } from '../../contract/directories/province.ts';
import { region as regions } from '../../contract/directories/region.ts';
import { type Field, isSentById, optionsOf, sentName } from '../../contract/directory/fields.ts';
import { takesFiles } from '../../contract/imports.ts';
import type { Schema } from '../../server/db/schema.ts';
import { readRecords } from '../../server/directory/records.ts';
import { type Served, servedDirectories, type Writer } from '../../server/directory/serve.ts';
import { inHalves, NotTogether } from '../../server/directory/sets.ts';
import type { SignedIn } from '../../server/http/auth.ts';
import { rulesOfUser } from '../../server/http/heldRules.ts';
import { Refusal } from '../../server/http/refusal.ts';
import { directoryWorld } from './directoryWorld.ts';
import { ORGANIZATION, PEOPLE, type Server, withServer } from './world.ts';

type Body = Record<string, unknown>;
type Rows = Record<string, unknown>[];

const server = withServer();
const world = directoryWorld(server);
const NOW = new Date('2026-11-24T06:00:00Z');
const COUNT = 7;
const NOTE = { import: 18 };
/**
 * Those whose rows are written one by one: firms and conditions have tables of their own, and what a row says of a batch is
 * something to the next one, as a row of a tree is to one below it. A step of a chart of its own is taken by each record.
 */
const ONE_BY_ONE =
  'branchUser category organization fondProduct mobileDevice partner productExpiration productLock segment smsAppDevice unblockRequest'.split(
    ' ',
  );
const served = servedDirectories().filter(({ directory }) => takesFiles(directory));
const together = served.filter(({ sets, directory }) => sets !== undefined && !directory.spec.fixed);

let on: Server;
let user: SignedIn;
beforeAll(async () => {
  on = server.current;
  const { rows } = await sql<{ rules: SignedIn['rules'] }>`
    SELECT ${rulesOfUser} AS rules FROM app_user WHERE app_user.id = ${PEOPLE.director.id}`.execute(on.db.kysely);
  user = {
    ...{ id: PEOPLE.director.id, username: 'director', fullname: 'Direktor', organizationId: ORGANIZATION },
    ...{ office: true, expired: false, waiting: false, tokenHash: '', rules: rows[0]?.rules as SignedIn['rules'] },
  };
});

const writerIn = (db: Kysely<Schema>): Writer => ({ db, user, language: 'uz', now: NOW, note: NOTE });

class Undone extends Error {
  readonly left: unknown;
  constructor(left: unknown) {
    super('undone');
    this.left = left;
  }
}

/** What the work leaves; nothing of it stays. */
async function undone<T>(work: (writer: Writer) => Promise<T>): Promise<T> {
  try {
    await on.db.tx(async (db) => {
      // barcodes of the shop's own are given anew
      await sql`SELECT setval('internal_barcode', 900000)`.execute(db);
      throw new Undone(await work(writerIn(db)));
    });
  } catch (error) {
    if (error instanceof Undone) return error.left as T;
    throw error;
  }
  throw new Error('it was not undone');
}

/** Rows of the table, of its children and of the log, with the places of the records for their ids. */
async function leftBy(db: Kysely<Schema>, { directory, table }: Served, ids: readonly number[]) {
  const place = (id: unknown) => (ids.includes(id as number) ? `record ${ids.indexOf(id as number)}` : id);
  const plain = (rows: Rows, own: string): Rows =>
    rows.map((row) => ({
      ...row,
      [own]: place(row[own]),
      // moments of the database's clock
      ...('since' in row && { since: Date.parse(String(row.since)) === NOW.getTime() }),
      ...('updated_at' in row && { updated_at: row.updated_at !== null }),
    }));
  const read = async (name: string, own: string, order: string) => {
    const { rows } = await sql<{ row: Body }>`SELECT to_jsonb(t) AS row FROM ${sql.table(name)} t
      WHERE ${sql.ref(own)} = ANY (${ids}::integer[]) ORDER BY ${sql.raw(order)}`.execute(db);
    return plain(
      rows.map(({ row }) => row),
      own,
    );
  };
  const children: Record<string, Rows> = {};
  for (const [name, child] of Object.entries(table.children))
    children[name] = await read(child.table, child.own, `${child.own}, ${child.other}`);
  const { rows: logs } =
    await sql<Body>`SELECT record_id, machine, event, state_before, state_after, payload, user_id, at
    FROM record_log WHERE kind = ${directory.spec.name} AND record_id = ANY (${ids}::integer[])
    ORDER BY record_id, id`.execute(db);
  const { rows: keys } = await sql<Body>`SELECT id, search_key FROM product_variant ORDER BY id`.execute(db);
  const { rows: stays } = await sql<Body>`SELECT chart, state, span, count FROM state_stay ORDER BY 1, 2, 3`.execute(
    db,
  );
  return {
    rows: await read(table.name, 'id', 'id'),
    children,
    logs: plain(logs as Rows, 'record_id'),
    keys: keys.filter(({ id }) => table.name !== 'product_variant' || !ids.includes(id as number)),
    stays,
  };
}

/** Bodies with some of the optional fields left out, and some of them empty. */
async function bodiesOf({ directory }: Served, seed: number): Promise<Body[]> {
  const [picks = []] = fc.sample(fc.array(fc.nat(3), { minLength: 400, maxLength: 400 }), { seed, numRuns: 1 });
  const bodies: Body[] = [];
  for (let n = 0; n < COUNT; n += 1) {
    const body: Body = { ...(await world.body(directory)) };
    Object.entries(directory.spec.fields).forEach(([name, field]: [string, Field], at) => {
      // a file has no pictures
      if (field.kind === 'image') delete body[sentName(name, field)];
      const pick = picks[n * 40 + at];
      const may = optionsOf(field).optional === true || field.kind === 'bool' || field.kind === 'someOf';
      if (!may || OWN_RULES.has(`${directory.spec.name}.${name}`)) return;
      if (pick === 0) delete body[sentName(name, field)];
      if (pick === 1 && optionsOf(field).optional === true && (isSentById(field) || field.kind === 'text'))
        body[sentName(name, field)] = null;
    });
    bodies.push(body);
  }
  return bodies;
}
/** Fields that other fields ask for: a directory's own rule, which its own tests have. */
const OWN_RULES = new Set([
  'cashAccount.bank',
  'cashAccount.account',
  'competitorNews.variant',
  'competitorNews.offer',
  'initiativePartner.pinfl',
  'serialCategory.serial',
  'serialCategory.lock_on_debt',
  'variant.is_serial_number',
]);

const recordsOf = ({ db, language }: Writer, { directory, table }: Served, ids: readonly number[]) =>
  readRecords(db, directory, table, ids, language);

describe('records written together are as if each had been written by itself', () => {
  it.each(together.map((one) => [one.directory.spec.name, one] as const))('%s', async (name, one) => {
    const { sets, make, change, lifecycle } = one;
    if (sets === undefined) throw new Error(`${name} has no sets`);
    const seed = [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) % 100_000;
    const bodies = await bodiesOf(one, seed);
    const later = (await bodiesOf(one, seed + 1)).slice(2);

    const alone = await undone(async (writer) => {
      const ids: number[] = [];
      for (const body of bodies) ids.push((await make(writer, body)).id);
      const versions: number[] = [];
      for (const [at, record] of (await recordsOf(writer, one, ids.slice(2))).entries())
        versions.push(await change(writer, record, later[at] as Body));
      for (const record of await recordsOf(writer, one, ids.slice(4)))
        await lifecycle.take(writer, record, 'record.archive', async () => ({ ...NOTE }));
      return { versions, left: await leftBy(writer.db, one, ids) };
    });
    const set = await undone(async (writer) => {
      const ids = await sets.make(writer, bodies);
      const records = await recordsOf(writer, one, ids.slice(2));
      const changes = records.map((record, at) => ({ record, body: later[at] as Body }));
      const versions = await sets.change(writer, changes);
      await sets.archive(writer, await recordsOf(writer, one, ids.slice(4)));
      return { versions: ids.slice(2).map((id) => versions.get(id)), left: await leftBy(writer.db, one, ids) };
    });
    expect(set).toEqual(alone);

    // what the issue asks of each row, in its own words
    const { rows, logs } = set.left;
    expect(rows.map(({ version, active }) => [version, active])).toEqual([
      [1, true],
      [1, true],
      [2, true],
      [2, true],
      [3, false],
      [3, false],
      [3, false],
    ]);
    expect(logs.map(({ record_id, event, user_id }) => [record_id, event, user_id])).toEqual(
      rows.flatMap(({ id, version }) =>
        ['record.create', 'record.update', 'record.archive']
          .slice(0, version as number)
          .map((event) => [id, event, PEOPLE.director.id]),
      ),
    );
    expect(logs.every(({ payload }) => (payload as Body).import === NOTE.import)).toBe(true);
  });

  it('is so of all but those whose rows are something to each other', () => {
    const others = served.filter(({ sets }) => sets === undefined).map(({ directory }) => directory.spec.name);
    expect(others).toEqual(ONE_BY_ONE);
  });
});

describe('a set in which a row is refused', () => {
  const banks = served.find(({ directory }) => directory.spec.name === 'bank') as Served;
  const sets = banks.sets as NonNullable<Served['sets']>;
  const body = (name: string, mfo: string) => ({ name, mfo });

  it.each([
    ['a value of another record', async () => [body('Birinchi', '70001'), body('Ikkinchi', '70000')]],
    ['the same value in two rows', async () => [body('Birinchi', '70002'), body('Ikkinchi', '70002')]],
  ])('writes nothing: %s', async (_, rows) => {
    if (!(await on.do('director', bank.calls.index, { query: { search: '70000' } })).data.length)
      await on.do('director', bank.calls.create, { body: body('Bor bank', '70000') });
    const left = await undone(async (writer) => {
      await expect(sets.make(writer, await rows())).rejects.toBeInstanceOf(NotTogether);
      return (await sql`SELECT 1 FROM bank WHERE mfo IN ('70001', '70002')`.execute(writer.db)).rows;
    });
    expect(left).toEqual([]);
  });

  it('refuses an archived record with the state, and one in use with what keeps it, as their own steps do', async () => {
    const { data: archived } = await on.do('director', bank.calls.create, { body: body('Arxiv', '70003') });
    await on.do('director', bank.calls.archive, { params: { id: archived.id } });
    const { data: other } = await on.do('director', bank.calls.create, { body: body('Boshqa', '70004') });
    const free = await world.create(province);
    const region = await world.create(regions);
    await undone(async (writer) => {
      const records = await recordsOf(writer, banks, [other.id, archived.id]);
      const changes = records.map((record, at) => ({ record, body: body('Yangi', `7001${at}`) }));
      await expect(sets.change(writer, changes)).rejects.toMatchObject({ status: 409, code: 'not_allowed_now' });
      await expect(sets.archive(writer, records)).rejects.toMatchObject({ status: 409, code: 'not_allowed_now' });
      const provinces = served.find(({ directory }) => directory.spec.name === 'province') as Served;
      const used = await recordsOf(writer, provinces, [free.id, region.province.id]);
      const keeps = provinces.sets?.archive(writer, used);
      await expect(keeps).rejects.toMatchObject({ status: 409, code: 'in_use' });
      return null;
    });
  });

  it('is halved down to the row: all others are written together', async () => {
    const sizes: number[] = [];
    const done = await undone((writer) =>
      inHalves(
        writer.db,
        Array.from({ length: 8 }, (_, at) => body(`Yarim ${at}`, at === 5 ? '70000' : `7020${at}`)),
        async (rows) => {
          const ids = await sets.make(writer, rows);
          sizes.push(rows.length);
          return ids.map(() => 'written');
        },
        async (row) => {
          try {
            await banks.make(writer, row);
            return 'alone';
          } catch (error) {
            return error instanceof Refusal ? Object.keys(error.extra.fields ?? {}) : error;
          }
        },
      ),
    );
    expect(done).toEqual(['written', 'written', 'written', 'written', 'alone', ['mfo'], 'written', 'written']);
    expect(sizes).toEqual([4, 2]);
  });
});
