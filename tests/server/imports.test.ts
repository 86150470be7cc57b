/** Files that are read into directories: what a check finds, what is written, conflicts with others, taking back. */
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { bank } from '../../contract/directories/bank.ts';
import { cashAccount } from '../../contract/directories/cashAccount.ts';
import {
  importAdd,
  importCheck,
  importChoose,
  importConfirm,
  importCreate,
  importIndex,
  importNext,
  importRowIndex,
  importShow,
  importStop,
  importTakeBack,
  type SheetCell,
} from '../../contract/imports.ts';
import { BANKS, faultsOf, HASH, importsOf } from './importKit.ts';
import { ORGANIZATION, PEOPLE, type Server, withServer } from './world.ts';

const server = withServer();
const { check, write } = importsOf(server);

let on: Server;
let made = 20_000;
const nextMfo = () => {
  made += 1;
  return String(made);
};
const makeBank = async (name: string, mfo = nextMfo()) =>
  (await on.do('director', bank.calls.create, { body: { name, mfo } })).data;

const show = async (id: number) => (await on.do('director', bank.calls.show, { params: { id } })).data;
beforeAll(async () => {
  on = server.current;
  const rule = { user_id: PEOPLE.accountant.id, resource: 'bank', action: 'edit', granted: true, until: null };
  await on.db.tx((trx) => trx.insertInto('user_rule').values(rule).execute());
});

describe('a check', () => {
  it('finds new, changed and untouched rows by the key of the directory, and writes nothing', async () => {
    const one = await makeBank('Eski bank');
    const mfo = nextMfo();
    const found = await check([
      ['Yangi bank', mfo],
      ['Oʻzgargan bank', one.mfo],
      ['Eski bank', one.mfo],
    ]);
    // the last two are one record: which of them is meant is not guessed
    expect(faultsOf(found)).toEqual([[null, '3–4', 'Faylda bir martadan koʻp uchraydi.']]);
    const clean = await check([
      ['Yangi bank', mfo],
      ['Oʻzgargan bank', one.mfo],
    ]);
    expect(clean.figures).toMatchObject({ fresh: 1, changed: 1, same: 0, bad: 0 });
    expect(clean.changes).toEqual([{ field: 'name', count: 1 }]);
    expect((await show(one.id)).name).toBe('Eski bank');
    expect(clean.allowed_events).toContain('import.confirm');
  });

  it('takes no number that Excel may have changed, groups faults by column and reason, and names ranges of rows', async () => {
    const found = await check([
      ['A', { n: '14' }],
      ['B', { n: '15' }],
      ['C', '12a45'],
      ['D', { n: '1.2E+5' }],
      ['', '00015'],
      ['F', { n: '12345' }],
      ['G', { d: '2026-11-25' }],
      ['H', null],
    ]);
    expect(faultsOf(found)).toEqual([
      ['name', '6', 'Toʻldirilishi shart.'],
      [
        'mfo',
        '2–3',
        '5 ta raqam kerak, 2 ta yozilgan: boshidagi nol yoʻqolgan boʻlishi mumkin. Katak turini Matn qiling.',
      ],
      ['mfo', '4', '5 ta raqam kerak.'],
      [
        'mfo',
        '5',
        'Koʻrsatkichli son (1.2E+5): kod qisqarib qolgan. Katak turini Matn qilib, kodni manbadan qaytadan qoʻying.',
      ],
      ['mfo', '8', 'Matn kerak: katak turini Matn qilib, qaytadan yozing.'],
      ['mfo', '9', 'Toʻldirilishi shart.'],
    ]);
    expect(found.faults[1]?.samples).toEqual([
      { row: 2, title: 'A', cell: '14' },
      { row: 3, title: 'B', cell: '15' },
    ]);
    expect(found.figures).toMatchObject({ fresh: 1, bad: 7 });
    // in Russian for who reads Russian, and as rows to mend
    const russian = await on.do('director', importShow, { params: { id: found.id }, language: 'ru' });
    expect(russian.data.faults[0]?.text).toBe('Обязательное поле.');
    const { data: bad, next } = await on.do('director', importRowIndex, { params: { id: found.id } });
    expect(bad.map(({ row }) => row)).toEqual([2, 3, 4, 5, 6, 8, 9]);
    expect(bad[0]).toEqual({
      row: 2,
      key: null,
      cells: ['A', { n: '14' }],
      reasons: [expect.stringMatching(/^MFO: 5 ta/)],
    });
    expect(next).toBeNull();
  });

  it('looks up names of other records in either case and names those that are not there, archived or several', async () => {
    const columns = ['name', 'organization', 'kind', 'currency', 'bank', 'account'].map((part) => ({
      title: part,
      part,
    }));
    const [branch] = (
      await sql<{ name: string }>`SELECT name FROM organization WHERE id = ${ORGANIZATION}`.execute(on.db.kysely)
    ).rows;
    const archived = await makeBank('Arxiv bank');
    await on.do('director', bank.calls.archive, { params: { id: archived.id } });
    const known = await makeBank('Tanish bank');
    await makeBank('Ikki bank');
    await makeBank('Ikki bank');
    const line = (name: string, of: string, account: SheetCell) => [
      name,
      branch?.name ?? '',
      'bank',
      'UZS',
      of,
      account,
    ];
    const found = await check(
      [
        line('Hisob 1', 'TANISH BANK', '20208000900123450001'),
        line('Hisob 2', 'Arxiv bank', '20208000900123450002'),
        line('Hisob 3', 'Yoʻq bank', '20208000900123450003'),
        line('Hisob 4', 'Ikki bank', '20208000900123450004'),
        line('Hisob 5', 'Tanish bank', { n: '20208000900123500000' }),
      ],
      { directory: 'cashAccount', columns },
    );
    expect(faultsOf(found)).toEqual([
      ['bank', '3', '“Arxiv bank” arxivda: avval arxivdan qaytaring.'],
      ['bank', '4', '“Yoʻq bank” degan yozuv yoʻq.'],
      ['bank', '5', '“Ikki bank” nomli yozuv bir nechta: qaysi biri ekanini bilib boʻlmaydi.'],
      [
        'account',
        '6',
        'Excel sonning 15 ta raqamini saqlaydi, qolgani nolga aylanadi. Katak turini Matn qilib, qaytadan qoʻying.',
      ],
    ]);
    await write(found.id, true);
    const { data } = await on.do('director', cashAccount.calls.index, { query: { search: 'Hisob 1' } });
    expect(data[0]).toMatchObject({ bank: { id: known.id }, account: '20208000900123450001' });
  });

  it('asks the rules of the directory, and names what is taken and what is archived', async () => {
    const taken = await makeBank('Bor bank');
    const gone = await makeBank('Arxivdagi');
    await on.do('director', bank.calls.archive, { params: { id: gone.id } });
    const found = await check([
      { key: `${taken.id}.1`, cells: ['Bor bank', gone.mfo] },
      ['Qaytgan', gone.mfo],
      { key: '2000000000.1', cells: ['Hech kim', nextMfo()] },
    ]);
    const texts = faultsOf(found).map(([part, rows, text]) => `${part} ${rows} ${text}`);
    expect(texts).toHaveLength(3);
    expect(texts[0]).toContain('null 3 Yozuv arxivda');
    expect(texts[1]).toContain('null 4 Eksport qilingan yozuv topilmadi');
    expect(texts[2]).toContain('mfo 2 ');
    expect(texts[2]).toContain('Arxivdagi');
  });

  it('names both rows of two that swap a value, and the row that a value is passed on from', async () => {
    const [one, two] = [await makeBank('Almashgan bir', '00161'), await makeBank('Almashgan ikki', '00162')];
    const swapped = await check([
      { key: `${one.id}.1`, cells: ['Almashgan bir', '00162'] },
      { key: `${two.id}.1`, cells: ['Almashgan ikki', '00161'] },
      ['Yangi bank', '00163'],
    ]);
    expect(faultsOf(swapped)).toEqual([
      ['mfo', '2', expect.stringContaining('“Almashgan ikki” yozuvida, uni fayl 3-qatorda')],
      ['mfo', '3', expect.stringContaining('“Almashgan bir” yozuvida, uni fayl 2-qatorda')],
    ]);
    // only the right row is written, and only when the person says so
    const refused = await server.current.call('director', importConfirm, {
      params: { id: swapped.id },
      body: { file_hash: HASH, without_bad: false },
    });
    expect(refused.status).toBe(409);
    await write(swapped.id, true);
    expect([(await show(one.id)).mfo, (await show(two.id)).mfo]).toEqual(['00161', '00162']);

    const passed = await check([
      { key: `${one.id}.1`, cells: ['Almashgan bir', '00162'] },
      { key: `${two.id}.1`, cells: ['Almashgan ikki', '00164'] },
    ]);
    expect(faultsOf(passed)).toEqual([['mfo', '2', expect.stringContaining('Avval 3-qatorga boshqa qiymat berib')]]);
  });

  it('names every fault of a row at once: rules are asked of the fields that are right', async () => {
    const VARIANTS = ['title', 'product', 'imei_count', 'barcode'].map((part) => ({ title: part, part }));
    const found = await check(
      [
        ['Bir', '', '', 'abc'],
        ['Ikki', 'Bunday tovar yoʻq', '0', '12345678'],
        ['Uch', '', { n: '2' }, null],
      ],
      { directory: 'variant', columns: VARIANTS },
    );
    const faults = faultsOf(found).map(([part, rows]) => `${part} ${rows}`);
    const others = ['is_serial_number 4', 'product 2, 4', 'product 3', 'sku 2–4'];
    expect(faults.sort()).toEqual(['barcode 2–3', 'imei_count 2', ...others]);
  });
});

describe('writing', () => {
  it('makes and changes in one transaction, once; each record has one log row that names the import', async () => {
    const one = await makeBank('Avvalgi');
    const mfo = nextMfo();
    const found = await check([
      ['Fayldan yangi', mfo],
      ['Fayldan oʻzgargan', one.mfo],
    ]);
    const params = { id: found.id };
    const wrong = await on.call('director', importConfirm, {
      params,
      body: { file_hash: 'd'.repeat(64), without_bad: false },
    });
    expect([wrong.status, Object.keys(wrong.error.errors ?? {})]).toEqual([422, ['file_hash']]);
    const done = await write(found.id);
    expect(done).toMatchObject({ status: 'done', written: 2 });
    // a lost answer: asked again it is the same, and nothing is written twice
    expect((await on.do('director', importNext, { params })).data).toMatchObject({
      status: 'done',
      version: done.version,
    });
    const { data: history } = await on.do('director', bank.calls.history, { params: { id: one.id } });
    expect(history.map(({ event, user }) => [event, user?.id])).toEqual([
      ['record.update', PEOPLE.director.id],
      ['record.create', PEOPLE.director.id],
    ]);
    const { rows } = await sql<{ event: string; payload: { import?: number } }>`
      SELECT event, payload FROM record_log WHERE kind = 'bank' AND (payload->>'import')::integer = ${found.id}
      ORDER BY id`.execute(on.db.kysely);
    expect(rows.map(({ event }) => event)).toEqual(['record.create', 'record.update']);
    const { data: listed } = await on.do('director', importIndex, { query: { directory: 'bank' } });
    expect(listed[0]).toMatchObject({ id: found.id, status: 'done', written: 2, file_name: 'fayl.xlsx' });
  });

  it('leaves faulty rows out only when the person says so', async () => {
    const mfo = nextMfo();
    const found = await check([
      ['Yaxshi', mfo],
      ['Yomon', 'x'],
    ]);
    expect(found.refused).toBe('Xato qatorlar bor: tuzating yoki ularsiz yozishni belgilang.');
    const body = { file_hash: HASH, without_bad: false };
    const refused = await on.call('director', importConfirm, { params: { id: found.id }, body });
    expect([refused.status, refused.error.message]).toEqual([409, found.refused]);
    expect(await write(found.id, true)).toMatchObject({ status: 'done', written: 1 });
  });

  it('writes nothing of any row when one is refused, and says which', async () => {
    const [first, second] = [nextMfo(), nextMfo()];
    const found = await check([
      ['Birinchi yangi', first],
      ['Ikkinchi yangi', second],
    ]);
    await makeBank('Oraga kirgan', second);
    const failed = await write(found.id);
    expect(failed.status).toBe('failed');
    expect(failed.reason).toContain('3-qator yozilmadi, shuning uchun hech narsa yozilmagan.');
    expect(failed.reason).toContain('Oraga kirgan');
    const { data } = await on.do('director', bank.calls.index, { query: { search: 'Birinchi yangi' } });
    expect(data).toEqual([]);
  });

  it('finds a row that another person changed after the check, and checks again', async () => {
    const one = await makeBank('Kutilgan');
    const found = await check([{ key: `${one.id}.1`, cells: ['Faylda', one.mfo] }]);
    const params = { id: found.id };
    await on.do('director', importConfirm, { params, body: { file_hash: HASH, without_bad: false } });
    await on.do('accountant', bank.calls.update, { params: { id: one.id }, body: { name: 'Boshqa', mfo: one.mfo } });
    expect((await on.do('director', importNext, { params })).data.status).toBe('checking');
    const again = (await on.do('director', importNext, { params })).data;
    expect(again).toMatchObject({ status: 'checked', figures: { moved: 1, undecided: 1 } });
    expect((await show(one.id)).name).toBe('Boshqa');
  });

  it('is for who may add or change records there, each row by its right; a file is its person’s own', async () => {
    const found = await check([['Ruxsatli', nextMfo()]]);
    expect((await on.call('accountant', importShow, { params: { id: found.id } })).status).toBe(404);
    expect((await on.call('nobody', importIndex, { query: { directory: 'bank' } })).status).toBe(403);
    expect((await on.call('director', importIndex, { query: { directory: 'questionnaire' } })).status).toBe(403);
    const who = 'counter2';
    const rule = { user_id: PEOPLE[who].id, resource: 'bank', action: 'add', granted: true, until: null };
    await on.db.tx((trx) => trx.insertInto('user_rule').values(rule).execute());
    const one = await makeBank('Faqat oʻqiladi');
    const limited = await check(
      [
        ['Yana yangi', nextMfo()],
        ['Oʻzgarish', one.mfo],
      ],
      { who },
    );
    expect(faultsOf(limited)).toEqual([[null, '3', 'Yozuvni oʻzgartirishga ruxsatingiz yoʻq.']]);
    const { id } = await write(limited.id, true, who);
    // taking back changes records
    expect((await on.call(who, importTakeBack, { params: { id } })).status).toBe(403);
  });
});

describe('an export that others have changed meanwhile', () => {
  it('shows what was there at the export, what is there now and by whom, and writes what is chosen', async () => {
    const one = await makeBank('Eksportdagi');
    const mfo = nextMfo();
    await on.do('accountant', bank.calls.update, { params: { id: one.id }, body: { name: 'Hozirgi', mfo: one.mfo } });
    const found = await check([{ key: `${one.id}.1`, cells: ['Fayldagi', mfo] }]);
    expect(found.conflicts).toMatchObject([
      {
        row: 2,
        record: { id: one.id },
        field: 'name',
        exported: 'Eksportdagi',
        now: 'Hozirgi',
        file: 'Fayldagi',
        by: { id: PEOPLE.accountant.id },
        take: null,
      },
      { field: 'mfo', exported: one.mfo, now: one.mfo, file: mfo, by: null, take: null },
    ]);
    expect(found.refused).toBe('Eksportdan keyin oʻzgargan qiymatlarning qaysi biri qolishini tanlang.');
    const params = { id: found.id };
    const choose = (field: string, take: 'now' | 'file') =>
      on.call('director', importChoose, { params, body: { choices: [{ row: 2, field, take }] } });
    // a field of which the present value stays does not change
    expect((await choose('name', 'now')).body.data).toMatchObject({
      figures: { undecided: 1 },
      changes: [{ field: 'mfo', count: 1 }],
    });
    expect((await choose('mfo', 'file')).body.data.figures.undecided).toBe(0);
    expect((await choose('phone', 'file')).status).toBe(422);
    await write(found.id);
    expect(await show(one.id)).toMatchObject({ name: 'Hozirgi', mfo });
  });

  it('asks nothing of a value that the file has as it was exported', async () => {
    const one = await makeBank('Eksportdagi 2');
    await on.do('accountant', bank.calls.update, { params: { id: one.id }, body: { name: 'Hozirgi 2', mfo: one.mfo } });
    const found = await check([{ key: `${one.id}.1`, cells: ['Eksportdagi 2', one.mfo] }]);
    expect(found.figures).toMatchObject({ same: 1, moved: 0 });
    expect(found.refused).toBe('Yozadigan oʻzgarish yoʻq.');
  });
});

describe('taking back', () => {
  it('puts back what nobody has touched since, and names the rest with person and time', async () => {
    const [one, other] = [await makeBank('Bir avval'), await makeBank('Ikki avval')];
    const found = await check([
      ['Bir keyin', one.mfo],
      ['Ikki keyin', other.mfo],
      ['Butunlay yangi', nextMfo()],
    ]);
    const { id } = await write(found.id);
    await on.do('accountant', bank.calls.update, {
      params: { id: other.id },
      body: { name: 'Qoʻlda', mfo: other.mfo },
    });
    const { data } = await on.do('director', importTakeBack, { params: { id } });
    expect(data).toMatchObject({ status: 'taken_back', back: 2, taken_back_by: { id: PEOPLE.director.id } });
    expect(data.left).toMatchObject([
      { row: 3, record: { id: other.id }, by: { id: PEOPLE.accountant.id }, reason: null },
    ]);
    expect(Date.parse(data.left[0]?.at ?? '')).toBeGreaterThan(0);
    expect((await show(one.id)).name).toBe('Bir avval');
    expect((await show(other.id)).name).toBe('Qoʻlda');
    const { data: listed } = await on.do('director', bank.calls.index, {
      query: { search: 'Butunlay yangi', status: 'archived' },
    });
    expect(listed).toHaveLength(1);
  });

  it('leaves records in the archive, which the same file names: they are not there as if nothing had to be done', async () => {
    const lines = [['Qaytarilgan bank', nextMfo()]];
    const { id } = await write((await check(lines)).id);
    await on.do('director', importTakeBack, { params: { id } });
    const again = await check(lines);
    expect(again.figures).toMatchObject({ bad: 1, same: 0 });
    expect(faultsOf(again)).toEqual([[null, '2', expect.stringContaining('arxiv')]]);
  });

  it('is refused after seven days, with the reason', async () => {
    const found = await check([['Yetti kun', nextMfo()]]);
    const { id } = await write(found.id);
    await on.db.tx((trx) =>
      sql`UPDATE import SET written_at = written_at - interval '7 days' WHERE id = ${id}`.execute(trx),
    );
    const refused = await on.call('director', importTakeBack, { params: { id } });
    expect([refused.status, refused.error.message]).toEqual([
      409,
      'Yozilganiga 7 kundan oshgan: endi ortga qaytmaydi.',
    ]);
  });
});

describe('a file that does not fit', () => {
  const begin = (body: object) =>
    on.call('director', importCreate, {
      body: { directory: 'bank', file_name: 'a', file_hash: HASH, exported_at: null, columns: BANKS, rows: 1, ...body },
    });

  it.each([
    ['columns', { columns: [{ title: 'Izoh', part: null }] }],
    ['columns', { columns: [{ title: 'Izoh', part: 'phone' }] }],
    ['columns', { columns: [...BANKS, { title: 'Nomi', part: 'name' }] }],
    ['rows', { rows: 20_001 }],
    ['file_hash', { file_hash: 'x' }],
  ])('is refused at %s', async (field, body) => {
    const { status, error } = await begin(body);
    expect([status, Object.keys(error.errors ?? {})]).toEqual([422, [field]]);
  });

  it('takes no more rows than it has, the same row once, and is checked when all have come', async () => {
    const { data } = (await begin({ rows: 2 })).body;
    const params = { id: data.id };
    const add = (...rows: number[]) =>
      on.call('director', importAdd, {
        params,
        body: { rows: rows.map((row) => ({ row, key: null, cells: ['A', 'B'] })) },
      });
    expect((await add(2)).body.data).toEqual({ received: 1 });
    expect((await add(2)).body.data).toEqual({ received: 1 });
    const early = await on.call('director', importCheck, { params });
    expect([early.status, early.error.message]).toEqual([409, 'Faylning hamma qatori hali kelmagan.']);
    expect((await add(3)).body.data).toEqual({ received: 2 });
    expect((await add(4)).status).toBe(422);
    expect((await on.do('director', importStop, { params })).data.status).toBe('stopped');
  });
});
