/**
 * The own open work of somebody who leaves, and how it is handed to somebody else (decision 90): documents and drafts get
 * another owner, lists that wait for their counter another counter, and a list that is being counted is released.
 */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { snake } from '../../contract/directory/directory.ts';
import type { OwnWork } from '../../contract/people.ts';
import { CONTRACT_KIND } from '../contracts/access.ts';
import { ACT_KIND, findCounter } from '../counting/access.ts';
import { COUNTERS } from '../counting/answers.ts';
import type { Schema } from '../db/schema.ts';
import { requestDirectories } from '../directory/approval.ts';
import { type Language, say } from '../http/messages.ts';
import { INVOICE_KIND } from '../invoices/access.ts';
import type { Asked } from '../lifecycle/lifecycle.ts';
import { ORDER_KIND } from '../orders/access.ts';
import { OUTPUT_KIND } from '../outputs/access.ts';
import type { QueueSource } from '../queue/source.ts';
import { declaredDocuments, sourceOf } from '../queue/sources.ts';
import { wordsOfKind } from '../queue/words.ts';

type Db = Kysely<Schema>;
type Chart = QueueSource['chart'];

/** What is somebody's own while it is open: rows `id, status, name` of an owner, and the states in which it is that. */
interface Owned {
  readonly chart: Chart;
  readonly states: readonly string[];
  readonly rows: (owner: number) => RawBuilder<unknown>;
  /** The table whose owner changes; none where another chart hands it over. */
  readonly table?: string;
  /** Of which directory, where a chart has several tables. */
  readonly kind?: string;
}

const openStates = (chart: Chart): string[] => [...sourceOf(chart).steps.keys()];
const documentsOf = (kind: string) => (owner: number) =>
  sql`SELECT id, status, coalesce(number, '#' || id) AS name FROM document WHERE kind = ${kind} AND owner_id = ${owner}`;

/** Requests that are not decided: what was sent is taken back by its owner alone. @param kind of which directory, where it is declared as one */
const requestsIn = (table: string, kind?: string): Owned => ({
  ...{ chart: 'approval', states: openStates('approval'), table },
  ...(kind !== undefined && { kind }),
  rows: (owner) => sql`SELECT id, status, '#' || id AS name FROM ${sql.table(table)} WHERE owner_id = ${owner}`,
});

const OWNED: readonly Owned[] = [
  { chart: 'countingAct', states: openStates('countingAct'), rows: documentsOf(ACT_KIND), table: 'document' },
  { chart: 'invoice', states: openStates('invoice'), rows: documentsOf(INVOICE_KIND), table: 'document' },
  { chart: 'output', states: ['picking'], rows: documentsOf(OUTPUT_KIND), table: 'document' },
  { chart: 'saleOrder', states: openStates('saleOrder'), rows: documentsOf(ORDER_KIND), table: 'document' },
  // until the goods have left, somebody answers to the client for it
  {
    chart: 'contract',
    states: ['draft', 'signed', 'awaiting_handover'],
    rows: documentsOf(CONTRACT_KIND),
    table: 'document',
  },
  {
    chart: 'counter',
    states: ['assigned', 'counting'],
    rows: (owner) => sql`
      SELECT c.id, c.status, d.number || ' · ' || c.title AS name
      FROM computing_act_user c JOIN document d ON d.id = c.act_of_count_id
      WHERE c.user_id = ${owner} AND d.status IN ('created', 'residues_loaded', 'counting')`,
  },
  {
    chart: 'staffTest',
    states: ['draft'],
    rows: (owner) =>
      sql`SELECT id, status, coalesce(nullif(title, ''), '#' || id) AS name FROM test WHERE owner_id = ${owner}`,
    table: 'test',
  },
  {
    chart: 'announcement',
    states: ['draft'],
    rows: (owner) => sql`SELECT id, status, coalesce(nullif(title_uz, ''), nullif(title_ru, ''), '#' || id) AS name
      FROM announcement WHERE owner_id = ${owner}`,
    table: 'announcement',
  },
  requestsIn('black_list_entry'),
];

const everyOwned = (): readonly Owned[] => [
  ...OWNED,
  ...requestDirectories().map(({ directory, table }) => requestsIn(table.name, directory.spec.name)),
  ...declaredDocuments().map(
    ({ directory: { spec }, lifecycle }): Owned => ({
      chart: lifecycle.machine.id as unknown as Chart,
      states: openStates(lifecycle.machine.id as unknown as Chart),
      rows: documentsOf(snake(spec.name)),
      table: 'document',
    }),
  ),
];

interface Found {
  id: number;
  status: string;
  name: string;
}

const ownedBy = async (db: Db, { rows, states }: Owned, owner: number): Promise<Found[]> =>
  (
    await sql<Found>`SELECT * FROM (${rows(owner)}) w WHERE w.status = ANY (${[...states]}::text[]) ORDER BY w.id`.execute(
      db,
    )
  ).rows;

/** By kind and state, in the order of their charts. */
export async function ownWorkOf(db: Db, owner: number, language: Language): Promise<OwnWork[]> {
  const work: OwnWork[] = [];
  for (const owned of everyOwned()) {
    const found = await ownedBy(db, owned, owner);
    for (const state of owned.states) {
      const count = found.filter(({ status }) => status === state).length;
      const look = sourceOf(owned.chart).steps.get(state)?.look ?? 'waiting';
      const words = {
        kind: wordsOfKind(language, owned.chart, owned.kind),
        state: say(language, `queue.states.${owned.chart}.${state}`),
      };
      if (count > 0) work.push({ chart: owned.chart, words, state, look, count });
    }
  }
  return work;
}

/** Whoever dismisses somebody needs no right of counting: the lists are handed over as the owner of the act would. */
const asManager = (asked: Asked): Asked => ({
  ...asked,
  user: { ...asked.user, rules: { act_of_count: { show: true, allshow: true, edit: true } } },
  // the version that the person saw is that of the employee
  ifMatch: undefined,
});

async function handOverList(asked: Asked, id: number, heirId: number): Promise<void> {
  const manager = asManager(asked);
  const { db } = asked;
  const list = await findCounter(db, manager.user, id, true);
  if (list.status === 'counting') {
    await COUNTERS.take(manager, list, 'counter.release', async () => ({}));
    return;
  }
  const twin = await db
    .selectFrom('computing_act_user')
    .select('id')
    .where('act_of_count_id', '=', list.act.id)
    .where('user_id', '=', heirId)
    .executeTakeFirst();
  // who counts in the act already counts for both
  if (twin) {
    await COUNTERS.take(manager, list, 'counter.remove', async () => ({ user_id: list.userId }));
    return;
  }
  await COUNTERS.take(manager, list, 'counter.rename', async () => {
    await db.updateTable('computing_act_user').set({ user_id: heirId }).where('id', '=', id).execute();
    return {
      before: { title: list.title, user_id: list.userId },
      after: { title: list.title, user_id: heirId },
    };
  });
}

/** Of one place in the queue, what was handed over: its ids, and its names for the log of the person. */
export interface Handed {
  readonly chart: Chart;
  readonly kind: string | null;
  readonly ids: readonly number[];
  readonly names: readonly string[];
}

export async function handOver(asked: Asked, owner: number, heirId: number): Promise<Handed[]> {
  const { db } = asked;
  const handed: Handed[] = [];
  for (const owned of everyOwned()) {
    const found = await ownedBy(db, owned, owner);
    if (found.length === 0) continue;
    if (owned.table === undefined) for (const { id } of found) await handOverList(asked, id, heirId);
    else
      await sql`UPDATE ${sql.table(owned.table)} SET owner_id = ${heirId}
        WHERE id = ANY (${found.map(({ id }) => id)}::integer[])`.execute(db);
    handed.push({
      chart: owned.chart,
      kind: owned.kind ?? null,
      ids: found.map(({ id }) => id),
      names: found.map(({ name }) => name),
    });
  }
  return handed;
}
