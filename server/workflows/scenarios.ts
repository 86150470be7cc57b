/** Scenarios: walks of charts that people keep. What they lead to today is found by who reads them, from the charts. */
import { type Kysely, sql } from 'kysely';
import { MOST_SCENARIOS, type Scenario, scenarioAdd, scenarioDelete, scenarioIndex } from '../../contract/scenarios.ts';
import { RELEASE } from '../cash/versions.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { forbidden, invalidField, notFound } from '../http/refusal.ts';

type Db = Kysely<Schema>;

/** @throws Refusal 422 at `name`: another one of the chart has it, or the chart has as many as it may */
export async function keepScenario(
  db: Db,
  kept: Pick<Scenario, 'machine' | 'name' | 'walk' | 'ends'>,
  user: Pick<SignedIn, 'id'>,
): Promise<number> {
  await requireRoom(db, kept.machine, kept.name);
  const { id } = await db
    .insertInto('scenario')
    .values({ ...kept, ends: JSON.stringify(kept.ends), release: RELEASE, user_id: user.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function requireRoom(db: Db, machine: string, name: string): Promise<void> {
  const { kept, twins } = await db
    .selectFrom('scenario')
    .select((eb) => [
      eb.fn.countAll<number>().as('kept'),
      sql<number>`count(*) FILTER (WHERE lower(name) = lower(${name}))`.as('twins'),
    ])
    .where('machine', '=', machine)
    .executeTakeFirstOrThrow();
  if (Number(twins) > 0) throw invalidField('name', 'scenario_twice');
  if (Number(kept) >= MOST_SCENARIOS) throw invalidField('name', 'scenario_most', { most: MOST_SCENARIOS });
}

const scenarios = (db: Db, user: number) =>
  db
    .selectFrom('scenario')
    .innerJoin('app_user as author', 'author.id', 'scenario.user_id')
    .select([
      'scenario.id',
      'scenario.machine',
      'scenario.name',
      'scenario.walk',
      'scenario.ends',
      'scenario.release',
      'scenario.at',
      'author.fullname as author',
    ])
    .select((eb) => eb('scenario.user_id', '=', user).as('own'));

export const scenarioImplementations: Implementation[] = [
  implement(scenarioIndex, {
    async handle({ db, user, query: { machine } }) {
      const rows = await scenarios(db, user.id)
        .$if(machine !== undefined, (query) => query.where('scenario.machine', '=', machine ?? ''))
        .orderBy('scenario.machine')
        .orderBy(sql`lower(scenario.name)`)
        .execute();
      return {
        data: rows.map((row): Scenario => ({ ...row, own: Boolean(row.own), at: row.at.toISOString() })),
      };
    },
  }),

  implement(scenarioAdd, {
    async handle({ db, user, body: { machine, name, walk, ends }, language }) {
      const id = await keepScenario(db, { machine, name, walk, ends }, user);
      return { message: say(language, 'actions.scenario_kept'), id };
    },
  }),

  implement(scenarioDelete, {
    async handle({ db, user, params: { id }, language }) {
      const found = await scenarios(db, user.id).where('scenario.id', '=', id).executeTakeFirst();
      if (found === undefined) throw notFound();
      if (!found.own) throw forbidden('errors.scenario_not_yours');
      await db.deleteFrom('scenario').where('id', '=', id).execute();
      return { message: say(language, 'actions.scenario_deleted') };
    },
  }),
];
