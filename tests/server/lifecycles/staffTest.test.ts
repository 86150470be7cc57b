/** The API layer of a test as its author has it, and what its calls answer to whom. */
import { afterEach, describe, expect, it } from 'vitest';
import type { TestBody } from '../../../contract/bodies.ts';
import { myTests, testStart, testSubmit } from '../../../contract/staffTests.ts';
import {
  testClose,
  testCopy,
  testCreate,
  testDrop,
  testHistory,
  testIndex,
  testPublish,
  testShow,
  testUpdate,
} from '../../../contract/testAuthors.ts';
import { staffTestMachine } from '../../../machines/staffTest/staffTest.machine.ts';
import { endDueTests } from '../../../server/staffTests/authors.ts';
import { staffTestOracle } from '../../oracle/staffTest.ts';
import { forgetTests, QUESTIONS } from '../testKit.ts';
import { type Answer, PEOPLE, type Server, withServer } from '../world.ts';
import { openDraft, runApiLayer } from './apiLayer.ts';

const server = withServer();

const HOUR = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const written = QUESTIONS.map(({ type, title, options = [], accepted = [] }) => ({
  type,
  title,
  accepted: [...accepted],
  options: options.map(([words, is_correct]) => ({ title: words, is_correct })),
}));
const body = (more: Partial<TestBody> = {}): TestBody => ({
  title: 'Kassa intizomi',
  description: 'Hamma kassirlar uchun.',
  duration: 10,
  pass_percent: 60,
  tries: 2,
  from: at(-1),
  to: at(24),
  everyone: true,
  position_ids: [],
  organization_ids: [],
  questions: written,
  ...more,
});
/** The first question without what is right. */
const unanswered = written.map((question, place) =>
  place > 0 ? question : { ...question, options: question.options.map((one) => ({ ...one, is_correct: false })) },
);

const open = async (on: Server) =>
  (await on.do('director', testCreate, { body: body({ questions: unanswered }) })).data.id;

async function send(on: Server, id: number, name: string): Promise<Answer<unknown>> {
  const params = { id };
  switch (name) {
    case 'writes the rest':
      return on.call('director', testUpdate, { params, body: body() });
    case 'takes an answer out':
      return on.call('director', testUpdate, { params, body: body({ questions: unanswered }) });
    case 'publishes it':
      return on.call('director', testPublish, { params });
    case 'closes it':
      return on.call('director', testClose, { params });
    case 'drops it':
      return on.call('director', testDrop, { params });
    case 'its end comes': {
      await on.db.kysely
        .updateTable('test')
        .set({ ends_at: at(-0.5) })
        .where('id', '=', id)
        .execute();
      await on.db.tx((trx) => endDueTests(trx, new Date()));
      return { status: 200 } as Answer<unknown>;
    }
    default:
      throw new Error(`no verb for "${name}"`);
  }
}

const look = async (on: Server, id: number) => (await on.do('director', testShow, { params: { id } })).data;
afterEach(() => forgetTests(server.current));

runApiLayer({
  machine: staffTestMachine,
  oracle: staffTestOracle,
  server,
  kind: 'test',
  open: openDraft({ open, send, look }),
});

describe('writing a test', () => {
  it('names the question that prevents publishing, in the reader’s language', async () => {
    const on = server.current;
    const params = { id: await open(on) };
    const refused = await on.call('director', testPublish, { params, language: 'ru' });
    expect(refused.error.message).toBe('В вопросе 1 не отмечен верный ответ.');
    await on.do('director', testUpdate, { params, body: body({ everyone: false }) });
    expect((await look(on, params.id)).gaps).toEqual([{ what: 'audience', number: null }]);
    await on.do('director', testUpdate, { params, body: body({ to: at(-0.5) }) });
    expect((await look(on, params.id)).gaps).toEqual([{ what: 'end', number: null }]);
  });

  it('refuses an end before the beginning, and names that nobody knows, by their fields', async () => {
    const on = server.current;
    for (const [wrong, field] of [
      [{ to: at(-2) }, 'to'],
      [{ everyone: false, position_ids: [9_999] }, 'position_ids'],
      [{ everyone: false, organization_ids: [9_999] }, 'organization_ids'],
      [{ duration: 601 }, 'duration'],
      [{ pass_percent: 0 }, 'pass_percent'],
    ] as const) {
      const answer = await on.call('director', testCreate, { body: body(wrong as Partial<TestBody>) });
      expect(answer.status, field).toBe(422);
      expect(Object.keys(answer.error.errors ?? {})).toEqual([field]);
    }
    expect((await on.do('director', testIndex)).data).toEqual([]);
  });

  it('keeps questions in their order, whole, and only what their kind has', async () => {
    const on = server.current;
    const [one, two, three] = written;
    if (!one || !two || !three) throw new Error('three questions');
    const odd = { ...three, accepted: ['', ' 15 '], options: [{ title: 'ortiqcha', is_correct: true }] };
    const { data } = await on.do('director', testCreate, { body: body({ questions: [odd, one, two] }) });
    expect(data.questions).toEqual([{ ...three, accepted: ['15'], options: [] }, one, two]);
    await on.do('director', testUpdate, { params: { id: data.id }, body: body({ questions: [two] }) });
    expect((await look(on, data.id)).questions).toEqual([two]);
  });

  it('is refused to who saw another version', async () => {
    const on = server.current;
    const id = await open(on);
    const stale = await on.call('director', testUpdate, { params: { id }, body: body(), ifMatch: '7' });
    expect([stale.status, stale.error.code]).toEqual([409, 'stale']);
    expect(stale.error.current).toMatchObject({ id, version: 1, questions: unanswered });
  });

  it('shows who took which step to its authors, and to nobody else', async () => {
    const on = server.current;
    const id = await open(on);
    await on.do('director', testUpdate, { params: { id }, body: body() });
    const { data } = await on.do('director', testHistory, { params: { id } });
    expect(data.map(({ event, user }) => [event, user?.fullname])).toEqual([
      ['test.update', PEOPLE.director.fullname],
      ['test.create', PEOPLE.director.fullname],
    ]);
    expect((await on.call('keeper', testHistory, { params: { id } })).status).toBe(403);
    expect((await on.call('director', testHistory, { params: { id: 9_999 } })).status).toBe(404);
  });

  it('is nobody’s without the right', async () => {
    const on = server.current;
    expect((await on.call('keeper', testCreate, { body: body() })).status).toBe(403);
    expect((await on.call('keeper', testIndex)).status).toBe(403);
  });

  it('a published one is corrected by a copy, which is a draft; the list narrows and counts', async () => {
    const on = server.current;
    const { data: first } = await on.do('director', testCreate, {
      body: body({ everyone: false, position_ids: [PEOPLE.keeper.id], organization_ids: [1], to: at(5) }),
    });
    expect(first.audience).toBe(1);
    await on.do('director', testPublish, { params: { id: first.id } });
    const { data: copy } = await on.do('director', testCopy, { params: { id: first.id } });
    expect(copy).toMatchObject({
      title: `${first.title} (nusxa)`,
      status: 'draft',
      positions: first.positions,
      organizations: first.organizations,
      questions: first.questions,
      to: first.to,
      gaps: [],
    });
    const list = async (query: object) => (await on.do('director', testIndex, { query })).data.map(({ id }) => id);
    expect(await list({})).toEqual([copy.id, first.id]);
    expect(await list({ status: 'published' })).toEqual([first.id]);
    expect(await list({ search: 'nusxa' })).toEqual([copy.id]);
    expect(await list({ position_id: PEOPLE.keeper.id })).toEqual([copy.id, first.id]);
    expect(await list({ position_id: PEOPLE.deputy.id })).toEqual([]);
    expect(await list({ sort: 'created' })).toEqual([first.id, copy.id]);
  });
});

describe('what is right', () => {
  it('is answered to who may write or publish the test, not to a reader, and not in a copy either', async () => {
    const on = server.current;
    const { data } = await on.do('director', testCreate, { body: body() });
    const params = { id: data.id };
    const user_id = PEOPLE.viewer.id;
    const give = (action: string) =>
      on.db.kysely
        .insertInto('user_rule')
        .values({ user_id, resource: 'test', action, granted: true, until: null })
        .execute();
    await give('show');
    await give('add');
    try {
      const { data: seen } = await on.do('viewer', testShow, { params });
      expect(seen).toMatchObject({ keys: false, allowed_events: [], gaps: [] });
      expect(seen.questions.map(({ title }) => title)).toEqual(written.map(({ title }) => title));
      expect(JSON.stringify(seen)).not.toMatch(/"is_correct":true|MAXFIY-JAVOB/);
      expect((await on.call('viewer', testCopy, { params })).status).toBe(403);
      expect((await on.call('viewer', testUpdate, { params, body: body() })).status).toBe(403);
      expect((await on.call('viewer', testPublish, { params })).status).toBe(403);
      const { data: own } = await on.do('viewer', testCreate, { body: body() });
      expect(own).toMatchObject({ keys: true, questions: written, allowed_events: ['test.update', 'test.drop'] });
    } finally {
      await on.db.kysely.deleteFrom('user_rule').where('user_id', '=', user_id).execute();
    }
  });
});

describe('closing', () => {
  it('lets who is sitting finish and nobody begin', async () => {
    const on = server.current;
    const { data } = await on.do('director', testCreate, { body: body() });
    const params = { id: data.id };
    await on.do('director', testPublish, { params });
    const mine = async (who: 'keeper' | 'counter1') =>
      (await on.do(who, myTests)).data.find(({ title }) => title === data.title);
    const sitting = (await mine('keeper'))?.attempt_id ?? 0;
    const other = (await mine('counter1'))?.attempt_id ?? 0;
    await on.do('keeper', testStart, { body: { attempt_id: sitting } });
    const closed = (await on.do('director', testClose, { params })).data;
    expect(closed.status).toBe('ended');
    expect(Date.parse(closed.to ?? '')).toBeLessThanOrEqual(Date.now());
    expect((await on.call('counter1', testStart, { body: { attempt_id: other } })).status).toBe(409);
    expect((await on.call('keeper', testSubmit, { body: { attempt_id: sitting, answers: [] } })).status).toBe(200);
    expect(await mine('counter1')).toBeUndefined();
  });
});
