/**
 * Files of Excel that are read into dated settings. Every declared setting that takes them: its export read back, a good
 * file, bad lines, rights, taking back; then what single ones show of trees, branches, second persons and other people.
 */
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Chosen } from '../../contract/directory/fields.ts';
import {
  importChoose,
  importConfirm,
  importCreate,
  importIndex,
  importNext,
  importTakeBack,
} from '../../contract/imports.ts';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { settings } from '../../contract/settings/index.ts';
import { settingTakesFiles, sheetOfSetting } from '../../contract/sheet.ts';
import { tashkentDay } from '../../server/http/days.ts';
import type { RawCell } from '../../src/directory/sheet/read.ts';
import type { SubjectRow } from '../../src/setting/revisions.ts';
import { sheetRows } from '../../src/setting/sheet.ts';
import { faultsOf, HASH, importsOf } from './importKit.ts';
import { settingWorld, settlerOf } from './settingWorld.ts';
import { exportOf, readAgain } from './sheetKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, withServer } from './world.ts';

const server = withServer();
const world = settingWorld(server);
const { call, done, subjectOf, settled, create, logOf } = world;
const { check, write } = importsOf(server);

const BEGAN = '2026-03-01';
const FUTURE = '2091-06-01';
const LATER = '2091-07-01';
const FILE_HASH = 'b'.repeat(64);
const day = (written: string): RawCell => new Date(`${written}T00:00:00Z`);
const today = () => tashkentDay(new Date());
const setting = (name: string) => settings.find(({ spec }) => spec.name === name) as unknown as AnySetting;

/** Without a subject, with a picture, with a secret. */
const WITHOUT_FILES = [
  ...['aloqabankConnection', 'clientSetting', 'criterionSetting', 'informalSetting', 'pledgeSetting'],
  ...['resaleBonusSetting', 'smsCampaignSetting', 'tariffValue', 'branchSeal', 'integrationSetting'],
];
const taking = (settings as readonly AnySetting[]).filter(({ spec }) => !WITHOUT_FILES.includes(spec.name));

/** Rows of the list as the file has them. */
async function listed(of: AnySetting, language: 'uz' | 'ru' = 'uz', query: object = {}) {
  const answer = (await server.current.do('director', of.calls.index, { language, query } as never)) as unknown as {
    data: SubjectRow[];
    branch?: Chosen;
  };
  return sheetRows(of, answer.data, answer.data, answer.branch);
}
const nodeIdOf = (of: AnySetting, one: { id: number } & Record<string, unknown>) =>
  of.spec.inherits === undefined ? one.id : (one[of.spec.inherits] as Chosen).id;
async function rowOf(of: AnySetting, one: { id: number } & Record<string, unknown>) {
  const row = (await listed(of)).find(({ id }) => id === nodeIdOf(of, one));
  if (row === undefined) throw new Error('no row');
  return row;
}
const revisionsOf = (of: AnySetting, id: number) => done('director', of.calls.revisions, { params: { id } });
const countOf = async ({ spec }: AnySetting) => {
  const table = spec.name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM ${sql.table(table)}`.execute(
    server.current.db.kysely,
  );
  return rows[0]?.n;
};
const again = (of: AnySetting, rows: Parameters<typeof exportOf>[2], change: Record<string, RawCell> = {}) =>
  readAgain(server.current, sheetOfSetting(of), exportOf(sheetOfSetting(of), 'uz', rows, change));
async function confirm(id: number, without_bad = false) {
  await server.current.do('director', importConfirm, { params: { id }, body: { file_hash: FILE_HASH, without_bad } });
  return (await server.current.do('director', importNext, { params: { id } })).data;
}

beforeAll(world.prepare);

it('settings that have no subject, a picture or a secret take no file', async () => {
  const refused = (settings as readonly AnySetting[]).filter((one) => !settingTakesFiles(one));
  expect(refused.map(({ spec }) => spec.name).sort()).toEqual([...WITHOUT_FILES].sort());
  for (const directory of WITHOUT_FILES)
    expect((await call('director', importIndex, { query: { directory } })).status, directory).toBe(403);
});

describe.each(taking.map((one) => [one.spec.name, one] as const))('%s', (name, of) => {
  beforeEach(() => world.begin(of));
  const proposes = of.spec.confirm === true;

  it('its export read back untouched is 0 changes, in either language', async () => {
    const first = await subjectOf(of);
    await settled(of, first, BEGAN);
    await settled(of, first, FUTURE);
    await settled(of, await subjectOf(of), '2026-04-01');
    await create(of, await subjectOf(of), FUTURE);
    for (const language of ['uz', 'ru'] as const) {
      const rows = await listed(of, language);
      expect(rows.length).toBeGreaterThan(1);
      const found = await readAgain(server.current, sheetOfSetting(of), exportOf(sheetOfSetting(of), language, rows));
      expect(found.faults).toEqual([]);
      expect(found).toMatchObject({
        status: 'checked',
        refused: 'Yozadigan oʻzgarish yoʻq.',
        figures: { same: rows.length, fresh: 0, changed: 0, moved: 0, bad: 0 },
      });
    }
  });

  it('a good file writes one revision, with its steps in the log; it is given up when the file is taken back', async () => {
    const one = await settled(of, await subjectOf(of), BEGAN);
    const other = await settled(of, await subjectOf(of), BEGAN);
    const [mine, theirs] = [await rowOf(of, one), await rowOf(of, other)];
    // the end of a band is its own
    const taken = Object.keys(of.spec.fields).filter((figure) => figure !== of.spec.band?.to);
    const figures = Object.fromEntries(taken.map((figure) => [figure, theirs[figure]]));
    const before = await countOf(of);
    const found = await again(of, [{ ...mine, ...figures }], { valid_from: day(FUTURE) });
    expect(found.faults).toEqual([]);
    expect(found.figures).toMatchObject({ fresh: 0, changed: 1, same: 0, moved: 0, bad: 0 });
    expect(await countOf(of)).toBe(before);
    const written = await confirm(found.id);
    expect(written).toMatchObject({ status: 'done', written: 1 });
    expect(await countOf(of)).toBe((before ?? 0) + 1);
    const [newest] = await revisionsOf(of, one.id);
    expect(newest).toMatchObject({
      status: proposes ? 'draft' : 'planned',
      version: proposes ? 1 : 2,
      valid_from: FUTURE,
      created_by: { id: PEOPLE.director.id },
    });
    for (const subject of Object.keys(of.spec.subject)) expect(newest[subject], subject).toEqual(one[subject]);
    for (const figure of taken) expect(newest[figure], figure).toEqual(other[figure]);
    const steps = [
      ['revision.create', PEOPLE.director.id, 'draft'],
      ...(proposes ? [] : [['revision.plan', PEOPLE.director.id, 'planned']]),
    ];
    expect(await logOf(of, newest.id)).toEqual(steps);
    const { rows } = await sql`SELECT 1 FROM record_log
      WHERE kind = ${name} AND record_id = ${newest.id} AND (payload->>'import')::integer = ${found.id}`.execute(
      server.current.db.kysely,
    );
    expect(rows).toHaveLength(steps.length);
    // a lost answer: asked again it is the same, and nothing is written twice
    expect((await server.current.do('director', importNext, { params: { id: found.id } })).data).toEqual(written);
    expect(await countOf(of)).toBe((before ?? 0) + 1);

    const { data: back } = await server.current.do('director', importTakeBack, { params: { id: found.id } });
    expect(back).toMatchObject({ status: 'taken_back', back: 1, left: [] });
    expect((await revisionsOf(of, one.id))[0]).toMatchObject({ id: newest.id, status: 'dropped' });
    expect((await logOf(of, newest.id)).at(-1)).toEqual(['revision.drop', PEOPLE.director.id, 'dropped']);
  });

  it('bad lines are named by column, and nothing is written', async () => {
    const one = await settled(of, await subjectOf(of), BEGAN);
    const row = { ...(await rowOf(of, one)), key: null };
    const before = await countOf(of);
    const sheet = sheetOfSetting(of);
    const at = (cell: RawCell) => exportOf(sheet, 'uz', [row], { valid_from: cell })[1] as RawCell[];
    const [heads = []] = exportOf(sheet, 'uz', []);
    const found = await readAgain(server.current, sheet, [
      heads,
      at(null),
      at('10.6.2091'),
      at({ n: '69800' }),
      at(new Date('2091-06-01T10:30:00Z')),
      at(day('2026-01-01')),
      at('01.06.2091'),
      at(day(FUTURE)),
    ]);
    const texts = faultsOf(found).filter(([part]) => part === 'valid_from');
    expect(texts).toEqual([
      ['valid_from', '3–4', 'Sana kerak: sana katagi yoki kk.oo.yyyy koʻrinishida.'],
      ['valid_from', '2', 'Toʻldirilishi shart.'],
      ['valid_from', '5', 'Faqat sana kerak, vaqtsiz.'],
      // before it began there was nothing: the day would be written, and its month is closed
      ['valid_from', '6', 'Bu kunning oyi yopilgan: boshqa kunni yozing.'],
    ]);
    // the same subject and day twice, whatever cells they are
    const rows = faultsOf(found).filter(([part]) => part === null);
    expect(rows).toEqual([[null, '7–8', 'Faylda bir martadan koʻp uchraydi.']]);
    const refused = await call('director', importConfirm, {
      params: { id: found.id },
      body: { file_hash: FILE_HASH, without_bad: false },
    });
    expect([refused.status, refused.error.message]).toEqual([409, 'Yozadigan oʻzgarish yoʻq.']);
    expect(await countOf(of)).toBe(before);
  });

  it('is for who may change it', async () => {
    const body = { directory: name, file_name: 'a', file_hash: HASH, exported_at: null, columns: [], rows: 1 };
    const columns = [{ title: 'Qachondan', part: 'valid_from' }];
    expect((await call('nobody', importCreate, { body: { ...body, columns } })).status).toBe(403);
    await server.current.db.kysely
      .insertInto('user_rule')
      .values({ user_id: PEOPLE.viewer.id, resource: of.spec.rule, action: 'show', granted: true, until: null })
      .onConflict((row) => row.doNothing())
      .execute();
    expect((await call('viewer', importCreate, { body: { ...body, columns } })).status).toBe(403);
    expect((await call('director', importCreate, { body: { ...body, columns } })).status).toBe(200);
  });
});

const shown = async (name: string, id: number) => (await revisionsOf(setting(name), id))[0];
const give = (who: keyof typeof PEOPLE, resource: string, ...actions: string[]) =>
  server.current.db.kysely
    .insertInto('user_rule')
    .values(actions.map((action) => ({ user_id: PEOPLE[who].id, resource, action, granted: true, until: null })))
    .onConflict((row) => row.doNothing())
    .execute();
const columnsOf = (...parts: string[]) => parts.map((part) => ({ title: part, part }));

/** A category of the test. */
async function newCategory(name: string, parent_id: number | null = null): Promise<number> {
  const { id } = await server.current.db.kysely
    .insertInto('product_category')
    .values({ name_uz: name, name_ru: `${name} ru`, parent_id })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

describe('markups of a tree', () => {
  const of = setting('priceMarkup');
  const file = { directory: 'priceMarkup', columns: columnsOf('category', 'markup', 'valid_from') };
  const markup = async (category_id: number, figure: number, valid_from: string) => {
    const { id } = await done('director', of.calls.create, { body: { category_id, markup: figure, valid_from } });
    await done('director', of.calls.plan, { params: { id } });
    return id as number;
  };
  beforeEach(() => world.begin(of));

  it('a row that takes its figures from above says nothing; once it is changed it has its own', async () => {
    const top = await newCategory('Texnika 1');
    const below = await newCategory('Telefonlar 1', top);
    const first = await markup(top, 20, BEGAN);
    const rows = (await listed(of)).filter(({ id }) => id === top || id === below);
    expect(rows.map(({ key }) => key)).toEqual([String(first), String(first)]);
    expect((await again(of, rows)).figures).toMatchObject({ same: 2, fresh: 0, changed: 0 });
    // the same figure from another day is said of it itself
    const found = await again(of, rows, { valid_from: day(FUTURE) });
    expect(found.figures).toMatchObject({ same: 1, fresh: 1, changed: 0 });
    await confirm(found.id);
    const [own] = (await listed(of)).filter(({ id }) => id === below);
    expect(own).toMatchObject({ planned: 1, next: FUTURE });
    expect(await shown('priceMarkup', own?.first as number)).toMatchObject({ markup: 20, category: { id: below } });
  });

  it('records of one name are called by their ways from the top, in the export and by hand', async () => {
    const [one, other] = [await newCategory('Texnika 2'), await newCategory('Mebel 2')];
    const twins = [await newCategory('Aksessuar 2', one), await newCategory('Aksessuar 2', other)];
    await markup(one, 11, BEGAN);
    await markup(twins[1] as number, 13, BEGAN);
    const rows = (await listed(of)).filter(({ id }) => [one, other, ...twins].includes(id));
    expect(rows.map(({ category }) => (category as Chosen).title).sort()).toEqual([
      'Mebel 2',
      'Mebel 2 / Aksessuar 2',
      'Texnika 2',
      'Texnika 2 / Aksessuar 2',
    ]);
    expect((await again(of, rows)).figures).toMatchObject({ same: 4, bad: 0 });
    const found = await check(
      [
        ['Aksessuar 2', { n: '5' }, '01.06.2091'],
        ['texnika 2 / aksessuar 2', { n: '5' }, '01.06.2091'],
        ['Yoʻq narsa', { n: '5' }, '01.06.2091'],
        ['Mebel 2', { n: '100.5' }, '01.06.2091'],
        ['Mebel 2 ru', null, '11.06.2091'],
        ['Texnika 2', null, null],
      ],
      file,
    );
    expect(faultsOf(found)).toEqual([
      [
        'category',
        '2',
        '“Aksessuar 2” nomli yozuv bir nechta: ustidagisi bilan yozing, masalan “Telefonlar / Aksessuar 2”.',
      ],
      ['category', '4', '“Yoʻq narsa” degan yozuv yoʻq.'],
      ['markup', '5', '100 dan oshmasligi kerak.'],
      ['markup', '6', 'Toʻldirilishi shart.'],
    ]);
    // a subject without figures and day is left alone
    expect(found.figures).toMatchObject({ fresh: 1, same: 1, bad: 4 });
    expect(await write(found.id, true)).toMatchObject({ status: 'done', written: 1 });
  });

  it('a row after one of the same subject says until when that one holds', async () => {
    const top = await newCategory('Texnika 3');
    const first = await markup(top, 10, '2026-02-01');
    const found = await check(
      [
        ['Texnika 3', { n: '10' }, '01.09.2091'],
        ['Texnika 3', { n: '15' }, '01.05.2091'],
        ['Texnika 3', { n: '10' }, '01.04.2091'],
      ],
      file,
    );
    expect(found.figures).toMatchObject({ same: 1, changed: 2 });
    expect(await write(found.id)).toMatchObject({ written: 2 });
    const days = (await revisionsOf(of, first)).map(({ valid_from, markup: figure }: Record<string, unknown>) => [
      valid_from,
      figure,
    ]);
    expect(days).toEqual([
      ['2091-09-01', 10],
      ['2091-05-01', 15],
      ['2026-02-01', 10],
    ]);
  });

  it('what holds at once stays when the file is taken back, as does what somebody has touched; the rest is given up', async () => {
    await give('accountant', 'price_markup', 'show', 'edit');
    const [one, two, three] = [await newCategory('A 4'), await newCategory('B 4'), await newCategory('C 4')];
    const now = today().split('-').reverse().join('.');
    const found = await check(
      [
        ['A 4', { n: '10' }, now],
        ['B 4', { n: '10' }, '01.06.2091'],
        ['C 4', { n: '10' }, '01.06.2091'],
      ],
      file,
    );
    const { id } = await write(found.id);
    const rows = await listed(of);
    const firstOf = (category: number) => rows.find((row) => row.id === category)?.first as number;
    expect(await shown('priceMarkup', firstOf(one))).toMatchObject({ status: 'valid', valid_from: today() });
    await done('accountant', of.calls.drop, { params: { id: firstOf(two) } });
    const { data } = await server.current.do('director', importTakeBack, { params: { id } });
    expect(data).toMatchObject({ status: 'taken_back', back: 1 });
    expect(data.left).toMatchObject([
      {
        row: 2,
        record: { id: firstOf(one), title: 'A 4' },
        by: null,
        reason: 'Kuchga kirgan, hujjatlar undan olgan boʻlishi mumkin: qaytarish oʻrniga yangi qiymat kiriting.',
      },
      { row: 3, record: { title: 'B 4' }, by: { id: PEOPLE.accountant.id }, reason: null },
    ]);
    expect((await shown('priceMarkup', firstOf(one))).status).toBe('valid');
    expect((await shown('priceMarkup', firstOf(three))).status).toBe('dropped');
  });

  it('what others settled since the export is shown beside it, and written only where that is chosen', async () => {
    const top = await newCategory('Texnika 5');
    const first = await markup(top, 10, BEGAN);
    const rows = (await listed(of)).filter(({ id }) => id === top);
    await give('accountant', 'price_markup', 'show', 'edit');
    const body = { category_id: top, markup: 12, valid_from: FUTURE };
    const { id: theirs } = await done('accountant', of.calls.create, { body });
    await done('accountant', of.calls.plan, { params: { id: theirs } });
    // untouched it still asks nothing
    expect((await again(of, rows)).figures).toMatchObject({ same: 1, moved: 0 });
    const found = await again(of, rows, { markup: { n: '15' }, valid_from: day(LATER) });
    expect(found.conflicts).toMatchObject([
      {
        row: 2,
        record: { title: 'Texnika 5' },
        field: 'markup',
        exported: 10,
        now: 12,
        file: 15,
        by: { id: PEOPLE.accountant.id },
        take: null,
      },
    ]);
    const params = { id: found.id };
    const hash = { file_hash: FILE_HASH, without_bad: false };
    expect((await call('director', importConfirm, { params, body: hash })).status).toBe(409);
    await done('director', importChoose, { params, body: { choices: [{ row: 2, field: 'markup', take: 'file' }] } });
    await confirm(found.id);
    expect(await shown('priceMarkup', first)).toMatchObject({ markup: 15, valid_from: LATER, status: 'planned' });
  });

  it('what is settled between the check and the writing has all checked again', async () => {
    const top = await newCategory('Texnika 6');
    const first = await markup(top, 10, BEGAN);
    const found = await check([['Texnika 6', { n: '15' }, '01.06.2091']], file);
    const params = { id: found.id };
    await done('director', importConfirm, { params, body: { file_hash: HASH, without_bad: false } });
    await markup(top, 12, '2091-01-01');
    expect((await done('director', importNext, { params })).status).toBe('checking');
    expect(await shown('priceMarkup', first)).toMatchObject({ markup: 12 });
    expect((await done('director', importNext, { params })).figures).toMatchObject({ changed: 1 });
    expect((await write(found.id)).status).toBe('done');
    expect(await shown('priceMarkup', first)).toMatchObject({ markup: 15, valid_from: FUTURE });
  });

  it('writes nothing of any row when one is refused, and says which', async () => {
    const [one, two] = [await newCategory('A 7'), await newCategory('B 7')];
    const found = await check(
      [
        ['A 7', { n: '10' }, '01.06.2091'],
        ['B 7', { n: '10' }, '01.06.2091'],
      ],
      file,
    );
    await server.current.db.kysely
      .updateTable('product_category')
      .set({ active: false })
      .where('id', '=', two)
      .execute();
    const failed = await write(found.id);
    expect(failed.status).toBe('failed');
    expect(failed.reason).toContain('3-qator yozilmadi, shuning uchun hech narsa yozilmagan.');
    expect((await listed(of)).find(({ id }) => id === one)?.first).toBeNull();
  });
});

describe('settings of branches', () => {
  const of = setting('markupCategory');
  beforeEach(() => world.begin(of));

  it('who is of a branch writes its own figures alone; every branch is an empty cell', async () => {
    const top = await newCategory('Texnika 8');
    const branches = await sql<{ id: number; name: string }>`SELECT id, name FROM organization
      WHERE id IN (${ORGANIZATION}, ${OTHER_ORGANIZATION}) ORDER BY id`.execute(server.current.db.kysely);
    const names = new Map(branches.rows.map(({ id, name }) => [id, name]));
    await give('counter2', 'markup_category', 'show', 'edit');
    const line = (branch: string | null) => ['Texnika 8', branch, { n: '10' }, { n: '0' }, { n: '0' }, '01.06.2091'];
    const columns = columnsOf('category', 'organization', 'no_cash', 'additional', 'other_additional', 'valid_from');
    const own = PEOPLE.counter2.id;
    const { rows } = await sql<{
      organization_id: number;
    }>`SELECT organization_id FROM app_user WHERE id = ${own}`.execute(server.current.db.kysely);
    const mine = rows[0]?.organization_id as number;
    const other = mine === ORGANIZATION ? OTHER_ORGANIZATION : ORGANIZATION;
    const lines = [line(names.get(mine) as string), line(names.get(other) as string), line(null)];
    const found = await check(lines, { directory: 'markupCategory', columns, who: 'counter2' });
    expect(faultsOf(found).map(([part, at]) => [part, at])).toEqual([['organization', '3–4']]);
    await write(found.id, true, 'counter2');
    const { rows: written } = await sql<{ organization_id: number }>`
      SELECT organization_id FROM markup_category WHERE category_id = ${top}`.execute(server.current.db.kysely);
    expect(written).toEqual([{ organization_id: mine }]);
  });

  it('the list of a branch read back is 0 changes, also where figures of every branch hold in it', async () => {
    const top = await newCategory('Texnika 9');
    const figures = { no_cash: 10, additional: 5, other_additional: 0, valid_from: BEGAN };
    for (const organization_id of [null, ORGANIZATION]) {
      const { id } = await done('director', of.calls.create, {
        body: { category_id: top, organization_id, ...figures },
      });
      await done('director', of.calls.plan, { params: { id } });
    }
    await newCategory('Telefonlar 9', top);
    for (const organization_id of [ORGANIZATION, OTHER_ORGANIZATION]) {
      const rows = await listed(of, 'uz', { organization_id });
      const found = await again(of, rows);
      expect(found.faults).toEqual([]);
      expect(found.figures).toMatchObject({ same: rows.length });
    }
  });
});

it('a new subject asks for the right to add, where the setting has one', async () => {
  const of = setting('productLimit');
  await world.begin(of);
  const { rows } = await sql<{ name: string }>`SELECT name FROM organization WHERE id = ${ORGANIZATION}`.execute(
    server.current.db.kysely,
  );
  const subject = { ...(await subjectOf(of)), organization_id: ORGANIZATION };
  const one = await settled(of, subject, BEGAN);
  await give('accountant', 'product_limit', 'show', 'edit');
  const columns = columnsOf('organization', 'variant', 'min', 'max', 'valid_from');
  const other = await settled(of, { ...(await subjectOf(of)), organization_id: ORGANIZATION }, BEGAN);
  await sql`DELETE FROM product_limit WHERE id = ${other.id}`.execute(server.current.db.kysely);
  const line = (variant: Chosen) => [rows[0]?.name ?? '', variant.title, { n: '2' }, { n: '9' }, '01.06.2091'];
  const found = await check([line(one.variant), line(other.variant)], {
    directory: 'productLimit',
    columns,
    who: 'accountant',
  });
  expect(faultsOf(found)).toEqual([[null, '3', 'Yangi yozuv qoʻshishga ruxsatingiz yoʻq.']]);
});

it('proposals wait for a second person; what that one has settled is not taken back', async () => {
  const of = setting('moneyValue');
  await world.begin(of);
  const columns = columnsOf('code', 'organization', 'value', 'valid_from');
  const found = await check(
    [
      ['return_days', null, { n: '14' }, '01.06.2091'],
      ['write_off_years', null, { n: '3' }, '01.06.2091'],
    ],
    { directory: 'moneyValue', columns },
  );
  const { id } = await write(found.id);
  const rows = await listed(of);
  expect(rows.map(({ drafts, planned, in_force }) => [drafts, planned, in_force])).toEqual([
    [1, 0, null],
    [1, 0, null],
  ]);
  const proposed = rows.find(({ code }) => code === 'return_days')?.id as number;
  expect((await call('director', of.calls.plan, { params: { id: proposed } })).status).toBe(403);
  await done(settlerOf(of), of.calls.plan, { params: { id: proposed } });
  const { data } = await server.current.do('director', importTakeBack, { params: { id } });
  expect(data).toMatchObject({ back: 1, left: [{ row: 2, by: { id: PEOPLE.deputy.id }, reason: null }] });
});
