/** Practice days, months and rates of a day; and what a day that is not open refuses (areas 2, V4; areas 3.2). */
import { describe, expect, it } from 'vitest';
import { loadUser } from '../../contract/cash.ts';
import { actCreate } from '../../contract/counting/acts.ts';
import { currencyGetAll } from '../../contract/invoices/choices.ts';
import { invoiceCreate } from '../../contract/invoices/heads.ts';
import {
  currencyRateDay,
  currencyRateUpdate,
  practiceDayBranches,
  practiceDayClose,
  practiceDayCreate,
  practiceDayHistory,
  practiceDayIndex,
  practiceDayReopen,
  practiceDayResume,
  practiceDayStartClosing,
  practiceDayState,
  practiceMonthClose,
  practiceMonthIndex,
} from '../../contract/practiceDay.ts';
import { tashkentDay } from '../../server/http/days.ts';
import { confirm, draft, head, line, newNumber, send } from './invoiceKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, withServer } from './world.ts';

const server = withServer();
const on = () => server.current;

const stateOf = async (organization_id: number = ORGANIZATION) =>
  (await on().do('director', practiceDayState, { query: { organization_id } })).data;
const dayId = async (organization: number = ORGANIZATION) => (await stateOf(organization)).day?.id ?? 0;
const startClosing = async () => on().call('director', practiceDayStartClosing, { params: { id: await dayId() } });
const resume = async () => on().do('director', practiceDayResume, { params: { id: await dayId() } });

const RATES = [
  { currency: 'USD', rate: 12_010 },
  { currency: 'EUR', rate: 13_800.5 },
  { currency: 'RUB', rate: 140 },
];

describe('a day that is being closed', () => {
  it('is refused while an invoice waits, and names it', async () => {
    const id = await draft(on(), [line()]);
    await send(on(), id);
    const refused = await startClosing();
    expect([refused.status, refused.error.code]).toEqual([409, 'not_allowed_now']);
    expect(refused.error.message).toContain('1 ta');
    const { blockers, blockers_total } = await stateOf();
    expect(blockers_total).toBe(1);
    expect(blockers).toMatchObject([{ kind: 'product_invoice', id, title: 'Artel Savdo', status: 'sent' }]);
    expect((await confirm(on(), id)).status).toBe(200);
    expect((await stateOf()).blockers).toEqual([]);
  });

  it('refuses new documents and what would block it, in the reader’s language', async () => {
    const waiting = await draft(on(), [line()]);
    expect((await startClosing()).status).toBe(200);
    const answers = [
      await on().call('director', invoiceCreate, { body: head(newNumber()), language: 'ru' }),
      await on().call('keeper', actCreate, {
        body: { organization_id: ORGANIZATION, comment: 'Sanoq' },
        language: 'ru',
      }),
    ];
    for (const { status, error } of answers) {
      expect([status, error.code]).toEqual([409, 'no_open_day']);
      expect(error.message).toContain('21.11.2026 закрывается');
    }
    await expect(send(on(), waiting)).rejects.toThrow('no_open_day');
    await resume();
    await send(on(), waiting);
    expect((await confirm(on(), waiting)).status).toBe(200);
  });

  it('waits for nobody in another organization', async () => {
    expect((await startClosing()).status).toBe(200);
    const other = await on().call('director', invoiceCreate, { body: { ...head(newNumber()), warehouse_list_id: 4 } });
    expect(other.status).toBe(200);
    await resume();
  });
});

describe('days of branches', () => {
  const days = async (who: 'director' | 'stranger') => (await on().do(who, practiceDayBranches)).data;
  const own = async () => (await days('director')).find(({ organization }) => organization.id === ORGANIZATION);

  it('lists those that are not closed, with what blocks each and whether the person may close it', async () => {
    const id = await draft(on(), [line()]);
    await send(on(), id);
    const all = await days('director');
    expect(all.map(({ organization }) => organization.id).sort()).toContain(OTHER_ORGANIZATION);
    const [blocked, free] = [ORGANIZATION, OTHER_ORGANIZATION].map((one) =>
      all.find(({ organization }) => organization.id === one),
    );
    expect(blocked).toMatchObject({ status: 'open', may_close: false, blockers_total: 1, blockers: [{ id }] });
    expect(free).toMatchObject({ status: 'open', may_close: true, blockers_total: 0, blockers: [] });
    expect((await confirm(on(), id)).status).toBe(200);
    expect((await own())?.may_close).toBe(true);
    expect((await startClosing()).status).toBe(200);
    expect(await own()).toMatchObject({ status: 'closing', may_close: true });
    await resume();
  });

  it('a branch sees its own, and without the right to confirm it cannot close it', async () => {
    const seen = await days('stranger');
    expect(seen.map(({ organization }) => organization.id)).toEqual([ORGANIZATION]);
    expect(seen[0]).toMatchObject({ allowed_events: ['day.startClosing'], may_close: false });
    expect((await on().call('purchaser', practiceDayBranches)).status).toBe(403);
  });

  it('names the oldest three of what blocks a branch', async () => {
    const invoices = [];
    for (let count = 0; count < 4; count += 1) {
      invoices.push(await draft(on(), [line()]));
      await send(on(), invoices.at(-1) ?? 0);
    }
    const day = await own();
    expect(day?.blockers_total).toBe(4);
    expect(day?.blockers.map(({ id }) => id)).toEqual(invoices.slice(0, 3));
    for (const id of invoices) expect((await confirm(on(), id)).status).toBe(200);
  });
});

describe('races', () => {
  it('two close at once: one does it, the other learns it', async () => {
    expect((await startClosing()).status).toBe(200);
    const id = await dayId();
    const answers = await Promise.all([1, 2, 3].map(() => on().call('director', practiceDayClose, { params: { id } })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(
      (await on().do('director', practiceDayReopen, { params: { id }, body: { reason: 'Sinov' } })).data.status,
    ).toBe('open');
  });

  it('a document and the closing of its day: whoever is later is refused', async () => {
    for (let round = 0; round < 8; round += 1) {
      const invoice = await draft(on(), [line()]);
      await send(on(), invoice);
      const [closing, confirmed] = await Promise.all([startClosing(), confirm(on(), invoice)]);
      // the confirmation frees the day or finds it open: never a confirmed invoice in a day that closed before it
      expect(confirmed.status).toBe(200);
      expect([200, 409]).toContain(closing.status);
      if (closing.status === 200) await resume();
      const another = Promise.all([startClosing(), on().call('director', invoiceCreate, { body: head(newNumber()) })]);
      const [closed, made] = await another;
      expect(closed.status).toBe(200);
      expect([200, 409]).toContain(made.status);
      await resume();
    }
  });
});

describe('the next day', () => {
  it('opens after the earlier one is closed, with its rates, and the header’s person has it', async () => {
    const body = { date: '2026-11-22', rates: RATES };
    const early = await on().call('director', practiceDayCreate, { body });
    expect([early.status, early.error.state]).toEqual([409, 'open']);
    await startClosing();
    const first = await dayId();
    const closed = await on().do('director', practiceDayClose, { params: { id: first } });
    expect(closed.data).toMatchObject({ status: 'closed', closed_by: { fullname: 'Gulnora Hamidova' } });
    expect((await on().do('director', loadUser)).data.practice_day).toBeNull();
    const none = await on().call('director', invoiceCreate, { body: head(newNumber()) });
    expect([none.status, none.error.code]).toEqual([409, 'no_open_day']);

    const wrong = async (more: object, field: string) => {
      const answer = await on().call('director', practiceDayCreate, { body: { ...body, ...more } });
      expect([answer.status, Object.keys(answer.error.errors ?? {})]).toEqual([422, [field]]);
    };
    await wrong({ date: '2026-11-21' }, 'date');
    await wrong({ date: '2036-11-22' }, 'date');
    await wrong({ rates: RATES.slice(1) }, 'rates.USD');
    await wrong({ rates: [...RATES, { currency: 'XXX', rate: 1 }] }, 'rates.XXX');

    const opened = await on().do('director', practiceDayCreate, { body, key: 'open-22' });
    expect(opened.data).toMatchObject({ date: '2026-11-22', status: 'open', documents: 0 });
    expect(await on().do('director', practiceDayCreate, { body, key: 'open-22' })).toEqual(opened);
    expect((await on().do('director', loadUser)).data.practice_day).toEqual({
      id: opened.data.id,
      date: '2026-11-22',
      status: 'open',
    });
    const rates = (await on().do('director', currencyGetAll, {})).data;
    expect(rates.map(({ rate }) => rate)).toEqual([1, 12_010, 13_800.5, 140]);
    const { data: lines } = await on().do('director', practiceDayHistory, { params: { id: opened.data.id } });
    expect(lines).toMatchObject([{ event: 'day.open', user: { fullname: 'Gulnora Hamidova' } }]);
  });

  it('lets the earlier one come back only while it has no document itself', async () => {
    const { data } = await on().do('director', practiceDayIndex, { query: { organization_id: ORGANIZATION } });
    const [now, before] = data;
    expect(data.map(({ date, status }) => [date, status])).toEqual([
      ['2026-11-22', 'open'],
      ['2026-11-21', 'closed'],
    ]);
    const reopen = () =>
      on().call('director', practiceDayReopen, { params: { id: before?.id ?? 0 }, body: { reason: 'Kirim qoldi' } });
    const beside = await reopen();
    expect([beside.status, beside.error.message]).toEqual([
      409,
      'Tashkilotning boshqa kuni hali yopilmagan. Avval uni yoping.',
    ]);
    const params = { id: now?.id ?? 0 };
    await on().do('director', practiceDayStartClosing, { params });
    await on().do('director', practiceDayClose, { params });
    expect((await reopen()).status).toBe(200);
    const { data: lines } = await on().do('director', practiceDayHistory, { params: { id: before?.id ?? 0 } });
    expect(lines[0]).toMatchObject({ event: 'day.reopen', after: { reason: 'Kirim qoldi' } });
  });
});

describe('rights', () => {
  it('a branch sees and keeps its own day; reopening and months are the office’s', async () => {
    const { data } = await on().do('stranger', practiceDayIndex, {});
    expect(new Set(data.map(({ organization }) => organization.id))).toEqual(new Set([ORGANIZATION]));
    const other = await dayId(OTHER_ORGANIZATION);
    const params = { id: other };
    expect((await on().call('stranger', practiceDayStartClosing, { params })).status).toBe(404);
    const seen = await on().call('stranger', practiceDayState, { query: { organization_id: OTHER_ORGANIZATION } });
    expect(seen.status).toBe(403);
    expect((await on().call('stranger', practiceDayClose, { params: { id: await dayId() } })).status).toBe(403);
    const own = (await on().do('stranger', practiceDayState, {})).data;
    expect(own.day?.allowed_events).toEqual(['day.startClosing']);
    expect((await on().call('stranger', currencyRateUpdate, { body: { date: '2026-11-21', rates: [] } })).status).toBe(
      403,
    );
    expect((await on().call('purchaser', practiceDayIndex, {})).status).toBe(403);
  });

  it('a stale version is refused with the stored version', async () => {
    const id = await dayId();
    const { version = 0 } = (await stateOf()).day ?? {};
    const answer = await on().call('director', practiceDayStartClosing, { params: { id }, ifMatch: version + 1 });
    expect([answer.status, answer.error.code]).toEqual([409, 'stale']);
    expect(answer.error.current).toMatchObject({ id, version });
  });
});

describe('rates and months', () => {
  it('a rate of a day is changed by who may, and not in a closed month', async () => {
    const update = (date: string, seen?: number | null) =>
      on().call('director', currencyRateUpdate, { body: { date, rates: [{ currency: 'USD', rate: 12_500, seen }] } });
    const { rate: seen } = (await stateOf()).rates[0] ?? {};
    expect((await update('2026-11-21', seen)).status).toBe(200);
    expect((await stateOf()).rates).toMatchObject([
      { currency: 'USD', rate: 12_500 },
      { currency: 'EUR' },
      { currency: 'RUB', rate: null },
    ]);
    const { data } = await on().do('director', practiceMonthIndex, {});
    const november = data.find(({ month }) => month === 11);
    expect(november).toMatchObject({ year: 2026, status: 'open', open_days: 2, allowed_events: [] });
    const early = await on().call('director', practiceMonthClose, { params: { id: november?.id ?? 0 } });
    expect([early.status, early.error.message]).toEqual([
      409,
      'Oyda yopilmagan kunlar bor (2 ta). Avval ularni yoping.',
    ]);
    const ahead = await on()
      .db.kysely.insertInto('practice_month')
      .values({ year: 2031, month: 2 })
      .returning('id')
      .executeTakeFirstOrThrow();
    const tooEarly = await on().call('director', practiceMonthClose, { params: ahead });
    expect([tooEarly.status, tooEarly.error.message]).toEqual([
      409,
      'Oy hali tugamagan: uni 28.02.2031 dan boshlab yopish mumkin.',
    ]);
    await on().db.kysely.insertInto('practice_month').values({ year: 2025, month: 1, status: 'closed' }).execute();
    expect((await update('2025-01-10')).status).toBe(409);
  });

  const ofDay = async (date: string) =>
    Object.fromEntries(
      (await on().do('director', currencyRateDay, { query: { date } })).data.rates.map(({ currency, rate }) => [
        currency,
        rate,
      ]),
    );
  const enter = (date: string, rates: { currency: string; rate: number; seen?: number | null }[]) =>
    on().call('director', currencyRateUpdate, { body: { date, rates } });

  it('a rate far ahead is refused at its date, and no rate makes a month', async () => {
    const months = async () => (await on().do('director', practiceMonthIndex, {})).meta.total;
    const before = await months();
    const rates = [{ currency: 'USD', rate: 12_500, seen: null }];
    const update = (date: string) => on().call('director', currencyRateUpdate, { body: { date, rates } });
    const far = await update('2099-01-01');
    expect([far.status, Object.keys(far.error.errors ?? {})]).toEqual([422, ['date']]);
    expect((await update('2024-03-01')).status).toBe(200);
    expect(await months()).toBe(before);
  });

  it('a stored rate is overwritten only by who saw it', async () => {
    const date = '2026-11-23';
    expect(await ofDay(date)).toEqual({ USD: null, EUR: null, RUB: null });
    expect((await enter(date, RATES)).status).toBe(200);
    // the same again is no change
    expect((await enter(date, RATES)).status).toBe(200);
    for (const seen of [undefined, null, 12_000]) {
      const refused = await enter(date, [
        { currency: 'USD', rate: 12_100, seen },
        { currency: 'EUR', rate: 1, seen: 13_800.5 },
      ]);
      expect([refused.status, refused.error.code]).toEqual([409, 'stale']);
      expect(refused.error.message).toContain('kursi siz koʻrgandan keyin oʻzgargan');
      expect(refused.error.current).toMatchObject({ date, rates: [{ currency: 'USD', rate: 12_010 }, {}, {}] });
      expect(await ofDay(date)).toEqual({ USD: 12_010, EUR: 13_800.5, RUB: 140 });
    }
    expect((await enter(date, [{ currency: 'USD', rate: 12_100, seen: 12_010 }])).status).toBe(200);
    expect(await ofDay(date)).toEqual({ USD: 12_100, EUR: 13_800.5, RUB: 140 });
  });

  it('two who change one rate at once: one does it, the other learns it; two rates are both taken', async () => {
    const date = '2026-11-24';
    const put = (currency: string, rate: number) => enter(date, [{ currency, rate, seen: null }]);
    const same = await Promise.all([put('USD', 12_001), put('USD', 12_002), put('USD', 12_003)]);
    expect(same.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const both = await Promise.all([put('EUR', 13_001), put('RUB', 141)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await ofDay(date)).toMatchObject({ EUR: 13_001, RUB: 141 });
  });

  it('opening a day writes over no rate that was not seen, and over none without the right', async () => {
    const date = '2026-11-25';
    expect((await enter(date, RATES)).status).toBe(200);
    const { day } = await stateOf();
    const params = { id: day?.id ?? 0 };
    expect((await startClosing()).status).toBe(200);
    await on().do('director', practiceDayClose, { params });
    const open = (who: 'director' | 'stranger', seen: number | null) =>
      on().call(who, practiceDayCreate, { body: { date, rates: [{ currency: 'USD', rate: 12_000, seen }] } });
    const unseen = await open('director', null);
    expect([unseen.status, unseen.error.code]).toEqual([409, 'stale']);
    const noRight = await open('stranger', 12_010);
    expect([noRight.status, noRight.error.errors]).toEqual([
      422,
      { 'rates.USD': [expect.stringContaining('12') as string] },
    ]);
    expect((await stateOf()).day?.status).toBe('closed');
    expect(await ofDay(date)).toEqual({ USD: 12_010, EUR: 13_800.5, RUB: 140 });
    // those that stand need not be sent
    const opened = await on().do('director', practiceDayCreate, { body: { date, rates: [] } });
    expect(opened.data).toMatchObject({ date, status: 'open' });
    expect(await ofDay(date)).toEqual({ USD: 12_010, EUR: 13_800.5, RUB: 140 });
  });

  it('no day of a closed month is proposed: the first of the next one that is open', async () => {
    const { day } = await stateOf();
    const params = { id: day?.id ?? 0 };
    await on().do('director', practiceDayStartClosing, { params });
    await on().do('director', practiceDayClose, { params });
    // the day after the last one, or today when that is past
    const proposed = ['2026-11-26', tashkentDay(new Date())].sort().at(-1) ?? '';
    expect((await stateOf()).next_date).toBe(proposed);
    const [year, month] = proposed.split('-').map(Number) as [number, number];
    const following = month === 12 ? { year: year + 1, month: 1 } : { year, month: month + 1 };
    const months = (status: 'open' | 'closed') =>
      on()
        .db.kysely.insertInto('practice_month')
        .values([
          { year, month, status },
          { ...following, status },
        ])
        .onConflict((row) => row.columns(['year', 'month']).doUpdateSet({ status }))
        .execute();
    await months('closed');
    const state = await stateOf();
    const first = following.month === 12 ? [following.year + 1, 1] : [following.year, following.month + 1];
    const open = `${first[0]}-${String(first[1]).padStart(2, '0')}-01`;
    expect(state).toMatchObject({ next_date: open, rates_date: open, may_open: true });
    await months('open');
    expect((await stateOf()).next_date).toBe(proposed);
  });
});
