/** Products, markups and stock of the demo data. */
import { sql } from 'kysely';
import { luhnDigit } from '../../contract/checkDigits.ts';
import type { Trx } from '../db/open.ts';
import { checkDigit } from '../stock/barcode.ts';
import { postOpening } from '../stock/opening.ts';
import type { ReceiveLine } from '../stock/receiving.ts';
import { refreshKeys } from '../stock/variantKeys.ts';
import type { DemoCatalogue, DemoVariant } from './catalogue.ts';
import { daysBefore, ids, insertColumns } from './columns.ts';
import { referredTo, seedDirectory } from './directories.ts';
import { ORGANIZATIONS } from './people.ts';
import { Random } from './random.ts';
import { logRevisions } from './revisions.ts';
import { warehousesOf } from './staff.ts';

const ean13 = (digits: string): string => digits + checkDigit(digits);

export async function seedCatalogue(trx: Trx, catalogue: DemoCatalogue, first: { at: Date }): Promise<void> {
  const { categories, brands, products, variants } = catalogue;
  const before = new Date(first.at.getTime() - 24 * 3_600_000);
  const titles = referredTo(categories.map(({ uz }) => uz));
  await seedDirectory(
    trx,
    'category',
    categories.map(({ uz, ru, parent }, at) => ({
      name: { uz, ru },
      parent: parent === null ? null : titles[parent],
      // of goods, not of their groups
      classifier_code: parent === null ? null : `0${8400 + at}0010010${String((at * 7919) % 100_000).padStart(5, '0')}`,
    })),
    before,
  );
  await seedDirectory(
    trx,
    'brand',
    brands.map((name) => ({ name })),
    before,
  );
  await seedDirectory(
    trx,
    'product',
    products.map(({ name, category, brand }) => ({
      name,
      category: titles[category],
      brand: { id: brand + 1, title: brands[brand] },
    })),
    before,
  );
  await seedDirectory(
    trx,
    'variant',
    variants.map(({ product, title, sku, barcode, serial, imeis, price }) => ({
      title,
      product: { id: product + 1, title: products[product]?.name },
      sku,
      barcode,
      is_serial_number: serial,
      imei_count: imeis,
      // what is dear has the longer guarantee
      warranty: price < 300_000 ? null : price < 3_000_000 ? 12 : 24,
      weight: null,
      volume: null,
    })),
    before,
  );
  await sql`UPDATE product_variant v SET last_cost = named.cost
    FROM unnest(${ids(variants.length)}::integer[], ${variants.map(({ cost }) => cost)}::numeric[]) AS named (id, cost)
    WHERE v.id = named.id`.execute(trx);
  // packed for another market, and once more by the supplier
  const further = variants
    .flatMap(({ title, barcode }, at) => (barcode !== null && at % 10 === 0 ? [{ id: at + 1, title }] : []))
    .slice(0, 60);
  await seedDirectory(
    trx,
    'productBarcode',
    further.map((variant) => ({ barcode: ean13(`690${String(variant.id).padStart(9, '0')}`), variant })),
    before,
  );
  await refreshKeys(trx, sql`true`);
  await insertColumns(trx, 'price', {
    product_variant_id: ['int', ids(variants.length)],
    price: ['numeric', variants.map((variant) => variant.price)],
    valid_from: ['timestamptz', variants.map(() => first.at.toISOString())],
  });
}

/**
 * Markups that invoices begin with: each group of goods has one, telephones had another until last month, and two are
 * planned. What is dear is marked up less.
 */
export async function seedMarkups(trx: Trx, today: string): Promise<void> {
  const revision = (days: number, status: string, additional: ReturnType<typeof sql>, where: ReturnType<typeof sql>) =>
    sql`
    insert into markup_category
      (category_id, no_cash, additional, other_additional, valid_from, status, created_by, created_at)
    select id, 95, ${additional}, 0, ${daysBefore(today, days)}::date, ${status}, 1,
           ${daysBefore(today, Math.max(days, 0) + 7)}::date + interval '10 hours'
    from product_category where parent_id is null and ${where}`.execute(trx);
  await revision(120, 'superseded', sql`9`, sql`id = (select min(id) from product_category)`);
  await revision(30, 'valid', sql`12`, sql`id = (select min(id) from product_category)`);
  await revision(120, 'valid', sql`15 + id % 4 * 2`, sql`id <> (select min(id) from product_category)`);
  await revision(
    -10,
    'planned',
    sql`14`,
    sql`id in (select id from product_category where parent_id is null order by id limit 2)`,
  );
  await logRevisions(trx, {
    ...{ table: 'markup_category', kind: 'markupCategory' },
    subject: ['category_id', 'organization_id'],
  });
}

/** Numbers of serial units: no two alike in the whole chain. */
class Serials {
  #made = 0;
  #imeis = 0;

  next(variant: DemoVariant): { serial_number: string; imei_numbers: string[] } {
    const mixed = ((++this.#made * 48_271 + 11) % 36 ** 6).toString(36).toUpperCase().padStart(6, '0');
    const initial = variant.title.replace(/[^A-Z]/g, '')[1] ?? 'X';
    return {
      serial_number: `${initial}${variant.sku.slice(2, 4)}${mixed}`,
      imei_numbers: Array.from({ length: variant.imeis }, () => this.#imei(variant)),
    };
  }

  #imei(variant: DemoVariant): string {
    const running = this.#imeis++;
    const type = String(variant.product % 10_000).padStart(4, '0');
    const body = `35${type}${String(Math.floor(running / 1_000_000) % 100).padStart(2, '0')}${String(
      (running * 7_919 + 104_729) % 1_000_000,
    ).padStart(6, '0')}`;
    return `${body}${luhnDigit(body)}`;
  }
}

/** How many of a thing a shop keeps: many cables, few refrigerators. */
function quantity(cost: number, random: Random): number {
  if (cost < 100_000) return random.whole(6, 60);
  if (cost < 600_000) return random.whole(3, 24);
  if (cost < 3_000_000) return random.whole(1, 9);
  return random.whole(1, 4);
}

export async function seedStock(
  trx: Trx,
  catalogue: DemoCatalogue,
  first: { date: string; at: Date },
): Promise<{ stockLines: number; units: number }> {
  const days = await trx
    .selectFrom('practice_day')
    .select(['id', 'organization_id'])
    .where('date', '=', first.date)
    .execute();
  const serials = new Serials();
  let stockLines = 0;
  let units = 0;
  for (const organization of ORGANIZATIONS) {
    if (organization.stock === 0) continue;
    const random = new Random(organization.code);
    const places = new Map<string, ReceiveLine[]>([
      ['shop', []],
      ['main', []],
      ['defect', []],
    ]);
    const put = (kind: string, variantId: number, variant: DemoVariant, qty: number): void => {
      // Some of it was bought dearer or cheaper than today.
      const cost = random.chance(0.15)
        ? Math.round((variant.cost * (0.94 + random.next() * 0.09)) / 500) * 500
        : variant.cost;
      const line: ReceiveLine = { variantId, qty, cost };
      if (variant.serial) line.serials = ids(qty).map(() => serials.next(variant));
      places.get(kind)?.push(line);
    };
    const layer = organization.kind === 'branch' ? 'shop' : 'main';
    catalogue.variants.forEach((variant, at) => {
      if (!random.chance(variant.serial ? organization.stock * 0.8 : organization.stock)) return;
      const qty = variant.serial ? random.whole(1, 2) : quantity(variant.cost, random);
      if (layer === 'shop' && random.chance(0.22)) {
        put('main', at + 1, variant, qty);
        if (random.chance(0.4)) put('shop', at + 1, variant, 1);
      } else {
        put(layer, at + 1, variant, qty);
      }
      if (!variant.serial && random.chance(0.006)) put('defect', at + 1, variant, 1);
    });
    const day = days.find((one) => one.organization_id === organization.id);
    const opening = await postOpening(trx, {
      organizationId: organization.id,
      userId: 1,
      now: first.at,
      ...(day && { day }),
      sourceHash: `demo:${organization.code}`,
      sourceName: 'Boshlangʻich qoldiq',
      receipts: warehousesOf(organization).flatMap(({ id, kind }) => {
        const lines = places.get(kind);
        return lines?.length ? [{ warehouseId: id, lines }] : [];
      }),
    });
    stockLines += opening.lines;
    units += opening.units;
  }
  return { stockLines, units };
}
