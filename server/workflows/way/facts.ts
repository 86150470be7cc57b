/**
 * Of each lifecycle that has ways: what its guards ask for, as the facts of the chart are once a guard holds, and by which
 * event that comes about. A guard without an event waits for something outside the document.
 */
import type { WayMachine } from '../../../contract/workflowWay.ts';
import type { CounterRecord } from '../../counting/access.ts';
import { findInvoice } from '../../invoices/access.ts';
import type { Asked } from '../../lifecycle/lifecycle.ts';
import type { OrderRecord } from '../../orders/access.ts';
import type { OutputRecord } from '../../outputs/access.ts';
import {
  besideApplication,
  besideContract,
  besideLead,
  contractOfOrder,
  outputOfContract,
  saleOfClient,
  type Through,
  waitsOfApplication,
  waitsOfContract,
} from './through.ts';
import type { Beside, Row, Said } from './words.ts';

export interface WayFact {
  /** The facts that the guard reads, as it needs them. */
  readonly once: Readonly<Record<string, unknown>>;
  /** Events by which it comes to hold, in their order: each is a step of the way, but for the one that asks for it itself. */
  readonly by?: readonly string[];
}

interface WayFacts {
  /** The event for which all facts are read, where some are read for one event alone. */
  readonly reads?: string;
  readonly facts: Readonly<Record<string, WayFact>>;
  /** Events that do what one of the way does. */
  readonly or?: Readonly<Record<string, readonly string[]>>;
  /** Of a guard that stands for several conditions those that are not met. */
  readonly says?: Readonly<Record<string, (asked: Asked, row: Row) => Promise<readonly Said[]>>>;
  /** Of events of the server: the event of another document that sends them. */
  readonly through?: Readonly<Record<string, Through>>;
  /** Events whose calls find the document for more people than the rest of it does. */
  readonly finds?: Readonly<Record<string, (asked: Asked, id: number) => Promise<Row>>>;
  /** Events after which the document is somebody else's, who is not known before. */
  readonly owns?: readonly string[];
  /** What its next step waits for where the document around it does not take it yet; of none the way is over. */
  readonly until?: (row: Row) => string | undefined;
  /** Records where facts of the document are changed. */
  readonly beside?: (asked: Asked, row: Row) => Beside | Promise<Beside>;
}

const SIGNED = { machine: 'contract', event: 'contract.sign' } as const;
const PAID = { machine: 'cashDocument', event: 'cash.confirm' } as const;

/** The reader's own list of an act, while it is not handed in. */
async function ownList({ db, user }: Asked, { id }: Row): Promise<Beside> {
  const list = await db
    .selectFrom('computing_act_user')
    .select('id as counter')
    .where('act_of_count_id', '=', id)
    .where('user_id', '=', user.id)
    .where('status', 'in', ['assigned', 'counting'])
    .executeTakeFirst();
  return list ?? {};
}

export const WAY_FACTS: Readonly<Record<WayMachine, WayFacts>> = {
  countingAct: {
    reads: 'act.complete',
    facts: {
      someAssigned: { once: { assigned: 1 }, by: ['counter.add'] },
      everyCounterSubmitted: {
        once: { assigned: 0, counting: 0, submitted: 1 },
        by: ['counter.start', 'counter.submit'],
      },
      noDisagreements: { once: { disagreements: 0 }, by: ['product.countManually'] },
      nothingMoved: { once: { moved: 0 }, by: ['moved.resolve'] },
      nothingElsewhere: { once: { elsewhere: 0 }, by: ['product.countManually'] },
    },
    or: { 'counter.start': ['counter.remove'], 'counter.submit': ['counter.release'] },
    beside: ownList,
  },
  counter: {
    facts: { residuesLoaded: { once: {} } },
    until: (row) => ((row as CounterRecord).act.status === 'created' ? 'residuesLoaded' : undefined),
    beside: (_, row) => ({ act: (row as CounterRecord).act.id }),
  },
  invoice: {
    facts: {
      hasLines: { once: { lines: 1 }, by: ['line.add'] },
      everySerialSaved: { once: { missing: 0 }, by: ['serials.attach'] },
    },
    finds: { 'serials.attach': ({ db, user }, id) => findInvoice(db, user, id, { keeper: true }) },
  },
  output: {
    facts: {
      allPicked: { once: { missing: 0 }, by: ['serial.scan'] },
      allExplained: { once: { unexplained: 0 }, by: ['breach.explain'] },
      notListed: { once: { listed: false } },
      inTime: { once: { stale: false } },
    },
    owns: ['output.pick'],
    beside: (_, row) => ({ contract: (row as OutputRecord).contractId }),
  },
  saleOrder: {
    facts: { hasLines: { once: { lines: 1 }, by: ['order.update'] } },
    beside: (_, row) => ({ client: (row as OrderRecord).client_id }),
    through: { 'order.convert': { ...SIGNED, at: contractOfOrder } },
  },
  contract: {
    reads: 'contract.sign',
    beside: besideContract,
    facts: {
      nothingMissing: { once: { obstacles: 0 } },
      firstPaid: { once: { lacking: 0 }, by: ['firstPayment.receive'] },
      settled: { once: { unpaid: 0 }, by: ['debt.settle'] },
      notListed: { once: { listed: false } },
      inTime: { once: { stale: false } },
      notLeaving: { once: { leaving: false } },
    },
    says: { nothingMissing: waitsOfContract },
    through: {
      'firstPayment.receive': PAID,
      'goods.handOver': { machine: 'output', event: 'output.handOver', at: outputOfContract },
      'debt.settle': PAID,
    },
  },
  cashDocument: { facts: {} },
  practiceDay: {
    facts: {
      nothingBlocks: { once: { blockers: 0 } },
      mayComeBack: { once: { laterDocuments: false, anotherOpen: false, monthClosed: false } },
    },
  },
  appeal: { facts: {}, owns: ['appeal.assign'] },
  pledgeEvaluation: {
    facts: {
      isPhotographed: { once: { photographed: true } },
      isPriced: { once: { priced: true } },
      isRegistered: { once: { registered: true } },
      isCurrent: { once: { current: true } },
    },
    through: { 'pledge.attach': { ...SIGNED, at: saleOfClient('pledge_evaluation') } },
  },
  contractError: { facts: {}, owns: ['error.take'] },
  questionnaire: {
    facts: {
      isWhole: { once: { gaps: 0, lacks: [] } },
      notListed: { once: { listed: false } },
      hasModel: { once: { model: true } },
      isFailed: { once: { failed: true } },
    },
    says: { isWhole: waitsOfApplication },
    through: { 'questionnaire.use': { ...SIGNED, at: saleOfClient('questionnaire') } },
    beside: besideApplication,
  },
  paymentCertificate: {
    facts: { isTruthful: { once: { truthful: true } }, saysPaid: { once: { paid: true } } },
  },
  initiativeClient: { facts: { isEarned: { once: { earned: true } } }, beside: besideLead },
};
