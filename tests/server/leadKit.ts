/** What the server finds of somebody whom a partner has brought, as the calls of others would leave it. */
import { sql } from 'kysely';
import type { Trx } from '../../server/db/open.ts';
import { checkLead, expireLeads, registerClient } from '../../server/directories/initiativeClient.ts';
import { daysAfter, tashkentDay } from '../../server/http/days.ts';
import { inForceNow } from './contractsKit.ts';
import { K, signContract, writeClient } from './moneyKit.ts';
import type { Server } from './world.ts';

/** One percent of the first contract, within thirty days; and a sum for people. */
export async function leadTerms(on: Pick<Server, 'db'>): Promise<void> {
  await inForceNow(on, 'initiative_setting', { partner_kind: 'shop', fee_kind: 'percent', amount: 1, days: 30 });
  await inForceNow(on, 'initiative_setting', { partner_kind: 'person', fee_kind: 'sum', amount: 50_000, days: 10 });
}

export interface Lead {
  readonly id: number;
  readonly phone: string;
  readonly organization: number;
}

export async function leadOf(db: Trx, id: number): Promise<Lead> {
  const { rows } = await sql<Lead>`SELECT l.id, l.phone, d.organization_id AS organization
    FROM initiative_client l JOIN document d ON d.id = l.id WHERE l.id = ${id}`.execute(db);
  return rows[0] as Lead;
}

/** A client with the phone of somebody who was brought, made so many days after that. */
export async function clientOf(db: Trx, { id, phone }: Lead, days: number): Promise<number> {
  const client = await writeClient(db, `Keltirilgan mijoz ${id}`);
  await sql`INSERT INTO client_phone (client_id, phone, owner) VALUES (${client}, ${phone}, 'self')`.execute(db);
  await sql`UPDATE client SET created_at = (SELECT created_at FROM document WHERE id = ${id})
    + make_interval(days => ${days}::integer) WHERE id = ${client}`.execute(db);
  return client;
}

/** Contract K of a client, whose goods left on a day. */
export async function soldTo(db: Trx, client: number, organization: number, day: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM warehouse_list
    WHERE organization_id = ${organization} AND kind = 'shop' ORDER BY id LIMIT 1`.execute(db);
  const contract = await signContract(db, client, K, { organization, warehouse: rows[0]?.id ?? 0, userId: 1 });
  await sql`UPDATE contract SET charged_on = ${day} WHERE id = ${contract}`.execute(db);
  return contract;
}

/** @param earned whether the goods of the first contract left in time */
export async function leadStep(
  db: Trx,
  id: number,
  what: 'check' | 'register' | 'expire',
  earned = true,
): Promise<void> {
  const now = new Date();
  const scene = { db, now };
  const lead = await leadOf(db, id);
  if (what === 'check') {
    await clientOf(db, lead, -1);
    await checkLead(scene, id);
  } else if (what === 'register') {
    const client = await clientOf(db, lead, 1);
    await registerClient(scene, client);
    if (earned) await soldTo(db, client, lead.organization, tashkentDay(now));
  } else {
    await sql`UPDATE initiative_client SET valid_until = ${daysAfter(tashkentDay(now), -1)} WHERE id = ${id}`.execute(
      db,
    );
    await expireLeads(scene);
  }
}
