/**
 * Segments of clients (areas 2.3, 4.19 `/segmentation`): what each fact means, what a condition must say, the preview by slices and
 * the size that the server counts. Beside them `directories.test.ts`.
 */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BodyOf } from '../../contract/bodies.ts';
import { segment } from '../../contract/directories/segment.ts';
import type { DirectoryBody } from '../../contract/directory/directory.ts';
import { segmentPreview } from '../../contract/segments.ts';
import { countSegments } from '../../server/clients/segments.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { Till } from './moneyKit.ts';
import { ORGANIZATION, withServer } from './world.ts';

const server = withServer();
const today = tashkentDay(new Date());
const year = Number(today.slice(0, 4));

interface Person {
  born: string;
  gender?: 'male' | 'female';
  salary?: number;
  /** Signed so many days ago, and whether it is closed. */
  contracts?: readonly [daysAgo: number, closed: boolean][];
}
async function person({ born, gender = 'male', salary, contracts = [] }: Person): Promise<number> {
  return server.current.db.tx(async (trx) => {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO client (fullname, birth_date, gender, salary, consent, created_by)
      VALUES ('Segment Odami', ${born}, ${gender}, ${salary ?? null}, true, 13) RETURNING id`.execute(trx);
    const id = rows[0]?.id as number;
    for (const [at, [days, closed]] of contracts.entries()) {
      const ids: number[] = [];
      for (const kind of ['sale_order', 'contract']) {
        const made = await sql<{ id: number }>`
          INSERT INTO document (kind, number, organization_id, status, created_by, owner_id)
          VALUES (${kind}, ${`${id}-${at}-${kind}`}, ${ORGANIZATION}, 'draft', 13, 13) RETURNING id`.execute(trx);
        ids.push(made.rows[0]?.id as number);
      }
      const [order = 0, contract = 0] = ids;
      await sql`INSERT INTO sale_order (id, client_id, warehouse_id)
        SELECT ${order}, ${id}, min(id) FROM warehouse_list`.execute(trx);
      await sql`INSERT INTO contract (id, client_id, sale_order_id, seller_id, warehouse_id, goods, first_payment, term, markup,
        total, payment_day, signed_on, closed_on)
        SELECT ${contract}, ${id}, ${order}, 13, min(id), 100000, 0, 6, 0, 100000, 10, ${daysAfter(today, -days)},
          ${closed ? today : null} FROM warehouse_list`.execute(trx);
    }
    return id;
  });
}

let ids: Record<'young' | 'old' | 'buyer' | 'loyal', number>;
beforeAll(async () => {
  ids = {
    young: await person({ born: `${year - 25}-01-01`, salary: 3_000_000 }),
    old: await person({ born: `${year - 60}-01-01`, gender: 'female', salary: 9_000_000 }),
    buyer: await person({ born: `${year - 40}-01-01`, contracts: [[10, false]] }),
    loyal: await person({
      born: `${year - 41}-01-01`,
      gender: 'female',
      contracts: [
        [400, true],
        [100, true],
      ],
    }),
  };
});

type Rule = Omit<BodyOf<typeof segmentPreview>, 'after'>;
const ask = async (rule: Partial<Rule>, after = 0) =>
  (
    await server.current.do('director', segmentPreview, {
      body: { gender: null, region_id: null, conditions: [], ...rule, after },
    })
  ).data;
const named = async (rule: Partial<Rule>) => {
  const { people } = await ask(rule);
  return (Object.keys(ids) as (keyof typeof ids)[]).filter((name) => people.some(({ id }) => id === ids[name]));
};
const where = (fact: Rule['conditions'][number]['fact'], at_least: number | null, at_most: number | null = null) => ({
  conditions: [{ fact, at_least, at_most }],
});

describe('a fact', () => {
  it.each([
    ['age', where('age', 25, 40), ['young', 'buyer']],
    ['salary, which nobody has who has none', where('salary', null, 5_000_000), ['young']],
    ['contracts', where('contracts', null, 0), ['young', 'old']],
    ['closed contracts', where('closed_contracts', 2), ['loyal']],
    ['days since the last contract', where('days_since_contract', 90), ['loyal']],
    ['debt', where('owed', 1), []],
    ['delay', where('overdue_days', null, 0), ['young', 'old', 'buyer', 'loyal']],
    ['gender', { gender: 'female' as const }, ['old', 'loyal']],
    ['all of several', { gender: 'female' as const, ...where('age', 50) }, ['old']],
  ])('%s', async (_, rule, found) => {
    expect(await named(rule)).toEqual(found);
  });
});

it('a preview goes on from where the last slice ended, and the last one says so', async () => {
  const all = await ask({});
  expect(all).toMatchObject({ examined: 4, matched: 4, next: null });
  expect(await ask({}, ids.old)).toMatchObject({ examined: 2, matched: 2, next: null });
  expect(await ask({}, ids.loyal)).toMatchObject({ examined: 0, matched: 0, next: null });
  await sql`UPDATE client SET active = false WHERE id = ${ids.loyal}`.execute(server.current.db.kysely);
  expect(await ask({})).toMatchObject({ examined: 4, matched: 3 });
  await sql`UPDATE client SET active = true WHERE id = ${ids.loyal}`.execute(server.current.db.kysely);
  const body = { gender: null, region_id: null, conditions: [], after: 0 };
  expect((await server.current.call('nobody', segmentPreview, { body })).status).toBe(403);
});

describe('a segment', () => {
  type Body = DirectoryBody<typeof segment>;
  let names = 0;
  const body = (more: object = {}): Body => {
    names += 1;
    const conditions = [{ fact: 'contracts' as const, at_least: 1, at_most: null }];
    return { name: `Segment ${names}`, colour: '#1f7a8c', conditions, ...more } as unknown as Body;
  };
  const faults = async (more: object) => {
    const { status, error } = await server.current.call('director', segment.calls.create, { body: body(more) });
    return [status, Object.keys(error?.errors ?? {})];
  };
  const show = async (id: number) => (await server.current.do('director', segment.calls.show, { params: { id } })).data;

  it('says what it is about, each bound in its order', async () => {
    const line = (at_least: number | null, at_most: number | null) => ({
      conditions: [{ fact: 'age' as const, at_least, at_most }],
    });
    expect(await faults({ conditions: [] })).toEqual([422, ['conditions']]);
    expect(await faults({ conditions: [], gender: 'male' })).toEqual([200, []]);
    expect(await faults(line(null, null))).toEqual([422, ['conditions.0.at_least']]);
    expect(await faults(line(30, 20))).toEqual([422, ['conditions.0.at_most']]);
    expect(await faults(line(20, 20))).toEqual([200, []]);
  });

  it('is counted by the server, and anew once it is changed; a count of yesterday is counted again', async () => {
    const { data } = await server.current.do('director', segment.calls.create, { body: body() });
    expect([data.clients, data.counted_at]).toEqual([null, null]);
    await countSegments(server.current.db);
    const counted = await show(data.id);
    expect(counted.clients).toBe(2);
    expect(counted.version).toBe(data.version);
    const changed = { ...body(), conditions: [{ ...counted.conditions[0], at_least: 2 }] } as unknown as Body;
    await server.current.do('director', segment.calls.update, { params: { id: data.id }, body: changed });
    expect((await show(data.id)).clients).toBeNull();
    await countSegments(server.current.db);
    expect((await show(data.id)).clients).toBe(1);
    await person({
      born: '1980-01-01',
      contracts: [
        [5, false],
        [6, false],
      ],
    });
    await countSegments(server.current.db);
    expect((await show(data.id)).clients).toBe(1);
    await countSegments(server.current.db, new Date(Date.now() + 25 * 3_600_000));
    expect((await show(data.id)).clients).toBe(2);
  });
});

describe('contracts', () => {
  const peopleOf = async (rule: Partial<Rule>) => (await ask(rule)).people.map(({ id }) => id);

  it('are late by the day of their branch, not by the calendar (decision 58)', async () => {
    const till = new Till(() => server.current);
    const client = await till.client('Kechikkan Xaridor');
    await till.day(daysAfter(today, -40));
    const instalments = [{ due: daysAfter(today, -10), amount: 300_000 }];
    const contract = await till.sign(client, { signed: daysAfter(today, -40), firstPayment: 0, instalments });
    await till.handOver(client, contract);
    // nobody has opened a day since: four days late there, ten by the calendar
    await till.day(daysAfter(today, -6));
    expect(await peopleOf(where('overdue_days', 4, 4))).toEqual([client]);
    expect(await peopleOf(where('overdue_days', 5))).toEqual([]);
  });

  it('are none once they are called off', async () => {
    expect(await peopleOf(where('contracts', 1))).toContain(ids.buyer);
    await sql`UPDATE document SET status = 'cancelled'
      WHERE id IN (SELECT id FROM contract WHERE client_id = ${ids.buyer})`.execute(server.current.db.kysely);
    expect(await peopleOf(where('contracts', 1))).not.toContain(ids.buyer);
    expect(await peopleOf(where('contracts', null, 0))).toContain(ids.buyer);
  });
});
