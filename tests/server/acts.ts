/** Acts of counting brought to where a test begins, over HTTP. */
import { randomUUID } from 'node:crypto';
import type { ListedProduct } from '../../contract/bodies.ts';
import { actComplete, actCreate, loadResidues } from '../../contract/counting/acts.ts';
import { counterCreate, counterStart } from '../../contract/counting/counters.ts';
import { type Entry, saveEntries, submitList } from '../../contract/counting/entries.ts';
import { type Answer, ORGANIZATION, PEOPLE, type PersonName, type Server } from './world.ts';

export type CounterName = Extract<PersonName, 'counter1' | 'counter2' | 'counter3'>;

/** An id that nothing has. */
export const NOTHING = 2_000_000;

export async function openAct(server: Server, who: PersonName = 'keeper'): Promise<number> {
  const { data } = await server.do(who, actCreate, { body: { organization_id: ORGANIZATION, comment: 'Sinov' } });
  return data.id;
}

export async function addCounter(server: Server, actId: number, who: PersonName): Promise<number> {
  const answer = await server.do('keeper', counterCreate, {
    params: { actId },
    body: { title: `${who} roʻyxati`, user_id: PEOPLE[who].id },
  });
  return answer.computing_act_user.id;
}

/** An act with residues and counters that count, in the order in which they were named. */
export async function countingAct(
  server: Server,
  people: readonly PersonName[] = ['counter1'],
): Promise<{ id: number; counters: number[] }> {
  const id = await openAct(server);
  await server.do('keeper', loadResidues, { params: { actId: id } });
  const counters: number[] = [];
  for (const who of people) counters.push(await addCounter(server, id, who));
  for (const [at, who] of people.entries()) {
    await server.do(who, counterStart, { params: { id: counters[at] ?? NOTHING } });
  }
  return { id, counters };
}

export const entry = (product_variant_id: number, count: number, serial_number?: string): Entry => ({
  entry_id: randomUUID(),
  product_variant_id,
  count,
  source: 'scan',
  entered_at: new Date().toISOString(),
  ...(serial_number ? { serial_number } : {}),
});

export const save = (server: Server, who: PersonName, counterId: number, entries: Entry[], after?: number) =>
  server.call(who, saveEntries, {
    params: { id: counterId },
    body: { entries, ...(after === undefined ? {} : { after }) },
  });

export const submit = (server: Server, who: PersonName, counterId: number, listed_products: ListedProduct[]) =>
  server.call(who, submitList, { params: { id: counterId }, body: { listed_products } });

/** An act that one list counted, and all of it is decided. */
export async function completedAct(server: Server, list: ListedProduct[]): Promise<{ id: number; counter: number }> {
  const { id, counters } = await countingAct(server);
  const counter = counters[0] ?? NOTHING;
  taken(await submit(server, 'counter1', counter, list));
  await server.do('keeper', actComplete, { params: { actId: id } });
  return { id, counter };
}

export function taken<T>(answer: Answer<T>): T {
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.error)}`);
  return answer.body;
}

/** Stock of the first branch as the tables hold it: pieces by product, units by serial number. */
export async function stockOf(
  server: Server,
  organizationId = ORGANIZATION,
): Promise<{ pieces: Map<number, number>; units: Set<string> }> {
  const places = server.db.kysely
    .selectFrom('warehouse_list')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('kind', '<>', 'transit');
  const balances = await server.db.kysely
    .selectFrom('stock_balance')
    .select(({ fn }) => ['product_variant_id', fn.sum<number>('qty').as('qty')])
    .where('warehouse_id', 'in', places)
    .groupBy('product_variant_id')
    .execute();
  const serials = await server.db.kysely
    .selectFrom('serial_number')
    .select(['product_variant_id', 'serial_number'])
    .where('warehouse_id', 'in', places)
    .execute();
  return {
    pieces: new Map(
      balances.filter((row) => Number(row.qty) !== 0).map((row) => [row.product_variant_id, Number(row.qty)]),
    ),
    units: new Set(serials.map((row) => `${row.product_variant_id} ${row.serial_number}`)),
  };
}

/** Everything that a refused call must not change, as one text. */
export async function fingerprintOf(server: Server): Promise<string> {
  const counts: Record<string, unknown> = {};
  for (const table of [
    'count_entry',
    'event_log',
    'stock_move',
    'file',
    'document_comment',
    'count_decision',
    'count_result',
    'idempotency',
    'stock_batch',
  ] as const) {
    const { n } = await server.db.kysely
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    counts[table] = Number(n);
  }
  const documents = await server.db.kysely
    .selectFrom('document')
    .select(['id', 'status', 'version'])
    .orderBy('id')
    .execute();
  const counters = await server.db.kysely
    .selectFrom('computing_act_user')
    .select(['id', 'status', 'version', 'title', 'user_id'])
    .orderBy('id')
    .execute();
  return JSON.stringify({ counts, documents, counters });
}
