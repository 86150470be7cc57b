/** Ready comments and classes of counting differences, what is bought from which supplier, expiry dates, locked products, in the demo. */
import { sql } from 'kysely';
import type { Chosen } from '../../contract/directory/fields.ts';
import type { Trx } from '../db/open.ts';
import { daysBefore } from './columns.ts';
import { seedDirectory } from './directories.ts';

const COMMENTS = [
  ['Sotuv chekka urilmagan', 'Продажа не пробита по кассе'],
  ['Filialga yuborilgan, hujjati yopilmagan', 'Отправлено в филиал, документ не закрыт'],
  ['Vitrinada turgan ekan, keyin topildi', 'Стоял на витрине, нашёлся позже'],
  ['Boshqa rangdagisi bilan almashib ketgan', 'Перепутан с другим цветом'],
  ['Taʼminotchi kam yuborgan', 'Поставщик недопоставил'],
  ['Qadogʻi shikastlangan, ustaga berilgan', 'Повреждена упаковка, передан мастеру'],
] as const;

const CLASSES = [
  ['Aybdor xodim bor', 'Есть виновный сотрудник', 'shortage'],
  ['Oʻgʻirlik', 'Кража', 'shortage'],
  ['Kirim qilinmagan tovar', 'Товар не оприходован', 'surplus'],
  ['Rangi yoki xotirasi almashgan', 'Перепутан цвет или объём памяти', 'mix_up'],
  ['Zavod nuqsoni', 'Заводской брак', 'defect'],
  ['Tashishda shikastlangan', 'Повреждён при перевозке', 'defect'],
] as const;

/** Supplier, days of delivery, categories that it deals in. */
const SUPPLIERS = [
  ['Artel Savdo', 3, ['Muzlatgichlar', 'Kir yuvish mashinalari', 'Televizorlar']],
  ['Chorsu Mobayl', 1, ['Smartfonlar', 'Tugmali telefonlar', 'Simsiz quloqchinlar']],
  ['Mirzo Distribyutsiya', 2, ['Smartfonlar', 'Planshetlar', 'Aqlli soatlar']],
  ['Samarqand Klimat', 5, ['Konditsionerlar', 'Ventilyatorlar']],
  ['Anhor Kompyuter', 4, ['Noutbuklar']],
] as const;

/** After the suppliers and the catalogue. */
export async function seedGoodsLists(trx: Trx, at: Date): Promise<void> {
  const comments = COMMENTS.map(([uz, ru]) => ({ text: { uz, ru } }));
  await seedDirectory(trx, 'countCommentary', comments, at);
  const classes = CLASSES.map(([uz, ru, kind]) => ({ name: { uz, ru }, kind }));
  await seedDirectory(trx, 'countClassification', classes, at);

  const { rows: partners } = await sql<Chosen>`SELECT id, name AS title FROM partner`.execute(trx);
  const { rows: goods } = await sql<Chosen & { category: string }>`
    SELECT v.id, v.title, c.name_uz AS category FROM (
      SELECT v.id, v.title, p.category_id, row_number() OVER (PARTITION BY p.category_id ORDER BY v.id) AS place
      FROM product_variant v JOIN product p ON p.id = v.product_id
    ) v JOIN product_category c ON c.id = v.category_id WHERE v.place <= 2 ORDER BY v.id`.execute(trx);
  const attached = SUPPLIERS.flatMap(([name, lead_days, categories]) => {
    const partner = partners.find(({ title }) => title === name);
    if (!partner) throw new Error(`There is no supplier ${name}`);
    return goods
      .filter(({ category }) => categories.some((one) => one === category))
      .map(({ id, title }) => ({ partner, variant: { id, title }, lead_days }));
  });
  await seedDirectory(trx, 'partnerProduct', attached, at);
  const setOf = (name: string, price: number, ...of: string[]) => ({
    ...{ name, price, sold: { from: daysBefore(at.toISOString().slice(0, 10), 20), to: null } },
    goods: of.flatMap((category) => goods.filter((one) => one.category === category).slice(0, 1)),
  });
  const sets = [
    setOf('Uy uchun toʻplam', 9_900_000, 'Televizorlar', 'Konditsionerlar'),
    setOf('Talaba toʻplami', 7_500_000, 'Noutbuklar', 'Simsiz quloqchinlar'),
  ];
  await seedDirectory(trx, 'productSet', sets, at);
}

/** Days left, what was done about it: two have expired, some are near it. */
const EXPIRIES = [
  [-6, 'written_off'],
  [-2, 'none'],
  [4, 'discounted'],
  [11, 'none'],
  [19, 'none'],
  [28, 'moved'],
  [45, 'none'],
  [75, 'none'],
  [120, 'none'],
  [200, 'none'],
] as const;

/** After the stock: of what has no serial numbers, in the first branch. */
export async function seedExpirations(trx: Trx, at: Date, today: string): Promise<void> {
  const { rows } = await sql<Chosen & { quantity: number }>`
    SELECT b.id, v.title, sum(l.qty)::integer AS quantity
    FROM stock_batch b JOIN product_variant v ON v.id = b.product_variant_id JOIN document d ON d.id = b.document_id
    JOIN stock_balance l ON l.batch_id = b.id
    WHERE NOT v.is_serial_number AND d.organization_id = 1 GROUP BY b.id, v.title HAVING sum(l.qty) > 3
    ORDER BY b.id LIMIT ${EXPIRIES.length}`.execute(trx);
  const dated = rows.map(({ id, title, quantity }, index) => {
    const [days, action] = EXPIRIES[index] as (typeof EXPIRIES)[number];
    return { batch: { id, title }, quantity, expires: daysBefore(today, -days), notify_days: 30, action };
  });
  await seedDirectory(trx, 'productExpiration', dated, at);
}

/** Category, branch, reason, last day from today, what was decided of it since. */
const LOCKS = [
  ['Ventilyatorlar', null, 'Mavsum tugadi, bahorgacha sotilmaydi', 96, []],
  ['Noutbuklar', null, 'Zavod partiyani tekshirish uchun chaqirib oldi', null, []],
  ['Konditsionerlar', 1, 'Vitrinadagi namuna, narxi kelishilmoqda', 9, []],
  ['Televizorlar', 2, 'Pult yetkazilishini kutmoqda', 21, []],
  ['Tugmali telefonlar', null, 'Sertifikat muddati tugagan', 40, ['product.unlock']],
] as const;

/** After the stock. */
export async function seedLocks(trx: Trx, at: Date, today: string): Promise<void> {
  const { rows: branches } = await sql<Chosen>`SELECT id, name AS title FROM organization`.execute(trx);
  // not what an open invoice has: it could not be sent
  const { rows: goods } = await sql<Chosen & { category: string }>`
    SELECT DISTINCT ON (c.id) v.id, v.title, c.name_uz AS category
    FROM product_variant v JOIN product p ON p.id = v.product_id JOIN product_category c ON c.id = p.category_id
    WHERE NOT EXISTS (SELECT 1 FROM input_product l WHERE l.product_variant_id = v.id)
    ORDER BY c.id, v.id DESC`.execute(trx);
  const locks = LOCKS.flatMap(([name, branch, reason, days, steps]) => {
    const variant = goods.find(({ category }) => category === name);
    const organization = branches.find(({ id }) => id === branch);
    if (!variant) return [];
    const until = days === null ? null : daysBefore(today, -days);
    return [{ variant: { id: variant.id, title: variant.title }, organization, reason, until, steps }];
  });
  await seedDirectory(trx, 'productLock', locks, at);
}
