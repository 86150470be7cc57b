/** Bank and tax requisites of the demo chain: one firm a region, each branch with its own account. */
import { sql } from 'kysely';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { requisite } from '../../contract/settings/requisite.ts';
import { ORGANIZATIONS } from './people.ts';
import { type DemoRevision, since } from './revisions.ts';

const CAPITAL = { firm: 'Idora Savdo MCHJ', stir: '305172930', director: 'Yusupov Botir Anvarovich' };
const VALLEY = { firm: 'Idora Vodiy Savdo MCHJ', stir: '306418275', director: 'Gʻaniyev Olim Davronovich' };
const WEST = { firm: 'Idora Zarafshon MCHJ', stir: '307250914', director: 'Salimov Nodir Kamolovich' };
/** By organization: its firm, the MFO of its bank. */
const FIRMS: readonly (readonly [code: string, firm: typeof CAPITAL, mfo: string])[] = [
  ['BSH', CAPITAL, '00417'],
  ['CHL', CAPITAL, '00417'],
  ['YUN', CAPITAL, '01036'],
  ['SRG', CAPITAL, '00417'],
  ['SMR', WEST, '01317'],
  ['BUX', WEST, '00974'],
  ['FRG', VALLEY, '00583'],
  ['NMG', VALLEY, '00583'],
];

function requisitesOf(code: string, firm: typeof CAPITAL, mfo: string): Record<string, unknown> {
  const one = ORGANIZATIONS.find((organization) => organization.code === code);
  if (one === undefined) throw new Error(`there is no organization ${code}`);
  return {
    organization_id: one.id,
    ...firm,
    address: one.address,
    bank_id: sql`(SELECT id FROM bank WHERE mfo = ${mfo})`,
    account: `20208000${String(one.id).padStart(2, '9')}${firm.stir.slice(1)}${String(one.id).padStart(2, '0')}`,
  };
}

export const REQUISITES: readonly (readonly [AnySetting, readonly DemoRevision[]])[] = [
  [
    requisite as unknown as AnySetting,
    [
      ...FIRMS.filter(([code]) => code !== 'CHL').map((one) => since(220, requisitesOf(...one))),
      // another director and another bank since summer
      {
        daysAgo: 300,
        status: 'superseded',
        values: requisitesOf('CHL', { ...CAPITAL, director: 'Azimov Laziz Rustamovich' }, '00974'),
      },
      since(110, requisitesOf('CHL', CAPITAL, '00417')),
      since(-14, requisitesOf('SMR', { ...WEST, director: 'Jalilova Nigora Temurovna' }, '01317')),
      { daysAgo: -40, status: 'draft', values: requisitesOf('YUN', CAPITAL, '01204') },
    ],
  ],
];
