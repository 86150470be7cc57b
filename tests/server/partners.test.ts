/** Suppliers: every refusal, filters, debts, agreements, history, and what other pages choose from. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { isPinfl } from '../../contract/checkDigits.ts';
import { type PartnerBody, partner as suppliers } from '../../contract/directories/partner.ts';
import { partnerFirms, partnerGetAll } from '../../contract/invoices/choices.ts';
import { partnerAddFirm, partnerEntries } from '../../contract/partners.ts';
import { checkLedgers } from '../../server/stock/ledgerCheck.ts';
import { owe } from './debts.ts';
import { withServer } from './world.ts';

const server = withServer();
const {
  index: partnerIndex,
  show: partnerShow,
  create: partnerCreate,
  update: partnerUpdate,
  archive: partnerArchive,
  restore: partnerRestore,
  history: partnerHistory,
} = suppliers.calls;
const NOTHING = 999_999;
const PINFL = '31505851234562';
let made = 0;

/** A company that nobody else is; its firm has the STIR that follows. */
function company(more: Partial<PartnerBody> = {}): PartnerBody {
  made += 1;
  const stir = String(320_000_000 + made * 10);
  return { name: `Yangi Savdo ${made}`, kind: 'company', stir, phone: '+998901234567', ...more };
}

const firm = (name: string, stir: string, more = {}) => ({ name, stir, bank: 'Karvon bank', mfo: '00974', ...more });

async function create(body: PartnerBody = company()) {
  return (await server.current.do('director', partnerCreate, { body })).data;
}

/** A record without an agreement: what is not sent would stay as it is. */
const NO_AGREEMENT = { credit_limit: null, defer_days: null, valid_from: null, valid_to: null };
const bodyOf = ({ name, kind, stir, phone }: Awaited<ReturnType<typeof create>>, more: Partial<PartnerBody> = {}) => ({
  name,
  kind,
  stir,
  phone,
  ...NO_AGREEMENT,
  ...more,
});

async function errorsOf(body: unknown, id?: number) {
  const answer =
    id === undefined
      ? await server.current.call('director', partnerCreate, { body: body as PartnerBody })
      : await server.current.call('director', partnerUpdate, { params: { id }, body: body as PartnerBody });
  expect(answer.status).toBe(422);
  return answer.error.errors ?? {};
}

describe('a supplier', () => {
  it('is made with firms and an agreement, and read back whole', async () => {
    const partner = await create(
      company({
        firms: [firm('Birinchi MChJ', '330000001', { account: '20208000123456789012' })],
        credit_limit: 500_000_000,
        defer_days: 30,
        valid_from: '2020-01-01',
      }),
    );
    expect(partner).toMatchObject({
      active: true,
      version: 1,
      reliable: true,
      debts: {},
      in_use: null,
      agreement: { credit_limit: 500_000_000, defer_days: 30, valid_from: '2020-01-01', valid_to: null },
      allowed_events: ['record.update', 'record.archive'],
    });
    expect(partner.firms).toEqual([
      expect.objectContaining({ name: 'Birinchi MChJ', mfo: '00974', account: '20208000123456789012', active: true }),
    ]);
    const shown = await server.current.do('purchaser', partnerShow, { params: { id: partner.id } });
    expect(shown.data).toEqual({ ...partner, allowed_events: [] });
  });

  it('names every wrong field at once', async () => {
    const errors = await errorsOf({
      ...company({ stir: PINFL }),
      credit_limit: 1,
      firms: [firm('A', '330000100'), firm('a', '330000100'), firm('B', '12345678901234')],
    });
    expect(Object.keys(errors).sort()).toEqual([
      'defer_days',
      'firms.1.name',
      'firms.1.stir',
      'firms.2.stir',
      'stir',
      'valid_from',
    ]);
  });

  it.each([
    ['stir', { stir: '12345678' }],
    ['stir', { kind: 'entrepreneur', stir: '31505851234563' }],
    ['phone', { phone: '901234567' }],
    ['firms.0.mfo', { firms: [firm('A', '330000200', { mfo: '0097' })] }],
    ['firms.0.account', { firms: [firm('A', '330000200', { account: '2020' })] }],
    ['firms.0.id', { firms: [{ id: NOTHING, ...firm('A', '330000200') }] }],
    ['valid_to', { credit_limit: 1, defer_days: 1, valid_from: '2026-02-01', valid_to: '2026-01-31' }],
  ])('refuses a wrong %s', async (field, wrong) => {
    expect(Object.keys(await errorsOf({ ...company(), ...wrong }))).toEqual([field]);
  });

  it('takes a person who trades alone by the PINFL', async () => {
    expect(isPinfl(PINFL)).toBe(true);
    expect(isPinfl('11505851234565')).toBe(false);
    const partner = await create(company({ kind: 'entrepreneur', stir: PINFL, firms: [firm('YaTT', PINFL)] }));
    expect(partner.firms[0]?.stir).toBe(PINFL);
  });

  it('names the other record where a name or a STIR is taken', async () => {
    const one = await create(company({ firms: [firm('Egasi bor MChJ', '330000300')] }));
    const errors = await errorsOf(company({ name: one.name.toUpperCase(), firms: [firm('Boshqa', '330000300')] }));
    expect(errors.name?.[0]).toContain(one.name);
    expect(errors['firms.0.stir']?.[0]).toContain('Egasi bor MChJ');
    expect(errors['firms.0.stir']?.[0]).toContain(one.name);
    expect((await errorsOf(company({ stir: one.stir as string }))).stir?.[0]).toContain(one.name);
    // its own are its own
    await server.current.do('director', partnerUpdate, { params: { id: one.id }, body: bodyOf(one) });
  });

  it('changes, adds and archives firms; those not named stay; STIR of two may change places', async () => {
    const one = await create(company({ firms: [firm('Bir', '330000401'), firm('Ikki', '330000402')] }));
    const [first, second] = one.firms;
    const { data } = await server.current.do('director', partnerUpdate, {
      params: { id: one.id },
      body: bodyOf(one, {
        firms: [
          { id: first?.id as number, ...firm('Ikki', '330000402') },
          { id: second?.id as number, ...firm('Bir', '330000401'), active: false },
          firm('Uch', '330000401'),
        ],
      }),
    });
    expect(data.firms.map(({ name, stir, active }) => [name, stir, active])).toEqual([
      ['Ikki', '330000402', true],
      ['Uch', '330000401', true],
      ['Bir', '330000401', false],
    ]);
    const { data: firms } = await server.current.do('purchaser', partnerFirms, { params: { id: one.id } });
    expect(firms.map(({ name }) => name)).toEqual(['Ikki', 'Uch']);
    const after = await server.current.do('director', partnerUpdate, { params: { id: one.id }, body: bodyOf(one) });
    expect(after.data.firms).toHaveLength(3);
  });

  it('one firm more is a quick step, also for one who only adds', async () => {
    const one = await create();
    const added = await server.current.do('purchaser', partnerAddFirm, {
      params: { id: one.id },
      body: firm('Tezkor MChJ', '330000500'),
    });
    expect(added.firm).toMatchObject({ name: 'Tezkor MChJ', stir: '330000500' });
    expect(added.data.version).toBe(2);
    const again = await server.current.call('purchaser', partnerAddFirm, {
      params: { id: one.id },
      body: firm('Boshqa', '330000500'),
    });
    expect([again.status, Object.keys(again.error.errors ?? {})]).toEqual([422, ['stir']]);
  });

  it('an agreement ends when it is removed, and a later one starts a new period', async () => {
    const terms = { credit_limit: 10, defer_days: 5, valid_from: '2024-01-01' };
    const one = await create(company(terms));
    const update = async (more: Partial<PartnerBody>) =>
      (await server.current.do('director', partnerUpdate, { params: { id: one.id }, body: bodyOf(one, more) })).data;
    const ended = await update({});
    expect(ended.reliable).toBe(false);
    expect(ended.agreement?.valid_to).toMatch(/^20\d\d-/);
    const planned = await update({ credit_limit: 20, defer_days: 7, valid_from: '2099-01-01' });
    expect(planned).toMatchObject({ reliable: false, agreement: { credit_limit: 20, valid_from: '2099-01-01' } });
    // what never was in force is gone: the one before is the last again
    expect((await update({})).agreement).toEqual(ended.agreement);
    const over = await update({ ...terms, valid_from: '2025-01-01', valid_to: '2025-02-01' });
    expect(over.reliable).toBe(false);
  });
});

describe('who may', () => {
  it('sees with show, adds with add, changes with edit', async () => {
    const { id, ...one } = await create();
    const body = company();
    const expected = {
      purchaser: [200, 200, 403, 403],
      director: [200, 200, 200, 200],
      keeper: [403, 403, 403, 403],
      nobody: [403, 403, 403, 403],
    } as const;
    for (const [who, statuses] of Object.entries(expected)) {
      const person = who as keyof typeof expected;
      const params = { id };
      expect(
        [
          (await server.current.call(person, partnerShow, { params })).status,
          (await server.current.call(person, partnerCreate, { body: company() })).status,
          (await server.current.call(person, partnerUpdate, { params, body: bodyOf({ id, ...one }) })).status,
          (await server.current.call(person, partnerArchive, { params })).status,
        ],
        who,
      ).toEqual(statuses);
      expect((await server.current.call(person, partnerIndex)).status, who).toBe(statuses[0]);
      expect((await server.current.call(person, partnerEntries, { params })).status, who).toBe(statuses[0]);
      expect((await server.current.call(person, partnerHistory, { params })).status, who).toBe(statuses[0]);
    }
    expect((await server.current.call('keeper', partnerCreate, { body })).error.code).toBe('forbidden');
  });

  it.each([partnerShow, partnerHistory, partnerEntries, partnerArchive, partnerRestore, partnerFirms])(
    '404 for a supplier that is not there: $id',
    async (call) => {
      expect((await server.current.call('director', call, { params: { id: NOTHING } })).status).toBe(404);
    },
  );
});

describe('two at once', () => {
  it('409 stale shows the stored version, and changes nothing', async () => {
    const one = await create();
    const params = { id: one.id };
    const theirs = await server.current.do('director', partnerUpdate, {
      params,
      body: bodyOf(one, { phone: '+998909999999' }),
      ifMatch: 1,
    });
    for (const call of [partnerArchive, partnerUpdate]) {
      const late = await server.current.call('director', call, {
        params,
        ifMatch: 1,
        ...(call === partnerUpdate ? { body: bodyOf(one) } : {}),
      });
      expect([late.status, late.error.code]).toEqual([409, 'stale']);
      expect(late.error.current).toEqual(theirs.data);
    }
  });

  it('the same key makes one supplier', async () => {
    const body = company();
    const first = await server.current.do('director', partnerCreate, { body, key: 'one-partner' });
    expect(await server.current.do('director', partnerCreate, { body, key: 'one-partner' })).toEqual(first);
  });

  it('of two who take one STIR at the same moment one is refused by name', async () => {
    const [one, other] = [company(), company()];
    const answers = await Promise.all(
      [one, { ...other, stir: one.stir }].map((body) => server.current.call('director', partnerCreate, { body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });
});

describe('debts', () => {
  it('are shown by currency, total over the filter, and forbid archiving', async () => {
    const name = `Qarzdor ${Date.now()}`;
    const one = await create(company({ name, firms: [firm('Q1', '330000601'), firm('Q2', '330000602')] }));
    const [first, second] = one.firms.map(({ id }) => id) as [number, number];
    await server.current.db.tx((trx) =>
      owe(trx, [
        { partner: one.id, firm: first, currency: 1, amount: 5_000_000 },
        { partner: one.id, firm: first, currency: 2, amount: 1200.5 },
        { partner: one.id, firm: second, currency: 1, amount: 700_000 },
        { partner: one.id, firm: first, currency: 1, amount: -2_000_000 },
      ]),
    );
    const list = await server.current.do('director', partnerIndex, { query: { search: name } });
    expect(list.data[0]?.debts).toEqual({ UZS: 3_700_000, USD: 1200.5 });
    const sums = await server.current.do('director', partnerIndex, { query: { search: name, part: 'totals' } });
    expect(sums.meta.totals).toEqual({ UZS: 3_700_000, USD: 1200.5 });

    const { data, meta } = await server.current.do('director', partnerEntries, { params: { id: one.id } });
    expect(data.map(({ firm: of, currency, amount, balance }) => [of, currency, amount, balance])).toEqual([
      ['Q1', 'UZS', -2_000_000, 3_000_000],
      ['Q2', 'UZS', 700_000, 700_000],
      ['Q1', 'USD', 1200.5, 1200.5],
      ['Q1', 'UZS', 5_000_000, 5_000_000],
    ]);
    expect(meta.total).toBe(4);
    const owed = await server.current.do('director', partnerEntries, {
      params: { id: one.id },
      query: { part: 'totals' },
    });
    expect(owed.meta.totals).toEqual({ UZS: 3_700_000, USD: 1200.5 });
    expect(data[0]).toMatchObject({ date: '2026-11-21', document: { kind: 'product_invoice' } });

    const refused = await server.current.call('director', partnerArchive, { params: { id: one.id }, language: 'ru' });
    expect([refused.status, refused.error.code]).toEqual([409, 'in_use']);
    expect(refused.error).toMatchObject({ state: 'active', allowed: ['record.update'] });
    expect(refused.error.message).toMatch(/долг/);
    const shown = await server.current.do('director', partnerShow, { params: { id: one.id } });
    expect(shown.data.in_use).toMatch(/qarz/);
    const errors = await errorsOf(
      bodyOf(one, { firms: [{ id: first, ...firm('Q1', '330000601'), active: false }] }),
      one.id,
    );
    expect(Object.keys(errors)).toEqual(['firms.0.active']);
  });

  it('a ledger that was tampered with is seen, in both directions', async () => {
    const { db } = server.current;
    const one = await create(company({ firms: [firm('L', '330000701')] }));
    await db.tx((trx) =>
      owe(trx, [
        { partner: one.id, firm: one.firms[0]?.id as number, currency: 1, amount: 100 },
        { partner: one.id, firm: null, currency: 2, amount: 3.5 },
      ]),
    );
    const differences = async () =>
      (await checkLedgers(db)).find(({ ledger }) => ledger === 'partners: balances')?.differences;
    expect(await differences()).toEqual([]);
    await sql`ALTER TABLE partner_balance DISABLE TRIGGER partner_balance_guard`.execute(db.kysely);
    try {
      await sql`UPDATE partner_balance SET amount = 90 WHERE partner_id = ${one.id} AND currency_id = 1`.execute(
        db.kysely,
      );
      await sql`DELETE FROM partner_balance WHERE partner_id = ${one.id} AND currency_id = 2`.execute(db.kysely);
      await sql`INSERT INTO partner_balance VALUES (${one.id}, NULL, 3, 7)`.execute(db.kysely);
      const found = (await differences()) ?? [];
      expect(found.map(({ ledger, stored }) => [ledger, stored]).sort()).toEqual([
        ['0', '7.00'],
        ['100.00', '90.00'],
        ['3.50', '0'],
      ]);
      expect(found.every(({ what }) => what.includes(`partner ${one.id}`))).toBe(true);
    } finally {
      await sql`DELETE FROM partner_balance WHERE partner_id = ${one.id} AND currency_id = 3`.execute(db.kysely);
      await sql`INSERT INTO partner_balance VALUES (${one.id}, NULL, 2, 3.5)`.execute(db.kysely);
      await sql`UPDATE partner_balance SET amount = 100 WHERE partner_id = ${one.id} AND currency_id = 1`.execute(
        db.kysely,
      );
      await sql`ALTER TABLE partner_balance ENABLE TRIGGER partner_balance_guard`.execute(db.kysely);
    }
    expect(await differences()).toEqual([]);
  });
});

describe('the list', () => {
  it('is searched by name in any spelling, by firm, STIR and phone', async () => {
    const one = await create(
      company({ name: 'Qoʻqon Gʻisht', phone: '+998771112233', firms: [firm('Shaxrixon MChJ', '330000801')] }),
    );
    for (const search of [
      'qoqon gisht',
      'Қўқон ғишт',
      'шахрихон',
      '330000801',
      one.stir as string,
      '+998 77 111 22 33',
    ])
      expect(
        (await server.current.do('director', partnerIndex, { query: { search } })).data.map(({ id }) => id),
        search,
      ).toContain(one.id);
    expect((await server.current.do('director', partnerIndex, { query: { search: 'yoʻq narsa' } })).data).toEqual([]);
  });

  it('is narrowed by reliability and archive, and counts each', async () => {
    const tag = `Belgi${Date.now()}`;
    const terms = { credit_limit: 1, defer_days: 1, valid_from: '2020-01-01' };
    const free = await create(company({ name: `${tag} bir` }));
    const trusted = await create(company({ name: `${tag} ikki`, ...terms }));
    const gone = await create(company({ name: `${tag} uch`, ...terms }));
    await server.current.do('director', partnerArchive, { params: { id: gone.id } });
    const list = async (status?: 'reliable' | 'archived') =>
      server.current.do('director', partnerIndex, { query: { search: tag, ...(status && { status }) } });
    const all = await list();
    const counts = await server.current.do('director', partnerIndex, { query: { search: tag, part: 'counts' } });
    expect(counts.meta.statuses).toEqual({ all: 2, reliable: 1, archived: 1 });
    expect(all.data.map(({ id }) => id)).toEqual([free.id, trusted.id]);
    expect((await list('reliable')).data.map(({ id }) => id)).toEqual([trusted.id]);
    expect((await list('archived')).data.map(({ id }) => id)).toEqual([gone.id]);
    expect((await list('archived')).meta.total).toBe(1);
    const chosen = await server.current.do('purchaser', partnerGetAll, { query: { search: tag } });
    expect(chosen.data.map(({ id, reliable }) => [id, reliable])).toEqual([
      [free.id, false],
      [trusted.id, true],
    ]);
  });

  it('is sorted by the Uzbek alphabet, in the list and among choices', async () => {
    const tag = `Alifbo${Date.now()}`;
    const names = [
      'abad',
      'hazor',
      'Iroda',
      'kamol',
      'Qodir',
      'Xumo',
      'Zarif',
      "O'ktam",
      'Gʻani',
      'Shams',
      'choʻpon',
      'Қодир',
    ];
    for (const name of [...names].reverse()) await create(company({ name: `${tag} ${name}` }));
    const namesIn = (rows: readonly { name: string }[]) => rows.map(({ name }) => name.slice(tag.length + 1));
    const list = await server.current.do('director', partnerIndex, { query: { search: tag, sort: 'name' } });
    expect(namesIn(list.data)).toEqual(names);
    const choices = await server.current.do('director', partnerGetAll, { query: { search: tag } });
    expect(namesIn(choices.data)).toEqual(names);
  });

  it('is sorted by debt in soʻm at the last rate, fifteen a page', async () => {
    const tag = `Tartib${Date.now()}`;
    const partners = [];
    for (let at = 0; at < 16; at += 1)
      partners.push(await create(company({ name: `${tag} ${String(at).padStart(2, '0')}` })));
    const [a, b] = partners.map(({ id }) => id) as [number, number];
    await server.current.db.tx((trx) =>
      owe(trx, [
        { partner: a, firm: null, currency: 1, amount: 1_000_000 },
        { partner: b, firm: null, currency: 2, amount: 1000 },
      ]),
    );
    const query = { search: tag };
    const sorted = await server.current.do('director', partnerIndex, { query: { ...query, sort: '-debt' } });
    expect(sorted.data.slice(0, 2).map(({ id }) => id)).toEqual([b, a]);
    expect(sorted.data).toHaveLength(15);
    const next = await server.current.do('director', partnerIndex, { query: { ...query, page: 2 } });
    expect([next.data.length, next.meta.total]).toEqual([1, 16]);
    const sums = await server.current.do('director', partnerIndex, { query: { ...query, part: 'totals' } });
    expect(sums.meta.totals).toEqual({ UZS: 1_000_000, USD: 1000 });
    const names = await server.current.do('director', partnerIndex, { query: { ...query, sort: '-name' } });
    expect(names.data[0]?.name).toBe(`${tag} 15`);
  });
});

it('the history shows who changed what, before and after, the newest first', async () => {
  const one = await create(company({ firms: [firm('Tarix MChJ', '330000901')] }));
  const params = { id: one.id };
  await server.current.do('director', partnerUpdate, { params, body: bodyOf(one, { phone: '+998901112233' }) });
  await server.current.do('director', partnerArchive, { params });
  await server.current.do('director', partnerRestore, { params });
  const { data } = await server.current.do('purchaser', partnerHistory, { params });
  expect(data.map(({ event }) => event)).toEqual([
    'record.restore',
    'record.archive',
    'record.update',
    'record.create',
  ]);
  expect(data[2]).toMatchObject({
    user: { fullname: 'Gulnora Hamidova' },
    before: { phone: '+998901234567' },
    after: { phone: '+998901112233' },
  });
  expect(data[3]?.after).toMatchObject({ name: one.name, firms: [expect.objectContaining({ name: 'Tarix MChJ' })] });
});
