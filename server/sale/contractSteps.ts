/** What money does to contracts: the steps that the server takes on them once the ledger is written (areas 3.1). */
import { type Kysely, sql } from 'kysely';
import type { Entry } from '../../contract/sale/allocation.ts';
import { contractRecords } from '../contracts/access.ts';
import { CONTRACTS } from '../contracts/lifecycle.ts';
import type { Schema } from '../db/schema.ts';
import type { Scene } from '../lifecycle/lifecycle.ts';

type Db = Kysely<Schema>;
type Step = Parameters<typeof CONTRACTS.takeOwn>[2];

const stamp = (db: Db, id: number, column: 'charged_on' | 'closed_on', day: string | null) =>
  sql`UPDATE contract SET ${sql.ref(column)} = ${day}::date WHERE id = ${id}`.execute(db);

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
    await stamp(scene.db, id, 'charged_on', day);
    return { document: documentId, practice_day: day };
  });
}

/** The steps that follow from entries; of a contract that is just handed over the payment is part of that step. */
export async function stepContracts(moved: Moved, entries: readonly Entry[], handedOver?: number): Promise<void> {
  const { scene, day, documentId } = moved;
  const touched = [...new Set(entries.flatMap(({ contract }) => (contract === null ? [] : [contract])))];
  for (const id of touched.sort((one, other) => one - other)) {
    const paid = entries.reduce(
      (sum, one) => (one.kind === 'payment' && one.contract === id ? sum + one.amount : sum),
      0,
    );
    const take = async (event: Step, more: () => Promise<unknown> = async () => undefined): Promise<void> => {
      const [contract] = await contractRecords(scene.db, sql`c.id = ${id}`);
      if (contract === undefined) throw new RangeError(`no contract ${id}`);
      const facts = await CONTRACTS.facts(scene, contract, event, 'before');
      // what is being picked keeps its first payment: that is refused, not left out (decision 60)
      const keeps = event === 'firstPayment.revoke' && facts.leaving && facts.lacking > 0;
      if (!keeps && !CONTRACTS.takes(contract, event, facts)) return;
      await CONTRACTS.takeOwn(scene, contract, event, async () => {
        await more();
        return { document: documentId, practice_day: day, ...(paid !== 0 && { amount: paid }) };
      });
    };
    await take('firstPayment.receive');
    await take('firstPayment.revoke');
    await take('debt.reopen', () => stamp(scene.db, id, 'closed_on', null));
    if (paid > 0 && id !== handedOver) await take('payment.allocate');
    await take('debt.settle', () => stamp(scene.db, id, 'closed_on', day));
  }
}
