/** The car that is a contract's pledge (areas 3.4; decisions 61, 76, 77): chosen in the draft, taken by the signing, given back. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PledgeOfContract } from '../../contract/sale/contracts.ts';
import { financed } from '../../contract/sale/schedule.ts';
import type { Schema } from '../db/schema.ts';
import { PLEDGES } from '../directories/pledgeEvaluation.ts';
import { writtenDay } from '../http/days.ts';
import { invalidField } from '../http/refusal.ts';
import type { Scene } from '../lifecycle/lifecycle.ts';
import type { ContractRecord } from './access.ts';

type Db = Kysely<Schema>;
type Words = { readonly messageKey: string; readonly values: Record<string, string | number> };
type Found = PledgeOfContract & { registered: boolean };

async function readPledges(db: Db, where: RawBuilder<unknown>): Promise<Found[]> {
  const { rows } = await sql<Found>`
    SELECT e.id, d.number, d.status, concat_ws(', ', m.name, e.plate) AS car, e.market::float8 AS market,
           e.wear::float8 AS wear, e.value::float8 AS value, e.max_share::float8 AS max_share,
           e.accepted::float8 AS accepted, e.valid_until,
           EXISTS (SELECT 1 FROM file f WHERE f.document_id = e.id AND f.type NOT LIKE 'image/%') AS registered
    FROM pledge_evaluation e JOIN document d ON d.id = e.id JOIN pledge_car_model m ON m.id = e.model_id
    WHERE e.valid_until IS NOT NULL AND ${where} ORDER BY e.accepted DESC, e.id`.execute(db);
  return rows;
}

const shown = ({ registered: _, ...pledge }: Found): PledgeOfContract => pledge;

/** The chosen car, and of a draft the approved cars of its client. @param today the calendar says when an evaluation is over */
export async function pledgesOf(db: Db, { pledgeId, clientId, status }: ContractRecord, today: string) {
  const [chosen] = pledgeId === null ? [] : await readPledges(db, sql`e.id = ${pledgeId}`);
  const offered =
    status === 'draft'
      ? await readPledges(
          db,
          sql`e.client_id = ${clientId} AND d.status = 'approved' AND e.valid_until >= ${today}::date`,
        )
      : [];
  return { pledge: chosen ? shown(chosen) : null, pledges: offered.map(shown) };
}

/** @throws Refusal 422 where it is no approved evaluation of a car of the client */
export async function requirePledge(db: Db, id: number, clientId: number): Promise<void> {
  const [found] = await readPledges(db, sql`e.id = ${id} AND e.client_id = ${clientId} AND d.status = 'approved'`);
  if (found === undefined) throw invalidField('pledge_evaluation_id', 'contract_pledge');
}

/** How a demand is put: one that holds of every sum names none. @param from the sum T − F from which it holds */
export const demandOf = (from: unknown): 'always' | 'from' => (from === 0 ? 'always' : 'from');

/** Why the pledge keeps a draft from being signed. @param from the sum T − F from which one is asked for */
export async function pledgeWaits(
  db: Db,
  { pledgeId, goods, firstPayment, markup }: ContractRecord,
  from: number | null,
  today: string,
): Promise<Words | undefined> {
  const owed = financed({ goods, firstPayment, markup });
  const needed = from !== null && owed >= from;
  if (pledgeId === null)
    return needed ? { messageKey: `signing.pledge_missing.${demandOf(from)}`, values: { from } } : undefined;
  const [car] = await readPledges(db, sql`e.id = ${pledgeId}`);
  const number = car?.number ?? '';
  if (car?.status !== 'approved') return { messageKey: 'signing.pledge_taken', values: { number } };
  if (car.valid_until < today)
    return { messageKey: 'signing.pledge_over', values: { number, day: writtenDay(car.valid_until) } };
  if (!car.registered) return { messageKey: 'signing.pledge_extract', values: { number } };
  if (needed && car.accepted < owed)
    return { messageKey: 'signing.pledge_small', values: { number, accepted: car.accepted, owed } };
  return undefined;
}

/** The signing takes the car. */
export async function attachPledge(scene: Scene, { pledgeId }: ContractRecord): Promise<void> {
  if (pledgeId !== null) await PLEDGES.takeOwn(scene, pledgeId, 'pledge.attach');
}

/** Cars of contracts, on `c` and their documents `x`, secure nothing any more. */
async function release(scene: Scene, where: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    SELECT d.id FROM contract c JOIN document x ON x.id = c.id JOIN document d ON d.id = c.pledge_evaluation_id
    WHERE c.signed_on IS NOT NULL AND d.status = 'pledged' AND ${where} ORDER BY d.id`.execute(scene.db);
  for (const { id } of rows) await PLEDGES.takeOwn(scene, id, 'pledge.release');
}

/** A signed contract is called off. */
export const releasePledge = (scene: Scene, { id }: Pick<ContractRecord, 'id'>): Promise<void> =>
  release(scene, sql`c.id = ${id}`);

/** The day is closed on which contracts of an organization were paid (decision 61). */
export const releasePaid = (scene: Scene, organizationId: number, day: string): Promise<void> =>
  release(scene, sql`x.organization_id = ${organizationId} AND x.status = 'closed' AND c.closed_on <= ${day}::date`);
