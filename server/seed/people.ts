/** Organizations, positions and people of the demo chain. */

import { Random } from './random.ts';
import { allRules, RULES, type Rule, rulesOf } from './rules.ts';

export const TERRITORIES = [
  'Toshkent shahri',
  'Toshkent viloyati',
  'Andijon viloyati',
  'Buxoro viloyati',
  'Fargʻona viloyati',
  'Jizzax viloyati',
  'Xorazm viloyati',
  'Namangan viloyati',
  'Navoiy viloyati',
  'Qashqadaryo viloyati',
  'Qoraqalpogʻiston Respublikasi',
  'Samarqand viloyati',
  'Sirdaryo viloyati',
  'Surxondaryo viloyati',
] as const;

export interface DemoOrganization {
  id: number;
  code: string;
  name: string;
  short: string;
  /** Its name in Russian, for search only. */
  ru: string;
  kind: 'branch' | 'office' | 'warehouse';
  territory: (typeof TERRITORIES)[number];
  parent: number | null;
  address: string;
  phone: string;
  /** Share of the assortment that is stocked here. */
  stock: number;
}

/** Number 1 is a branch with stock: `--branch 1`. */
export const ORGANIZATIONS: readonly DemoOrganization[] = [
  {
    id: 1,
    code: 'CHL',
    name: 'Chilonzor filiali',
    short: 'Chilonzor',
    ru: 'Чиланзар',
    kind: 'branch',
    territory: 'Toshkent shahri',
    parent: 2,
    address: 'Toshkent sh., Chilonzor tumani, Bunyodkor shoh koʻchasi, 42',
    phone: '+998712760142',
    stock: 0.85,
  },
  {
    id: 2,
    code: 'BSH',
    name: 'Bosh ofis',
    short: 'Bosh ofis',
    ru: 'Главный офис',
    kind: 'office',
    territory: 'Toshkent shahri',
    parent: null,
    address: 'Toshkent sh., Mirobod tumani, Amir Temur shoh koʻchasi, 107B',
    phone: '+998712050107',
    stock: 0,
  },
  {
    id: 3,
    code: 'YUN',
    name: 'Yunusobod filiali',
    short: 'Yunusobod',
    ru: 'Юнусабад',
    kind: 'branch',
    territory: 'Toshkent shahri',
    parent: 2,
    address: 'Toshkent sh., Yunusobod tumani, Ahmad Donish koʻchasi, 20A',
    phone: '+998712211820',
    stock: 0.22,
  },
  {
    id: 4,
    code: 'SMR',
    name: 'Samarqand Registon filiali',
    short: 'Samarqand Registon',
    ru: 'Самарканд Регистан',
    kind: 'branch',
    territory: 'Samarqand viloyati',
    parent: 2,
    address: 'Samarqand sh., Registon koʻchasi, 15',
    phone: '+998662335015',
    stock: 0.2,
  },
  {
    id: 5,
    code: 'FRG',
    name: 'Fargʻona filiali',
    short: 'Fargʻona',
    ru: 'Фергана',
    kind: 'branch',
    territory: 'Fargʻona viloyati',
    parent: 2,
    address: 'Fargʻona sh., Al-Fargʻoniy koʻchasi, 58',
    phone: '+998732443158',
    stock: 0.14,
  },
  {
    id: 6,
    code: 'BUX',
    name: 'Buxoro filiali',
    short: 'Buxoro',
    ru: 'Бухара',
    kind: 'branch',
    territory: 'Buxoro viloyati',
    parent: 2,
    address: 'Buxoro sh., Mustaqillik koʻchasi, 31/2',
    phone: '+998652233131',
    stock: 0.14,
  },
  {
    id: 7,
    code: 'NMG',
    name: 'Namangan filiali',
    short: 'Namangan',
    ru: 'Наманган',
    kind: 'branch',
    territory: 'Namangan viloyati',
    parent: 2,
    address: 'Namangan sh., Doʻstlik shoh koʻchasi, 9',
    phone: '+998692275009',
    stock: 0.14,
  },
  {
    id: 8,
    code: 'SRG',
    name: 'Sergeli markaziy ombori',
    short: 'Sergeli ombori',
    ru: 'Центральный склад Сергели',
    kind: 'warehouse',
    territory: 'Toshkent shahri',
    parent: 2,
    address: 'Toshkent sh., Sergeli tumani, Yangi Sergeli yoʻli, 12',
    phone: '+998712583312',
    stock: 0.22,
  },
];

export const WAREHOUSE_NAMES = {
  shop: 'Savdo zali',
  main: 'Asosiy ombor',
  defect: 'Nuqsonli tovarlar ombori',
  transit: 'Yoʻldagi tovarlar',
} as const;

export interface DemoPosition {
  id: number;
  name: string;
  ru: string;
  kind: 'sale' | 'cash' | 'stock' | 'levy' | 'office';
  rules: readonly Rule[];
}

const showOf = (words: string): string =>
  rulesOf(words)
    .filter((rule) => RULES[rule.resource]?.split(' ').includes('show'))
    .map((rule) => `${rule.resource}.show`)
    .join(' ');

const SELLER =
  'client.show,add questionnaire.show,add order.show,add,edit contract.show,add,print cash_trading.show,add ' +
  'product_residue.show selling_board.show client_change.show,add';
const CASHIER =
  'cashbox.show,add,print payment_certificate.show,add,print practice_day.show contract.show client.show cash_trading.show,confirm tbc_cash_tradings.show';
const COLLECTOR =
  'collector.show attached_contract.added collector_task.show,edit contract_agree_auto_pay.show,add ' +
  'collected_graphic_debt_per_collector.show resales.show,add';
/** To read everything, of every branch, and to change nothing; the catalogue of products opens by `report`. */
const everyShow = allRules.filter(
  ({ resource, action }) =>
    action === 'show' || action === 'allshow' || `${resource}.${action}` === 'product_residue.report',
);

/** The table of areas 1. A director may do everything; who analyses or tests may see everything. */
export const POSITIONS: readonly DemoPosition[] = (
  [
    ['Direktor', 'Директор', 'office', allRules],
    [
      'Omborchi',
      'Кладовщик',
      'stock',
      'base_repository.show,edit product_delivery.show,add,confirm warehouse_transfer.* client_return.show,add ' +
        'act_of_count.show,add,edit,confirm,print count_commentary.show,add,edit count_classification.show ' +
        'product_residue.show,print fifo.fifo_check practice_day.show warehouse_list.show',
    ],
    ['Sanovchi', 'Учётчик', 'stock', 'act_of_count.show'],
    [
      'Taʼminotchi',
      'Специалист по закупкам',
      'office',
      'product_invoice.show,add,edit partner_return.show,add special_orders.allshow,edit reliable_partners.show,add ' +
        'partner_bot.show,edit warehouse_list.show access_partners.show,add,edit',
    ],
    [
      'Buxgalter',
      'Бухгалтер',
      'office',
      'cashbox.allshow,confirm,report,reverse payment_certificate.allshow,add,print practice_day.allshow,edit product_invoice.allshow,confirm ' +
        'partner_bot.show reports.show reliable_partners.show,edit warehouse_list.show ' +
        'value_setting.show,confirm money_setting.show,confirm scoring_criteria.show,confirm list_view.share ' +
        'requisite.show,add,edit branch_seal.show,add,edit',
    ],
    [
      'Filial rahbari',
      'Руководитель филиала',
      'sale',
      `${showOf(`${SELLER} ${CASHIER}`)} contract.confirm cashbox.confirm practice_day.show,add,confirm plan.show ` +
        'margin_dashboards.show branch_setting_users.show act_of_count.show,add,edit product_limit.show,report ' +
        'category_limit.show,report category_brand_limitation.show matrix_category.show requisite.show branch_seal.show ' +
        // somebody of the branch answers its clients: the table gives that right to nobody but the director
        'client_appeal.show,edit',
    ],
    ['Kassir', 'Кассир', 'cash', CASHIER],
    ['Sotuvchi', 'Продавец', 'sale', SELLER],
    ['Undiruvchi', 'Специалист по взысканию', 'levy', COLLECTOR],
    ['Tahlilchi', 'Аналитик', 'office', everyShow],
    ['Test muhandisi', 'Инженер по тестированию', 'office', everyShow],
    [
      'Skoring mutaxassisi',
      'Специалист по скорингу',
      'office',
      'incomes.show,add,edit,check,print scoring_analysis.show,report scoring_log.show,report questionnaire.show,confirm ' +
        'client.show,allshow black_list.show,add unblock_request.show,add client_change.show,confirm ' +
        // the table gives evaluations of cars to nobody but the director, and a second person decides about one
        'car_evaluations.show,add,edit',
    ],
    [
      'Undiruv boshligʻi',
      'Начальник взыскания',
      'levy',
      `${COLLECTOR} collector.allshow,edit,confirm selected_contract.allshow collector_percents.show,edit ` +
        'guarantor_contracts.show,edit imei_lock.show,confirm black_list.show,add,confirm,report unblock_request.show,add,confirm client.edit',
    ],
    [
      'Yurist',
      'Юрист',
      'levy',
      'convicted_contract.allshow,add,edit guarantor_contracts.show contract.allshow,print requisite.show branch_seal.show',
    ],
    [
      'Kategoriya va narx menejeri',
      'Менеджер категорий и цен',
      'office',
      'product_variant_detail.show,edit,confirm control_input_price_category.show back_margin.* abs_analysis.show ' +
        'matrix_category.show,edit promotion.show,add,edit product_residue.show,report product.* product_category.* ' +
        'lock_products.* product_expiration.* price_markup.* product_limit.* category_limit.* category_brand_limitation.* list_view.share',
    ],
    [
      'Logist',
      'Логист',
      'stock',
      'delivery_task.* delivery_car.show,edit drivers.show installable_categories.show special_orders.show,edit',
    ],
    [
      'Chaqiruv markazi operatori',
      'Оператор колл-центра',
      'office',
      'client.show not_client.show,edit,report new_client.show,edit,report electron_order.show,add,edit cold_call.show,edit resales.show,add client_appeal.show,add initiative_partner.show initiative_client.show,add,edit ' +
        'sms_send.show',
    ],
    [
      'Sifat nazoratchisi',
      'Специалист по контролю качества',
      'office',
      'attached_contract.quality_control error.show,edit,confirm act_of_count.allshow client_appeal.allshow,confirm',
    ],
    [
      'Administrator',
      'Администратор',
      'office',
      `branch_setting_users.* mobile_device.* sms_app_device.* rules.* user_rule.* position_rule.* report_admin.show ` +
        `integration_settings.* scoring_criteria.* warehouse_list.* requisite.* branch_seal.* ` +
        `reliable_partners.* ${allRules
          .filter((rule) => rule.action === 'allshow')
          .map((rule) => `${rule.resource}.allshow`)
          .join(' ')}`,
    ],
  ] as const
).map(([name, ru, kind, rules], at) => ({
  id: at + 1,
  name,
  ru,
  kind,
  rules: typeof rules === 'string' ? rulesOf(rules) : rules,
}));

export const DEMO_PASSWORD = 'Demo-2026!';

export interface DemoUser {
  username: string;
  fullname: string;
  position: string;
  organization: number;
  office: boolean;
  passwordExpired: boolean;
}

const demo = (
  username: string,
  fullname: string,
  position: string,
  organization = 1,
  more: Partial<DemoUser> = {},
): DemoUser => ({
  username,
  fullname,
  position,
  organization,
  office: organization === 2,
  passwordExpired: false,
  ...more,
});

/** People to sign in as; all have DEMO_PASSWORD. */
const DEMO: readonly DemoUser[] = [
  demo('director', 'Yusupov Botir Anvarovich', 'Direktor', 2),
  demo('storekeeper', 'Karimov Jasur Alisher oʻgʻli', 'Omborchi'),
  demo('counter1', 'Toʻxtayeva Dilnoza Rustam qizi', 'Sanovchi'),
  demo('counter2', 'Abdullayev Sardor Ilhom oʻgʻli', 'Sanovchi'),
  demo('counter3', 'Qodirova Malika Shavkat qizi', 'Sanovchi'),
  demo('counter4', 'Ergashev Bekzod Gʻayrat oʻgʻli', 'Sanovchi'),
  demo('buyer', 'Nazarov Ulugʻbek Tohir oʻgʻli', 'Taʼminotchi', 2),
  demo('accountant', 'Kim Yelena Sergeyevna', 'Buxgalter', 2),
  demo('manager', 'Rahimova Gulnora Azizovna', 'Filial rahbari'),
  demo('cashier', 'Saidova Nilufar Baxtiyor qizi', 'Kassir'),
  demo('seller', 'Hamidov Doston Farhod oʻgʻli', 'Sotuvchi'),
  demo('collector', 'Mirzayev Otabek Shuhrat oʻgʻli', 'Undiruvchi'),
  demo('analyst', 'Sobirova Kamola Oybek qizi', 'Tahlilchi', 2),
  demo('qa', 'Li Maksim Olegovich', 'Test muhandisi', 2),
  demo('newcomer', 'Xolmatov Shahzod Murod oʻgʻli', 'Sotuvchi', 1, { passwordExpired: true }),
];

export const MEN = (
  'Aziz Anvar Akmal Alisher Bahrom Bekzod Botir Davron Dilshod Doniyor Elyor Eldor Farrux Farhod Gʻayrat Husan Ilhom ' +
  'Islom Jahongir Jamshid Kamol Laziz Mansur Murod Nodir Olim Otabek Oybek Ravshan Rustam Sanjar Sardor Shavkat ' +
  'Sherzod Temur Ulugʻbek Umid Xurshid Yodgor Zafar'
).split(' ');
export const WOMEN = (
  'Aziza Barno Charos Dildora Dilfuza Feruza Gavhar Gulbahor Hilola Iroda Kamola Laylo Lola Madina Maftuna Malika ' +
  'Mohira Munisa Nafisa Nargiza Nigora Nilufar Nodira Oydin Ozoda Sabina Sevara Shahnoza Shoira Umida Yulduz Zarina ' +
  'Zilola Zulfiya'
).split(' ');
export const SURNAMES = (
  'Abdurahmonov Aliyev Azimov Boboyev Bozorov Choriyev Davlatov Eshonqulov Gʻaniyev Hakimov Ibragimov Ismoilov ' +
  'Jalilov Jumayev Komilov Mahmudov Mamatqulov Muhammadiyev Normatov Odilov Oripov Poʻlatov Qosimov Ruziyev Salimov ' +
  'Sattorov Sharipov Sultonov Tursunov Umarov Usmonov Valiyev Xudoyberdiyev Yoʻldoshev Zokirov'
).split(' ');

/** Everybody else who works here: enough that lists have pages. */
const STAFF: Readonly<Record<DemoOrganization['kind'], readonly string[]>> = {
  branch: ['Filial rahbari', 'Omborchi', 'Kassir', 'Sotuvchi', 'Sotuvchi', 'Undiruvchi'],
  office: [
    'Skoring mutaxassisi',
    'Undiruv boshligʻi',
    'Yurist',
    'Kategoriya va narx menejeri',
    'Taʼminotchi',
    'Logist',
    'Chaqiruv markazi operatori',
    'Sifat nazoratchisi',
    'Administrator',
    'Buxgalter',
  ],
  warehouse: ['Omborchi', 'Omborchi', 'Sanovchi', 'Logist'],
};

export function demoPeople(): DemoUser[] {
  const random = new Random('odamlar');
  const people = [...DEMO];
  const usernames = new Set(people.map((person) => person.username));
  for (const organization of ORGANIZATIONS) {
    for (const position of STAFF[organization.kind]) {
      // Chilonzor has its manager, cashier and storekeeper among the people to sign in as.
      if (organization.id === 1 && position !== 'Sotuvchi' && position !== 'Undiruvchi') continue;
      const woman = random.chance(0.45);
      const first = random.pick(woman ? WOMEN : MEN);
      const surname = random.pick(SURNAMES);
      const father = random.pick(MEN);
      const fullname = `${surname}${woman ? 'a' : ''} ${first} ${father} ${woman ? 'qizi' : 'oʻgʻli'}`;
      const name = `${first[0]}.${surname}`.toLowerCase().replaceAll('ʻ', '').replaceAll('ʼ', '');
      let username = name;
      for (let again = 2; usernames.has(username); again++) username = `${name}${again}`;
      usernames.add(username);
      people.push(demo(username, fullname, position, organization.id));
    }
  }
  return people;
}

export interface DemoSignIn {
  username: string;
  fullname: string;
  position: string;
  position_ru: string;
  organization: string;
}

/** Who may be signed in as, for printing at the first start. */
export function demoUsers(): DemoSignIn[] {
  return DEMO.map((person) => ({
    username: person.username,
    fullname: person.fullname,
    position: person.position,
    position_ru: POSITIONS.find((position) => position.name === person.position)?.ru ?? '',
    organization: ORGANIZATIONS.find((organization) => organization.id === person.organization)?.short ?? '',
  }));
}
