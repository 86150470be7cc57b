/** Drafts of declared settings wait in the queue of home for who settles them, and "nobody can" counts them. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { myDay } from '../../contract/day.ts';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { carWearPercent } from '../../contract/settings/carWearPercent.ts';
import { moneySetting } from '../../contract/settings/moneySetting.ts';
import { productLimit } from '../../contract/settings/productLimit.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { stuckAfter, workingPeople, wouldLeave } from '../../server/people/stuck.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, PLAIN, withServer } from './world.ts';

const server = withServer();
const soon = daysAfter(tashkentDay(new Date()), 30);

beforeAll(async () => {
  const give = (user_id: number, resource: string, actions: readonly string[]) =>
    actions.map((action) => ({ user_id, resource, action, granted: true, until: null }));
  const rules = [
    // who settles and does not write, and who settles in another branch
    ...give(PEOPLE.keeper.id, 'money_setting', ['show', 'confirm']),
    ...give(PEOPLE.keeper.id, 'product_limit', ['show', 'edit']),
  ];
  await server.current.db.kysely.insertInto('user_rule').values(rules).execute();
});

const send = async (who: PersonName, call: Call, options: object) =>
  (await server.current.do(who, call, options as never)) as { data: { id: number } };
const waiting = async (who: PersonName, kind: string) =>
  (await server.current.do(who, myDay)).data.queue.filter((item) => item.kind === kind);

interface Case {
  setting: AnySetting;
  body: object;
  name: string;
  settlers: readonly PersonName[];
  others: readonly PersonName[];
}

const CASES: readonly Case[] = [
  {
    setting: carWearPercent,
    body: { age: 31, mileage: 'to_50', percent: 12 },
    name: '',
    settlers: ['director'],
    others: ['nobody', 'keeper'],
  },
  {
    setting: moneySetting,
    body: { kind: 'refund', organization_id: ORGANIZATION, amount: 500_000, confirms_id: null },
    name: 'Chilonzor',
    settlers: ['keeper'],
    // two have to settle it, and the director wrote it
    others: ['director', 'nobody'],
  },
  {
    setting: productLimit,
    body: { organization_id: OTHER_ORGANIZATION, variant_id: PLAIN, min: 2, max: 9 },
    name: 'Tovar 1',
    settlers: ['director'],
    // of another branch
    others: ['keeper', 'nobody'],
  },
];

describe.each(CASES.map((one) => [one.setting.spec.name, one] as const))('%s', (kind, one) => {
  const { setting, body, name, settlers, others } = one;

  it('waits for who may settle it by right and branch, until it is settled', async () => {
    const { data } = await send('director', setting.calls.create, { body: { ...body, valid_from: soon } });
    for (const who of settlers) {
      const [item, ...more] = await waiting(who, kind);
      expect(more, who).toEqual([]);
      expect(item, who).toMatchObject({
        ...{ chart: 'settingRevision', id: data.id, state: 'draft', event: 'revision.plan' },
        words: { kind: 'Sozlama', state: 'Qoralama', step: setting.spec.confirm ? 'Tasdiqlash' : 'Rejaga qoʻyish' },
        about: `${soon.split('-').reverse().join('.')} dan kuchga kiradi`,
      });
      expect(item?.name, who).toContain(name);
    }
    for (const who of others) expect(await waiting(who, kind), who).toEqual([]);

    const before = await workingPeople(server.current.db.kysely);
    const left = await server.current.db.tx((trx) =>
      wouldLeave(trx, async () => {
        await sql`UPDATE app_user SET status = 'suspended' WHERE id <> ${PEOPLE.nobody.id}`.execute(trx);
        return stuckAfter(trx, before, 'uz');
      }),
    );
    expect(left.lines.filter((line) => line.kind === kind)).toMatchObject([
      {
        chart: 'settingRevision',
        state: 'draft',
        count: 1,
        people: expect.arrayContaining([PEOPLE.director.fullname]),
      },
    ]);

    await send(settlers[0] as PersonName, setting.calls.plan, { params: { id: data.id } });
    for (const who of settlers) expect(await waiting(who, kind), who).toEqual([]);
  });
});
