/** The assortment matrix as one grid: what it shows on a day, many cells saved at once, conflicts by cell, whose columns. */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { matrixGrid, matrixSave } from '../../contract/matrixGrid.ts';
import { matrixItem } from '../../contract/settings/matrixItem.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, withServer } from './world.ts';

const server = withServer();
const CATEGORY = 1;
const today = tashkentDay(new Date());
const later = daysAfter(today, 10);

const cell = (organization_id: number, min: number, before: number | null, more: object = {}) => ({
  ...{ organization_id, category_id: CATEGORY, stand: 'must' as const, min, max: min + 5, before },
  ...more,
});
const save = (who: PersonName, valid_from: string, ...cells: ReturnType<typeof cell>[]) =>
  server.current.call(who, matrixSave, { body: { valid_from, cells } });
const show = async (who: PersonName, date?: string) =>
  (await server.current.do(who, matrixGrid, { query: date === undefined ? {} : { date } })).data;
const cellsOn = async (date: string) =>
  (await show('director', date)).cells.map(({ organization_id, stand, min, next }) => [
    organization_id,
    stand,
    min,
    next,
  ]);
const grant = (who: PersonName, ...actions: string[]) =>
  server.current.db.kysely
    .insertInto('user_rule')
    .values(
      actions.map((action) => ({
        ...{ user_id: PEOPLE[who].id, resource: 'matrix_category', action, granted: true, until: null },
      })),
    )
    .onConflict((row) => row.doNothing())
    .execute();

beforeEach(async () => {
  await sql`DELETE FROM matrix_item`.execute(server.current.db.kysely);
  await server.current.db.kysely.deleteFrom('user_rule').execute();
});

describe('saving', () => {
  it('writes and settles every cell from its day on, each with its steps in the log', async () => {
    const saved = await save('director', today, cell(ORGANIZATION, 4, null), cell(OTHER_ORGANIZATION, 2, null));
    expect([saved.status, saved.body.message]).toEqual([200, '2 ta katak saqlandi']);
    expect(await cellsOn(today)).toEqual([
      [ORGANIZATION, 'must', 4, null],
      [OTHER_ORGANIZATION, 'must', 2, null],
    ]);
    expect(await cellsOn(daysAfter(today, -1))).toEqual([]);
    const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM record_log
      WHERE kind = 'matrixItem' AND event IN ('revision.create', 'revision.plan') AND user_id = ${PEOPLE.director.id}
        AND record_id IN (SELECT id FROM matrix_item)`.execute(server.current.db.kysely);
    expect(rows[0]?.n).toBe(4);
  });

  it('from a later day it is planned: until then what was there holds', async () => {
    await save('director', today, cell(ORGANIZATION, 4, null));
    const [now] = (await show('director', later)).cells;
    await save('director', later, cell(ORGANIZATION, 9, now?.id ?? null, { stand: 'none', min: 0, max: null }));
    expect(await cellsOn(today)).toEqual([[ORGANIZATION, 'must', 4, later]]);
    expect(await cellsOn(later)).toEqual([[ORGANIZATION, 'none', 0, null]]);
  });

  it('a wrong cell refuses all of them, by its place in the list', async () => {
    const refused = await save(
      'director',
      today,
      cell(ORGANIZATION, 4, null),
      cell(OTHER_ORGANIZATION, 4, null, { max: 3 }),
    );
    expect([refused.status, Object.keys(refused.error.errors ?? {})]).toEqual([422, ['cells.1.max']]);
    const unknown = await save('director', today, cell(ORGANIZATION, 4, null, { category_id: 999_999 }));
    expect(Object.keys(unknown.error.errors ?? {})).toEqual(['cells.0.category_id']);
    expect(await cellsOn(today)).toEqual([]);
  });

  it('a cell that somebody else changed meanwhile: 409 with it, and nothing is written', async () => {
    await save('director', today, cell(ORGANIZATION, 4, null));
    const late = await save('director', today, cell(ORGANIZATION, 7, null), cell(OTHER_ORGANIZATION, 3, null));
    expect([late.status, late.error.code]).toEqual([409, 'stale']);
    expect(late.error.current).toEqual({ cells: [{ organization_id: ORGANIZATION, category_id: CATEGORY }] });
    expect(await cellsOn(today)).toEqual([[ORGANIZATION, 'must', 4, null]]);
    const [now] = (await show('director')).cells;
    expect((await save('director', today, cell(ORGANIZATION, 7, now?.id ?? null))).status).toBe(200);
    expect(await cellsOn(today)).toEqual([[ORGANIZATION, 'must', 7, null]]);
  });

  it('not in a closed month', async () => {
    await server.current.db.kysely
      .insertInto('practice_month')
      .values({ year: 2026, month: 1, status: 'closed' })
      .onConflict((row) => row.columns(['year', 'month']).doNothing())
      .execute();
    expect((await save('director', '2026-01-15', cell(ORGANIZATION, 4, null))).status).toBe(409);
    expect(await cellsOn(today)).toEqual([]);
  });
});

describe('whose columns', () => {
  it('who does not see all has the own shop’s alone; `allshow` is for reading', async () => {
    await save('director', today, cell(ORGANIZATION, 4, null), cell(OTHER_ORGANIZATION, 2, null));
    const columns = async () => (await show('warehouseman')).shops.map(({ id, own }) => [id, own]);
    await grant('warehouseman', 'show', 'edit');
    expect(await columns()).toEqual([[ORGANIZATION, true]]);
    expect((await show('warehouseman')).cells.map(({ organization_id }) => organization_id)).toEqual([ORGANIZATION]);
    await grant('warehouseman', 'allshow');
    expect(await columns()).toEqual([
      [ORGANIZATION, true],
      [OTHER_ORGANIZATION, false],
    ]);
    const [, other] = (await show('warehouseman')).cells;
    expect((await save('warehouseman', today, cell(OTHER_ORGANIZATION, 5, other?.id ?? null))).status).toBe(403);
    expect(await cellsOn(today)).toContainEqual([OTHER_ORGANIZATION, 'must', 2, null]);
  });

  it('a cell’s revisions are those of the setting', async () => {
    await save('director', today, cell(ORGANIZATION, 4, null));
    const [one] = (await show('director')).cells;
    const { data } = await server.current.do('director', matrixItem.calls.revisions, { params: { id: one?.id ?? 0 } });
    expect(data.map(({ status, min }) => [status, min])).toEqual([['valid', 4]]);
  });
});
