/** Outputs in the shapes of the contract, and their lifecycle. */
import { type Kysely, sql } from 'kysely';
import type { Output, OutputInList, OutputLine, OutputUnit } from '../../contract/outputs.ts';
import { NOTHING_PICKED, type OutputContext, outputMachine } from '../../machines/output/output.machine.ts';
import { masked } from '../clients/masking.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { defineLifecycle } from '../lifecycle/lifecycle.ts';
import { findOutput, OUTPUT_KIND, type OutputRecord } from './access.ts';
import { storekeepers } from './concerns.ts';
import { factsOfOutput, factsOfOutputs } from './facts.ts';
import { OUTPUT_EVENTS, whyRefused } from './lifecycle.ts';
import { cameOn, imeisOf, olderUnits, sourceOf } from './older.ts';

type Db = Kysely<Schema>;

interface UnitRow extends Omit<OutputUnit, 'older' | 'scanned_at'> {
  line_id: number;
  serial_id: number;
  scanned_at: Date;
}

/** The goods of an output in the order of their names; units in the order of their scans. */
async function linesOf(db: Db, { id, contractId, status }: OutputRecord, now: Date): Promise<OutputLine[]> {
  const { rows: lines } = await sql<Omit<OutputLine, 'units'>>`
    SELECT l.id, json_build_object('id', v.id, 'title', v.title, 'sku', v.sku, 'barcode', v.barcode,
             'is_serial_number', v.is_serial_number) AS product_variant, l.qty, l.counted
    FROM delivery_line l JOIN product_variant v ON v.id = l.product_variant_id
    WHERE l.product_delivery_id = ${id} ORDER BY v.is_serial_number DESC, v.title, l.id`.execute(db);
  const { rows: units } = await sql<UnitRow>`
    SELECT u.id, u.delivery_line_id AS line_id, u.serial_id, s.serial_number, ${imeisOf('s')} AS imei_numbers,
           ${cameOn('b')} AS received_on, ${sourceOf('b')} AS source, u.scanned_at, u.reason, u.words,
           EXISTS (SELECT 1 FROM contract_line n WHERE n.contract_id = ${contractId} AND n.serial_id = u.serial_id) AS is_named
    FROM delivery_unit u JOIN delivery_line l ON l.id = u.delivery_line_id
    JOIN serial_number s ON s.id = u.serial_id JOIN stock_batch b ON b.id = s.batch_id
    WHERE l.product_delivery_id = ${id} ORDER BY u.id`.execute(db);
  const picking = status === 'picking';
  const older = await olderUnits(db, picking ? units.map((unit) => unit.serial_id) : [], contractId, now);
  return lines.map((line) => ({
    ...line,
    units: units
      .filter((unit) => unit.line_id === line.id)
      .map(({ line_id: _, serial_id, scanned_at, ...unit }) => ({
        ...unit,
        scanned_at: scanned_at.toISOString(),
        older: older.get(serial_id)?.units ?? [],
      })),
  }));
}

const headOf = (output: OutputRecord, goods: { units: number; picked: number }, allowed: string[]): OutputInList => ({
  id: output.id,
  number: output.number,
  status: output.status,
  version: output.version,
  organization: { id: output.organizationId, name: output.organization },
  warehouse: { id: output.warehouseId, name: output.warehouse },
  contract: { id: output.contractId, number: output.contractNumber, status: output.contractStatus },
  client: { id: output.clientId, fullname: output.client },
  ...goods,
  created_at: output.createdAt.toISOString(),
  handed_at: output.handedAt?.toISOString() ?? null,
  handed_by: output.handedBy,
  allowed_events: allowed,
});

/** Outputs as the list shows them, in as many queries as one. */
export async function outputsInList(
  db: Db,
  user: SignedIn,
  outputs: readonly OutputRecord[],
  now: Date,
): Promise<OutputInList[]> {
  const ids = outputs.map(({ id }) => id);
  const facts = await factsOfOutputs(db, ids, now);
  const { rows } = await sql<{ id: number; units: number }>`
    SELECT product_delivery_id AS id, sum(qty)::integer AS units FROM delivery_line
    WHERE product_delivery_id = ANY (${ids}::integer[]) GROUP BY 1`.execute(db);
  const units = new Map(rows.map((row) => [row.id, row.units]));
  return outputs.map((output) => {
    const of = facts.get(output.id) ?? NOTHING_PICKED;
    const all = units.get(output.id) ?? 0;
    return headOf(output, { units: all, picked: all - of.missing }, OUTPUTS.allowed(output, of, user));
  });
}

export async function outputAnswer(db: Db, user: SignedIn, output: OutputRecord, now: Date): Promise<Output> {
  const facts = await factsOfOutput(db, output.id, now);
  const lines = await linesOf(db, output, now);
  const { rows: moments } = await sql<{ state: string; at: Date }>`
    SELECT state_after AS state, min(at) AS at FROM event_log WHERE document_id = ${output.id}
      AND state_after IS DISTINCT FROM state_before GROUP BY 1`.execute(db);
  const { rows: documents } = await sql<{ number: string }>`
    SELECT number FROM client_document WHERE client_id = ${output.clientId} AND active ORDER BY id DESC LIMIT 1`.execute(
    db,
  );
  const units = lines.reduce((sum, { qty }) => sum + qty, 0);
  const { receiver, receiverDocument, receiverReason } = output;
  return {
    ...headOf(output, { units, picked: units - facts.missing }, OUTPUTS.allowed(output, facts, user)),
    facts,
    lines,
    first_payment: output.firstPayment,
    total: output.total,
    owed: output.total - output.firstPayment,
    client_document: documents[0] ? masked.document(documents[0].number) : null,
    receiver:
      receiver === null
        ? null
        : { fullname: receiver, document: masked.document(receiverDocument ?? ''), reason: receiverReason ?? '' },
    signature: output.signatureId,
    moments: Object.fromEntries(moments.map(({ state, at }) => [state, at.toISOString()])),
    practice_day: output.practiceDay,
    cancel_reason: output.cancelReason,
  };
}

export const OUTPUTS = defineLifecycle(outputMachine, {
  table: 'document',
  log: 'event_log',
  kind: OUTPUT_KIND,
  find: ({ db, user }, id, lock) => findOutput(db, user, id, lock),
  state: ({ status }: OutputRecord) => status,
  branch: ({ organizationId }) => organizationId,
  facts: ({ db, now }, { id }): Promise<OutputContext> => factsOfOutput(db, id, now),
  answer: ({ db, user, now }, output) => outputAnswer(db, user, output, now),
  stamps: ({ now }) => ({ updated_at: now }),
  why: (_, output, event, facts) => whyRefused(output, event, facts),
  concernsNew: (id) => ({ people: storekeepers(id) }),
  events: OUTPUT_EVENTS,
});
