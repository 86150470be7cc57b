/**
 * Two at once on one invoice, and two invoices at once: whatever wins, stock and debt are exact. The suite races a few
 * rounds of each kind; `INVOICE_RACES=10000` makes it that many in all (docs/qa.md).
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { invoiceCancel, invoiceSend } from '../../contract/invoices/heads.ts';
import {
  type LineBody,
  lineCorrect,
  lineCreate,
  lineCreateMany,
  lineUpdate,
  lineWithdraw,
} from '../../contract/invoices/lines.ts';
import { attachSerials, deleteSerial } from '../../contract/invoices/serials.ts';
import { confirm, debtTo, expectLedgersClean, line, newNumber, newSerial, phones, stockIn } from './invoiceKit.ts';
import { type Answer, ORGANIZATION, PEOPLE, PHONE, withServer } from './world.ts';

const server = withServer();
/** Rounds of all kinds together. */
const RACES = Number(process.env.INVOICE_RACES ?? 120);
const KINDS = 12;
const ROUNDS = Math.ceil(RACES / KINDS);
/** After so many rounds stock, debt and ledgers are checked. */
const BATCH = 50;
/** The second warehouse of the branch, so that two invoices do not wait for one warehouse. */
const SECOND = 2;
const COUNT = 4;
const VALUE = 1_000;
const LONG = Math.max(90_000, RACES * 400);

const goods = (more: Partial<LineBody> = {}) => line({ count: COUNT, value: VALUE, product_variant_id: 9, ...more });
const phone = (count: number) => phones(count, { value: VALUE });
const statuses = (answers: readonly Answer<unknown>[]) => answers.map((answer) => answer.status).sort();
const tell = (answers: readonly Answer<unknown>[]) =>
  answers.map((answer) => `${answer.status} ${JSON.stringify(answer.error)}`).join('\n');

interface Plan {
  status: 'draft' | 'sent';
  lines: readonly LineBody[];
  warehouse?: number;
  /** Saved numbers of the first line. */
  serials?: readonly string[];
}
interface Ready {
  id: number;
  lines: number[];
}

/** Invoices as the calls would have made them, many in a few statements: what is raced comes after. */
async function prepare(plans: readonly Plan[]): Promise<Ready[]> {
  return server.current.db.tx(async (trx) => {
    const now = new Date();
    const documents = await trx
      .insertInto('document')
      .values(
        plans.map((plan) => ({
          kind: 'product_invoice',
          organization_id: ORGANIZATION,
          number: randomUUID(),
          status: plan.status,
          practice_day_id: null,
          created_by: PEOPLE.purchaser.id,
          created_at: now,
          updated_at: now,
        })),
      )
      .returning('id')
      .execute();
    const ready = documents.map(({ id }): Ready => ({ id, lines: [] }));
    await trx
      .insertInto('product_invoice')
      .values(
        ready.map(({ id }, at) => ({
          id,
          partner_id: 1,
          partner_firm_id: 1,
          warehouse_list_id: plans[at]?.warehouse ?? 1,
          number_invoice: newNumber(),
          invoice_date: '2026-11-20',
        })),
      )
      .execute();
    const rows = plans.flatMap((plan, of) => plan.lines.map((body, at) => ({ of, at, body })));
    const lines = await trx
      .insertInto('input_product')
      .values(
        rows.map(({ of, at, body }) => ({
          ...body,
          product_invoice_id: ready[of]?.id ?? 0,
          position: at + 1,
          created_by: PEOPLE.purchaser.id,
        })),
      )
      .returning('id')
      .execute();
    rows.forEach(({ of }, at) => {
      ready[of]?.lines.push(lines[at]?.id ?? 0);
    });
    const units = plans.flatMap((plan, of) => (plan.serials ?? []).map((code) => ({ of, code })));
    if (units.length > 0) {
      const saved = await trx
        .insertInto('input_serial')
        .values(
          units.map(({ of, code }) => ({
            input_product_id: ready[of]?.lines[0] ?? 0,
            serial_number: code,
            created_by: PEOPLE.purchaser.id,
          })),
        )
        .returning('id')
        .execute();
      await trx
        .insertInto('input_serial_code')
        .values(
          units.map(({ of, code }, at) => ({
            product_invoice_id: ready[of]?.id ?? 0,
            code,
            input_serial_id: saved[at]?.id ?? 0,
          })),
        )
        .execute();
    }
    return ready;
  });
}

/** What a round brought in: units of the product that is watched, soʻm of debt. */
interface Brought {
  units: number;
  debt: number;
}
const NOTHING_CAME: Brought = { units: 0, debt: 0 };
const came = (count = COUNT, value = VALUE): Brought => ({ units: count, debt: count * value });

/** The invoice's effect on stock and debt; none unless it is confirmed. */
async function broughtBy(id: number): Promise<Brought> {
  const { rows } = await sql<Brought>`
    SELECT coalesce(sum(l.count), 0)::integer AS units, coalesce(sum(l.count * l.value), 0) AS debt
    FROM input_product l JOIN document d ON d.id = l.product_invoice_id AND d.status = 'confirmed'
    WHERE d.id = ${id} AND l.withdrawn_at IS NULL`.execute(server.current.db.kysely);
  return rows[0] ?? NOTHING_CAME;
}

/** Races the rounds of one kind; after each batch stock, debt and both ledgers are what the rounds answered. */
async function race(
  variantId: number,
  plans: (n: number) => readonly Plan[],
  round: (n: number, ready: readonly Ready[]) => Promise<Brought>,
): Promise<void> {
  const on = server.current;
  const stock = async () => (await stockIn(on, variantId)) + (await stockIn(on, variantId, SECOND));
  for (let from = 0; from < ROUNDS; from += BATCH) {
    const rounds = Array.from({ length: Math.min(BATCH, ROUNDS - from) }, (_, at) => plans(from + at));
    const ready = await prepare(rounds.flat());
    let units = await stock();
    let debt = await debtTo(on, 1, 1);
    for (const [at, own] of rounds.entries()) {
      const brought = await round(from + at, ready.splice(0, own.length));
      units += brought.units;
      debt += brought.debt;
    }
    expect(await stock()).toBe(units);
    expect(await debtTo(on, 1, 1)).toBe(debt);
    await expectLedgersClean(on);
  }
}

const one = ([ready]: readonly Ready[]): { id: number; lineId: number } => ({
  id: ready?.id ?? 0,
  lineId: ready?.lines[0] ?? 0,
});
const sentGoods = (): Plan[] => [{ status: 'sent', lines: [goods()] }];
const sending = (id: number, value: boolean) =>
  server.current.call('purchaser', invoiceSend, { params: { id }, body: { value } });

/** One wins, the other gets the state it found. */
function expectOneWins(answers: readonly Answer<unknown>[]): void {
  expect(statuses(answers), tell(answers)).toEqual([200, 409]);
}
function expectNoneFails(answers: readonly Answer<unknown>[]): void {
  for (const answer of answers) expect([200, 409], tell(answers)).toContain(answer.status);
}

describe('confirming posts once', () => {
  it.each([
    ['one key for all', true],
    ['a key each', false],
    ['no key', undefined],
  ])(
    'three at once, %s',
    async (_, shared) => {
      await race(9, sentGoods, async (_n, ready) => {
        const { id } = one(ready);
        const key = randomUUID();
        const keys = [0, 1, 2].map(() => (shared === undefined ? undefined : shared ? key : randomUUID()));
        const answers = await Promise.all(keys.map((own) => confirm(server.current, id, own)));
        expect(statuses(answers), tell(answers)).toEqual(shared ? [200, 200, 200] : [200, 409, 409]);
        for (const answer of answers) {
          if (answer.status === 200) expect(answer.body.data.status).toBe('confirmed');
          else expect(answer.error).toMatchObject({ code: 'not_allowed_now', state: 'confirmed' });
        }
        return came();
      });
    },
    LONG,
  );
});

describe('while confirming', () => {
  it(
    'it is sent, and a line is changed or added: what was confirmed is what came in',
    async () => {
      await race(
        9,
        () => [{ status: 'draft', lines: [goods()] }],
        async (n, ready) => {
          const { id, lineId } = one(ready);
          const edits = [
            () => server.current.call('purchaser', lineUpdate, { params: { id: lineId }, body: goods({ count: 7 }) }),
            () => server.current.call('purchaser', lineCreate, { params: { id }, body: goods({ count: 2 }) }),
            () =>
              server.current.call('purchaser', lineCreateMany, { params: { id }, body: { lines: [goods(), goods()] } }),
          ];
          expectNoneFails(
            await Promise.all<Answer<unknown>>([
              sending(id, true),
              edits[n % 3]?.() ?? sending(id, true),
              confirm(server.current, id),
            ]),
          );
          return broughtBy(id);
        },
      );
    },
    LONG,
  );

  it(
    'the sending is taken back: one of both',
    async () => {
      await race(9, sentGoods, async (_, ready) => {
        const { id } = one(ready);
        const answers = await Promise.all([sending(id, false), confirm(server.current, id)]);
        expectOneWins(answers);
        return answers[1].status === 200 ? came() : NOTHING_CAME;
      });
    },
    LONG,
  );

  it(
    'it is taken back, changed and sent again: what was confirmed is what came in',
    async () => {
      await race(9, sentGoods, async (_, ready) => {
        const { id, lineId } = one(ready);
        expectNoneFails(
          await Promise.all<Answer<unknown>>([
            sending(id, false),
            server.current.call('purchaser', lineUpdate, { params: { id: lineId }, body: goods({ count: 9 }) }),
            sending(id, true),
            confirm(server.current, id),
          ]),
        );
        return broughtBy(id);
      });
    },
    LONG,
  );

  it(
    'it is cancelled: one of both',
    async () => {
      await race(9, sentGoods, async (n, ready) => {
        const { id } = one(ready);
        const body = { canceled_commentary: 'Poyga', canceled_commentary_type: 'other' as const };
        const cancel = () => server.current.call('accountant', invoiceCancel, { params: { id }, body });
        const answers =
          n % 2 === 0
            ? await Promise.all([confirm(server.current, id), cancel()])
            : ((await Promise.all([cancel(), confirm(server.current, id)])).reverse() as Answer<unknown>[]);
        expectOneWins(answers);
        return answers[0]?.status === 200 ? came() : NOTHING_CAME;
      });
    },
    LONG,
  );

  it(
    'a serial number is taken off or scanned: never one unit more or less than numbers',
    async () => {
      const numbers = new Map<number, [string, string]>();
      await race(
        PHONE,
        (n) => {
          const own: [string, string] = [newSerial(), newSerial()];
          numbers.set(n, own);
          return [{ status: 'sent', lines: [phone(2)], serials: n % 2 === 0 ? own : own.slice(0, 1) }];
        },
        async (n, ready) => {
          const { id, lineId } = one(ready);
          const serial_number = numbers.get(n)?.[1] ?? '';
          const [changed, done] = await Promise.all<Answer<unknown>>([
            n % 2 === 0
              ? server.current.call('warehouseman', deleteSerial, {
                  body: { product_invoice_id: id, has_many: true, serial_number },
                })
              : server.current.call('warehouseman', attachSerials, {
                  body: {
                    input_product_id: lineId,
                    has_many: true,
                    serial_numbers: [{ serial_number, imei_numbers: [] }],
                  },
                }),
            confirm(server.current, id),
          ]);
          expectNoneFails([changed as Answer<unknown>, done as Answer<unknown>]);
          if (done?.status === 409) expect(done.error.code).toBe('serials_missing');
          return done?.status === 200 ? came(2) : NOTHING_CAME;
        },
      );
    },
    LONG,
  );
});

describe('correcting', () => {
  it(
    'two at once: from one version one is saved and the other is stale, without a version both are saved',
    async () => {
      await race(9, sentGoods, async (n, ready) => {
        const { id, lineId } = one(ready);
        expect((await confirm(server.current, id)).status).toBe(200);
        const guarded = n % 2 === 0;
        const correct = (count: number, value: number) =>
          server.current.call('accountant', lineCorrect, {
            params: { id: lineId },
            body: { count, value },
            ...(guarded ? { ifMatch: 1 } : {}),
          });
        const answers = await Promise.all([correct(COUNT + 3, VALUE), correct(COUNT - 1, VALUE + 500)]);
        if (guarded) expectOneWins(answers);
        else expect(statuses(answers), tell(answers)).toEqual([200, 200]);
        return broughtBy(id);
      });
    },
    LONG,
  );

  it(
    'a line is corrected and withdrawn at once',
    async () => {
      await race(9, sentGoods, async (_, ready) => {
        const { id, lineId } = one(ready);
        expect((await confirm(server.current, id)).status).toBe(200);
        const [corrected, withdrawn] = await Promise.all([
          server.current.call('accountant', lineCorrect, {
            params: { id: lineId },
            body: { count: COUNT + 1, value: VALUE },
          }),
          server.current.call('accountant', lineWithdraw, { params: { id: lineId } }),
        ]);
        expect([200, 404, 409], tell([corrected])).toContain(corrected.status);
        expect(withdrawn.status, tell([withdrawn])).toBe(200);
        return NOTHING_CAME;
      });
    },
    LONG,
  );
});

describe('two invoices at once', () => {
  it(
    'with one serial number, in one warehouse and in two: one comes in, the other is refused by its name',
    async () => {
      const numbers = new Map<number, string>();
      await race(
        PHONE,
        (n) => {
          const serial = newSerial();
          numbers.set(n, serial);
          return [1, n % 2 === 0 ? SECOND : 1].map((warehouse) => ({
            status: 'sent',
            lines: [phone(1)],
            serials: [serial],
            warehouse,
          }));
        },
        async (n, ready) => {
          const answers = await Promise.all(ready.map(({ id }) => confirm(server.current, id)));
          expectOneWins(answers);
          const lost = answers.find((answer) => answer.status === 409);
          expect(lost?.error).toMatchObject({ code: 'serials_elsewhere', lines: [{ text: numbers.get(n) }] });
          return came(1);
        },
      );
    },
    LONG,
  );

  it(
    'of the same products in another order, in one warehouse and in two: both come in',
    async () => {
      await race(
        9,
        (n) =>
          [
            [7, 8, 9],
            [9, 8, 7],
          ].map((variants, at) => ({
            status: 'sent',
            warehouse: at === 1 && n % 2 === 0 ? SECOND : 1,
            lines: variants.map((product_variant_id) => goods({ product_variant_id, value: VALUE + n * 2 + at })),
          })),
        async (n, ready) => {
          const answers = await Promise.all(ready.map(({ id }) => confirm(server.current, id)));
          expect(statuses(answers), tell(answers)).toEqual([200, 200]);
          return { units: 2 * COUNT, debt: 3 * COUNT * (2 * VALUE + n * 4 + 1) };
        },
      );
    },
    LONG,
  );
});
