/** The body of a request: read up to the limit of its call, its structure checked before it is parsed (decision 54). */
import { MAX_DEPTH, MAX_JSON_VALUES } from '../../contract/common.ts';
import { invalidField, Refusal } from './refusal.ts';

/** Fields of one object; no body has more than some twenty. */
const MAX_FIELDS = 200;
/** Elements of one list where the schema of the call has none. */
const MIN_ITEMS = 100;
/** Bytes between two signs of JSON; the longest number of a double has some 800 digits. */
const MAX_GAP = 1_000;
/** Larger bodies are parsed and checked one at a time. */
const IN_TURN_BYTES = 64_000;

const incomplete = () => new Refusal(400, 'bad_request', { messageKey: 'errors.not_read' });

/**
 * The whole body, or nothing when it is larger than `limit` bytes. A longer `Content-Length` is refused unread; a body
 * without one is read until it passes the limit. What follows the HTTP server discards, within bounds, after the answer:
 * cancelling the stream here would close the connection before it.
 * @throws Refusal 400 when the client goes away in the middle.
 */
export async function readBody(request: Request, limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const declared = request.headers.get('content-length');
  if (declared !== null) {
    if (Number(declared) > limit) return undefined;
    const content = await request.arrayBuffer().catch(() => {
      throw incomplete();
    });
    return new Uint8Array(content);
  }
  if (!request.body) return new Uint8Array(0);
  const reader = request.body.getReader();
  const chunks: Uint8Array[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read().catch(() => {
      throw incomplete();
    });
    if (done) {
      const whole = new Uint8Array(size);
      let at = 0;
      for (const chunk of chunks) {
        whole.set(chunk, at);
        at += chunk.byteLength;
      }
      return whole;
    }
    size += value.byteLength;
    if (size > limit) {
      reader.releaseLock();
      return undefined;
    }
    chunks.push(value);
  }
}

let turn: Promise<unknown> = Promise.resolve();

/** Runs work that holds the process for a while, one at a time; between two, other requests are answered. */
export function inTurn<T>(bytes: number, work: () => T): T | Promise<T> {
  if (bytes <= IN_TURN_BYTES) return work();
  const done = turn.then(() => new Promise((resolve) => setImmediate(resolve))).then(work);
  turn = done.catch(() => undefined);
  return done;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Refuses JSON that is nested too deep or holds too much, in one pass over its bytes: parsing and checking such a text
 * takes seconds and gigabytes. Whether it is JSON at all is left to the parser.
 * @param items elements that a list may have.
 * @throws Refusal 422 that names the field of the first level, or `body`.
 */
export function checkStructure(bytes: Uint8Array, items: number): void {
  const isObject: boolean[] = [];
  const sizes: number[] = [];
  let values = 0;
  // where the last sign or text ended: what follows is a number, a word or nothing
  let since = 0;
  // where the last string directly in the outermost object begins and ends: its name, when a list or object follows
  let from = 0;
  let to = 0;
  const refuse = (key: string, max: number) => {
    let field = '';
    try {
      if (isObject[0] && isObject.length > 1)
        field = String(JSON.parse(Buffer.from(bytes.subarray(from, to)).toString()));
    } catch {
      // no JSON: the body is named
    }
    return invalidField(field || 'body', key, { max });
  };
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case QUOTE: {
        const start = at;
        for (at += 1; at < bytes.length && bytes[at] !== QUOTE; at += 1) if (bytes[at] === BACKSLASH) at += 1;
        if (isObject.length === 1) [from, to] = [start, at + 1];
        since = at;
        break;
      }
      case OPEN_LIST:
      case OPEN_OBJECT:
        isObject.push(bytes[at] === OPEN_OBJECT);
        sizes.push(1);
        values += 1;
        if (isObject.length > MAX_DEPTH) throw refuse('deep', MAX_DEPTH);
        since = at;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        isObject.pop();
        sizes.pop();
        since = at;
        break;
      case COMMA: {
        since = at;
        const innermost = sizes.length - 1;
        const size = (sizes[innermost] ?? 0) + 1;
        sizes[innermost] = size;
        values += 1;
        const object = isObject[innermost] === true;
        if (size > (object ? MAX_FIELDS : items)) {
          throw refuse(object ? 'many_fields' : 'many', object ? MAX_FIELDS : items);
        }
        break;
      }
      default:
        if (at - since > MAX_GAP) throw refuse('format_other', MAX_GAP);
    }
    if (values > MAX_JSON_VALUES) throw refuse('many_values', MAX_JSON_VALUES);
  }
}

/** A line ends in one way, whatever it came in: browsers end lines of forms in two characters, Excel in one or two. */
function withPlainBreaks(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\r\n?/g, '\n');
  if (typeof value === 'object' && value !== null) {
    const items = value as Record<string, unknown>;
    for (const key in items) items[key] = withPlainBreaks(items[key]);
  }
  return value;
}

/**
 * JSON of a structure that `checkStructure` takes; nothing for an empty body.
 * @param longest elements of the longest list that the schema of the call takes.
 * @throws Refusal 400 when it is no JSON, 422 when its structure is refused.
 */
export function parseJson(bytes: Uint8Array, longest: number): unknown {
  checkStructure(bytes, Math.max(longest, MIN_ITEMS));
  const text = new TextDecoder().decode(bytes);
  if (text.trim() === '') return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return /\\(?:r|u000d)/i.test(text) ? withPlainBreaks(value) : value;
  } catch {
    throw new Refusal(400, 'bad_request', { messageKey: 'errors.not_json' });
  }
}

/** Parts of a form; no call has more than four fields. */
const MAX_PARTS = 20;
/** Bytes of the headers of a part; a browser sends some 200 bytes. */
const MAX_PART_HEAD = 4_000;
const HEAD_END = '\r\n\r\n';

const notMultipart = () => new Refusal(400, 'bad_request', { messageKey: 'errors.not_multipart' });

/** Refuses a form of too many parts, or of a part whose head does not end, before it is parsed. */
function checkParts(bytes: Buffer, boundary: string): void {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  let parts = 0;
  for (let at = bytes.indexOf(delimiter); at !== -1; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    const head = at + delimiter.length;
    if (bytes.toString('latin1', head, head + 2) === '--') return;
    parts += 1;
    if (parts > MAX_PARTS) throw invalidField('body', 'many_parts', { max: MAX_PARTS });
    if (!bytes.subarray(head, head + MAX_PART_HEAD).includes(HEAD_END)) throw notMultipart();
  }
}

/**
 * The fields of a multipart form by name; of two of one name the later.
 * @throws Refusal 400 when it is no such form, 422 when it has more parts.
 */
export async function parseForm(
  bytes: Uint8Array<ArrayBuffer>,
  contentType: string | undefined,
): Promise<Record<string, unknown>> {
  const boundary = /^multipart\/form-data\s*;.*?\bboundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType ?? '');
  if (!contentType || !boundary) throw notMultipart();
  checkParts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), boundary[1] ?? boundary[2] ?? '');
  const form = await new Response(bytes, { headers: { 'content-type': contentType } }).formData().catch(() => {
    throw notMultipart();
  });
  return Object.fromEntries(
    [...form].map(([name, part]) => [name, part instanceof Blob ? part : withPlainBreaks(part)]),
  );
}
