/**
 * What of an event or a context may be shown to somebody who watches, and sent to an inspector: the shape, numbers and
 * yes or no, and of texts only the short words that machines are steered by. Whatever a person typed, and whatever
 * names a person, stays here. What is not known to be harmless is masked.
 */
export const MASK = '•••';

/** Keys whose texts are words of the code, never of a person. */
const PLAIN =
  /^(type|status|state|kind|command|code|mode|step|event|field|column|format|language|currency|direction|view|tab|src|way|choice|resource|source)$/;
/** A word as the code writes them: `act.form`, `wrong_partner`, `mine`, `USD`. A name begins with a capital letter. */
const WORD = /^([a-z][\w.-]{0,39}|[A-Z]{2,4})$/;
/** Numbers that name a person, a card or a phone, and secrets in figures. */
const SECRET = /pass|pin|token|secret|phone|mobile|stir|\btin\b|_tin\b|\binn\b|card|account|imei|serial|birth|login/i;
/** More figures than any count, id or price in thousands has: phones, PINFL, cards. Times are recognised by their keys. */
const LONG = 1e9;
const TIME = /((At|_at|Time|_time|Since|Until)|^(at|now|time|since|until))$/;
/** Lists by words that a person wrote: none of their keys is of the code. */
const BY_WORDS = /^found$/;

const ID = /^\d{1,8}$/;
/** A key may be data too: a list by serial number, a draft by name. Words as the code writes them stay, and ids. */
const CODE_KEY = /^[a-z_$][\w$.-]{0,39}$/;

const DEPTH = 6;
const ITEMS = 20;

function shown(key: string, value: unknown, depth: number): unknown {
  switch (typeof value) {
    case 'string':
      return value === '' || (PLAIN.test(key) && WORD.test(value)) ? value : MASK;
    case 'number':
      return SECRET.test(key) || (Math.abs(value) >= LONG && !TIME.test(key)) ? MASK : value;
    case 'bigint':
    case 'function':
    case 'symbol':
      return MASK;
    default:
      return value === null || typeof value !== 'object' ? value : inside(value, depth, BY_WORDS.test(key));
  }
}

function inside(value: object, depth: number, byWords: boolean): unknown {
  if (depth >= DEPTH) return MASK;
  if (Array.isArray(value)) {
    const first = value.slice(0, ITEMS).map((one) => shown('', one, depth + 1));
    return value.length > ITEMS ? [...first, `+${value.length - ITEMS}`] : first;
  }
  const prototype = Object.getPrototypeOf(value) as unknown;
  // files, errors, nodes of the page
  if (prototype !== Object.prototype && prototype !== null) return MASK;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      ID.test(key) || (!byWords && CODE_KEY.test(key)) ? key : MASK,
      shown(key, one, depth + 1),
    ]),
  );
}

/** A copy with nothing in it that names a person or opens a door. */
export const masked = (value: unknown): unknown => shown('', value, 0);

/** An event under its own type, what it brings masked. */
export function maskedEvent<E extends { type: string }>(event: E): { type: string } & Record<string, unknown> {
  const { type, ...rest } = event;
  return { ...(masked(rest) as Record<string, unknown>), type };
}
