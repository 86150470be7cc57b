/**
 * Rows of dated settings that are bands of one axis, by hand: two that hold on one day may touch and do not overlap, whoever
 * writes them: a form, a file, a draft that is settled, a revision that is given up (areas 2.3, 2.4, decision 96).
 */
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { region } from '../../contract/directories/region.ts';
import { scoringCriterion } from '../../contract/directories/scoringCriterion.ts';
import type { AnyDirectory } from '../../contract/directory/directory.ts';
import { importConfirm, importNext, importTakeBack } from '../../contract/imports.ts';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { settings } from '../../contract/settings/index.ts';
import { servedDirectories } from '../../server/directory/serve.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { say } from '../../server/http/messages.ts';
import { bodyOf, type Referred, WORLD } from './directoryKit.ts';
import { faultsOf, HASH, importsOf } from './importKit.ts';
import { settingWorld } from './settingWorld.ts';
import { withServer } from './world.ts';

const server = withServer();
const { check, write } = importsOf(server);
const { anotherCategory } = settingWorld(server);
type Body = Record<string, unknown>;

const TODAY = tashkentDay(new Date());
const LATER = daysAfter(TODAY, 40);
const dotted = (day: string) => day.split('-').reverse().join('.');

interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any setting
  data: any;
  error: { message: string; errors?: Record<string, string[]> };
}
async function call(one: Call, options: object): Promise<Answer> {
  const { status, body, error } = await server.current.call('director', one, options as never);
  return { status, data: (body as Partial<Answer>).data, error: error as Answer['error'] };
}
let made = 0;
const referred: Referred = async (to) => {
  const directory = servedDirectories().find((one) => one.directory.spec.name === to)?.directory;
  return directory === undefined ? (WORLD[to] as number) : recordOf(directory);
};
/** A record of a directory that nothing refers to yet. */
async function recordOf(declared: unknown): Promise<number> {
  const directory = declared as AnyDirectory;
  made += 1;
  const { data } = await call(directory.calls.create, { body: await bodyOf(directory, made, referred) });
  return data.id;
}
/** By setting: where its bands begin and end, an axis of its own, and its other figures. */
const BANDS: Readonly<Record<string, [from: string, to: string, axis: () => Promise<Body>, rest: Body]>> = {
  coefficient: ['at_least', 'at_most', async () => ({ kind: 'floor' }), { value: 1.2 }],
  criterionCondition: [
    'at_least',
    'at_most',
    async () => ({ criterion_id: await recordOf(scoringCriterion) }),
    { score: 5, stop: false },
  ],
  deliveryPrice: ['km_from', 'km_to', async () => ({ region_id: await recordOf(region) }), { price: 30_000 }],
  discountBonus: [
    'discount_from',
    'discount_to',
    async () => ({ category_id: await anotherCategory() }),
    { share: 50 },
  ],
  paymentDisciplineSetting: ['days_from', 'days_to', async () => ({}), { score: 50, months_back: 12 }],
};
const settingOf = (name: string) =>
  (settings as readonly AnySetting[]).find(({ spec }) => spec.name === name) as AnySetting;

it('bands are declared of each setting whose rows are from one value to another', () => {
  const declared = (settings as readonly AnySetting[]).flatMap(({ spec }) =>
    spec.band ? [[spec.name, spec.band]] : [],
  );
  expect(Object.fromEntries(declared)).toEqual(
    Object.fromEntries(Object.entries(BANDS).map(([name, [from, to]]) => [name, { from, to }])),
  );
  // of others a figure `…_to` is of a row by itself, a threshold has no end
  const ends = (settings as readonly AnySetting[]).flatMap(({ spec }) =>
    Object.keys(spec.fields).flatMap((field) =>
      /(_to|at_most)$/.test(field) && spec.band?.to !== field ? [`${spec.name}.${field}`] : [],
    ),
  );
  expect(ends).toEqual(['clientSetting.age_to', 'smsCampaignSetting.hour_to']);
});

describe.each(Object.entries(BANDS))('%s', (name, [from, to, axisOf, rest]) => {
  const { calls } = settingOf(name);
  let axis: Body;
  beforeEach(async () => {
    await sql`DELETE FROM ${sql.table(name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`))}`.execute(
      server.current.db.kysely,
    );
    axis = await axisOf();
  });

  const draft = (begins: number, ends: number | null, valid_from = TODAY, more: Body = {}) =>
    call(calls.create, { body: { ...axis, [from]: begins, [to]: ends, ...rest, ...more, valid_from } });
  const plan = ({ data }: Answer) => call(calls.plan, { params: { id: data.id } });
  const drop = ({ data }: Answer) => call(calls.drop, { params: { id: data.id } });
  async function settled(begins: number, ends: number | null, valid_from = TODAY): Promise<Answer> {
    const one = await draft(begins, ends, valid_from);
    expect(one.status, JSON.stringify(one.error)).toBe(200);
    expect((await plan(one)).status).toBe(200);
    return one;
  }
  const said = ({ status, error }: Answer) => [status, error?.errors ?? {}];
  const overlaps = (field: string, band: string, day = TODAY) => [
    422,
    { [field]: [`${band} oraligʻi bilan ustma-ust tushadi (${dotted(day)} dan).`] },
  ];

  it('touching bands are right; one that begins in another, ends in it or holds it names it', async () => {
    await settled(1, 30);
    await settled(31, 60);
    await settled(61, 90);
    expect(said(await draft(30, 30))).toEqual(overlaps(from, '1–30'));
    expect(said(await draft(0, 1))).toEqual(overlaps(to, '1–30'));
    expect(said(await draft(0, 100))).toEqual(overlaps(to, '1–30'));
    expect(said(await draft(91, 90))).toEqual([422, { [to]: ['91 dan kam boʻlmasligi kerak.'] }]);
    expect(said(await draft(91, 100))).toEqual([200, {}]);
    // the same band with other figures, and longer ones
    expect(said(await draft(31, 60))).toEqual([200, {}]);
    expect(said(await draft(31, 61))).toEqual(overlaps(to, '61–90'));
  });

  it('a draft that is changed is compared too, and again when it is settled', async () => {
    const one = await draft(1, 30);
    const other = await draft(20, 40);
    expect(said(other)).toEqual([200, {}]);
    expect((await plan(one)).status).toBe(200);
    expect(said(await plan(other))).toEqual(overlaps(to, '1–30'));
    const change = (ends: number) =>
      call(calls.update, {
        params: { id: other.data.id },
        ifMatch: other.data.version,
        body: { [to]: ends, ...rest, valid_from: TODAY },
      });
    expect(said(await change(50))).toEqual(overlaps(to, '1–30'));
  });

  it('days count: a band that ends earlier from a day on makes room from that day', async () => {
    await settled(1, 30);
    const shorter = await settled(1, 10, LATER);
    expect(said(await draft(11, 20))).toEqual(overlaps(from, '1–30'));
    expect(said(await draft(11, 20, daysAfter(LATER, -1)))).toEqual(overlaps(from, '1–30'));
    const fitted = await settled(11, 20, LATER);
    // given up, 1–30 would hold on beside 11–20
    const refused = await drop(shorter);
    expect([refused.status, refused.error.message]).toEqual([
      409,
      say('uz', 'errors.dropped_band_overlaps', { band: '11–20', day: dotted(LATER) }),
    ]);
    expect((await drop(fitted)).status).toBe(200);
    expect((await drop(shorter)).status).toBe(200);
  });
});

describe('bands of a file', () => {
  const setting = settingOf('paymentDisciplineSetting');
  const { calls } = setting;
  const columns = ['days_from', 'days_to', 'score', 'months_back', 'valid_from'].map((part) => ({ title: part, part }));
  const n = (value: number) => ({ n: String(value) });
  const line = (begins: number, ends: number | null, day = LATER) => [
    n(begins),
    ends === null ? null : n(ends),
    n(50),
    n(12),
    dotted(day),
  ];
  const read = (lines: ReturnType<typeof line>[]) =>
    check(lines as never, { directory: 'paymentDisciplineSetting', columns });
  async function settled(days_from: number, days_to: number | null, valid_from = TODAY) {
    const { data } = await call(calls.create, { body: { days_from, days_to, score: 10, months_back: 12, valid_from } });
    expect((await call(calls.plan, { params: { id: data.id } })).status).toBe(200);
  }
  const words = (band: string, day: string) => `${band} oraligʻi bilan ustma-ust tushadi (${dotted(day)} dan).`;
  beforeEach(() => sql`DELETE FROM payment_discipline_setting`.execute(server.current.db.kysely));

  it('rows are compared with each other and with what is settled', async () => {
    await settled(1, 30);
    const found = await read([line(31, 50), line(50, 60), line(30, 30, TODAY), line(61, null)]);
    expect(faultsOf(found)).toEqual([
      ['days_from', '3', words('31–50', LATER)],
      ['days_from', '4', words('1–30', TODAY)],
      ['days_to', '2', words('50–60', LATER)],
    ]);
    expect(found.figures).toMatchObject({ fresh: 1, bad: 3 });
    // each row with what it is about, by which the reader's words name it
    expect(found.faults[0]?.samples).toMatchObject([{ row: 3, subject: { days_from: '50' } }]);
  });

  it('one file ends a band earlier and begins another in its place, in any order of rows; it is taken back whole', async () => {
    await settled(1, null);
    for (const lines of [
      [line(1, 30), line(31, null)],
      [line(31, null), line(1, 30)],
    ]) {
      const found = await read(lines);
      expect(faultsOf(found)).toEqual([]);
      expect(await write(found.id)).toMatchObject({ status: 'done', written: 2 });
      const { data: back } = await server.current.do('director', importTakeBack, { params: { id: found.id } });
      expect(back).toMatchObject({ status: 'taken_back', back: 2, left: [] });
    }
  });

  it('where the row that makes room is left out, the one that needs it is refused as well', async () => {
    await settled(1, null);
    const wrong = [n(1), n(30), n(5000), n(12), dotted(LATER)];
    const found = await read([wrong as ReturnType<typeof line>, line(31, null)]);
    expect(found.figures).toMatchObject({ fresh: 0, changed: 0, bad: 2 });
    expect(faultsOf(found).at(0)).toEqual(['days_from', '3', words('1+', TODAY)]);
  });

  it('what is settled between check and confirmation fails the file at its row, and nothing is written', async () => {
    const found = await read([line(1, 30)]);
    await settled(20, 40, LATER);
    await server.current.do('director', importConfirm, {
      params: { id: found.id },
      body: { file_hash: HASH, without_bad: false },
    });
    const { data } = await server.current.do('director', importNext, { params: { id: found.id } });
    expect(data).toMatchObject({ status: 'failed', written: 0 });
    expect(data.reason).toContain(words('20–40', LATER));
  });
});
