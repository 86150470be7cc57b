/** Announcements and tests of staff are found by their titles in every spelling (decision 29). */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { announcementCreate, announcementIndex, announcementUpdate } from '../../contract/announcements.ts';
import { searchKey } from '../../contract/search.ts';
import { myTests, ownResults } from '../../contract/staffTests.ts';
import { testIndex } from '../../contract/testAuthors.ts';
import { announcements0011 } from '../../server/db/migrations/0011_announcement_search.ts';
import { writeResult, writeTest } from './testKit.ts';
import { withServer } from './world.ts';

const server = withServer();
const on = () => server.current;

const body = (title_uz: string, title_ru: string) => ({
  title_uz,
  title_ru,
  body_uz: '',
  body_ru: '',
  everyone: true,
  position_ids: [],
  organization_ids: [],
  from: new Date(Date.now() - 60_000).toISOString(),
  to: new Date(Date.now() + 3_600_000).toISOString(),
  must_confirm: false,
});
const write = (uz: string, ru: string) => on().do('director', announcementCreate, { body: body(uz, ru) });
const found = async (search: string) =>
  (await on().do('director', announcementIndex, { query: { search } })).data.map(({ title_uz }) => title_uz).sort();

describe('searching announcements', () => {
  it('by either language, whatever the apostrophe, the script, the layout and the order of words', async () => {
    const holiday = 'Yozgi taʼtil jadvali';
    const year = 'Yangi yil oldi ish vaqti';
    await write(holiday, 'График летних отпусков');
    await write(year, '');
    for (const query of [
      "ta'til",
      'ТАЪТИЛ',
      'taʻtil jadvali',
      'jadvali yozgi',
      'летних',
      'letnih',
      'ktnyb[',
      'офвмфдш',
    ])
      expect(await found(query), query).toEqual([holiday]);
    for (const query of ['янги', 'yangi', 'нфтпш', 'иш вақти']) expect(await found(query), query).toEqual([year]);
    for (const query of ['', ' ', '?']) expect(await found(query), query).toEqual([year, holiday]);
    expect(await found('%')).toEqual([year, holiday]);
    expect(await found('yangi jadval')).toEqual([]);
  });

  it('by the current title, and by those written before there were keys', async () => {
    const { data } = await write('Eski sarlavha', '');
    const params = { id: data.id };
    await on().do('director', announcementUpdate, { params, body: body('Boshqa sarlavha', '') });
    expect(await found('eski')).toEqual([]);
    expect(await found('бошқа')).toEqual(['Boshqa sarlavha']);
    const { kysely } = on().db;
    await sql`ALTER TABLE announcement DROP COLUMN search_key`.execute(kysely);
    await announcements0011.up(kysely);
    expect(await found('бошқа')).toEqual(['Boshqa sarlavha']);
  });
});

it('tests are found so by their authors, and results by who has them', async () => {
  const title = 'Yongʻin xavfsizligi';
  const id = await writeTest(on(), { title });
  await on()
    .db.kysely.updateTable('test')
    .set({ search_key: searchKey(title) })
    .where('id', '=', id)
    .execute();
  const mine = (await on().do('keeper', myTests, {})).data.find((one) => one.title === title);
  await writeResult(on(), mine?.attempt_id ?? 0, { ago: 0, left: 1 });
  for (const [search, count] of [
    ["yong'in", 1],
    ['xavfsizligi yongin', 1],
    ['нщтпшт', 1],
    ['ёнғин', 1],
    ['kassa', 0],
    ['', 1],
  ] as const) {
    expect(
      (await on().do('director', testIndex, { query: { search } })).data.map((one) => one.title),
      search,
    ).toEqual(Array(count).fill(title));
    expect(
      (await on().do('keeper', ownResults, { query: { search } })).data.map((one) => one.title),
      search,
    ).toEqual(Array(count).fill(title));
  }
});
