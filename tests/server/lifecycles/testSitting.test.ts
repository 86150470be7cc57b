/** The API layer of a sitting: what its oracle accepts over HTTP, and 409 for everything else. */
import { afterEach, expect } from 'vitest';
import { myTests, testAnswer, testStart, testSubmit } from '../../../contract/staffTests.ts';
import { testResultGive } from '../../../contract/testResults.ts';
import { testSittingMachine } from '../../../machines/testSitting/testSitting.machine.ts';
import { closeOverdue } from '../../../server/staffTests/sittings.ts';
import { testSittingOracle } from '../../oracle/testSitting.ts';
import { forgetTests, QUESTIONS, writeTest } from '../testKit.ts';
import { type Answer, type Server, withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

/** What the network may take after the minutes of a sitting, in ms. */
const GRACE = 30_000;

const server = withServer();
interface Place {
  attempt: number;
  /** Of the test, in their order. */
  questions: { id: number; right: number[] }[];
}

async function open(on: Server): Promise<Place> {
  await forgetTests(on);
  const test = await writeTest(on, { tries: 2, percent: 60, duration: 10 });
  const { data } = await on.do('keeper', myTests);
  const rows = await on.db.kysely
    .selectFrom('test_question as q')
    .leftJoin('test_option as o', (join) => join.onRef('o.question_id', '=', 'q.id').on('o.is_correct', '=', true))
    .select(['q.id', 'o.id as option'])
    .where('q.test_id', '=', test)
    .orderBy('q.place')
    .orderBy('o.place')
    .execute();
  const questions = [...new Set(rows.map(({ id }) => id))].map((id) => ({
    id,
    right: rows.flatMap((row) => (row.id === id && row.option !== null ? [row.option] : [])),
  }));
  return { attempt: data[0]?.attempt_id ?? 0, questions };
}

const right = ({ questions }: Place) =>
  questions.map(({ id, right: option_ids }, index) => ({
    question_id: id,
    ...(option_ids.length > 0 ? { option_ids } : { text: QUESTIONS[index]?.accepted?.[0] ?? '' }),
  }));

async function send(on: Server, place: Place, name: string): Promise<Answer<unknown>> {
  const attempt_id = place.attempt;
  const up = async () => {
    await closeOverdue(on.db, new Date(Date.now() + 10 * 60_000 + GRACE + 1_000));
    return { status: 200 } as Answer<unknown>;
  };
  const save = async (answer: ReturnType<typeof right>[number]) => {
    const { sitting } = await on.db.kysely
      .selectFrom('test_attempt')
      .select('sitting')
      .where('id', '=', attempt_id)
      .executeTakeFirstOrThrow();
    // before the first sitting there is none to name
    return on.call('keeper', testAnswer, { body: { attempt_id, sitting: Math.max(1, sitting), ...answer } });
  };
  switch (name) {
    case 'begins':
      return on.call('keeper', testStart, { body: { attempt_id } });
    case 'answers':
      return save({ question_id: place.questions[0]?.id ?? 0, option_ids: [] });
    case 'hands in enough':
      return on.call('keeper', testSubmit, { body: { attempt_id, answers: right(place) } });
    case 'hands in too little':
      return on.call('keeper', testSubmit, { body: { attempt_id, answers: [] } });
    case 'its time is up with enough saved':
      for (const answer of right(place)) expect((await save(answer)).status).toBe(200);
      return up();
    case 'its time is up with too little':
      return up();
    case 'is given another try':
      return on.call('director', testResultGive, { body: { attempt_id, reason: 'Elektr oʻchib qoldi' } });
    default:
      throw new Error(`no verb for "${name}"`);
  }
}

const attemptOf = (on: Server, { attempt }: Place) =>
  on.db.kysely
    .selectFrom('test_attempt')
    .select(['status', 'tries_left'])
    .where('id', '=', attempt)
    .executeTakeFirstOrThrow();

afterEach(() => forgetTests(server.current));

runApiLayer({
  machine: testSittingMachine,
  oracle: testSittingOracle,
  server,
  kind: 'test_attempt',
  async open(watched) {
    const on = watched.server;
    const place = await open(on);
    return {
      id: place.attempt,
      send: (verb) => send(on, place, verb),
      async look() {
        const { status, tries_left } = await attemptOf(on, place);
        const { data } = await on.do('keeper', myTests);
        const results = data[0]?.test_results ?? [];
        // the newest result has the number of tries left (decision 13)
        if (results.length > 0) expect(results.at(-1)?.try).toBe(tries_left);
        return { state: status, facts: { triesLeft: tries_left }, whole: [status, tries_left, data] };
      },
    };
  },
});
