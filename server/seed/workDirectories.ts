/** Directories around clients, messages, the shop floor and competitors in the demo. */
import { sql } from 'kysely';
import type { Chosen } from '../../contract/directory/fields.ts';
import type { Trx } from '../db/open.ts';
import { daysBefore } from './columns.ts';
import { referredTo, seedDirectory } from './directories.ts';
import { demoPeople, ORGANIZATIONS } from './people.ts';

/** With whether a certificate of income is asked for. */
const WORKPLACE_CATEGORIES = [
  ['Davlat tashkiloti', 'Государственное учреждение', false],
  ['Yirik korxona', 'Крупное предприятие', false],
  ['Xususiy korxona', 'Частное предприятие', true],
  ['Yakka tadbirkor', 'Индивидуальный предприниматель', true],
  ['Chet el kompaniyasi', 'Иностранная компания', false],
] as const;

/** Name, tax number, place of its category, place of its ministry, address. */
const WORKPLACES = [
  [
    'Chilonzor tumani 4-son poliklinika',
    '201874355',
    0,
    'Sogʻliqni saqlash vazirligi',
    'Toshkent sh., Chilonzor, 7-mavze',
  ],
  [
    'Respublika shoshilinch tibbiy yordam markazi',
    '202116948',
    0,
    'Sogʻliqni saqlash vazirligi',
    'Toshkent sh., Kichik halqa yoʻli, 2',
  ],
  ['186-maktab', '203554178', 0, 'Maktabgacha va maktab taʼlimi vazirligi', 'Toshkent sh., Yunusobod, 14-mavze'],
  [
    'Registon 21-bogʻcha',
    '203781265',
    0,
    'Maktabgacha va maktab taʼlimi vazirligi',
    'Samarqand sh., Registon koʻchasi, 15',
  ],
  ['Buxoro elektr tarmoqlari', '200947613', 0, 'Energetika vazirligi', 'Buxoro sh., Mustaqillik koʻchasi, 31'],
  [
    'Fargʻona viloyati kadastr boshqarmasi',
    '205330187',
    0,
    'Kadastr agentligi',
    'Fargʻona sh., Al-Fargʻoniy koʻchasi, 9',
  ],
  ['Zarafshon Tekstil', '302418756', 1, null, 'Samarqand vil., Urgut tumani'],
  ['Angren Qurilish Materiallari', '301775409', 1, null, 'Toshkent vil., Angren sh.'],
  ['Sharq Non', '306128834', 2, null, 'Toshkent sh., Mirzo Ulugʻbek, Buyuk Ipak yoʻli'],
  ['Namangan Poyabzal', '307904512', 2, null, 'Namangan sh., Navoiy koʻchasi, 77'],
  ['YTT Rahmonov A. B.', '521640937', 3, null, 'Andijon sh., Eski bozor, 112-doʻkon'],
  ['Silk Road Logistics', '309561280', 4, null, null],
] as const;

/** Name, kind, phone, PINFL of district 000 (decision 88), terms. */
const PARTNERS = [
  ['Yusupova Gulchehra', 'person', '+998907714852', '41204790000012', 'Beshyogʻoch mahallasidan mijoz olib keladi'],
  ['Tursunov Anvar', 'person', '+998935520148', '31507850000027', 'Chorsu bozoridagi sotuvchilar'],
  ['Mobil olam doʻkoni', 'shop', '+998712349917', null, 'Telefon taʼmiriga kelganlarni yuboradi'],
  ['Ipak mebel saloni', 'shop', '+998662351208', null, 'Mebel olganlarga maishiy texnika taklif qiladi'],
  ['Olimov Sherzod', 'person', '+998977018836', '30912880000038', null],
] as const;

const SMS_TEMPLATES = [
  [
    'Toʻlov qabul qilindi',
    'info',
    "Hurmatli {client}! {contract} shartnomasi bo'yicha {sum} so'm to'lov qabul qilindi. Rahmat!",
    'Уважаемый(ая) {client}! Платёж {sum} сум по договору {contract} принят. Спасибо!',
  ],
  [
    'Toʻlov kuni yaqin',
    'debt',
    "Hurmatli {client}! {date} kuni {sum} so'm to'lov muddati. {branch}, tel. {phone}",
    'Уважаемый(ая) {client}! {date} срок платежа {sum} сум. {branch}, тел. {phone}',
  ],
  [
    'Muddati oʻtgan qarz',
    'debt',
    "Hurmatli {client}! {contract} shartnomasi bo'yicha {debt} so'm qarzingiz bor, kechikish {overdue_days} kun. Iltimos, bugun to'lang. Tel. {phone}",
    'Уважаемый(ая) {client}! По договору {contract} долг {debt} сум, просрочка {overdue_days} дн. Просим оплатить сегодня. Тел. {phone}',
  ],
  [
    'Yil oxiri aksiyasi',
    'promotion',
    "{client}, {branch}da yil oxirigacha {goods} uchun 12 oyga birinchi to'lovsiz! Tel. {phone}",
    '{client}, в магазине {branch} до конца года {goods} на 12 месяцев без первого взноса! Тел. {phone}',
  ],
] as const;

const APP_TEMPLATES = [
  [
    'Tovar yetib keldi',
    'info',
    '{client}, buyurtmangiz {goods} {branch}ga keldi. Sizni kutamiz. Tel. {phone}',
    '{client}, ваш заказ {goods} в магазине {branch}. Ждём вас. Тел. {phone}',
  ],
  [
    'Undiruvchi eslatmasi',
    'debt',
    "{client}, {debt} so'm qarzingiz {overdue_days} kun kechikdi. Menga qo'ng'iroq qiling: {phone}",
    '{client}, ваш долг {debt} сум просрочен на {overdue_days} дн. Позвоните мне: {phone}',
  ],
  [
    'Bayram tabrigi',
    'promotion',
    "{client}, bayramingiz muborak bo'lsin! {branch} jamoasi",
    '{client}, поздравляем с праздником! Команда {branch}',
  ],
] as const;

/** Name of the group, names of its categories. */
const GROUPS = {
  Gadjetlar: ['Smartfonlar', 'Tugmali telefonlar', 'Planshetlar', 'Aqlli soatlar', 'Simsiz quloqchinlar'],
  'Televizor va tovush': ['Televizorlar', 'Saundbarlar', 'Ovoz kolonkalari', 'Proyektorlar'],
  'Kir yuvish': ['Kir yuvish mashinalari', 'Quritish mashinalari', 'Dazmollar'],
  'Oshxona texnikasi': ['Muzlatgichlar', 'Gaz plitalari', 'Idish yuvish mashinalari', 'Mikrotoʻlqinli pechlar'],
  'Iqlim texnikasi': ['Konditsionerlar', 'Isitgichlar', 'Ventilyatorlar', 'Havo namlagichlar'],
} as const;

/** Category, how many IMEIs, whether it is locked for a debt. */
const SERIAL_CATEGORIES = [
  ['Smartfonlar', 2, true],
  ['Tugmali telefonlar', 2, false],
  ['Planshetlar', 1, true],
  ['Aqlli soatlar', 0, false],
  ['Noutbuklar', 0, false],
  ['Televizorlar', 0, false],
] as const;

/** Category, minutes, who installs. */
const INSTALLABLE = [
  ['Konditsionerlar', 180, 'air_conditioner'],
  ['Kir yuvish mashinalari', 60, 'washing_machine'],
  ['Idish yuvish mashinalari', 90, 'dishwasher'],
  ['Gaz plitalari', 60, 'gas_stove'],
  ['Suv isitgichlar', 120, 'water_heater'],
  ['Havo tortgichlar', 75, 'hood'],
  ['Televizorlar', 45, 'tv'],
] as const;

const CLASSIFIED = [
  ['education', 'higher', 'Oliy', 'Высшее'],
  ['education', 'secondary_special', 'Oʻrta maxsus', 'Среднее специальное'],
  ['education', 'secondary', 'Oʻrta', 'Среднее'],
  ['kinship', 'spouse', 'Turmush oʻrtogʻi', 'Супруг или супруга'],
  ['kinship', 'parent', 'Ota yoki ona', 'Отец или мать'],
  ['kinship', 'child', 'Farzand', 'Сын или дочь'],
  ['kinship', 'sibling', 'Aka-uka, opa-singil', 'Брат или сестра'],
  ['kinship', 'neighbour', 'Qoʻshni', 'Сосед или соседка'],
  ['marital_status', 'married', 'Oilali', 'В браке'],
  ['marital_status', 'single', 'Oilasiz', 'Не в браке'],
  ['marital_status', 'divorced', 'Ajrashgan', 'В разводе'],
  ['appeal_kind', 'complaint', 'Shikoyat', 'Жалоба', 3],
  ['appeal_kind', 'question', 'Savol', 'Вопрос', 1],
  ['appeal_kind', 'suggestion', 'Taklif', 'Предложение', 10],
  ['appeal_kind', 'gratitude', 'Minnatdorchilik', 'Благодарность', 10],
  ['refusal_reason', 'price', 'Narxi qimmat', 'Дорого'],
  ['refusal_reason', 'no_goods', 'Kerakli tovar yoʻq', 'Нет нужного товара'],
  ['refusal_reason', 'first_payment', 'Birinchi toʻlov koʻp', 'Большой первый взнос'],
  ['black_list_reason', 'fraud', 'Soxta hujjat', 'Поддельные документы'],
  ['black_list_reason', 'long_debt', 'Uzoq vaqt toʻlamagan', 'Долго не платил'],
  ['product_lock_reason', 'defect', 'Zavod nuqsoni', 'Заводской брак'],
  ['product_lock_reason', 'recall', 'Taʼminotchi qaytarib oladi', 'Отзыв поставщиком'],
] as const;

/** Competitor, a word of the product, offer, price, days ago, branch, page. */
const NEWS = [
  ['Texno Bozor', 'Smartfonlar', null, 3_890_000, 4, 'CHL', 'https://texnobozor.example/telefonlar'],
  ['Texno Bozor', 'Televizorlar', null, 5_490_000, 4, 'CHL', null],
  ['Arzon Texnika', 'Konditsionerlar', null, 4_750_000, 9, 'YUN', 'https://arzontexnika.example/iqlim'],
  ['Arzon Texnika', null, 'Muzlatgich olganga mikrotoʻlqinli pech sovgʻa', 6_200_000, 12, 'YUN', null],
  ['Samarqand Elektronika', 'Kir yuvish mashinalari', null, 4_120_000, 15, 'SMR', null],
  ['Oila Market', 'Changyutgichlar', 'Eski changyutgich evaziga 10 % chegirma', 1_290_000, 20, 'FRG', null],
] as const;

const branch = (code: string): Chosen => {
  const found = ORGANIZATIONS.find((one) => one.code === code);
  if (!found) throw new Error(`There is no organization ${code}`);
  return { id: found.id, title: found.name };
};

/** Categories by their Uzbek name, and one product of each. */
async function goodsOf(trx: Trx) {
  const { rows } = await sql<{ id: number; title: string; variant: Chosen | null }>`
    SELECT c.id, c.name_uz AS title, (
      SELECT jsonb_build_object('id', v.id, 'title', v.title) FROM product p JOIN product_variant v ON v.product_id = p.id
      WHERE p.category_id = c.id ORDER BY v.id LIMIT 1) AS variant
    FROM product_category c`.execute(trx);
  const found = new Map(rows.map(({ id, title, variant }) => [title, { category: { id, title }, variant }]));
  return (title: string) => {
    const goods = found.get(title);
    if (!goods) throw new Error(`There is no category ${title}`);
    return goods;
  };
}

/** Code, name, group, fact, weight, points without data. */
const CRITERIA = [
  ['load', 'Toʻlov yuki', 'Платёжная нагрузка', 'debts', 'load', 20, null],
  ['bureau_late', 'Byurodagi kechikish', 'Просрочка по бюро', 'discipline', 'bureau_late_days', 20, null],
  ['income', 'Oʻrtacha oylik daromadi', 'Средний доход за месяц', 'income', 'income', 15, null],
  ['experience', 'Ish staji', 'Стаж', 'work', 'experience', 10, null],
  ['first_share', 'Birinchi toʻlov ulushi', 'Доля первого взноса', 'debts', 'first_share', 10, null],
  ['late_days', 'Bizdagi kechikish', 'Просрочка у нас', 'discipline', 'late_days', 10, 60],
  ['discipline', 'Toʻlov intizomi', 'Платёжная дисциплина', 'discipline', 'discipline', 15, 60],
  ['age', 'Yoshi', 'Возраст', 'person', 'age', 5, null],
  ['guarantor', 'Kafil', 'Поручитель', 'person', 'guarantor', 5, null],
  ['prizma', 'Prizma bahosi', 'Оценка Prizma', 'debts', 'prizma_rating', 5, 50],
  ['checked_income', 'Tekshirilgan daromadi', 'Проверенный доход', 'income', 'checked_income', 10, 40],
  ['other_debts', 'Boshqa qarzlari, oyiga', 'Другие долги, в месяц', 'debts', 'other_debts', 5, null],
] as const;

async function seedClients(trx: Trx, at: Date): Promise<void> {
  const categories = WORKPLACE_CATEGORIES.map(([uz, ru, certificate]) => ({ name: { uz, ru }, certificate }));
  await seedDirectory(trx, 'workplaceCategory', categories, at);
  const referred = referredTo(categories.map(({ name }) => name.uz));
  const { rows: ministries } = await sql<Chosen>`SELECT id, name_uz AS title FROM ministry`.execute(trx);
  const workplaces = WORKPLACES.map(([name, stir, category, ministry, address]) => ({
    ...{ name, stir, address },
    workplace_category: referred[category],
    ministry: ministries.find(({ title }) => title === ministry) ?? null,
  }));
  await seedDirectory(trx, 'workplace', workplaces, at);
  const criteria = CRITERIA.map(([code, uz, ru, criterion_group, fact, weight, missing]) => ({
    ...{ code, name: { uz, ru }, criterion_group, fact, weight, missing },
  }));
  await seedDirectory(trx, 'scoringCriterion', criteria, at);
  const partners = PARTNERS.map(([name, kind, phone, pinfl, terms]) => ({ name, kind, phone, pinfl, terms }));
  await seedDirectory(trx, 'initiativePartner', partners, at);
  const { rows: lists } = await sql<Chosen & { code: string }>`
    SELECT id, name_uz AS title, code FROM classifier`.execute(trx);
  const values = CLASSIFIED.map(([list, code, uz, ru, days = null], index) => ({
    ...{ code, days, name: { uz, ru } },
    classifier: lists.find((one) => one.code === list),
    place: CLASSIFIED.slice(0, index + 1).filter(([other]) => other === list).length,
  }));
  await seedDirectory(trx, 'classifierValue', values, at);
}

/** After the catalogue: most of these name categories of goods. */
export async function seedWorkDirectories(trx: Trx, at: Date, today: string): Promise<void> {
  await seedClients(trx, at);
  const templates = { smsTemplate: SMS_TEMPLATES, appTemplate: APP_TEMPLATES };
  for (const [directory, rows] of Object.entries(templates)) {
    const records = rows.map(([name, kind, uz, ru]) => ({ name, kind, text: { uz, ru } }));
    await seedDirectory(trx, directory, records, at);
  }

  const goods = await goodsOf(trx);
  const groups = Object.entries(GROUPS).map(([name, titles]) => ({
    name,
    categories: titles.map((title) => goods(title).category),
  }));
  await seedDirectory(trx, 'categoryGroup', groups, at);
  const sellers = demoPeople().flatMap(({ position, fullname, organization }, index) =>
    position === 'Sotuvchi' ? [{ id: index + 1, title: fullname, organization }] : [],
  );
  const consultants = sellers.slice(0, 8).map(({ id, title, organization }, index) => ({
    user: { id, title },
    organization: { id: organization, title: ORGANIZATIONS.find((one) => one.id === organization)?.name ?? '' },
    categories: groups[index % groups.length]?.categories,
    shift: (['morning', 'evening', 'whole_day'] as const)[index % 3],
  }));
  await seedDirectory(trx, 'consultant', consultants, at);

  const serial = SERIAL_CATEGORIES.map(([title, imei_count, lock_on_debt]) => ({
    ...{ serial: true, imei_count, lock_on_debt },
    category: goods(title).category,
  }));
  await seedDirectory(trx, 'serialCategory', serial, at);
  const installable = INSTALLABLE.map(([title, norm_minutes, speciality]) => ({
    ...{ norm_minutes, speciality },
    category: goods(title).category,
  }));
  await seedDirectory(trx, 'installableCategory', installable, at);
  const news = NEWS.map(([competitor, title, offer, price, daysAgo, code, link]) => ({
    ...{ competitor, offer, price, link },
    variant: title === null ? null : goods(title).variant,
    seen: daysBefore(today, daysAgo),
    organization: branch(code),
  }));
  await seedDirectory(trx, 'competitorNews', news, at);
}
