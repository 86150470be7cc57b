/** Appeals of clients: their lifecycle, until when one is answered, who answers and who closes, and what hangs on one. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { appealAnswererGetAll, appealKindGetAll } from '../../../contract/appeals.ts';
import { myDay } from '../../../contract/day.ts';
import { appeal } from '../../../contract/directories/appeal.ts';
import { client } from '../../../contract/directories/client.ts';
import { noticeIndex } from '../../../contract/notices.ts';
import { branchUserLeaving } from '../../../contract/people.ts';
import { appealMachine } from '../../../machines/appeal/appeal.machine.ts';
import { daysAfter, tashkentDay } from '../../../server/http/days.ts';
import { appealOracle } from '../../oracle/appeal.ts';
import { directoryWorld } from '../directoryWorld.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';
import { fileForm, PNG } from './countingAct.driver.ts';

const server = withServer();
const { calls, attached } = appeal;
const [assign, answer, close] = ['assign', 'answer', 'close'].map((verb) => appeal.steps[`appeal.${verb}`]) as [
  Step,
  Step,
  Step,
];
type Step = (typeof appeal.steps)[string];
const { create } = directoryWorld(server);

const today = tashkentDay(new Date());
const KINDS = [
  { code: 'complaint', days: 3 },
  { code: 'question', days: 1 },
] as const;
type Code = (typeof KINDS)[number]['code'];
const kinds = new Map<Code, number>();
let clientId = 0;

/** Who takes appeals down, who may answer, who watches over them. */
const GRANTED: Partial<Record<PersonName, string[]>> = {
  counter1: ['client_appeal.show', 'client_appeal.add'],
  counter2: ['client_appeal.show', 'client_appeal.edit'],
  viewer: ['client_appeal.show', 'client_appeal.confirm'],
  stranger: ['client_appeal.show', 'client_appeal.edit'],
  purchaser: ['client_appeal.allshow', 'client_appeal.add'],
};

beforeAll(async () => {
  const { kysely } = server.current.db;
  for (const [at, { code, days }] of KINDS.entries()) {
    const { rows } = await sql<{ id: number }>`
      INSERT INTO classifier_value (classifier_id, name_uz, name_ru, code, place, days, search_key)
      SELECT id, ${code}, ${code}, ${code}, ${at + 1}, ${days}, ${code} FROM classifier WHERE code = 'appeal_kind'
      RETURNING id`.execute(kysely);
    kinds.set(code, rows[0]?.id as number);
  }
  clientId = (await create(client as never)).id;
  await kysely
    .updateTable('app_user')
    .set({ organization_id: OTHER_ORGANIZATION })
    .where('id', 'in', [PEOPLE.stranger.id, PEOPLE.purchaser.id])
    .execute();
  await kysely
    .insertInto('user_rule')
    .values(
      Object.entries(GRANTED).flatMap(([name, rules]) =>
        rules.map((rule) => {
          const [resource = '', action = ''] = rule.split('.');
          return { user_id: PEOPLE[name as PersonName].id, resource, action, granted: true, until: null };
        }),
      ),
    )
    .execute();
});

const bodyOf = (code: Code = 'question', more: object = {}) => ({
  ...{ client_id: clientId, kind_id: kinds.get(code) as number, channel: 'call', organization_id: ORGANIZATION },
  ...{ text: 'Toʻlov grafigi qachon oʻzgaradi?', ...more },
});
const make = async (who: PersonName = 'counter1', code: Code = 'question') =>
  (await server.current.do(who, calls.create, { body: bodyOf(code) as never })).data;
const look = async (id: number, who: PersonName = 'director') =>
  (await server.current.do(who, calls.show, { params: { id } })).data;
const take = (who: PersonName, step: Step, id: number, body: object) =>
  server.current.call(who, step, { params: { id }, body } as never);
const given = { responsible_id: PEOPLE.counter2.id };
const answered = { answer: 'Keyingi oydan oʻzgaradi.', answered_by: 'call' };
const told = { told: true };

runApiLayer({
  machine: appealMachine,
  oracle: appealOracle,
  server,
  document: true,
  async open({ server: on }) {
    const { data } = await on.do('director', calls.create, { body: bodyOf() as never });
    const params = { id: data.id };
    return {
      id: data.id,
      send(verb) {
        if (verb === 'is given to somebody')
          return on.call('director', assign, { params, body: { responsible_id: PEOPLE.director.id } } as never);
        if (verb === 'is answered') return on.call('director', answer, { params, body: answered } as never);
        if (verb === 'is closed') return on.call('viewer', close, { params, body: told } as never);
        return on.call('director', calls.update, { params, body: bodyOf('complaint') as never });
      },
      async look() {
        const { data: whole } = await on.do('director', calls.show, { params });
        return { state: whole.status as string, version: whole.version, whole };
      },
    };
  },
});

describe('an appeal', () => {
  it.each(['active', 'suspended'] as const)(
    'of somebody who leaves, %s, is not handed to who may not answer it without saying so',
    async (status) => {
      const { kysely } = server.current.db;
      const one = await make('director');
      expect((await take('director', assign, one.id, given)).status).toBe(200);
      const leaver = PEOPLE.counter2.id;
      const setStatus = (to: 'active' | 'suspended') =>
        kysely.updateTable('app_user').set({ status: to }).where('id', '=', leaver).execute();
      await setStatus(status);
      const stuckWith = async (heir_id: number) => {
        const { data } = await server.current.do('director', branchUserLeaving, {
          params: { id: leaver },
          body: { event: 'user.dismiss', heir_id },
        });
        return data.stuck.lines.filter(({ chart }) => chart === 'appeal').map(({ state, count }) => [state, count]);
      };
      expect(await stuckWith(PEOPLE.director.id)).toEqual([]);
      // without the right; with it, in another branch
      for (const heir of [PEOPLE.counter1.id, PEOPLE.stranger.id])
        expect(await stuckWith(heir)).toEqual([['assigned', expect.any(Number)]]);
      await setStatus('active');
    },
  );

  it('has its number, branch, author and the day that follows from its kind', async () => {
    const one = await make();
    expect(one).toMatchObject({
      ...{ status: 'new', version: 1, due: daysAfter(today, 1), late: false, answer: null, complaint: false },
      ...{ organization: { id: ORGANIZATION }, author: { id: PEOPLE.counter1.id }, practice_day: null },
    });
    expect(one.number).toMatch(/^[A-Z]+-\d\d-\d{4}$/);
    const next = await make();
    expect(Number(next.number?.slice(-4))).toBe(Number(one.number?.slice(-4)) + 1);
    expect((await make('counter1', 'complaint')).due).toBe(daysAfter(today, 3));
  });

  it('of another kind has other days, counted from when it came', async () => {
    const one = await make();
    const params = { id: one.id };
    const { data } = await server.current.do('counter1', calls.update, { params, body: bodyOf('complaint') as never });
    expect(data).toMatchObject({ due: daysAfter(today, 3), complaint: true, version: 2 });
  });

  it('is corrected by who took it down, and by who may change all of them', async () => {
    const one = await make('director');
    const update = (who: PersonName) =>
      server.current.call(who, calls.update, { params: { id: one.id }, body: bodyOf() as never });
    expect((await update('counter1')).status).toBe(403);
    expect((await update('counter2')).status).toBe(200);
    // who took it down has left
    await sql`UPDATE document SET owner_id = ${PEOPLE.counter1.id} WHERE id = ${one.id}`.execute(
      server.current.db.kysely,
    );
    expect((await update('counter1')).status).toBe(200);
  });

  it('is given to who may answer, who finds it in the bell and in the queue; nobody else answers', async () => {
    const one = await make('director');
    const wrong = await take('director', assign, one.id, { responsible_id: PEOPLE.counter1.id });
    expect([wrong.status, Object.keys(wrong.error.errors ?? {})]).toEqual([422, ['responsible_id']]);
    // may answer, in another branch
    const far = await take('director', assign, one.id, { responsible_id: PEOPLE.stranger.id });
    expect([far.status, Object.keys(far.error.errors ?? {})]).toEqual([422, ['responsible_id']]);
    expect((await take('director', assign, one.id, given)).status).toBe(200);
    expect(await look(one.id)).toMatchObject({ status: 'assigned', owner: { id: PEOPLE.counter2.id } });
    const { data: notices } = await server.current.do('counter2', noticeIndex);
    expect(notices[0]).toMatchObject({
      ...{ machine: 'appeal', event: 'appeal.assign' },
      about: { id: one.id, name: one.number, state: 'assigned', look: 'work' },
    });
    const { data: day } = await server.current.do('counter2', myDay);
    expect(JSON.stringify(day)).toContain(String(one.number));
    const other = await take('director', answer, one.id, answered);
    expect([other.status, (await look(one.id)).status]).toEqual([403, 'assigned']);
    // who wrote it down has no more to say here than others
    expect(other.error.message).toBe('Murojaatga unga masʼul xodim javob beradi.');
    expect((await take('counter2', answer, one.id, answered)).status).toBe(200);
    expect(await look(one.id)).toMatchObject({ ...answered, answer_author: { id: PEOPLE.counter2.id } });
    const { data: back } = await server.current.do('director', noticeIndex);
    expect(back[0]).toMatchObject({ event: 'appeal.answer', words: answered.answer });
  });

  it('answered wrongly, is given again: the old answer is in its history', async () => {
    const one = await make('director');
    await take('director', assign, one.id, given);
    await take('counter2', answer, one.id, answered);
    expect((await take('director', assign, one.id, { responsible_id: PEOPLE.director.id })).status).toBe(200);
    expect(await look(one.id)).toMatchObject({ status: 'assigned', answer: null, answer_author: null });
    const { data: lines } = await server.current.do('director', calls.history, { params: { id: one.id } });
    expect(lines[0]).toMatchObject({ event: 'appeal.assign', before: { answer: answered.answer, status: 'answered' } });
    expect(lines.map(({ event }) => event)).toEqual([
      ...['appeal.assign', 'appeal.answer', 'appeal.assign', 'appeal.create'],
    ]);
  });

  it('is closed once the client knows the answer; a complaint by another than who answered it', async () => {
    const one = await make('director', 'complaint');
    await take('director', assign, one.id, { responsible_id: PEOPLE.director.id });
    await take('director', answer, one.id, answered);
    const shown = await look(one.id);
    expect(shown.allowed_events).not.toContain('appeal.close');
    expect(shown.refused?.['appeal.close']).toContain('Shikoyat');
    expect((await take('director', close, one.id, told)).status).toBe(403);
    const early = await take('viewer', close, one.id, { told: false });
    expect([early.status, Object.keys(early.error.errors ?? {})]).toEqual([422, ['told']]);
    expect((await take('viewer', close, one.id, told)).status).toBe(200);
    const question = await make('director');
    await take('director', assign, question.id, { responsible_id: PEOPLE.director.id });
    await take('director', answer, question.id, answered);
    expect((await take('director', close, question.id, told)).status).toBe(200);
  });

  it('once closed stands among all of them, no more among the current ones', async () => {
    const [one, open] = [await make('director'), await make('director')];
    await take('director', assign, one.id, { responsible_id: PEOPLE.director.id });
    await take('director', answer, one.id, answered);
    await take('director', close, one.id, told);
    const seen = async (query: object) => {
      const { data } = await server.current.do('director', calls.index, {
        query: { per_page: 100, ...query } as never,
      });
      return [one, open].filter(({ id }) => data.some((row) => row.id === id));
    };
    expect(await seen({})).toEqual([open]);
    expect(await seen({ status: 'every' })).toEqual([one, open]);
    const { meta } = await server.current.do('director', calls.index, { query: { part: 'counts' } as never });
    const { all = 0, every = 0, closed = 0 } = meta.statuses ?? {};
    expect([Number(closed) > 0, every]).toEqual([true, Number(all) + Number(closed)]);
  });

  it('is listed by its branch, its kind, its client, who is responsible and what is late', async () => {
    const one = await make('director', 'complaint');
    await take('director', assign, one.id, given);
    await sql`UPDATE appeal SET due = ${daysAfter(today, -1)} WHERE id = ${one.id}`.execute(server.current.db.kysely);
    const ids = async (query: object, who: PersonName = 'director') =>
      (await server.current.do(who, calls.index, { query: { per_page: 100, ...query } as never })).data.map(
        ({ id }) => id,
      );
    for (const query of [
      { status: 'late' },
      { status: 'assigned' },
      { kind_id: kinds.get('complaint') },
      { client_id: clientId },
      { organization_id: ORGANIZATION },
      { owner_id: PEOPLE.counter2.id },
      { search: one.number },
      { sort: 'due' },
      { sort: '-created_at' },
    ])
      expect(await ids(query), JSON.stringify(query)).toContain(one.id);
    expect(await ids({ organization_id: OTHER_ORGANIZATION })).not.toContain(one.id);
    expect(await ids({}, 'stranger')).not.toContain(one.id);
    const { meta } = await server.current.do('director', calls.index, { query: { part: 'counts' } as never });
    expect(Object.keys(meta.statuses ?? {}).sort()).toEqual([
      'all',
      'answered',
      'assigned',
      'closed',
      'every',
      'late',
      'new',
    ]);
    expect((await look(one.id)).late).toBe(true);
    await take('counter2', answer, one.id, answered);
    expect(await ids({ status: 'late' })).not.toContain(one.id);
    // nothing refers to an appeal: none is offered to be chosen
    expect(
      (await server.current.do('director', calls.choices, { query: { search: one.number } as never })).data,
    ).toEqual([]);
  });

  it('of another branch is nobody else’s', async () => {
    const foreign = await server.current.call('counter1', calls.create, {
      body: bodyOf('question', { organization_id: OTHER_ORGANIZATION }) as never,
    });
    expect(foreign.status).toBe(403);
    const one = await make();
    expect((await server.current.call('stranger', calls.show, { params: { id: one.id } })).status).toBe(404);
  });

  it('offers as who answers those alone who may: of the branch and of the offices, of every branch to an office', async () => {
    const offered = async (name: PersonName) =>
      (await server.current.do(name, appealAnswererGetAll)).data.map(({ id }) => id).sort((one, other) => one - other);
    const here = [PEOPLE.director.id, PEOPLE.counter2.id].sort((one, other) => one - other);
    expect(await offered('counter2')).toEqual(here);
    expect(await offered('director')).toEqual([...here, PEOPLE.stranger.id].sort((one, other) => one - other));
    const { data } = await server.current.do('counter2', appealAnswererGetAll, { query: { search: 'yoʻq odam' } });
    expect(data).toEqual([]);
    expect((await server.current.call('counter1', appealAnswererGetAll)).status).toBe(403);
  });

  it('takes kinds of appeal alone, each with its days', async () => {
    const { data } = await server.current.do('counter1', appealKindGetAll);
    expect(data.map(({ days }) => days)).toEqual([3, 1]);
    const other = await sql<{ id: number }>`
      INSERT INTO classifier_value (classifier_id, name_uz, name_ru, code, place, search_key)
      SELECT id, 'Oliy', 'Высшее', 'higher', 1, 'oliy' FROM classifier WHERE code = 'education' RETURNING id`.execute(
      server.current.db.kysely,
    );
    const refused = await server.current.call('counter1', calls.create, {
      body: bodyOf('question', { kind_id: other.rows[0]?.id }) as never,
    });
    expect([refused.status, Object.keys(refused.error.errors ?? {})]).toEqual([422, ['kind_id']]);
  });
});

describe('comments and files of a document', () => {
  it('are added by who may write in it, in every state, and stand in its history', async () => {
    const one = await make();
    const params = { id: one.id };
    const comment = { comment: 'Mijoz ertaga yana qoʻngʻiroq qiladi' };
    expect((await server.current.call('viewer', attached.comment, { params, body: comment } as never)).status).toBe(
      403,
    );
    // who reads every branch writes in the own one alone
    expect((await server.current.call('purchaser', calls.show, { params })).status).toBe(200);
    expect((await server.current.call('purchaser', attached.comment, { params, body: comment } as never)).status).toBe(
      403,
    );
    const said = (await server.current.do('counter2', attached.comment, { params, body: comment } as never)) as {
      data: object;
    };
    expect(said.data).toMatchObject({ ...comment, created_by: { id: PEOPLE.counter2.id } });
    const file = (await server.current.do('counter2', attached.upload, {
      params,
      form: fileForm({}, new Uint8Array(PNG)),
    } as never)) as { data: { id: number; name: string } };
    const read = async (call: object) =>
      ((await server.current.do('viewer', call as never, { params } as never)) as { data: unknown[] }).data;
    expect([(await read(attached.comments)).length, (await read(attached.files)).length]).toEqual([1, 1]);
    expect(
      (await server.current.call('director', attached.deleteFile, { params: { id: file.data.id } } as never)).status,
    ).toBe(403);
    await server.current.do('counter2', attached.deleteFile, { params: { id: file.data.id } } as never);
    expect(await read(attached.files)).toEqual([]);
    const { data: lines } = await server.current.do('viewer', calls.history, { params });
    expect(lines.map(({ event, user }) => [event, user?.id])).toEqual([
      ['file.remove', PEOPLE.counter2.id],
      ['file.add', PEOPLE.counter2.id],
      ['comment.add', PEOPLE.counter2.id],
      ['appeal.create', PEOPLE.counter1.id],
    ]);
    expect(await look(one.id)).toMatchObject({ version: 1, status: 'new' });
    expect((await server.current.call('stranger', attached.comments, { params } as never)).status).toBe(404);
  });
});
