/**
 * The list of contracts (issue 19): each filter with each sort, the first page, the next one, the one before and one far
 * down, of 300,000 contracts with some five million instalments against 3,000; read by who sees every branch and by who
 * sees one. Then how long another person waits for counts.
 */
import { COUNTED } from '../contract/common.ts';
import { contractIndex } from '../contract/sale/contracts.ts';
import { type BenchServer, engines, openKeptServer, timed, WAIT_BUDGET_MS, waits } from './kit.ts';
import { CLOSED_BRANCH, contentHash, manyContracts } from './manyContracts.ts';

const FEW = 3_000;
const MANY = 300_000;
const ROUNDS = 5;
const BUDGET = 3;

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

/** The pages of a question: none where there are no more rows. */
async function pagesOf(server: BenchServer, token: number, query: Query): Promise<Record<string, Query>> {
  const ask = (more: Query) =>
    server.call(token, contractIndex, undefined, undefined, { part: 'rows', ...query, ...more } as object);
  const pages: Record<string, Query> = { first: {} };
  const first = await ask({});
  const { next } = first.meta;
  if (!next) return pages;
  pages.next = { after: next };
  const { previous } = (await ask(pages.next)).meta;
  if (previous) pages.previous = { before: previous };
  // the last one that has a number
  const { total } = (
    await server.call(token, contractIndex, undefined, undefined, { ...query, part: 'counts' } as object)
  ).meta;
  pages.far = { page: Math.ceil((total ?? COUNTED) / 15) };
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
      let worst = { ratio: 0, text: '' };
      let held = true;
      for (const sort of SORTS) {
        const asked = { ...query, sort };
        const pages = { few: await pagesOf(few, token, asked), many: await pagesOf(many, token, asked) };
        for (const page of Object.keys(pages.many)) {
          const take = (server: BenchServer, more: Query | undefined) =>
            timed(() =>
              server.call(token, contractIndex, undefined, undefined, { part: 'rows', ...asked, ...more } as object),
            );
          // three thousand may have no such page: then their first one
          const times: { few: number[]; many: number[] } = { few: [], many: [] };
          for (let round = 0; round < ROUNDS; round += 1) {
            times.few.push(await take(few, pages.few[page]));
            times.many.push(await take(many, pages.many[page]));
          }
          // the least of several: what else the machine does only adds
          const [ours, bare] = [Math.min(...times.many), Math.min(...times.few)];
          const ratio = ours / bare;
          const text = `${sort}, ${page} page: ratio ${ratio.toFixed(2)} – ${ours.toFixed(1)} ms against ${bare.toFixed(1)} ms`;
          if (ratio > worst.ratio) worst = { ratio, text };
          if (ratio > BUDGET) {
            held = false;
            process.stdout.write(`  ✗ ${name}, ${filter}, ${text}\n`);
          }
        }
      }
      process.stdout.write(
        `${held ? '✓' : '✗'} contracts, ${name}, ${filter}, ${engine}: worst ${worst.text} (budget ${BUDGET})\n`,
      );
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
