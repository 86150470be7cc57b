/**
 * Valid and wrong values of every kind of field, written by hand: what areas 2 ("Types", "Fields used everywhere") and
 * decision 54 say of a value, not what the schemas say.
 */
import { expect } from 'vitest';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { type Field, type Fields, type Kind, writtenIn } from '../../contract/directory/fields.ts';
import { ORGANIZATION, PEOPLE } from './world.ts';

type Body = Record<string, unknown>;

/** A record of another directory to refer to; a new one for each `n`, with values of `own`. */
export type Referred = (to: string, n: number, own?: Body) => Promise<number>;

const digits = (length: number, n: number): string =>
  String(n)
    .padStart(length - 1, '0')
    .padStart(length, '7')
    .slice(-length);
/** District 000 and a check digit: 3150685000 and three digits more. */
const pinfl = (n: number): string => {
  const first = `3150685000${String(n % 1000).padStart(3, '0')}`;
  const sum = [...first].reduce((total, digit, at) => total + Number(digit) * ([7, 3, 1][at % 3] as number), 0);
  return `${first}${sum % 10}`;
};

/** Two values of a kind, both right: `n` makes them differ. */
const RIGHT: { readonly [K in Kind]: (field: Field & { kind: K }, n: number, referred: Referred) => unknown } = {
  text: ({ max }, n) => `Soʻz ${n}`.slice(0, max),
  reason: (_, n) => `Sababi ${n}`,
  area: (_, n) => `Birinchi qator ${n}\nikkinchi qator`,
  names: (_, n) => ({ uz: `Nomi ${n}`, ru: `Название ${n}` }),
  message: (_, n) => ({ uz: `Hurmatli {client}, ${n}`, ru: `Уважаемый {client}, ${n}` }),
  link: (_, n) => `https://dokon.example/narx/${n}`,
  digits: ({ length }, n) => digits(length, n),
  code: ({ max }, n) => `K-${n}`.slice(0, max),
  tin: (_, n) => digits(9, n),
  pinfl: (_, n) => pinfl(n),
  identity: (_, n) => `AB${digits(7, n)}`,
  taxNumber: (_, n) => digits(9, n),
  phone: (_, n) => `+998${digits(9, n)}`,
  plate: (_, n) => `01 A ${digits(3, n)} BC`,
  vin: (_, n) => `XWBJA69V9DA${digits(6, n)}`,
  barcode: (_, n) => ean(n),
  sum: (field, n) =>
    Math.min((field as { max?: number }).max ?? 1_000_000, ((field as { min?: number }).min ?? 0) + 1000 + n),
  fx: (field, n) => ((field as { min?: number }).min ?? 0) + n + 0.25,
  percent: (_, n) => (n % 99) + 0.5,
  quantity: (field, n) =>
    Math.min((field as { max?: number }).max ?? 1_000_000, ((field as { min?: number }).min ?? 0) + 1 + (n % 5)),
  year: (_, n) => 2000 + (n % 20),
  decimal: (field, n) =>
    Math.min((field as { max?: number }).max ?? 1_000_000, ((field as { min?: number }).min ?? 0) + 0.125 + (n % 5)),
  date: (_, n) => `2026-11-${String(1 + (n % 28)).padStart(2, '0')}`,
  birthDay: (_, n) => `19${60 + (n % 40)}-11-${String(1 + (n % 28)).padStart(2, '0')}`,
  period: (_, n) => ({ from: `2026-11-${String(1 + (n % 28)).padStart(2, '0')}`, to: '2026-12-31' }),
  years: (_, n) => ({ from: 2000 + (n % 20), to: n % 2 === 0 ? null : 2024 }),
  bool: (_, n) => n % 2 === 0,
  oneOf: ({ values }, n) => values[n % values.length],
  someOf: ({ values }, n) => [values[n % values.length]],
  ref: ({ to }, n, referred) => referred(to, n),
  refs: async ({ to }, n, referred) => [await referred(to, n)],
  colour: (_, n) => `#0b6a${digits(2, n)}`,
  image: (_, n, referred) => referred('file', n),
  rows: async ({ fields }, n, referred) => [await valuesOf(fields, n, referred)],
  secret: (_, n) => `Kalit-${n}-sirli!`,
};

/** Values that no field of the kind may take, each with the reason in words. */
export const WRONG: { readonly [K in Kind]: readonly (readonly [string, unknown])[] } = {
  text: [
    ['empty', ' '],
    ['no text', 5],
    ['too long', 'a'.repeat(2001)],
  ],
  reason: [
    ['one letter', 'a'],
    ['blanks and figures', ' 12 '],
    ['one sign repeated', 'Aaaa'],
  ],
  area: [['too long', 'a'.repeat(10_001)]],
  names: [
    ['in one language', { uz: 'Nomi', ru: '' }],
    ['one text', 'Nomi'],
  ],
  message: [
    ['in one language', { uz: 'Salom', ru: '' }],
    ['with an unknown variable', { uz: 'Salom, {ism}', ru: 'Привет, {client}' }],
    ['with one brace', { uz: 'Salom', ru: 'Привет, {client' }],
  ],
  link: [
    ['a word', 'dokon'],
    ['a script', 'javascript:alert(1)'],
  ],
  digits: [
    ['a letter', '12a45'],
    ['too short', '1'],
  ],
  code: [['a space', 'A B']],
  tin: [['8 digits', '12345678']],
  pinfl: [['a wrong check digit', '31506850000018']],
  identity: [
    ['one letter', 'A1234567'],
    ['Cyrillic letters', 'АА1234567'],
  ],
  taxNumber: [
    ['8 digits', '12345678'],
    ['a letter', '12345678a'],
  ],
  phone: [
    ['another country', '+79991234567'],
    ['too short', '+99890'],
  ],
  vin: [
    ['16 letters', 'XWBJA69V9DA01234'],
    ['a letter that none has', 'XWBJA69V9DO012345'],
  ],
  barcode: [
    ['a wrong check digit', '4780000000012'],
    ['11 digits', '47800000001'],
    ['a letter', '4780000000O14'],
  ],
  plate: [
    ['no region', 'A 123 BC'],
    ['Cyrillic letters', '01 А 123 ВС'],
  ],
  sum: [
    ['below zero', -1],
    ['a fraction', 10.5],
    ['beyond 10^15', 1e15],
  ],
  fx: [['three decimals', 1.005]],
  percent: [
    ['over 100', 100.01],
    ['below zero', -1],
  ],
  quantity: [
    ['a fraction', 1.5],
    ['a text', '5'],
  ],
  decimal: [['four decimals', 1.00005]],
  year: [
    ['of another century', 1899],
    ['a text', '2015'],
  ],
  date: [
    ['no day', '2026-02-30'],
    ['another century', '1926-01-01'],
  ],
  birthDay: [
    ['no day', '1985-02-30'],
    ['a day to come', '2999-01-01'],
    ['two centuries ago', '1885-06-15'],
  ],
  period: [['turned', { from: '2026-12-31', to: '2026-11-01' }]],
  years: [
    ['turned', { from: 2020, to: 2010 }],
    ['of another century', { from: 1900, to: null }],
    ['one year', 2020],
  ],
  bool: [['a text', 'ha']],
  oneOf: [['none of them', 'cellar']],
  someOf: [['none of them', ['cellar']]],
  ref: [['unknown', 999_999]],
  refs: [['unknown', [999_999]]],
  colour: [['a name', 'red']],
  image: [
    ['unknown', 999_999],
    ['its name', 'muhr.png'],
  ],
  rows: [
    ['one text', 'Firma'],
    ['a number', [5]],
  ],
  secret: [
    ['a number', 5],
    ['too long', 'k'.repeat(501)],
    ['two lines', 'kalit\nX-Boshqa: 1'],
    ['letters that no header has', 'калит'],
  ],
};

/** Kinds that a body may lack: nothing ticked, no lines, and the secret that is kept. */
export const LEFT_OUT: ReadonlySet<Kind> = new Set(['bool', 'rows', 'secret']);

/** What is answered of a secret that a person has just set, whatever it is. */
export const SET_BY = (id: number) => ({
  at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:]{8}\.\d{3}Z$/),
  by: { id, fullname: expect.any(String) },
});

export const rightValue = (field: Field, n: number, referred: Referred): unknown =>
  (RIGHT[field.kind] as (field: Field, n: number, referred: Referred) => unknown)(field, n, referred);

const sentName = (name: string, { kind }: Field): string => (kind === 'ref' || kind === 'image' ? `${name}_id` : name);

/** An EAN-13 of goods of Uzbekistan. */
const ean = (n: number): string => {
  const first = `478${String(n).padStart(9, '9')}`;
  const sum = [...first].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${first}${(10 - (sum % 10)) % 10}`;
};

/** Three capital letters. */
const letters = (n: number): string =>
  String.fromCharCode(...[676, 26, 1].map((place) => 65 + (Math.floor(n / place) % 26)));

/** A region and a village in it. */
async function placeOf(kind: string, n: number, referred: Referred): Promise<Body> {
  const region_id = await referred('region', n);
  return { [`${kind}region_id`]: region_id, [`${kind}village_id`]: await referred('village', n, { region_id }) };
}

/** Values that a directory's own rules ask for. */
type Own = (n: number, referred: Referred) => Body | Promise<Body>;
export const OWN: Readonly<Record<string, Own>> = {
  branchUser: (n) => ({ username: `xodim${n}` }),
  // the only kind with a bank and a number
  cashAccount: () => ({ kind: 'bank' }),
  // days belong to kinds of appeal alone, and the first list is another one
  classifierValue: () => ({ days: null }),
  // born on the day that the PINFL has; a village lies in its region, and nothing is taken of another client
  client: async (n, referred) => ({
    ...(await placeOf('', n, referred)),
    ...(await placeOf('actual_', n, referred)),
    ...{ fullname: `Sinov Odam${n}`, birth_date: '1985-06-15', gender: 'male', consent: true, doubles_checked: false },
    documents: [{ number: `AB${digits(7, n)}`, issued_by: 'IIB', issued_on: '2020-01-15', expires_on: '2030-01-14' }],
  }),
  competitorNews: () => ({ seen: '2026-11-20' }),
  organization: (n) => ({ code: `ORG${letters(n)}` }),
  // an entrepreneur has a PINFL
  partner: (n) => ({ kind: 'company', stir: digits(9, n), valid_from: '2026-11-01', valid_to: '2026-12-31' }),
  // it has prices of years in which it was made
  pledgeCarModel: () => ({ years: { from: 1950, to: null } }),
  // a lock ends on a day that is still to come
  productLock: () => ({ until: '2098-12-31' }),
  // of other goods than `variant` has
  productBarcode: (n) => ({ barcode: ean(50_000 + n) }),
  serialCategory: (n) => ({ serial: true, imei_count: 1 + (n % 2) }),
  variant: () => ({ is_serial_number: true }),
};

/** Right values of fields, by the name that they are sent under; the branch is the person's own. */
export async function valuesOf(fields: Fields, n: number, referred: Referred): Promise<Body> {
  const body: Body = {};
  for (const [name, field] of Object.entries(fields)) {
    const isBranch = field.kind === 'ref' && 'scope' in field && field.scope === true;
    body[sentName(name, field)] = isBranch ? ORGANIZATION : await rightValue(field, n, referred);
  }
  return body;
}

/** A whole body, with values of `own`; nothing is made for what has a value already. */
export async function bodyOf({ spec }: AnyDirectory, n: number, referred: Referred, own: Body = {}): Promise<Body> {
  const given = { ...(await OWN[spec.name]?.(n, referred)), ...own };
  const rest = writtenIn(spec.fields).filter(([name, field]) => !(sentName(name, field) in given));
  return { ...(await valuesOf(Object.fromEntries(rest), n, referred)), ...given };
}

/** Records of the world for directories that are not declared. */
export const WORLD: Readonly<Record<string, number>> = {
  organization: ORGANIZATION,
  user: PEOPLE.counter1.id,
  category: 1,
  position: PEOPLE.counter1.id,
  territory: 1,
};
