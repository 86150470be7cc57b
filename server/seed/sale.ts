/** What several sales of the demo have in common. */
import { sql } from 'kysely';
import { cashDocumentPay, clientDesk } from '../../contract/cashDocuments.ts';
import { call, type Desk } from './desk.ts';

/** These sales were made before the branch began to ask for scoring. */
export async function beforeScoring<T>({ db }: Desk, organization: string, run: () => Promise<T>): Promise<T> {
  const asks = (scoring: boolean) =>
    sql`UPDATE organization SET scoring_required = ${scoring} WHERE code = ${organization}`.execute(db.kysely);
  await asks(false);
  try {
    return await run();
  } finally {
    await asks(true);
  }
}

/** The first payment of a contract, in cash. */
export async function payFirst(
  desk: Desk,
  who: string,
  { client, contract, account, sum }: { client: number; contract: number; account: number; sum: number },
): Promise<void> {
  const { data } = await call(desk, who, clientDesk, { query: { client_id: client } });
  const mark = data.desks.find(({ contracts }) => contracts.some(({ id }) => id === contract))?.mark ?? '';
  const paid = { channel: 'cash' as const, cash_account_id: account, amount: sum, tendered: sum };
  await call(desk, who, cashDocumentPay, { body: { client_id: client, contract_ids: [contract], ...paid, mark } });
}
