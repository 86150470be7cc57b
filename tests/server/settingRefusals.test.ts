/** What single settings refuse of values that fit their fields (`server/settings/refusals.ts`), by hand. */
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { cashAccount } from '../../contract/directories/cashAccount.ts';
import { pledgeCarModel } from '../../contract/directories/pledgeCarModel.ts';
import { region } from '../../contract/directories/region.ts';
import { scoringCriterion } from '../../contract/directories/scoringCriterion.ts';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { servedDirectories } from '../../server/directory/serve.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { servedSettings } from '../../server/settings/serve.ts';
import { bodyOf, type Referred, WORLD } from './directoryKit.ts';
import { faultsOf, importsOf } from './importKit.ts';
import { ORGANIZATION, OTHER_ORGANIZATION, withServer } from './world.ts';
import '../../server/app.ts';

const server = withServer();
type Body = Record<string, unknown>;
const FUTURE = '2091-06-01';

interface Answer {
  status: number;
  error: { errors?: Record<string, string[]> };
}
const call = (one: Call, options: object) =>
  server.current.call('director', one, options as never) as unknown as Promise<Answer>;
// biome-ignore lint/suspicious/noExplicitAny: answers of any setting
const done = async (one: Call, options: object = {}): Promise<any> =>
  ((await server.current.do('director', one, options as never)) as { data: unknown }).data;

const referred: Referred = async (to) => {
  const directory = servedDirectories().find((one) => one.directory.spec.name === to)?.directory;
  return directory === undefined ? (WORLD[to] as number) : made(directory);
};
/** A record to refer to. */
async function made(declared: unknown): Promise<number> {
  const directory = declared as AnyDirectory;
  return (await done(directory.calls.create, { body: await bodyOf(directory, 1, referred) })).id;
}

describe('what single settings refuse', () => {
  const refused = async ({ calls }: AnySetting, body: Body) => {
    const { status, error } = await call(calls.create, { body: { ...body, valid_from: FUTURE } });
    return [status, Object.keys(error?.errors ?? {})];
  };
  const any = (name: string) =>
    servedSettings().find(({ setting }) => setting.spec.name === name)?.setting as AnySetting;

  it('a master: either a sum or a share, and not both', async () => {
    const master_id = await referred('master', 1);
    const of = (figures: Body) => refused(any('masterFee'), { master_id, ...figures });
    expect(await of({})).toEqual([422, ['fee']]);
    expect(await of({ fee: 150_000, percent: 60 })).toEqual([422, ['fee']]);
    expect(await of({ percent: 60 })).toEqual([200, []]);
  });

  it('promotional SMS: the last hour is after the first', async () => {
    const of = (hour_from: number, hour_to: number) =>
      refused(any('smsCampaignSetting'), { hour_from, hour_to, approval_from: 500 });
    expect(await of(9, 9)).toEqual([422, ['hour_to']]);
    expect(await of(9, 10)).toEqual([200, []]);
  });

  it('Aloqabank: an account in a bank, also of another branch; a terminal of the own branch', async () => {
    const accountOf = async (kind: string, organization_id: number, more: object) =>
      (
        await done(cashAccount.calls.create, {
          body: { name: `${kind} ${organization_id}`, kind, organization_id, currency: 'UZS', ...more },
        })
      ).id;
    const bank = await accountOf('bank', OTHER_ORGANIZATION, {
      bank_id: await referred('bank', 1),
      account: '20208000900000000001',
    });
    const own = await accountOf('terminal', ORGANIZATION, {});
    const other = await accountOf('terminal', OTHER_ORGANIZATION, {});
    const of = (account_id: number, terminal_id: number | null) =>
      refused(any('aloqabankAccount'), { organization_id: ORGANIZATION, account_id, terminal_id });
    expect(await of(own, null)).toEqual([422, ['account_id']]);
    expect(await of(bank, other)).toEqual([422, ['terminal_id']]);
    expect(await of(bank, bank)).toEqual([422, ['terminal_id']]);
    expect(await of(bank, own)).toEqual([200, []]);
    expect(await of(bank, null)).toEqual([200, []]);
  });

  it('clients: the greatest age is not below the least', async () => {
    const of = (age_from: number, age_to: number) =>
      refused(any('clientSetting'), { age_from, age_to, document_days: 30 });
    expect(await of(21, 20)).toEqual([422, ['age_to']]);
    expect(await of(21, 21)).toEqual([200, []]);
  });

  it('delivery: a condition ends after it begins, also when a draft is changed', async () => {
    const { calls } = any('coefficient');
    const of = (at_most: number | null) =>
      refused(any('coefficient'), { kind: 'floor', at_least: 5, at_most, value: 1.2 });
    expect(await of(4)).toEqual([422, ['at_most']]);
    expect(await of(5)).toEqual([200, []]);
    expect(await of(null)).toEqual([200, []]);
    const all: { id: number; kind: string; at_least: number }[] = await done(calls.index);
    const one = all.find(({ kind, at_least }) => kind === 'floor' && at_least === 5) as { id: number };
    const changed = await call(calls.update, {
      params: { id: one.id },
      body: { at_most: 4, value: 1.2, valid_from: FUTURE },
    });
    expect([changed.status, Object.keys(changed.error.errors ?? {})]).toEqual([422, ['at_most']]);
  });

  it('delivery: a season is months of a year; other conditions have larger figures', async () => {
    const of = (kind: string, at_least: number, at_most: number | null) =>
      refused(any('coefficient'), { kind, at_least, at_most, value: 1.2 });
    expect(await of('season', 0, 3)).toEqual([422, ['at_least']]);
    expect(await of('season', 1, 13)).toEqual([422, ['at_most']]);
    expect(await of('season', 45, null)).toEqual([422, ['at_least']]);
    expect(await of('season', 11, 12)).toEqual([200, []]);
    expect(await of('distance', 45, 90)).toEqual([200, []]);
  });

  it('a model has prices of the years in which it was made, and none of a year that is far off', async () => {
    const brand_id = await referred('pledgeCarBrand', 1);
    const modelOf = async (from: number, to: number | null) => {
      const body = { name: `Model ${from}`, brand_id, years: { from, to } };
      return (await done(pledgeCarModel.calls.create, { body })).id as number;
    };
    const of = (model_id: number, year: number) => refused(any('carBasePrice'), { model_id, year, price: 50_000_000 });
    const over = await modelOf(2008, 2013);
    expect(await of(over, 2007)).toEqual([422, ['year']]);
    expect(await of(over, 2014)).toEqual([422, ['year']]);
    expect(await of(over, 2008)).toEqual([200, []]);
    expect(await of(over, 2013)).toEqual([200, []]);
    const made = await modelOf(2021, null);
    const thisYear = Number(tashkentDay(new Date()).slice(0, 4));
    expect(await of(made, thisYear + 2)).toEqual([422, ['year']]);
    expect(await of(made, thisYear + 1)).toEqual([200, []]);
  });

  it('pledge: the oldest year is one that a car can have', async () => {
    const of = (min_year: string) =>
      refused(any('pledgeSetting'), { max_share: 60, validity_days: 30, min_year, notary: true });
    expect(await of('0001')).toEqual([422, ['min_year']]);
    const { error } = await call(any('pledgeSetting').calls.create, {
      body: { max_share: 60, validity_days: 30, min_year: '1949', notary: true, valid_from: FUTURE },
    });
    expect(error.errors).toEqual({ min_year: ['1950 dan kam boʻlmasligi kerak.'] });
    expect(await of(String(Number(tashkentDay(new Date()).slice(0, 4)) + 1))).toEqual([422, ['min_year']]);
    expect(await of('2010')).toEqual([200, []]);
  });

  it('terms: times, days and years are whole, and an order is held and a debt waits for some time', async () => {
    const of = (code: string, value: number) => refused(any('moneyValue'), { code, organization_id: null, value });
    const table: readonly [string, number, number][] = [
      ['reservation_hours', 0, 422],
      ['reservation_hours', 1.5, 200],
      ['reservation_prolongs', 0.5, 422],
      ['reservation_prolongs', 0, 200],
      ['return_days', 2.5, 422],
      ['return_days', 0, 200],
      ['write_off_years', 0, 422],
      ['write_off_years', 3.5, 422],
      ['write_off_years', 3, 200],
    ];
    for (const [code, value, status] of table)
      expect(await of(code, value), `${code} ${value}`).toEqual([status, status === 200 ? [] : ['value']]);
  });

  it('how many of a brand a branch keeps is asked of an allowed brand alone, in a form and in a file', async () => {
    const of = (allowed: boolean, max_quantity: number | null) =>
      refused(any('categoryBrandLimitation'), {
        ...{ organization_id: ORGANIZATION, category_id: WORLD.category, brand_id: null },
        ...{ allowed, max_quantity },
      });
    expect(await of(false, 5)).toEqual([422, ['max_quantity']]);
    expect(await of(false, null)).toEqual([200, []]);
    expect(await of(true, 5)).toEqual([200, []]);
    const columns = ['organization', 'category', 'allowed', 'max_quantity', 'valid_from'];
    const { rows } = await sql<{ branch: string; category: string }>`SELECT o.name AS branch, c.name_uz AS category
      FROM organization o, product_category c WHERE o.id = ${ORGANIZATION} AND c.id = ${WORLD.category}`.execute(
      server.current.db.kysely,
    );
    const found = await importsOf(server).check(
      [[rows[0]?.branch ?? '', rows[0]?.category ?? '', false, { n: '5' }, FUTURE.split('-').reverse().join('.')]],
      { directory: 'categoryBrandLimitation', columns: columns.map((part) => ({ title: part, part })) },
    );
    expect(faultsOf(found)).toEqual([['max_quantity', '2', 'Faqat ruxsat etilgan brend uchun yoziladi.']]);
  });

  it('a discount or a delay ends where it begins or later; a delay may have no end', async () => {
    const discount = (discount_from: number, discount_to: number) =>
      refused(any('discountBonus'), { category_id: WORLD.category, discount_from, discount_to, share: 50 });
    expect(await discount(5, 4.99)).toEqual([422, ['discount_to']]);
    expect(await discount(5, 5)).toEqual([200, []]);
    const late = (days_to: number | null) =>
      refused(any('paymentDisciplineSetting'), { days_from: 6, days_to, score: 50, months_back: 12 });
    expect(await late(5)).toEqual([422, ['days_to']]);
    expect(await late(6)).toEqual([200, []]);
    expect(await late(null)).toEqual([200, []]);
  });

  it('a distance, or a value that is scored, ends where it begins or later', async () => {
    const km = (km_to: number | null, region_id: number) =>
      refused(any('deliveryPrice'), { region_id, km_from: 11, km_to, price: 30_000 });
    const district = await made(region);
    expect(await km(10, district)).toEqual([422, ['km_to']]);
    expect(await km(11, district)).toEqual([200, []]);
    const criterion = await made(scoringCriterion);
    const value = (at_most: number | null) =>
      refused(any('criterionCondition'), { criterion_id: criterion, at_least: 2, at_most, score: 5 });
    expect(await value(1.999)).toEqual([422, ['at_most']]);
    expect(await value(null)).toEqual([200, []]);
  });

  it('who brings clients: a percentage is at most 100, a sum is not and has no fractions', async () => {
    const of = (fee_kind: string, amount: number) =>
      refused(any('initiativeSetting'), { partner_kind: 'shop', fee_kind, amount, days: 30 });
    expect(await of('percent', 101)).toEqual([422, ['amount']]);
    expect(await of('percent', 100)).toEqual([200, []]);
    expect(await of('sum', 50_000)).toEqual([200, []]);
    expect(await of('sum', 50_000.5)).toEqual([422, ['amount']]);
  });
});

it('terms of sale from a day that is past are a fault of a file at the day', async () => {
  const columns = ['code', 'value', 'valid_from'].map((part) => ({ title: part, part }));
  const cellOf = (date: string) => date.split('-').reverse().join('.');
  const today = tashkentDay(new Date());
  const found = await importsOf(server).check(
    [
      ['return_days', { n: '14' }, cellOf(daysAfter(today, -1))],
      ['write_off_years', { n: '3' }, cellOf(today)],
    ],
    { directory: 'moneyValue', columns },
  );
  expect(faultsOf(found)).toEqual([['valid_from', '2', 'Bu kun oʻtib ketgan.']]);
});

it('percentages of collectors from the middle of a month are a fault of a file at the day', async () => {
  const columns = ['stage', 'plan_from', 'percent', 'valid_from'].map((part) => ({ title: part, part }));
  const found = await importsOf(server).check(
    [
      ['days_1_30', { n: '80' }, { n: '1' }, '15.06.2091'],
      ['days_1_30', { n: '80' }, { n: '1' }, '01.06.2091'],
    ],
    { directory: 'collectorPercent', columns },
  );
  expect(faultsOf(found)).toEqual([['valid_from', '2', 'Oy boshidan amal qiladi: 01.06.2091.']]);
});
