/** Stages of a special order come with the release: they are named, coloured and ordered, and nothing else. */
import { expect, it } from 'vitest';
import { specialOrderStatus } from '../../contract/directories/specialOrderStatus.ts';
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
