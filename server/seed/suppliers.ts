/** Suppliers of the demo chain with their firms and agreements: invented, the same in every run. */
import type { Random } from './random.ts';

export interface DemoFirm {
  name: string;
  stir: string;
  bank: string;
  mfo: string;
  account: string;
}

export interface DemoSupplier {
  name: string;
  kind: 'company' | 'entrepreneur';
  stir: string;
  phone: string;
  firms: DemoFirm[];
  /** Soʻm and days; null: goods are paid for as they come. */
  agreement: { limit: number; days: number; fromDaysAgo: number; forDays: number | null } | null;
  archived: boolean;
}

/** Trade name, and what each of its firms deals in. */
const COMPANIES: readonly (readonly [name: string, ...firms: string[]])[] = [
  ['Artel Savdo', 'Artel Savdo', 'Artel Texno Servis'],
  ['Shahriston Elektron', 'Shahriston Elektron', 'Shahriston Import'],
  ['Zarafshon Texno', 'Zarafshon Texno'],
  ['Registon Maishiy', 'Registon Maishiy', 'Registon Logistika'],
  ['Oltin Vodiy Savdo', 'Oltin Vodiy Savdo'],
  ['Mirzo Distribyutsiya', 'Mirzo Distribyutsiya', 'Mirzo Mobayl', 'Mirzo Optima'],
  ['Chorsu Mobayl', 'Chorsu Mobayl'],
  ['Samarqand Klimat', 'Samarqand Klimat'],
  ['Fargʻona Audio Video', 'Fargʻona Audio Video'],
  ['Ipak Yoʻli Import', 'Ipak Yoʻli Import', 'Ipak Yoʻli Treyd'],
  ['Navroʻz Elektronika', 'Navroʻz Elektronika'],
  ['Toshkent Smart Texnika', 'Toshkent Smart Texnika'],
  ['Buyuk Karvon', 'Buyuk Karvon', 'Buyuk Karvon Plyus'],
  ['Qoʻqon Maishiy Texnika', 'Qoʻqon Maishiy Texnika'],
  ['Anhor Kompyuter', 'Anhor Kompyuter'],
  ['Yangi Asr Mebel', 'Yangi Asr Mebel'],
  ['Sirdaryo Optom', 'Sirdaryo Optom'],
  ['Bobur Treyd Grupp', 'Bobur Treyd Grupp', 'Bobur Invest'],
  ['Nurafshon Konditsioner', 'Nurafshon Konditsioner'],
  ['Xiva Oshxona Dunyosi', 'Xiva Oshxona Dunyosi'],
  ['Jizzax Servis Lyuks', 'Jizzax Servis Lyuks'],
  ['Oqsaroy Gadjet', 'Oqsaroy Gadjet'],
  ['Doʻstlik Televizor', 'Doʻstlik Televizor'],
  ['Afrosiyob Import Eksport', 'Afrosiyob Import Eksport'],
  ['Temiryoʻl Ombor Savdo', 'Temiryoʻl Ombor Savdo'],
  ['Surxon Elektr', 'Surxon Elektr'],
];

const TRADERS = ['YaTT Rasulov Jasur', 'YaTT Nematova Feruza', 'YaTT Qurbonov Sherali', 'YaTT Ismatullayev Doston'];

/** Banks by their MFO. */
export const BANKS = [
  ['Shahar Savdo banki', '00417'],
  ['Vodiy Omonat banki', '00583'],
  ['Karvon bank', '00974'],
  ['Poytaxt Milliy banki', '01036'],
] as const;

const PINFL_WEIGHTS = [7, 3, 1];

/** A number of the right form: sex and century, a birthday, district, running number, check digit. */
function pinfl(random: Random): string {
  const day = String(random.whole(1, 28)).padStart(2, '0');
  const month = String(random.whole(1, 12)).padStart(2, '0');
  const year = String(random.whole(65, 99));
  const body = `${random.pick(['3', '4'])}${day}${month}${year}${random.fill('######')}`;
  const sum = [...body].reduce((total, digit, at) => total + Number(digit) * (PINFL_WEIGHTS[at % 3] ?? 0), 0);
  return `${body}${sum % 10}`;
}

/** Every supplier; a running number makes each STIR unique. */
export function demoSuppliers(random: Random): DemoSupplier[] {
  let made = 0;
  const stir = () => {
    made += 1;
    return `${random.pick(['30', '31'])}${String((made * 7_919 + 1_200_003) % 9_999_991).padStart(7, '0')}`;
  };
  const firm = (name: string, number: string): DemoFirm => {
    const [bank, mfo] = random.pick(BANKS);
    return { name, stir: number, bank, mfo, account: `20208000${random.fill('############')}` };
  };
  const phone = () => `+998${random.pick(['71', '90', '91', '93', '97', '99'])}${random.fill('#######')}`;
  const agreement = (): DemoSupplier['agreement'] =>
    random.chance(0.4)
      ? {
          limit: random.whole(2, 40) * 50_000_000,
          days: random.pick([14, 30, 45, 60, 90]),
          fromDaysAgo: random.whole(30, 300),
          forDays: random.chance(0.6) ? 365 : null,
        }
      : null;
  const companies = COMPANIES.map(([name, ...firms], at): DemoSupplier => {
    const first = stir();
    return {
      name,
      kind: 'company',
      stir: first,
      phone: phone(),
      // A supplier's first firm is the supplier itself, on paper.
      firms: firms.map((one, index) => firm(`${one} MChJ`, index === 0 ? first : stir())),
      agreement: agreement(),
      archived: at >= COMPANIES.length - 2,
    };
  });
  const traders = TRADERS.map((name): DemoSupplier => {
    const number = pinfl(random);
    return {
      name,
      kind: 'entrepreneur',
      stir: number,
      phone: phone(),
      firms: [firm(name, number)],
      agreement: null,
      archived: false,
    };
  });
  return [...companies, ...traders];
}
