/** A markup of a category stands for every dated setting: they share lifecycle and server module. */
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { markupCreate, markupDrop, markupPlan, markupRevisions, markupUpdate } from '../../../contract/markups.ts';
import { illegalPairs, transitionTour } from '../../../machines/kit/model.ts';
import { transitionKeysOf } from '../../../machines/kit/transitions.ts';
import { settingRevisionMachine } from '../../../machines/settingRevision/settingRevision.machine.ts';
import { settingRevisionModel } from '../../../machines/settingRevision/settingRevision.model.ts';
import { startDue } from '../../../server/settings/revisions.ts';
import { MARKUPS } from '../../../server/supply/markups.ts';
import { recordCoverage } from '../../models/kit.ts';
import { type Answer, type Server, withServer } from '../world.ts';

const server = withServer();
const taken = new Set<string>();
const states = new Set<string>();

const DAY = '2031-06-10';
const IN_CLOSED_MONTH = '2026-01-15';
const figures = (valid_from: string) => ({ no_cash: 90, additional: 12, other_additional: 1000, valid_from });
const at = (day: string) => new Date(`${day}T09:00:00+05:00`);
/** What the server's own job sends; a person has no call for it. */
const BY_SERVER = new Set(['its day comes', 'a later one comes']);

let categories = 0;
/** A category of its own, so that revisions of other paths do not supersede this one. */
async function open(on: Server): Promise<{ id: number; category: number }> {
  categories += 1;
  const { id: category } = await on.db.kysely
    .insertInto('product_category')
    .values({ name_uz: `Boʻlim ${categories}`, name_ru: 'Раздел', parent_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { data } = await on.do('director', markupCreate, {
    body: { category_id: category, organization_id: null, ...figures(DAY) },
  });
  return { id: data.id, category };
}

async function send(on: Server, { id, category }: { id: number; category: number }, name: string) {
  const params = { id };
  const start = async (day: string) => {
    await on.db.tx((trx) => startDue(trx, MARKUPS, at(day)));
    return { status: 200 } as Answer<unknown>;
  };
  switch (name) {
    case 'changes its figures':
      return on.call('director', markupUpdate, { params, body: { ...figures(DAY), additional: 15 } });
    case 'moves it into a closed month':
      return on.call('director', markupUpdate, { params, body: figures(IN_CLOSED_MONTH) });
    case 'plans it':
      return on.call('director', markupPlan, { params });
    case 'drops it':
      return on.call('director', markupDrop, { params });
    case 'its day comes':
      return start(DAY);
    case 'a later one comes': {
      const later = await on.do('director', markupCreate, {
        body: { category_id: category, organization_id: null, ...figures('2031-07-01') },
      });
      await on.do('director', markupPlan, { params: { id: later.data.id } });
      return start('2031-07-01');
    }
    default:
      throw new Error(`no verb for "${name}"`);
  }
}

async function statusOf(on: Server, { id, category }: { id: number; category: number }): Promise<string> {
  const { data } = await on.do('director', markupRevisions, { params: { id: category } });
  return data.find((one) => one.id === id)?.status ?? 'gone';
}

beforeEach(async () => {
  await server.current.db.kysely
    .insertInto('practice_month')
    .values({ year: 2026, month: 1, status: 'closed' })
    .onConflict((row) => row.columns(['year', 'month']).doNothing())
    .execute();
});

describe('settingRevision, server floor', () => {
  it.each(transitionTour(settingRevisionModel).map((path) => ({ name: path.name, path })))(
    '$name',
    async ({ path }) => {
      const revision = await open(server.current);
      states.add('draft');
      for (const step of path.steps) {
        const answer = await send(server.current, revision, step.case.name);
        expect(answer.status, `${step.case.name}: ${JSON.stringify(answer.error)}`).toBe(200);
        const status = await statusOf(server.current, revision);
        expect(status).toBe(step.after.value);
        states.add(status);
        for (const key of step.transitions) taken.add(key);
      }
      const lines = await server.current.db.kysely
        .selectFrom('record_log')
        .select('event')
        .where('kind', '=', 'markup_category')
        .where('record_id', '=', revision.id)
        .orderBy('id')
        .execute();
      expect(lines.map((line) => line.event)).toEqual([
        'revision.create',
        ...path.steps.map((step) => step.case.event.type),
      ]);
    },
  );

  it('takes every transition', () => {
    expect(transitionKeysOf(settingRevisionMachine).filter((key) => !taken.has(key))).toEqual([]);
  });

  afterAll(() => recordCoverage('settingRevision', 'server', { transitions: [...taken], states: [...states] }));
});

describe('settingRevision, illegal pairs', () => {
  const pairs = illegalPairs(settingRevisionModel).filter((pair) => !BY_SERVER.has(pair.case.name));
  it.each(pairs.map((pair) => ({ name: `${pair.state.value}: ${pair.case.name}`, pair })))(
    '$name',
    async ({ pair }) => {
      const on = server.current;
      const revision = await open(on);
      for (const step of pair.way) await send(on, revision, step.case.name);
      const look = () => on.do('director', markupRevisions, { params: { id: revision.category } });
      const before = await look();
      const answer = await send(on, revision, pair.case.name);
      expect(answer.status).toBe(409);
      expect(answer.error.state).toBe(before.data.find((one) => one.id === revision.id)?.status);
      expect(Array.isArray(answer.error.allowed)).toBe(true);
      expect(await look()).toEqual(before);
    },
  );
});
