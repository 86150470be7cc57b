/** The log of an invoice replays through its lifecycle; random sequences of allowed calls keep the ledgers exact. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { transition } from 'xstate';
import {
  invoiceCancel,
  invoiceChangePartner,
  invoiceDelete,
  invoiceSend,
  invoiceShow,
  invoiceUpdate,
} from '../../contract/invoices/heads.ts';
import {
  type LineBody,
  lineCorrect,
  lineCreate,
  lineDelete,
  lineUpdate,
  lineWithdraw,
} from '../../contract/invoices/lines.ts';
import { EMPTY_INVOICE, type InvoiceEvent, invoiceMachine } from '../../machines/invoice/invoice.machine.ts';
import {
  confirm,
  debtTo,
  draft,
  expectLedgersClean,
  head,
  line,
  linesOf,
  newNumber,
  phones,
  scan,
  send,
  serials,
  stockIn,
} from './invoiceKit.ts';
import { postingKit } from './postingKit.ts';
import { withServer } from './world.ts';

const server = withServer();
const { correct, withdraw, leave } = postingKit(server);

describe('the event log replays through the lifecycle', () => {
  async function expectReplays(id: number): Promise<void> {
    const [opened, ...rows] = await server.current.db.kysely
      .selectFrom('event_log')
      .selectAll()
      .where('document_id', '=', id)
      .where('machine', '=', 'invoice')
      .orderBy('id')
      .execute();
    expect(opened).toMatchObject({ event: 'invoice.create', state_before: null, state_after: 'draft' });
    let snapshot = invoiceMachine.resolveState({ value: 'draft', context: EMPTY_INVOICE });
    for (const row of rows) {
      expect(row.state_before).toBe(snapshot.value);
      expect(row.user_id).not.toBeNull();
      const event = {
        type: row.event,
        ...('facts' in row.payload ? { facts: row.payload.facts } : {}),
      } as InvoiceEvent;
      expect(snapshot.can(event), `${row.event} in ${String(snapshot.value)}`).toBe(true);
      [snapshot] = transition(invoiceMachine, snapshot, event);
      expect(row.state_after).toBe(snapshot.value);
    }
    const { body } = await server.current.call('director', invoiceShow, { params: { id } });
    if (!body.data) {
      expect(snapshot.value).toBe('deleted');
      return;
    }
    expect(snapshot.value).toBe(body.data.status);
    expect(snapshot.context).toEqual(body.data.facts);
  }

  it('the full lifecycle with corrections, a cancelled invoice and a deleted draft', async () => {
    const on = server.current;
    const id = await draft(on, [line(), phones(2), line({ product_variant_id: 2 })]);
    const [first, phone, last] = (await linesOf(on, id)).map((one) => one.id);
    await on.do('purchaser', lineUpdate, { params: { id: first ?? 0 }, body: line({ count: 9 }) });
    await on.do('purchaser', lineDelete, { params: { id: last ?? 0 } });
    await on.do('purchaser', invoiceChangePartner, { params: { id }, body: head(newNumber(), 2) });
    await scan(on, phone ?? 0, serials(1));
    await send(on, id);
    await scan(on, phone ?? 0, serials(1));
    await on.do('purchaser', invoiceSend, { params: { id }, body: { value: false } });
    await send(on, id);
    await expectReplays(id);
    expect((await confirm(on, id)).status).toBe(200);
    await correct(first ?? 0, { count: 4, value: 90_000 });
    await withdraw(phone ?? 0);
    await withdraw(first ?? 0);
    await expectReplays(id);

    const replaced = await draft(on, [line()]);
    await on.do('purchaser', invoiceUpdate, {
      params: { id: replaced },
      body: { ...head(newNumber()), input_products: [phones(1)] },
    });
    await on.do('purchaser', invoiceCancel, {
      params: { id: replaced },
      body: { canceled_commentary: 'Xato', canceled_commentary_type: 'wrong_product' },
    });
    await expectReplays(replaced);
    const dropped = await draft(on, [line()]);
    await on.do('purchaser', invoiceDelete, { params: { id: dropped } });
    await expectReplays(dropped);
  });
});

describe('whatever legal calls come in whatever order', () => {
  type Command =
    | { kind: 'open' | 'send' | 'back' | 'confirm' | 'cancel' | 'drop' | 'withdraw'; at: number }
    | { kind: 'add' | 'change' | 'correct'; at: number; variant: number; count: number; value: number; usd: boolean }
    | { kind: 'leave'; variant: number; count: number };

  const at = fc.nat(5);
  const figures = {
    at,
    variant: fc.integer({ min: 1, max: 4 }),
    count: fc.integer({ min: 1, max: 9 }),
    value: fc.integer({ min: 1, max: 900 }),
    usd: fc.boolean(),
  };
  const command: fc.Arbitrary<Command> = fc.oneof(
    { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('open' as const), at }) },
    { weight: 6, arbitrary: fc.record({ kind: fc.constantFrom('add' as const), ...figures }) },
    { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom('change' as const, 'correct' as const), ...figures }) },
    { weight: 8, arbitrary: fc.record({ kind: fc.constantFrom('send' as const, 'confirm' as const), at }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom('back' as const, 'cancel' as const, 'drop' as const, 'withdraw' as const),
        at,
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('leave' as const),
        variant: fc.integer({ min: 1, max: 4 }),
        count: fc.integer({ min: 1, max: 5 }),
      }),
    },
  );

  it('stock and debt are the sums of the confirmed lines as they stand, and the ledgers agree', async () => {
    const on = server.current;
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 10, maxLength: 30 }), async (actions) => {
        const ids: number[] = [];
        const stockBefore = await Promise.all([1, 2, 3, 4].map((variant) => stockIn(on, variant)));
        const debtBefore = await Promise.all([1, 2].map((currency) => debtTo(on, 2, currency)));
        const gone = new Map<number, number>();
        const who = 'director';
        for (const one of actions) {
          const id = 'at' in one ? (ids[one.at % Math.max(ids.length, 1)] ?? 0) : 0;
          const lineOf = async (n: number) => {
            if (!id) return undefined;
            const { body } = await on.call(who, invoiceShow, { params: { id } });
            if (!body.data) return undefined;
            const lines = await linesOf(on, id);
            return lines[n % Math.max(lines.length, 1)];
          };
          const bodyOf = (more: { variant: number; count: number; value: number; usd: boolean }): LineBody =>
            line({
              product_variant_id: more.variant,
              count: more.count,
              ...(more.usd
                ? { currency_id: 2, value: more.value / 100, currency_change: 12_000 }
                : { value: more.value }),
            });
          const answer = await (async () => {
            switch (one.kind) {
              case 'open':
                ids.push(await draft(on, [], { partner_id: 2, partner_firm_id: 2 }));
                return undefined;
              case 'add':
                return on.call(who, lineCreate, { params: { id: id || 1 }, body: bodyOf(one) });
              case 'change': {
                const found = await lineOf(one.count);
                return found && on.call(who, lineUpdate, { params: { id: found.id }, body: bodyOf(one) });
              }
              case 'correct': {
                const found = await lineOf(one.count);
                const value = found?.currency_id === 2 ? one.value / 100 : one.value;
                return (
                  found && on.call(who, lineCorrect, { params: { id: found.id }, body: { count: one.count, value } })
                );
              }
              case 'withdraw': {
                const found = await lineOf(one.at);
                return found && on.call(who, lineWithdraw, { params: { id: found.id } });
              }
              case 'leave':
                if ((await stockIn(on, one.variant)) < one.count) return undefined;
                await leave(one.variant, one.count);
                gone.set(one.variant, (gone.get(one.variant) ?? 0) + one.count);
                return undefined;
              case 'send':
              case 'back':
                return on.call(who, invoiceSend, { params: { id: id || 1 }, body: { value: one.kind === 'send' } });
              case 'confirm':
                return id ? confirm(on, id, randomUUID()) : undefined;
              case 'cancel':
                return on.call(who, invoiceCancel, {
                  params: { id: id || 1 },
                  body: { canceled_commentary: 'Xato', canceled_commentary_type: 'other' },
                });
              case 'drop':
                return on.call(who, invoiceDelete, { params: { id: id || 1 } });
            }
          })();
          if (answer) expect([200, 404, 409, 422]).toContain(answer.status);
        }
        const stock = new Map<number, number>();
        const debt = new Map<number, number>();
        for (const id of ids) {
          const { body } = await on.call(who, invoiceShow, { params: { id } });
          if (body.data?.status !== 'confirmed') continue;
          for (const one of await linesOf(on, id)) {
            const variant = one.product_variant.id;
            stock.set(variant, (stock.get(variant) ?? 0) + one.count);
            debt.set(one.currency_id, (debt.get(one.currency_id) ?? 0) + Math.round(one.value * 100) * one.count);
          }
        }
        for (const [index, variant] of [1, 2, 3, 4].entries()) {
          expect(await stockIn(on, variant)).toBe(
            (stockBefore[index] ?? 0) + (stock.get(variant) ?? 0) - (gone.get(variant) ?? 0),
          );
        }
        for (const [index, currency] of [1, 2].entries()) {
          expect(Math.round((await debtTo(on, 2, currency)) * 100)).toBe(
            Math.round((debtBefore[index] ?? 0) * 100) + (debt.get(currency) ?? 0),
          );
        }
        await expectLedgersClean(on);
      }),
      { numRuns: Number(process.env.INVOICE_RUNS ?? 12) },
    );
  });
});
