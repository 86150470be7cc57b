/** People whom partners brought in the demo, by the calls of who writes them down, calls them and grants fees. */
import { sql } from 'kysely';
import { initiativeClient } from '../../contract/directories/initiativeClient.ts';
import { call, DAY, type Desk, HOUR, later, type Replay } from './desk.ts';

type Until = 'new' | 'called' | 'refused';

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
  return all.map(([place, fullname, phone, goods, daysAgo, until, result]) => ({
    at: new Date(Date.now() - daysAgo * DAY - 2 * HOUR),
    async run() {
      const partner_id = partners[place % partners.length]?.id ?? 0;
      const { data } = await call(desk, 'director', initiativeClient.calls.create, {
        body: { partner_id, fullname, phone, pinfl: null, goods },
      });
      if (until === 'new') return;
      later(desk, 90);
      const verb = until === 'called' ? 'call' : 'refuse';
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
}
