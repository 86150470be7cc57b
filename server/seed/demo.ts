/**
 * What the product ships with for a first look: the demo chain, and a few stock counts and invoices in every state. They are
 * made by replaying the calls that people make, never by writing their rows.
 */
import { sql } from 'kysely';
import { actCancel, actComplete, actCreate, actForm, loadResidues } from '../../contract/counting/acts.ts';
import { addCommentary } from '../../contract/counting/comments.ts';
import { counterCreate, counterStart } from '../../contract/counting/counters.ts';
import { type Entry, saveEntries, submitList } from '../../contract/counting/entries.ts';
import { addManually, type CountRow, rowsShow } from '../../contract/counting/matrix.ts';
import { createApp } from '../app.ts';
import type { Database } from '../db/open.ts';
import { replayAnnouncements } from './announcements.ts';
import { appealReplays } from './appeals.ts';
import { clientChangeReplays } from './clientChanges.ts';
import { contractErrorReplay } from './contractErrors.ts';
import {
  atWork,
  backToToday,
  call,
  DAY,
  type Desk,
  HOUR,
  later,
  leave,
  personOf,
  type Replay,
  standOn,
} from './desk.ts';
import { incomeReplays } from './incomes.ts';
import { isEmpty, type SeedReport, seed } from './index.ts';
import { initiativeReplays } from './initiativeClients.ts';
import { invoiceReplays } from './invoices.ts';
import { orderReplays } from './orders.ts';
import { outputReplays } from './outputs.ts';
import { paymentReplays } from './payments.ts';
import { pledgeReplays } from './pledges.ts';
import { questionnaireReplays } from './questionnaires.ts';
import { Random } from './random.ts';
import { recordReplays } from './records.ts';
import { logRevisions } from './revisions.ts';
import { scoringReplays } from './scoring.ts';
import { seedYear } from './year/index.ts';

interface CountPlan {
  keeper: string;
  organization: string;
  comment: string;
  counters: [username: string, title: string][];
  startedAgo: number;
  /** Products that are counted: so many of the act's lines, from this one on. */
  from: number;
  lines: number;
  /** `settled`: counted, and nothing is left that completing waits for. */
  until: 'created' | 'residues_loaded' | 'counting' | 'counted' | 'settled' | 'completed' | 'formed' | 'cancelled';
}

/** One count, up to the state that the plan names. Counters mostly find what is there, now and then one less or more. */
async function replay(desk: Desk, plan: CountPlan): Promise<void> {
  await standOn(desk, plan.organization);
  const { id: organizationId } = await desk.db.kysely
    .selectFrom('organization')
    .select('id')
    .where('code', '=', plan.organization)
    .executeTakeFirstOrThrow();
  const act = await call(desk, plan.keeper, actCreate, {
    body: { organization_id: organizationId, comment: plan.comment },
  });
  const id = act.data.id;
  if (plan.until === 'created') return;
  later(desk, 6);
  const counters: { id: number; username: string }[] = [];
  for (const [username, title] of plan.counters) {
    const { id: userId } = await personOf(desk, username);
    const added = await call(desk, plan.keeper, counterCreate, {
      params: { actId: id },
      body: { title, user_id: userId },
    });
    counters.push({ id: added.computing_act_user.id, username });
  }
  later(desk, 5);
  await call(desk, plan.keeper, loadResidues, { params: { actId: id } });
  if (plan.until === 'residues_loaded') return;
  if (plan.until === 'cancelled') {
    later(desk, 30);
    await call(desk, plan.keeper, actCancel, {
      params: { id },
      body: { reason: 'Filialda tok oʻchdi, sanoq ertaga koʻchirildi' },
    });
    return;
  }
  const { data: rows } = await call(desk, plan.keeper, rowsShow, { params: { actId: id } });
  const chosen = rows.slice(plan.from, plan.from + plan.lines);
  const serials = await serialsByVariant(desk, organizationId, chosen);
  const truth = new Map(chosen.map((row) => [row.product_variant.id, mistaken(desk.random, row.residue)]));

  for (const [index, counter] of counters.entries()) {
    later(desk, 4);
    await call(desk, counter.username, counterStart, { params: { id: counter.id } });
    // Counters share the hall: each sees most of it, some of it twice. In a running count the last is slower.
    const part = chosen.filter(() => desk.random.next() < (plan.until === 'counting' ? 0.75 - index * 0.12 : 0.9));
    const entries: Entry[] = [];
    for (const row of part) {
      const found = truth.get(row.product_variant.id) ?? row.residue;
      const count = desk.random.next() < 0.03 ? Math.max(0, found - 1) : found;
      entries.push(...entriesOf(desk, row, count, serials.get(row.product_variant.id) ?? []));
    }
    await call(desk, counter.username, saveEntries, { params: { id: counter.id }, body: { entries } });
    const last = index === counters.length - 1;
    if (plan.until === 'counting' && (last || index === 0)) continue;
    later(desk, 25);
    const totals = new Map<number, { count: number; serial_numbers: string[] }>();
    for (const entry of entries) {
      const total = totals.get(entry.product_variant_id) ?? { count: 0, serial_numbers: [] };
      total.count += entry.count;
      if (entry.serial_number) total.serial_numbers.push(entry.serial_number);
      totals.set(entry.product_variant_id, total);
    }
    await call(desk, counter.username, submitList, {
      params: { id: counter.id },
      body: { listed_products: [...totals].map(([product_variant_id, total]) => ({ product_variant_id, ...total })) },
    });
  }
  if (plan.until === 'counting' || plan.until === 'counted') return;

  later(desk, 15);
  const { data: counted } = await call(desk, plan.keeper, rowsShow, { params: { actId: id } });
  for (const row of counted.filter((one) => one.disagreement)) {
    const variantId = row.product_variant.id;
    const count = truth.get(variantId) ?? row.residue;
    const units = (serials.get(variantId) ?? []).slice(0, count);
    await call(desk, plan.keeper, addManually, {
      params: { actId: id },
      body: {
        product_variant_id: variantId,
        listed_products: [
          row.product_variant.is_serial_number
            ? { product_variant_id: variantId, count: units.length, serial_numbers: units }
            : { product_variant_id: variantId, count },
        ],
      },
    });
    await call(desk, plan.keeper, addCommentary, {
      form: { act_of_count_id: String(id), product_variant_id: String(variantId), comment: 'Birga qayta sanadik' },
    });
  }
  if (plan.until === 'settled') return;
  later(desk, 10);
  await call(desk, plan.keeper, actComplete, { params: { actId: id } });
  if (plan.until === 'completed') return;
  later(desk, 20);
  await call(desk, plan.keeper, actForm, { params: { id } });
}

/** What is really on the shelf: nearly always the recorded residue. */
function mistaken(random: Random, residue: number): number {
  const luck = random.next();
  if (luck < 0.04) return Math.max(0, residue - 1);
  if (luck < 0.05) return Math.max(0, residue - 2);
  return residue;
}

async function serialsByVariant(
  desk: Desk,
  organizationId: number,
  rows: readonly CountRow[],
): Promise<Map<number, string[]>> {
  const ids = rows.filter((row) => row.product_variant.is_serial_number).map((row) => row.product_variant.id);
  if (ids.length === 0) return new Map();
  const found = await desk.db.kysely
    .selectFrom('serial_number')
    .innerJoin('warehouse_list', 'warehouse_list.id', 'serial_number.warehouse_id')
    .select(['product_variant_id', 'serial_number'])
    .where('organization_id', '=', organizationId)
    .where('warehouse_list.kind', '<>', 'transit')
    .where('product_variant_id', 'in', ids)
    .orderBy('serial_number.id')
    .execute();
  const map = new Map<number, string[]>();
  for (const row of found)
    map.set(row.product_variant_id, [...(map.get(row.product_variant_id) ?? []), row.serial_number]);
  return map;
}

function entriesOf(desk: Desk, row: CountRow, count: number, serials: readonly string[]): Entry[] {
  const entry = (n: number, source: Entry['source'], serial_number?: string): Entry => ({
    entry_id: uuid(desk.random),
    product_variant_id: row.product_variant.id,
    count: n,
    source,
    entered_at: desk.clock.now.toISOString(),
    ...(serial_number ? { serial_number } : {}),
  });
  if (row.product_variant.is_serial_number) {
    const units = serials.slice(0, count);
    return units.length > 0 ? units.map((serial) => entry(1, 'scan', serial)) : [entry(0, 'hand')];
  }
  if (count > 3 || count === 0) return [entry(count, 'hand')];
  return Array.from({ length: count }, () => entry(1, 'scan'));
}

/** Repeatable, unlike the machine's own. */
function uuid(random: Random): string {
  const hex = Array.from({ length: 32 }, () => Math.floor(random.next() * 16).toString(16)).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`;
}

const PLANS: CountPlan[] = [
  {
    keeper: 'storekeeper',
    organization: 'CHL',
    comment: 'Telefonlar, haftalik sanoq',
    counters: [
      ['counter1', '1-sanovchi'],
      ['counter2', '2-sanovchi'],
    ],
    startedAgo: 12 * DAY + 3 * HOUR,
    from: 0,
    lines: 150,
    until: 'formed',
  },
  {
    keeper: 'storekeeper',
    organization: 'CHL',
    comment: 'Omborxona, A–D qatorlari',
    counters: [['counter3', '1-sanovchi']],
    startedAgo: 9 * DAY + 5 * HOUR,
    from: 400,
    lines: 40,
    until: 'cancelled',
  },
  {
    keeper: 'storekeeper',
    organization: 'CHL',
    comment: 'Maishiy texnika zali',
    counters: [
      ['counter2', '1-sanovchi'],
      ['counter3', '2-sanovchi'],
      ['counter4', 'nazorat sanogʻi'],
    ],
    startedAgo: 5 * DAY + 2 * HOUR,
    from: 300,
    lines: 120,
    until: 'formed',
  },
  {
    keeper: 'storekeeper',
    organization: 'CHL',
    comment: 'Oshxona texnikasi',
    counters: [
      ['counter1', '1-sanovchi'],
      ['counter4', '2-sanovchi'],
    ],
    startedAgo: 2 * DAY + 4 * HOUR,
    from: 700,
    lines: 90,
    until: 'completed',
  },
  {
    keeper: 'storekeeper',
    organization: 'CHL',
    comment: 'Televizorlar va audio',
    counters: [
      ['counter1', '1-sanovchi'],
      ['counter2', '2-sanovchi'],
    ],
    startedAgo: DAY + 3 * HOUR,
    from: 900,
    lines: 110,
    until: 'counted',
  },
  {
    keeper: 'storekeeper',
    organization: 'CHL',
    comment: 'Soatlar va quloqchinlar',
    counters: [['counter3', '1-sanovchi']],
    startedAgo: 20 * HOUR,
    from: 160,
    lines: 25,
    until: 'settled',
  },
  {
    keeper: 'storekeeper',
    organization: 'CHL',
    comment: 'Choraklik toʻliq sanoq',
    counters: [
      ['counter1', '1-sanovchi'],
      ['counter2', '2-sanovchi'],
      ['counter3', '3-sanovchi'],
      ['counter4', 'nazorat sanogʻi'],
    ],
    startedAgo: 2 * HOUR,
    from: 1200,
    lines: 260,
    until: 'counting',
  },
  {
    keeper: 'storekeeper',
    organization: 'CHL',
    comment: 'Noutbuk va planshetlar',
    counters: [
      ['counter1', '1-sanovchi'],
      ['counter2', '2-sanovchi'],
    ],
    startedAgo: HOUR,
    from: 0,
    lines: 0,
    until: 'residues_loaded',
  },
  {
    keeper: 'storekeeper',
    organization: 'CHL',
    comment: 'Rahbar almashishi munosabati bilan',
    counters: [],
    startedAgo: HOUR / 2,
    from: 0,
    lines: 0,
    until: 'created',
  },
];

/** Every third product of a shop has a least and a greatest quantity; some are over it by now, some under. */
async function limitGoods({ kysely }: Database): Promise<void> {
  await sql`
    INSERT INTO product_limit (organization_id, variant_id, min, max, valid_from, status, created_by, created_at)
    SELECT w.organization_id, b.product_variant_id, 2 + b.product_variant_id % 4,
           ceil(sum(b.qty) * (0.8 + b.product_variant_id % 5 / 10.0))::integer + 6,
           (now() AT TIME ZONE 'Asia/Tashkent')::date - 60, 'valid', 1, now() - interval '67 days'
    FROM stock_balance b JOIN warehouse_list w ON w.id = b.warehouse_id AND w.kind = 'shop'
    WHERE b.product_variant_id % 3 = 0 AND b.qty > 0 GROUP BY 1, 2`.execute(kysely);
  await kysely
    .transaction()
    .execute((trx) =>
      logRevisions(trx, { table: 'product_limit', kind: 'productLimit', subject: ['organization_id', 'variant_id'] }),
    );
}

export interface DemoOptions {
  size?: number;
  /** Gets a sentence about what is not as it could be. */
  say?: (sentence: string) => void;
}

/** Fills an empty database; nothing when somebody has worked here already. */
export async function seedDemo(
  db: Database,
  { say = () => {}, ...options }: DemoOptions = {},
): Promise<SeedReport | undefined> {
  if (!(await isEmpty(db.kysely))) return undefined;
  const report = await seed(db, options);
  if (!report.seeded) return undefined;
  const clock = { now: new Date() };
  const desk: Desk = {
    db,
    clock,
    app: createApp({ database: db, production: false, log: () => {}, clock: () => clock.now }),
    tokens: new Map(),
    random: new Random('counts'),
  };
  await seedYear(desk, clock.now, say);
  const counts = PLANS.map(
    (plan): Replay => ({ at: new Date(Date.now() - plan.startedAgo), run: () => replay(desk, plan) }),
  );
  const invoices = await invoiceReplays({ ...desk, random: new Random('kirim') });
  // As it happened: a count finds what was received before it.
  const records = await recordReplays(desk);
  const incomes = await incomeReplays(desk);
  const changes = await clientChangeReplays(desk);
  const runs = await scoringReplays(desk);
  const appeals = await appealReplays(desk);
  const brought = await initiativeReplays(desk);
  const pledges = await pledgeReplays(desk);
  const payments = await paymentReplays(desk);
  const orders = await orderReplays(desk);
  const others = [
    ...appeals,
    ...brought,
    ...pledges,
    ...questionnaireReplays(desk),
    ...payments,
    ...orders,
    ...outputReplays(desk),
    contractErrorReplay(desk),
  ];
  for (const { at, run } of [...counts, ...invoices, ...records, ...incomes, ...changes, ...runs, ...others].sort(
    (one, other) => Number(one.at) - Number(other.at),
  )) {
    clock.now = atWork(at);
    await run();
  }
  await limitGoods(db);
  await backToToday(desk);
  await replayAnnouncements(desk);
  await leave(desk);
  return report;
}
