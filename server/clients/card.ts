/** What the card of a client shows beside its record (`contract/clientCard.ts`). */
import { type Kysely, sql } from 'kysely';
import { CARD_FILES, clientChecked, clientDocumentFiles } from '../../contract/clientCard.ts';
import { client } from '../../contract/directories/client.ts';
import { snake } from '../../contract/directory/directory.ts';
import { CASH_KIND } from '../cash/cashDocuments.ts';
import { CONTRACT_KIND } from '../contracts/access.ts';
import type { Schema } from '../db/schema.ts';
import { keepOpening } from '../directory/persons.ts';
import type { Reader } from '../directory/reader.ts';
import { servedDirectories } from '../directory/serve.ts';
import { documentTablesBy } from '../directory/uses.ts';
import { person } from '../documents/documents.ts';
import { readsFilesOf } from '../documents/files.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { notFound } from '../http/refusal.ts';
import { ORDER_KIND } from '../orders/access.ts';
import { OUTPUT_KIND } from '../outputs/access.ts';
import { seesClientWhole } from './masking.ts';

type Db = Kysely<Schema>;

async function requireClient(db: Db, id: number): Promise<{ id: number; pinfl: string | null }> {
  const { rows } = await sql<{ id: number; pinfl: string | null }>`SELECT id, lower(pinfl) AS pinfl FROM client
    WHERE id = ${id}`.execute(db);
  if (rows[0] === undefined) throw notFound();
  return rows[0];
}

/** Workflows of documents that are not declared. */
const MACHINES: Readonly<Record<string, string>> = {
  [CONTRACT_KIND]: 'contract',
  [ORDER_KIND]: 'saleOrder',
  [OUTPUT_KIND]: 'output',
  [CASH_KIND]: 'cashDocument',
};

const machineOf = (kind: string): string | undefined =>
  MACHINES[kind] ??
  servedDirectories().find(({ directory: { spec } }) => spec.document && snake(spec.name) === kind)?.directory.spec
    .name;

/** Columns by which documents name a client. */
const NAMED = ['client_id', 'guarantor_id'];

/** Documents of a client: those that name the client, contracts that the client answers for, and outputs of the own ones. */
const documentsOf = (id: number) =>
  sql.join(
    [
      ...NAMED.flatMap((column) =>
        documentTablesBy(column).map(
          (table) => sql`SELECT u.id FROM ${sql.table(table)} u WHERE ${sql.ref(`u.${column}`)} = ${id}`,
        ),
      ),
      sql`SELECT g.contract_id FROM guarantee g WHERE g.client_id = ${id}`,
      sql`SELECT p.id FROM product_delivery p JOIN contract c ON c.id = p.contract_id WHERE c.client_id = ${id}`,
    ],
    sql` UNION ALL `,
  );

interface FileRow {
  id: number;
  name: string;
  type: string;
  size: number;
  created_at: Date;
  created_by: number;
  fullname: string;
  document_id: number;
  kind: string;
  number: string | null;
}

type CardReader = Pick<Reader, 'db' | 'user' | 'language'>;

/** Files of a client's documents that the person may see, the newest first. @param only the one of these that is asked for */
export async function filesOfCard({ db, user, language }: CardReader, id: number, only: number | null = null) {
  const { rows } = await sql<FileRow>`
    SELECT f.id, f.name, f.type, f.size, f.created_at, f.created_by, u.fullname, d.id AS document_id, d.kind, d.number
    FROM file f JOIN document d ON d.id = f.document_id JOIN app_user u ON u.id = f.created_by
    WHERE f.kind IS NULL AND d.id IN (${documentsOf(id)}) AND ${only === null ? sql`true` : sql`f.id = ${only}`}
    ORDER BY f.id DESC LIMIT ${CARD_FILES}`.execute(db);
  const read = new Map<number, boolean>();
  for (const { document_id, kind } of rows)
    if (!read.has(document_id))
      read.set(document_id, machineOf(kind) !== undefined && (await readsFilesOf(db, user, kind, document_id)));
  return rows
    .filter(({ document_id }) => read.get(document_id))
    .map(({ created_at, created_by, fullname, document_id, kind, number, ...file }) => {
      const machine = machineOf(kind) ?? '';
      return {
        ...file,
        ...{ created_at: created_at.toISOString(), created_by: person(created_by, fullname) },
        document: { id: document_id, number, machine, kind: say(language, `queue.kinds.${machine}`) },
      };
    });
}

export const clientCardImplementations: Implementation[] = [
  implement(clientChecked, {
    record: ({ db, params }) => requireClient(db, params.id),
    async handle(context) {
      const { db, record } = context;
      const whole = await seesClientWhole(context, record.id);
      const { rows } = await sql<{ id: number; source: string; month: string; amount: number }>`
        SELECT id, source, to_char(month, 'YYYY-MM-DD') AS month, amount FROM client_income
        WHERE pinfl = ${record.pinfl} AND status = 'approved' ORDER BY month DESC, id DESC`.execute(db);
      if (whole && rows.length > 0) await keepOpening(client, context, record.id);
      return { data: rows.map((row) => ({ ...row, amount: whole ? Number(row.amount) : null })) };
    },
  }),

  implement(clientDocumentFiles, {
    record: ({ db, params }) => requireClient(db, params.id),
    handle: async (context) => ({ data: await filesOfCard(context, context.record.id) }),
  }),
];
