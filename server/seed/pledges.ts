/** Evaluations of cars in the demo, made by the calls of who writes them down, values and decides, and of who sells on them. */
import { sql } from 'kysely';
import { pledgeEvaluation } from '../../contract/directories/pledgeEvaluation.ts';

import { carBasePrice } from '../../contract/settings/carBasePrice.ts';
import { storeFile } from '../documents/documents.ts';

import { tashkentDay } from '../http/days.ts';
import { call, DAY, type Desk, HOUR, later, personOf, type Replay } from './desk.ts';
import { registerExtract, sellOnPledge } from './pledgedSale.ts';
import { carPicture } from './sealImages.ts';

type Until = 'draft' | 'inspected' | 'valued' | 'approved' | 'refused' | 'pledged' | 'released';
type Condition = 'excellent' | 'good' | 'fair' | 'poor';

/** Client, model's place, plate, VIN, years old, km, condition, market price, days ago, how far it came. */
const CARS: readonly (readonly [number, string, string, number, number, Condition, number, number, Until])[] = [
  // the same buyer thinks better of it with one car, and comes again with another one
  [45, '01 H 204 TA', 'XWBJA69V1EA705512', 5, 96_300, 'good', 124_000_000, 24, 'released'],
  [45, '01 K 861 NA', 'XWBTF48D6HA811937', 3, 88_700, 'excellent', 131_000_000, 1, 'pledged'],
  [6, '01 A 482 KB', 'XWBJA69V9DA104217', 3, 74_300, 'excellent', 128_000_000, 19, 'approved'],
  [11, '30 B 117 RA', 'XWBTF48D1EA220951', 5, 92_800, 'good', 96_000_000, 12, 'approved'],
  [19, '80 C 905 MA', 'XWBJA69V7CA098830', 5, 148_600, 'fair', 88_000_000, 9, 'refused'],
  [25, '01 D 330 TB', 'XWBTF48D9GA331402', 3, 141_000, 'good', 115_000_000, 6, 'valued'],
  [33, '40 E 764 HA', 'XWBJA69V2EA450078', 5, 61_200, 'excellent', 102_000_000, 3, 'valued'],
  [41, '85 F 218 PA', 'XWBTF48D4FA507766', 3, 96_500, 'good', 0, 2, 'inspected'],
  [46, '01 G 559 LA', 'XWBJA69V5FA613309', 5, 88_000, 'good', 0, 1, 'draft'],
];

/** What a car of the model and the year is worth from the day on. */
async function priceCar(desk: Desk, model_id: number, year: number, price: number): Promise<void> {
  const body = { model_id, year, price, valid_from: tashkentDay(desk.clock.now) };
  const { data } = await call(desk, 'director', carBasePrice.calls.create, { body });
  await call(desk, 'director', carBasePrice.calls.plan, { params: { id: data.id } });
}

export async function pledgeReplays(desk: Desk): Promise<Replay[]> {
  const year = new Date().getFullYear();
  const { rows: models } = await sql<{ id: number; from: number; to: number | null }>`
    SELECT id, years_from AS from, years_to AS to FROM pledge_car_model WHERE active ORDER BY id`.execute(
    desk.db.kysely,
  );
  // one person writes down and values, another one decides
  const { rows: people } = await sql<{ username: string }>`
    SELECT u.username FROM app_user u JOIN position p ON p.id = u.position_id
    WHERE p.name_uz = 'Skoring mutaxassisi' ORDER BY u.id LIMIT 1`.execute(desk.db.kysely);
  const expert = people[0]?.username ?? '';
  return CARS.map(([client_id, plate, vin, age, mileage, condition, market, daysAgo, until], at) => ({
    at: new Date(Date.now() - daysAgo * DAY - 4 * HOUR),
    async run() {
      const made = year - age;
      const fitting = models.filter(({ from, to }) => from <= made && (to === null || to >= made));
      const model_id = fitting[at % fitting.length]?.id ?? 0;
      const { data } = await call(desk, expert, pledgeEvaluation.calls.create, {
        body: { client_id, model_id, plate, vin, year: String(made), mileage, condition },
      });
      const price = (of: number) => priceCar(desk, model_id, made, of);
      const step = (verb: string, body: object = {}, who = expert) =>
        call(desk, who, pledgeEvaluation.steps[`pledge.${verb}`] as never, { params: { id: data.id }, body } as never);
      if (until === 'draft') return;
      const { id: by } = await personOf(desk, expert);
      const { db, clock } = desk;
      await storeFile(db.kysely, data.id, 'attachment', carPicture(`${plate.replaceAll(' ', '')}.png`), by, clock.now);
      later(desk, 30);
      await step('inspect');
      if (until === 'inspected') return;
      later(desk, 50);
      if (until === 'pledged') await price(market);
      await step('value', { market });
      if (until === 'valued') return;
      later(desk, 120);
      if (until === 'refused') {
        await step('refuse', { reason: 'Kuzov raqami texnik pasportdagiga mos emas.' }, 'director');
        return;
      }
      await step('approve', {}, 'director');
      if (until === 'approved') return;
      await storeFile(db.kysely, data.id, 'attachment', registerExtract(plate, vin), by, clock.now);
      later(desk, 20);
      await sellOnPledge(desk, { client_id, pledge: data.id, calledOff: until === 'released' });
      if (until === 'released') return;
      // since then such cars have become cheaper
      desk.clock.now = new Date();
      await price(Math.round(market * 0.96));
    },
  }));
}
