/**
 * The lifecycle of a contract: who may send what, and why it is refused. Money, the warehouse and the clock send the
 * server's events with `CONTRACTS.takeOwn`, once the ledger is written: the facts are read as they stand then.
 */
import { type Kysely, sql } from 'kysely';
import { allows } from '../../contract/rules.ts';
import { BEFORE_HAND_OVER, type Contract, type ContractDetails } from '../../contract/sale/contracts.ts';
import { scheduleOf, termsFault } from '../../contract/sale/schedule.ts';
import { type ContractContext, contractMachine } from '../../machines/contract/contract.machine.ts';
import { listedDays } from '../clients/listed.ts';
import type { Schema } from '../db/schema.ts';
import { actsIn, type SignedIn } from '../http/auth.ts';
import { tashkentDay } from '../http/days.ts';
import {
  type Asked,
  defineLifecycle,
  type EventType,
  type Reason,
  type Rules,
  type Scene,
} from '../lifecycle/lifecycle.ts';
import { openOutput, withdrawOutput } from '../outputs/waiting.ts';
import { practiceDate } from '../practiceDay/openDay.ts';
import { type ContractStanding, standingsOf } from '../sale/standing.ts';
import { amendsContract, CONTRACT_KIND, type ContractRecord, findContract, isOwnContract } from './access.ts';
import { addendaOf } from './addenda.ts';
import { concernOfContract } from './concerns.ts';
import { contractFacts } from './facts.ts';
import { freeGuarantors, guaranteesOf } from './guarantees.ts';
import { pledgesOf, releasePledge } from './pledge.ts';
import { relatedTo } from './related.ts';
import { conditionsOf, linesOfContract, obstaclesOf, type Reader } from './signing.ts';
import { yearsOf } from './writeOffTerms.ts';
import { owedByClient, writtenOffOf } from './writtenOff.ts';

type Db = Kysely<Schema>;

const signs = (contract: ContractRecord, user: SignedIn): boolean =>
  actsIn(user, contract.organizationId) && allows(user.rules, 'contract.add');
/** The own draft is called off by who wrote it; anything else by who confirms. */
const cancels = (contract: ContractRecord, user: SignedIn): boolean =>
  actsIn(user, contract.organizationId) &&
  (allows(user.rules, 'contract.confirm') || (contract.status === 'draft' && isOwnContract(contract, user)));

/** The office gives up what a branch is owed (areas 3.1). */
const givesUp = (contract: ContractRecord, user: SignedIn): boolean =>
  actsIn(user, contract.organizationId) &&
  allows(user.rules, 'contract.confirm') &&
  allows(user.rules, 'contract.allshow');

const money = ({ lacking, unpaid }: ContractContext) => ({ lacking, unpaid });

const EVENTS = {
  'contract.amend': { right: amendsContract },
  'contract.sign': { right: signs, dayOpen: true },
  'contract.cancel': { right: cancels },
  'firstPayment.receive': {
    by: 'server',
    event: (facts) => ({ type: 'firstPayment.receive', facts: money(facts) }),
  },
  'firstPayment.revoke': { by: 'server', event: (facts) => ({ type: 'firstPayment.revoke', facts: money(facts) }) },
  'goods.handOver': { by: 'server', event: (facts) => ({ type: 'goods.handOver', facts: money(facts) }) },
  'payment.allocate': { by: 'server', event: (facts) => ({ type: 'payment.allocate', facts: money(facts) }) },
  'debt.settle': { by: 'server' },
  'debt.reopen': { by: 'server', event: (facts) => ({ type: 'debt.reopen', facts: money(facts) }) },
  'debt.writeOff': { right: givesUp, notAuthor: true, dayOpen: true },
} as const satisfies Rules<typeof contractMachine, ContractRecord>;

/** Why the server's steps wait. */
function whyRefused(
  { status }: ContractRecord,
  event: EventType<typeof contractMachine>,
  { listed, stale, leaving }: ContractContext,
): Reason | undefined {
  if (leaving && (event === 'firstPayment.revoke' || event === 'contract.cancel')) return { code: 'goods_leaving' };
  const leaves = event === 'goods.handOver' && status === 'awaiting_handover';
  if (leaves && stale) return { code: 'schedule_stale' };
  if (listed && (leaves || event === 'firstPayment.receive')) return { messageKey: 'errors.client_listed' };
  return undefined;
}

/** Why a debt is not given up yet. */
async function whyOwed({ db }: Scene, { organizationId }: ContractRecord, { aged }: ContractContext): Promise<Reason> {
  if (aged) return { messageKey: 'errors.decision_missing' };
  return { messageKey: 'errors.debt_recent', values: { years: await yearsOf(db, organizationId) } };
}

const isAsked = (scene: Scene): scene is Asked => 'user' in scene && scene.user !== undefined;

/** From its first payment on the goods of a contract wait in its warehouse, until they leave or it waits no more. */
async function moveOutput(scene: Scene, contract: ContractRecord, event: EventType<typeof contractMachine>) {
  if (event === 'firstPayment.receive') await openOutput(scene, contract);
  else if (event === 'firstPayment.revoke' || event === 'contract.cancel') await withdrawOutput(scene, contract);
}

/** What of other records moves with a contract. */
async function moveBeside(scene: Scene, contract: ContractRecord, event: EventType<typeof contractMachine>) {
  await moveOutput(scene, contract, event);
  if (event !== 'contract.cancel') return;
  await releasePledge(scene, contract);
  await freeGuarantors(scene, contract);
}

export const CONTRACTS = defineLifecycle(contractMachine, {
  table: 'document',
  log: 'event_log',
  kind: CONTRACT_KIND,
  find: ({ db, user }, id, lock) => findContract(db, user, id, lock),
  state: ({ status }: ContractRecord) => status,
  branch: ({ organizationId }) => organizationId,
  async facts(scene, contract, event, moment) {
    const facts = await contractFacts(scene.db, contract, scene.now);
    // what signing waits for depends on who signs
    const asks = event === 'contract.sign' && moment === 'before' && isAsked(scene) && contract.status === 'draft';
    return asks ? { ...facts, obstacles: (await obstaclesOf(scene, contract)).length } : facts;
  },
  answer: (asked, contract) => contractDetails(asked, contract),
  stamps: ({ now }) => ({ updated_at: now }),
  concerns: concernOfContract,
  async why(scene, contract, event, facts) {
    if (event === 'debt.writeOff' && contract.status === 'active') return whyOwed(scene, contract, facts);
    if (event !== 'contract.sign' || contract.status !== 'draft' || !isAsked(scene))
      return whyRefused(contract, event, facts);
    const [first] = await obstaclesOf(scene, contract);
    return first && { ...(first.refusal && { code: first.refusal }), ...first.says[0] };
  },
  follows: moveBeside,
  events: EVENTS,
});

export function contractAnswer(
  contract: ContractRecord,
  facts: ContractContext,
  user: SignedIn,
  standing: ContractStanding | undefined,
): Contract {
  return {
    id: contract.id,
    number: contract.number,
    status: contract.status,
    client_id: contract.clientId,
    client: contract.client,
    organization_id: contract.organizationId,
    organization: contract.organization,
    order: { id: contract.orderId, number: contract.orderNumber },
    warehouse: { id: contract.warehouseId, name: contract.warehouse },
    seller: contract.seller,
    title: contract.title,
    units: contract.units,
    signed_on: contract.signedOn,
    signed_at: contract.signedAt?.toISOString() ?? null,
    goods: contract.goods,
    discount: contract.discount,
    first_payment: contract.firstPayment,
    term: contract.term,
    markup: contract.markup,
    total: contract.total,
    payment_day: contract.paymentDay,
    paid: standing?.paid ?? 0,
    prepaid: standing?.prepaid ?? 0,
    owed: standing?.owed ?? 0,
    overdue: standing?.overdueSum ?? 0,
    overdue_days: standing?.overdueDays ?? 0,
    charged_on: contract.chargedOn,
    closed_on: contract.closedOn,
    cancel_reason: contract.cancelReason,
    written_off_on: contract.writtenOffOn,
    created_at: contract.createdAt.toISOString(),
    version: contract.version,
    allowed_events: CONTRACTS.allowed(contract, facts, user),
  };
}

/** The schedule: stored since the signing, of a draft as it would be on its practice day. */
export async function instalmentsOf(db: Db, contract: ContractRecord): Promise<ContractDetails['instalments']> {
  const { rows } = await sql<ContractDetails['instalments'][number]>`
    SELECT number, due, amount, paid, written_off FROM instalment WHERE contract_id = ${contract.id} ORDER BY number`.execute(
    db,
  );
  if (rows.length > 0)
    return rows.map((row) => ({
      ...row,
      ...{ amount: Number(row.amount), paid: Number(row.paid), written_off: Number(row.written_off) },
    }));
  const { goods, firstPayment, term, markup, paymentDay, organizationId } = contract;
  const terms = { goods, firstPayment, term, markup, paymentDay };
  const day = await practiceDate(db, organizationId);
  if (termsFault(terms) !== null) return [];
  return [{ number: 0, due: day, amount: firstPayment }, ...scheduleOf(terms, day).instalments].map((row) => ({
    ...row,
    ...{ paid: 0, written_off: 0 },
  }));
}

/** What a debt that was given up was, or what giving it up waits for, to who may do it. */
async function writeOffOf(
  { db, user }: Reader,
  contract: ContractRecord,
  { aged, decided }: ContractContext,
): Promise<ContractDetails['write_off']> {
  if (contract.status === 'written_off') return { state: 'done', ...(await writtenOffOf(db, contract.id)) };
  if (contract.status !== 'active' || !aged || !CONTRACTS.mayTake(contract, 'debt.writeOff', user)) return null;
  const client_owed = await owedByClient(db, contract.clientId);
  return { state: decided ? 'ready' : 'undecided', years: await yearsOf(db, contract.organizationId), client_owed };
}

/** The contract as its window shows it. */
export async function contractDetails(reader: Reader, contract: ContractRecord): Promise<ContractDetails> {
  const { db, user, now } = reader;
  const facts = await contractFacts(db, contract, now);
  const isDraft = contract.status === 'draft';
  const { rows } = await sql<{ reserved_until: Date | null; moments: Record<string, string> | null }>`
    SELECT q.reserved_until, (SELECT jsonb_object_agg(m.state_after, m.at) FROM (
      SELECT state_after, max(at) AS at FROM event_log WHERE document_id = ${contract.id} AND state_after IS NOT NULL
        AND state_before IS DISTINCT FROM state_after GROUP BY 1) m) AS moments
    FROM sale_order q WHERE q.id = ${contract.orderId}`.execute(db);
  const [found] = rows;
  const moments = Object.entries(found?.moments ?? {});
  return {
    ...contractAnswer(contract, facts, user, (await standingsOf(db, [contract.id])).get(contract.id)),
    day: await practiceDate(db, contract.organizationId),
    lines: (await linesOfContract(db, contract.id)).map(({ serial_id: _, ...line }) => line),
    instalments: await instalmentsOf(db, contract),
    guarantees: await guaranteesOf(reader, contract),
    addenda: isDraft ? [] : await addendaOf(db, contract.id),
    documents: isDraft ? [] : await relatedTo(db, contract.id),
    conditions: isDraft ? await conditionsOf(reader, contract) : [],
    ...(await pledgesOf(db, contract, tashkentDay(now))),
    write_off: await writeOffOf(reader, contract, facts),
    reserved_until: isDraft ? (found?.reserved_until?.toISOString() ?? null) : null,
    listed: BEFORE_HAND_OVER.includes(contract.status)
      ? await listedDays(db, contract.clientId, tashkentDay(now))
      : null,
    moments: Object.fromEntries(moments.map(([state, at]) => [state, new Date(at).toISOString()])),
  };
}
