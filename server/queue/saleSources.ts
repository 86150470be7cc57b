/** Where orders, contracts and runs of the scoring wait. */
import { sql } from 'kysely';
import { contractMachine, FREE_CONTRACT } from '../../machines/contract/contract.machine.ts';
import { saleOrderMachine } from '../../machines/saleOrder/saleOrder.machine.ts';
import { CONTRACT_KIND, findContracts } from '../contracts/access.ts';
import { isAged } from '../contracts/facts.ts';
import { CONTRACTS } from '../contracts/lifecycle.ts';
import { factsForSigner } from '../contracts/signing.ts';
import type { SignedIn } from '../http/auth.ts';
import { conflict } from '../http/refusal.ts';
import { findOrders, ORDER_KIND } from '../orders/access.ts';
import { ORDERS, orderAnswer } from '../orders/lifecycle.ts';
import { REVIEWS_RUNS } from '../scoring/concerns.ts';
import { RUNS } from '../scoring/runs.ts';
import { SOURCES } from '../workflows/sources.ts';
import {
  atDesk,
  documents,
  everywhere,
  holds,
  NOTHING,
  oneByOne,
  own,
  ownedBy,
  type QueueSource,
  type Reach,
} from './source.ts';
import { stepsOf } from './steps.ts';

/** Of orders and contracts in the own branch, of the office in all of them. */
const inSale = (user: SignedIn, ...rules: string[]): readonly Reach[] => {
  if (!holds(user, 'contract.show|contract.allshow', ...rules)) return NOTHING;
  return user.office ? [everywhere()] : [own(user)];
};

/** No contract is being written over it, and none was signed. */
const hasNoContract = sql`NOT EXISTS (SELECT 1 FROM contract c JOIN document x ON x.id = c.id
  WHERE c.sale_order_id = d.id AND x.status <> 'cancelled')`;

/** What is kept for a client becomes a contract, which another document does: the chart has no event of a person for it. */
const CONVERT = 'order.convert';

export const saleOrderSource: QueueSource = {
  ...{ chart: 'saleOrder', kind: null },
  ...documents(ORDER_KIND),
  steps: new Map([
    ...stepsOf(ORDERS, SOURCES.saleOrder.rests),
    ['reserved', { event: CONVERT, look: saleOrderMachine.states.reserved?.meta?.look ?? 'waiting' }],
  ]),
  reach: (user, state) =>
    state === 'draft'
      ? inSale(user, 'order.add')
      : inSale(user, 'contract.add').map((one) => ({ ...one, where: hasNoContract })),
  // who edits frees its goods or calls it off; so does who wrote it
  besides: (user) => [
    ...inSale(user, 'order.edit'),
    ...(holds(user, 'contract.show|contract.allshow', 'order.add') ? [ownedBy(user)] : []),
  ],
  async read(asked, ids) {
    const orders = await findOrders(asked.db, asked.user, ids);
    return orders.map((order) => {
      const { status, reserved_until } = order;
      const isKept = status === 'reserved' && reserved_until !== null && reserved_until > asked.now;
      return {
        ...{ id: order.id, of: null, name: order.number, about: order.client, organization: order.organization },
        sums: { UZS: order.total },
        allowed: [...orderAnswer(order, asked.user).allowed_events, ...(isKept ? [CONVERT] : [])],
        reason: async (event) =>
          event === CONVERT ? conflict('reservation_expired') : ORDERS.reasonOf(asked, order, event as 'order.reserve'),
      };
    });
  },
};

const mayBeGivenUp = ({ id }: SignedIn) =>
  sql`d.created_by <> ${id} AND EXISTS (SELECT 1 FROM contract c WHERE c.id = d.id AND ${isAged})`;

export const contractSource: QueueSource = {
  ...{ chart: 'contract', kind: null },
  ...documents(CONTRACT_KIND),
  steps: stepsOf(CONTRACTS, SOURCES.contract.rests),
  elsewhere: new Map([
    ['signed', { event: 'firstPayment.receive', look: contractMachine.states.signed?.meta?.look ?? 'waiting' }],
    ['active', { event: 'debt.settle', look: contractMachine.states.active?.meta?.look ?? 'work' }],
  ]),
  reach: (user, state) => (state === 'draft' ? inSale(user, 'contract.add') : atDesk(user)),
  // who confirms calls it off; the office gives up what was owed for years, of what others wrote
  besides: (user, state) =>
    state === 'active'
      ? inSale(user, 'contract.confirm', 'contract.allshow').map((one) => ({ ...one, where: mayBeGivenUp(user) }))
      : inSale(user, 'contract.confirm'),
  async read(asked, ids) {
    const contracts = await findContracts(asked.db, asked.user, ids);
    const facts = await factsForSigner(asked, contracts);
    return contracts.map((one) => ({
      ...{ id: one.id, of: null, name: one.number ?? `#${one.id}`, about: one.client, organization: one.organization },
      sums: { UZS: one.total },
      allowed: CONTRACTS.allowed(one, facts.get(one.id) ?? FREE_CONTRACT, asked.user),
      reason: (event) => CONTRACTS.reasonOf(asked, one, event as 'contract.sign'),
    }));
  },
};

/** Runs that the cut-offs leave to a person; of one that answers an application the application waits. */
export const scoringRunSource: QueueSource = {
  ...{ chart: 'scoringRun', kind: null },
  steps: new Map([['decided', { event: 'run.review', look: 'waiting', stays: true }]]),
  from: sql`(SELECT * FROM scoring_run WHERE decision = 'manual' AND questionnaire_id IS NULL) d`,
  branch: sql`NULL::integer`,
  reach: (user) =>
    holds(user, REVIEWS_RUNS) ? [{ branches: 'none', where: sql`d.created_by <> ${user.id}` }] : NOTHING,
  read: oneByOne(RUNS, 'run.review', ({ fullname, goods }) => ({ name: fullname, sums: { UZS: goods } })),
};
