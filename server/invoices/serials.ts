/** Calls on serial numbers of a line: making, saving, reading, taking off (decisions 23, 47). */
import { type Kysely, sql } from 'kysely';
import { luhnDigit } from '../../contract/checkDigits.ts';
import {
  attachSerials,
  deleteSerial,
  generateSerials,
  type SerialRefusal,
  serialIndex,
  serialPlaces,
  tacModels,
} from '../../contract/invoices/serials.ts';
import type { Schema } from '../db/schema.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { invalidField, notFound } from '../http/refusal.ts';
import { requireVersion } from '../lifecycle/stages.ts';
import { findInvoice, findLine, type InvoiceRecord } from './access.ts';
import { INVOICES, type LineRow, lineAnswer, lineRows } from './answers.ts';
import { checkSerials, knownPlaces, saveSerials } from './serialRules.ts';

type Db = Kysely<Schema>;

/** Our own numbers: `ID`, ten digits of a sequence, a check digit. */
const generated = (number: number): string => {
  const digits = String(number).padStart(10, '0');
  return `ID${digits}${luhnDigit(digits)}`;
};

async function generate(db: Db, count: number): Promise<string[]> {
  const numbers: string[] = [];
  while (numbers.length < count) {
    const { rows } = await sql<{ number: number }>`
      SELECT nextval('generated_serial')::bigint AS number
      FROM generate_series(1, ${count - numbers.length}::integer)`.execute(db);
    const drawn = rows.map((row) => generated(Number(row.number)));
    const { rows: taken } = await sql<{ code: string }>`
      SELECT code FROM serial_code WHERE code = ANY(${drawn}::text[])
      UNION SELECT code FROM input_serial_code WHERE code = ANY(${drawn}::text[])`.execute(db);
    const used = new Set(taken.map((row) => row.code));
    numbers.push(...drawn.filter((number) => !used.has(number)));
  }
  return numbers;
}

async function rowOf(db: Db, invoice: InvoiceRecord, lineId: number): Promise<LineRow> {
  const [row] = await lineRows(db, invoice, [lineId]);
  if (!row) throw notFound();
  return row;
}

export const invoiceSerialCalls: Implementation[] = [
  implement(generateSerials, {
    async handle({ db, body }) {
      const variant = await db
        .selectFrom('product_variant')
        .select('id')
        .where('id', '=', body.product_variant_id)
        .executeTakeFirst();
      if (!variant) throw invalidField('product_variant_id', 'product');
      const organization = await db
        .selectFrom('organization')
        .select('id')
        .where('id', '=', body.organization_id)
        .executeTakeFirst();
      if (!organization) throw invalidField('organization_id', 'organization');
      return { serial_numbers: await generate(db, body.count) };
    },
  }),

  implement(attachSerials, {
    record: ({ db, user, body }) => findLine(db, user, body.input_product_id, { lock: true, keeper: true }),
    async handle(context) {
      const { db, user, body, record, ifMatch } = context;
      const { invoice, lineId } = record;
      let saved: string[] = [];
      let refused: SerialRefusal[] = [];
      const { facts, version } = await INVOICES.take(
        context,
        invoice,
        'serials.attach',
        async () => {
          const line = await rowOf(db, invoice, lineId);
          if (line.is_serial_number !== body.has_many)
            throw invalidField('has_many', line.is_serial_number ? 'has_many_true' : 'has_many_false');
          if (body.has_many) {
            const checked = await checkSerials(db, invoice, line, body.serial_numbers);
            await saveSerials(db, invoice, lineId, checked.good, user.id);
            saved = checked.good.map((unit) => unit.serial_number);
            refused = checked.refused;
          } else {
            await requireVersion(ifMatch, line.version, () => lineAnswer(line));
            const [first] = body.serial_numbers;
            if (body.serial_numbers.length !== 1 || !first?.serial_number)
              throw invalidField('serial_numbers', 'serials_count', { n: 1 });
            const { serial_number } = first;
            // A number that somebody gave the line is never written over unseen: it is taken off first.
            const taken = line.lot_number !== null && line.lot_number !== serial_number;
            if (taken) refused = [{ serial_number, reason: 'lot_taken', where: line.lot_number }];
            else saved = [serial_number];
            if (line.lot_number === null) {
              await db
                .updateTable('input_product')
                .set((row) => ({ lot_number: serial_number, version: row('version', '+', 1) }))
                .where('id', '=', lineId)
                .execute();
            }
          }
          return {
            line_id: lineId,
            title: line.title,
            serials: saved,
            refused: refused.length,
            generated: body.generate_count ?? 0,
          };
        },
        { subject: () => ({ id: lineId }) },
      );
      return { data: { saved, refused }, facts, version };
    },
  }),

  implement(serialIndex, {
    record: ({ db, user, params }) => findLine(db, user, params.id, { keeper: true }),
    async handle({ db, query, record }) {
      const { invoice, lineId } = record;
      const line = await rowOf(db, invoice, lineId);
      const deletable = invoice.rights.scans && INVOICES.takes(invoice, 'serials.detach', { lines: 1, missing: 0 });
      if (query.has_many === 'false' || !line.is_serial_number) {
        const lot = line.lot_number;
        return {
          serial_numbers:
            lot === null ? [] : [{ serial_number: lot, imei_numbers: [], is_saved: true, is_deletable: deletable }],
        };
      }
      const { rows: units } = await sql<{ serial_number: string; imei_numbers: string[]; here: boolean }>`
        SELECT s.serial_number, s.imei_numbers, EXISTS (
                 SELECT FROM serial_code c JOIN serial_number n ON n.id = c.serial_id
                 WHERE c.code = s.serial_number AND n.product_variant_id = ${line.product_variant_id}
                   AND n.batch_id = ${line.batch_id} AND n.warehouse_id = ${invoice.warehouseId}) AS here
        FROM input_serial s WHERE s.input_product_id = ${lineId} ORDER BY s.id`.execute(db);
      return {
        serial_numbers: units.map(({ here, ...unit }) => ({
          ...unit,
          is_saved: true,
          is_deletable: deletable,
          ...(line.batch_id !== null && { is_gone: !here }),
        })),
      };
    },
  }),

  implement(deleteSerial, {
    record: ({ db, user, body }) => findInvoice(db, user, body.product_invoice_id, { lock: true, keeper: true }),
    async handle(context) {
      const { db, body, query, record, language } = context;
      const lineId = query.input_product_id ?? null;
      const { facts, version } = await INVOICES.take(context, record, 'serials.detach', async () => {
        const code = body.serial_number;
        const { rows } = body.has_many
          ? await sql<{ line_id: number; title: string }>`
                DELETE FROM input_serial s USING input_serial_code c, input_product l, product_variant v
                WHERE c.product_invoice_id = ${record.id} AND c.code = ${code} AND s.id = c.input_serial_id
                  AND (${lineId}::integer IS NULL OR s.input_product_id = ${lineId}::integer)
                  AND l.id = s.input_product_id AND v.id = l.product_variant_id
                RETURNING l.id AS line_id, v.title`.execute(db)
          : await sql<{ line_id: number; title: string }>`
                UPDATE input_product l SET lot_number = NULL, version = l.version + 1 FROM product_variant v
                WHERE l.product_invoice_id = ${record.id} AND l.lot_number = ${code} AND v.id = l.product_variant_id
                  AND (${lineId}::integer IS NULL OR l.id = ${lineId}::integer)
                RETURNING l.id AS line_id, v.title`.execute(db);
        // Which line is meant is not guessed; what was written goes back with the transaction.
        if (rows.length > 1) throw invalidField('serial_number', 'lot_on_lines', { n: rows.length });
        if (!rows[0]) throw invalidField('serial_number', 'serial_unknown');
        return { ...rows[0], serials: [code] };
      });
      return { message: say(language, 'actions.serial_deleted'), facts, version };
    },
  }),

  implement(serialPlaces, {
    record: ({ db, user, body }) => findLine(db, user, body.input_product_id, { keeper: true }),
    handle: async ({ db, body, record }) => ({ data: await knownPlaces(db, record.invoice.id, body.codes) }),
  }),

  implement(tacModels, {
    async handle({ db, body }) {
      const { loaded } = await db
        .selectNoFrom(({ exists, selectFrom }) => exists(selectFrom('tac').select('tac').limit(1)).as('loaded'))
        .executeTakeFirstOrThrow();
      const data = await db
        .selectFrom('tac')
        .selectAll()
        .where(sql<boolean>`tac = any(${[...new Set(body.tacs)]}::text[])`)
        .execute();
      return { loaded: Boolean(loaded), data };
    },
  }),
];
