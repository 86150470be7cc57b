/** Nobody sees more of workflows than their own lists show. */
import { describe, expect, it } from 'vitest';
import { actCancel, actHistory } from '../../contract/counting/acts.ts';
import { counterRelease, counterUpdate } from '../../contract/counting/counters.ts';
import { partner } from '../../contract/directories/partner.ts';
import { warehouse } from '../../contract/directories/warehouse.ts';
import { practiceDayStartClosing } from '../../contract/practiceDay.ts';
import { markupCategory } from '../../contract/settings/markupCategory.ts';
import { myTests, testStart, testSubmit } from '../../contract/staffTests.ts';
import { testCopy, testDrop } from '../../contract/testAuthors.ts';
import {
  type RecordKind,
  type Replayed,
  type WorkflowTimes,
  workflowDocuments,
  workflowLog,
  workflowTimes,
} from '../../contract/workflows.ts';
import { servedDirectories } from '../../server/directory/serve.ts';
import { appendLog } from '../../server/lifecycle/stages.ts';
import { type ServedSetting, servedSettings } from '../../server/settings/serve.ts';
import { addCounter, countingAct, NOTHING } from './acts.ts';
import { writeTest } from './testKit.ts';
import { at, known, workflowKit } from './workflowKit.ts';
import { OTHER_ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const { timesOf } = workflowKit(server);

describe('who sees what', () => {
  const statusOf = async (who: PersonName, id: number, machine: Replayed, kind?: RecordKind) =>
    (await server.current.call(who, workflowLog, { params: { id }, query: { machine, ...(kind && { kind }) } })).status;

  it('needs the right to see workflows', async () => {
    const answers = await Promise.all([
      server.current.call('accountant', workflowDocuments, { query: { machine: 'invoice' } }),
      server.current.call('accountant', workflowLog, { params: { id: known.plain.id }, query: { machine: 'invoice' } }),
      server.current.call('accountant', workflowTimes, { query: { machine: 'invoice' } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });

  it('invoices: none without their right, the own branch’s with it, all from the office', async () => {
    const { data, meta } = await server.current.do('viewer', workflowDocuments, { query: { machine: 'invoice' } });
    expect([data, meta.total]).toEqual([[], 0]);
    expect((await timesOf('viewer', null)).documents).toBe(0);
    expect(await statusOf('viewer', known.plain.id, 'invoice')).toBe(404);

    expect((await timesOf('purchaser')).documents).toBe(2);
    expect(await statusOf('purchaser', known.plain.id, 'invoice')).toBe(200);
    expect(await statusOf('purchaser', known.twice.id, 'invoice')).toBe(404);
    expect(await statusOf('director', known.twice.id, 'invoice')).toBe(200);
    expect(await statusOf('director', known.dropped.id, 'invoice')).toBe(404);
  });

  it('acts: their maker and who sees all; the log is the one of the act’s own history', async () => {
    const on = server.current;
    const { id } = await countingAct(on);
    await on.do('keeper', actCancel, { params: { id }, body: { reason: 'Sinov' } });
    const { data } = await on.do('keeper', workflowLog, { params: { id }, query: { machine: 'countingAct' } });
    const history = await on.do('keeper', actHistory, { params: { id } });
    expect(data.steps.map((step) => step.id)).toEqual(
      history.data
        .filter(({ machine }) => machine === 'countingAct')
        .map((line) => line.id)
        .reverse(),
    );
    expect(data.steps.at(-1)).toMatchObject({ event: 'act.cancel', before: 'counting', after: 'cancelled' });
    expect(await statusOf('viewer', id, 'countingAct')).toBe(200);
    // sees no acts at all
    expect(await statusOf('director', id, 'countingAct')).toBe(404);
    expect((await timesOf('director', null, 'countingAct')).documents).toBe(0);
    const deputys = await countingAct(on);
    expect(await statusOf('purchaser', deputys.id, 'countingAct')).toBe(404);
  });

  const wayOf = async (who: PersonName, machine: Replayed, id: number, kind?: RecordKind) => {
    const { data } = await server.current.do(who, workflowLog, {
      params: { id },
      query: { machine, ...(kind && { kind }) },
    });
    return {
      ...data.document,
      way: data.steps.map(({ event, before, after, user }) => [event, before, after, user?.id ?? null]),
    };
  };

  it('a counter: with its act', async () => {
    const on = server.current;
    const { id: act, counters } = await countingAct(on, ['counter1']);
    const counter = counters[0] ?? NOTHING;
    const waiting = await addCounter(on, act, 'counter2');
    await on.do('keeper', counterUpdate, {
      params: { id: waiting },
      body: { title: 'Javon', user_id: PEOPLE.counter2.id },
    });
    await on.do('keeper', counterRelease, { params: { id: counter }, body: { reason: 'Kasal' } });
    const keeper = PEOPLE.keeper.id;
    expect((await wayOf('keeper', 'counter', counter)).way).toEqual([
      ['counter.add', null, 'assigned', keeper],
      ['counter.start', 'assigned', 'counting', PEOPLE.counter1.id],
      ['counter.release', 'counting', 'submitted', keeper],
    ]);
    expect(await wayOf('keeper', 'counter', waiting)).toMatchObject({
      title: expect.stringContaining(' · Javon'),
      state: 'assigned',
      way: [
        ['counter.add', null, 'assigned', keeper],
        ['counter.rename', 'assigned', 'assigned', keeper],
      ],
    });
    expect(await statusOf('purchaser', counter, 'counter')).toBe(404);
    const whileCounted = await timesOf('keeper', null, 'counter');
    await on.do('keeper', actCancel, { params: { id: act }, body: { reason: 'Adashib ochilgan' } });
    // nothing is waited for any more: times that went on would have grown by now
    const assigned = ({ states }: WorkflowTimes) => states.find(({ state }) => state === 'assigned');
    const before = await timesOf('keeper', null, 'counter');
    await new Promise((passed) => setTimeout(passed, 20));
    const after = await timesOf('keeper', null, 'counter');
    expect(assigned(after)).toEqual(assigned(before));
    expect(assigned(after)?.now).toBe(0);
    expect(after.cancelled).toBe(whileCounted.cancelled + 1);
    expect(after.ended).toBe(whileCounted.ended + 1);
    expect(after.cancelled_ways).toContainEqual(
      expect.objectContaining({ states: ['assigned'], stopped: true, cancelled: true, ended: true, documents: 1 }),
    );
  });

  it('days, months and announcements go by their records', async () => {
    const on = server.current;
    await on.do('director', practiceDayStartClosing, { params: { id: 1 } });
    const { data } = await on.do('director', workflowLog, { params: { id: 1 }, query: { machine: 'practiceDay' } });
    expect(data.document.title).toBe('21.11.2026');
    expect(data.steps).toMatchObject([{ event: 'day.startClosing', before: 'open', after: 'closing' }]);
    expect(await statusOf('viewer', 1, 'practiceDay')).toBe(404);
    expect(
      (await on.do('director', workflowLog, { params: { id: 1 }, query: { machine: 'practiceMonth' } })).data,
    ).toEqual({
      document: expect.objectContaining({ title: '11.2026', organization: null, state: 'open' }),
      steps: [],
    });
    expect((await timesOf('director', null, 'practiceMonth')).without_log).toBe(1);
    expect(await statusOf('viewer', 1, 'practiceMonth')).toBe(404);

    const { id } = await on.db.kysely
      .insertInto('announcement')
      .values({ title_uz: 'Yangi tartib', from_at: at('08:00'), to_at: at('20:00'), status: 'ended', created_by: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const log = (event: string, before: object, after: object, userId: number | null) =>
      // as rows were written before states had columns of their own
      on.db.kysely
        .insertInto('record_log')
        .values({
          kind: 'announcement',
          record_id: id,
          event,
          payload: JSON.stringify({ before, after }),
          user_id: userId,
        })
        .execute();
    await log('announcement.create', {}, { status: 'draft' }, 1);
    await log('announcement.publish', { status: 'draft' }, { status: 'published' }, 1);
    await log('announcement.end', { status: 'published' }, { status: 'ended' }, null);
    const logged = await on.do('director', workflowLog, { params: { id }, query: { machine: 'announcement' } });
    expect(logged.data.document.title).toBe('Yangi tartib');
    expect(logged.data.steps.map(({ after, user }) => [after, user?.id ?? null])).toEqual([
      ['draft', 1],
      ['published', 1],
      ['ended', null],
    ]);
    expect(await statusOf('viewer', id, 'announcement')).toBe(404);
  });

  it('test attempts: the own ones; those of others with `test_result.show`', async () => {
    const on = server.current;
    await writeTest(on, { tries: 2, title: 'Kassa tartibi' });
    const { data: tests } = await on.do('keeper', myTests);
    const attempt = tests.find((one) => one.title === 'Kassa tartibi');
    if (attempt === undefined) throw new Error('the test is there to be taken');
    for (let sitting = 0; sitting < 2; sitting += 1) {
      await on.do('keeper', testStart, { body: { attempt_id: attempt.attempt_id } });
      await on.do('keeper', testSubmit, { body: { attempt_id: attempt.attempt_id, answers: [] } });
    }
    const { data } = await on.do('keeper', workflowLog, {
      params: { id: attempt.attempt_id },
      query: { machine: 'testSitting' },
    });
    expect(data.document.title).toBe(`Kassa tartibi · ${PEOPLE.keeper.fullname}`);
    expect(data.steps.map(({ event, before, after }) => [event, before, after])).toEqual([
      ['attempt.open', null, 'ready'],
      ['test.start', 'ready', 'answering'],
      ['test.submit', 'answering', 'ready'],
      ['test.start', 'ready', 'answering'],
      ['test.submit', 'answering', 'spent'],
    ]);
    expect(await statusOf('deputy', attempt.attempt_id, 'testSitting')).toBe(404);
    await on.db.kysely
      .insertInto('user_rule')
      .values({ user_id: PEOPLE.deputy.id, resource: 'test_result', action: 'show', granted: true, until: null })
      .execute();
    expect(await statusOf('deputy', attempt.attempt_id, 'testSitting')).toBe(200);
  });

  it('a dated setting: general ones, and those of the own organization', async () => {
    const on = server.current;
    const { calls } = markupCategory;
    const kind = 'markupCategory';
    const figures = { no_cash: 90, additional: 12, other_additional: 0, valid_from: '2031-06-10' };
    const make = async (organization_id: number | null) =>
      (await on.do('director', calls.create, { body: { category_id: 1, organization_id, ...figures } })).data.id;
    const served = servedSettings().find(({ setting }) => setting.spec.name === kind) as ServedSetting;
    const general = await make(null);
    await on.do('director', calls.update, { params: { id: general }, body: { ...figures, additional: 15 } });
    await on.do('director', calls.plan, { params: { id: general } });
    await on.db.tx((trx) => served.startDue({ db: trx, now: new Date('2031-06-10T09:00:00+05:00') }));
    const director = PEOPLE.director.id;
    expect(await wayOf('director', 'settingRevision', general, kind)).toMatchObject({
      title: 'Tovarlar, 10.06.2031',
      organization: null,
      state: 'valid',
      way: [
        ['revision.create', null, 'draft', director],
        ['revision.update', 'draft', 'draft', director],
        ['revision.plan', 'draft', 'planned', director],
        ['revision.start', 'planned', 'valid', null],
      ],
    });
    const others = await make(OTHER_ORGANIZATION);
    expect(await statusOf('purchaser', general, 'settingRevision', kind)).toBe(404);
    await on.db.kysely
      .insertInto('user_rule')
      .values({ user_id: PEOPLE.purchaser.id, resource: 'markup_category', action: 'show', granted: true, until: null })
      .execute();
    expect(await statusOf('purchaser', general, 'settingRevision', kind)).toBe(200);
    expect(await statusOf('purchaser', others, 'settingRevision', kind)).toBe(404);
  });

  it('records of directories: suppliers with their right, warehouses of the own branch; an id alone is not enough', async () => {
    const on = server.current;
    const machine = 'directoryRecord' as const;
    const supplier = (
      await on.do('director', partner.calls.create, {
        body: { name: 'Zarbdor Savdo', kind: 'company', stir: '309999001' },
      })
    ).data.id;
    await on.do('director', partner.calls.update, {
      params: { id: supplier },
      body: { name: 'Zarbdor Savdo MChJ', kind: 'company', stir: '309999001' },
    });
    await on.do('director', partner.calls.archive, { params: { id: supplier } });
    await on.do('director', partner.calls.restore, { params: { id: supplier } });
    // the same id in the other directory, of another branch
    await on.db.kysely.deleteFrom('warehouse_list').where('id', '=', supplier).execute();
    await on.db.kysely
      .insertInto('warehouse_list')
      .values({ id: supplier, organization_id: OTHER_ORGANIZATION, name: 'Boshqa ombor', kind: 'fund', active: false })
      .execute();
    await appendLog(on.db.kysely, {
      ...{ log: 'record_log', kind: 'warehouse', machine, id: supplier, payload: {} },
      ...{ event: 'record.archive', before: 'active', after: 'archived', userId: PEOPLE.director.id, now: new Date() },
    });
    const logged = async (who: PersonName, kind?: RecordKind) => {
      const answer = await on.call(who, workflowLog, {
        params: { id: supplier },
        query: { machine, ...(kind && { kind }) },
      });
      if (answer.status !== 200) return answer.status;
      const { document, steps } = answer.body.data;
      return [
        document.kind,
        document.title,
        document.state,
        steps.map(({ event, before, after }) => [event, before, after]),
      ];
    };
    expect(await logged('director', 'partner')).toEqual([
      'partner',
      'Zarbdor Savdo MChJ',
      'active',
      [
        ['record.create', null, 'active'],
        ['record.update', 'active', 'active'],
        ['record.archive', 'active', 'archived'],
        ['record.restore', 'archived', 'active'],
      ],
    ]);
    expect(await logged('director', 'warehouse')).toEqual([
      'warehouse',
      'Boshqa ombor',
      'archived',
      [['record.archive', 'active', 'archived']],
    ]);
    expect(await logged('director')).toBe(404);
    // an invoice is of no directory
    expect(
      (
        await on.call('director', workflowLog, {
          params: { id: known.plain.id },
          query: { machine: 'invoice', kind: 'partner' },
        })
      ).status,
    ).toBe(404);

    const listed = async (who: PersonName, query: object = {}) => {
      const found: string[] = [];
      for (let page = 1; ; page += 1) {
        const { data } = await on.do(who, workflowDocuments, { query: { machine, per_page: 100, page, ...query } });
        found.push(...data.map(({ kind, id }) => `${kind}-${id}`));
        if (data.length < 100) return found;
      }
    };
    const all = await listed('director');
    expect(all).toEqual(expect.arrayContaining([`partner-${supplier}`, `warehouse-${supplier}`]));
    expect((await listed('director', { kind: 'warehouse' })).every((one) => one.startsWith('warehouse-'))).toBe(true);

    // neither right
    expect([await listed('viewer'), await logged('viewer', 'partner')]).toEqual([[], 404]);
    const give = (resource: string, action: string) =>
      on.db.kysely
        .insertInto('user_rule')
        .values({ user_id: PEOPLE.viewer.id, resource, action, granted: true, until: null })
        .execute();
    await give('reliable_partners', 'show');
    expect(await listed('viewer')).toEqual(all.filter((one) => one.startsWith('partner-')));
    await give('warehouse_list', 'show');
    const own = (await on.do('viewer', warehouse.calls.index, { query: { per_page: 100 } })).data;
    expect(own.length).toBeGreaterThan(0);
    expect((await listed('viewer', { kind: 'warehouse' })).sort()).toEqual(
      own.map(({ id }) => `warehouse-${id}`).sort(),
    );
    expect(await logged('viewer', 'warehouse')).toBe(404);
    await give('warehouse_list', 'allshow');
    expect(await logged('viewer', 'warehouse')).not.toBe(404);

    const of = async (kind?: RecordKind) =>
      (await on.do('director', workflowTimes, { query: { machine, ...(kind && { kind }) } })).data;
    const both = await of();
    const parts: WorkflowTimes[] = [];
    for (const kind of servedDirectories().map(({ directory }) => directory.spec.name)) parts.push(await of(kind));
    const sum = (figures: readonly number[]) => figures.reduce((total, figure) => total + figure, 0);
    expect(both.documents).toBe(all.length);
    expect(sum(parts.map(({ documents }) => documents))).toBe(both.documents);
    const stay = (times: WorkflowTimes) => times.states.find(({ state }) => state === 'active');
    expect(both.states.find(({ state }) => state === 'archived')).toMatchObject({ documents: 2, now: 1, rests: true });
    expect(stay(both)?.documents).toBe(sum(parts.map((times) => stay(times)?.documents ?? 0)));
    // a record in use keeps nobody waiting, and is not over
    expect(stay(both)).toMatchObject({ rests: true, median: null, longest: null });
    expect(both).toMatchObject({ ended: 1, cancelled: 0, median: null, slow_ways: [], slowest: [] });
  });

  it('a test as its author has it', async () => {
    const on = server.current;
    const { data } = await on.do('director', testCopy, { params: { id: await writeTest(on, { title: 'Ombor' }) } });
    await on.do('director', testDrop, { params: { id: data.id } });
    const director = PEOPLE.director.id;
    expect(await wayOf('director', 'staffTest', data.id)).toMatchObject({
      state: 'withdrawn',
      way: [
        ['test.create', null, 'draft', director],
        ['test.drop', 'draft', 'withdrawn', director],
      ],
    });
    expect(await statusOf('purchaser', data.id, 'staffTest')).toBe(404);
  });
});
