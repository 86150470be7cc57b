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

it('have a place each: the one that another has is refused in words of its own, also in a file', async () => {
  const { data: rows } = await server.current.do('director', index, { query: {} });
  const [first, second] = rows as [(typeof rows)[number], (typeof rows)[number]];
  const sent = {
    params: { id: second.id },
    body: { name: second.name, stage: second.stage, colour: second.colour, place: first.place },
    ifMatch: second.version,
  };
  const refused = await server.current.call('director', update, sent);
  const words = `Bu tartib raqami «${first.name.uz}» yozuvida bor (№ ${first.id}).`;
  expect([refused.status, refused.error.errors]).toEqual([422, { place: [words] }]);
  const named = await server.current.call('director', update, {
    ...sent,
    body: { ...sent.body, name: first.name, place: 2 },
  });
  const known = `Bunday yozuv bor: «${first.name.uz}» (№ ${first.id}). Arxivda boʻlsa, oʻshani qaytaring.`;
  expect(named.error.errors).toEqual({ name: [known] });

  const columns = ['name.uz', 'place'].map((part) => ({ title: part, part }));
  const line = (at: number, place: number) => ({
    key: `${rows[at]?.id}.${rows[at]?.version}`,
    cells: [rows[at]?.name.uz ?? '', { n: String(place) }],
  });
  const found = await importsOf(server).check([line(1, first.place), line(2, 50), line(4, 50)], {
    directory: 'specialOrderStatus',
    columns,
  });
  const twice = 'Faylda bir martadan koʻp uchraydi.';
  expect(faultsOf(found)).toEqual([
    ['place', '3–4', twice],
    ['place', '2', words],
  ]);
});

it('says of a place that the file passes on which row comes first', async () => {
  const { data: rows } = await server.current.do('director', index, { query: {} });
  const [first, second] = rows as [(typeof rows)[number], (typeof rows)[number]];
  const found = await importsOf(server).check(
    [
      { key: `${second.id}.${second.version}`, cells: [second.name.uz, { n: String(first.place) }] },
      { key: `${first.id}.${first.version}`, cells: [first.name.uz, { n: '60' }] },
    ],
    { directory: 'specialOrderStatus', columns: ['name.uz', 'place'].map((part) => ({ title: part, part })) },
  );
  expect(faultsOf(found)).toEqual([
    ['place', '2', expect.stringContaining(`“${first.name.uz}” yozuvida, uni fayl 3-qatorda`)],
  ]);
});
