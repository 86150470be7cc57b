/** The demo assortment: the same titles, barcodes and prices in every run. */
import { checkDigit, internalBarcode } from '../stock/barcode.ts';
import { type Assortment, assortment } from './assortment.ts';
import { Random } from './random.ts';

type Category = Assortment['groups'][number]['categories'][number];

export interface DemoVariant {
  /** Index of its product. */
  product: number;
  title: string;
  sku: string;
  barcode: string | null;
  serial: boolean;
  imeis: 0 | 1 | 2;
  cost: number;
  price: number;
}

export interface DemoCatalogue {
  /** `parent` is an index too. */
  categories: { uz: string; ru: string; parent: number | null }[];
  brands: string[];
  products: { name: string; category: number; brand: number }[];
  variants: DemoVariant[];
  /** How many of the shop's own barcodes were given out. */
  internalBarcodes: number;
}

/** First digits of a barcode by where the brand is registered; 690 (China) else. */
const PREFIX: Readonly<Record<string, string>> = {
  '478': 'Artel Premier Shivaki Hofmann Akfa Novey Moonx Uzchinni SAG Lux Goodwell Itimat',
  '880': 'Samsung LG',
  '400': 'Bosch Braun Karcher Moser Rondell Bergner Microlife Hama',
  '871': 'Philips',
  '460':
    'Yandex Polaris Redmond Aquaphor Barrier Geizer Thermex Resanta Ruself Stels Forward Gauss Askona Ormatek Kitfort',
  '869': 'Beko Luxell Ferre',
  '801': 'Ariston DeLonghi Pedrollo',
  '490': 'Sony Canon Nikon Fujifilm Panasonic Makita Epson Brother Janome Omron Tiger AND Nintendo Casio',
  '501': 'Dyson Kenwood',
  '304': 'Tefal Moulinex Rowenta Legrand Luminarc',
  '190':
    'Apple HP Dell Microsoft JBL Logitech Kingston SanDisk WD Seagate APC DeWalt Stanley Anker HyperX Razer Spigen',
};
const PREFIX_OF = new Map(
  Object.entries(PREFIX).flatMap(([prefix, brands]) => brands.split(' ').map((brand) => [brand, prefix] as const)),
);

/** Between a tenth and a third on top, as price tags look: 4 389 000. */
function priceOf(cost: number, random: Random): number {
  const price = cost * (1.12 + random.next() * 0.2);
  return price < 100_000 ? Math.ceil(price / 1_000) * 1_000 : Math.ceil(price / 10_000) * 10_000 - 1_000;
}

const choices = (text: string | undefined): string[] => (text ? text.split('|') : []);

/** The places in a list of specs that suit a model: cheap ones have little memory. */
function specsFor(leaf: Category, brand: string, share: number): { text: string; rank: number }[] {
  const specs = choices(leaf.brandSpecs?.[brand] ?? leaf.specs);
  const at = share * (specs.length - 1);
  return specs
    .map((text, rank) => ({ text, rank: specs.length > 1 ? rank / (specs.length - 1) : 0, far: Math.abs(rank - at) }))
    .filter(({ far }) => far <= 1.3);
}

export function demoCatalogue(size: number): DemoCatalogue {
  const { groups, brandPrices } = assortment();
  const categories: DemoCatalogue['categories'] = [];
  const leaves: { leaf: Category; category: number; code: string; random: Random; made: number; exhausted: boolean }[] =
    [];
  groups.forEach((group, groupAt) => {
    const parent = categories.push({ uz: group.uz, ru: group.ru, parent: null }) - 1;
    group.categories.forEach((leaf, leafAt) => {
      const category = categories.push({ uz: leaf.uz, ru: leaf.ru, parent }) - 1;
      const code = `${String(groupAt + 1).padStart(2, '0')}${String(leafAt + 1).padStart(2, '0')}`;
      leaves.push({ leaf, category, code, random: new Random(leaf.uz), made: 0, exhausted: false });
    });
  });

  const brands: string[] = [];
  const brandAt = new Map<string, number>();
  const itemsOf: number[] = [];
  const products: DemoCatalogue['products'] = [];
  const productAt = new Map<string, number>();
  const variants: DemoVariant[] = [];
  const titles = new Set<string>();
  let internalBarcodes = 0;

  const barcodeOf = (brand: string, at: number): string | null => {
    const number = variants.length;
    // Some goods come without a barcode; a few of them were never given one.
    if (number % 97 === 40) return null;
    if (number % 31 === 7) return internalBarcode(++internalBarcodes);
    const item = (itemsOf[at] ?? 0) + 1;
    itemsOf[at] = item;
    const company = String(1_203 + at * 37).padStart(4, '0');
    const digits = `${PREFIX_OF.get(brand) ?? '690'}${company}${String((item * 7_919 + 12_345) % 100_000).padStart(5, '0')}`;
    return digits + checkDigit(digits);
  };

  /** One model with one to four of its variants; false when the category has nothing new to offer. */
  const makeModel = (place: (typeof leaves)[number], most: number): boolean => {
    const { leaf, random } = place;
    for (let attempt = 0; attempt < 40; attempt++) {
      const brand = random.pick(Object.keys(leaf.models));
      const ranges = choices(leaf.models[brand]);
      const rank = random.whole(0, ranges.length - 1);
      const model = random.fill(ranges[rank] ?? '');
      const share = (rank + random.next()) / ranges.length;
      const specs = specsFor(leaf, brand, ranges.length > 1 ? rank / (ranges.length - 1) : share);
      const colours = choices(leaf.colours);
      const name = `${leaf.word} ${brand} ${model}`;
      const wanted = Math.min(most, random.whole(1, 4));
      let made = 0;
      for (let tries = 0; made < wanted && tries < wanted * 3; tries++) {
        const spec = specs.length ? random.pick(specs) : undefined;
        const colour = colours.length ? random.pick(colours) : undefined;
        const title = `${name}${spec?.text ? ` ${spec.text}` : ''}${colour ? `, ${colour}` : ''}`;
        if (titles.has(title)) continue;
        titles.add(title);
        made++;
        const brandIndex = brandAt.get(brand) ?? brands.push(brand) - 1;
        brandAt.set(brand, brandIndex);
        const product = productAt.get(name) ?? products.push({ name, category: place.category, brand: brandIndex }) - 1;
        productAt.set(name, product);
        const [low, high] = leaf.cost;
        const [from, to] = brandPrices[brand] ?? [0, 1];
        const dear = from + (to - from) * Math.min(1, share * 0.85 + (spec?.rank ?? random.next()) * 0.15);
        const step = low < 100_000 ? 500 : 1_000;
        const cost = Math.max(step, Math.round((low * (high / low) ** dear) / step) * step);
        place.made++;
        variants.push({
          product,
          title,
          sku: `${place.code}-${String(place.made).padStart(4, '0')}`,
          barcode: barcodeOf(brand, brandIndex),
          serial: leaf.imei !== undefined,
          imeis: leaf.imei ?? 0,
          cost,
          price: priceOf(cost, random),
        });
      }
      if (made) return true;
    }
    return false;
  };

  // A category that has run out of models leaves its share to the others.
  while (variants.length < size) {
    const open = leaves.filter((place) => !place.exhausted);
    if (open.length === 0) throw new Error(`The demo catalogue ends at ${variants.length} products`);
    const missing = size - variants.length;
    const weights = open.reduce((sum, { leaf }) => sum + (leaf.weight ?? 4), 0);
    for (const place of open) {
      const share = Math.max(1, Math.round((missing * (place.leaf.weight ?? 4)) / weights));
      for (const end = place.made + share; place.made < end && variants.length < size; ) {
        if (!makeModel(place, Math.min(end - place.made, size - variants.length))) {
          place.exhausted = true;
          break;
        }
      }
    }
  }
  return { categories, brands, products, variants, internalBarcodes };
}
