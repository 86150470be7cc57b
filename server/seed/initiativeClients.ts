/** People whom partners brought in the demo, by the calls of who writes them down, calls them and grants fees. */
import { sql } from 'kysely';
import { pinflDigit } from '../../contract/checkDigits.ts';
import { client } from '../../contract/directories/client.ts';
import { initiativeClient } from '../../contract/directories/initiativeClient.ts';
import type { DirectoryBody } from '../../contract/directory/directory.ts';
import { imageUpload } from '../../contract/images.ts';
import { saidByPinfl } from '../../contract/persons.ts';
import { daysAfter, tashkentDay } from '../http/days.ts';
import { call, DAY, type Desk, HOUR, later, type Replay } from './desk.ts';
import { saleReplays } from './payments.ts';
import { chainOf } from './year/chain.ts';

type Until = 'new' | 'called' | 'refused' | 'rewarded';

/** A number of district 000, which nobody has (decision 88). */
const FIRST = '4140390000900';
/** Who bought soon after, so that the partner has the fee. */
const BUYER = {
  ...{ fullname: 'Saidova Nigora Rustamovna', phone: '+998935510077', pinfl: `${FIRST}${pinflDigit(FIRST)}` },
  /** Days since the contract was signed. */
  daysAgo: 25,
};

/** Place of the partner, name, phone, wanted goods, days ago, how far it came, what was said. */
const LEADS: readonly (readonly [number, string, string, string, number, Until, string?])[] = [
  [0, 'Yoʻldosheva Mavluda', '+998935510011', 'Kir yuvish mashinasi', 45, 'called', 'Oylikdan keyin kelaman dedi.'],
  [1, 'Qodirov Sherzod', '+998935510022', 'Smartfon', 21, 'refused', 'Boshqa doʻkondan olibdi.'],
  [0, 'Rahmatova Dilnoza', '+998935510033', 'Muzlatkich', 12, 'called', 'Shanba kuni eri bilan keladi.'],
  [
    1,
    'Ergashev Bobur',
    '+998935510044',
    'Televizor, 55 dyuym',
    6,
    'called',
    'Narxni soʻradi, ikki kunda qayta qoʻngʻiroq.',
  ],
  [0, 'Nazarova Gulchehra', '+998935510055', 'Gaz plitasi', 2, 'new'],
  [1, 'Tursunov Akmal', '+998935510066', 'Konditsioner', 1, 'new'],
  [0, BUYER.fullname, BUYER.phone, 'Kir yuvish mashinasi', BUYER.daysAgo + 2, 'rewarded', 'Ertaga doʻkonga keladi.'],
];

/** The one who was brought comes to the shop and becomes a client. */
async function register(desk: Desk): Promise<void> {
  const { villages, workplaces, faces } = await chainOf(desk);
  const file = faces[3] as File;
  const { data: photo } = await call(desk, 'director', imageUpload, { form: { of: 'client', file } });
  const today = tashkentDay(desk.clock.now);
  const phones = [
    { phone: BUYER.phone, owner: 'self' as const, relation: null },
    { phone: '+998935510088', owner: 'relative' as const, relation: 'eri' },
  ];
  const body = {
    ...{ pinfl: BUYER.pinfl, fullname: BUYER.fullname, ...saidByPinfl(BUYER.pinfl), phones },
    documents: [
      { number: 'AC7750900', issued_by: 'IIB', issued_on: daysAfter(today, -900), expires_on: daysAfter(today, 2_752) },
    ],
    ...{ region_id: villages[0]?.region, village_id: villages[0]?.id, street: 'Bunyodkor koʻchasi, 12' },
    workplace_id: workplaces[0],
    ...{ position: 'Hamshira', works_since: daysAfter(today, -1_400), salary: 5_200_000, payday: 5 },
    ...{ photo_id: photo.id, consent: true, doubles_checked: true },
  };
  await call(desk, 'director', client.calls.create, { body: body as unknown as DirectoryBody<typeof client> });
}

/** What the partner's fee is for: a first contract whose goods left in time; it is granted once they have. */
const boughtBy = (desk: Desk): Replay[] => [
  { at: new Date(Date.now() - BUYER.daysAgo * DAY - 6 * HOUR), run: () => register(desk) },
  ...saleReplays(desk, {
    ...{ client: 12, pinfl: BUYER.pinfl, signedAgo: BUYER.daysAgo, goods: 4_200_000, firstPayment: 840_000, term: 12 },
    steps: [
      [BUYER.daysAgo, 'pay', 840_000],
      [BUYER.daysAgo - 1, 'handOver'],
    ],
  }),
  {
    at: new Date(Date.now() - (BUYER.daysAgo - 3) * DAY - 2 * HOUR),
    async run() {
      const { rows } = await sql<{ id: number }>`SELECT l.id FROM initiative_client l
        WHERE l.phone = ${BUYER.phone}`.execute(desk.db.kysely);
      const reward = { params: { id: rows[0]?.id ?? 0 }, body: {} };
      await call(desk, 'director', initiativeClient.steps['lead.reward'] as never, reward as never);
    },
  },
];

export async function initiativeReplays(desk: Desk): Promise<Replay[]> {
  const { rows: partners } = await sql<{ id: number }>`
    SELECT id FROM initiative_partner WHERE active ORDER BY id`.execute(desk.db.kysely);
  // somebody who was a client before the partner named the person
  const { rows: known } = await sql<{ phone: string; fullname: string }>`
    SELECT h.phone, c.fullname FROM client_phone h JOIN client c ON c.id = h.client_id ORDER BY c.id LIMIT 1`.execute(
    desk.db.kysely,
  );
  const all = [
    ...LEADS,
    ...known.map(({ phone, fullname }) => [0, fullname, phone, 'Smartfon', 4, 'new'] as (typeof LEADS)[number]),
  ];
  const leads = all.map(([place, fullname, phone, goods, daysAgo, until, result]) => ({
    at: new Date(Date.now() - daysAgo * DAY - 2 * HOUR),
    async run() {
      const partner_id = partners[place % partners.length]?.id ?? 0;
      const { data } = await call(desk, 'director', initiativeClient.calls.create, {
        body: { partner_id, fullname, phone, pinfl: null, goods },
      });
      if (until === 'new') return;
      later(desk, 90);
      const verb = until === 'refused' ? 'refuse' : 'call';
      await call(
        desk,
        'director',
        initiativeClient.steps[`lead.${verb}`] as never,
        {
          params: { id: data.id },
          body: { result },
        } as never,
      );
    },
  }));
  return [...leads, ...boughtBy(desk)];
}
