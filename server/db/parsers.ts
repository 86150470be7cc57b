/**
 * Parsers and serializers of values, shared by both engines.
 *
 * The drivers disagree in details (time zones of dates, arrays holding nulls, int8 as text), so neither driver's own
 * conversion is used: every parameter travels as PostgreSQL's text form and every result is read from it here.
 */

export type Parser = (text: string) => unknown;

const TIMESTAMP = /^(\d{4,})-(\d\d)-(\d\d)[ T](\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d(?::?\d\d)?)?( BC)?$/;

function parseInstant(text: string): Date | number {
  if (text === 'infinity') return Number.POSITIVE_INFINITY;
  if (text === '-infinity') return Number.NEGATIVE_INFINITY;
  const parts = TIMESTAMP.exec(text);
  if (!parts) return new Date(text);
  const [, year = '', month, day, time, fraction = '', zone = '', era] = parts;
  // ECMAScript wants six digits and a sign beyond year 9999, and counts 1 BC as year 0.
  const numeric = era ? 1 - Number(year) : Number(year);
  const isoYear =
    numeric >= 0 && numeric <= 9999
      ? String(numeric).padStart(4, '0')
      : `${numeric < 0 ? '-' : '+'}${String(Math.abs(numeric)).padStart(6, '0')}`;
  const offset = zone === '' || /^[+-]00(:?00)?$/.test(zone) ? 'Z' : zone.length === 3 ? `${zone}:00` : zone;
  return new Date(`${isoYear}-${month}-${day}T${time}${fraction.slice(0, 4)}${offset}`);
}

function parseBytes(text: string): Uint8Array {
  // A copy of its own: a view into Buffer's shared pool would drag the whole pool through structured clone.
  return Uint8Array.from(Buffer.from(text.slice(2), 'hex'));
}

const asText: Parser = (text) => text;
const asNumber: Parser = (text) => Number(text);
const asJson: Parser = (text) => JSON.parse(text) as unknown;

/** Element type → [its array type, how one element is read]. */
const TYPES: ReadonlyArray<readonly [oid: number, arrayOid: number, parser: Parser]> = [
  [16, 1000, (text) => text === 't'], // bool
  [17, 1001, parseBytes], // bytea
  [18, 1002, asText], // "char"
  [19, 1003, asText], // name
  [20, 1016, asNumber], // int8
  [21, 1005, asNumber], // int2
  [23, 1007, asNumber], // int4
  [25, 1009, asText], // text
  [26, 1028, asNumber], // oid
  [114, 199, asJson], // json
  [700, 1021, asNumber], // float4
  [701, 1022, asNumber], // float8
  [1042, 1014, asText], // bpchar
  [1043, 1015, asText], // varchar
  [1082, 1182, asText], // date: a calendar day has no instant, so it stays text
  [1083, 1183, asText], // time
  [1114, 1115, parseInstant], // timestamp, read as UTC
  [1184, 1185, parseInstant], // timestamptz
  [1186, 1187, asText], // interval
  [1266, 1270, asText], // timetz
  [1700, 1231, asNumber], // numeric
  [2950, 2951, asText], // uuid
  [3802, 3807, asJson], // jsonb
];

/** Reads PostgreSQL's text form of an array, nested or not. */
export function parseArray(text: string, element: Parser): unknown[] {
  // An array that does not start at 1 carries its bounds before the value: [0:1]={a,b}
  let at = text.indexOf('{');
  const read = (): unknown[] => {
    const items: unknown[] = [];
    at++;
    while (at < text.length) {
      const char = text[at];
      if (char === '}') {
        at++;
        return items;
      }
      if (char === ',') {
        at++;
      } else if (char === '{') {
        items.push(read());
      } else if (char === '"') {
        let value = '';
        at++;
        while (text[at] !== '"') {
          if (text[at] === '\\') at++;
          value += text[at];
          at++;
        }
        at++;
        items.push(element(value));
      } else {
        const start = at;
        while (text[at] !== ',' && text[at] !== '}') at++;
        const value = text.slice(start, at);
        items.push(value === 'NULL' ? null : element(value));
      }
    }
    return items;
  };
  return read();
}

/** How each known type is read, by type oid; a type not listed stays text. */
export const parsers: Readonly<Record<number, Parser>> = Object.fromEntries(
  TYPES.flatMap(
    ([oid, arrayOid, parser]): Array<[number, Parser]> => [
      [oid, parser],
      [arrayOid, (text) => parseArray(text, parser)],
    ],
  ),
);

function arrayLiteral(values: readonly unknown[]): string {
  const items = values.map((value) => {
    if (Array.isArray(value)) return arrayLiteral(value);
    const text = encodeParameter(value);
    return text === null ? 'NULL' : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
  });
  return `{${items.join(',')}}`;
}

/** The text form of one parameter: arrays become PostgreSQL arrays, plain objects become JSON. */
export function encodeParameter(value: unknown): string | null {
  switch (typeof value) {
    case 'string':
      return value;
    case 'undefined':
      return null;
    case 'number':
    case 'bigint':
    case 'boolean':
      return String(value);
    case 'object':
      if (value === null) return null;
      if (Array.isArray(value)) return arrayLiteral(value);
      if (value instanceof Date) return encodeDate(value);
      if (value instanceof Uint8Array) {
        return `\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')}`;
      }
      return JSON.stringify(value);
    default:
      throw new TypeError(`A ${typeof value} cannot be a query parameter`);
  }
}

function encodeDate(value: Date): string {
  const year = value.getUTCFullYear();
  // toISOString's six-digit years are not PostgreSQL's; such dates are mistakes, better refused than misread.
  if (!(year >= 1 && year <= 9999)) throw new RangeError('A date parameter is invalid or outside the years 1 to 9999');
  return value.toISOString();
}

// A checkpoint writes but frees more than it writes, so a full disk must not stop it.
const READ_WORDS = new Set(
  (
    'select show values table begin start commit end rollback abort savepoint release set reset ' +
    'declare fetch move close discard deallocate'
  ).split(' '),
);
const LEADING = /^(?:\s+|--[^\n]*\n|\/\*[\s\S]*?\*\/|\()+/;

/** Whether a statement may add to the data folder; in doubt it does. */
export function mayWrite(sql: string): boolean {
  const body = sql.replace(LEADING, '');
  const word = /^[a-z]+/i.exec(body)?.[0].toLowerCase() ?? '';
  if (word === 'with') return /\b(insert|update|delete|merge)\b/i.test(body);
  if (word === 'explain') return /^explain\s*(\([^)]*\banaly[sz]e\b|analy[sz]e\b)/i.test(body);
  return !READ_WORDS.has(word);
}
