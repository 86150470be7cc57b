/** The search of the shell: what is found, by whom, and that no question reads a whole table. */
import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { actShow } from '../../contract/counting/acts.ts';
import { appeal } from '../../contract/directories/appeal.ts';
import { branchUser } from '../../contract/directories/branchUser.ts';
import { partner } from '../../contract/directories/partner.ts';
import { productBarcode } from '../../contract/directories/productBarcode.ts';
import { variant } from '../../contract/directories/variant.ts';
import { SEARCH_GROUPS, SEARCH_HITS, searchEverywhere } from '../../contract/everywhere.ts';
import { numberIs } from '../../server/db/search.ts';
import { namesKind } from '../../server/search/named.ts';
import { addCounter, openAct } from './acts.ts';
import { draft, show } from './invoiceKit.ts';
import { newUnit, type Waiting, Warehouse } from './outputKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, PEOPLE, type PersonName, PHONE, serialOf, withServer } from './world.ts';

const server = withServer();

async function found(who: PersonName, search: string) {
  const { data } = await server.current.do(who, searchEverywhere, { body: { search } });
  return Object.fromEntries(data.map(({ group, hits }) => [group, hits]));
}
const titles = async (who: PersonName, search: string) =>
  Object.values(await found(who, search)).flatMap((hits) => hits.map(({ title }) => title));

let act = 0;
let actNumber = '';
let invoice = 0;
let invoiceNumber = '';

beforeAll(async () => {
  act = await openAct(server.current);
  actNumber = (await server.current.do('keeper', actShow, { params: { id: act } })).data.number;
  invoice = await draft(server.current, [], { number_invoice: 'SF-4471' });
  invoiceNumber = (await show(server.current, invoice)).number;
});

describe('documents by their number', () => {
  it('finds the whole number and a part of it, in any case', async () => {
    for (const search of [actNumber, actNumber.toLowerCase(), actNumber.slice(-6), ` ${actNumber} `]) {
      expect((await found('keeper', search)).documents, search).toContainEqual(
        expect.objectContaining({
          kind: 'act',
          id: act,
          title: actNumber,
          status: 'created',
          look: 'new',
          note: 'Chilonzor filiali',
        }),
      );
    }
  });

  it('finds a number that was typed in the other keyboard layout, whole and by its end', async () => {
    const keys = new Map(
      [...'qwertyuiopasdfghjklzxcvbnm'].map((key, at) => [key, 'йцукенгшщзфывапролдячсмить'[at] ?? key]),
    );
    const russian = [...actNumber.toLowerCase()].map((sign) => keys.get(sign) ?? sign).join('');
    expect(russian).not.toBe(actNumber.toLowerCase());
    for (const whole of [russian, russian.toUpperCase()])
      expect((await found('keeper', whole)).documents?.[0], whole).toMatchObject({ id: act, exact: true });
    const end = russian.slice(2);
    expect((await found('keeper', end)).documents, end).toContainEqual(expect.objectContaining({ id: act }));
    expect((await found('director', 'ЫА-4471')).documents?.[0]).toMatchObject({ id: invoice, exact: true });
  });

  it('finds a number that is named with the kind of its document', async () => {
    for (const search of [`akt ${actNumber}`, `hisob-faktura ${actNumber}`, `акт № ${actNumber.toLowerCase()}`])
      expect((await found('keeper', search)).documents, search).toMatchObject([{ kind: 'act', id: act }]);
    for (const search of [actNumber.replaceAll('-', ' '), `akt ${actNumber.toLowerCase().replaceAll('-', ' ')}`])
      expect((await found('keeper', search)).documents, search).toMatchObject([{ kind: 'act', id: act }]);
    // the number of a paper may have a space in it: it is found as a whole before a part of it is looked for
    const spaced = await draft(server.current, [], { number_invoice: 'SF 00071' });
    const other = await draft(server.current, [], { number_invoice: '00071' });
    expect((await found('director', 'sf 00071')).documents?.map(({ id }) => id)).toEqual([spaced]);
    expect((await found('director', '00071')).documents?.map(({ id }) => id)).toEqual([other, spaced]);
  });

  it('finds an invoice by our number and by the supplier’s, and says which is meant by the whole of it', async () => {
    const state = { status: 'draft', look: 'new' };
    const hit = { kind: 'invoice', id: invoice, title: invoiceNumber, note: 'Artel Savdo · SF-4471', ...state };
    expect((await found('director', 'sf-44')).documents).toEqual([{ ...hit, at: null, exact: false }]);
    expect((await found('director', 'SF-4471')).documents).toEqual([{ ...hit, at: null, exact: true }]);
    expect((await found('director', invoiceNumber)).documents?.[0]).toMatchObject({ id: invoice, exact: true });
  });

  it('leads who only counts to the own list of the act', async () => {
    expect(await titles('counter1', actNumber)).toEqual([]);
    const counter = await addCounter(server.current, act, 'counter1');
    expect((await found('counter1', actNumber)).documents).toEqual([
      expect.objectContaining({ kind: 'counter', id: act, at: counter }),
    ]);
  });

  it('answers a bounded number of them, the newest first, and that there are more', async () => {
    for (let at = 0; at < SEARCH_HITS; at += 1) await draft(server.current, [], { number_invoice: `KOP-${at}` });
    await draft(server.current, [], { number_invoice: 'KOP-16' });
    const { data } = await server.current.do('director', searchEverywhere, { body: { search: 'kop-' } });
    expect(data).toMatchObject([{ group: 'documents', more: true }]);
    expect(data[0]?.hits).toHaveLength(SEARCH_HITS);
    expect(data[0]?.hits[0]?.note).toBe('Artel Savdo · KOP-16');
  });
});

describe('documents of the sale', () => {
  const store = new Warehouse(() => server.current);
  let sold: Waiting;
  let serial = '';
  const ids = async (who: PersonName, search: string) =>
    ((await found(who, search)).documents ?? []).map(({ kind, id }) => `${kind} ${id}`);
  const numberOf = async (id: number): Promise<string> => {
    const { rows } = await sql<{ number: string }>`SELECT number FROM document WHERE id = ${id}`.execute(
      server.current.db.kysely,
    );
    return rows[0]?.number ?? '';
  };

  beforeAll(async () => {
    await store.till.desks();
    serial = await newUnit(server.current, PHONE, '2020-01-01');
    sold = await store.waiting([{ variant: PHONE, qty: 1 }]);
  });

  it('are found by number: the contract, its order, its payment and the hand-over, each with the client', async () => {
    const { rows } = await sql<{ order: number; client: string }>`
      SELECT c.sale_order_id AS "order", b.fullname AS client FROM contract c JOIN client b ON b.id = c.client_id
      WHERE c.id = ${sold.contract}`.execute(server.current.db.kysely);
    const of = {
      contract: sold.contract,
      saleOrder: rows[0]?.order ?? 0,
      output: sold.output,
      cashDocument: sold.payment,
    };
    for (const [kind, id] of Object.entries(of)) {
      const hits = (await found('director', await numberOf(id))).documents ?? [];
      expect(hits, kind).toContainEqual(expect.objectContaining({ kind, id, exact: true }));
      expect(hits.find((hit) => hit.kind === kind && hit.id === id)?.note).toContain(rows[0]?.client);
    }
  });

  it('come before newer ones with that number where their kind is named', async () => {
    const number = await numberOf(sold.contract);
    const newer = await draft(server.current, [], { number_invoice: number });
    const first = async (words: string) => (await found('director', words)).documents?.[0];
    expect(await first(number)).toMatchObject({ kind: 'invoice', id: newer });
    expect(await first(`договор ${number}`)).toMatchObject({ kind: 'contract', id: sold.contract });
    expect(await first(`shartnoma ${number.replaceAll('-', ' ')}`)).toMatchObject({ id: sold.contract });
    expect(await first(`накладная ${number}`)).toMatchObject({ kind: 'invoice', id: newer });
  });

  it('are found by who sees their list, in the own branch', async () => {
    const contract = await numberOf(sold.contract);
    expect(await ids('nobody', contract)).toEqual([]);
    // the warehouse hands over and reads no contracts
    expect(await ids('warehouseman', await numberOf(sold.output))).toEqual([`output ${sold.output}`]);
    expect((await ids('counter1', contract)).filter((one) => one.startsWith('contract'))).toEqual([]);
  });

  it('a unit is found where it lies until it leaves, and by its contract from then on', async () => {
    expect((await found('director', serial)).serials).toMatchObject([{ kind: 'serial', id: PHONE }]);
    await store.pick(sold.output);
    await store.scan(sold.output, serial);
    expect((await store.handOver(sold.output)).status).toBe(200);
    const [hit, ...others] = (await found('director', serial)).serials ?? [];
    expect(others).toEqual([]);
    expect(hit).toMatchObject({ kind: 'soldUnit', id: sold.contract, title: serial, exact: true });
    expect(hit?.note).toContain(await numberOf(sold.contract));
    // who may not read contracts is not answered whose it is
    expect((await found('warehouseman', serial)).serials).toBeUndefined();
  });

  it('a declared document is found by its number, with what it is about', async () => {
    const kinds = await sql<{ id: number }>`
      INSERT INTO classifier_value (classifier_id, name_uz, name_ru, code, place, days, search_key)
      SELECT id, 'Savol', 'Вопрос', 'question', 1, 3, 'savol' FROM classifier WHERE code = 'appeal_kind' RETURNING id`.execute(
      server.current.db.kysely,
    );
    const [kind] = kinds.rows;
    const body = {
      client_id: sold.client,
      kind_id: kind?.id,
      text: 'Telefon qizib ketyapti',
      channel: 'call',
      organization_id: ORGANIZATION,
    };
    const { data } = await server.current.do('director', appeal.calls.create, { body } as never);
    const { id, number } = data as { id: number; number: string };
    expect((await found('director', number)).documents).toContainEqual(
      expect.objectContaining({ kind: 'appeal', id, title: number, status: 'new', look: 'new', exact: true }),
    );
    expect(await ids('nobody', number)).toEqual([]);
  });
});

describe('suppliers and units', () => {
  it('finds a supplier by name in any script and by tax number, one in the archive by neither', async () => {
    for (const search of ['artel', 'АРТЕЛ', 'фкеуд'])
      expect((await found('director', search)).partners, search).toMatchObject([
        { kind: 'partner', id: 1, title: 'Artel Savdo', note: '300000001' },
      ]);
    const body = { name: 'Yopilgan savdo', kind: 'company' as const, stir: '399999990', phone: '+998901234567' };
    const { data } = await server.current.do('director', partner.calls.create, { body });
    expect(await titles('director', 'yopilgan')).toEqual(['Yopilgan savdo']);
    expect((await found('director', '399999990')).partners).toMatchObject([{ id: data.id, exact: true }]);
    await server.current.do('director', partner.calls.archive, {
      params: { id: data.id },
      ifMatch: data.version,
    } as never);
    expect(await titles('director', 'yopilgan')).toEqual([]);
  });

  it('finds an employee by name and user name, whose list the person sees, and not who has left', async () => {
    const person = { kind: 'person', id: PEOPLE.purchaser.id, title: 'Shahnoza Mirzayeva', status: null };
    expect((await found('director', 'мирзаева')).people).toMatchObject([{ ...person, exact: false }]);
    expect(await titles('keeper', 'mirzayeva')).toEqual([]);
    const body = { fullname: 'Olim Choʻlponov', username: 'olim', office: false };
    const place = { position_id: PEOPLE.counter1.id, organization_id: OTHER_ORGANIZATION };
    const { data } = await server.current.do('director', branchUser.calls.create, { body: { ...body, ...place } });
    expect((await found('director', 'olim')).people).toMatchObject([
      { id: data.id, note: 'counter1, Registon filiali', exact: true },
    ]);
    const rule = {
      user_id: PEOPLE.keeper.id,
      resource: 'branch_setting_users',
      action: 'show',
      granted: true,
      until: null,
    };
    await server.current.db.kysely.insertInto('user_rule').values(rule).execute();
    expect(await titles('keeper', 'mirzayeva')).toEqual(['Shahnoza Mirzayeva']);
    expect(await titles('keeper', 'olim')).toEqual([]);
    await server.current.do(
      'director',
      branchUser.steps['user.dismiss'] as never,
      { params: { id: data.id }, body: {} } as never,
    );
    expect(await titles('director', 'choʻlponov')).toEqual([]);
  });

  it('finds a unit by the whole of its number, wherever the person may see stock', async () => {
    const own = serialOf(PHONE, 1);
    const there = serialOf(PHONE, 1, OTHER_ORGANIZATION);
    expect((await found('warehouseman', own.toLowerCase())).serials).toEqual([
      expect.objectContaining({ kind: 'serial', id: PHONE, at: 1, title: own, exact: true }),
    ]);
    expect(await titles('warehouseman', own.slice(0, -1))).toEqual([]);
    expect(await titles('warehouseman', there)).toEqual([]);
    expect(await titles('director', there)).toEqual([there]);
  });
});

describe('products', () => {
  const radio = {
    title: 'Radio Sadaf',
    product_id: 1,
    sku: 'RAD-1',
    barcode: '4780000009901',
    is_serial_number: false,
  };

  it('finds one by name in any script, by article and by any of its barcodes, and not from the archive', async () => {
    const { data } = await server.current.do('director', variant.calls.create, { body: { ...radio, imei_count: 0 } });
    const { id } = data;
    const hit = { kind: 'product', id, at: null, title: radio.title, status: null, look: null };
    const own = { ...hit, note: 'RAD-1 · 4780000009901' };
    for (const search of ['радио сад', 'sadaf radio'])
      expect((await found('director', search)).products, search).toEqual([{ ...own, exact: false }]);
    for (const search of [radio.barcode, '4780 0000 09901', 'rad-1'])
      expect((await found('director', search)).products, search).toEqual([{ ...own, exact: true }]);
    expect((await found('nobody', 'sadaf')).products).toBeUndefined();

    const further = '4790000009900';
    const barcode = { barcode: further, variant_id: id };
    await server.current.do('director', productBarcode.calls.create, { body: barcode });
    expect((await found('director', further)).products).toEqual([{ ...hit, note: `RAD-1 · ${further}`, exact: true }]);

    // many whose words begin alike stand before it by name
    for (let at = 0; at <= SEARCH_HITS; at += 1) {
      const alike = { ...radio, title: `Antenna rad-1 ${at}`, sku: `RAD-1${at}`, barcode: null, imei_count: 0 };
      await server.current.do('director', variant.calls.create, { body: alike });
    }
    const among = (await found('director', 'rad-1')).products ?? [];
    expect([among.length, among[0]?.id, among[0]?.exact]).toEqual([SEARCH_HITS, id, true]);

    const old = { ...radio, title: 'Eski radio', sku: 'RAD-0', barcode: null, imei_count: 0 };
    const made = await server.current.do('director', variant.calls.create, { body: old });
    expect(await titles('director', 'eski')).toEqual([old.title]);
    const archived = { params: { id: made.data.id }, ifMatch: made.data.version };
    await server.current.do('director', variant.calls.archive, archived as never);
    expect(await titles('director', 'eski')).toEqual([]);
  });
});

describe('rights', () => {
  it('searches nothing of what the person may not read', async () => {
    for (const search of [actNumber, invoiceNumber, 'artel', serialOf(PHONE, 1)])
      expect(await titles('nobody', search), search).toEqual([]);
    expect(await titles('counter2', 'artel')).toEqual([]);
  });

  it('takes two signs and more, and names the field where there are fewer', async () => {
    for (const search of ['', ' ', 'a', 'x'.repeat(101)]) {
      const { status, error } = await server.current.call('director', searchEverywhere, { body: { search } });
      expect(status).toBe(422);
      expect(Object.keys(error.errors ?? {})).toEqual(['search']);
    }
    expect(await titles('director', '%%')).toEqual([]);
  });

  it('answers groups in their order', async () => {
    const { data } = await server.current.do('director', searchEverywhere, { body: { search: 'ar' } });
    const order = data.map(({ group }) => SEARCH_GROUPS.indexOf(group));
    expect(order).toEqual(order.toSorted((one, other) => one - other));
  });
});

describe('no question reads a whole table', () => {
  const planOf = (statement: RawBuilder<unknown>) =>
    server.current.db.kysely.transaction().execute(async (trx) => {
      await sql`SET LOCAL enable_seqscan = off`.execute(trx);
      const { rows } = await sql<{ 'QUERY PLAN': string }>`EXPLAIN ${statement}`.execute(trx);
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });

  it.each(['26', '0014', 'chl-26-0014', 'срд-26-0014'])(
    'the number of a document is found by its index: %s',
    async (words) => {
      const where = numberIs(sql`lower(d.number)`, words);
      expect(await planOf(sql`SELECT d.id FROM document d WHERE ${where}`)).toContain('document_number_search');
    },
  );

  it('the number of a unit is found by its index', async () => {
    expect(await planOf(sql`SELECT 1 FROM serial_code c WHERE c.code = ${'SN-1'}`)).toMatch(/serial_code_\w+/);
  });
});

describe('the kind that is named with a number', () => {
  it.each([
    ['акт CHL-26-0005', 'act'],
    ['dalolatnoma chl 26 0005', 'act'],
    ['акт № CHL-26-0005', 'counter'],
    ['накладная CHL-26-0025', 'invoice'],
    ['hisob-faktura CHL-26-0025', 'invoice'],
    ['договор CHL-26-0991', 'contract'],
    ['murojaat CHL-26-0005', 'appeal'],
    ['справка SMR-26-0003', 'paymentCertificate'],
  ])('%s is of %s, and of no other kind', (words, kind) => {
    const kinds = ['act', 'counter', 'invoice', 'contract', 'appeal', 'paymentCertificate', 'cashDocument'];
    const own = kind === 'act' || kind === 'counter' ? ['act', 'counter'] : [kind];
    expect(kinds.filter((one) => namesKind(one, words))).toEqual(own);
  });

  it.each(['CHL-26-0005', 'chl 26 0005', 'sf 00071', 'акт'])('%s names none', (words) => {
    expect(namesKind('act', words)).toBe(false);
  });
});
