/** Confirmed invoices: corrections, sales, batches and costs. */
import { expect } from 'vitest';
import { lineCorrect, lineWithdraw } from '../../contract/invoices/lines.ts';
import { createDocument } from '../../server/documents/documents.ts';
import { takeOldest } from '../../server/stock/posting.ts';
import { invoiceFingerprint, type serials } from './invoiceKit.ts';
import { ORGANIZATION, type Server } from './world.ts';

/** Helpers bound to the server of a test file. */
export function postingKit(server: { readonly current: Server }) {
  const correct = (
    id: number,
    body: { count: number; value: number; add_serials?: ReturnType<typeof serials>; remove_serials?: string[] },
    ifMatch?: number,
  ) =>
    server.current.call('accountant', lineCorrect, {
      params: { id },
      body,
      ...(ifMatch === undefined ? {} : { ifMatch }),
    });

  const withdraw = (id: number, ifMatch?: number) =>
    server.current.call('accountant', lineWithdraw, { params: { id }, ...(ifMatch === undefined ? {} : { ifMatch }) });

  async function refused(
    ask: () => Promise<{ status: number; error: { code: string; errors?: Record<string, string[]>; lines?: unknown } }>,
    status: number,
    code: string,
  ) {
    const before = await invoiceFingerprint(server.current);
    const answer = await ask();
    expect([answer.status, answer.error.code], JSON.stringify(answer.error)).toEqual([status, code]);
    expect(await invoiceFingerprint(server.current)).toBe(before);
    return answer.error;
  }

  /** Goods that are sold: the oldest first, or the unit of that name. */
  async function leave(variantId: number, qty: number, serial?: string): Promise<void> {
    await server.current.db.tx(async (trx) => {
      const { id } = await createDocument(trx, {
        kind: 'act_of_count',
        organizationId: ORGANIZATION,
        status: 'formed',
        userId: 1,
        now: new Date(),
      });
      const unit = serial
        ? await trx
            .selectFrom('serial_number')
            .select('id')
            .where('serial_number', '=', serial)
            .executeTakeFirstOrThrow()
        : undefined;
      await takeOldest(trx, {
        documentId: id,
        organizationId: ORGANIZATION,
        userId: 1,
        lines: unit ? [] : [{ variantId, qty }],
        ...(unit ? { serials: [{ serialId: unit.id, state: 'sold' as const }] } : {}),
      });
    });
  }

  const lastCost = async (variantId: number) =>
    Number(
      (
        await server.current.db.kysely
          .selectFrom('product_variant')
          .select('last_cost')
          .where('id', '=', variantId)
          .executeTakeFirstOrThrow()
      ).last_cost,
    );

  return { correct, withdraw, refused, leave, lastCost };
}
