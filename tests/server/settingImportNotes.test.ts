/**
 * What a file of a dated setting does that no row shows by itself is said before it is written: rows that hold at once, that
 * take the place of others, that end a period or hold only until the next figures. Terms of sale take no past day (decision 80).
 */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { snake } from '../../contract/directory/directory.ts';
import type { Chosen } from '../../contract/directory/fields.ts';
import { type Import, importConfirm, importNext } from '../../contract/imports.ts';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { settings } from '../../contract/settings/index.ts';
import { settingTakesFiles, sheetOfSetting } from '../../contract/sheet.ts';
import { tashkentDay } from '../../server/http/days.ts';
import type { SubjectRow } from '../../src/setting/revisions.ts';
import { sheetRows } from '../../src/setting/sheet.ts';
import { faultsOf, importsOf } from './importKit.ts';
import { settingWorld } from './settingWorld.ts';
import { exportOf, readAgain } from './sheetKit.ts';
import { withServer } from './world.ts';

const server = withServer();
const world = settingWorld(server);
const { done } = world;
const { check, write } = importsOf(server);

const DAY_MS = 24 * 3_600_000;
const daysFrom = (days: number) => tashkentDay(new Date(Date.now() + days * DAY_MS));
const written = (iso: string) => iso.split('-').reverse().join('.');
const setting = (name: string) => settings.find(({ spec }) => spec.name === name) as unknown as AnySetting;
const columnsOf = (...parts: string[]) => parts.map((part) => ({ title: part, part }));
const notesOf = ({ notes }: Import) => notes.map(({ rows, text }) => [rows, text]);

const TODAY_SAID = 'Bugundan: darhol kuchga kiradi.';
const PAST_SAID = 'Birinchi kuni oʻtib ketgan: darhol kuchga kiradi.';
const PAST_ALONE_SAID = 'Faqat oʻtgan kunlarga yoziladi, bugun kuchda boʻlmaydi.';
const SAME_DAY_SAID = 'Shu kundan boshqa qiymat kiritilgan: uning oʻrnini oladi.';
const until = (day: string) => `${day} gacha amal qiladi: ertasidan boshqa qiymat bor.`;
const ended = (from: string, last: string) =>
  `${from} – ${last} davri toʻxtaydi: oʻrnini yangi qiymat oladi, keyin u davom etmaydi.`;

beforeAll(world.prepare);

async function newCategory(name: string): Promise<number> {
  const { id } = await server.current.db.kysely
    .insertInto('product_category')
    .values({ name_uz: name, name_ru: `${name} ru`, parent_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

describe('markups', () => {
  const of = setting('priceMarkup');
  const file = { directory: 'priceMarkup', columns: columnsOf('category', 'markup', 'valid_from') };
  const markup = async (category_id: number, figure: number, valid_from: string) => {
    const { id } = await done('director', of.calls.create, { body: { category_id, markup: figure, valid_from } });
    await done('director', of.calls.plan, { params: { id } });
  };
  beforeEach(() => world.begin(of));

  it('rows that hold as soon as they are written are counted before, those of a later day are not', async () => {
    for (const name of ['Oldin A', 'Oldin B', 'Oldin C', 'Oldin D']) await newCategory(name);
    const found = await check(
      [
        ['Oldin A', { n: '5' }, written(daysFrom(0))],
        ['Oldin B', { n: '5' }, written(daysFrom(-3))],
        ['Oldin C', { n: '5' }, written(daysFrom(-2))],
        ['Oldin D', { n: '5' }, written(daysFrom(1))],
      ],
      file,
    );
    expect(found.figures).toMatchObject({ fresh: 4, bad: 0 });
    expect(found.notes).toEqual([
      { text: TODAY_SAID, count: 1, rows: '2' },
      { text: PAST_SAID, count: 2, rows: '3–4' },
    ]);
    // and it is as was said
    await write(found.id);
    const { data } = (await server.current.do('director', of.calls.index, {} as never)) as unknown as {
      data: { category: { title: string }; in_force: { valid_from: string } | null; next: string | null }[];
    };
    const inForce = data
      .filter(({ category }) => category.title.startsWith('Oldin'))
      .map(({ category, in_force, next }) => [category.title, in_force?.valid_from ?? null, next]);
    expect(inForce).toEqual([
      ['Oldin A', daysFrom(0), null],
      ['Oldin B', daysFrom(-3), null],
      ['Oldin C', daysFrom(-2), null],
      ['Oldin D', null, daysFrom(1)],
    ]);
  });

  it('figures of the same day are replaced, and those that come later end the row: both are said of it', async () => {
    const id = await newCategory('Ketma-ket');
    await markup(id, 10, daysFrom(10));
    await markup(id, 12, daysFrom(30));
    const found = await check(
      [
        ['Ketma-ket', { n: '7' }, written(daysFrom(10))],
        ['Ketma-ket', { n: '8' }, written(daysFrom(20))],
        ['Ketma-ket', { n: '9' }, written(daysFrom(40))],
      ],
      file,
    );
    expect(found.figures).toMatchObject({ changed: 3, bad: 0 });
    expect(notesOf(found)).toEqual([
      ['2', SAME_DAY_SAID],
      ['2', until(written(daysFrom(19)))],
      ['3', until(written(daysFrom(29)))],
    ]);
  });

  it('a row that others have overtaken already holds for past days alone', async () => {
    const id = await newCategory('Oʻtgan');
    await markup(id, 10, daysFrom(-1));
    const found = await check([['Oʻtgan', { n: '7' }, written(daysFrom(-4))]], file);
    expect(notesOf(found)).toEqual([
      ['2', PAST_ALONE_SAID],
      ['2', until(written(daysFrom(-2)))],
    ]);
  });
});

describe('periods', () => {
  const of = setting('ramadanSetting');
  const parts = ['organization', 'until', 'first_payment', 'skipped_months', 'discount', 'valid_from'];
  beforeEach(() => world.begin(of));
  const branch = async (): Promise<[number, string]> => {
    const row = await server.current.db.kysely
      .selectFrom('organization')
      .select(['id', 'name'])
      .orderBy('id')
      .executeTakeFirstOrThrow();
    return [row.id, row.name];
  };

  it('that overlap, within the file and with what is there, say which one ends early', async () => {
    const [organization_id, name] = await branch();
    const line = (from: number, last: number, first_payment: number) => [
      name,
      written(daysFrom(last)),
      { n: String(first_payment) },
      { n: '1' },
      { n: '0' },
      written(daysFrom(from)),
    ];
    const figures = { first_payment: 10, skipped_months: 1, discount: 0 };
    const there = { organization_id, ...figures, valid_from: daysFrom(100), until: daysFrom(130) };
    const { id } = await done('director', of.calls.create, { body: there });
    await done('director', of.calls.plan, { params: { id } });
    const found = await check(
      // apart from all; then two that overlap; into what is there; after the end of everything
      [line(10, 20, 11), line(30, 50, 12), line(40, 45, 13), line(120, 125, 14), line(200, 210, 15)],
      { directory: 'ramadanSetting', columns: columnsOf(...parts) },
    );
    expect([faultsOf(found), found.figures.bad]).toEqual([[], 0]);
    expect(notesOf(found)).toEqual([
      ['3', until(written(daysFrom(39)))],
      ['4', ended(written(daysFrom(30)), written(daysFrom(50)))],
      ['5', ended(written(daysFrom(100)), written(daysFrom(130)))],
    ]);
  });
});

describe('terms of sale', () => {
  const taking = (settings as readonly AnySetting[]).filter((one) => one.spec.ahead && settingTakesFiles(one));

  it('are these', () => {
    expect(taking.map(({ spec }) => spec.name).sort()).toEqual([
      ...['categorySetting', 'moneySetting', 'moneyValue', 'valueSetting', 'workplaceCategorySetting'],
    ]);
  });

  it.each(taking.map((one) => [one.spec.name, one] as const))('%s takes no past day from a file', async (name, of) => {
    await world.begin(of);
    const sheet = sheetOfSetting(of);
    const one = await world.settled(of, await world.subjectOf(of), daysFrom(0));
    const { data, branch } = (await server.current.do('director', of.calls.index, {} as never)) as unknown as {
      data: SubjectRow[];
      branch?: Chosen;
    };
    const ownId = of.spec.inherits === undefined ? one.id : (one[of.spec.inherits] as Chosen).id;
    const row = sheetRows(of, data, data, branch).find(({ id }) => id === ownId);
    const read = (days: number) =>
      readAgain(
        server.current,
        sheet,
        exportOf(sheet, 'uz', [{ ...row, key: null } as never], {
          valid_from: new Date(`${daysFrom(days)}T00:00:00Z`),
        }),
      );
    const past = await read(-1);
    expect([faultsOf(past), past.figures.fresh]).toEqual([[['valid_from', '2', 'Bu kun oʻtib ketgan.']], 0]);

    // nor does a day that has passed between the check and the writing: nothing is written
    await sql`DELETE FROM ${sql.table(snake(name))}`.execute(server.current.db.kysely);
    const found = await read(1);
    expect(found.figures).toMatchObject({ fresh: 1, bad: 0 });
    await sql`UPDATE import_row SET body = jsonb_set(body, '{valid_from}', to_jsonb(${daysFrom(-1)}::text))
      WHERE import_id = ${found.id}`.execute(server.current.db.kysely);
    await server.current.do('director', importConfirm, {
      params: { id: found.id },
      body: { file_hash: found.file_hash, without_bad: false },
    });
    const { data: after } = await server.current.do('director', importNext, { params: { id: found.id } });
    expect([after.status, after.reason]).toEqual([
      'failed',
      '2-qator yozilmadi, shuning uchun hech narsa yozilmagan. Bu kun oʻtib ketgan.',
    ]);
  });
});
