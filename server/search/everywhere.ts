/**
 * The search of the shell: hits beside the pages, one bounded answer. A source asks the list of its page, by that list's
 * right, branch and indexes; what a list would not show is not found here.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { ruleFor, snake } from '../../contract/directory/directory.ts';
import { optionsOf } from '../../contract/directory/fields.ts';
import {
  SEARCH_GROUPS,
  SEARCH_HITS,
  type SearchGroup,
  type SearchHit,
  searchEverywhere,
} from '../../contract/everywhere.ts';
import { allows } from '../../contract/rules.ts';
import { numberReadings } from '../../contract/search.ts';
import { serialKey } from '../../contract/serial.ts';
import { serverSides } from '../../contract/server.ts';
import { cashDocumentMachine } from '../../machines/cashDocument/cashDocument.machine.ts';
import { contractMachine } from '../../machines/contract/contract.machine.ts';
import { countingActMachine } from '../../machines/countingAct/countingAct.machine.ts';
import { invoiceMachine } from '../../machines/invoice/invoice.machine.ts';
import { outputMachine } from '../../machines/output/output.machine.ts';
import { saleOrderMachine } from '../../machines/saleOrder/saleOrder.machine.ts';
import { desksOf, journal } from '../cash/journal.ts';
import { CONTRACT_KIND, seesContract } from '../contracts/access.ts';
import { contractList } from '../contracts/contracts.ts';
import { actList, actsSeenBy } from '../counting/acts.ts';
import type { Schema } from '../db/schema.ts';
import { numberIs } from '../db/search.ts';
import { users } from '../directories/branchUser.ts';
import { CLIENTS } from '../directories/client.ts';
import { PARTNERS } from '../directories/partner.ts';
import { VARIANTS } from '../directories/variant.ts';
import { searched } from '../directory/search.ts';
import type { Served } from '../directory/serve.ts';
import { targetOf, titleIn } from '../directory/targets.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import type { Language } from '../http/messages.ts';
import { invoiceList, invoicesSeenBy } from '../invoices/heads.ts';
import type { ListDeclaration } from '../lists/declared.ts';
import { inOrder } from '../lists/ids.ts';
import { answerList } from '../lists/list.ts';
import { orderList } from '../orders/orders.ts';
import { seesOutput } from '../outputs/access.ts';
import { outputList } from '../outputs/outputs.ts';
import { declaredDocuments } from '../queue/sources.ts';
import { seenPlaces } from '../stock/residues.ts';
import { isCalled, namesKind, numbersMeant } from './named.ts';

interface Asking {
  db: Kysely<Schema>;
  user: SignedIn;
  language: Language;
  words: string;
}

interface Found {
  hits: SearchHit[];
  more: boolean;
}

interface Source {
  group: SearchGroup;
  /** The list whose rows it finds: who may not read that is not answered. */
  list: keyof typeof serverSides | Served;
  find: (asking: Asking) => Promise<Found>;
}

/** The first page of a list. */
async function pageOf<Row>(
  db: Kysely<Schema>,
  list: ListDeclaration,
  where: readonly RawBuilder<unknown>[],
  rows: (ids: readonly number[]) => Promise<Row[]>,
): Promise<{ rows: Row[]; more: boolean }> {
  const { data, meta } = await answerList(
    db,
    list,
    { part: 'rows', per_page: SEARCH_HITS },
    { where, narrowed: true, rows: async (ids) => (ids.length === 0 ? [] : rows(ids)) },
  );
  return { rows: data, more: meta.next !== null && meta.next !== undefined };
}

interface Chart {
  states: Readonly<Record<string, { meta?: { look: string } | undefined }>>;
}

const lookOf = ({ states }: Chart, status: string): string => states[status]?.meta?.look ?? 'new';

/** The whole of a number was typed, in whichever layout. */
const sameNumber = (number: string, typed: string) => numberReadings(typed).includes(number.toLowerCase());

interface ActRow {
  id: number;
  number: string;
  status: string;
  organization: string;
  owner_id: number;
  counter_id: number | null;
}

const acts: Source = {
  group: 'documents',
  list: 'actIndex',
  async find({ db, user, words }) {
    const where = [...(await actsSeenBy(db, user)), numberIs(sql`lower(d.number)`, words)];
    const { rows, more } = await pageOf(db, actList, where, async (ids) => {
      const found = await sql<ActRow>`
        SELECT d.id, d.number, d.status, o.name AS organization, d.owner_id,
               (SELECT min(c.id) FROM computing_act_user c
                WHERE c.act_of_count_id = d.id AND c.user_id = ${user.id}) AS counter_id
        FROM document d JOIN organization o ON o.id = d.organization_id WHERE d.id = ANY (${ids}::integer[])`.execute(
        db,
      );
      return inOrder(ids, found.rows);
    });
    const reads = allows(user.rules, 'act_of_count.allshow');
    const hits = rows.map((row): SearchHit => {
      // who only counts goes straight to the own list
      const counts = !reads && row.owner_id !== user.id && row.counter_id !== null;
      return {
        kind: counts ? 'counter' : 'act',
        id: row.id,
        at: counts ? row.counter_id : null,
        title: row.number,
        note: row.organization,
        status: row.status,
        look: lookOf(countingActMachine, row.status),
        exact: sameNumber(row.number, words),
      };
    });
    return { hits, more };
  },
};

interface InvoiceRow {
  id: number;
  number: string;
  status: string;
  partner: string;
  paper: string;
}

const invoices: Source = {
  group: 'documents',
  list: 'invoiceIndex',
  async find({ db, user, words }) {
    const where = [...invoicesSeenBy(user), numberIs(sql`i.search_key`, words)];
    const { rows, more } = await pageOf(db, invoiceList, where, async (ids) => {
      const found = await sql<InvoiceRow>`
        SELECT d.id, d.number, d.status, p.name AS partner, i.number_invoice AS paper
        FROM document d JOIN product_invoice i ON i.id = d.id JOIN partner p ON p.id = i.partner_id
        WHERE d.id = ANY (${ids}::integer[])`.execute(db);
      return inOrder(ids, found.rows);
    });
    const hits = rows.map(({ id, number, status, partner, paper }): SearchHit => {
      const exact = sameNumber(number, words) || sameNumber(paper, words);
      const look = lookOf(invoiceMachine, status);
      return { kind: 'invoice', id, at: null, title: number, note: `${partner} · ${paper}`, status, look, exact };
    });
    return { hits, more };
  },
};

interface Numbered {
  /** The chart, or the declaration: so the hit is called. */
  kind: string;
  list: Source['list'];
  rows: ListDeclaration;
  /** Those that the person sees and that have the number, on the aliases of the list. */
  where: (user: SignedIn, words: string) => readonly RawBuilder<unknown>[];
  look: (status: string) => string;
  /** Tables of what it is about, by the document `d`, and the words of that. */
  about: (language: Language) => { from: RawBuilder<unknown>; words: RawBuilder<unknown> };
}

/** Documents of one kind by their own number. */
const numbered = ({ kind, list, rows: declared, where, look, about }: Numbered): Source => ({
  group: 'documents',
  list,
  async find({ db, user, language, words }) {
    const { rows, more } = await pageOf(db, declared, where(user, words), async (ids) => {
      const { from, words: said } = about(language);
      const found = await sql<{ id: number; number: string | null; status: string; note: string | null }>`
        SELECT d.id, d.number, d.status, ${said} AS note FROM document d ${from}
        WHERE d.id = ANY (${ids}::integer[])`.execute(db);
      return inOrder(ids, found.rows);
    });
    const hits = rows.map(({ id, number, status, note }): SearchHit => {
      const title = number ?? `#${id}`;
      return {
        ...{ kind, id, at: null, title, note: note ?? '' },
        ...{ status, look: look(status), exact: sameNumber(title, words) },
      };
    });
    return { hits, more };
  },
});

const CLIENT = sql`b.fullname`;
const hasNumber = (words: string) => isCalled('d', words);

const contracts = numbered({
  ...{ kind: 'contract', list: 'contractIndex', rows: contractList },
  // its list has no document
  where: (user, words) => [
    sql`c.id IN (SELECT d.id FROM document d WHERE d.kind = ${CONTRACT_KIND} AND ${seesContract(user)} AND ${hasNumber(words)})`,
  ],
  look: (status) => lookOf(contractMachine, status),
  about: () => ({ from: sql`JOIN contract c ON c.id = d.id JOIN client b ON b.id = c.client_id`, words: CLIENT }),
});

const orders = numbered({
  ...{ kind: 'saleOrder', list: 'orderIndex', rows: orderList },
  where: (user, words) => [seesContract(user), hasNumber(words)],
  look: (status) => lookOf(saleOrderMachine, status),
  about: () => ({ from: sql`JOIN sale_order q ON q.id = d.id JOIN client b ON b.id = q.client_id`, words: CLIENT }),
});

const outputs = numbered({
  ...{ kind: 'output', list: 'outputIndex', rows: outputList },
  where: (user, words) => [seesOutput(user), hasNumber(words)],
  look: (status) => lookOf(outputMachine, status),
  about: () => ({
    from: sql`JOIN product_delivery p ON p.id = d.id JOIN contract c ON c.id = p.contract_id
      JOIN document k ON k.id = c.id JOIN client b ON b.id = c.client_id`,
    words: sql`b.fullname || coalesce(' · ' || k.number, '')`,
  }),
});

const cashDocuments = numbered({
  ...{ kind: 'cashDocument', list: 'cashDocumentIndex', rows: journal },
  where: (user, words) => [...desksOf(user, sql`d.organization_id`), hasNumber(words)],
  look: (status) => lookOf(cashDocumentMachine, status),
  about: () => ({ from: sql`JOIN cash_document k ON k.id = d.id JOIN client b ON b.id = k.client_id`, words: CLIENT }),
});

/** Every declared document, called by what it is about where a search of its list finds it by that too. */
const declaredSources = (): readonly Source[] =>
  declaredDocuments().map((served) => {
    const { directory, list, table, visible } = served;
    const { name, chart, fields } = directory.spec;
    const [about, field] = Object.entries(fields).find(([, one]) => one.kind === 'ref' && optionsOf(one).search) ?? [];
    return numbered({
      ...{ kind: name, list: served, rows: list },
      where: (user, words) => [visible(user), isCalled('r', words)],
      look: (status) => chart?.states[status] ?? 'new',
      about: (language) =>
        field?.kind === 'ref'
          ? {
              from: sql`JOIN ${sql.table(table.name)} o ON o.id = d.id
                LEFT JOIN ${sql.table(targetOf(field.to).table)} a ON a.id = ${sql.ref(`o.${snake(about ?? '')}_id`)}`,
              words: titleIn(field.to, 'a', language),
            }
          : { from: sql`JOIN organization o ON o.id = d.organization_id`, words: sql`o.name` },
    });
  });

interface UnitRow {
  id: number;
  warehouse_id: number;
  code: string;
  title: string;
  place: string;
}

/** A unit by the whole of its serial number or of one of its IMEIs, while it lies in a place that the person sees. */
const units: Source = {
  group: 'serials',
  list: 'residueIndex',
  async find({ db, user, words }) {
    const { rows } = await sql<UnitRow>`
      SELECT v.id, w.id AS warehouse_id, c.code, v.title, o.name || ', ' || w.name AS place
      FROM serial_code c JOIN serial_number n ON n.id = c.serial_id JOIN product_variant v ON v.id = n.product_variant_id
      JOIN warehouse_list w ON w.id = n.warehouse_id JOIN organization o ON o.id = w.organization_id
      WHERE c.code = ${serialKey(words)} AND ${seenPlaces(user)} ORDER BY n.id DESC LIMIT ${SEARCH_HITS}`.execute(db);
    const hits = rows.map(({ id, warehouse_id, code, title, place }): SearchHit => {
      return {
        kind: 'serial',
        id,
        at: warehouse_id,
        title: code,
        note: `${title} · ${place}`,
        status: null,
        look: null,
        exact: true,
      };
    });
    return { hits, more: false };
  },
};

interface SoldRow {
  id: number;
  code: string;
  title: string;
  paper: string;
}

/** A unit that has left by a contract that the person sees: it lies nowhere, and its contract says whose it is. */
const soldUnits: Source = {
  group: 'serials',
  list: 'contractIndex',
  async find({ db, user, words }) {
    const { rows } = await sql<SoldRow>`
      SELECT k.id, c.code, v.title, concat_ws(' · ', k.number, b.fullname) AS paper
      FROM serial_code c JOIN serial_number n ON n.id = c.serial_id JOIN product_variant v ON v.id = n.product_variant_id
      JOIN delivery_unit u ON u.serial_id = n.id JOIN delivery_line l ON l.id = u.delivery_line_id
      JOIN product_delivery p ON p.id = l.product_delivery_id AND p.handed_at IS NOT NULL
      JOIN contract t ON t.id = p.contract_id JOIN document k ON k.id = t.id JOIN client b ON b.id = t.client_id
      WHERE c.code = ${serialKey(words)} AND n.state = 'sold' AND ${seesContract(user, 'k')}
      ORDER BY p.handed_at DESC LIMIT 1`.execute(db);
    const hits = rows.map(
      ({ id, code, title, paper }): SearchHit => ({
        ...{ kind: 'soldUnit', id, at: null, title: code, note: `${title} · ${paper}` },
        ...{ status: null, look: null, exact: true },
      }),
    );
    return { hits, more: false };
  },
};

/** Clients by name: what has a digit is looked for by POST, on the page of clients (decision 98). */
const clients: Source = {
  group: 'clients',
  list: CLIENTS,
  async find({ db, words }) {
    if (/\d/.test(words)) return { hits: [], more: false };
    const { directory, table, list } = CLIENTS;
    const where = [sql`r.active`, await searched(db, directory, table, words)];
    const { rows, more } = await pageOf(db, list, where, async (ids) => {
      const found = await sql<{ id: number; fullname: string; born: string }>`
        SELECT id, fullname, to_char(birth_date, 'DD.MM.YYYY') AS born FROM client
        WHERE id = ANY (${ids}::integer[])`.execute(db);
      return inOrder(ids, found.rows);
    });
    const hits = rows.map(({ id, fullname, born }): SearchHit => {
      return { kind: 'client', id, at: null, title: fullname, note: born, status: null, look: null, exact: false };
    });
    return { hits, more };
  },
};

const partners: Source = {
  group: 'partners',
  list: PARTNERS,
  async find({ db, words }) {
    const { directory, table, list } = PARTNERS;
    const where = [sql`r.active`, await searched(db, directory, table, words)];
    const { rows, more } = await pageOf(db, list, where, async (ids) => {
      const found = await db
        .selectFrom('partner')
        .select(['id', 'name', 'stir'])
        .where('id', 'in', [...ids])
        .execute();
      return inOrder(ids, found);
    });
    const hits = rows.map(
      ({ id, name, stir }): SearchHit => ({
        ...{ kind: 'partner', id, at: null, title: name, note: stir },
        ...{ status: null, look: null, exact: stir === words },
      }),
    );
    return { hits, more };
  },
};

interface ProductRow {
  id: number;
  title: string;
  sku: string;
  barcode: string;
}

/** The variant whose article was typed, in whichever layout and case: words alike may stand before it in the list. */
async function withArticle(db: Kysely<Schema>, words: string): Promise<number[]> {
  const readings = numberReadings(words);
  const written = [...readings, ...readings.map((one) => one.toUpperCase())];
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM product_variant WHERE active AND sku = ANY (${written}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Variants by name, article and any of their barcodes: the one that was typed is shown. */
const products: Source = {
  group: 'products',
  list: VARIANTS,
  async find({ db, words }) {
    const { directory, table, list } = VARIANTS;
    const barcode = words.replaceAll(/\s/g, '');
    const where = [sql`r.active`, await searched(db, directory, table, words)];
    const meant = await withArticle(db, words);
    const { rows, more } = await pageOf(db, list, where, async (page) => {
      const ids = [...new Set([...meant, ...page])];
      const found = await sql<ProductRow>`
        SELECT v.id, v.title, v.sku,
               coalesce((SELECT b.barcode FROM product_barcode b
                         WHERE b.variant_id = v.id AND b.active AND b.barcode = ${barcode}), v.barcode) AS barcode
        FROM product_variant v WHERE v.id = ANY (${ids}::integer[])`.execute(db);
      return inOrder(ids, found.rows);
    });
    const hits = rows.map(
      ({ id, title, sku, barcode: code }): SearchHit => ({
        ...{ kind: 'product', id, at: null, title, note: `${sku} · ${code}` },
        ...{ status: null, look: null, exact: code === barcode || sameNumber(sku, words) },
      }),
    );
    return { hits, more };
  },
};

interface PersonRow {
  id: number;
  fullname: string;
  username: string;
  place: string;
}

/** Employees by name and user name, whose list the person sees; who has left is in the list only where asked for. */
const people: Source = {
  group: 'people',
  list: users,
  async find({ db, user, language, words }) {
    const { directory, table, list, visible } = users;
    const where = [sql`r.status <> 'dismissed'`, visible(user), await searched(db, directory, table, words)];
    const { rows, more } = await pageOf(db, list, where, async (ids) => {
      const found = await sql<PersonRow>`
        SELECT r.id, r.fullname, r.username, ${titleIn('position', 'p', language)} || ', ' || o.name AS place
        FROM app_user r JOIN position p ON p.id = r.position_id JOIN organization o ON o.id = r.organization_id
        WHERE r.id = ANY (${ids}::integer[])`.execute(db);
      return inOrder(ids, found.rows);
    });
    const hits = rows.map(({ id, fullname, username, place }): SearchHit => {
      const exact = sameNumber(username, words);
      return { kind: 'person', id, at: null, title: fullname, note: place, status: null, look: null, exact };
    });
    return { hits, more };
  },
};

const sourcesOf = (): readonly Source[] => [
  ...[acts, invoices, contracts, orders, outputs, cashDocuments, ...declaredSources()],
  ...[units, soldUnits, clients, partners, products, people],
];

const ruleOf = (list: Source['list']): string =>
  typeof list === 'string' ? serverSides[list].rule : ruleFor(list.directory, 'show');

/** What is meant first. */
const meantFirst = (one: SearchHit, other: SearchHit) => Number(other.exact) - Number(one.exact);
/** Then the newest: documents of all kinds have their ids in one row. */
const nearest = (one: SearchHit, other: SearchHit) => meantFirst(one, other) || other.id - one.id;

/** Those of a kind that the words name come first. */
function namedFirst(hits: readonly SearchHit[], words: string): SearchHit[] {
  const named = new Set([...new Set(hits.map(({ kind }) => kind))].filter((kind) => namesKind(kind, words)));
  const isNamed = ({ kind }: SearchHit) => Number(named.has(kind));
  return hits.toSorted((one, other) => isNamed(other) - isNamed(one) || nearest(one, other));
}

/** By the first reading of the words that finds something. */
async function inSource({ group, find }: Source, asking: Asking): Promise<Found> {
  let found: Found = { hits: [], more: false };
  for (const words of group === 'documents' ? numbersMeant(asking.words) : [asking.words]) {
    found = await find({ ...asking, words });
    if (found.hits.length > 0) break;
  }
  return found;
}

export const everywhereImplementations: Implementation[] = [
  implement(searchEverywhere, {
    async handle({ db, user, language, body }) {
      const asking = { db, user, language, words: body.search };
      const found = new Map<SearchGroup, Found>();
      // punctuation alone is in every name
      const sources = /[\p{L}\p{N}]/u.test(body.search) ? sourcesOf() : [];
      for (const source of sources) {
        const { group, list } = source;
        if (!allows(user.rules, ruleOf(list))) continue;
        const before = found.get(group) ?? { hits: [], more: false };
        const { hits, more } = await inSource(source, asking);
        found.set(group, { hits: [...before.hits, ...hits], more: before.more || more });
      }
      return {
        data: SEARCH_GROUPS.flatMap((group) => {
          const { hits, more } = found.get(group) ?? { hits: [], more: false };
          if (hits.length === 0) return [];
          const sorted = group === 'documents' ? namedFirst(hits, body.search) : hits.toSorted(meantFirst);
          return [{ group, hits: sorted.slice(0, SEARCH_HITS), more: more || hits.length > SEARCH_HITS }];
        }),
      };
    },
  }),
];
