/**
 * Every declared dated setting through the same API tests: written, settled for today and for later, superseded, dropped,
 * refused, in conflict; rights, log, and what documents read of it. What markups of
 * categories inherit is in `markups.test.ts`, files of Excel are in `settingImports.test.ts`.
 */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { snake } from '../../contract/directory/directory.ts';
import { type Chosen, optionsOf, sentName } from '../../contract/directory/fields.ts';
import { categoryGetAll } from '../../contract/residues.ts';
import { type AnySetting, fieldsOf, type Setting } from '../../contract/setting/setting.ts';
import { settings } from '../../contract/settings/index.ts';
import { moneySetting } from '../../contract/settings/moneySetting.ts';
import { moneyValue } from '../../contract/settings/moneyValue.ts';
import { ramadanSetting } from '../../contract/settings/ramadanSetting.ts';
import { driftOfTable } from '../../server/directory/drift.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { inForce } from '../../server/settings/inForce.ts';
import { servedSettings } from '../../server/settings/serve.ts';
import { REVISION_COLUMNS } from '../../server/settings/table.ts';
import { LEFT_OUT, WRONG } from './directoryKit.ts';
import { CLOSED, fieldsIn, LAST, serves, settingWorld, settlerOf, startFor } from './settingWorld.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, withServer } from './world.ts';
import '../../server/app.ts';

const server = withServer();

const world = settingWorld(server);
const { call, done, subjectOf, figuresOf, create, settled, expectAnswered, logOf } = world;
const fields = fieldsIn;
type Body = Record<string, unknown>;

const FUTURE = '2091-06-01';
const LATER = '2091-07-01';
const today = () => tashkentDay(new Date());

const startOn = ({ spec }: AnySetting, day: string) =>
  server.current.db.tx(async (trx) =>
    serves.get(spec.name)?.startDue({ db: trx, now: new Date(`${day}T09:00:00+05:00`) }),
  );

beforeAll(world.prepare);

describe.each(settings.map((setting: AnySetting) => [setting.spec.name, setting] as const))('%s', (_, setting) => {
  const { spec, calls } = setting;
  const person = PEOPLE.director.id;
  const settler = settlerOf(setting);
  const planning = spec.confirm ? [] : ['revision.plan'];
  const now = () => startFor(setting, today());

  beforeEach(() => world.begin(setting));

  /** In a tree the row of the record that the revision is of. */
  const rowOf = async (one: { id: number } & Body) => {
    const id = spec.inherits === undefined ? one.id : (one[spec.inherits] as Chosen).id;
    return (await done('director', calls.index)).find((row: { id: number }) => row.id === id);
  };
  /** Subjects that have revisions. */
  const listed = async () =>
    (await done('director', calls.index)).filter(({ first }: { first?: number | null }) => first !== null);
  const revisionsOf = ({ id }: { id: number }) => done('director', calls.revisions, { params: { id } });

  it('is written as a draft that nothing takes, and changed', async () => {
    const subject = await subjectOf(setting);
    const figures = await figuresOf(setting);
    const one = await done('director', calls.create, { body: { ...subject, ...figures, valid_from: FUTURE } });
    expect(one).toMatchObject({
      status: 'draft',
      version: 1,
      valid_from: FUTURE,
      created_by: { id: person },
      own: spec.confirm === true,
      allowed_events: ['revision.update', ...planning, 'revision.drop'],
    });
    expectAnswered(setting, one, { ...subject, ...figures });
    expect(await rowOf(one)).toMatchObject({ in_force: null, planned: 0, drafts: 1, next: null });
    const other = await figuresOf(setting);
    const params = { id: one.id };
    const changed = await done('director', calls.update, {
      params,
      body: { ...other, valid_from: LATER },
      ifMatch: 1,
    });
    expect(changed).toMatchObject({ status: 'draft', version: 2, valid_from: LATER });
    expectAnswered(setting, changed, { ...subject, ...other });
    expect(await revisionsOf(one)).toEqual([changed]);
    expect(await logOf(setting, one.id)).toEqual([
      ['revision.create', person, 'draft'],
      ['revision.update', person, 'draft'],
    ]);
  });

  it('settled for today it is valid, and the earlier one is superseded', async () => {
    const subject = await subjectOf(setting);
    const first = await settled(setting, subject, '2026-03-01');
    expect(first).toMatchObject({ status: 'valid', allowed_events: [] });
    const second = await settled(setting, subject, now());
    expect(second.status).toBe('valid');
    const revisions = await revisionsOf(first);
    expect(revisions.map((one: { id: number; status: string }) => [one.id, one.status])).toEqual([
      [second.id, 'valid'],
      [first.id, 'superseded'],
    ]);
    const row = await rowOf(first);
    expect(row.in_force).toMatchObject({ id: second.id, valid_from: now() });
    for (const figure of Object.keys(spec.fields)) expect(row.in_force[figure], figure).toEqual(second[figure]);
    expect(await logOf(setting, first.id)).toEqual([
      ['revision.create', person, 'draft'],
      ['revision.plan', PEOPLE[settler].id, 'planned'],
      ['revision.start', null, 'valid'],
      ['revision.supersede', null, 'superseded'],
    ]);
    expect(second.last_step).toMatchObject({ event: 'revision.plan', by: { id: PEOPLE[settler].id } });
  });

  it('settled for later it is planned, may be dropped, and starts on its day', async () => {
    const subject = await subjectOf(setting);
    const now = await settled(setting, subject, '2026-03-01');
    const later = await settled(setting, subject, FUTURE);
    expect(later).toMatchObject({ status: 'planned', allowed_events: ['revision.drop'] });
    expect(await rowOf(now)).toMatchObject({ in_force: { id: now.id }, planned: 1, drafts: 0, next: FUTURE });
    const dropped = await done('director', calls.drop, { params: { id: later.id } });
    expect(dropped).toMatchObject({ status: 'dropped', allowed_events: [] });
    expect(await rowOf(now)).toMatchObject({ in_force: { id: now.id }, planned: 0, next: null });
    const again = await settled(setting, subject, FUTURE);
    await startOn(setting, daysAfter(FUTURE, -1));
    expect((await revisionsOf(again))[0].status).toBe('planned');
    await startOn(setting, FUTURE);
    const states = new Map(
      (await revisionsOf(again)).map((one: { id: number; status: string }) => [one.id, one.status]),
    );
    expect([now, later, again].map(({ id }) => states.get(id))).toEqual(['superseded', 'dropped', 'valid']);
  });

  it('documents read what is in force on their day, whatever it is marked', async () => {
    const subject = await subjectOf(setting);
    const read = async (day: string) => {
      const found = await inForce(server.current.db.kysely, setting as unknown as Setting, subject as never, day);
      return (found as { id: number } | null)?.id ?? null;
    };
    const first = await settled(setting, subject, '2026-03-01');
    const second = await settled(setting, subject, FUTURE);
    // a draft between them is nothing yet
    await create(setting, subject, spec.ahead ? today() : '2026-04-01');
    expect(await read(today())).toBe(first.id);
    const given = await settled(setting, subject, LATER);
    await done('director', calls.drop, { params: { id: given.id } });
    expect(await read('2026-02-28')).toBeNull();
    expect(await read('2026-03-01')).toBe(first.id);
    expect(await read('2026-05-01')).toBe(first.id);
    expect(await read(FUTURE)).toBe(second.id);
    expect(await read('2091-12-31')).toBe(second.id);
    await startOn(setting, FUTURE);
    expect(await read('2026-05-01')).toBe(first.id);
    const found = (await inForce(
      server.current.db.kysely,
      setting as unknown as Setting,
      subject as never,
      FUTURE,
    )) as unknown as Body;
    for (const figure of Object.keys(spec.fields)) expect(found[figure], figure).toEqual(second[figure]);
  });

  it.runIf(Object.keys(spec.subject).length > 0)('keeps its subjects apart', async () => {
    const [one, other] = [await subjectOf(setting), await subjectOf(setting)];
    const first = await settled(setting, one, '2026-03-01');
    const second = await settled(setting, other, '2026-04-01');
    expect([first.status, second.status]).toEqual(['valid', 'valid']);
    expect((await revisionsOf(first)).map(({ id }: { id: number }) => id)).toEqual([first.id]);
    expect((await rowOf(first)).in_force.id).toBe(first.id);
    expect((await rowOf(second)).in_force.id).toBe(second.id);
    expect(await listed()).toHaveLength(2);
  });

  it.runIf(spec.ahead)('holds from today or later: 422 at the day, also of a draft that waited past it', async () => {
    const subject = await subjectOf(setting);
    const body = { ...(await figuresOf(setting)), valid_from: daysAfter(today(), -1) };
    const atDay = { errors: { valid_from: ['Bu kun oʻtib ketgan.'] } };
    const refused = await call('director', calls.create, { body: { ...subject, ...body } });
    expect([refused.status, refused.error]).toMatchObject([422, atDay]);
    const one = await create(setting, subject, today());
    const params = { id: one.id };
    const moved = await call('director', calls.update, { params, body });
    expect([moved.status, moved.error]).toMatchObject([422, atDay]);
    await sql`UPDATE ${sql.table(snake(spec.name))} SET valid_from = ${body.valid_from} WHERE id = ${one.id}`.execute(
      server.current.db.kysely,
    );
    const late = await call(settler, calls.plan, { params });
    expect([late.status, late.error]).toMatchObject([422, atDay]);
    expect((await revisionsOf(one)).map(({ status }: Body) => status)).toEqual(['draft']);
  });

  it.runIf(spec.starts === 'month')('holds by the month: 422 at a first day in the middle of one', async () => {
    const subject = await subjectOf(setting);
    const body = { ...(await figuresOf(setting)), valid_from: '2091-06-02' };
    const atDay = { errors: { valid_from: ['Oy boshidan amal qiladi: 01.06.2091.'] } };
    const refused = await call('director', calls.create, { body: { ...subject, ...body } });
    expect([refused.status, refused.error]).toMatchObject([422, atDay]);
    const one = await create(setting, subject, FUTURE);
    const moved = await call('director', calls.update, { params: { id: one.id }, body });
    expect([moved.status, moved.error]).toMatchObject([422, atDay]);
    expect(await revisionsOf(one)).toEqual([one]);
  });

  it.runIf(!spec.ahead)('is not settled in a closed month: 409 with the reason, and it stays a draft', async () => {
    const one = await create(setting, await subjectOf(setting), CLOSED);
    expect(one.allowed_events).toEqual(['revision.update', 'revision.drop']);
    const { status, error } = await call(settler, calls.plan, { params: { id: one.id } });
    expect([status, error.code]).toEqual([409, 'not_allowed_now']);
    expect(await revisionsOf(one)).toEqual([one]);
    expect(await logOf(setting, one.id)).toHaveLength(1);
  });

  it('in force it is not changed or dropped', async () => {
    const one = await settled(setting, await subjectOf(setting), '2026-03-01');
    const params = { id: one.id };
    const body = { ...(await figuresOf(setting)), valid_from: FUTURE };
    for (const [what, who, options] of [
      ['update', 'director', { params, body }],
      ['plan', settler, { params }],
      ['drop', 'director', { params }],
    ] as const)
      expect((await call(who, calls[what], options)).status, what).toBe(409);
    expect(await revisionsOf(one)).toEqual([one]);
  });

  it('two people: the later one gets 409 with what is stored, and nothing changes', async () => {
    const one = await create(setting, await subjectOf(setting), FUTURE);
    const params = { id: one.id };
    const body = async () => ({ ...(await figuresOf(setting)), valid_from: LATER });
    const theirs = await done('director', calls.update, { params, body: await body(), ifMatch: 1 });
    const late = await call('director', calls.update, { params, body: await body(), ifMatch: 1 });
    expect([late.status, late.error.code]).toEqual([409, 'stale']);
    expect(late.error.current).toEqual(theirs);
    for (const [what, who] of [
      ['plan', settler],
      ['drop', 'director'],
    ] as const)
      expect((await call(who, calls[what], { params, ifMatch: 1 })).error.code, what).toBe('stale');
    expect(await revisionsOf(one)).toEqual([theirs]);
  });

  it('refuses each wrong value at its field, and what is unknown', async () => {
    const right = { ...(await subjectOf(setting)), ...(await figuresOf(setting)), valid_from: FUTURE };
    const refusedAt = async (body: Body) => {
      const { status, error } = await call('director', calls.create, { body });
      return [status, Object.keys(error?.errors ?? {}).map((path) => path.split('.')[0])];
    };
    for (const [field, declared] of fields(setting))
      for (const [why, wrong] of WRONG[declared.kind]) {
        const sent = sentName(field, declared);
        expect(await refusedAt({ ...right, [sent]: wrong }), `${field}: ${why}`).toEqual([422, [sent]]);
      }
    expect(await refusedAt({ ...right, valid_from: '2026-02-30' })).toEqual([422, ['valid_from']]);
    const needed = fields(setting).filter(([, field]) => !optionsOf(field).optional && !LEFT_OUT.has(field.kind));
    const empty = await call('director', calls.create, { body: {} });
    expect([empty.status, Object.keys(empty.error.errors ?? {}).sort()]).toEqual([
      422,
      [...needed.map(([field, declared]) => sentName(field, declared)), 'valid_from'].sort(),
    ]);
    for (const what of ['update', 'plan', 'drop', 'revisions'] as const) {
      const body = what === 'update' ? { ...(await figuresOf(setting)), valid_from: FUTURE } : undefined;
      const { status } = await call('director', calls[what], { params: { id: 999_999 }, ...(body && { body }) });
      expect(status, what).toBe(404);
    }
    expect(await listed()).toEqual([]);
  });

  it('asks for its rules: who may only look changes nothing', async () => {
    const one = await create(setting, await subjectOf(setting), FUTURE);
    const params = { id: one.id };
    const figures = { ...(await figuresOf(setting)), valid_from: FUTURE };
    const every = {
      index: {},
      revisions: { params },
      create: { body: { ...(await subjectOf(setting)), ...figures } },
      update: { params, body: figures },
      plan: { params },
      drop: { params },
    };
    for (const [what, options] of Object.entries(every)) {
      const { status, error } = await call('nobody', calls[what as keyof typeof every], options);
      expect([status, error.code], what).toEqual([403, 'forbidden']);
    }
    await server.current.db.kysely
      .insertInto('user_rule')
      .values({ user_id: PEOPLE.viewer.id, resource: spec.rule, action: 'show', granted: true, until: null })
      .onConflict((row) => row.doNothing())
      .execute();
    for (const what of ['create', 'update', 'plan', 'drop'] as const)
      expect((await call('viewer', calls[what], every[what])).status, what).toBe(403);
    const [seen] = await done('viewer', calls.revisions, { params });
    expect(seen).toEqual({ ...one, own: false, allowed_events: [] });
  });

  it.runIf(spec.confirm)('is settled by a second person: not by who wrote it, nor by who edited it', async () => {
    const one = await create(setting, await subjectOf(setting), FUTURE);
    const params = { id: one.id };
    const refused = await call('director', calls.plan, { params });
    expect([refused.status, refused.error.code]).toEqual([403, 'forbidden']);
    const [waiting] = await done(settler, calls.revisions, { params });
    expect(waiting).toMatchObject({ own: false, allowed_events: ['revision.plan'] });
    // who edits it writes it too
    await server.current.db.kysely
      .insertInto('user_rule')
      .values({ user_id: PEOPLE[settler].id, resource: spec.rule, action: 'edit', granted: true, until: null })
      .execute();
    const edited = await done(settler, calls.update, {
      params,
      body: { ...(await figuresOf(setting)), valid_from: FUTURE },
    });
    await server.current.db.kysely
      .deleteFrom('user_rule')
      .where('user_id', '=', PEOPLE[settler].id)
      .where('resource', '=', spec.rule)
      .where('action', '=', 'edit')
      .execute();
    expect(edited).toMatchObject({ own: true, allowed_events: ['revision.update', 'revision.drop'] });
    expect((await call(settler, calls.plan, { params })).status).toBe(403);
    expect((await logOf(setting, one.id)).map(([event]) => event)).toEqual(['revision.create', 'revision.update']);
  });

  it.runIf(spec.until)('after its last day nothing is in force, whatever was before it', async () => {
    const until = spec.until as string;
    const subject = await subjectOf(setting);
    const before = await settled(setting, subject, '2026-03-01');
    const one = await settled(setting, subject, FUTURE);
    expect(one[until]).toBe(LAST);
    const read = async (day: string) =>
      (
        (await inForce(server.current.db.kysely, setting as unknown as Setting, subject as never, day)) as {
          id: number;
        } | null
      )?.id ?? null;
    expect(await read(daysAfter(FUTURE, -1))).toBe(before.id);
    expect(await read(LAST)).toBe(one.id);
    expect(await read(daysAfter(LAST, 1))).toBeNull();
    await startOn(setting, LAST);
    expect((await revisionsOf(one))[0]).toMatchObject({ id: one.id, status: 'valid' });
    await startOn(setting, daysAfter(LAST, 1));
    expect((await revisionsOf(one))[0]).toMatchObject({ id: one.id, status: 'superseded' });
    expect(await logOf(setting, one.id)).toEqual([
      ['revision.create', person, 'draft'],
      ['revision.plan', PEOPLE[settler].id, 'planned'],
      ['revision.start', null, 'valid'],
      ['revision.end', null, 'superseded'],
    ]);
    const wrong = { ...subject, ...(await figuresOf(setting)), valid_from: FUTURE, [until]: daysAfter(FUTURE, -1) };
    const { status, error } = await call('director', calls.create, { body: wrong });
    expect([status, Object.keys(error.errors ?? {})]).toEqual([422, [until]]);
  });
});

it('who may read a setting chooses from what it refers to', async () => {
  const give = (resource: string) =>
    server.current.db.kysely
      .insertInto('user_rule')
      .values({ user_id: PEOPLE.nobody.id, resource, action: 'show', granted: true, until: null })
      .execute();
  const status = async () => (await call('nobody', categoryGetAll)).status;
  expect(await status()).toBe(403);
  await give('category_setting');
  expect(await status()).toBe(200);
});

it('a declaration and its migrated table are the same', async () => {
  for (const { setting, table } of servedSettings())
    expect(
      await driftOfTable(server.current.db.kysely, table, REVISION_COLUMNS, fieldsOf(setting.spec)),
      setting.spec.name,
    ).toEqual({ statements: [], faults: [] });
});

it('limits of sums and Ramadan are of a branch, those of every branch are written by an office (decision 91)', async () => {
  await server.current.db.kysely
    .insertInto('user_rule')
    .values(
      ['money_setting', 'organization_shops'].flatMap((resource) =>
        ['show', 'edit'].map((action) => ({
          ...{ user_id: PEOPLE.counter1.id, resource, action, granted: true, until: null },
        })),
      ),
    )
    .execute();
  const statusOf = async (setting: { calls: Pick<AnySetting['calls'], 'create'> }, body: object) =>
    (await call('counter1', setting.calls.create, { body: { ...body, valid_from: FUTURE } })).status;
  const limit = { kind: 'refund', amount: 500_000, confirms_id: null };
  const terms = { until: LAST, first_payment: 10, skipped_months: 1, discount: 5 };
  for (const [organization_id, expected] of [
    [ORGANIZATION, 200],
    [OTHER_ORGANIZATION, 403],
    [null, 403],
  ] as const) {
    expect(await statusOf(moneySetting, { ...limit, organization_id }), String(organization_id)).toBe(expected);
    expect(await statusOf(moneyValue, { code: 'return_days', value: 14, organization_id })).toBe(expected);
    if (organization_id !== null) expect(await statusOf(ramadanSetting, { ...terms, organization_id })).toBe(expected);
  }
});
