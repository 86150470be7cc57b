/** The chain that a year happens in: its shops with who works there, what they sell, where clients live and work. */
import { sql } from 'kysely';
import { createApp } from '../../app.ts';
import type { Desk } from '../desk.ts';
import { demoPeople, ORGANIZATIONS } from '../people.ts';
import { png, signature } from '../sealImages.ts';
import { BRANCH_CODES, type Branch } from './plan.ts';

export interface Goods {
  readonly id: number;
  readonly barcode: string | null;
  readonly serial: boolean;
  readonly cost: number;
}

export interface Shop {
  readonly organization: number;
  readonly warehouse: number;
  readonly cash: number;
  readonly terminal: number;
  readonly sellers: readonly string[];
  readonly keeper: string;
  readonly cashier: string;
  /** Nobody buys here without a decision of the scoring. */
  readonly scores: boolean;
  /** Calls contracts off. */
  readonly manager: string;
}

export interface Chain {
  readonly desk: Desk;
  /** One for each branch, which works by its own clock beside the others. */
  readonly desks: ReadonlyMap<Branch, Desk>;
  readonly goods: readonly Goods[];
  readonly shops: ReadonlyMap<Branch, Shop>;
  readonly villages: readonly { id: number; region: number }[];
  readonly workplaces: readonly number[];
  readonly suppliers: readonly { id: number; firm: number | null }[];
  readonly specialist: string;
  /** Of clients, and what they sign with. */
  readonly faces: readonly File[];
  readonly signatures: readonly File[];
}

const pictureOf = (name: string, content: Buffer): File =>
  new File([new Uint8Array(content)], name, { type: 'image/png' });

/** A face in a circle. */
const face = (way: number): Buffer =>
  png(96, 96, (x, y) => {
    const head = Math.hypot(x - 48, (y - 38) * (0.8 + way / 40)) < 18 + (way % 4);
    const shoulders = Math.hypot((x - 48) * (0.7 + (way % 3) / 10), y - 96) < 34;
    if (Math.hypot(x - 48, y - 48) > 47) return 0;
    return head || shoulders ? 0.75 : 0.15;
  });

/**
 * Goods for every purse that are sold by instalments to everybody: some telephones, other things by their barcodes. What they
 * cost is rounded as the invoices of the year leave it, so that on a later day they are the same.
 */
async function goodsOf({ db }: Desk): Promise<Goods[]> {
  const { rows } = await sql<Goods>`
    SELECT g.id, g.barcode, g.serial, g.cost FROM (
      SELECT v.id, v.barcode, v.is_serial_number AS serial, round(v.last_cost / 500)::float8 * 500 AS cost,
             row_number() OVER (PARTITION BY p.category_id ORDER BY v.id) AS place
      FROM product_variant v JOIN product p ON p.id = v.product_id
      WHERE v.active AND round(v.last_cost / 500) * 500 BETWEEN 600000 AND 3600000 AND v.imei_count IN (0, 2)
        AND (v.is_serial_number AND v.imei_count = 2 OR NOT v.is_serial_number AND v.barcode IS NOT NULL)
        AND NOT EXISTS (SELECT FROM product_lock k WHERE k.variant_id = v.id)
        AND NOT EXISTS (SELECT FROM fond_product f WHERE f.variant_id = v.id)) g
    WHERE g.place <= CASE WHEN g.serial THEN 10 ELSE 2 END ORDER BY g.id`.execute(db.kysely);
  return rows;
}

export async function chainOf(desk: Desk): Promise<Chain> {
  const { kysely } = desk.db;
  const people = demoPeople();
  const of = (organization: number, position: string): string[] =>
    people
      .filter((one) => one.organization === organization && one.position === position && !one.passwordExpired)
      .map(({ username }) => username);
  const { rows: leavers } = await sql<{ username: string }>`
    SELECT username FROM app_user WHERE status <> 'active'`.execute(kysely);
  const gone = new Set(leavers.map(({ username }) => username));
  const { rows } = await sql<Pick<Shop, 'warehouse' | 'cash' | 'terminal' | 'scores'> & { code: Branch }>`
    SELECT o.code, o.scoring_required AS scores, w.id AS warehouse, c.id AS cash, t.id AS terminal
    FROM organization o JOIN warehouse_list w ON w.organization_id = o.id AND w.kind = 'shop'
    JOIN cash_account c ON c.organization_id = o.id AND c.kind = 'cash' AND c.currency = 'UZS'
    JOIN cash_account t ON t.organization_id = o.id AND t.kind = 'terminal'`.execute(kysely);
  const shops = new Map(
    rows.map(({ code, ...places }): [Branch, Shop] => {
      const organization = ORGANIZATIONS.find((one) => one.code === code)?.id ?? 0;
      const [keeper = 'storekeeper'] = of(organization, 'Omborchi');
      const [cashier = 'cashier'] = of(organization, 'Kassir');
      const sellers = of(organization, 'Sotuvchi').filter((one) => !gone.has(one));
      const [manager = 'manager'] = of(organization, 'Filial rahbari');
      return [code, { organization, ...places, sellers, keeper, cashier, manager }];
    }),
  );
  const desks = new Map(
    BRANCH_CODES.map((code): [Branch, Desk] => {
      const clock = { now: desk.clock.now };
      const app = createApp({ database: desk.db, production: false, log: () => {}, clock: () => clock.now });
      return [code, { ...desk, clock, app }];
    }),
  );
  const { rows: villages } = await sql<{ id: number; region: number }>`
    SELECT id, region_id AS region FROM village WHERE active ORDER BY id`.execute(kysely);
  const { rows: workplaces } = await sql<{ id: number }>`
    SELECT w.id FROM workplace w JOIN workplace_category_setting s ON s.workplace_category_id = w.workplace_category_id
    WHERE w.active AND s.status = 'valid' AND NOT s.guarantor ORDER BY w.id`.execute(kysely);
  const { rows: suppliers } = await sql<{ id: number; firm: number | null }>`
    SELECT p.id, (SELECT min(f.id) FROM partner_firm f WHERE f.partner_id = p.id) AS firm
    FROM partner p WHERE p.active ORDER BY p.id LIMIT 6`.execute(kysely);
  return {
    ...{ desk, desks, goods: await goodsOf(desk), shops, villages, suppliers },
    workplaces: workplaces.map(({ id }) => id),
    specialist: people.find(({ position }) => position === 'Skoring mutaxassisi')?.username ?? 'director',
    faces: Array.from({ length: 8 }, (_, way) => pictureOf('surat.png', face(way))),
    signatures: Array.from({ length: 7 }, (_, way) => pictureOf('imzo.png', signature(way))),
  };
}

export const among = <T>(list: readonly T[], share: number): T => {
  const found = list[Math.floor(share * list.length)];
  if (found === undefined) throw new Error('demo data: nothing to choose from');
  return found;
};
