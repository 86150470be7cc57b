import { afterAll, describe, expect, it } from 'vitest';
import { practiceMonthClose, practiceMonthIndex, practiceMonthReopen } from '../../../contract/practiceDay.ts';
import { illegalPairs, transitionTour } from '../../../machines/kit/model.ts';
import { transitionKeysOf } from '../../../machines/kit/transitions.ts';
import {
  type PracticeMonthContext,
  practiceMonthMachine,
} from '../../../machines/practiceMonth/practiceMonth.machine.ts';
import { practiceMonthModel } from '../../../machines/practiceMonth/practiceMonth.model.ts';
import { recordCoverage } from '../../models/kit.ts';
import { type Answer, type Server, withServer } from '../world.ts';

const server = withServer();
const taken = new Set<string>();
const states = new Set<string>();
let months = 0;

/** A month of long ago, or far ahead, with one closed day; the other organization has one more that may be open. */
async function open(on: Server, { openDays, lastDayCame }: PracticeMonthContext): Promise<number> {
  months += 1;
  const year = (lastDayCame ? 2000 : 2100) + months;
  return on.db.tx(async (trx) => {
    const { id } = await trx
      .insertInto('practice_month')
      .values({ year, month: 5 })
      .returning('id')
      .executeTakeFirstOrThrow();
    // the one day of an organization that may be open is lent to this month
    await trx.updateTable('practice_day').set({ status: 'closed' }).where('organization_id', '=', 2).execute();
    await trx
      .insertInto('practice_day')
      .values([
        { organization_id: 1, practice_month_id: id, date: `${year}-05-10`, status: 'closed', closed_at: null },
        {
          organization_id: 2,
          practice_month_id: id,
          date: `${year}-05-10`,
          status: openDays > 0 ? 'closing' : 'closed',
          closed_at: null,
        },
      ])
      .execute();
    return id;
  });
}

function send(on: Server, id: number, name: string): Promise<Answer<unknown>> {
  const params = { id };
  if (name === 'closes the month') return on.call('director', practiceMonthClose, { params });
  if (name === 'reopens the month')
    return on.call('director', practiceMonthReopen, { params, body: { reason: 'Kurs xato kiritilgan' } });
  throw new Error(`no verb for "${name}"`);
}

const look = async (on: Server, id: number) =>
  (await on.do('director', practiceMonthIndex, { query: { per_page: 100 } })).data.find((month) => month.id === id);

describe('practiceMonth, server floor', () => {
  it.each(transitionTour(practiceMonthModel).map((path) => ({ name: path.name, path })))('$name', async ({ path }) => {
    const on = server.current;
    const id = await open(on, path.begins.context as PracticeMonthContext);
    states.add('open');
    for (const step of path.steps) {
      const answer = await send(on, id, step.case.name);
      expect(answer.status, `${step.case.name}: ${JSON.stringify(answer.error)}`).toBe(200);
      const month = await look(on, id);
      expect(month?.status).toBe(step.after.value);
      states.add(String(month?.status));
      for (const key of step.transitions) taken.add(key);
    }
  });

  it('takes every transition', () => {
    expect(transitionKeysOf(practiceMonthMachine).filter((key) => !taken.has(key))).toEqual([]);
  });

  afterAll(() => recordCoverage('practiceMonth', 'server', { transitions: [...taken], states: [...states] }));
});

describe('practiceMonth, illegal pairs', () => {
  it.each(
    illegalPairs(practiceMonthModel).map((pair) => ({
      name: `${practiceMonthModel.serialize(pair.state)}: ${pair.case.name}`,
      pair,
    })),
  )('$name', async ({ pair }) => {
    const on = server.current;
    const id = await open(on, pair.state.context as PracticeMonthContext);
    for (const step of pair.way) await send(on, id, step.case.name);
    const before = await look(on, id);
    const answer = await send(on, id, pair.case.name);
    expect(answer.status).toBe(409);
    expect(answer.error).toMatchObject({ state: pair.state.value, allowed: before?.allowed_events });
    expect(await look(on, id)).toEqual(before);
  });
});
