/** All records of a filter for one command (issue 18): as many as were seen, untouched since, and never the whole list. */
import { expect, it } from 'vitest';
import { MOST_FILTERED } from '../../contract/common.ts';
import { bank } from '../../contract/directories/bank.ts';
import { withServer } from './world.ts';

const server = withServer();
const { calls } = bank;
const index = (query: object) =>
  server.current.call('director', calls.index, { query } as never) as unknown as Promise<{
    status: number;
    body: { data: { id: number; version: number; name: string }[]; meta: { total: number | null; moment?: string } };
    error: { message: string; errors?: Record<string, string[]> };
  }>;

async function threeBanks(word: string): Promise<number[]> {
  const ids: number[] = [];
  for (const n of [1, 2, 3]) {
    const body = { name: `${word} ${n}`, mfo: String(40_000 + Math.floor(Math.random() * 50_000)) };
    ids.push((await server.current.do('director', calls.create, { body })).data.id);
  }
  return ids;
}

it('answers every record of the filter to who saw as many', async () => {
  const ids = await threeBanks('Zarafshon');
  const seen = await index({ search: 'Zarafshon', per_page: 15 });
  expect(seen.body.meta.total).toBe(3);
  const { status, body } = await index({ search: 'Zarafshon', all: 3, moment: seen.body.meta.moment });
  expect([status, body.data.map(({ id }) => id), body.meta.total]).toEqual([200, ids, 3]);
  expect(body.data.every(({ version }) => version === 1)).toBe(true);
});

it('is refused when another number matches by now, and when nothing narrows the list', async () => {
  await threeBanks('Karvon');
  const other = await index({ search: 'Karvon', all: 2 });
  expect([other.status, other.error.message]).toEqual([409, expect.stringContaining('3 ta yozuv mos keladi, siz 2')]);
  const { total } = (await index({})).body.meta;
  const whole = await index({ all: total });
  expect([whole.status, Object.keys(whole.error.errors ?? {})]).toEqual([422, ['all']]);
  const many = await index({ search: 'Karvon', all: MOST_FILTERED + 1 });
  expect(many.status).toBe(422);
  expect((await index({ status: 'archived', all: 10_000 })).status).toBe(422);
});

it('is refused when somebody has changed one of them since', async () => {
  const [first = 0] = await threeBanks('Bunyodkor');
  const seen = await index({ search: 'Bunyodkor' });
  await new Promise((done) => setTimeout(done, 5));
  const params = { id: first };
  const { data } = await server.current.do('director', calls.show, { params });
  await server.current.do('director', calls.update, { params, body: { name: data.name, mfo: '39998' }, ifMatch: 1 });
  const late = await index({ search: 'Bunyodkor', all: 3, moment: seen.body.meta.moment });
  expect([late.status, late.error.message]).toEqual([409, expect.stringContaining('oʻzgargan')]);
  const again = await index({ search: 'Bunyodkor' });
  expect((await index({ search: 'Bunyodkor', all: 3, moment: again.body.meta.moment })).status).toBe(200);
});
