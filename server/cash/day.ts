/** Cash service: the person's own day (areas 4.2 `/dashboard`): the practice day and what the person can move on. */
import { myDay, type QueueItem } from '../../contract/day.ts';
import type { MyTest } from '../../contract/staffTests.ts';
import { inGroup, running } from '../../machines/testAttempt/groups.ts';
import { type Implementation, implement } from '../http/implement.ts';
import type { Asked } from '../lifecycle/lifecycle.ts';
import { queueOf } from '../queue/queue.ts';
import { stepsOf } from '../queue/steps.ts';
import { wordsOf } from '../queue/words.ts';
import { testsOf } from '../staffTests/answers.ts';
import { openAttempts } from '../staffTests/myTests.ts';
import { closeOverdue, SITTINGS } from '../staffTests/sittings.ts';
import { SOURCES } from '../workflows/sources.ts';

const STEPS = stepsOf(SITTINGS, SOURCES.testSitting.rests);

/**
 * Tests to take: those whose minutes run, whose hours run with a try left, those never taken, and those that were failed
 * with a try left: nobody is reminded of them, but they can be taken (decision 15).
 */
async function testsToTake({ db, user, now, language }: Asked): Promise<QueueItem[]> {
  await openAttempts(db, user, now);
  const tests = await testsOf(db, user, now);
  const others = tests.filter((test) => test.sitting === null);
  const item = ({ attempt_id: id, title: name }: MyTest, state: 'ready' | 'answering', since: string): QueueItem => ({
    ...{
      chart: 'testSitting',
      kind: null,
      id,
      of: null,
      state,
      name,
      about: null,
      organization: null,
      sums: {},
      since,
    },
    ...{ look: 'new', event: '', ...STEPS.get(state), usual: null, blocks: null },
    words: wordsOf(language, { chart: 'testSitting', kind: null }, state, STEPS.get(state)?.event ?? ''),
    late: state === 'answering' ? 'minutes' : null,
  });
  return [
    ...running(tests).map((test) => item(test, 'answering', test.sitting?.started_at ?? test.start)),
    ...(['hourly', 'new', 'other'] as const).flatMap((group) =>
      inGroup(others, group, now.getTime()).map((test) => item(test, 'ready', test.start)),
    ),
  ];
}

export const dayCalls: Implementation[] = [
  implement(myDay, {
    prepare: ({ database, user, now }) => closeOverdue(database, now, user.id),
    async handle(context) {
      const { db, user } = context;
      const practiceDay = await db
        .selectFrom('practice_day')
        .select(['id', 'date', 'status'])
        .where('organization_id', '=', user.organizationId)
        .where('status', '<>', 'closed')
        .executeTakeFirst();
      const tests = await testsToTake(context);
      return { data: { practice_day: practiceDay ?? null, ...(await queueOf(context, tests)) } };
    },
  }),
];
