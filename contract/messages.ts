/**
 * Texts that are sent to people: which variables they may have, and into how many SMS they fit (areas 3.5: 160 and 153
 * characters of the GSM alphabet, 70 and 67 of any other).
 */
import type { Names } from './directory/fields.ts';

/** Each with what it stands for in an example. */
export const EXAMPLES = {
  client: { uz: 'Alisher Karimov', ru: 'Алишер Каримов' },
  contract: { uz: 'CHL-2026-004127', ru: 'CHL-2026-004127' },
  sum: { uz: '450 000', ru: '450 000' },
  date: { uz: '15.12.2026', ru: '15.12.2026' },
  debt: { uz: '1 350 000', ru: '1 350 000' },
  overdue_days: { uz: '12', ru: '12' },
  goods: { uz: 'Samsung Galaxy A55', ru: 'Samsung Galaxy A55' },
  branch: { uz: 'Chilonzor filiali', ru: 'Филиал Чиланзар' },
  phone: { uz: '+998712760142', ru: '+998712760142' },
  time: { uz: '14:00', ru: '14:00' },
} as const satisfies Readonly<Record<string, Names>>;

export type Variable = keyof typeof EXAMPLES;
export const VARIABLES = Object.keys(EXAMPLES) as Variable[];

const VARIABLE = /\{([^{}]*)\}/g;

/** Names between braces, each once, in their order. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(VARIABLE)].map(([, name = '']) => name)),
];

/** The first thing between braces that is no known variable, with its braces; a brace without its other one is none. */
export function unknownVariable(text: string, known: readonly string[]): string | null {
  const name = variablesIn(text).find((one) => !known.includes(one));
  if (name !== undefined) return `{${name}}`;
  return /[{}]/.exec(text.replace(VARIABLE, ''))?.[0] ?? null;
}

/** The text as a client would get it. */
export const exampleOf = (text: string, language: 'uz' | 'ru'): string =>
  text.replace(VARIABLE, (whole, name: string) => EXAMPLES[name as Variable]?.[language] ?? whole);

/** The GSM 03.38 alphabet; a letter of the second one takes two places. */
const GSM = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const GSM_EXTENDED = new Set('\f^{}\\[~]|€');

/** How many SMS of several hold letters of these widths: one of two places is never cut by the end of an SMS. */
function partsOf(widths: readonly number[], room: number): number {
  let parts = 1;
  let left = room;
  for (const width of widths) {
    if (width > left) {
      parts += 1;
      left = room;
    }
    left -= width;
  }
  return parts;
}

/** Characters of a text and the SMS that they take. */
export function smsOf(text: string): { length: number; parts: number } {
  const letters = [...text];
  const isGsm = letters.every((letter) => GSM.has(letter) || GSM_EXTENDED.has(letter));
  const widths = letters.map((letter) => (isGsm ? (GSM_EXTENDED.has(letter) ? 2 : 1) : letter.length));
  const length = widths.reduce((sum, width) => sum + width, 0);
  const [one, several] = isGsm ? [160, 153] : [70, 67];
  return { length, parts: length <= one ? Math.min(length, 1) : partsOf(widths, several) };
}

/** The letters ʻ and ʼ as plain apostrophes, which the GSM alphabet has. */
export const withPlainApostrophes = (text: string): string => text.replace(/[ʻʼ‘’]/g, "'");
