/** Dated settings of the demo chain: what holds now, some that held before, some that are planned or only a draft. */
import { sql } from 'kysely';
import { snake } from '../../contract/directory/directory.ts';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { carWearPercent } from '../../contract/settings/carWearPercent.ts';
import { clientSetting } from '../../contract/settings/clientSetting.ts';
import { coefficient } from '../../contract/settings/coefficient.ts';
import { collectorPercent } from '../../contract/settings/collectorPercent.ts';
import { initiativeSetting } from '../../contract/settings/initiativeSetting.ts';
import { pledgeSetting } from '../../contract/settings/pledgeSetting.ts';
import type { Trx } from '../db/open.ts';
import { subjectColumns } from '../settings/table.ts';
import { daysBefore } from './columns.ts';

/** A revision, by the days ago from which it holds; of tomorrow and later it is planned. */
interface DemoRevision {
  daysAgo: number;
  status?: 'draft' | 'superseded';
  /** Columns of subject and figures. */
  values: Readonly<Record<string, unknown>>;
}

const wear = (age: number, mileage: string, percent: number, more: Partial<DemoRevision> = {}): DemoRevision => ({
  daysAgo: 200,
  values: { age, mileage, percent },
  ...more,
});

const NEEDED = ['passport', 'pinfl', 'second_phone', 'address', 'workplace'];
const client = (age_to: number, needed: readonly string[]) => ({
  ...{ age_from: 21, age_to, needed, myid: true, photo: true, document_days: 90 },
});
const times = (kind: string, at_least: number, at_most: number | null, value: number): DemoRevision => ({
  daysAgo: 150,
  values: { kind, at_least, at_most, value },
});
/** By stage of debt: less than 80 % of the plan, the plan nearly, the whole plan. */
const earned = (stage: string, percents: readonly number[]): DemoRevision[] =>
  [0, 80, 100].map((plan_from, at) => ({ daysAgo: 180, values: { stage, plan_from, percent: percents[at] } }));

const REVISIONS: readonly (readonly [AnySetting, readonly DemoRevision[]])[] = [
  [
    carWearPercent as unknown as AnySetting,
    [
      wear(0, 'to_50', 0),
      wear(1, 'to_50', 8),
      wear(1, 'to_100', 11),
      wear(3, 'to_50', 15, { status: 'superseded' }),
      wear(3, 'to_50', 17, { daysAgo: 40 }),
      wear(3, 'to_100', 21),
      wear(3, 'to_150', 26),
      wear(5, 'to_100', 30),
      wear(5, 'to_150', 34, { daysAgo: 200 }),
      wear(5, 'to_150', 36, { daysAgo: -12 }),
      wear(5, 'to_200', 41),
      wear(10, 'to_150', 52),
      wear(10, 'to_200', 58),
      wear(10, 'over_200', 65),
      wear(10, 'over_200', 70, { daysAgo: -30, status: 'draft' }),
    ],
  ],
  [
    pledgeSetting as unknown as AnySetting,
    [
      {
        daysAgo: 300,
        status: 'superseded',
        values: { max_share: 50, validity_days: 30, min_year: '2008', notary: true },
      },
      { daysAgo: 60, values: { max_share: 60, validity_days: 30, min_year: '2010', notary: true } },
      { daysAgo: -20, values: { max_share: 60, validity_days: 30, min_year: '2012', notary: true } },
    ],
  ],
  [
    clientSetting as unknown as AnySetting,
    [
      { daysAgo: 300, status: 'superseded', values: client(60, NEEDED) },
      { daysAgo: 90, values: client(65, [...NEEDED, 'relative']) },
      { daysAgo: -25, status: 'draft', values: client(65, [...NEEDED, 'income', 'relative']) },
    ],
  ],
  [
    initiativeSetting as unknown as AnySetting,
    [
      {
        daysAgo: 120,
        values: {
          ...{ partner_kind: 'person', fee_kind: 'sum', amount: 50_000, days: 30 },
          conditions: 'Mijozning birinchi toʻlovi oʻz vaqtida kelsa beriladi.',
        },
      },
      { daysAgo: 120, values: { partner_kind: 'shop', fee_kind: 'percent', amount: 1, days: 60, conditions: null } },
      { daysAgo: -10, values: { partner_kind: 'shop', fee_kind: 'percent', amount: 1.5, days: 60, conditions: null } },
    ],
  ],
  [
    coefficient as unknown as AnySetting,
    [
      times('distance', 10, 30, 1.1),
      times('distance', 31, null, 1.3),
      times('floor', 5, 9, 1.1),
      times('floor', 10, null, 1.2),
      times('weight', 50, 99, 1.15),
      times('weight', 100, null, 1.4),
      times('urgency', 0, 3, 1.5),
      times('season', 12, 12, 1.2),
      { daysAgo: -14, values: { kind: 'floor', at_least: 10, at_most: null, value: 1.25 } },
    ],
  ],
  [
    collectorPercent as unknown as AnySetting,
    [
      ...earned('days_1_30', [0.5, 0.8, 1]),
      ...earned('days_31_60', [1, 1.5, 2]),
      ...earned('days_61_90', [2, 3, 4]),
      ...earned('days_91', [4, 5, 7]),
      { daysAgo: -7, values: { stage: 'days_91', plan_from: 100, percent: 8 } },
    ],
  ],
];

export async function seedSettings(trx: Trx, today: string): Promise<void> {
  for (const [setting, revisions] of REVISIONS) {
    const table = snake(setting.spec.name);
    for (const { daysAgo, status = daysAgo < 0 ? 'planned' : 'valid', values } of revisions) {
      const columns: [string, unknown][] = Object.entries({
        ...values,
        status,
        valid_from: daysBefore(today, daysAgo),
        created_by: 1,
      });
      await sql`INSERT INTO ${sql.table(table)} (${sql.join(columns.map(([name]) => sql.ref(name)))}, created_at)
        VALUES (${sql.join(columns.map(([, value]) => sql`${value}`))},
          ${daysBefore(today, Math.max(daysAgo, 0) + 7)}::date + interval '10 hours')`.execute(trx);
    }
    await logRevisions(trx, { table, kind: setting.spec.name, subject: subjectColumns(setting) });
  }
}

/**
 * The steps of revisions that were inserted as they are: settled the day after they were written, started and superseded
 * by the server in the night of their day.
 */
export async function logRevisions(
  trx: Trx,
  { table, kind, subject }: { table: string; kind: string; subject: readonly string[] },
): Promise<void> {
  const same = subject.map((column) => sql`n.${sql.ref(column)} IS NOT DISTINCT FROM m.${sql.ref(column)}`);
  const later = sql.join([...same, sql`n.valid_from > m.valid_from`], sql` AND `);
  await sql`INSERT INTO record_log (kind, record_id, machine, event, state_before, state_after, user_id, at)
    SELECT ${kind}, m.id, 'settingRevision', s.event, s.before, s.after, CASE WHEN s.place <= 2 THEN m.created_by END,
           CASE s.place WHEN 1 THEN m.created_at WHEN 2 THEN m.created_at + interval '1 day'
             WHEN 3 THEN m.valid_from::timestamptz
             ELSE (SELECT min(n.valid_from) FROM ${sql.table(table)} n WHERE ${later})::timestamptz END
    FROM ${sql.table(table)} m
    JOIN (VALUES
      (1, 'revision.create', NULL, 'draft'),
      (2, 'revision.plan', 'draft', 'planned'),
      (3, 'revision.start', 'planned', 'valid'),
      (4, 'revision.supersede', 'valid', 'superseded')
    ) AS s (place, event, before, after)
      ON s.place = 1 OR (s.place = 2 AND m.status <> 'draft') OR (s.place = 3 AND m.status IN ('valid', 'superseded'))
        OR (s.place = 4 AND m.status = 'superseded')
    ORDER BY m.id, s.place`.execute(trx);
}
