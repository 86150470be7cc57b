/** The lifecycle of an output but for its answer: who may send what, and why it is refused. */
import { allows } from '../../contract/rules.ts';
import type { OutputContext, outputMachine } from '../../machines/output/output.machine.ts';
import { actsIn, type SignedIn } from '../http/auth.ts';
import type { EventType, Reason, Rules } from '../lifecycle/lifecycle.ts';
import type { OutputRecord } from './access.ts';
import { whyMissing } from './waits.ts';

const picks = (output: OutputRecord, user: SignedIn): boolean =>
  actsIn(user, output.organizationId) && allows(user.rules, 'product_delivery.add');
const handsOver = (output: OutputRecord, user: SignedIn): boolean =>
  actsIn(user, output.organizationId) && allows(user.rules, 'product_delivery.confirm');
/** What somebody else picks is given up by who edits; what is past that is named by its state to whoever picks. */
const givesUp = (output: OutputRecord, user: SignedIn): boolean =>
  actsIn(user, output.organizationId) &&
  (allows(user.rules, 'product_delivery.edit') ||
    ((output.status !== 'picking' || output.ownerId === user.id) && allows(user.rules, 'product_delivery.add')));

const picked = ({ missing, unexplained }: OutputContext) => ({ missing, unexplained });

/** Two people may scan at once: a unit overwrites nothing. */
export const OUTPUT_EVENTS = {
  'output.pick': { right: picks },
  'serial.scan': {
    right: picks,
    version: false,
    event: (facts) => ({ type: 'serial.scan', facts: picked(facts) }),
  },
  'serial.release': {
    right: picks,
    version: false,
    event: (facts) => ({ type: 'serial.release', facts: picked(facts) }),
  },
  'goods.count': {
    right: picks,
    version: false,
    event: (facts) => ({ type: 'goods.count', facts: picked(facts) }),
  },
  'breach.explain': {
    right: picks,
    version: false,
    event: (facts) => ({ type: 'breach.explain', facts: picked(facts) }),
  },
  'output.handOver': { right: handsOver, dayOpen: true, waits: whyMissing },
  'output.cancel': { right: givesUp },
  'output.withdraw': { by: 'server' },
} as const satisfies Rules<typeof outputMachine, OutputRecord>;

const LEAVES: ReadonlySet<string> = new Set(['output.pick', 'output.handOver']);

/** What picking and handing over wait for: what nothing in the warehouse helps with is said first. */
export function whyRefused(
  { status }: OutputRecord,
  event: EventType<typeof outputMachine>,
  { listed, stale, missing, unexplained }: OutputContext,
): Reason | undefined {
  const due = status === 'draft' ? 'output.pick' : status === 'picking' ? 'output.handOver' : undefined;
  if (!LEAVES.has(event) || event !== due) return undefined;
  if (listed) return { messageKey: 'errors.client_listed' };
  if (stale) return { code: 'schedule_stale' };
  if (missing > 0) return { code: 'units_missing', values: { n: missing } };
  return unexplained > 0 ? { code: 'reasons_missing', values: { n: unexplained } } : undefined;
}
