/** Places by the state classifier from CSV files: what is added, changed, the same, double and bad. */
import { existsSync, readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { village } from '../../contract/directories/village.ts';
import { type AddressFile, importAddresses } from '../../server/directories/importAddresses.ts';
import { withServer } from './world.ts';

const server = withServer();
const file = (name: string, lines: readonly string[]): AddressFile => ({
  name,
  content: Buffer.from(lines.join('\n')),
});
const load = (...files: AddressFile[]) => importAddresses(server.current.db, files, 'director');

const REGIONS = ['soato,name_uz_latn,name_uz_cyrl,name_ru', '8803,Yangi viloyat,Янги вилоят,Новая область'];
const DISTRICTS = [
  'soato,region_soato,type,name_uz_latn,name_uz_cyrl,name_ru',
  "8803202,8803,district,Oltinko'l  tumani,Олтинкўл тумани,Новый район",
  '8803203,8899,district,Uzoq tumani,Узоқ тумани,Дальний район',
];
const VILLAGES = [
  'soato,district_soato,region_soato,type,name_uz_latn,name_uz_cyrl,name_ru',
  '8803202560,8803202,8803,rural_assembly,Jalabek,Жалабек,Джалабек',
  '8803202552,8803202,8803,urban_settlement,Jalabek,Жалабек,Джалабек',
  "8803202553,8803202,8803,urban_settlement,Ma'rifat g'uncha,Маърифат,Маърифат",
  '88032025,8803202,8803,urban_settlement,Qisqa,Қисқа,Короткое',
  '8803202553,8803202,8803,urban_settlement,Ikkinchi,Иккинчи,Второе',
];

const stored = async () => {
  const { rows } = await sql`
    SELECT v.code, v.name_uz, v.name_ru, v.version, r.name_uz AS region, p.code AS province, (
      SELECT array_agg(l.event || ' ' || coalesce(u.username, '-') ORDER BY l.seq) FROM step_log l
      LEFT JOIN app_user u ON u.id = l.user_id WHERE l.kind = 'village' AND l.id = v.id
    ) AS log
    FROM village v JOIN region r ON r.id = v.region_id JOIN province p ON p.id = r.province_id
    WHERE p.code = '8803' ORDER BY v.code`.execute(server.current.db.kysely);
  return rows;
};

it('writes places from above whatever the order of the files, once, and names doubles and bad lines', async () => {
  const reports = await load(file('v.csv', VILLAGES), file('d.csv', DISTRICTS), file('r.csv', REGIONS));
  expect(reports).toEqual([
    { file: 'r.csv', level: 'province', rows: 1, added: 1, changed: 0, merged: [], bad: [] },
    {
      file: 'd.csv',
      level: 'region',
      rows: 2,
      added: 1,
      changed: 0,
      merged: [],
      bad: [{ line: 3, message: 'there is no region_soato 8899' }],
    },
    {
      file: 'v.csv',
      level: 'village',
      rows: 5,
      added: 2,
      changed: 0,
      merged: [{ line: 2, message: 'Jalabek (8803202560) is Jalabek (8803202552) of line 3' }],
      bad: [
        { line: 5, message: 'code "88032025" does not fit' },
        { line: 6, message: 'soato 8803202553 is on line 4 already' },
      ],
    },
  ]);
  expect(await stored()).toEqual([
    {
      ...{ code: '8803202552', name_uz: 'Jalabek', name_ru: 'Джалабек', version: 1 },
      ...{ region: 'Oltinkoʻl tumani', province: '8803', log: ['record.create director'] },
    },
    {
      ...{ code: '8803202553', name_uz: 'Maʼrifat gʻuncha', name_ru: 'Маърифат', version: 1 },
      ...{ region: 'Oltinkoʻl tumani', province: '8803', log: ['record.create director'] },
    },
  ]);
});

it('changes only names that differ, with one more version and line, and nothing when it is repeated', async () => {
  const renamed = VILLAGES.map((line) =>
    line.replace("Ma'rifat g'uncha,Маърифат,Маърифат", "Ma'rifat,Маърифат,Маърифат"),
  );
  expect(await load(file('v.csv', renamed))).toMatchObject([{ added: 0, changed: 1 }]);
  expect(await load(file('v.csv', renamed))).toMatchObject([{ added: 0, changed: 0 }]);
  expect((await stored())[1]).toMatchObject({
    ...{ name_uz: 'Maʼrifat', version: 2, log: ['record.create director', 'record.update director'] },
  });
});

it('gives a place that has no code that of its name', async () => {
  const on = server.current;
  const { rows } = await sql<{ id: number }>`SELECT id FROM region WHERE code = '8803202'`.execute(on.db.kysely);
  const body = { name: { uz: 'Yashil vodiy', ru: 'Зелёная долина' }, code: null, region_id: rows[0]?.id as number };
  const { data } = await on.do('director', village.calls.create, { body });
  const line = '8803202561,8803202,8803,rural_assembly,Yashil vodiy,Яшил водий,Яшил водий';
  const again = () => load(file('v.csv', [VILLAGES[0] as string, line]));
  expect(await again()).toMatchObject([{ added: 0, changed: 1, bad: [] }]);
  expect((await on.do('director', village.calls.show, { params: { id: data.id } })).data).toMatchObject({
    ...{ code: '8803202561', name: { uz: 'Yashil vodiy', ru: 'Яшил водий' } },
  });
  expect(await again()).toMatchObject([{ added: 0, changed: 0, bad: [] }]);
});

it('passes a name on to the place that has it now, whichever line comes first', async () => {
  const lines = (first: string, second: string) =>
    load(
      file('v.csv', [
        VILLAGES[0] as string,
        `8803202570,8803202,8803,rural_assembly,${first},${first},${first}`,
        `8803202571,8803202,8803,rural_assembly,${second},${second},${second}`,
      ]),
    );
  expect(await lines('Quyi', 'Yuqori')).toMatchObject([{ added: 2, bad: [] }]);
  expect(await lines('Yuqori', 'Togʻli')).toMatchObject([{ added: 0, changed: 2, bad: [] }]);
});

it('refuses a file that is no such list, and a person who is not there', async () => {
  await expect(load(file('x.csv', ['code,name']))).rejects.toThrow('x.csv has no column "soato".');
  await expect(load(file('x.csv', ['']))).rejects.toThrow('x.csv is empty.');
  await expect(importAddresses(server.current.db, [file('r.csv', REGIONS)], 'absent')).rejects.toThrow(
    'There is no user "absent"',
  );
});

const DATA = new URL('../../../shared/data/', import.meta.url);
/** Villages that are read: of all 2,630 it would take ten seconds. */
const SOME = 300;
it.skipIf(!existsSync(DATA))(
  'reads the classifier without a bad line (skipped where ../shared/data is absent)',
  async () => {
    const read = (name: string) => readFileSync(new URL(name, DATA), 'utf8').split('\n');
    const files = [
      file('uz_regions.csv', read('uz_regions.csv')),
      file('uz_districts.csv', read('uz_districts.csv')),
      file('uz_settlements.csv', read('uz_settlements.csv').slice(0, SOME + 1)),
    ];
    const reports = await load(...files);
    expect(reports.map(({ rows }) => rows)).toEqual([14, 205, SOME]);
    expect(reports.flatMap(({ bad }) => bad)).toEqual([]);
    const again = await load(...files);
    expect(again.map(({ added, changed }) => added + changed)).toEqual([0, 0, 0]);
  },
);
