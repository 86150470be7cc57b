/** Sitting a test over the raw wire: grading by the server, and no hint of the right answers (decision 15). */

import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type MyTest, myTests, ownResults, testAnswer, testStart, testSubmit } from '../../contract/staffTests.ts';
import { closeOverdue, isRight } from '../../server/staffTests/sittings.ts';
import { NOTHING } from './acts.ts';
import { keysOf } from './listedRefusals.ts';
import { forgetTests, type TestWish, writeTest } from './testKit.ts';
import { PEOPLE, type Server, withServer } from './world.ts';

/** What the network may take after the minutes of a sitting, in ms. */
const GRACE = 30_000;

const server = withServer();
const MINUTE = 60_000;

async function begun(on: Server, wish: TestWish = {}): Promise<MyTest> {
  await writeTest(on, wish);
  const { data } = await on.do('keeper', myTests);
  return (await on.do('keeper', testStart, { body: { attempt_id: data[0]?.attempt_id ?? NOTHING } })).data;
}

/** The questions by their kind, and their options by title. */
const parts = ({ questions }: MyTest) => {
  const of = (type: string) => {
    const question = questions.find((one) => one.type === type);
    if (!question) throw new Error(`no ${type} question`);
    return question;
  };
  const options = (type: string, ...titles: string[]) =>
    of(type)
      .options.filter((option) => titles.includes(option.title))
      .map((option) => option.id);
  return { of, options };
};

const shift = (on: Server, by: number) =>
  on.db.kysely
    .updateTable('test_attempt')
    .set({ deadline: sql<Date>`deadline - make_interval(secs => ${by / 1000})` })
    .execute();

beforeEach(() => forgetTests(server.current));
afterEach(() => forgetTests(server.current));

describe('answers to the person who takes a test', () => {
  /** Everything that the taker's calls answer, as text: before, during, after, refused, in both languages. */
  async function wholeWire(on: Server): Promise<string> {
    const token = await on.tokenOf('keeper');
    const heard: string[] = [];
    const ask = async (method: string, path: string, body?: object) => {
      for (const language of ['uz', 'ru']) {
        const answer = await fetch(`${on.url}/cash/api${path}`, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            'accept-language': language,
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        heard.push(await answer.text(), JSON.stringify([...answer.headers]));
      }
    };
    await ask('GET', '/my_tests');
    const { data } = await on.do('keeper', myTests);
    const attempt_id = data[0]?.attempt_id;
    for (let sitting = 1; sitting <= 2; sitting += 1) {
      await ask('POST', '/test/start', { attempt_id });
      await ask('GET', '/my_tests');
      const { data: open } = await on.do('keeper', myTests);
      for (const question of open[0]?.questions ?? []) {
        const option_ids = question.options.map((option) => option.id);
        await ask('PUT', '/test/answer', { attempt_id, sitting, question_id: question.id, option_ids });
        await ask('PUT', '/test/answer', { attempt_id, sitting, question_id: question.id, text: 'x' });
        await ask('PUT', '/test/answer', { attempt_id, sitting, question_id: question.id, is_correct: true });
      }
      await ask('GET', '/my_tests');
      await ask('POST', '/test/submit', { attempt_id, answers: [{ question_id: NOTHING }] });
      await ask('POST', '/test/submit', { attempt_id, answers: [] });
    }
    await ask('GET', '/my_tests');
    await ask('GET', '/test/my_results');
    await ask('POST', '/test/skip', { attempt_id });
    return heard.join('\n');
  }

  it('holds no hint of the right answers: every flag is false, accepted texts are nowhere', async () => {
    await writeTest(server.current, { tries: 2, percent: 100 });
    const wire = await wholeWire(server.current);
    // it does hold the questions and their options
    expect(wire).toContain('"title":"Bir nechtasi"');
    const flags = wire.match(/"is_correct":\w+/g) ?? [];
    expect(flags.length).toBeGreaterThan(20);
    expect(new Set(flags)).toEqual(new Set(['"is_correct":false']));
    for (const secret of ['MAXFIY', 'accepted', 'is_right', 'right_option']) expect(wire).not.toContain(secret);
  });

  it('does not reveal it by the order of options or of their ids', async () => {
    const { options } = parts(await begun(server.current));
    // as the author wrote them: B, the right one, is second
    expect(options('single', 'A', 'B', 'C')).toEqual([...options('single', 'A', 'B', 'C')].sort((a, b) => a - b));
  });

  it('shows questions only while a sitting runs', async () => {
    const test = await begun(server.current, { tries: 3 });
    expect(test.questions).toHaveLength(3);
    const { data } = await server.current.do('keeper', testSubmit, {
      body: { attempt_id: test.attempt_id, answers: [] },
    });
    expect(data.questions).toEqual([]);
    expect((await server.current.do('keeper', myTests)).data[0]?.questions).toEqual([]);
  });
});

describe('answers and grading', () => {
  it('keeps each answer, the last one of a question, also for another browser', async () => {
    const test = await begun(server.current);
    const { of, options } = parts(test);
    const save = (answer: { question_id: number; option_ids?: number[]; text?: string; later?: boolean }) =>
      server.current.do('keeper', testAnswer, { body: { attempt_id: test.attempt_id, sitting: 1, ...answer } });
    await save({ question_id: of('multi').id, option_ids: options('multi', 'D', 'F'), later: true });
    await save({ question_id: of('multi').id, option_ids: options('multi', 'E', 'D') });
    await save({ question_id: of('text').id, text: '  oʻn besh ' });
    const [again] = (await server.current.do('keeper', myTests)).data;
    expect(again?.sitting?.answers).toEqual([
      { question_id: of('multi').id, option_ids: options('multi', 'D', 'E'), text: '', later: false },
      { question_id: of('text').id, option_ids: [], text: 'oʻn besh', later: false },
    ]);
  });

  it.each([
    ['all right', ['B'], ['D', 'E'], 'ON BESH', 100, true],
    ['a multi question with one option too many', ['B'], ['D', 'E', 'F'], 'maxfiy-javob', 66.66, true],
    ['a multi question with one too few', ['B'], ['D'], 'ўн беш', 66.66, true],
    ['other words', ['A'], ['D', 'E'], 'yigirma', 33.33, false],
    ['nothing', [], [], '', 0, false],
  ] as const)('grades: %s', async (_, single, multi, text, percent, passed) => {
    const test = await begun(server.current, { percent: 60 });
    const { of, options } = parts(test);
    const { data } = await server.current.do('keeper', testSubmit, {
      body: {
        attempt_id: test.attempt_id,
        answers: [
          { question_id: of('single').id, option_ids: options('single', ...single) },
          { question_id: of('multi').id, option_ids: options('multi', ...multi) },
          { question_id: of('text').id, text },
        ],
      },
    });
    expect(data.test_results).toMatchObject([{ percent, passed, try: passed ? 0 : 2 }]);
    expect(data.tries_left).toBe(passed ? 0 : 2);
    const own = await server.current.do('keeper', ownResults);
    expect(own.data).toMatchObject([{ title: 'Sinov testi', percent, passed, handed_in: true, pass_percent: 60 }]);
  });

  it('counts a saved answer that the hand-in leaves out, and takes the sent one before it', async () => {
    const test = await begun(server.current, { percent: 100 });
    const { of, options } = parts(test);
    const save = (question_id: number, answer: object) =>
      server.current.do('keeper', testAnswer, {
        body: { attempt_id: test.attempt_id, sitting: 1, question_id, ...answer },
      });
    await save(of('single').id, { option_ids: options('single', 'A') });
    await save(of('multi').id, { option_ids: options('multi', 'D', 'E') });
    await save(of('text').id, { text: 'oʻn besh' });
    const { data } = await server.current.do('keeper', testSubmit, {
      body: {
        attempt_id: test.attempt_id,
        answers: [{ question_id: of('single').id, option_ids: options('single', 'B') }],
      },
    });
    expect(data.test_results).toMatchObject([{ percent: 100, passed: true }]);
  });

  it('accepts words whatever their case, apostrophes and script, and never an empty one', () => {
    const question = { id: 1, type: 'text' as const, accepted: ['Oʻn besh', ''], options: [] };
    const says = (text: string) => isRight(question, { option_ids: [], text });
    expect(["o'n besh", 'OʻN BESH', 'ўн беш', 'o‘n  besh'].map(says)).toEqual([true, true, true, true]);
    expect(['', '   ', 'besh'].map(says)).toEqual([false, false, false]);
  });

  it('hands in once, however often it is sent under one key', async () => {
    const test = await begun(server.current);
    const send = () =>
      server.current.call('keeper', testSubmit, { body: { attempt_id: test.attempt_id, answers: [] }, key: 'once' });
    const [one, two] = [await send(), await send()];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.body).toEqual(one.body);
    expect((await server.current.do('keeper', myTests)).data[0]?.test_results).toHaveLength(1);
  });
});

describe('the minutes of a sitting', () => {
  it('end so many minutes after the start, and no later than the test itself', async () => {
    const test = await begun(server.current, { duration: 10 });
    const { started_at, ends_at } = test.sitting ?? { started_at: '', ends_at: '' };
    expect(Date.parse(ends_at) - Date.parse(started_at)).toBe(10 * MINUTE);
    await forgetTests(server.current);
    const end = new Date(Date.now() + 3 * MINUTE);
    expect((await begun(server.current, { duration: 10, endsAt: end })).sitting?.ends_at).toBe(end.toISOString());
  });

  it('take what comes within the grace, and close what comes later with what was saved', async () => {
    const inTime = await begun(server.current);
    await shift(server.current, 10 * MINUTE + GRACE - 5_000);
    const late = { attempt_id: inTime.attempt_id, answers: [] };
    expect((await server.current.call('keeper', testSubmit, { body: late })).status).toBe(200);

    await forgetTests(server.current);
    const test = await begun(server.current, { percent: 30 });
    const { of, options } = parts(test);
    await server.current.do('keeper', testAnswer, {
      body: {
        attempt_id: test.attempt_id,
        sitting: 1,
        question_id: of('single').id,
        option_ids: options('single', 'B'),
      },
    });
    await shift(server.current, 10 * MINUTE + GRACE + 5_000);
    const refused = await server.current.call('keeper', testSubmit, {
      body: { attempt_id: test.attempt_id, answers: [] },
    });
    expect([refused.status, refused.error.state]).toEqual([409, 'passed']);
    // the refused call closed it all the same, by what was saved in time
    expect((await server.current.do('keeper', myTests)).data[0]).toMatchObject({
      sitting: null,
      test_results: [{ percent: 33.33, passed: true, try: 0 }],
    });
    expect((await server.current.do('keeper', ownResults)).data[0]).toMatchObject({ handed_in: false });
  });

  it('are closed by the hourly job, once', async () => {
    await begun(server.current);
    const later = new Date(Date.now() + 10 * MINUTE + GRACE + 1_000);
    await Promise.all([closeOverdue(server.current.db, later), closeOverdue(server.current.db, later)]);
    expect((await server.current.do('keeper', ownResults)).meta.total).toBe(1);
  });

  it('cannot begin once the test has ended', async () => {
    const test = await begun(server.current);
    await server.current.do('keeper', testSubmit, { body: { attempt_id: test.attempt_id, answers: [] } });
    await server.current.db.kysely
      .updateTable('test')
      .set({ ends_at: new Date(Date.now() - 1) })
      .execute();
    const answer = await server.current.call('keeper', testStart, { body: { attempt_id: test.attempt_id } });
    expect([answer.status, answer.error.code, answer.error.allowed]).toEqual([409, 'not_allowed_now', []]);
    expect(keysOf(answer.error.message)).toEqual(['errors.test_over']);
  });
});

describe('what belongs to a sitting that is over', () => {
  /** The second sitting of a test; its first one was handed in empty. */
  async function second(): Promise<MyTest> {
    const { attempt_id } = await begun(server.current);
    await server.current.do('keeper', testSubmit, { body: { attempt_id, answers: [] } });
    const { data } = await server.current.do('keeper', testStart, { body: { attempt_id } });
    expect(data.sitting?.number).toBe(2);
    return data;
  }
  const state = async () => (await server.current.do('keeper', myTests)).data;

  it.each(['uz', 'ru'] as const)('an answer is refused and changes nothing, in words: %s', async (language) => {
    const test = await second();
    const { attempt_id } = test;
    const { of, options } = parts(test);
    const chosen = { question_id: of('single').id, option_ids: options('single', 'B') };
    await server.current.do('keeper', testAnswer, { body: { attempt_id, sitting: 2, ...chosen } });
    const before = await state();
    for (const sitting of [1, 3]) {
      const late = await server.current.call('keeper', testAnswer, {
        body: { attempt_id, sitting, question_id: chosen.question_id, option_ids: [] },
        language,
      });
      expect([late.status, late.error.code, late.error.state]).toEqual([409, 'other_sitting', 'answering']);
      expect(late.error.allowed).toEqual(['answer.save', 'test.submit']);
      expect(late.error.message).toContain(language === 'uz' ? 'avvalgi urinish' : 'прежней попытки');
    }
    expect(await state()).toEqual(before);
  });

  it('a hand-in is refused, takes no try and leaves the open sitting open', async () => {
    const { attempt_id } = await second();
    const before = await state();
    const late = await server.current.call('keeper', testSubmit, {
      body: { attempt_id, sitting: 1, answers: [] },
      key: 'late',
    });
    expect([late.status, late.error.code]).toEqual([409, 'other_sitting']);
    expect(await state()).toEqual(before);
    // its own sitting, and a client that names none
    await server.current.do('keeper', testSubmit, { body: { attempt_id, sitting: 2, answers: [] } });
    await server.current.do('keeper', testStart, { body: { attempt_id } });
    await server.current.do('keeper', testSubmit, { body: { attempt_id, answers: [] } });
  });

  it('an answer must name its sitting', async () => {
    const test = await begun(server.current);
    const body = { attempt_id: test.attempt_id, question_id: parts(test).of('text').id } as never;
    const answer = await server.current.call('keeper', testAnswer, { body });
    expect([answer.status, Object.keys(answer.error.errors ?? {})]).toEqual([422, ['sitting']]);
  });
});

describe('refused, with the field named', () => {
  it('answers to other questions, other options, two of one, words where there are options', async () => {
    const test = await begun(server.current);
    const { of, options } = parts(test);
    const fault = async (answer: object) => {
      const got = await server.current.call('keeper', testAnswer, {
        body: { attempt_id: test.attempt_id, sitting: 1, ...answer },
      });
      return [got.status, Object.keys(got.error.errors ?? {})];
    };
    expect(await fault({ question_id: NOTHING })).toEqual([422, ['question_id']]);
    expect(await fault({ question_id: of('single').id, option_ids: options('multi', 'D') })).toEqual([
      422,
      ['option_ids'],
    ]);
    expect(await fault({ question_id: of('single').id, option_ids: options('single', 'A', 'B') })).toEqual([
      422,
      ['option_ids'],
    ]);
    expect(await fault({ question_id: of('multi').id, text: 'soʻz' })).toEqual([422, ['text']]);
    expect(await fault({ question_id: of('text').id, text: 'x'.repeat(501) })).toEqual([422, ['text']]);
    const twice = await server.current.call('keeper', testSubmit, {
      body: { attempt_id: test.attempt_id, answers: [{ question_id: of('text').id }, { question_id: of('text').id }] },
    });
    expect([twice.status, Object.keys(twice.error.errors ?? {})]).toEqual([422, ['answers.1.question_id']]);
    expect((await server.current.do('keeper', myTests)).data[0]?.sitting?.answers).toEqual([]);
  });

  it('another person’s attempt is not there', async () => {
    const { attempt_id } = await begun(server.current);
    for (const [call, body] of [
      [testStart, { attempt_id }],
      [testAnswer, { attempt_id, sitting: 1, question_id: 1 }],
      [testSubmit, { attempt_id, answers: [] }],
    ] as const) {
      expect((await server.current.call('counter1', call, { body } as never)).status).toBe(404);
    }
    expect((await server.current.do('counter1', ownResults)).data).toEqual([]);
    expect(PEOPLE.counter1.id).not.toBe(PEOPLE.keeper.id);
  });
});
