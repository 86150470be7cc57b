/** Who may send the events of a workflow, and where its documents stand: what the gallery shows of the present. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { workflowHolders, workflowPositions, workflowStanding } from '../../contract/workflows.ts';
import { known, workflowKit } from './workflowKit.ts';
import { PEOPLE, withServer } from './world.ts';

const server = withServer();

workflowKit(server);

describe('who may', () => {
  const holdersOf = async (machine: string) =>
    (await server.current.do('viewer', workflowHolders, { query: { machine } })).data;

  it('is said by positions and people who hold a rule of the calls', async () => {
    const { positions, holders } = await holdersOf('invoice');
    const confirming = holders.filter(({ rule }) => rule === 'product_invoice.confirm');
    const expected = Object.values(PEOPLE).filter((person) =>
      (person.rules as readonly string[]).includes('product_invoice.confirm'),
    );
    expect(confirming.map(({ position_id }) => position_id).sort()).toEqual(expected.map(({ id }) => id).sort());
    expect(confirming.flatMap(({ names }) => names).sort()).toEqual(expected.map(({ fullname }) => fullname).sort());
    expect(positions.length).toBeGreaterThanOrEqual(Object.keys(PEOPLE).length);
  });

  it('is said by position: the workflows to which it may send something', async () => {
    const positions = (await server.current.do('viewer', workflowPositions)).data;
    const may = (machine: string) => positions.filter(({ machines }) => machines.includes(machine)).map(({ id }) => id);
    const { holders } = await holdersOf('invoice');
    expect(may('invoice').sort()).toEqual([...new Set(holders.map(({ position_id }) => position_id))].sort());
    expect(may('practiceDay').sort()).not.toEqual(may('invoice').sort());
    expect(positions.filter(({ title }) => title === '')).toEqual([]);
  });

  it('leaves out who holds the rule and cannot have the finer right', async () => {
    const { holders } = await holdersOf('countingAct');
    const managing = holders.filter(({ who }) => who === 'actManager');
    const may = (rules: readonly string[]) =>
      rules.includes('act_of_count.show') &&
      (rules.includes('act_of_count.add') || ['allshow', 'edit'].every((one) => rules.includes(`act_of_count.${one}`)));
    const people = Object.values(PEOPLE);
    const expected = people.filter((one) => may(one.rules));
    expect(expected.length).toBeGreaterThan(0);
    expect(
      people.filter((one) => (one.rules as readonly string[]).includes('act_of_count.show')).length,
    ).toBeGreaterThan(expected.length);
    expect(managing.map(({ position_id }) => position_id).sort()).toEqual(expected.map(({ id }) => id).sort());
  });

  it('is said by the state where the right depends on it: a draft is cancelled by who writes, a sent one by who confirms', async () => {
    const { holders } = await holdersOf('invoice');
    const cancelling = (state: string) =>
      holders
        .filter((one) => one.who === 'invoiceCanceller' && one.state === state)
        .map(({ position_id }) => position_id)
        .sort();
    const may = (...rules: string[]) =>
      Object.values(PEOPLE)
        .filter((one) => rules.some((rule) => (one.rules as readonly string[]).includes(rule)))
        .map(({ id }) => id)
        .sort();
    expect(cancelling('draft')).toEqual(may('product_invoice.edit', 'product_invoice.add'));
    expect(cancelling('sent')).toEqual(may('product_invoice.confirm'));
    expect(cancelling('draft')).not.toEqual(cancelling('sent'));
    expect(cancelling('confirmed')).toEqual([]);
  });

  it('names the rules that decide, not the one that opens the list', async () => {
    const { kysely } = server.current.db;
    await sql`UPDATE rule SET title_uz = action WHERE resource = 'act_of_count'`.execute(kysely);
    const { holders } = await holdersOf('countingAct');
    const titles = new Set(holders.filter(({ who }) => who === 'actManager').flatMap((one) => one.titles));
    expect([...titles].sort()).toEqual(['add', 'allshow', 'edit']);
  });

  it('counts a personal rule, and not one that is taken away', async () => {
    const { db } = server.current;
    const keeper = { user_id: PEOPLE.keeper.id, resource: 'product_invoice', action: 'confirm' };
    await db.kysely
      .insertInto('user_rule')
      .values({ ...keeper, granted: true })
      .execute();
    const given = (await holdersOf('invoice')).holders.filter(({ rule }) => rule === 'product_invoice.confirm');
    expect(given.flatMap(({ names }) => names)).toContain(PEOPLE.keeper.fullname);
    await db.kysely
      .updateTable('user_rule')
      .set({ granted: false })
      .where('user_id', '=', keeper.user_id)
      .where('resource', '=', keeper.resource)
      .where('action', '=', keeper.action)
      .execute();
    const taken = (await holdersOf('invoice')).holders.filter(({ rule }) => rule === 'product_invoice.confirm');
    expect(taken.flatMap(({ names }) => names)).not.toContain(PEOPLE.keeper.fullname);
    await db.kysely
      .deleteFrom('user_rule')
      .where('user_id', '=', keeper.user_id)
      .where('resource', '=', keeper.resource)
      .where('action', '=', keeper.action)
      .execute();
  });

  it('is nobody where no call sends to the workflow', async () => {
    expect((await holdersOf('sidebar')).holders).toEqual([]);
  });
});

it('documents are counted by the state that they stand in, as far as the reader sees them', async () => {
  const standingOf = async (who: 'viewer' | 'purchaser') =>
    (await server.current.do(who, workflowStanding, { query: { machine: 'invoice' } })).data;
  const data = await standingOf('purchaser');
  expect(Object.keys(known).length).toBeGreaterThan(0);
  expect(data.reduce((sum, { documents }) => sum + documents, 0)).toBeGreaterThan(0);
  expect(data.every(({ state }) => ['draft', 'sent', 'confirmed', 'cancelled'].includes(state))).toBe(true);
  // the right to read workflows opens no document
  expect(await standingOf('viewer')).toEqual([]);
});
