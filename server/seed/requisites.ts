/** Requisites, seals and signatures of the demo chain: one firm a region, each branch with its own account and seal. */
import { sql } from 'kysely';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { branchSeal } from '../../contract/settings/branchSeal.ts';
import { requisite } from '../../contract/settings/requisite.ts';
import { daysBefore } from './columns.ts';
import { ORGANIZATIONS } from './people.ts';
import { type DemoRevision, FOUNDED, since } from './revisions.ts';
import { sealFile } from './sealImages.ts';

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

function organizationOf(code: string) {
  const found = ORGANIZATIONS.find((organization) => organization.code === code);
  if (found === undefined) throw new Error(`there is no organization ${code}`);
  return found;
}
const idOfOrganization = (code: string): number => organizationOf(code).id;

function requisitesOf(code: string, firm: typeof CAPITAL, mfo: string): Record<string, unknown> {
  const one = organizationOf(code);
  return {
    organization_id: one.id,
    ...firm,
    address: one.address,
    bank_id: sql`(SELECT id FROM bank WHERE mfo = ${mfo})`,
    account: `20208000${String(one.id).padStart(2, '9')}${firm.stir.slice(1)}${String(one.id).padStart(2, '0')}`,
  };
}

const KINDS = ['seal', 'signature'] as const;
type Kind = (typeof KINDS)[number];
const CODES = FIRMS.map(([code]) => code);
/** One of each; the seal of one branch was made anew. */
export const SEAL_IMAGES: readonly { code: string; kind: Kind; at?: number }[] = [
  ...CODES.flatMap((code) => KINDS.map((kind) => ({ code, kind }))),
  { code: 'CHL', kind: 'seal', at: 2 },
];

const sealed = (code: string, kind: Kind, { at = 1, until = null }: { at?: number; until?: string | null } = {}) => ({
  organization_id: idOfOrganization(code),
  kind,
  image_id: sql`(SELECT id FROM file WHERE kind = 'branchSeal' AND name = ${sealFile(code, kind, at)})`,
  until,
});

export const requisites = (today: string): readonly (readonly [AnySetting, readonly DemoRevision[]])[] => [
  [
    requisite as unknown as AnySetting,
    [
      ...FIRMS.filter(([code]) => code !== 'CHL').map((one) => since(FOUNDED, requisitesOf(...one))),
      // another director and another bank since summer
      {
        daysAgo: FOUNDED,
        status: 'superseded',
        values: requisitesOf('CHL', { ...CAPITAL, director: 'Azimov Laziz Rustamovich' }, '00974'),
      },
      since(110, requisitesOf('CHL', CAPITAL, '00417')),
      since(-14, requisitesOf('SMR', { ...WEST, director: 'Jalilova Nigora Temurovna' }, '01317')),
      { daysAgo: -40, status: 'draft', values: requisitesOf('YUN', CAPITAL, '01204') },
    ],
  ],
  [
    branchSeal as unknown as AnySetting,
    [
      ...CODES.flatMap((code) =>
        KINDS.flatMap((kind) =>
          // the head of Samarqand signs until another one comes, the seal of Chilonzor is below
          code === 'CHL' && kind === 'seal'
            ? []
            : [
                since(
                  FOUNDED,
                  sealed(code, kind, { until: code === 'SMR' && kind === 'signature' ? daysBefore(today, -13) : null }),
                ),
              ],
        ),
      ),
      { daysAgo: FOUNDED, status: 'superseded', values: sealed('CHL', 'seal') },
      since(35, sealed('CHL', 'seal', { at: 2 })),
      { daysAgo: -3, status: 'draft', values: sealed('BUX', 'seal', { until: daysBefore(today, -365) }) },
    ],
  ],
];
