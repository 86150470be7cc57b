/** What a request may weigh and hold (decision 54): refused before it is read, parsed or checked, on every call. */
import { request } from 'node:http';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as z from 'zod/mini';
import { addressOf, paramNames } from '../../contract/call.ts';
import { signIn } from '../../contract/cash.ts';
import { actCreate, actUploadFile } from '../../contract/counting/acts.ts';
import { saveEntries, submitList } from '../../contract/counting/entries.ts';
import { calls } from '../../contract/index.ts';
import { type ServedCall, withServerSide } from '../../contract/server.ts';
import { bytesOf } from '../../contract/serverSide.ts';
import { createApp } from '../../server/app.ts';
import { checkStructure, parseForm, parseJson } from '../../server/http/body.ts';
import { longestList, mostOf, schemasIn } from '../../server/http/validate.ts';
import { completedAct, countingAct, NOTHING } from './acts.ts';
import { PNG } from './lifecycles/countingAct.driver.ts';
import { holderOf, ORGANIZATION, withServer } from './world.ts';

const server = withServer();

const each = (list: readonly ServedCall[]) => list.map((call) => ({ name: call.id, call }));
const withBody = calls.filter((call) => call.body !== undefined);
const withJson = withBody.filter((call) => !call.multipart);
const withForm = withBody.filter((call) => call.multipart);
const paramsOf = (call: ServedCall) => Object.fromEntries(paramNames(call.path).map((name) => [name, NOTHING]));

afterEach(() => {
  vi.restoreAllMocks();
});

/** Bytes of the calls that take more than the usual: lists, by hand. */
const LARGE: Record<string, number> = {
  addManually: 700_000,
  submitList: 3_200_000,
  saveEntries: 2_800_000,
  invoiceChangePartner: 2_400_000,
  invoiceUpdate: 2_400_000,
  lineCreateMany: 2_400_000,
  lineCorrect: 2_800_000,
  variantRecognize: 3_100_000,
  attachSerials: 2_200_000,
  testCreate: 6_000_000,
  testUpdate: 6_000_000,
  testSubmit: 300_000,
  matrixSave: 300_000,
  importAdd: 3_000_000,
  positionRulePreview: 2_000_000,
  positionRuleUpdate: 2_000_000,
  userRulePreview: 101_000,
  userRuleUpdate: 101_000,
  scenarioAdd: 320_000,
  problemReportScenario: 320_000,
};

interface Def {
  type: string;
  shape?: Record<string, z.ZodMiniType>;
  element?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
  entries?: Record<string, string>;
  checks?: readonly { _zod: { def: { maximum?: number } } }[];
}
const defOf = (schema: z.ZodMiniType) => (schema as unknown as { _zod: { def: Def } })._zod.def;

/** Bytes of the largest value of a schema as JSON, with a byte a letter; lists with at most `lines` elements. */
function largest(schema: z.ZodMiniType, lines: number): number {
  const def = defOf(schema);
  if (def.innerType) return largest(def.innerType, lines);
  if (def.element) {
    const most = Math.min(mostOf(schema) ?? 0, lines);
    // a list in each of many lines is not full in every one of them
    return 2 + most * (1 + largest(def.element, Math.ceil(lines / Math.max(most, 1))));
  }
  if (def.shape) {
    // entries are sent before the list that sums them up (decision 34): one of both
    const fields = Object.entries(def.shape).filter(([name]) => name !== 'entries' || !def.shape?.serial_numbers);
    return fields.reduce((sum, [name, field]) => sum + name.length + 4 + largest(field, lines), 2);
  }
  if (def.type === 'string') {
    const most = (def.checks ?? []).flatMap(({ _zod }) => _zod.def.maximum ?? []);
    // dates, moments and UUIDs have no maximum of their own
    return 2 + (most.length > 0 ? Math.min(...most) : 36);
  }
  return def.type === 'boolean' ? 5 : 16;
}

describe('the contract', () => {
  it.each(each(withBody))('$name: bytes by rule, more only for a list or a file', ({ call }) => {
    const usual = call.multipart ? 15_064_000 : call.rule === 'public' ? 8_000 : 64_000;
    expect(bytesOf(call)).toBe(LARGE[call.id] ?? usual);
    expect(call.multipart || bytesOf(call) <= 10_000_000).toBe(true);
  });

  it.each(each(withJson))('$name: every list has a maximum, and the largest body fits', ({ call }) => {
    const body = call.body as z.ZodMiniType;
    for (const [path, schema] of schemasIn(body)) {
      if (defOf(schema).element) expect(mostOf(schema), `${call.id} ${path}`).toBeGreaterThan(0);
    }
    expect(largest(body, longestList(body))).toBeLessThanOrEqual(bytesOf(call));
  });
});

/** Announces so many bytes, sends none, and waits for the answer. */
async function announce(
  call: ServedCall,
  bytes: number,
  language: string,
): Promise<{ status: number; message: string }> {
  const token = call.rule === 'public' ? undefined : await server.current.tokenOf(holderOf(call));
  return new Promise((done, fail) => {
    const sending = request(
      `${server.current.url}${addressOf(call, paramsOf(call))}`,
      {
        method: call.method,
        headers: {
          'content-type': call.multipart ? 'multipart/form-data; boundary=x' : 'application/json',
          'content-length': String(bytes),
          'accept-language': language,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
      },
      (answer) => {
        let text = '';
        answer.on('data', (part) => {
          text += part;
        });
        answer.on('end', () => {
          sending.destroy();
          done({ status: answer.statusCode ?? 0, message: JSON.parse(text).message });
        });
      },
    );
    sending.on('error', fail);
    sending.flushHeaders();
  });
}

let app: ReturnType<typeof createApp>;
beforeAll(() => {
  app = createApp({ database: server.current.db, production: true, log: () => undefined });
});

/** Sends a body without a length to the app itself; also how many bytes were asked for. */
async function stream(call: ServedCall, chunk: Uint8Array, most: number): Promise<{ status: number; read: number }> {
  const token = call.rule === 'public' ? '' : await server.current.tokenOf(holderOf(call));
  let read = 0;
  const body = new ReadableStream({
    pull(controller) {
      if (read >= most) controller.close();
      else controller.enqueue(chunk);
      read += chunk.byteLength;
    },
  });
  const answer = await app.request(
    new Request(`http://localhost${addressOf(call, paramsOf(call))}`, {
      method: call.method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body,
      duplex: 'half',
    } as RequestInit),
  );
  return { status: answer.status, read };
}

const figure = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, '[\\s\u00a0\u202f]');

describe('too large', () => {
  it.each(each(withBody))('$name: 413 before a byte was read, with the limit of the call', async ({ call }) => {
    const limit = bytesOf(call);
    for (const language of ['uz', 'ru']) {
      const { status, message } = await announce(call, limit + 1, language);
      expect(status).toBe(413);
      const unit = call.multipart ? { uz: '15 MB', ru: '15 МБ' } : undefined;
      const written = unit?.[language as 'uz' | 'ru'] ?? `${figure(limit / 1000)} ${language === 'uz' ? 'KB' : 'КБ'}`;
      expect(message).toMatch(new RegExp(written));
    }
  });

  it.each(each(withBody))('$name: a body of no length is cut at the limit', async ({ call }) => {
    const chunk = new Uint8Array(bytesOf(call) > 64_000 ? 64_000 : 1_000).fill(0x20);
    const { status, read } = await stream(call, chunk, 100_000_000);
    expect(status).toBe(413);
    expect(read).toBeLessThanOrEqual(bytesOf(call) + 3 * chunk.byteLength);
  });

  it('a body that ends too soon is 400', async () => {
    const answer = await app.request(
      new Request(`http://localhost${addressOf(signIn)}`, {
        method: 'POST',
        body: new ReadableStream({ start: (controller) => controller.error(new Error('gone')) }),
        duplex: 'half',
      } as RequestInit),
    );
    expect(answer.status).toBe(400);
  });
});

const nested = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);

/** Values that the schema of a call was run on. */
function watch(call: ServedCall): unknown[] {
  const seen: unknown[] = [];
  const { _zod: inner } = call.body as unknown as {
    _zod: { run: (payload: { value: unknown }, ctx: object) => object };
  };
  const { run } = inner;
  vi.spyOn(inner, 'run').mockImplementation((payload, ctx) => {
    seen.push(payload.value);
    return run(payload, ctx);
  });
  return seen;
}

const send = (call: ServedCall, body: string) =>
  server.current.call(call.rule === 'public' ? null : holderOf(call), call, {
    params: paramsOf(call),
    body,
    headers: { connection: 'close' },
  } as never);

describe('too deep, too many', () => {
  it.each(each(withJson))('$name: 32 levels reach the schema, the 33rd nothing', async ({ call }) => {
    const seen = watch(call);
    const taken = await send(call, `{"deep":${nested(31)}}`);
    expect([taken.status, seen.length]).toEqual([422, 1]);
    for (const body of [
      `{"deep":${nested(32)}}`,
      nested(33),
      nested(33, '{"a":', '}').replace('{}', '{"a":1}'),
      nested(bytesOf(call) / 2),
      '['.repeat(bytesOf(call)),
    ]) {
      const { status, error } = await send(call, body);
      expect([status, error.code]).toEqual([422, 'validation']);
      expect(Object.keys(error.errors ?? {})).toEqual([
        body.startsWith('{"deep"') ? 'deep' : body.startsWith('[') ? 'body' : 'a',
      ]);
      expect(Object.values(error.errors ?? {})[0]?.[0]).toContain('32');
    }
    expect(seen).toHaveLength(1);
  });

  it.each(each(withJson))(
    '$name: a list longer than any of the call, or too many fields, reaches no schema',
    async ({ call }) => {
      const seen = watch(call);
      const most = Math.max(longestList(call.body), 100);
      const long = await send(
        call,
        `{"list":[${Array(most + 1)
          .fill(0)
          .join()}]}`,
      );
      expect(long.status).toBe(422);
      expect(Object.keys(long.error.errors ?? {})).toEqual(['list']);
      const wide = await send(call, `{${Array.from({ length: 201 }, (_, n) => `"f${n}":0`).join()}}`);
      expect(wide.error.errors).toEqual({ body: [expect.stringContaining('200')] });
      expect(seen).toEqual([]);
    },
  );

  it.each([
    ['a bracket within a text', `{"text":"${'['.repeat(100)}"}`, 100],
    ['an escaped quote before brackets', `{"text":"\\"${'['.repeat(100)}\\\\"}`, 100],
    ['commas within a text', `["${','.repeat(500)}"]`, 100],
    ['a hundred elements', `[${Array(100).fill(0).join()}]`, 100],
    ['brackets one after the other', `[${Array(50).fill(nested(31)).join()}]`, 100],
  ])('takes %s', (_, text, items) => {
    expect(() => checkStructure(Buffer.from(text), items)).not.toThrow();
  });

  it('takes no number of more than a thousand digits', () => {
    const number = (digits: number) => Buffer.from(`{"count":${'9'.repeat(digits)}}`);
    expect(() => checkStructure(number(900), 100)).not.toThrow();
    expect(() => checkStructure(number(1_001), 100)).toThrow();
  });

  it('takes no more than 200,000 values, however they are spread', () => {
    const rows = (n: number) =>
      Buffer.from(
        `[${Array(n)
          .fill(`[${Array(1000).fill(0).join()}]`)
          .join()}]`,
      );
    expect(() => checkStructure(rows(199), 20_000)).not.toThrow();
    expect(() => checkStructure(rows(200), 20_000)).toThrow();
  });

  it('names the list of the contract that is too long before it looks at what it holds', async () => {
    const body = JSON.stringify({ entries: Array(10_001).fill(0) });
    const { error } = await send(withServerSide(saveEntries), body);
    expect(Object.keys(error.errors ?? {})).toEqual(['entries']);
  });
});

describe('faults', () => {
  it.each([
    [submitList, { listed_products: Array(20_000).fill({ product_variant_id: 0, count: -1 }) }],
    [submitList, { listed_products: Array(20_000).fill(7) }],
    [saveEntries, { entries: Array(10_000).fill({ count: 0.5 }) }],
    [saveEntries, Object.fromEntries(Array.from({ length: 199 }, (_, n) => [`field${n}`, n]))],
  ] as const)('%#: a hundred are named, and that there are more is said', async (call, body) => {
    const { status, error } = await send(withServerSide(call), JSON.stringify(body));
    expect(status).toBe(422);
    const named = Object.values(error.errors ?? {}).flat();
    expect(named).toHaveLength(100);
    expect(error.message).toContain('100');
  });

  it('the check stops at the hundredth', async () => {
    const element = defOf(defOf(withServerSide(saveEntries).body as z.ZodMiniType).shape?.entries as z.ZodMiniType)
      .element as unknown as {
      _zod: { run: (payload: object, ctx: object) => object };
    };
    const run = vi.spyOn(element._zod, 'run');
    await send(withServerSide(saveEntries), JSON.stringify({ entries: Array(10_000).fill(0) }));
    expect(run).toHaveBeenCalledTimes(100);
  });

  it('what the server finds in the values is cut as well, and counted', async () => {
    const { counters } = await countingAct(server.current);
    const listed_products = Array.from({ length: 150 }, (_, n) => ({ product_variant_id: 500_000 + n, count: 1 }));
    const answer = await server.current.call('counter1', submitList, {
      params: { id: counters[0] ?? NOTHING },
      body: { listed_products },
    });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.error.errors ?? {})).toHaveLength(100);
    expect(answer.error.message).toBe('Maʼlumotlarda xato bor: dastlabki 100 tasi koʻrsatildi, yana 50 tasi bor.');
  });

  it.each(each(withJson))(
    '$name: texts with characters that nobody sees are named, wherever they are',
    async ({ call }) => {
      const names = Object.keys(defOf(call.body as z.ZodMiniType).shape ?? {});
      for (const bad of ['a\\u0000b', '\\ud800', 'x\\udc00y', 'a\\u001fb']) {
        const body = `{${names.map((name) => `"${name}":{"of":["${bad}"]}`).join()}}`;
        const { status, error } = await send(call, body);
        expect(status).toBe(422);
        expect(Object.keys(error.errors ?? {})).toEqual(expect.arrayContaining(names.map((name) => `${name}.of.0`)));
      }
    },
  );

  it.each(each(calls.filter((call) => call.query)))('$name: a NUL in the query is named', async ({ call }) => {
    const names = Object.keys(defOf(call.query as z.ZodMiniType).shape ?? {});
    const { status, error } = await server.current.call(holderOf(call), call, {
      params: paramsOf(call),
      query: Object.fromEntries(names.map((name) => [name, 'a\0b'])),
    } as never);
    expect(status).toBe(422);
    expect(Object.keys(error.errors ?? {}).sort()).toEqual(names.sort());
  });
});

const BOUNDARY = 'a-boundary-of-the-test';

/** A form as bytes: heads and names that no browser writes. */
const formOf = (parts: readonly { head: string; content: Uint8Array }[]): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ head, content }) => [
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(`--${BOUNDARY}--\r\n`),
  ]);

async function sendForm(call: ServedCall, params: Record<string, number>, form: Buffer): Promise<Response> {
  return fetch(`${server.current.url}${addressOf(call, params)}`, {
    method: call.method,
    headers: {
      authorization: `Bearer ${await server.current.tokenOf(holderOf(call))}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    body: new Uint8Array(form),
  });
}

describe('forms', () => {
  it('end their lines as JSON does, though browsers end them in two characters', async () => {
    const form = new FormData();
    form.set('comment', 'bir\nikki');
    form.set('file', new Blob(['a\r\nb']), 'a.txt');
    const sent = new Response(form);
    const bytes = new Uint8Array(await sent.clone().arrayBuffer());
    expect(new TextDecoder().decode(bytes)).toContain('bir\r\nikki');
    const { comment, file } = await parseForm(bytes, sent.headers.get('content-type') ?? '');
    expect(comment).toBe('bir\nikki');
    expect(await (file as File).text()).toBe('a\r\nb');
    const json = new TextEncoder().encode('{"of":["a\\r\\nb","\\u000D"],"__proto__":"a\\rb"}');
    expect(JSON.stringify(parseJson(json, 10))).toBe('{"of":["a\\nb","\\n"],"__proto__":"a\\nb"}');
  });

  const text = Buffer.from('1');

  it.each(each(withForm))('$name: too many parts are 422, a head without an end is 400', async ({ call }) => {
    const parts = (count: number) =>
      formOf(Array.from({ length: count }, (_, n) => ({ head: `name="f${n}"`, content: text })));
    const many = await sendForm(call, paramsOf(call), parts(50_000));
    expect(many.status).toBe(422);
    expect(await many.json()).toMatchObject({ errors: { body: [expect.stringContaining('20')] } });
    const endless = await sendForm(
      call,
      paramsOf(call),
      formOf([{ head: `name="${'f'.repeat(100_000)}"`, content: text }]),
    );
    expect(endless.status).toBe(400);
    const named = await sendForm(call, paramsOf(call), parts(20));
    expect(Object.keys(((await named.json()) as { errors: object }).errors)).toEqual(
      expect.arrayContaining(['f0', 'f19']),
    );
  });

  it.each([
    ['cut inside an emoji', `${'🙂'.repeat(150)}.jpeg`, /^_(🙂)+\.jpeg$/u],
    ['with a NUL', 'a\0b.png', /^a_b\.png$/],
    ['with control characters', 'a\x07\x1b[31mb.png', /^a__\[31mb\.png$/],
    ['with separators', '../..\\\\etc/passwd', /^\.\._\.\._+etc_passwd$/],
    ['of half a character', Buffer.from([0x61, 0xed, 0xa0, 0x80, 0x2e, 0x70, 0x6e, 0x67]).toString('latin1'), /\.png$/],
    ['of nothing', ' ', /^file$/],
    ['of a thousand letters', `${'x'.repeat(1000)}.png`, /^x{196}\.png$/],
  ])('a file name %s', async (_, name, expected) => {
    const { id } = await completedAct(server.current, []);
    const head = `name="file"; filename="${name}"\r\nContent-Type: image/png`;
    const answer = await sendForm(withServerSide(actUploadFile), { id }, formOf([{ head, content: PNG }]));
    expect(answer.status).toBe(200);
    const { data } = (await answer.json()) as { data: { file: { id: number; name: string } } };
    expect(data.file.name).toMatch(expected);
    const back = await fetch(`${server.current.url}/warehouse/api/file/show/${data.file.id}`, {
      headers: { authorization: `Bearer ${await server.current.tokenOf('keeper')}` },
    });
    expect(back.status).toBe(200);
  });
});

describe('headers and addresses', () => {
  it('an Idempotency-Key of more than 200 characters is 400', async () => {
    const body = { organization_id: ORGANIZATION, comment: 'Sanoq' };
    expect((await server.current.call('keeper', actCreate, { body, key: 'k'.repeat(200) })).status).toBe(200);
    const answer = await server.current.call('keeper', actCreate, { body, key: 'k'.repeat(201) });
    expect([answer.status, answer.error.code]).toEqual([400, 'bad_request']);
  });

  it('a call without a body reads none', async () => {
    const { status, read } = await stream(
      calls.find((call) => call.method === 'PUT' && !call.body) as ServedCall,
      new Uint8Array(1000),
      100_000_000,
    );
    expect(status).toBe(404);
    expect(read).toBeLessThanOrEqual(1000);
  });

  it('an address of more than 16 kB is 431, and the next request is answered', async () => {
    const answer = await fetch(`${server.current.url}/warehouse/api/act_of_count/index?search=${'x'.repeat(20_000)}`);
    expect(answer.status).toBe(431);
    expect((await fetch(`${server.current.url}/healthz`)).status).toBe(200);
  });
});
