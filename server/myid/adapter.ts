/**
 * MyID behind one adapter. Until it is connected a stand-in answers (decision 86): digits 11 to 13 of the PINFL say what happens,
 * else it knows everybody: who has a card by that card, others by a rule of the digits.
 */
import { type Kysely, sql } from 'kysely';
import { pinflDigit } from '../../contract/checkDigits.ts';
import type { MyidFailure, MyidPerson } from '../../contract/myid.ts';
import { saidByPinfl } from '../../contract/persons.ts';
import type { Schema } from '../db/schema.ts';
import { daysAfter, tashkentDay } from '../http/days.ts';

/** By what a person is asked about. */
export interface MyidAsked {
  readonly pinfl: string | null;
  readonly document: string | null;
  readonly birth_date: string;
}

/** Null: no answer yet. */
export type MyidAnswer =
  | { readonly person: MyidPerson; readonly stand_in: boolean }
  | { readonly failure: MyidFailure; readonly stand_in: boolean }
  | null;

interface Scene {
  readonly db: Kysely<Schema>;
  readonly now: Date;
}

const NAMES = {
  male: ['Aliyev Sherzod', 'Karimov Javohir', 'Tursunov Akmal', 'Saidov Bahrom', 'Umarov Otabek'],
  female: ['Aliyeva Malika', 'Karimova Feruza', 'Tursunova Nargiza', 'Saidova Dilnoza', 'Umarova Kamola'],
} as const;

/** Of district 000, which nobody has, by the digits of a document (decision 88). */
function pinflOf({ document, birth_date }: MyidAsked, gender: 'male' | 'female'): string {
  const [year = '', month = '', day = ''] = birth_date.split('-');
  const first = (year < '2000' ? 3 : 5) + (gender === 'male' ? 0 : 1);
  const begun = `${first}${day}${month}${year.slice(2)}000${(document ?? '').slice(-3)}`;
  return `${begun}${pinflDigit(begun)}`;
}

/** What is on the card of the person, whom a real register would know anyway. */
async function onCard(db: Kysely<Schema>, { pinfl, document }: MyidAsked) {
  const { rows } = await sql<{
    fullname: string;
    gender: 'male' | 'female';
    number: string | null;
    issued_by: string | null;
    issued_on: string | null;
    expires_on: string | null;
  }>`
    SELECT c.fullname, c.gender, d.number, d.issued_by, to_char(d.issued_on, 'YYYY-MM-DD') AS issued_on,
           to_char(d.expires_on, 'YYYY-MM-DD') AS expires_on
    FROM client c LEFT JOIN LATERAL (SELECT * FROM client_document n WHERE n.client_id = c.id
      ORDER BY n.active DESC, n.id DESC LIMIT 1) d ON true
    WHERE ${
      pinfl === null
        ? sql`c.id IN (SELECT client_id FROM client_document WHERE number = ${document})`
        : sql`lower(c.pinfl) = ${pinfl}`
    }`.execute(db);
  return rows[0];
}

const DAYS_OF_DOCUMENT = 3_652;

/** What happens to a question whose person has these digits. */
const MISHAPS: Readonly<Record<string, MyidAnswer>> = {
  '999': { failure: 'not_recognised', stand_in: true },
  '998': null,
  '997': { failure: 'other_person', stand_in: true },
};

export async function askMyid(asked: MyidAsked, { db, now }: Scene): Promise<MyidAnswer> {
  const card = await onCard(db, asked);
  const gender = asked.pinfl === null ? (card?.gender ?? 'male') : saidByPinfl(asked.pinfl).gender;
  const pinfl = asked.pinfl ?? pinflOf(asked, gender);
  const digits = pinfl.slice(10, 13);
  if (digits in MISHAPS) return MISHAPS[digits] as MyidAnswer;
  const figure = Number(digits);
  const issued = card?.issued_on ?? daysAfter(tashkentDay(now), -(100 + figure));
  return {
    stand_in: true,
    person: {
      pinfl,
      fullname: card?.fullname ?? `${NAMES[gender][figure % 5]} Standin`,
      ...saidByPinfl(pinfl),
      document: {
        number: card?.number ?? `AF${pinfl.slice(-7)}`,
        issued_by: card?.issued_by ?? 'MyID',
        issued_on: issued,
        expires_on: card?.expires_on ?? daysAfter(issued, DAYS_OF_DOCUMENT),
      },
    },
  };
}
