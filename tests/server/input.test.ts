/** Bad input: a clear error that names the field, and nothing changed. */
import { request } from 'node:http';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { signIn, updateUserPassword } from '../../contract/cash.ts';
import { organizationGetAll, userGetAll } from '../../contract/choices.ts';
import {
  actCancel,
  actCreate,
  actForm,
  actIndex,
  actUpdate,
  actUploadFile,
  fileDownload,
} from '../../contract/counting/acts.ts';
import { addCommentary, commentaryIndex } from '../../contract/counting/comments.ts';
import { counterCreate, counterIndex } from '../../contract/counting/counters.ts';
import { listedProducts } from '../../contract/counting/entries.ts';
import { addManually, productInformation, resolveMoved, rowsShow } from '../../contract/counting/matrix.ts';
import { MAX_COUNT } from '../../contract/counting/shared.ts';
import { serialKey } from '../../contract/serial.ts';
import { completedAct, countingAct, entry, fingerprintOf, NOTHING, openAct, save, submit, taken } from './acts.ts';
import { fileForm, PNG } from './lifecycles/countingAct.driver.ts';
import { type Answer, ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, PHONE, PLAIN, serialOf, withServer } from './world.ts';

const server = withServer();
const png = () => new Uint8Array(PNG);
const zip = (inside: string) => new Uint8Array(Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.from(inside)]));

/** The act, its counter, and what must be the same after each refused call. */
let act: { id: number; counter: number };
let before: string;

async function freshAct(): Promise<void> {
  const { id, counters } = await countingAct(server.current);
  act = { id, counter: counters[0] ?? NOTHING };
}

function expectFault(answer: Answer<unknown>, field: string, status = 422): void {
  expect(answer.status, JSON.stringify(answer.error)).toBe(status);
  expect(Object.keys(answer.error.errors ?? {})).toContain(field);
  for (const words of Object.values(answer.error.errors ?? {})) {
    for (const word of words) expect(word).not.toBe('');
  }
}

describe('refused, with the field named and nothing changed', () => {
  // One act for all: nothing changes it.
  beforeAll(freshAct);
  beforeEach(async () => {
    before = await fingerprintOf(server.current);
  });
  afterEach(async () => {
    expect(await fingerprintOf(server.current)).toBe(before);
  });

  const ODD: [string, unknown][] = [
    ['nothing', undefined],
    ['null', null],
    ['an empty text', ''],
    ['a negative number', -1],
    ['10^12', 1e12],
    ['a fraction', 1.5],
    ['a number as text', '7'],
    ['text', 'oʻn'],
    ['a list', []],
    ['true', true],
    ['one more than the most', MAX_COUNT + 1],
  ];

  it.each(ODD)('a count of %s', async (_, count) => {
    const line = { product_variant_id: PLAIN, ...(count === undefined ? {} : { count }) };
    expectFault(await submit(server.current, 'counter1', act.counter, [line] as never), 'listed_products.0.count');
    expectFault(
      await server.current.call('keeper', addManually, {
        params: { actId: act.id },
        body: { product_variant_id: PLAIN, listed_products: [line] },
      }),
      'listed_products.0.count',
    );
    // An entry may take back, so a negative one is no fault of its own.
    if (count !== -1) {
      const { count: __, ...rest } = entry(PLAIN, 1);
      const odd = count === undefined ? rest : { ...rest, count };
      expectFault(await save(server.current, 'counter1', act.counter, [odd] as never), 'entries.0.count');
    }
  });

  it.each(ODD.filter(([name]) => name !== 'one more than the most'))('a product of %s', async (_, variant) => {
    const id = variant === undefined ? {} : { product_variant_id: variant };
    expectFault(
      await submit(server.current, 'counter1', act.counter, [{ ...id, count: 1 }] as never),
      'listed_products.0.product_variant_id',
    );
    const { product_variant_id: __, ...rest } = entry(PLAIN, 1);
    expectFault(
      await save(server.current, 'counter1', act.counter, [{ ...rest, ...id }] as never),
      'entries.0.product_variant_id',
    );
  });

  it('an unknown product', async () => {
    expectFault(
      await submit(server.current, 'counter1', act.counter, [
        { product_variant_id: PLAIN, count: 1 },
        { product_variant_id: NOTHING, count: 1 },
      ]),
      'listed_products.1.product_variant_id',
    );
    expectFault(
      await server.current.call('keeper', addManually, {
        params: { actId: act.id },
        body: { product_variant_id: NOTHING, listed_products: [{ product_variant_id: NOTHING, count: 1 }] },
      }),
      'product_variant_id',
    );
    expectFault(
      await server.current.call('keeper', productInformation, {
        query: { act_of_count_id: act.id, product_variant_id: NOTHING },
      }),
      'product_variant_id',
    );
    expectFault(
      await server.current.call('keeper', addCommentary, {
        form: fileForm(
          { act_of_count_id: String(act.id), product_variant_id: String(NOTHING), comment: 'x' },
          undefined,
        ),
      }),
      'product_variant_id',
    );
  });

  it('a product twice in a list; two lines or another product by hand; too few serial numbers', async () => {
    const line = { product_variant_id: PLAIN, count: 1 };
    expectFault(
      await submit(server.current, 'counter1', act.counter, [line, line]),
      'listed_products.1.product_variant_id',
    );
    const hand = (listed_products: object[], product_variant_id = PLAIN) =>
      server.current.call('keeper', addManually, {
        params: { actId: act.id },
        body: { product_variant_id, listed_products },
      });
    expectFault(await hand([line, line]), 'listed_products');
    expectFault(await hand([]), 'listed_products');
    expectFault(await hand([{ product_variant_id: 2, count: 1 }]), 'listed_products.0.product_variant_id');
    for (const serial_numbers of [undefined, [], ['A'], ['A', 'A'], ['A', 'B', 'C']]) {
      const phones = { product_variant_id: PHONE, count: 2, ...(serial_numbers ? { serial_numbers } : {}) };
      expectFault(await hand([phones], PHONE), 'listed_products.0.serial_numbers');
      expectFault(
        await submit(server.current, 'counter1', act.counter, [line, phones]),
        'listed_products.1.serial_numbers',
      );
    }
  });

  it.each(['', '   ', 'x'.repeat(65)])('the serial number "%s"', async (serial) => {
    expectFault(
      await submit(server.current, 'counter1', act.counter, [
        { product_variant_id: PHONE, count: 1, serial_numbers: [serial] },
      ]),
      'listed_products.0.serial_numbers.0',
    );
  });

  it.each([
    ['nothing at all', {}, ['comment', 'organization_id']],
    ['spaces for a comment', { organization_id: 1, comment: '   ' }, ['comment']],
    ['a comment too long', { organization_id: 1, comment: 'x'.repeat(501) }, ['comment']],
    ['text for an organization', { organization_id: 'bir', comment: 'x' }, ['organization_id']],
    ['10^12 for an organization', { organization_id: 1e12, comment: 'x' }, ['organization_id']],
    ['an unknown organization', { organization_id: NOTHING, comment: 'x' }, ['organization_id']],
  ])('an act with %s', async (_, body, fields) => {
    const answer = await server.current.call('keeper', actCreate, { body });
    for (const field of fields) expectFault(answer, field);
    expect(Object.keys(answer.error.errors ?? {}).sort()).toEqual(fields);
  });

  it('an unknown person as a counter, the same person twice, no title', async () => {
    const add = (body: Record<string, unknown>) =>
      server.current.call('keeper', counterCreate, { params: { actId: act.id }, body });
    expectFault(await add({ title: 'Ikkinchi', user_id: NOTHING }), 'user_id');
    expectFault(await add({ title: 'Ikkinchi', user_id: PEOPLE.counter1.id }), 'user_id');
    expectFault(await add({ title: ' ', user_id: PEOPLE.counter2.id }), 'title');
  });

  it('a line that did not move', async () => {
    const { counters } = await countingAct(server.current, ['counter2']);
    expect(counters).toHaveLength(1);
    before = await fingerprintOf(server.current);
    const answer = await server.current.call('keeper', resolveMoved, {
      params: { actId: act.id },
      body: { product_variant_id: PLAIN, keep: 'both' },
    });
    expectFault(answer, 'keep');
  });

  it.each(['a\0b', '\ud800', 'x\udc00y', 'a\u0001b', 'a\u000bb', 'a\u0085b'])(
    'text with what nobody sees (%j)',
    async (bad) => {
      expectFault(
        await server.current.call('keeper', actCreate, { body: { organization_id: 1, comment: bad } }),
        'comment',
      );
      expectFault(
        await server.current.call('keeper', actCancel, { params: { id: act.id }, body: { reason: bad } }),
        'reason',
      );
      expectFault(
        await save(server.current, 'counter1', act.counter, [entry(PLAIN, 1), entry(PHONE, 1, bad)]),
        'entries.1.serial_number',
      );
      expectFault(await server.current.call(null, signIn, { body: { username: bad, password: 'x' } }), 'username');
      if (bad.includes('\0')) {
        for (const call of [userGetAll, organizationGetAll]) {
          expectFault(await server.current.call('keeper', call, { query: { search: bad } }), 'search');
        }
        expectFault(
          await server.current.call('keeper', counterIndex, { params: { actId: act.id }, query: { search: bad } }),
          'search',
        );
      }
    },
  );

  it.each(['0000-01-01T00:00:00Z', '2026-02-30T00:00:00Z', 'yesterday', '2026-11-21'])(
    'an entry of the moment %s',
    async (entered_at) => {
      expectFault(
        await save(server.current, 'counter1', act.counter, [entry(PLAIN, 1), { ...entry(PLAIN, 1), entered_at }]),
        'entries.1.entered_at',
      );
    },
  );

  it.each(['2026-13-45', '2026-11-21,2026-99-01', '0000-01-01', '9999-99-99', 'bugun', '2026-11-21,'])(
    'acts of the date %s',
    async (date) => {
      expectFault(await server.current.call('keeper', actIndex, { query: { date } }), 'date');
    },
  );

  it.each([
    ['page', '0'],
    ['page', 'x'],
    ['page', '1.5'],
    ['page', '10000000000000'],
    ['per_page', '101'],
    ['per_page', '-1'],
    ['per_page', '0'],
    ['per_page', '1'],
    ['per_page', '16'],
    ['per_page', '99'],
    ['per_page', '15.5'],
    ['per_page', 'x'],
    ['per_page', ''],
    ['organization_id', '0'],
    ['status', 'lost'],
  ])('a list with %s=%s', async (name, value) => {
    expectFault(await server.current.call('keeper', actIndex, { query: { [name]: value } as never }), name);
  });

  it('a wrong file: recognised by content, empty ones, none at all', async () => {
    const { id } = await completedAct(server.current, []);
    before = await fingerprintOf(server.current);
    const upload = (content: Uint8Array<ArrayBuffer> | undefined, name?: string) =>
      server.current.call('keeper', actUploadFile, { params: { id }, form: fileForm({}, content, name) });
    const text = new TextEncoder().encode('bu rasm emas');
    for (const name of ['surat.png', 'hujjat.pdf', 'jadval.xlsx']) expectFault(await upload(text, name), 'file');
    expectFault(await upload(new Uint8Array(0)), 'file');
    expectFault(await upload(undefined), 'file');
    expectFault(await upload(zip('a zip of anything'), 'jadval.xlsx'), 'file');
    // An image in name alone, and vice versa in the comment's file.
    expectFault(
      await server.current.call('keeper', addCommentary, {
        form: fileForm({ act_of_count_id: String(id), comment: 'x' }, text),
      }),
      'file',
    );
    const form = new FormData();
    form.set('file', 'just words');
    expectFault(await server.current.call('keeper', actUploadFile, { params: { id }, form }), 'file');
  });

  it.each([15_000_001, 20_000_000])('a file of %i bytes: 413', async (size) => {
    const { id } = await completedAct(server.current, []);
    before = await fingerprintOf(server.current);
    const big = new Uint8Array(size);
    big.set(png());
    const answer = await server.current.call('keeper', actUploadFile, { params: { id }, form: fileForm({}, big) });
    expect([answer.status, answer.error.code]).toEqual([413, 'too_large']);
    expect(answer.error.message).toBe('Fayl juda katta: koʻpi bilan 15 MB.');
  });

  it('a body of 50 MB: the 413 arrives at the client, with a length and without', async () => {
    const token = await server.current.tokenOf('counter1');
    const send = (chunked: boolean) =>
      new Promise<{ status: number; body: string }>((done, fail) => {
        const chunk = Buffer.alloc(1_000_000, 0x20);
        const address = `${server.current.url}/warehouse/api/computing_act_user/save_entries/${act.counter}`;
        const sending = request(
          address,
          {
            method: 'PUT',
            headers: {
              authorization: `Bearer ${token}`,
              'content-type': 'application/json',
              ...(chunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': '50000000' }),
            },
          },
          (answer) => {
            let body = '';
            answer.on('data', (part) => {
              body += part;
            });
            answer.on('end', () => done({ status: answer.statusCode ?? 0, body }));
          },
        );
        sending.on('error', fail);
        let left = 50;
        const more = () => {
          while (left > 0) {
            left -= 1;
            if (!sending.write(chunk)) {
              sending.once('drain', more);
              return;
            }
          }
          sending.end();
        };
        more();
      });
    for (const chunked of [false, true]) {
      const { status, body } = await send(chunked);
      expect(status).toBe(413);
      expect(JSON.parse(body)).toMatchObject({ code: 'too_large', message: expect.stringMatching(/2.800 KB/) });
    }
  });

  it('a counter of another act, someone else’s act', async () => {
    const other = await countingAct(server.current, ['counter2']);
    const theirs = other.counters[0] ?? NOTHING;
    before = await fingerprintOf(server.current);
    expect((await save(server.current, 'counter1', theirs, [entry(PLAIN, 1)])).status).toBe(404);
    expect((await submit(server.current, 'counter1', theirs, [])).status).toBe(404);
    expect((await save(server.current, 'keeper', theirs, [entry(PLAIN, 1)])).status).toBe(403);
    const change = { params: { id: act.id }, body: { organization_id: 1, comment: 'Meniki' } };
    expect((await server.current.call('stranger', actUpdate, change)).status).toBe(404);
    expect((await server.current.call('stranger', actForm, { params: { id: act.id } })).status).toBe(404);
  });

  it('a password without a name, a name too long', async () => {
    expectFault(await server.current.call(null, signIn, { body: { username: '', password: 'x' } }), 'username');
    const answer = await server.current.call(null, updateUserPassword, { body: { username: 'x'.repeat(101) } });
    for (const field of ['username', 'password', 'new_password', 'new_password_confirmation']) {
      expectFault(answer, field);
    }
  });
});

describe('taken, with a warning', () => {
  beforeEach(freshAct);

  it('a serial number in another branch’s stock: the counter is warned, the creator sees it', async () => {
    const stranger = serialOf(PHONE, 1, OTHER_ORGANIZATION);
    const own = serialOf(PHONE, 1);
    const { data } = taken(
      await save(server.current, 'counter1', act.counter, [entry(PHONE, 1, stranger), entry(PHONE, 1, own)]),
    );
    expect(data.saved).toHaveLength(2);
    expect(data.refused).toEqual([]);
    expect(data.elsewhere).toEqual([{ serial_number: stranger, where: 'Registon filiali' }]);
    const rows = await server.current.do('keeper', rowsShow, { params: { actId: act.id } });
    const line = rows.data.find((row) => row.product_variant.id === PHONE);
    expect(line?.elsewhere).toEqual([stranger]);
    expect(line?.final_count).toBe(2);
    const evidence = await server.current.do('keeper', productInformation, {
      query: { act_of_count_id: act.id, product_variant_id: PHONE },
    });
    expect(evidence.data.elsewhere).toEqual([{ serial_number: stranger, where: 'Registon filiali' }]);
  });

  it('the largest count there is, in many lines: totals stay whole', async () => {
    const on = server.current;
    await on.db.tx(async (trx) => {
      for (let n = 0; n < 300; n += 1) {
        await trx
          .insertInto('product_variant')
          .values({ product_id: 1, title: `Mayda ${n}`, sku: `M-${n}`, barcode: null })
          .execute();
      }
    });
    const variants = await on.db.kysely
      .selectFrom('product_variant')
      .select('id')
      .where('sku', 'like', 'M-%')
      .execute();
    const list = variants.map(({ id }) => ({ product_variant_id: id, count: MAX_COUNT }));
    const answer = taken(await submit(on, 'counter1', act.counter, list));
    expect(answer.computing_act_user.units).toBe(300 * MAX_COUNT);
    const rows = await on.do('keeper', rowsShow, { params: { actId: act.id } });
    expect(rows.data.filter((row) => row.final_count === MAX_COUNT)).toHaveLength(300);
    const shown = await on.do('keeper', actIndex);
    expect(shown.data[0]?.counted).toBe(300);
  });

  it('entries of one product never go above the largest count', async () => {
    const on = server.current;
    taken(await save(on, 'counter1', act.counter, [entry(PLAIN, MAX_COUNT)]));
    const one = entry(PLAIN, 1);
    const answer = await save(on, 'counter1', act.counter, [one, entry(2, 1)]);
    expect(answer.status).toBe(200);
    expect(answer.body.data.refused.map((line) => line.entry_id)).toEqual([one.entry_id]);
    expect(answer.body.data.saved).toHaveLength(1);
    taken(
      await submit(on, 'counter1', act.counter, [
        { product_variant_id: PLAIN, count: MAX_COUNT },
        { product_variant_id: 2, count: 1 },
      ]),
    );
  });

  it.each([
    ['surat.png', png(), 'image/png'],
    ['surat.txt', new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0]), 'image/jpeg'],
    ['surat.webp', new Uint8Array(Buffer.from('RIFF0000WEBPVP8 ')), 'image/webp'],
    ['imzo.pdf', new Uint8Array(Buffer.from('%PDF-1.7 ...')), 'application/pdf'],
    ['a.xlsx', zip('xl/workbook.xml'), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['a.docx', zip('word/document.xml'), 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ])('a file by its content: %s', async (name, content, type) => {
    const on = server.current;
    const { id } = await completedAct(on, []);
    const answer = await on.do('keeper', actUploadFile, { params: { id }, form: fileForm({}, content, name) });
    expect(answer.data.file).toMatchObject({ name, type, size: content.length });
    const back = await fetch(`${on.url}/warehouse/api/file/show/${answer.data.file?.id}`, {
      headers: { authorization: `Bearer ${await on.tokenOf('keeper')}` },
    });
    expect(back.headers.get('content-type')).toBe(type);
    expect(back.headers.get('x-content-type-options')).toBe('nosniff');
    expect(new Uint8Array(await back.arrayBuffer())).toEqual(content);
  });

  it('words in every script, with quotes, tags and emoji, as they are', async () => {
    const on = server.current;
    const comment = `Oʻzbek, русский, <b>"qalin"</b> '; DROP TABLE document; -- \\ 🙂 {{n}}`;
    const made = await on.do('keeper', actCreate, { body: { organization_id: ORGANIZATION, comment } });
    expect(made.data.comment).toBe(comment);
    await on.do('keeper', addCommentary, {
      form: fileForm({ act_of_count_id: String(made.data.id), comment }, png(), '../../e"vil\n.png'),
    });
    const [read] = (await on.do('keeper', commentaryIndex, { params: { actId: made.data.id } })).data;
    expect(read?.comment).toBe(comment);
    expect(read?.file?.name).not.toMatch(/[\\/\n]/);
    const file = await on.call('keeper', fileDownload, { params: { id: read?.file?.id ?? 0 } });
    expect(file.status).toBe(200);
  });

  it('serial numbers with quotes, commas and braces', async () => {
    const on = server.current;
    const odd = ['{a,b}', 'c"d', 'e\\f', 'NULL', "g'h"];
    taken(
      await save(
        on,
        'counter1',
        act.counter,
        odd.map((serial) => entry(PHONE, 1, serial)),
      ),
    );
    const list = await on.do('counter1', listedProducts, { params: { id: act.counter } });
    expect(list.data[0]?.serial_numbers.sort()).toEqual(odd.map(serialKey).sort());
  });

  it('a search for signs alone asks nothing', async () => {
    for (const search of ['%', '_', '!!!', '  ', '\\']) {
      const all = await server.current.do('keeper', userGetAll, { query: { search } });
      expect(all.meta.total, search).toBe(Object.keys(PEOPLE).length);
    }
    const found = await server.current.do('keeper', userGetAll, { query: { search: 'каримова' } });
    expect(found.data.map((one) => one.title)).toEqual(['Dilnoza Karimova']);
    expect((await server.current.do('keeper', userGetAll, { query: { search: 'zzzz' } })).data).toEqual([]);
    expect(await openAct(server.current)).toBeGreaterThan(0);
  });
});
