/**
 * The list of contracts (issue 19): each filter with each sort, the first page, the next one and the one before, of 300,000
 * contracts with some five million instalments against 3,000; read by who sees every branch and by who sees one. A page
 * costs its rows: where 3,000 contracts have fewer for it, their page of the same sort without a filter is taken. One far
 * down, which 3,000 contracts do not have, skips up to ten thousand rows: it is measured by the first page of its own
 * question. Then how long another person waits for counts.
 */
import { COUNTED } from '../contract/common.ts';
import { contractIndex } from '../contract/sale/contracts.ts';
import { type BenchServer, engines, openKeptServer, timed, WAIT_BUDGET_MS, waits } from './kit.ts';
import { CLOSED_BRANCH, contentHash, manyContracts } from './manyContracts.ts';

const FEW = 3_000;
const MANY = 300_000;
const ROUNDS = 5;
const BUDGET = 3;
/** First pages that one far down may cost, as of a directory (issue 18). */
const FAR_BUDGET = 10;

type Query = Readonly<Record<string, string | number>>;
const PEOPLE = [
  { name: 'every branch', token: 0 },
  { name: 'one branch', token: 1 },
  { name: 'the closed branch', token: 2 },
] as const;
const SORTS = ['created_at', 'signed_on', 'total'].flatMap((name) => [`-${name}`, name]);
const FILTERS: Readonly<Record<string, Query>> = {
  'no filter': {},
  ...Object.fromEntries(
    ['draft', 'signed', 'awaiting_handover', 'active', 'closed', 'cancelled'].map((status) => [status, { status }]),
  ),
  'the largest branch': { organization_id: 1 },
  'a small branch': { organization_id: 20 },
  'a closed branch': { organization_id: CLOSED_BRANCH },
  'a client': { client_id: 77 },
  'a day': { date: '2026-05-15' },
  'a month': { date: '2025-05-01,2025-05-31' },
  'the year before': { date: '2025-01-01,2025-12-31' },
  'a family name': { search: 'familiya77' },
  'a number': { search: 'S-1234' },
  'a state in a branch': { status: 'active', organization_id: 20 },
  'a state in a month': { status: 'closed', date: '2024-05-01,2024-05-31' },
};

const ask = (server: BenchServer, token: number, query: Query) =>
  server.call(token, contractIndex, undefined, undefined, { part: 'rows', ...query } as object);

/** Milliseconds, the least of several: what else the machine does only adds. */
async function least(questions: readonly (() => Promise<unknown>)[]): Promise<number[]> {
  const times = questions.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [at, question] of questions.entries()) times[at] = Math.min(times[at] as number, await timed(question));
  return times;
}

/** The pages of a question: none where there are no more rows. */
async function pagesOf(server: BenchServer, token: number, query: Query): Promise<Record<string, Query>> {
  const first = await ask(server, token, query);
  const { next } = first.meta;
  if (!next) return { first: query };
  const pages: Record<string, Query> = { first: query, next: { ...query, after: next } };
  const { previous } = (await ask(server, token, pages.next as Query)).meta;
  if (previous) pages.previous = { ...query, before: previous };
  // the last one that has a number
  const { total } = (
    await server.call(token, contractIndex, undefined, undefined, { ...query, part: 'counts' } as object)
  ).meta;
  pages.far = { ...query, page: Math.ceil((total ?? COUNTED) / 15) };
  return pages;
}

for (const engine of engines()) {
  const open = (size: number) =>
    openKeptServer(engine, {
      ...{ name: `contracts_${size}`, hash: contentHash(size) },
      more: (database) => manyContracts(database, size),
    });
  const few = await open(FEW);
  const many = await open(MANY);
  for (const { name, token } of PEOPLE) {
    for (const [filter, query] of Object.entries(FILTERS)) {
      let worst = { share: 0, text: '' };
      let held = true;
      for (const sort of SORTS) {
        const asked = { ...query, sort };
        const pages = { few: await pagesOf(few, token, asked), many: await pagesOf(many, token, asked) };
        for (const [page, query] of Object.entries(pages.many)) {
          const isFar = page === 'far';
          const { length } = (await ask(many, token, query)).data;
          const alike = pages.few[page] ?? asked;
          const fewer = (await ask(few, token, alike)).data.length < length;
          const bar = () => (isFar ? ask(many, token, asked) : ask(few, token, fewer ? { sort } : alike));
          const [ours = 0, bare = 0] = await least([() => ask(many, token, query), bar]);
          const ratio = ours / bare;
          const budget = isFar ? FAR_BUDGET : BUDGET;
          const text = `${sort}, ${page} page: ratio ${ratio.toFixed(2)} – ${ours.toFixed(1)} ms against ${bare.toFixed(1)} ms (budget ${budget})`;
          if (ratio / budget > worst.share) worst = { share: ratio / budget, text };
          if (ratio > budget) {
            held = false;
            process.stdout.write(`  ✗ ${name}, ${filter}, ${text}\n`);
          }
        }
      }
      process.stdout.write(`${held ? '✓' : '✗'} contracts, ${name}, ${filter}, ${engine}: worst ${worst.text}\n`);
      if (!held) process.exitCode = 1;
    }
  }
  for (const [filter, query] of Object.entries(FILTERS)) {
    const { longest, took } = await waits(many, () =>
      many.call(0, contractIndex, undefined, undefined, { part: 'counts', ...query } as object),
    );
    const held = longest <= WAIT_BUDGET_MS;
    process.stdout.write(
      `${held ? '✓' : '✗'} counts of contracts, ${filter}, ${engine}: ${took.toFixed(0)} ms, another person waits ${longest.toFixed(0)} ms at most (budget ${WAIT_BUDGET_MS})\n`,
    );
    if (!held) process.exitCode = 1;
  }
  await few.close();
  await many.close();
}
