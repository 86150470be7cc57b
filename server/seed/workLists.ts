/** Small lists that work needs in the demo: ministries, pledged cars, special orders, deliveries, the cash desk. */
import type { Chosen } from '../../contract/directory/fields.ts';
import type { Trx } from '../db/open.ts';
import { daysBefore } from './columns.ts';
import { referredTo, type Seeded, seedDirectory } from './directories.ts';
import { demoPeople, ORGANIZATIONS } from './people.ts';
import { BANKS } from './suppliers.ts';

/** Brand, then its models with the years in which they were made. */
const CARS: Readonly<Record<string, readonly string[]>> = {
  Chevrolet: [
    'Cobalt 2012',
    'Gentra 2013',
    'Nexia 3 2016-2022',
    'Spark 2010-2022',
    'Lacetti 2008-2013',
    'Malibu 2 2017',
    'Tracker 2020',
    'Onix 2022',
    'Captiva 5 2021',
    'Damas 2011',
    'Labo 2014',
  ],
  Daewoo: ['Nexia 1996-2016', 'Matiz 2000-2015', 'Tico 1996-2001'],
  Kia: ['K5 2020', 'Sportage 2016', 'Sonet 2021', 'Seltos 2020'],
  Hyundai: ['Elantra 2016', 'Sonata 2015', 'Tucson 2016', 'Creta 2021'],
  BYD: ['Song Plus 2021', 'Han 2021', 'Chazor 2023'],
  Chery: ['Tiggo 7 Pro 2021', 'Arrizo 6 Pro 2022'],
  Toyota: ['Camry 2012', 'Corolla 2013', 'Land Cruiser Prado 2010'],
  Lada: ['Granta 2011', 'Niva Travel 2021', 'Largus 2012-2022'],
  Haval: ['Jolion 2021', 'M6 2022'],
};

const MINISTRIES = [
  ['Sogʻliqni saqlash vazirligi', 'Министерство здравоохранения', 'ministry'],
  ['Maktabgacha va maktab taʼlimi vazirligi', 'Министерство дошкольного и школьного образования', 'ministry'],
  ['Ichki ishlar vazirligi', 'Министерство внутренних дел', 'ministry'],
  ['Energetika vazirligi', 'Министерство энергетики', 'ministry'],
  ['Kadastr agentligi', 'Агентство по кадастру', 'agency'],
  ['Soliq qoʻmitasi', 'Налоговый комитет', 'committee'],
  ['Davlat mehnat inspeksiyasi', 'Государственная инспекция труда', 'inspection'],
] as const;

const DISMISSALS = [
  ['Mijoz fikridan qaytdi', 'Клиент передумал', 'client'],
  ['Narxi toʻgʻri kelmadi', 'Не подошла цена', 'nobody'],
  ['Taʼminotchida tovar yoʻq', 'Нет товара у поставщика', 'nobody'],
  ['Taʼminotchi muddatni buzdi', 'Поставщик сорвал срок', 'supplier'],
  ['Tovar shikastlanib keldi', 'Товар пришёл с повреждением', 'supplier'],
  ['Buyurtmada xato qildik', 'Мы ошиблись в заказе', 'company'],
  ['Mijoz bilan bogʻlanib boʻlmadi', 'С клиентом не удалось связаться', 'client'],
] as const;

/** Name, phone, licence, branch by its code. */
const DRIVERS = [
  ['Toshmatov Erkin Salim oʻgʻli', '+998901874512', 'AF1285634', 'SRG'],
  ['Jabborov Ravshan Ikrom oʻgʻli', '+998935540817', 'AF2041187', 'SRG'],
  ['Pak Vitaliy Nikolayevich', '+998977213046', 'AC7730219', 'SRG'],
  ['Norqulov Sanjar Baxtiyor oʻgʻli', '+998909126358', 'AG3317842', 'CHL'],
  ['Eshmurodov Oybek Karim oʻgʻli', '+998915527703', 'AF9482016', 'SMR'],
  ['Yoʻldoshev Akmal Tolib oʻgʻli', '+998994160925', 'AE5563904', 'FRG'],
  ['Hayitov Jamshid Nuriddin oʻgʻli', '+998937708841', 'AG1120573', 'BUX'],
] as const;

/** Plate, model, kilograms, cubic metres, branch, place of its driver in the list, state. */
const DELIVERY_CARS = [
  ['01 482 KBA', 'Isuzu NPR 75', 4000, 22, 'SRG', 0, 'working'],
  ['01 517 MCA', 'Isuzu NQR 71', 5000, 30, 'SRG', 1, 'working'],
  ['01 903 LBA', 'MAN TGL 8.180', 4500, 36.5, 'SRG', 2, 'repair'],
  ['01 264 NDA', 'Hyundai Porter', 1000, 6.4, 'SRG', null, 'reserve'],
  ['01 735 HCA', 'Chevrolet Labo', 550, 2.8, 'CHL', 3, 'working'],
  ['30 118 EBA', 'GAZelle Next', 1500, 11.5, 'SMR', 4, 'working'],
  ['40 D 653 CA', 'Chevrolet Damas', 450, 2.6, 'FRG', 5, 'working'],
  ['80 372 FAA', 'GAZelle Next', 1500, 11.5, 'BUX', 6, 'working'],
] as const;

const ARTICLES = [
  ['Mijozdan shartnoma toʻlovi', 'Оплата клиента по договору', 'income', false],
  ['Naqd savdo tushumi', 'Выручка от продаж за наличные', 'income', false],
  ['Taʼminotchi bonusi', 'Бонус поставщика', 'income', true],
  ['Kassadagi ortiqcha pul', 'Излишек в кассе', 'income', false],
  ['Taʼminotchiga toʻlov', 'Оплата поставщику', 'expense', true],
  ['Ijara haqi', 'Аренда', 'expense', true],
  ['Elektr va kommunal toʻlovlar', 'Электричество и коммунальные услуги', 'expense', false],
  ['Usta haqi', 'Оплата мастеру', 'expense', false],
  ['Yoqilgʻi va mashina taʼmiri', 'Топливо и ремонт машин', 'expense', false],
  ['Bankka topshirilgan naqd pul', 'Сдача наличных в банк', 'expense', false],
  ['Xoʻjalik xarajatlari', 'Хозяйственные расходы', 'expense', false],
] as const;

/** Name, phone, what is installed, branch. */
const MASTERS = [
  ['Sobitov Ulugʻbek Rahim oʻgʻli', '+998903317420', 'air_conditioner', 'CHL'],
  ['Ten Andrey Robertovich', '+998946620158', 'washing_machine dishwasher', 'CHL'],
  ['Mamadaliyev Shuhrat Olim oʻgʻli', '+998971183964', 'gas_stove water_heater hood', 'YUN'],
  ['Xudoyorov Dilmurod Asqar oʻgʻli', '+998915094437', 'air_conditioner tv', 'SMR'],
  ['Gʻofurov Nodirbek Sobir oʻgʻli', '+998932276610', 'water_heater washing_machine', 'FRG'],
  ['Rajabov Farhod Hamid oʻgʻli', '+998998812075', 'air_conditioner', 'BUX'],
  ['Tojiboyev Islom Gʻulom oʻgʻli', '+998942405183', 'tv hood', 'NMG'],
] as const;

const branch = (code: string): Chosen => {
  const found = ORGANIZATIONS.find((one) => one.code === code);
  if (!found) throw new Error(`There is no organization ${code}`);
  return { id: found.id, title: found.name };
};

const MORE_BANKS = [
  ['Bunyodkor Kapital banki', '01204'],
  ['Registon Sanoat banki', '01317'],
] as const;

/** A cash desk in every branch, its terminal, and what the office has in banks and with payment services. */
function cashAccounts(banks: readonly Chosen[]): Seeded[] {
  const shops = ORGANIZATIONS.filter(({ kind }) => kind === 'branch').map(({ code }) => branch(code));
  const office = branch('BSH');
  const inBank = (at: number, name: string, currency: string, account: string) => ({
    name,
    organization: office,
    kind: 'bank',
    currency,
    bank: banks[at],
    account,
  });
  return [
    ...shops.flatMap((organization) => [
      { name: 'Asosiy kassa', organization, kind: 'cash', currency: 'UZS' },
      { name: 'Uzcard va Humo terminali', organization, kind: 'terminal', currency: 'UZS' },
    ]),
    { name: 'Bosh ofis kassasi', organization: office, kind: 'cash', currency: 'UZS' },
    { name: 'Valyuta kassasi', organization: office, kind: 'cash', currency: 'USD' },
    inBank(0, 'Asosiy hisob raqami', 'UZS', '20208000400517293001'),
    inBank(2, 'Maosh hisob raqami', 'UZS', '20208000900517293002'),
    inBank(3, 'Valyuta hisob raqami', 'USD', '20208840700517293003'),
    { name: 'Internet toʻlovlar', organization: office, kind: 'payment_service', currency: 'UZS' },
    { name: 'Mobil ilova toʻlovlari', organization: office, kind: 'payment_service', currency: 'UZS' },
  ];
}

/** Device, model, application, which of the staff has it, and what was decided of it. */
const DEVICES: readonly (readonly [
  device: string,
  model: string,
  version: string,
  of: number,
  steps: readonly string[],
])[] = [
  ['b7e1c2a9f3d04418', 'Redmi Note 13', '1.4.2', 1, ['device.allow']],
  ['0f5a9d31c6be7720', 'Samsung Galaxy A15', '1.4.2', 2, ['device.allow']],
  ['9c44e8b1d27f6a05', 'Samsung Galaxy Tab A9', '1.4.0', 3, ['device.allow', 'device.block']],
  ['e21b7f60a85c9d13', 'Honor X7b', '1.4.2', 4, []],
  ['47d0a6c3fe918b52', 'Tecno Spark 20', '1.4.1', 5, []],
];

/** Name, number, operator, messages a day, and what was decided of it. */
const SMS_DEVICES = [
  ['Chilonzor 1', '+998935170042', 'ucell', 300, []],
  ['Chilonzor 2', '+998903184416', 'beeline', 250, []],
  ['Bosh ofis 1', '+998994026715', 'uzmobile', 500, []],
  ['Bosh ofis 2', '+998977301858', 'mobiuz', 400, ['device.block']],
  ['Samarqand', '+998938817203', 'ucell', 300, ['device.block', 'device.unblock']],
] as const;

export async function seedWorkLists(trx: Trx, at: Date, today: string): Promise<void> {
  const ministries = MINISTRIES.map(([uz, ru, kind]) => ({ name: { uz, ru }, kind }));
  await seedDirectory(trx, 'ministry', ministries, at);

  const brands = referredTo(Object.keys(CARS));
  await seedDirectory(
    trx,
    'pledgeCarBrand',
    brands.map(({ title }) => ({ name: title })),
    at,
  );
  const models = Object.values(CARS).flatMap((cars, index) =>
    cars.map((car) => {
      const [, name, from, to] = /^(.+) (\d{4})(?:-(\d{4}))?$/.exec(car) ?? [];
      return { name, brand: brands[index], years: { from: Number(from), to: to === undefined ? null : Number(to) } };
    }),
  );
  await seedDirectory(trx, 'pledgeCarModel', models, at);

  const dismissals = DISMISSALS.map(([uz, ru, payer]) => ({ name: { uz, ru }, payer }));
  await seedDirectory(trx, 'dismissStatus', dismissals, at);
  const logists = demoPeople().flatMap(({ position, fullname }, index) =>
    position === 'Logist' ? [{ id: index + 1, title: fullname }] : [],
  );
  const served = [
    ['CHL', 'YUN', 'SRG'],
    ['SMR', 'BUX', 'FRG', 'NMG'],
  ];
  await seedDirectory(
    trx,
    'userLogistOrganization',
    logists.map((logist, index) => ({
      logist,
      organizations: served[index]?.map(branch),
      serves_from: daysBefore(today, 110 - index * 40),
    })),
    at,
  );

  const drivers = DRIVERS.map(([fullname, phone, licence, code]) => ({
    fullname,
    phone,
    licence,
    organization: branch(code),
  }));
  await seedDirectory(trx, 'driver', drivers, at);
  const who = referredTo(drivers.map(({ fullname }) => fullname));
  const cars = DELIVERY_CARS.map(([plate, model, load, volume, code, driver, state]) => ({
    ...{ plate, model, load, volume, state },
    organization: branch(code),
    driver: driver === null ? null : who[driver],
  }));
  await seedDirectory(trx, 'deliveryCar', cars, at);

  const banks = [...BANKS, ...MORE_BANKS].map(([name, mfo]) => ({ name, mfo }));
  await seedDirectory(trx, 'bank', banks, at);
  await seedDirectory(trx, 'cashAccount', cashAccounts(referredTo(banks.map(({ name }) => name))), at);
  const articles = ARTICLES.map(([uz, ru, direction, needs_partner]) => ({
    name: { uz, ru },
    direction,
    needs_partner,
  }));
  await seedDirectory(trx, 'cashArticle', articles, at);
  const masters = MASTERS.map(([fullname, phone, specialities, code]) => ({
    fullname,
    phone,
    specialities: specialities.split(' '),
    organization: branch(code),
  }));
  await seedDirectory(trx, 'master', masters, at);

  const devices = DEVICES.map(([device, model, app_version, of, steps]) => ({
    ...{ device, model, app_version, steps },
    user: { id: of + 1, title: demoPeople()[of]?.fullname ?? '' },
  }));
  await seedDirectory(trx, 'mobileDevice', devices, at);
  const senders = SMS_DEVICES.map(([name, phone, operator, daily_limit, steps]) => ({
    ...{ name, phone, operator, daily_limit, steps },
  }));
  await seedDirectory(trx, 'smsAppDevice', senders, at);
}
