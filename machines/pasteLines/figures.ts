/**
 * Figures as people write them, in a supplier's list and in a cell of the line grid: one reading for both. A figure that
 * can be read in two ways (`1,250`) is read as the other figures of its block are written; alone its three digits are a
 * group.
 */

const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/(?:(?<!\p{L})us ?)?\$|(?<!\p{L})(?:usd|доллар\p{L}*|долл?|dollar\p{L}*|у\.? ?е|y\.? ?e)(?!\p{L})/iu, 'USD'],
  [/€|(?<!\p{L})(?:eur|euro|евро|yevro)(?!\p{L})/iu, 'EUR'],
  [/₽|(?<!\p{L})(?:rub|rubl\p{L}*|руб\p{L}*)(?!\p{L})/iu, 'RUB'],
  [/(?<!\p{L})(?:uzs|сум(?:а|ов|ы)?|сўм|sum|so[\p{M}'’‘ʻʼ`´]?m)(?!\p{L})/iu, 'UZS'],
];

/** The currency that a cell or a heading names by sign or word; null without one. */
export function currencyIn(text: string): string | null {
  return CURRENCIES.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

export type Point = '.' | ',';

/** Units that goods are sold by. Boxes, thousands and millions are none: their figure is another one. */
const UNITS =
  /(?<!\p{L})(?:шт|штук\p{L}*|sht|dona|дона|ta|та|pcs|pc|ед|упак\p{L}*|уп|upak\p{L}*|компл\p{L}*|kompl\p{L}*|пар[аы]?|juft|жуфт|кг|kg)(?!\p{L})\.?/giu;
const SIGNS = new RegExp(CURRENCIES.map(([{ source }]) => `${source}\\.?`).join('|'), 'giu');

/** Only the figure of a cell: without its currency and unit; the minus is a hyphen. */
const bare = (text: string): string =>
  text
    .replace(SIGNS, ' ')
    .replace(UNITS, ' ')
    // `12 500 сум/шт`
    .replace(/ *\/ *$/, '')
    .replace(/[\u2212\u2012-\u2014]/g, '-')
    .replace(/[\u00a0\u2009\u202f]/g, ' ')
    .trim();

/** One sign with three digits after it and at most three before: a group, or a fraction. */
const AMBIGUOUS = /^[-+]?(?!0[.,])\d{1,3}[.,]\d{3}$/;

/** Whether a cell can be read in two ways, as `1,250`. */
export const isAmbiguous = (text: string): boolean => AMBIGUOUS.test(bare(text));

const GROUPED = /^\d{1,3}(?:[ '’]\d{3})*$/;

/** Which of the two signs parts the fraction, when the cell itself shows it. */
function pointIn(text: string): Point | null {
  const figure = bare(text);
  if (!/^[-+]?[\d.,' ’]+$/.test(figure)) return null;
  const dots = figure.split('.').length - 1;
  const commas = figure.split(',').length - 1;
  if (dots > 0 && commas > 0) return figure.lastIndexOf('.') > figure.lastIndexOf(',') ? '.' : ',';
  if (dots > 1) return ',';
  if (commas > 1) return '.';
  if (dots + commas === 0) return null;
  const sign = dots > 0 ? '.' : ',';
  const [whole = '', part = ''] = figure.split(sign);
  return part.length !== 3 || whole.replace(/^[-+]/, '').length > 3 || /^[-+]?0?$/.test(whole) ? sign : null;
}

/** How the fractions of a block are parted; null when no cell shows it, or cells disagree. */
export function pointOf(cells: Iterable<string>): Point | null {
  const seen = new Set<Point>();
  for (const cell of cells) {
    const point = pointIn(cell);
    if (point !== null) seen.add(point);
  }
  return seen.size === 1 ? ([...seen][0] ?? null) : null;
}

/**
 * A figure as people write it: `1 234 567,50`, `1,234.50`, `12.650,00`, `$ 99`, `5 шт`; null when it is none.
 * @param point what parts fractions where the cell can be read in two ways; without it three digits are a group.
 */
export function parseFigure(text: string, point: Point | null = null): number | null {
  const figure = bare(text);
  const sign = /^[-+]/.exec(figure)?.[0] ?? '';
  const digits = figure.slice(sign.length).trim();
  if (!/^[\d.,' ’]+$/.test(digits) || !/\d/.test(digits)) return null;
  const parts = pointIn(digits) ?? (AMBIGUOUS.test(digits) ? point : null);
  const cut = parts === null ? -1 : digits.lastIndexOf(parts);
  const whole = cut === -1 ? digits : digits.slice(0, cut);
  const fraction = cut === -1 ? '' : digits.slice(cut + 1);
  if (!/^\d*$/.test(fraction) || (whole === '' && fraction === '')) return null;
  // groups are parted by one kind of sign
  const kinds = new Set(whole.replace(/\d/g, '').replaceAll('’', "'"));
  if (kinds.size > 1) return null;
  const grouped = whole.replace(/[.,]/g, ' ');
  if (whole !== '' && !/^\d+$/.test(grouped) && !GROUPED.test(grouped)) return null;
  return Number(`${sign}${whole.replace(/\D/g, '') || '0'}.${fraction || '0'}`);
}
