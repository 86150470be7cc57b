/** Clients by a whole number, and who opened a card; the rest is the declared directory (`server/directories/client.ts`). */
import { type RawBuilder, sql } from 'kysely';
import { clientFind, clientNumberTaken, clientOpenings, type FoundClient } from '../../contract/clients.ts';
import { clientTerms } from '../../contract/clientTerms.ts';
import type { NumberKind } from '../../contract/persons.ts';
import { CONTRACT_KIND } from '../contracts/access.ts';
import { openingsOf } from '../directory/persons.ts';
import { person } from '../documents/documents.ts';
import type { SignedIn } from '../http/auth.ts';
import { tashkentDay } from '../http/days.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { invalidField, notFound } from '../http/refusal.ts';
import { seesMoney, seesMoneyOf } from '../sale/seen.ts';
import { termsOfClients } from './rules.ts';

const BY: Readonly<Record<NumberKind | 'contract', (number: string, user: SignedIn) => RawBuilder<unknown>>> = {
  // as its index has it
  pinfl: (number) => sql`lower(c.pinfl) = ${number}`,
  document: (number) => sql`c.id IN (SELECT client_id FROM client_document WHERE number = ${number})`,
  phone: (number) => sql`c.id IN (SELECT client_id FROM client_phone WHERE phone = ${number} AND active)`,
  // of a contract that the person may see
  contract: (number, user) =>
    seesMoney(user)
      ? sql`c.id IN (SELECT t.client_id FROM contract t JOIN document d ON d.id = t.id
          WHERE d.kind = ${CONTRACT_KIND} AND d.number = ${number} AND ${seesMoneyOf(user)})`
      : sql`false`,
};

/** One phone may be of a whole family. */
const MOST = 50;

export const clientImplementations: Implementation[] = [
  implement(clientFind, {
    async handle({ db, user, body }) {
      const taken = clientNumberTaken(body.number);
      if (taken === null) throw invalidField('number', 'whole_number');
      const { rows } = await sql<FoundClient>`
        SELECT c.id, c.fullname, to_char(c.birth_date, 'YYYY-MM-DD') AS birth_date, c.active FROM client c
        WHERE ${BY[taken.kind](taken.number, user)} ORDER BY c.active DESC, c.fullname, c.id LIMIT ${MOST}`.execute(db);
      return { data: { kind: taken.kind, clients: rows } };
    },
  }),

  implement(clientOpenings, {
    async record({ db, params: { id } }) {
      const { rows } = await sql`SELECT 1 FROM client WHERE id = ${id}`.execute(db);
      if (rows.length === 0) throw notFound();
    },
    async handle({ db, params: { id } }) {
      const rows = await openingsOf(db, 'client', id);
      return {
        data: rows.map((one) => ({
          id: String(one.id),
          at: one.at.toISOString(),
          user: person(one.user_id, one.fullname),
        })),
      };
    },
  }),

  implement(clientTerms, {
    async handle({ db, now }) {
      const terms = await termsOfClients(db, tashkentDay(now));
      if (terms === null) return { data: null };
      const { age_from, age_to, needed, photo } = terms;
      return { data: { age_from, age_to, needed: [...needed], photo } };
    },
  }),
];
