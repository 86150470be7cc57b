/** Clients of the demo: numbers of district 000, which nobody has (decision 88); the same in every run. */
import { type Kysely, sql } from 'kysely';
import { pinflDigit } from '../../contract/checkDigits.ts';
import type { Chosen } from '../../contract/directory/fields.ts';
import type { Trx } from '../db/open.ts';
import type { Schema } from '../db/schema.ts';
import { daysAfter, tashkentDay } from '../http/days.ts';
import { pinflOf } from './blackList.ts';
import { seedDirectory } from './directories.ts';
import { Random } from './random.ts';

/** Those of the chain before its year; their ids come first. */
export const COUNT = 60;

const SURNAMES = [
  ...['Qodirov', 'Tursunov', 'Abdurahmonov', 'Ismoilov', 'Xoliqov', 'Normatov', 'Saidov', 'Mamatqulov', 'Rasulov'],
  ...['Toshpoʻlatov', 'Gʻaniyev', 'Boltayev', 'Eshonqulov', 'Umarov', 'Joʻrayev', 'Sultonov', 'Haydarov', 'Fayziyev'],
];
const MEN = ['Sherzod', 'Javohir', 'Rustam', 'Akmal', 'Dilshod', 'Bahrom', 'Sanjar', 'Otabek', 'Umid', 'Jahongir'];
const WOMEN = [
  'Malika',
  'Zulfiya',
  'Feruza',
  'Gulbahor',
  'Shahnoza',
  'Nargiza',
  'Dilnoza',
  'Sevara',
  'Barno',
  'Kamola',
];
const FATHERS = ['Baxtiyor', 'Rustam', 'Ikrom', 'Anvar', 'Erkin', 'Botir', 'Murod', 'Sobir', 'Karim', 'Tohir', 'Nodir'];
const STREETS = [
  'Navoiy koʻchasi',
  'Mustaqillik koʻchasi',
  'Bogʻishamol koʻchasi',
  'Doʻstlik koʻchasi',
  'Yangi hayot koʻchasi',
];
const WORK = ['oʻqituvchi', 'hamshira', 'haydovchi', 'hisobchi', 'muhandis', 'sotuvchi'];

const SEGMENTS = [
  {
    ...{
      name: 'Yosh oilalar',
      colour: '#1f7a8c',
      gender: null,
      region: null,
      note: 'Maishiy texnika takliflari uchun.',
    },
    conditions: [{ fact: 'age', at_least: 22, at_most: 35 }],
  },
  {
    ...{ name: 'Yaxshi maoshli, shartnomasi yoʻq', colour: '#7a5195', gender: null, region: null, note: null },
    conditions: [
      { fact: 'salary', at_least: 5_000_000, at_most: null },
      { fact: 'contracts', at_least: null, at_most: 0 },
    ],
  },
  {
    ...{ name: 'Toʻlovi kechikkanlar', colour: '#c2410c', gender: null, region: null, note: null },
    conditions: [{ fact: 'overdue_days', at_least: 1, at_most: null }],
  },
];

const two = (figure: number): string => String(figure).padStart(2, '0');

/** A chosen row by its id and its title. */
const rowsOf = async (db: Kysely<Schema>, table: string, title: string) =>
  (
    await sql<Chosen>`SELECT id, ${sql.ref(title)} AS title FROM ${sql.table(table)} WHERE active ORDER BY id`.execute(
      db,
    )
  ).rows;

export async function seedClients(trx: Trx, at: Date, today: string): Promise<void> {
  const random = new Random('mijozlar');
  const regions = await rowsOf(trx, 'region', 'name_uz');
  const workplaces = await rowsOf(trx, 'workplace', 'name');
  const { rows: villages } = await sql<Chosen & { region_id: number }>`
    SELECT id, name_uz AS title, region_id FROM village WHERE active ORDER BY id`.execute(trx);

  const people = Array.from({ length: COUNT }, (_, index) => {
    const isMan = index % 2 === 0;
    const year = random.whole(1966, 2005);
    const [day, month] = [two(random.whole(1, 28)), two(random.whole(1, 12))];
    const first = (year < 2000 ? 3 : 5) + (isMan ? 0 : 1);
    const begun = `${first}${day}${month}${two(year % 100)}000${String(index + 101).padStart(3, '0')}`;
    const surname = SURNAMES[index % SURNAMES.length] as string;
    const father = random.pick(FATHERS);
    const fullname = isMan
      ? `${surname} ${random.pick(MEN)} ${father} oʻgʻli`
      : `${surname}a ${random.pick(WOMEN)} ${father} qizi`;
    return { fullname, pinfl: `${begun}${pinflDigit(begun)}`, birth_date: `${year}-${month}-${day}`, isMan };
  });
  // one of them is on the black list, one came without a PINFL
  const listed = 'Xolmatov Sardor Anvarovich';
  people[4] = { fullname: listed, pinfl: pinflOf(1, listed), birth_date: '1985-06-11', isMan: true };

  const records = people.map(({ fullname, pinfl, birth_date, isMan }, index) => {
    const village = random.pick(villages);
    const region = regions.find(({ id }) => id === village.region_id) as Chosen;
    const issued = daysAfter(today, -random.whole(200, 2_699));
    const mobile = () =>
      `+9989${random.pick(['0', '1', '3', '4', '7', '9'])}${String(random.whole(0, 9_999_999)).padStart(7, '0')}`;
    const works = index % 5 !== 3;
    return {
      pinfl: index === 17 ? null : pinfl,
      ...{ fullname, birth_date, gender: isMan ? 'male' : 'female', consent: true, doubles_checked: false },
      documents: [
        {
          number: `A${random.pick(['A', 'B', 'C', 'D'])}${2_000_000 + index * 91_357}`,
          issued_by: `${region.title} IIB`,
          issued_on: issued,
          expires_on: daysAfter(issued, 3_652),
        },
      ],
      phones: [
        { phone: mobile(), owner: 'self', relation: null },
        { phone: mobile(), owner: 'relative', relation: isMan ? 'xotini' : 'eri' },
      ],
      ...{ region, village: { id: village.id, title: village.title } },
      // orders, contracts and payments that follow are later
      last_event: tashkentDay(at),
      street: `${random.pick(STREETS)}, ${random.whole(1, 120)}-uy`,
      ...(works && {
        workplace: random.pick(workplaces),
        position: random.pick(WORK),
        works_since: daysAfter(today, -random.whole(300, 4_299)),
        salary: 2_800_000 + random.whole(0, 59) * 100_000,
        payday: random.pick([5, 10, 15, 25]),
      }),
    };
  });
  await seedDirectory(trx, 'client', records, at);
  await seedDirectory(trx, 'segment', SEGMENTS, at);
}
