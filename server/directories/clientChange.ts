/**
 * Requests to correct who a client is: the approval writes the card, keeps what was there, and takes back a verification that
 * was of another name (decision 83).
 */
import { type Kysely, sql } from 'kysely';
import { client } from '../../contract/directories/client.ts';
import { CHANGEABLE, type Changeable, clientChange } from '../../contract/directories/clientChange.ts';
import type { DirectoryRow } from '../../contract/directory/directory.ts';
import { masked, seesClientWhole } from '../clients/masking.ts';
import { type ClientBody, identityFaults } from '../clients/rules.ts';
import { addendaOfChange, addendaOfRequests } from '../contracts/addenda.ts';
import type { Schema } from '../db/schema.ts';
import { approvals } from '../directory/approval.ts';
import { takenFault } from '../directory/checks.ts';
import type { Writer } from '../directory/reader.ts';
import type { FoundRecord } from '../directory/records.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';
import { tashkentDay } from '../http/days.ts';
import { conflict } from '../http/refusal.ts';
import { endCopies } from '../myid/copies.ts';
import { CLIENTS } from './client.ts';

type Request = DirectoryRow<typeof clientChange>;
type Values = Readonly<Partial<Record<Changeable, string | null>>>;

/** A card, as a request compares itself with it: of its documents the one that counts and came last. */
interface Card {
  readonly id: number;
  readonly fullname: string;
  readonly pinfl: string | null;
  readonly birth_date: string;
  readonly gender: 'male' | 'female';
  readonly document: string | null;
  readonly issued_by: string | null;
  readonly issued_on: string | null;
  readonly expires_on: string | null;
}

async function cardsOf(db: Kysely<Schema>, ids: readonly number[]): Promise<Map<number, Card>> {
  const { rows } = await sql<Card>`
    SELECT c.id, c.fullname, c.pinfl, to_char(c.birth_date, 'YYYY-MM-DD') AS birth_date, c.gender, d.number AS document,
           d.issued_by, to_char(d.issued_on, 'YYYY-MM-DD') AS issued_on, to_char(d.expires_on, 'YYYY-MM-DD') AS expires_on
    FROM client c LEFT JOIN LATERAL (SELECT * FROM client_document n WHERE n.client_id = c.id
      ORDER BY n.active DESC, n.id DESC LIMIT 1) d ON true
    WHERE c.id = ANY (${[...ids]}::integer[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** What MyID is not asked for. */
const DOCUMENT_DETAILS: readonly Changeable[] = ['issued_by', 'issued_on', 'expires_on'];

/** What is asked for and differs from what is there. */
const changed = (asked: Values, card: Values): Changeable[] =>
  CHANGEABLE.filter((name) => asked[name] != null && asked[name] !== card[name]);

/** As everybody may see it (decision 85). */
const shown = (name: Changeable, value: string | null): string | null =>
  value === null ? null : name === 'pinfl' ? masked.pinfl(value) : name === 'document' ? masked.document(value) : value;

/** The card as it would be saved with the request. */
async function corrected(writer: Writer, id: number, asked: Values, replaces: boolean): Promise<ClientBody> {
  const card = (await CLIENTS.find(writer, id)) as FoundRecord & Record<string, unknown>;
  const documents = card.documents as readonly { id: number; active: boolean; number: string }[];
  const isNew = asked.document != null && !documents.some(({ number }) => number === asked.document);
  const line = { number: asked.document as string, issued_by: asked.issued_by, issued_on: asked.issued_on };
  const kept = documents.map((one) => {
    if (one.number === asked.document)
      return {
        ...one,
        active: true,
        issued_by: asked.issued_by ?? (one as unknown as Card).issued_by,
        issued_on: asked.issued_on ?? (one as unknown as Card).issued_on,
        expires_on: asked.expires_on ?? (one as unknown as Card).expires_on,
      };
    return replaces && asked.document != null ? { ...one, active: false } : one;
  });
  return {
    fullname: asked.fullname ?? card.fullname,
    pinfl: asked.pinfl ?? card.pinfl,
    birth_date: asked.birth_date ?? card.birth_date,
    gender: asked.gender ?? card.gender,
    ...(asked.document != null && {
      documents: [...kept, ...(isNew ? [{ ...line, expires_on: asked.expires_on }] : [])],
    }),
  } as ClientBody;
}

/** Who has a PINFL already. */
async function holderOf(db: Kysely<Schema>, pinfl: string, but: number) {
  const { rows } = await sql<{ id: number; fullname: string }>`
    SELECT id, fullname FROM client WHERE lower(pinfl) = ${pinfl} AND id <> ${but}`.execute(db);
  return rows[0];
}

/** What keeps the card from being written so: at the fields of the request. */
async function faultsOf(writer: Writer, id: number, asked: Values, replaces: boolean): Promise<Faults> {
  const { db } = writer;
  const card = (await cardsOf(db, [id])).get(id);
  if (card === undefined) return {};
  if (asked.document == null) {
    const without = (['issued_by', 'issued_on', 'expires_on'] as const).filter((name) => asked[name] != null);
    if (without.length > 0) return { document: [{ key: 'needed' }] };
  }
  if (changed(asked, card as unknown as Values).length === 0) return { fullname: [{ key: 'change_nothing' }] };
  const body = await corrected(writer, id, asked, replaces);
  if ((body.documents?.length ?? 0) > 5) return { document: [{ key: 'documents_full' }] };
  const found = await identityFaults(writer, body, id);
  const faults: Faults = {};
  for (const [name, why] of Object.entries(found)) {
    const [, field] = /^documents\.\d+\.(.*)$/.exec(name) ?? [];
    faults[field === undefined ? name : field === 'number' ? 'document' : field] = why;
  }
  const other = asked.pinfl == null ? undefined : await holderOf(db, asked.pinfl, id);
  if (other) faults.pinfl = [takenFault(client, 'pinfl', { id: other.id, title: other.fullname })];
  return faults;
}

/** @throws Refusal 409 where the card or another client has changed since it was written */
async function requireFits(writer: Writer, request: Request): Promise<void> {
  const faults = await faultsOf(writer, request.client.id, request as unknown as Values, request.replaces);
  if (Object.keys(faults).length > 0) throw conflict('not_allowed_now', { messageKey: 'errors.change_over' });
}

interface Facts {
  id: number;
  client_id: number;
  decision: string | null;
  status: string;
  replaced: Values | null;
  contracts: { id: number; number: string }[];
}

serveDirectory(clientChange, {
  async ownPerson(reader, id) {
    const { rows } = await sql<{ client_id: number; owner_id: number }>`
      SELECT client_id, owner_id FROM client_change WHERE id = ${id}`.execute(reader.db);
    const [request] = rows;
    return request !== undefined && (request.owner_id === reader.user.id || seesClientWhole(reader, request.client_id));
  },
  async extra({ db }, ids) {
    const { rows } = await sql<Facts & Values>`
      SELECT r.id, r.client_id, r.decision, r.status, r.replaced, r.fullname, r.pinfl, r.gender, r.document, r.issued_by,
             to_char(r.birth_date, 'YYYY-MM-DD') AS birth_date, to_char(r.issued_on, 'YYYY-MM-DD') AS issued_on,
             to_char(r.expires_on, 'YYYY-MM-DD') AS expires_on,
             (SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'number', d.number) ORDER BY d.id), '[]')
              FROM contract c JOIN document d ON d.id = c.id WHERE c.client_id = r.client_id
                AND d.status IN ('signed', 'awaiting_handover', 'active')) AS contracts
      FROM client_change r WHERE r.id = ANY (${[...ids]}::integer[])`.execute(db);
    const addenda = await addendaOfRequests(db, ids);
    const cards = await cardsOf(
      db,
      rows.map(({ client_id }) => client_id),
    );
    return new Map(
      rows.map((row) => {
        const before = row.replaced ?? (cards.get(row.client_id) as unknown as Values);
        const names = row.replaced ? CHANGEABLE.filter((name) => name in before) : changed(row, before);
        const changes = names.map((field) => ({
          ...{ field, old: shown(field, before[field] ?? null) },
          now: shown(field, row[field] ?? null) as string,
        }));
        const own = addenda.get(row.id) ?? [];
        return [row.id, { changes, contracts: row.contracts, addenda: own, decision: row.decision }];
      }),
    );
  },
  async refuse(writer, { id, body, before }) {
    const { db, now } = writer;
    // the client has applied before it is written down
    if (body.asked_on != null && body.asked_on > tashkentDay(now)) return { asked_on: [{ key: 'day_future' }] };
    const clientId = body.client_id ?? before?.client.id ?? 0;
    const { rows } = await sql<{ id: number }>`
      SELECT id FROM client_change WHERE client_id = ${clientId} AND status IN ('draft', 'sent')
        AND id IS DISTINCT FROM ${id}::integer LIMIT 1`.execute(db);
    if (rows[0]) return { client_id: [{ key: 'change_open', values: { id: rows[0].id } }] };
    const asked = { ...before, ...body } as unknown as Values & { replaces?: boolean };
    return faultsOf(writer, clientId, asked, asked.replaces ?? false);
  },
  actions: approvals(clientChange, {
    send: requireFits,
    async approve(writer, request) {
      const { db } = writer;
      // who else writes the card waits
      await sql`SELECT 1 FROM client WHERE id = ${request.client.id} FOR UPDATE`.execute(db);
      await requireFits(writer, request);
      const asked = request as unknown as Values;
      const card = (await cardsOf(db, [request.client.id])).get(request.client.id) as unknown as Values;
      const names = changed(asked, card);
      const replaced = Object.fromEntries(names.map((name) => [name, card[name] ?? null]));
      const body = await corrected(writer, request.client.id, asked, request.replaces);
      const note = { clientChange: request.id };
      await CLIENTS.correct({ ...writer, note }, request.client.id, body as never);
      await sql`UPDATE client_change SET replaced = ${JSON.stringify(replaced)}::jsonb WHERE id = ${request.id}`.execute(
        db,
      );
      // what MyID said, or a copy showed, was of the card as it was
      if (names.some((name) => !DOCUMENT_DETAILS.includes(name))) {
        await sql`UPDATE client SET myid_session_id = NULL WHERE id = ${request.client.id}`.execute(db);
        await endCopies(db, request.client.id, writer.now);
      }
      const changes = names.map((field) => ({ field, old: card[field] ?? null, now: asked[field] as string }));
      await addendaOfChange(writer, request.client.id, request.id, changes);
      const of = (values: Values) => Object.fromEntries(names.map((name) => [name, shown(name, values[name] ?? null)]));
      return { log: { before: of(card), after: of(asked) } };
    },
  }),
});
