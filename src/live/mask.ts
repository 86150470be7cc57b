/**
 * What of an event or a context may be shown to somebody who watches: the shape, numbers and yes or no, and of texts only
 * the short words that machines are steered by. Whatever a person typed, and whatever names a person, stays here. What is
 * not known to be harmless is masked. What leaves the program has less: no ids, no other figures but times and counts,
 * and nothing of what somebody has the right to.
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

/** Figures that name no record; of what leaves, these alone are kept. */
const COUNT = /^(count|total|version|ahead|failures|missing|lines|steps)$|Left$/;
/** Who may do what: a tree of yes and no. */
const RIGHTS = /^(rules|rights|permissions)$/;

/** For whom: the panel of this page, or a viewer elsewhere. */
type Reader = 'here' | 'elsewhere';

const ID = /^\d{1,8}$/;
/** A key may be data too: a list by serial number, a draft by name. Words as the code writes them stay, and ids. */
const CODE_KEY = /^[a-z_$][\w$.-]{0,39}$/;

const DEPTH = 6;
const ITEMS = 20;

function shown(key: string, value: unknown, depth: number, reader: Reader): unknown {
  if (reader === 'elsewhere' && RIGHTS.test(key)) return MASK;
  switch (typeof value) {
    case 'string':
      return value === '' || (PLAIN.test(key) && WORD.test(value)) ? value : MASK;
    case 'number':
      if (SECRET.test(key) || (Math.abs(value) >= LONG && !TIME.test(key))) return MASK;
      return reader === 'here' || TIME.test(key) || COUNT.test(key) ? value : MASK;
    case 'bigint':
    case 'function':
    case 'symbol':
      return MASK;
    default:
      return value === null || typeof value !== 'object' ? value : inside(value, depth, BY_WORDS.test(key), reader);
  }
}

function inside(value: object, depth: number, byWords: boolean, reader: Reader): unknown {
  if (depth >= DEPTH) return MASK;
  if (Array.isArray(value)) {
    const first = value.slice(0, ITEMS).map((one) => shown('', one, depth + 1, reader));
    return value.length > ITEMS ? [...first, `+${value.length - ITEMS}`] : first;
  }
  const prototype = Object.getPrototypeOf(value) as unknown;
  // files, errors, nodes of the page
  if (prototype !== Object.prototype && prototype !== null) return MASK;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      (reader === 'here' && ID.test(key)) || (!byWords && CODE_KEY.test(key)) ? key : MASK,
      shown(key, one, depth + 1, reader),
    ]),
  );
}

/** A copy with nothing in it that names a person or opens a door. */
export const masked = (value: unknown, reader: Reader = 'here'): unknown => shown('', value, 0, reader);

/** An event under its own type, what it brings masked. */
export function maskedEvent<E extends { type: string }>(
  event: E,
  reader: Reader = 'here',
): { type: string } & Record<string, unknown> {
  const { type, ...rest } = event;
  return { ...(masked(rest, reader) as Record<string, unknown>), type };
}
