/** Clients: what must agree, who is on the black list today. */
import { sql } from 'kysely';
import { client } from '../../contract/directories/client.ts';
import { entriesOf, inForceOn } from '../clients/listed.ts';
import { hasOwnDocument } from '../clients/masking.ts';
import { refuseClient } from '../clients/rules.ts';
import { serveDirectory } from '../directory/serve.ts';
import { tashkentDay } from '../http/days.ts';
import { identifyNew } from '../myid/identity.ts';
import { moneyOfClients, moneyTotalsOfClients } from '../sale/clientMoney.ts';
import { registerClient } from './initiativeClient.ts';

interface Listed {
  id: number;
  reason: string;
  from: string;
  to: string | null;
}

export const CLIENTS = serveDirectory(client, {
  lines: {
    documents: { table: 'client_document', own: 'client_id' },
    phones: { table: 'client_phone', own: 'client_id' },
  },
  ownPerson: hasOwnDocument,
  refuse: refuseClient,
  async write(writer, id, { body, before }) {
    await registerClient(writer, id);
    if (before !== null || !body.pinfl) return;
    const { pinfl, fullname, birth_date, gender, documents = [] } = body;
    const numbers = documents.map(({ number }) => number);
    await identifyNew(writer, id, { pinfl, fullname, birth_date, gender, documents: numbers });
  },
  totals: ({ db, user }, ids, among) => moneyTotalsOfClients(db, user, ids, among),
  async extra({ db, user, language, now }, ids) {
    const money = await moneyOfClients(db, user, ids);
    const { rows } = await sql<Listed>`
      SELECT DISTINCT ON (c.id) c.id, coalesce(${sql.ref(language === 'ru' ? 'v.name_ru' : 'v.name_uz')}, '') AS reason,
             to_char(b.listed_from, 'YYYY-MM-DD') AS from, to_char(b.listed_to, 'YYYY-MM-DD') AS to
      FROM client c CROSS JOIN LATERAL ${entriesOf('c')} b LEFT JOIN classifier_value v ON v.id = b.reason_id
      WHERE c.id = ANY (${[...ids]}::integer[]) AND ${inForceOn('b', tashkentDay(now))}
      ORDER BY c.id, b.listed_to DESC NULLS FIRST`.execute(db);
    const found = new Map(rows.map(({ id, ...listed }) => [id, listed]));
    return new Map(ids.map((id) => [id, { listed: found.get(id) ?? null, money: money.get(id) ?? null }]));
  },
});
