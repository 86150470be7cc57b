/** What money does to contracts: the steps that the server takes on them once the ledger is written (areas 3.1). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Entry } from '../../contract/sale/allocation.ts';
import { HANDED_OVER } from '../../contract/sale/contracts.ts';
import { type ContractContext, type ContractState, FREE_CONTRACT } from '../../machines/contract/contract.machine.ts';
import { type ContractRecord, contractRecords } from '../contracts/access.ts';
import { contractFactsOf, handedOverFactsOf } from '../contracts/facts.ts';
import { CONTRACTS } from '../contracts/lifecycle.ts';
import { isOneOf } from '../db/rows.ts';
import type { Schema } from '../db/schema.ts';
import type { Scene } from '../lifecycle/lifecycle.ts';

type Db = Kysely<Schema>;
type Step = Parameters<typeof CONTRACTS.takeOwn>[2];

const stamp = (db: Db, ids: readonly number[], what: RawBuilder<unknown>) =>
  sql`UPDATE contract SET ${what} WHERE ${isOneOf(sql`id`, ids)}`.execute(db);

interface Moved {
  readonly scene: Scene;
  readonly day: string;
  /** The cash document or output that it follows from. */
  readonly documentId: number;
}

/** The goods have left: `write` charges them. */
export async function handOverStep({ scene, day, documentId }: Moved, id: number, write: () => Promise<void>) {
  const [contract] = await contractRecords(scene.db, sql`c.id = ${id}`);
  if (contract === undefined) throw new RangeError(`no contract ${id}`);
  await CONTRACTS.takeOwn(scene, contract, 'goods.handOver', async () => {
    await write();
    await stamp(scene.db, [id], sql`charged_on = ${day}::date`);
    return { document: documentId, practice_day: day };
  });
}

/** The steps that money may bring, in their order. */
const STEPS = [
  'firstPayment.receive',
  'firstPayment.revoke',
  'debt.reopen',
  'payment.allocate',
  'debt.settle',
] as const;
/** What a step writes of its contract: the day on which it was paid whole; what owes again was neither paid nor given up. */
const CLOSES: { readonly [step in Step]?: (day: string) => RawBuilder<unknown> } = {
  'debt.reopen': () => sql`closed_on = NULL, written_off_on = NULL`,
  'debt.settle': (day) => sql`closed_on = ${day}::date`,
};

interface Standing {
  readonly contracts: readonly ContractRecord[];
  readonly facts: ReadonlyMap<number, ContractContext>;
}

/** Contracts with what their charts read, in two statements for all of them. */
async function readContracts({ db, now }: Scene, ids: readonly number[]): Promise<Standing> {
  const contracts = await contractRecords(db, isOneOf(sql`c.id`, ids));
  if (contracts.length < ids.length) throw new RangeError(`no contract of ${ids.join()}`);
  const haveLeft = contracts.every(({ status }) => HANDED_OVER.includes(status));
  return { contracts, facts: await (haveLeft ? handedOverFactsOf(db, ids) : contractFactsOf(db, ids, now)) };
}

/** The steps that follow from entries; of a contract that is just handed over the payment is part of that step. */
export async function stepContracts(moved: Moved, entries: readonly Entry[], handedOver?: number): Promise<void> {
  const { scene, day, documentId } = moved;
  const paid = new Map<number, number>();
  for (const one of entries)
    if (one.contract !== null)
      paid.set(one.contract, (paid.get(one.contract) ?? 0) + (one.kind === 'payment' ? one.amount : 0));
  if (paid.size === 0) return;
  const { contracts, facts } = await readContracts(scene, [...paid.keys()]);
  const standing = new Map(contracts.map((one) => [one.id, one]));

  function takes(event: Step, contract: ContractRecord): boolean {
    const { id } = contract;
    if (event === 'payment.allocate' && ((paid.get(id) ?? 0) <= 0 || id === handedOver)) return false;
    const found = facts.get(id) ?? FREE_CONTRACT;
    // what is being picked keeps its first payment: that is refused, not left out (decision 60)
    const keeps = event === 'firstPayment.revoke' && found.leaving && found.lacking > 0;
    return keeps || CONTRACTS.takes(contract, event, found);
  }

  for (const event of STEPS) {
    const taking = [...standing.values()].filter((contract) => takes(event, contract));
    if (taking.length === 0) continue;
    const effect = async () => {
      const closes = CLOSES[event];
      const ids = taking.map(({ id }) => id);
      if (closes) await stamp(scene.db, ids, closes(day));
      return ({ id }: ContractRecord) => {
        const amount = paid.get(id) ?? 0;
        return { document: documentId, practice_day: day, ...(amount !== 0 && { amount }) };
      };
    };
    // the ledger was written before the facts were read: no step changes them
    for (const { id, state, version } of await CONTRACTS.takeOwnMany(scene, taking, event, effect, facts))
      standing.set(id, { ...(standing.get(id) as ContractRecord), status: state as ContractState, version });
  }
}
