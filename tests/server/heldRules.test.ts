/** The rules of a request are those of this very moment, however they were changed since the one before. */
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { personOfToken } from '../../server/http/auth.ts';
import { PEOPLE, withServer } from './world.ts';

const server = withServer();
const db = () => server.current.db.kysely;
const { counter1: counter, counter2: other } = PEOPLE;

/** What a request of the counter would find. */
async function may(resource: string, action = 'show', who: 'counter1' | 'counter2' = 'counter1'): Promise<boolean> {
  const person = await personOfToken(db(), await server.current.tokenOf(who), new Date());
  return person?.rules[resource]?.[action] === true;
}
const give = (user: number, granted: boolean, until: string | null = null) =>
  sql`INSERT INTO user_rule (user_id, resource, action, granted, until)
    VALUES (${user}, 'plan', 'show', ${granted}, ${until}::date)`.execute(db());

beforeEach(async () => {
  await sql`INSERT INTO rule (resource, action) VALUES ('plan', 'show'), ('plan', 'edit') ON CONFLICT DO NOTHING`.execute(
    db(),
  );
  await sql`DELETE FROM user_rule`.execute(db());
  await sql`DELETE FROM position_rule WHERE resource = 'plan'`.execute(db());
  expect(await may('plan')).toBe(false);
});

it('a rule of the position that is added, renamed or taken holds at once', async () => {
  await sql`INSERT INTO position_rule (position_id, resource, action) VALUES (${counter.id}, 'plan', 'show')`.execute(
    db(),
  );
  expect(await may('plan')).toBe(true);
  await sql`UPDATE position_rule SET action = 'edit' WHERE position_id = ${counter.id} AND resource = 'plan'`.execute(
    db(),
  );
  expect([await may('plan'), await may('plan', 'edit')]).toEqual([false, true]);
  await sql`DELETE FROM position_rule WHERE position_id = ${counter.id} AND resource = 'plan'`.execute(db());
  expect(await may('plan', 'edit')).toBe(false);
});

it('a rule that moves to another position is lost by the first and held by the second', async () => {
  await sql`INSERT INTO position_rule (position_id, resource, action) VALUES (${counter.id}, 'plan', 'show')`.execute(
    db(),
  );
  expect([await may('plan'), await may('plan', 'show', 'counter2')]).toEqual([true, false]);
  await sql`UPDATE position_rule SET position_id = ${other.id} WHERE position_id = ${counter.id} AND resource = 'plan'`.execute(
    db(),
  );
  expect([await may('plan'), await may('plan', 'show', 'counter2')]).toEqual([false, true]);
});

it('a person’s own rule holds for that person alone, and an own one that takes away comes before the position’s', async () => {
  await give(counter.id, true);
  expect([await may('plan'), await may('plan', 'show', 'counter2')]).toEqual([true, false]);
  await sql`UPDATE user_rule SET granted = false WHERE user_id = ${counter.id}`.execute(db());
  await sql`INSERT INTO position_rule (position_id, resource, action) VALUES (${counter.id}, 'plan', 'show')`.execute(
    db(),
  );
  expect(await may('plan')).toBe(false);
  await sql`DELETE FROM user_rule WHERE user_id = ${counter.id}`.execute(db());
  expect(await may('plan')).toBe(true);
});

it('an own rule whose last day was yesterday is none', async () => {
  await give(counter.id, true, '2000-01-01');
  expect(await may('plan')).toBe(false);
  await sql`UPDATE user_rule SET until = (now() AT TIME ZONE 'Asia/Tashkent')::date WHERE user_id = ${counter.id}`.execute(
    db(),
  );
  expect(await may('plan')).toBe(true);
});

it('who is given another position has its rules', async () => {
  await sql`INSERT INTO position_rule (position_id, resource, action) VALUES (${other.id}, 'plan', 'show')`.execute(
    db(),
  );
  await sql`UPDATE app_user SET position_id = ${other.id} WHERE id = ${counter.id}`.execute(db());
  expect(await may('plan')).toBe(true);
  await sql`UPDATE app_user SET position_id = ${counter.id} WHERE id = ${counter.id}`.execute(db());
  expect(await may('plan')).toBe(false);
});

it('what a transaction has changed and not yet committed holds for nobody', async () => {
  const rolledBack = server.current.db.tx(async (trx) => {
    await sql`INSERT INTO position_rule (position_id, resource, action) VALUES (${counter.id}, 'plan', 'show')`.execute(
      trx,
    );
    throw new Error('never');
  });
  await expect(rolledBack).rejects.toThrow('never');
  expect(await may('plan')).toBe(false);
});
