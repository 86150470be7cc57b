/** Evaluations of cars: what is refused of a car, what it is worth by the figures in force, and until when that holds. */
import { type Kysely, sql } from 'kysely';
import { pledgeEvaluation } from '../../contract/directories/pledgeEvaluation.ts';
import type { DirectoryRow } from '../../contract/directory/directory.ts';
import { ageOfCar, bandOf, worthOf } from '../../contract/pledge.ts';
import { carBasePrice } from '../../contract/settings/carBasePrice.ts';
import { carWearPercent } from '../../contract/settings/carWearPercent.ts';
import { pledgeSetting } from '../../contract/settings/pledgeSetting.ts';
import { pledgeEvaluationMachine } from '../../machines/pledgeEvaluation/pledgeEvaluation.machine.ts';
import type { Schema } from '../db/schema.ts';
import type { Writer } from '../directory/reader.ts';
import { authorsOf, decidersOf } from '../directory/requestConcerns.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';
import { daysAfter, tashkentDay } from '../http/days.ts';
import type { Scene } from '../lifecycle/lifecycle.ts';
import { inForce, inForceOf } from '../settings/inForce.ts';

type Db = Kysely<Schema>;

/** Who sees evaluations, and who decides about them. */
const DECIDE = { show: 'car_evaluations.show', decide: 'car_evaluations.confirm' };
type Row = DirectoryRow<typeof pledgeEvaluation>;

/** Wear of the car and terms of pledge on a day; nothing where one of them is not set. */
async function figuresOf(db: Db, { year, mileage }: Pick<Row, 'year' | 'mileage'>, day: string) {
  const subject = { age: Math.min(ageOfCar(Number(year), day), 50), mileage: bandOf(mileage) };
  const [wear, terms] = [await inForce(db, carWearPercent, subject, day), await inForce(db, pledgeSetting, {}, day)];
  return wear && terms ? { wear, terms } : null;
}

/** What its files prove: photos are images, the extract of the register of cars is none. */
async function filesOf(db: Db, id: number): Promise<{ photographed: boolean; registered: boolean }> {
  const { rows } = await sql<{ photographed: boolean; registered: boolean }>`
    SELECT coalesce(bool_or(type LIKE 'image/%'), false) AS photographed,
           coalesce(bool_or(type NOT LIKE 'image/%'), false) AS registered FROM file WHERE document_id = ${id}`.execute(
    db,
  );
  return rows[0] as { photographed: boolean; registered: boolean };
}

/** Years in which the model was made. */
async function yearsOf(db: Db, model: number): Promise<{ from: number; to: number | null } | undefined> {
  const { rows } = await sql<{ from: number; to: number | null }>`
    SELECT years_from AS from, years_to AS to FROM pledge_car_model WHERE id = ${model}`.execute(db);
  return rows[0];
}

const isSecond = (record: Row, { id }: Writer['user']): boolean => record.valued_by?.id !== id;
const second = { right: isSecond, forbidden: 'errors.own_record' };

export const PLEDGES = serveDirectory(pledgeEvaluation, {
  async refuse({ db, now }, { id, body, before }) {
    const faults: Faults = {};
    const year = Number(body.year ?? before?.year);
    const today = tashkentDay(now);
    const made = await yearsOf(db, body.model_id ?? before?.model.id ?? 0);
    const terms = await inForce(db, pledgeSetting, {}, today);
    if (year > Number(today.slice(0, 4)) || (made && (year < made.from || (made.to !== null && year > made.to))))
      faults.year = [
        {
          key: 'car_year_of_model',
          values: { from: String(made?.from ?? ''), to: String(made?.to ?? today.slice(0, 4)) },
        },
      ];
    else if (terms && year < Number(terms.min_year))
      faults.year = [{ key: 'car_too_old', values: { year: terms.min_year } }];
    // a car secures one thing at a time
    const { rows } = await sql<{ number: string }>`
      SELECT d.number FROM pledge_evaluation e JOIN document d ON d.id = e.id
      WHERE e.vin = ${body.vin ?? before?.vin ?? ''} AND d.status NOT IN ('released', 'refused', 'expired')
        AND e.id IS DISTINCT FROM ${id}::integer LIMIT 1`.execute(db);
    if (rows[0]) faults.vin = [{ key: 'car_evaluated', values: { number: rows[0].number } }];
    return faults;
  },
  async extra({ db, now }, ids) {
    const { rows } = await sql<{
      id: number;
      contract: string | null;
      contract_id: number | null;
      base: string | null;
    }>`
      SELECT e.id, k.number AS contract, k.id AS contract_id, b.price AS base
      FROM pledge_evaluation e
      LEFT JOIN LATERAL (SELECT c.id, d.number FROM contract c JOIN document d ON d.id = c.id
        WHERE c.pledge_evaluation_id = e.id AND c.signed_on IS NOT NULL LIMIT 1) k ON true
      LEFT JOIN ${inForceOf(carBasePrice, tashkentDay(now))} b ON b.model_id = e.model_id AND b.year = e.year::integer
      WHERE e.id = ANY (${ids}::integer[])`.execute(db);
    return new Map(
      rows.map(({ id, base, ...contract }) => [id, { ...contract, base_price: base === null ? null : Number(base) }]),
    );
  },
  actions: {
    machine: pledgeEvaluationMachine,
    async facts({ db, now }, record) {
      const today = tashkentDay(now);
      const priced = (await figuresOf(db, record, today)) !== null;
      return {
        ...(await filesOf(db, record.id)),
        ...{ priced, current: record.valid_until === null || record.valid_until >= today },
      };
    },
    why({ status, year, mileage }, event, { photographed, priced }) {
      if (event === 'pledge.inspect' && status === 'draft' && !photographed)
        return { messageKey: 'errors.car_no_photo' };
      if (event !== 'pledge.value' || status !== 'inspected' || priced) return undefined;
      return { messageKey: 'errors.car_no_figures', values: { year, mileage } };
    },
    concerns(record, event, { after }) {
      const owner = sql`SELECT ${record.owner?.id ?? 0}::integer`;
      if (event === 'pledge.value') return { people: decidersOf(authorsOf(record), DECIDE) };
      if (event === 'pledge.approve') return { people: owner };
      if (event === 'pledge.refuse') return { people: owner, words: (after as { reason: string }).reason };
      return undefined;
    },
    steps: {
      'pledge.value': {
        async take({ db, user, now }, record, { market }) {
          const found = await figuresOf(db, record, tashkentDay(now));
          if (found === null) throw new Error('the chart takes it only where the figures are in force');
          const { wear, terms } = found;
          const worth = worthOf(Number(market), wear.percent, terms.max_share);
          await sql`UPDATE pledge_evaluation SET market = ${market}, wear = ${wear.percent}, value = ${worth.value},
            max_share = ${terms.max_share}, accepted = ${worth.accepted}, valued_by_id = ${user.id},
            wear_id = ${wear.id}, terms_id = ${terms.id} WHERE id = ${record.id}`.execute(db);
          return { log: { after: { market, wear: wear.percent, max_share: terms.max_share, ...worth } } };
        },
      },
      'pledge.approve': {
        ...second,
        async take({ db, now }, record) {
          const today = tashkentDay(now);
          const terms = await inForce(db, pledgeSetting, {}, today);
          const valid_until = daysAfter(today, terms?.validity_days ?? 0);
          await sql`UPDATE pledge_evaluation SET valid_until = ${valid_until} WHERE id = ${record.id}`.execute(db);
          return { log: { after: { valid_until } } };
        },
      },
      'pledge.refuse': {
        ...second,
        async take({ db }, record, { reason }) {
          await sql`UPDATE pledge_evaluation SET reason = ${reason} WHERE id = ${record.id}`.execute(db);
          return { log: { after: { reason } } };
        },
      },
    },
  },
});

/** Marks those whose last day is over; who asks whether one holds uses the day itself. @returns how many */
export async function expireEvaluations(scene: Scene): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT e.id FROM pledge_evaluation e JOIN document d ON d.id = e.id
    WHERE d.status = 'approved' AND e.valid_until < ${tashkentDay(scene.now)}`.execute(scene.db);
  for (const { id } of rows) await PLEDGES.takeOwn(scene, id, 'pledge.expire');
  return rows.length;
}
