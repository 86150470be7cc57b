/** Calls on the hand-over of goods: list, window, lifecycle, history (areas 3.3 "output", 4.3). */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { BodyOf } from '../../contract/bodies.ts';
import {
  OUTPUT_STATUSES,
  outputCancel,
  outputCount,
  outputExplain,
  outputHandOver,
  outputHistory,
  outputIndex,
  outputPick,
  outputRelease,
  outputScan,
  outputShow,
} from '../../contract/outputs.ts';
import { CONTRACT_KIND } from '../contracts/access.ts';
import type { Schema } from '../db/schema.ts';
import { BY_CREATION, eventsOf, numberedLike } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';
import { spanOf } from '../http/days.ts';
import { readFile } from '../http/files.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { invalid, invalidField, notFound } from '../http/refusal.ts';
import { declareList } from '../lists/declared.ts';
import { answerList } from '../lists/list.ts';
import { findOutput, findOutputs, OUTPUT_KIND, type OutputRecord, seesOutput } from './access.ts';
import { OUTPUTS, outputAnswer, outputsInList } from './answers.ts';
import { handOver, type Receiver } from './handOver.ts';
import { readCode, releaseUnit, type Scanned, takeUnit } from './scanning.ts';
import { openOutput } from './waiting.ts';

type Db = Kysely<Schema>;

export const outputList = declareList({
  call: 'outputIndex',
  from: sql`document d`,
  id: sql`d.id`,
  always: sql`d.kind = ${sql.lit(OUTPUT_KIND)}`,
  sorts: {
    created_at: BY_CREATION,
  },
  sort: '-created_at',
  filters: {
    organization_id: 'document_list_organization',
    client_id: 'contract_client',
    date: 'document_list',
    status: 'document_list_state',
    search: 'document_number_search',
  },
  state: { by: sql`d.status`, states: OUTPUT_STATUSES },
});

/** Outputs by their own number or by that of their contract. */
const byNumber = (words: string): RawBuilder<unknown> =>
  sql`d.id IN (${numberedLike(OUTPUT_KIND, words)}
    UNION ALL SELECT p.id FROM product_delivery p WHERE p.contract_id IN (${numberedLike(CONTRACT_KIND, words)}))`;

/** A unit on an output, or 404. */
async function unitOf(db: Db, output: OutputRecord, id: number) {
  const { rows } = await sql<{
    id: number;
    serial_id: number;
    serial_number: string;
    is_named: boolean;
    reason: string | null;
    words: string | null;
  }>`
    SELECT u.id, u.serial_id, s.serial_number, u.reason, u.words,
           EXISTS (SELECT 1 FROM contract_line n WHERE n.contract_id = ${output.contractId} AND n.serial_id = u.serial_id)
             AS is_named
    FROM delivery_unit u JOIN serial_number s ON s.id = u.serial_id JOIN delivery_line l ON l.id = u.delivery_line_id
    WHERE u.id = ${id} AND l.product_delivery_id = ${output.id}`.execute(db);
  if (rows[0] === undefined) throw notFound();
  return rows[0];
}

/** Goods without serial numbers on an output, or 404. */
async function countedOf(db: Db, output: OutputRecord, id: number) {
  const { rows } = await sql<{ id: number; title: string; qty: number; counted: number; is_serial_number: boolean }>`
    SELECT l.id, v.title, l.qty, l.counted, v.is_serial_number FROM delivery_line l
    JOIN product_variant v ON v.id = l.product_variant_id WHERE l.id = ${id} AND l.product_delivery_id = ${output.id}`.execute(
    db,
  );
  if (rows[0] === undefined) throw notFound();
  return rows[0];
}

const setCounted = (db: Db, line: number, counted: number) =>
  sql`UPDATE delivery_line SET counted = ${counted} WHERE id = ${line}`.execute(db);

/** Who signs in the client's place: all of it or nothing. @throws Refusal 422 naming what is missing */
function receiverOf(body: BodyOf<typeof outputHandOver>): Receiver | null {
  const written = { fullname: body.receiver, document: body.receiver_document, reason: body.receiver_reason };
  const { fullname, document, reason } = written;
  if (fullname !== undefined && document !== undefined && reason !== undefined) return { fullname, document, reason };
  if (fullname === undefined && document === undefined && reason === undefined) return null;
  const names = { fullname: 'receiver', document: 'receiver_document', reason: 'receiver_reason' } as const;
  const missing = (Object.keys(names) as (keyof typeof names)[]).filter((name) => written[name] === undefined);
  throw invalid(Object.fromEntries(missing.map((name) => [names[name], [{ key: 'required' }]])));
}

const answerAfter = async (asked: { db: Db; user: SignedIn; now: Date }, id: number) =>
  outputAnswer(asked.db, asked.user, await findOutput(asked.db, asked.user, id), asked.now);

export const outputImplementations: Implementation[] = [
  implement(outputIndex, {
    async handle({ db, user, query, now }) {
      const where: RawBuilder<unknown>[] = [seesOutput(user)];
      if (query.organization_id) where.push(sql`d.organization_id = ${query.organization_id}`);
      if (query.client_id)
        where.push(sql`d.id IN (SELECT p.id FROM product_delivery p JOIN contract c ON c.id = p.contract_id
          WHERE c.client_id = ${query.client_id})`);
      if (query.date) {
        const { from, to } = spanOf(query.date);
        where.push(sql`d.created_at >= ${from} AND d.created_at < ${to}`);
      }
      const words = query.search?.trim();
      if (words) where.push(byNumber(words));
      return answerList(db, outputList, query, {
        where,
        narrowed: where.length > 1 || !user.office,
        state: query.status && sql`d.status = ${query.status}`,
        rows: async (ids) => outputsInList(db, user, await findOutputs(db, user, ids), now),
      });
    },
  }),

  implement(outputShow, {
    record: ({ db, user, params }) => findOutput(db, user, params.id),
    handle: async ({ db, user, record, now }) => ({ data: await outputAnswer(db, user, record, now) }),
  }),

  implement(outputHistory, {
    record: ({ db, user, params }) => findOutput(db, user, params.id),
    handle: async ({ db, record }) => ({ data: await eventsOf(db, record.id) }),
  }),

  implement(
    outputPick,
    OUTPUTS.step('output.pick', async ({ db, user, record }) => {
      await sql`UPDATE document SET owner_id = ${user.id} WHERE id = ${record.id}`.execute(db);
    }),
  ),

  implement(outputScan, {
    record: ({ db, user, params }) => findOutput(db, user, params.id, true),
    async handle(context) {
      const { db, body, record: output } = context;
      // whether anything may be scanned comes before what was
      await OUTPUTS.begin(context, output, 'serial.scan');
      const read = await readCode(context, output, body.code);
      let scanned: Scanned = { line_id: read.line.id, unit_id: null, replaced: null };
      if (read.unit === null) {
        const counted = read.line.counted + 1;
        await OUTPUTS.take(context, output, 'goods.count', async () => {
          await setCounted(db, read.line.id, counted);
          return { goods: read.line.title, before: { counted: counted - 1 }, after: { counted } };
        });
      } else {
        await OUTPUTS.take(context, output, 'serial.scan', async () => {
          scanned = await takeUnit(context, output, read);
          const { replaced } = scanned;
          return { serial: read.unit.serial_number, goods: read.line.title, ...(replaced !== null && { replaced }) };
        });
      }
      return { data: await answerAfter(context, output.id), scanned };
    },
  }),

  implement(
    outputRelease,
    OUTPUTS.step('serial.release', async ({ db, body, record }) => {
      const unit = await unitOf(db, record, body.unit_id);
      await releaseUnit(db, record, unit);
      return { serial: unit.serial_number };
    }),
  ),

  implement(
    outputCount,
    OUTPUTS.step('goods.count', async ({ db, body, record }) => {
      const { id, title, qty, counted, is_serial_number } = await countedOf(db, record, body.line_id);
      if (is_serial_number) throw invalidField('line_id', 'scan_needs_serial', { goods: title });
      if (body.count > qty) throw invalidField('count', 'scan_enough', { goods: title, n: qty });
      await setCounted(db, id, body.count);
      return { goods: title, before: { counted }, after: { counted: body.count } };
    }),
  ),

  implement(
    outputExplain,
    OUTPUTS.step('breach.explain', async ({ db, body, record }) => {
      const unit = await unitOf(db, record, body.unit_id);
      const words = body.words ?? null;
      if ((body.reason === 'other') !== (words !== null))
        throw invalidField('words', words === null ? 'required' : 'words_of_other');
      await sql`UPDATE delivery_unit SET reason = ${body.reason}, words = ${words} WHERE id = ${unit.id}`.execute(db);
      const { serial_number: serial, reason } = unit;
      return { serial, before: { reason, words: unit.words }, after: { reason: body.reason, words } };
    }),
  ),

  implement(
    outputHandOver,
    OUTPUTS.step('output.handOver', async ({ db, user, now, body, record }, day) => {
      const receiver = receiverOf(body);
      const signature = await readFile(body.signature, 'signature', true);
      return handOver({ db, now, userId: user.id, day }, record, { signature, receiver });
    }),
  ),

  implement(outputCancel, {
    record: ({ db, user, params }) => findOutput(db, user, params.id, true),
    async handle(context) {
      const { db, now, body, record: output } = context;
      await OUTPUTS.take(context, output, 'output.cancel', async () => {
        const { rows } = await sql<{ id: number }>`SELECT u.id FROM delivery_unit u
          JOIN delivery_line l ON l.id = u.delivery_line_id WHERE l.product_delivery_id = ${output.id}`.execute(db);
        for (const { id } of rows) await releaseUnit(db, output, await unitOf(db, output, id));
        await sql`UPDATE product_delivery SET cancelled_at = ${now}, cancel_reason = ${body.reason}
          WHERE id = ${output.id}`.execute(db);
        return { after: { reason: body.reason } };
      });
      // the contract goes on waiting for its goods
      await openOutput(context, { ...output, id: output.contractId });
      return { data: await answerAfter(context, output.id) };
    },
  }),
];
