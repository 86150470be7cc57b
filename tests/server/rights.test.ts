/** Rules of positions and people: who may give what, what a change does, and whom it leaves with nothing to move on by. */
import { sql } from 'kysely';
import { afterEach, describe, expect, it } from 'vitest';
import { loadUser } from '../../contract/cash.ts';
import { rule } from '../../contract/directories/rule.ts';
import {
  positionRuleHistory,
  positionRuleMatrix,
  positionRulePreview,
  positionRuleUpdate,
  userRuleAttached,
  userRuleHistory,
  userRulePreview,
  userRuleShow,
  userRuleUpdate,
} from '../../contract/rights.ts';
import { allRules } from '../../server/seed/rules.ts';
import { titledRules } from '../../server/seed/ruleTitles.ts';

import { OTHER_ORGANIZATION, PEOPLE, withServer } from './world.ts';

const server = withServer();
const on = () => server.current;
const db = () => on().db.kysely;

const codeOf = (body: unknown) => (body as { code: string }).code;
const errorsOf = (body: unknown) => (body as { errors: object }).errors;

const DAY = 86_400_000;
const dayFromNow = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

async function ruleId(name: string): Promise<number> {
  const [resource, action] = name.split('.') as [string, string];
  const found = await db()
    .selectFrom('rule')
    .select('id')
    .where('resource', '=', resource)
    .where('action', '=', action)
    .executeTakeFirst();
  if (found) return found.id;
  return (await db().insertInto('rule').values({ resource, action }).returning('id').executeTakeFirstOrThrow()).id;
}
const versionOf = async (position: number) =>
  (await db().selectFrom('position').select('rules_version').where('id', '=', position).executeTakeFirstOrThrow())
    .rules_version;
const change = async (position: number, add: string[], remove: string[] = []) => ({
  positions: [
    {
      id: position,
      version: await versionOf(position),
      add: await Promise.all(add.map(ruleId)),
      remove: await Promise.all(remove.map(ruleId)),
    },
  ],
});
const own = async (name: string, how: 'added' | 'taken' | 'none', until: string | null = null) => ({
  changes: [{ rule_id: await ruleId(name), own: how, until }],
});

// positions, people and their rules as they were
let kept: { positions: unknown; people: unknown } | undefined;
const keep = async () => {
  kept ??= {
    positions: (await sql`SELECT position_id, resource, action FROM position_rule`.execute(db())).rows,
    people: null,
  };
};
afterEach(async () => {
  await db().deleteFrom('user_rule').execute();
  if (kept === undefined) return;
  await db().deleteFrom('position_rule').execute();
  await sql`INSERT INTO position_rule (position_id, resource, action) SELECT position_id, resource, action
    FROM jsonb_to_recordset(${JSON.stringify(kept.positions)}::jsonb) AS x (position_id integer, resource text, action text)`.execute(
    db(),
  );
});

it('every rule of the release has a title of its own in both languages', () => {
  expect(titledRules).toHaveLength(allRules.length);
  for (const language of ['uz', 'ru'] as const) {
    const titles = titledRules.map((one) => one[language]);
    expect(
      titles.filter((title, at) => titles.indexOf(title) !== at),
      language,
    ).toEqual([]);
    expect(titles.every((title) => title.length <= rule.spec.fields.title.max)).toBe(true);
  }
});

describe('rules of positions', () => {
  it('are given and taken in one action, hold at the next request, and each position has one row in the log', async () => {
    await keep();
    const { counter1 } = PEOPLE;
    const body = await change(counter1.id, ['plan.show'], ['act_of_count.show']);
    const preview = await on().do('director', positionRulePreview, { body });
    expect(preview.data.positions[0]?.changes).toEqual([
      expect.objectContaining({ granted: false, people: 1, personal: 0 }),
      expect.objectContaining({ granted: true, people: 1, personal: 0 }),
    ]);
    expect(await versionOf(counter1.id)).toBe(body.positions[0]?.version);
    const { data } = await on().do('director', positionRuleUpdate, {
      body: { ...body, seen: preview.data.stuck.seen, reason: 'sanoqchilar almashdi' },
    });
    expect(data.positions.find(({ id }) => id === counter1.id)?.rules).toContain(await ruleId('plan.show'));
    const { data: user } = await on().do('counter1', loadUser, {});
    expect(user.rules).toMatchObject({ plan: { show: true } });
    expect(user.rules.act_of_count).toBeUndefined();
    const { data: lines } = await on().do('director', positionRuleHistory, { params: { id: counter1.id } });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ event: 'rules.change', user: { id: PEOPLE.director.id } });
  });

  it('of the own position are refused, and so is who is no office person', async () => {
    const body = await change(PEOPLE.director.id, ['plan.show']);
    expect((await on().call('director', positionRuleUpdate, { body })).status).toBe(403);
    await keep();
    await db()
      .insertInto('position_rule')
      .values({ position_id: PEOPLE.keeper.id, resource: 'position_rule', action: 'edit' })
      .onConflict((c) => c.doNothing())
      .execute();
    expect(
      (await on().call('keeper', positionRuleUpdate, { body: await change(PEOPLE.counter1.id, ['plan.show']) })).status,
    ).toBe(403);
  });

  it('that another person changed meanwhile are a conflict with what stands now', async () => {
    await keep();
    const body = await change(PEOPLE.counter1.id, ['plan.show']);
    await db().updateTable('position').set({ rules_version: 900 }).where('id', '=', PEOPLE.counter1.id).execute();
    const { status, body: refusal } = await on().call('director', positionRuleUpdate, { body });
    expect(status).toBe(409);
    expect(refusal).toMatchObject({ code: 'stale', current: { rules: expect.any(Array) } });
  });

  it('are asked for the own position first, then for their version, then for their values', async () => {
    await keep();
    const [one] = (await change(PEOPLE.counter1.id, ['plan.show'])).positions;
    const [ours] = (await change(PEOPLE.director.id, ['plan.show'])).positions;
    if (one === undefined || ours === undefined) throw new Error('no position');
    const twice = { ...one, add: [...one.add, ...one.add] };
    const old = { ...twice, version: one.version + 1 };
    for (const [positions, status] of [
      [[old, ours], 403],
      [[twice, ours], 403],
      [[old], 409],
      [[{ ...twice, id: 999_999 }, old], 409],
      [[twice], 422],
    ] as const)
      expect((await on().call('director', positionRuleUpdate, { body: { positions } as never })).status).toBe(status);
  });

  it('leave one office person who may give rights and make people', async () => {
    await keep();
    const administers = ['position_rule.edit', 'user_rule.edit', 'branch_setting_users.edit'];
    await Promise.all(administers.map(ruleId));
    // the director gives by personal rules with an end: they do not count
    await sql`DELETE FROM position_rule WHERE resource || '.' || action = ANY (${administers}::text[])`.execute(db());
    for (const name of administers) {
      const [resource, action] = name.split('.') as [string, string];
      await db()
        .insertInto('user_rule')
        .values({ user_id: PEOPLE.director.id, resource, action, granted: true, until: dayFromNow(5) })
        .execute();
      await db().insertInto('position_rule').values({ position_id: PEOPLE.accountant.id, resource, action }).execute();
    }
    const { status, body } = await on().call('director', positionRuleUpdate, {
      body: await change(PEOPLE.accountant.id, [], ['user_rule.edit']),
    });
    expect([status, codeOf(body)]).toEqual([409, 'not_allowed_now']);
    expect(
      (await on().call('director', positionRuleUpdate, { body: await change(PEOPLE.accountant.id, ['plan.show']) }))
        .status,
    ).toBe(200);
  });

  it('are read by who may see them', async () => {
    expect((await on().call('counter1', positionRuleMatrix, {})).status).toBe(403);
    const { data } = await on().do('director', positionRuleMatrix, {});
    expect(data.positions.find(({ id }) => id === PEOPLE.director.id)?.own).toBe(true);
  });
});

describe('rules of a person', () => {
  const params = { id: PEOPLE.counter1.id };

  it('are added until a day, taken away and left to the position; the log has who and what', async () => {
    const before = await on().do('director', userRuleShow, { params });
    const first = await on().do('director', userRuleUpdate, {
      params,
      ifMatch: before.data.version,
      body: await own('test.show', 'added', dayFromNow(3)),
    });
    expect(first.data.rules.find(({ resource, action }) => resource === 'test' && action === 'show')).toMatchObject({
      ...{ origin: 'added', holds: true, until: dayFromNow(3), by: { id: PEOPLE.director.id } },
    });
    const { body: stale } = await on().call('director', userRuleUpdate, {
      params,
      ifMatch: before.data.version,
      body: await own('test.show', 'none'),
    });
    expect(codeOf(stale)).toBe('stale');
    const { data: user } = await on().do('counter1', loadUser, {});
    expect(user.rules).toMatchObject({ test: { show: true } });
    await on().do('director', userRuleUpdate, { params, body: await own('test.show', 'none') });
    const { data: again } = await on().do('counter1', loadUser, {});
    expect(again.rules.test).toBeUndefined();
    const { data: lines } = await on().do('director', userRuleHistory, { params });
    expect(lines.slice(0, 2).map(({ event, user: by }) => [event, by?.id])).toEqual([
      ['rules.change', PEOPLE.director.id],
      ['rules.change', PEOPLE.director.id],
    ]);
  });

  it('with an end that is past do not hold, neither given nor taken', async () => {
    await ruleId('plan.show');
    const over = { user_id: PEOPLE.counter1.id, until: dayFromNow(-2) };
    await db()
      .insertInto('user_rule')
      .values([
        { ...over, resource: 'plan', action: 'show', granted: true },
        { ...over, resource: 'act_of_count', action: 'show', granted: false },
      ])
      .execute();
    const { data: user } = await on().do('counter1', loadUser, {});
    expect(user.rules.plan).toBeUndefined();
    expect(user.rules.act_of_count?.show).toBe(true);
    const { data } = await on().do('director', userRuleShow, { params });
    const of = (resource: string, action: string) =>
      data.rules.find((one) => one.resource === resource && one.action === action);
    expect(of('plan', 'show')).toMatchObject({ origin: 'none', holds: false, over: true });
    expect(of('act_of_count', 'show')).toMatchObject({ origin: 'position', holds: true, over: true });
  });

  it.each([
    ['the own ones', 'director', PEOPLE.director.id, 403],
    ['somebody else’s', 'director', PEOPLE.counter1.id, 200],
    ['of nobody', 'director', 999_999, 404],
  ] as const)('%s: %s changes those of %i with %i', async (_, who, id, status) => {
    expect(
      (await on().call(who, userRuleUpdate, { params: { id }, body: await own('test.show', 'added') })).status,
    ).toBe(status);
  });

  it('are only those that the giver holds', async () => {
    const { status } = await on().call('director', userRuleUpdate, {
      params,
      body: await own('sms_send.report', 'added'),
    });
    expect(status).toBe(403);
  });

  it('are asked for the right of the giver first, then for the version, then for the values', async () => {
    const { data } = await on().do('director', userRuleShow, { params });
    const past = (await own('test.show', 'added', dayFromNow(-1))).changes;
    const above = (await own('sms_send.report', 'added')).changes;
    const old = data.version + 1;
    for (const [changes, ifMatch, status] of [
      [[...past, ...above], old, 403],
      [[...past, ...above], data.version, 403],
      [past, old, 409],
      [[{ rule_id: 999_999, own: 'added' }], old, 409],
      [past, data.version, 422],
    ] as const)
      expect(
        (await on().call('director', userRuleUpdate, { params, ifMatch, body: { changes } as never })).status,
      ).toBe(status);
  });

  it('are not given until a day that is past', async () => {
    const { status, body } = await on().call('director', userRuleUpdate, {
      params,
      body: await own('test.show', 'added', dayFromNow(-1)),
    });
    expect(status).toBe(422);
    expect(errorsOf(body)).toHaveProperty(['changes.0.until']);
  });

  it('are found the other way round, by origin', async () => {
    await on().do('director', userRuleUpdate, { params, body: await own('test.show', 'added') });
    const { data, meta } = await on().do('director', userRuleAttached, { query: { origin: 'added' } });
    expect(data.map(({ person, origin }) => [person.id, origin])).toEqual([[PEOPLE.counter1.id, 'added']]);
    expect(meta.total).toBe(1);
    const holders = await on().do('director', userRuleAttached, {
      query: { rule_id: await ruleId('act_of_count.show') },
    });
    expect(holders.data.every(({ origin }) => origin === 'position')).toBe(true);
    expect(holders.data.length).toBeGreaterThan(1);
  });

  it('are found by a name and by the words of a rule, in every script', async () => {
    await on().do('director', userRuleUpdate, { params, body: await own('test.show', 'added') });
    await db()
      .updateTable('rule')
      .set({ search_key: 'testlar testy test show' })
      .where('id', '=', await ruleId('test.show'))
      .execute();
    const found = async (search: string, more: object = {}) =>
      (await on().do('director', userRuleAttached, { query: { search, ...more } })).data.map(
        ({ person, rule }) => `${person.id} ${rule.resource}.${rule.action}`,
      );
    const mine = `${PEOPLE.counter1.id} test.show`;
    const name = PEOPLE.counter1.fullname;
    expect(await found(name)).toEqual([mine]);
    expect(await found('tesTLar')).toEqual([mine]);
    expect(await found('тестлар')).toEqual([mine]);
    expect(await found(PEOPLE.keeper.fullname)).toEqual([]);
    expect(await found('%')).toEqual([mine]);
    // who holds one rule, of the people called so
    const of = { rule_id: await ruleId('act_of_count.show') };
    expect(await found(name, of)).toEqual([`${PEOPLE.counter1.id} act_of_count.show`]);
  });
});

it('a rule or a position that comes twice is refused by its field', async () => {
  const [once] = (await own('product_invoice.confirm', 'added')).changes;
  const params = { id: PEOPLE.accountant.id };
  for (const second of [once, { ...once, own: 'taken' as const }])
    for (const call of [userRulePreview, userRuleUpdate]) {
      const twice = await on().call('director', call, { params, body: { changes: [once, second] } as never });
      expect(twice.status).toBe(422);
      expect(errorsOf(twice.body)).toHaveProperty(['changes.1.rule_id']);
    }
  const [position] = (await change(PEOPLE.counter1.id, ['plan.show'])).positions;
  const wrong = {
    'positions.0.add': [{ ...position, add: [...(position?.add ?? []), ...(position?.add ?? [])] }],
    'positions.0.remove': [{ ...position, remove: position?.add }],
    'positions.1.id': [position, position],
  };
  for (const [field, positions] of Object.entries(wrong))
    for (const call of [positionRulePreview, positionRuleUpdate]) {
      const twice = await on().call('director', call, { body: { positions } as never });
      expect([field, twice.status]).toEqual([field, 422]);
      expect(errorsOf(twice.body)).toHaveProperty([field]);
    }
});

describe('nobody can', () => {
  it('is named by branch before saving, and saved with a reason of ten letters that is logged', async () => {
    await keep();
    // one person counts in this branch, whoever else could is no office person and of another branch
    const { rows } = await sql<{ id: number }>`
      INSERT INTO document (kind, number, organization_id, status, created_by)
      VALUES ('act_of_count', 'T-1', ${OTHER_ORGANIZATION}, 'counted', ${PEOPLE.counter1.id}) RETURNING id`.execute(
      db(),
    );
    const id = rows[0]?.id ?? 0;
    await sql`DELETE FROM position_rule WHERE resource = 'act_of_count' AND action = 'allshow'`.execute(db());
    const body = await change(PEOPLE.counter1.id, [], ['act_of_count.show']);
    const { data } = await on().do('director', positionRulePreview, { body });
    const line = data.stuck.lines.find(({ chart, state }) => chart === 'countingAct' && state === 'counted');
    expect(line).toMatchObject({
      organization: { id: OTHER_ORGANIZATION },
      count: 1,
      people: [PEOPLE.counter1.fullname],
    });

    const unseen = await on().call('director', positionRuleUpdate, { body });
    expect(unseen.status).toBe(409);
    const short = await on().call('director', positionRuleUpdate, {
      body: { ...body, seen: data.stuck.seen, reason: 'kerak 1234567' },
    });
    expect(short.status).toBe(422);
    expect(errorsOf(short.body)).toHaveProperty('reason');
    const reason = 'vaqtincha yopildi';
    await on().do('director', positionRuleUpdate, { body: { ...body, seen: data.stuck.seen, reason } });
    const { data: lines } = await on().do('director', positionRuleHistory, { params: { id: PEOPLE.counter1.id } });
    expect(lines[0]?.after).toMatchObject({ reason });
    await sql`DELETE FROM document WHERE id = ${id}`.execute(db());
  });

  it('is nothing while another way out has somebody', async () => {
    await keep();
    const { rows } = await sql<{ id: number }>`
      INSERT INTO document (kind, number, organization_id, status, created_by)
      VALUES ('product_invoice', 'T-2', ${OTHER_ORGANIZATION}, 'sent', ${PEOPLE.purchaser.id}) RETURNING id`.execute(
      db(),
    );
    const body = await own('product_invoice.confirm', 'taken');
    const preview = async () =>
      (await on().do('director', userRulePreview, { params: { id: PEOPLE.accountant.id }, body })).data.lines.length;
    // who wrote it may still take it back
    expect(await preview()).toBe(0);
    await sql`DELETE FROM document WHERE id = ${rows[0]?.id ?? 0}`.execute(db());
  });
});
