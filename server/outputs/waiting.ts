/** Goods that wait to be handed over: a contract has one output from its first payment until the goods leave. */
import { sql } from 'kysely';
import type { ContractRecord } from '../contracts/access.ts';
import { createDocument } from '../documents/documents.ts';
import { noonOf } from '../http/days.ts';
import type { Scene } from '../lifecycle/lifecycle.ts';
import { practiceDate } from '../practiceDay/openDay.ts';
import { systemUser } from '../sale/entries.ts';
import { lockOutput, OUTPUT_KIND, outputRecords } from './access.ts';
import { OUTPUTS } from './answers.ts';

type Waiting = Pick<ContractRecord, 'id' | 'organizationId' | 'warehouseId'>;

/** A draft with the goods of a contract that is held; its warehouse finds it in its list. */
export async function openOutput({ db, now }: Scene, contract: Waiting): Promise<void> {
  const user = { id: await systemUser(db) };
  await OUTPUTS.create({ db, now, user }, 'output.create', async (status) => {
    const { id, number } = await createDocument(db, {
      ...{ kind: OUTPUT_KIND, organizationId: contract.organizationId, status, userId: user.id, now },
      numberedOn: noonOf(await practiceDate(db, contract.organizationId)),
    });
    await sql`INSERT INTO product_delivery (id, contract_id, warehouse_id)
      VALUES (${id}, ${contract.id}, ${contract.warehouseId})`.execute(db);
    await sql`INSERT INTO delivery_line (product_delivery_id, product_variant_id, qty)
      SELECT ${id}, product_variant_id, sum(qty) FROM contract_line WHERE contract_id = ${contract.id}
      GROUP BY 2 ORDER BY min(id)`.execute(db);
    return { id, details: { number, contract: contract.id } };
  });
}

/** The contract waits for its goods no more: the draft is called off. One that is being picked keeps the contract as it is. */
export async function withdrawOutput({ db, now }: Scene, contract: Pick<ContractRecord, 'id'>): Promise<void> {
  const where = sql`p.contract_id = ${contract.id} AND p.cancelled_at IS NULL`;
  const [waiting] = await outputRecords(db, where);
  if (waiting === undefined) return;
  await lockOutput(db, waiting.id);
  const [output] = await outputRecords(db, where);
  if (output === undefined) return;
  await OUTPUTS.takeOwn({ db, now }, output, 'output.withdraw', async () => {
    await sql`UPDATE product_delivery SET cancelled_at = ${now} WHERE id = ${output.id}`.execute(db);
    return {};
  });
}
