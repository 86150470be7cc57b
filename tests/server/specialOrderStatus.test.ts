/** Stages of a special order come with the release: they are named, coloured and ordered, and nothing else. */
import { expect, it } from 'vitest';
import { specialOrderStatus } from '../../contract/directories/specialOrderStatus.ts';
import { faultsOf, importsOf } from './importKit.ts';
import { withServer } from './world.ts';

const server = withServer();
const { index, show, update } = specialOrderStatus.calls;

it('are listed in their order, one a stage', async () => {
  const { data, meta } = await server.current.do('director', index, { query: {} });
  expect(data.map(({ stage, place }) => [stage, place])).toEqual([
    ['new', 1],
    ['accepted', 2],
    ['priced', 3],
    ['agreed', 4],
    ['ordered', 5],
    ['arrived', 6],
    ['issued', 7],
    ['dismissed', 8],
  ]);
  expect(meta.total).toBe(8);
  const { data: found } = await server.current.do('director', index, { query: { search: 'прибыл' } });
  expect(found.map(({ stage }) => stage)).toEqual(['arrived']);
});

it('takes another name, colour and place, and keeps its stage', async () => {
  const { data: rows } = await server.current.do('director', index, { query: {} });
  const params = { id: rows[3]?.id ?? 0 };
  const body = {
    name: { uz: 'Kelishildi', ru: 'Договорились' },
    stage: 'agreed' as const,
    colour: '#123456',
    place: 9,
  };
  const { data } = await server.current.do('director', update, { params, body, ifMatch: 1 });
  expect(data).toMatchObject({ ...body, version: 2, allowed_events: ['record.update'] });
  expect(Object.keys(data.frozen)).toEqual(['stage']);
  const moved = await server.current.call('director', update, { params, body: { ...body, stage: 'issued' } });
  expect([moved.status, moved.error.errors]).toEqual([422, { stage: [data.frozen.stage] }]);
  expect((await server.current.do('director', show, { params })).data).toEqual(data);
});

it('have a place each: the one that another has is refused with its name, also in a file', async () => {
  const { data: rows } = await server.current.do('director', index, { query: {} });
  const [first, second] = rows as [(typeof rows)[number], (typeof rows)[number]];
  const refused = await server.current.call('director', update, {
    params: { id: second.id },
    body: { name: second.name, stage: second.stage, colour: second.colour, place: first.place },
    ifMatch: second.version,
  });
  const words = `Bu qiymat «${first.name.uz}» (№ ${first.id}) yozuvida bor. Boshqasini yozing, u arxivda boʻlsa, oʻshani qaytaring.`;
  expect([refused.status, refused.error.errors]).toEqual([422, { place: [words] }]);
  const columns = ['name.uz', 'place'].map((part) => ({ title: part, part }));
  const key = `${second.id}.${second.version}`;
  const found = await importsOf(server).check(
    [
      { key, cells: [second.name.uz, { n: String(first.place) }] },
      { key: `${rows[2]?.id}.${rows[2]?.version}`, cells: [rows[2]?.name.uz ?? '', { n: '50' }] },
      { key: `${rows[4]?.id}.${rows[4]?.version}`, cells: [rows[4]?.name.uz ?? '', { n: '50' }] },
    ],
    { directory: 'specialOrderStatus', columns },
  );
  expect(faultsOf(found).map(([part, at]) => [part, at])).toEqual([
    ['place', '3–4'],
    ['place', '2'],
  ]);
});
