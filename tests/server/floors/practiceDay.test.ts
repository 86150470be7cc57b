import { afterAll, describe, expect, it } from 'vitest';
import {
  practiceDayClose,
  practiceDayIndex,
  practiceDayReopen,
  practiceDayResume,
  practiceDayStartClosing,
} from '../../../contract/practiceDay.ts';
import { illegalPairs, transitionTour } from '../../../machines/kit/model.ts';
import { transitionKeysOf } from '../../../machines/kit/transitions.ts';
import { type PracticeDayContext, practiceDayMachine } from '../../../machines/practiceDay/practiceDay.machine.ts';
import { practiceDayModel } from '../../../machines/practiceDay/practiceDay.model.ts';
import { createDocument } from '../../../server/documents/documents.ts';
import { recordCoverage } from '../../models/kit.ts';
import { type Answer, type Server, withServer } from '../world.ts';

const server = withServer();
const taken = new Set<string>();
const states = new Set<string>();

const YEAR = 2019;
let branches = 0;

interface Own {
  organization: number;
  month: number;
  id: number;
}

/** A branch and a month of its own with one open day. */
async function open(on: Server): Promise<Own> {
  branches += 1;
  const tag = `K${branches}`;
  return on.db.tx(async (trx) => {
    const { id: organization } = await trx
      .insertInto('organization')
      .values({
        name: tag,
        short_name: tag,
        code: tag,
        kind: 'branch',
        territory_id: 1,
        parent_id: null,
        address: null,
        phone: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id: month } = await trx
      .insertInto('practice_month')
      .values({ year: YEAR - branches, month: 3 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id } = await trx
      .insertInto('practice_day')
      .values({ organization_id: organization, practice_month_id: month, date: '2019-03-10', closed_at: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { organization, month, id };
  });
}

const document = (on: Server, { organization }: Own, status: string, practiceDayId?: number) =>
  on.db.tx((trx) =>
    createDocument(trx, {
      kind: 'product_invoice',
      organizationId: organization,
      status,
      userId: 1,
      now: new Date(),
      ...(practiceDayId !== undefined && { practiceDayId }),
    }),
  );

const laterDay = async (on: Server, { organization, month }: Own, status: 'open' | 'closed') =>
  (
    await on.db.kysely
      .insertInto('practice_day')
      .values({ organization_id: organization, practice_month_id: month, date: '2019-03-11', status, closed_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** Makes true what the model's guards read. A day that is not closed is alone: what follows comes when it is closed. */
async function make(on: Server, own: Own, facts: PracticeDayContext, value: unknown): Promise<void> {
  if (facts.blockers > 0 && value === 'open') await document(on, own, 'sent');
  if (value !== 'closed') return;
  if (facts.anotherOpen) await laterDay(on, own, 'open');
  if (facts.laterDocuments) await document(on, own, 'confirmed', await laterDay(on, own, 'closed'));
  if (facts.monthClosed)
    await on.db.kysely.updateTable('practice_month').set({ status: 'closed' }).where('id', '=', own.month).execute();
}

function send(on: Server, { id }: Own, name: string): Promise<Answer<unknown>> {
  const params = { id };
  switch (name) {
    case 'begins to close it':
      return on.call('director', practiceDayStartClosing, { params });
    case 'goes on working':
      return on.call('director', practiceDayResume, { params });
    case 'closes it':
      return on.call('director', practiceDayClose, { params });
    case 'reopens it':
      return on.call('director', practiceDayReopen, { params, body: { reason: 'Kirim qolib ketgan' } });
    default:
      throw new Error(`no verb for "${name}"`);
  }
}

const look = async (on: Server, { organization, id }: Own) =>
  (await on.do('director', practiceDayIndex, { query: { organization_id: organization } })).data.find(
    (day) => day.id === id,
  );

const events = async (on: Server, { id }: Own) =>
  (
    await on.db.kysely
      .selectFrom('record_log')
      .select('event')
      .where('kind', '=', 'practice_day')
      .where('record_id', '=', id)
      .orderBy('id')
      .execute()
  ).map((line) => line.event);

describe('practiceDay, server floor', () => {
  it.each(transitionTour(practiceDayModel).map((path) => ({ name: path.name, path })))('$name', async ({ path }) => {
    const on = server.current;
    const own = await open(on);
    states.add('open');
    for (const step of path.steps) {
      const answer = await send(on, own, step.case.name);
      expect(answer.status, `${step.case.name}: ${JSON.stringify(answer.error)}`).toBe(200);
      const day = await look(on, own);
      expect(day?.status).toBe(step.after.value);
      expect(day?.closed_by !== null).toBe(step.after.value === 'closed');
      states.add(String(day?.status));
      for (const key of step.transitions) taken.add(key);
    }
    expect(await events(on, own)).toEqual(path.steps.map((step) => step.case.event.type));
  });

  it('takes every transition', () => {
    expect(transitionKeysOf(practiceDayMachine).filter((key) => !taken.has(key))).toEqual([]);
  });

  afterAll(() => recordCoverage('practiceDay', 'server', { transitions: [...taken], states: [...states] }));
});

describe('practiceDay, illegal pairs', () => {
  it.each(
    illegalPairs(practiceDayModel).map((pair) => ({
      name: `${practiceDayModel.serialize(pair.state)}: ${pair.case.name}`,
      pair,
    })),
  )('$name', async ({ pair }) => {
    const on = server.current;
    const own = await open(on);
    for (const step of pair.way) await send(on, own, step.case.name);
    await make(on, own, pair.state.context as PracticeDayContext, pair.state.value);
    const before = await look(on, own);
    const logged = await events(on, own);
    const answer = await send(on, own, pair.case.name);
    expect(answer.status).toBe(409);
    expect(answer.error.state).toBe(pair.state.value);
    expect(answer.error.allowed).toEqual(before?.allowed_events);
    expect(answer.error.allowed).not.toContain(pair.case.event.type);
    expect(await look(on, own)).toEqual(before);
    expect(await events(on, own)).toEqual(logged);
  });
});
