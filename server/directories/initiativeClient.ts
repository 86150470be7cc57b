/** People whom partners have brought: by what terms, whether they were clients before, when they become some, what the fee is. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { initiativeClient } from '../../contract/directories/initiativeClient.ts';
import type { DirectoryRow } from '../../contract/directory/directory.ts';
import { initiativeSetting } from '../../contract/settings/initiativeSetting.ts';
import { initiativeClientMachine } from '../../machines/initiativeClient/initiativeClient.machine.ts';
import type { Schema } from '../db/schema.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';
import { daysAfter, tashkentDay } from '../http/days.ts';
import { say } from '../http/messages.ts';
import type { Scene } from '../lifecycle/lifecycle.ts';
import { inForce } from '../settings/inForce.ts';

type Db = Kysely<Schema>;
export type Lead = DirectoryRow<typeof initiativeClient>;
type Row = Lead;

/** States in which a partner still waits for somebody, as the chart has them. */
const OPEN = ['new', 'called', 'client'] as const;

/** The terms of a partner on a day: nothing where none are in force for the kind. */
async function termsOf(db: Db, partner: number, day: string) {
  const { rows } = await sql<{ kind: 'person' | 'shop' }>`
    SELECT kind FROM initiative_partner WHERE id = ${partner}`.execute(db);
  const [found] = rows;
  return found === undefined ? null : inForce(db, initiativeSetting, { partner_kind: found.kind }, day);
}

/** The client whom a number of `l`, the one who was brought, names. */
const isClientOf = sql`(p.id IN (SELECT h.client_id FROM client_phone h WHERE h.phone = l.phone AND h.active)
  OR lower(p.pinfl) = lower(l.pinfl))`;

/** The first contract of `l` that has its goods, which earns the fee where they left in time. */
const FIRST_CONTRACT = sql`(SELECT c.id, c.total, c.charged_on <= l.valid_until AS in_time FROM contract c
  WHERE c.client_id = l.client_id AND c.charged_on IS NOT NULL ORDER BY c.charged_on, c.id LIMIT 1)`;

/** Half up to the soʻm. */
const FEE = sql`CASE WHEN s.fee_kind = 'sum' THEN round(s.amount) ELSE round(c.total * s.amount / 100) END`;

interface Earned {
  contract_id: number;
  fee: number;
}

async function earnedBy(db: Db, id: number): Promise<Earned | undefined> {
  const { rows } = await sql<Earned>`SELECT c.id AS contract_id, ${FEE}::float8 AS fee
    FROM initiative_client l JOIN initiative_setting s ON s.id = l.terms_id CROSS JOIN LATERAL ${FIRST_CONTRACT} c
    WHERE l.id = ${id} AND c.in_time`.execute(db);
  return rows[0];
}

/** The contract that the fee of somebody waits for: the first one that was not called off. */
export async function contractOfLead(db: Db, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`SELECT c.id FROM initiative_client l
    JOIN contract c ON c.client_id = l.client_id JOIN document d ON d.id = c.id
    WHERE l.id = ${id} AND d.status <> 'cancelled' ORDER BY c.charged_on NULLS LAST, c.id LIMIT 1`.execute(db);
  return rows[0]?.id;
}

/** Those of the people who were brought, in these states, to whom a condition applies; the oldest first. */
async function leadsWhere(db: Db, states: readonly string[], where: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT l.id FROM initiative_client l JOIN document d ON d.id = l.id
    WHERE d.status = ANY (${[...states]}::text[]) AND ${where} ORDER BY l.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** Who was a client before the partner named the person brings no fee. */
export async function checkLead(scene: Scene, id: number): Promise<void> {
  const known = sql`l.id = ${id} AND EXISTS (SELECT 1 FROM client p WHERE ${isClientOf} AND p.created_at <= d.created_at)`;
  for (const lead of await leadsWhere(scene.db, ['new'], known)) await LEADS.takeOwn(scene, lead, 'lead.check');
}

/** Who was called and has become a client since. @param which condition on `l` and on `p`, the client */
async function registerLeads(scene: Scene, which: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number; client: number }>`
    SELECT DISTINCT ON (l.id) l.id, p.id AS client FROM initiative_client l JOIN document d ON d.id = l.id
    JOIN client p ON ${isClientOf} AND p.created_at > d.created_at
    WHERE d.status = 'called' AND ${which} ORDER BY l.id, p.id`.execute(scene.db);
  for (const { id, client } of rows) await LEADS.takeOwn(scene, id, 'lead.register', { client });
}

/** A client was written: whoever was called and has one of these numbers has become one. */
export const registerClient = ({ db, now }: Scene, client: number): Promise<void> =>
  registerLeads({ db, now }, sql`p.id = ${client}`);

export const LEADS = serveDirectory(initiativeClient, {
  async refuse({ db, now }, { id, body, before }) {
    const faults: Faults = {};
    const day = before === null ? tashkentDay(now) : tashkentDay(new Date(before.created_at ?? 0));
    if (body.partner_id !== undefined && (await termsOf(db, body.partner_id, day)) === null)
      faults.partner_id = [{ key: 'lead_no_terms' }];
    const phone = body.phone ?? before?.phone ?? '';
    const pinfl = body.pinfl === undefined ? (before?.pinfl ?? null) : body.pinfl;
    const { rows } = await sql<{ number: string; partner: string; by_phone: boolean }>`
      SELECT d.number, p.name AS partner, l.phone = ${phone} AS by_phone
      FROM initiative_client l JOIN document d ON d.id = l.id JOIN initiative_partner p ON p.id = l.partner_id
      WHERE (l.phone = ${phone} OR l.pinfl = ${pinfl}::text) AND d.status = ANY (${[...OPEN]}::text[])
        AND l.id IS DISTINCT FROM ${id}::integer ORDER BY l.id LIMIT 1`.execute(db);
    const [other] = rows;
    if (other)
      faults[other.by_phone ? 'phone' : 'pinfl'] = [
        { key: 'lead_brought', values: { number: other.number, partner: other.partner } },
      ];
    return faults;
  },
  async begin({ db, now }, body) {
    const today = tashkentDay(now);
    const terms = await termsOf(db, body.partner_id, today);
    return { columns: { valid_until: daysAfter(today, terms?.days ?? 0), terms_id: terms?.id ?? null } };
  },
  // another partner has other terms, those of the day on which the person was brought
  async write({ db }, id, { body, before }) {
    if (before === null || body.partner_id === undefined || body.partner_id === before.partner.id) return;
    const day = tashkentDay(new Date(before.created_at ?? 0));
    const terms = await termsOf(db, body.partner_id, day);
    await sql`UPDATE initiative_client SET terms_id = ${terms?.id ?? null},
      valid_until = ${daysAfter(day, terms?.days ?? 0)} WHERE id = ${id}`.execute(db);
  },
  async extra({ db, language }, ids) {
    const { rows } = await sql<{
      id: number;
      contract: string | null;
      contract_id: number | null;
      fee_kind: 'sum' | 'percent';
      amount: number;
      due: number | null;
    }>`
      SELECT l.id, x.number AS contract, c.id AS contract_id, s.fee_kind, s.amount::float8 AS amount,
        CASE WHEN c.in_time THEN (${FEE})::float8 END AS due
      FROM initiative_client l JOIN initiative_setting s ON s.id = l.terms_id
      LEFT JOIN LATERAL ${FIRST_CONTRACT} c ON true LEFT JOIN document x ON x.id = c.id
      WHERE l.id = ANY (${ids}::integer[])`.execute(db);
    return new Map(
      rows.map(({ id, fee_kind, amount, ...contract }) => [
        id,
        { ...contract, terms: say(language, `leadTerms.${fee_kind}`, { amount }) },
      ]),
    );
  },
  actions: {
    machine: initiativeClientMachine,
    facts: async ({ db }, { id }) => ({ earned: (await earnedBy(db, id)) !== undefined }),
    why: ({ status, valid_until }, event) =>
      event === 'lead.reward' && status === 'client'
        ? { messageKey: 'errors.lead_not_earned', values: { day: valid_until.split('-').reverse().join('.') } }
        : undefined,
    concerns({ owner }, event) {
      if (!['lead.check', 'lead.register', 'lead.reward', 'lead.expire'].includes(event)) return undefined;
      return { people: sql`SELECT ${owner?.id ?? 0}::integer` };
    },
    async follows(scene, id, event) {
      if (event === 'lead.create' || event === 'lead.update') await checkLead(scene, id);
      if (event === 'lead.call') await registerLeads(scene, sql`l.id = ${id}`);
    },
    steps: {
      'lead.call': { take: ({ db, now }, { id }, { result }) => answered(db, id, String(result), now) },
      'lead.refuse': { take: ({ db, now }, { id }, { result }) => answered(db, id, String(result), now) },
      'lead.register': {
        async takeOwn({ db }, { id }, { client }) {
          await sql`UPDATE initiative_client SET client_id = ${client} WHERE id = ${id}`.execute(db);
          return { log: { client } };
        },
      },
      'lead.reward': {
        async take({ db }, { id }) {
          const earned = await earnedBy(db, id);
          if (earned === undefined) throw new Error('the chart takes it only where the fee is earned');
          await sql`UPDATE initiative_client SET fee = ${earned.fee}, contract_id = ${earned.contract_id}
            WHERE id = ${id}`.execute(db);
          return { log: { after: { fee: earned.fee } } };
        },
      },
    },
  },
});

async function answered(db: Db, id: Row['id'], result: string, now: Date) {
  const called_on = tashkentDay(now);
  await sql`UPDATE initiative_client SET result = ${result}, called_on = ${called_on} WHERE id = ${id}`.execute(db);
  return { log: { after: { result, called_on } } };
}

/** Those whose last day is over without goods that left; who asks whether a fee is earned uses the day itself. @returns how many */
export async function expireLeads(scene: Scene): Promise<number> {
  const late = sql`l.valid_until < ${tashkentDay(scene.now)}::date
    AND NOT EXISTS (SELECT 1 FROM ${FIRST_CONTRACT} c WHERE c.in_time)`;
  const due = await leadsWhere(scene.db, OPEN, late);
  for (const id of due) await LEADS.takeOwn(scene, id, 'lead.expire');
  return due.length;
}
