/**
 * The lifecycle of a contract: who may send what, and why it is refused. Money, the warehouse and the clock send the
 * server's events with `CONTRACTS.takeOwn`, once the ledger is written: the facts are read as they stand then.
 */
import { allows } from '../../contract/rules.ts';
import { type ContractContext, contractMachine } from '../../machines/contract/contract.machine.ts';
import type { SignedIn } from '../http/auth.ts';
import { defineLifecycle, type EventType, type Reason, type Rules, type Scene } from '../lifecycle/lifecycle.ts';
import { openOutput, withdrawOutput } from '../outputs/waiting.ts';
import { CONTRACT_KIND, type ContractRecord, findContract } from './access.ts';
import { contractFacts } from './facts.ts';

/** `allshow` is for reading: who is no office person writes in the own organization. */
const writesIn = ({ organizationId }: ContractRecord, user: SignedIn): boolean =>
  user.office || user.organizationId === organizationId;
const isOwn = ({ ownerId }: ContractRecord, { id, rules }: SignedIn): boolean =>
  ownerId === id && allows(rules, 'contract.add');

const signs = (contract: ContractRecord, user: SignedIn): boolean =>
  writesIn(contract, user) && allows(user.rules, 'contract.add');
const amends = (contract: ContractRecord, user: SignedIn): boolean =>
  writesIn(contract, user) && (isOwn(contract, user) || allows(user.rules, 'contract.edit'));
/** The own draft is called off by who wrote it; anything else by who confirms. */
const cancels = (contract: ContractRecord, user: SignedIn): boolean =>
  writesIn(contract, user) &&
  (allows(user.rules, 'contract.confirm') || (contract.status === 'draft' && isOwn(contract, user)));

const money = ({ lacking, unpaid }: ContractContext) => ({ lacking, unpaid });

const EVENTS = {
  'contract.amend': { right: amends },
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

/** From its first payment on the goods of a contract wait in its warehouse, until they leave or it waits no more. */
async function moveOutput(scene: Scene, contract: ContractRecord, event: EventType<typeof contractMachine>) {
  if (event === 'firstPayment.receive') await openOutput(scene, contract);
  else if (event === 'firstPayment.revoke' || event === 'contract.cancel') await withdrawOutput(scene, contract);
}

export const CONTRACTS = defineLifecycle(contractMachine, {
  table: 'document',
  log: 'event_log',
  kind: CONTRACT_KIND,
  find: ({ db, user }, id, lock) => findContract(db, user, id, lock),
  state: ({ status }: ContractRecord) => status,
  branch: ({ organizationId }) => organizationId,
  facts: ({ db, now }, contract) => contractFacts(db, contract, now),
  answer: (_, contract) => contract,
  stamps: ({ now }) => ({ updated_at: now }),
  why: (_, contract, event, facts) => whyRefused(contract, event, facts),
  follows: (scene, contract, event) => moveOutput(scene, contract, event),
  events: EVENTS,
});
