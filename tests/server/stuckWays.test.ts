/** "Nobody can" (issue 18): a document stays with nobody only when no way out of its state is left to anybody. */
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { stuckAfter, workingPeople, wouldLeave } from '../../server/people/stuck.ts';
import { ORGANIZATION, PEOPLE, withServer } from './world.ts';

const server = withServer();

/** Lines of a chart once nobody holds these rules any more. */
async function without(rules: readonly string[], chart: string, kind?: string) {
  const before = await workingPeople(server.current.db.kysely);
  const { lines } = await server.current.db.tx((trx) =>
    wouldLeave(trx, async () => {
      for (const table of ['position_rule', 'user_rule'])
        await sql`DELETE FROM ${sql.table(table)} WHERE resource || '.' || action = ANY (${[...rules]}::text[])`.execute(
          trx,
        );
      return stuckAfter(trx, before, 'uz');
    }),
  );
  return lines
    .filter((line) => line.chart === chart && (kind === undefined || line.kind === kind))
    .map(({ state, count, words }) => [state, count, words.state, words.step]);
}

async function hold(rules: readonly string[], who: keyof typeof PEOPLE): Promise<void> {
  for (const rule of rules) {
    const [resource, action] = rule.split('.');
    await sql`INSERT INTO user_rule (user_id, resource, action, granted)
      VALUES (${PEOPLE[who].id}, ${resource}, ${action}, true) ON CONFLICT DO NOTHING`.execute(
      server.current.db.kysely,
    );
  }
}

const open = async (kind: string, status: string, author: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO document (kind, organization_id, status, created_by, owner_id)
    VALUES (${kind}, ${ORGANIZATION}, ${status}, ${author}, ${author}) RETURNING id`.execute(server.current.db.kysely);
  return rows[0]?.id ?? 0;
};

it('a request that was sent is left to its author, who takes it back, and to who calls it off', async () => {
  await hold(['black_list.show', 'black_list.add'], 'keeper');
  await sql`INSERT INTO black_list_entry (fullname, status, listed_from, created_by, owner_id)
    VALUES ('Aliyev Vali', 'sent', '2026-01-01', ${PEOPLE.keeper.id}, ${PEOPLE.keeper.id})`.execute(
    server.current.db.kysely,
  );
  expect(await without(['black_list.confirm'], 'approval')).toEqual([]);
  expect(await without(['black_list.add'], 'approval')).toEqual([]);
  expect(await without(['black_list.confirm', 'black_list.add'], 'approval')).toEqual([
    ['sent', 1, 'Yuborilgan', 'Tasdiqlash'],
  ]);
});

it('an answered appeal is left to who gives it to somebody again', async () => {
  await open('appeal', 'answered', PEOPLE.keeper.id);
  expect(await without(['client_appeal.confirm'], 'appeal')).toEqual([]);
  expect(await without(['client_appeal.edit'], 'appeal')).toEqual([]);
  expect(await without(['client_appeal.confirm', 'client_appeal.edit'], 'appeal')).toEqual([
    ['answered', 1, 'Javob berilgan', expect.any(String)],
  ]);
});

it('a signed contract is left to the desk and to who calls it off; one that is paid, to the desk', async () => {
  const ofContracts = (rules: readonly string[]) => without(rules, 'contract');
  await hold(['cashbox.show', 'cashbox.add', 'contract.show', 'contract.confirm'], 'keeper');
  await open('contract', 'signed', PEOPLE.keeper.id);
  await open('contract', 'active', PEOPLE.keeper.id);
  const active = ['active', 1, 'Amalda', 'Toʻlovlarni olish'];
  expect(await ofContracts(['contract.confirm'])).toEqual([]);
  // no debt of it was owed for years: nobody gives it up
  expect(await ofContracts(['cashbox.add'])).toEqual([active]);
  expect(await ofContracts(['cashbox.add', 'contract.confirm'])).toEqual([
    ['signed', 1, 'Imzolangan', 'Birinchi toʻlovni olish'],
    active,
  ]);
});
