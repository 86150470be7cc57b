/** Constants of the specification as the server behaves: pages of fifteen, the eight reasons of a cancellation. */
import { beforeAll, describe, expect, it } from 'vitest';
import { calls } from '../../contract/index.ts';
import { head } from './lifecycles/invoice.driver.ts';
import { ORGANIZATION, withServer } from './world.ts';

const server = withServer();

const callOf = (id: string) => {
  const call = calls.find((one) => one.id === id);
  if (call === undefined) throw new Error(`no call ${id}`);
  return call;
};

describe('a page holds fifteen (specification 9)', () => {
  let actId = 0;

  beforeAll(async () => {
    const on = server.current;
    for (let nth = 1; nth <= 16; nth += 1) {
      const { data } = (await on.do('keeper', callOf('actCreate'), {
        body: { organization_id: ORGANIZATION, comment: `Sanoq ${nth}` },
      })) as { data: { id: number } };
      actId = data.id;
      await on.do('purchaser', callOf('invoiceCreate'), { body: head(`S-${nth}`) });
    }
    const people = await on.db.kysely
      .insertInto('app_user')
      .values(
        Array.from({ length: 16 }, (_, nth) => ({
          username: `sanovchi${nth}`,
          password_hash: '-',
          fullname: `Sanovchi ${nth}`,
          phone: null,
          position_id: 1,
          organization_id: ORGANIZATION,
          office: false,
          last_login: null,
          search_key: `sanovchi ${nth}`,
        })),
      )
      .returning('id')
      .execute();
    for (const { id } of people) {
      await on.do('keeper', callOf('counterCreate'), {
        params: { actId },
        body: { title: `Sanovchi ${id}`, user_id: id },
      });
    }
  });

  it.each([
    ['acts', () => server.current.do('keeper', callOf('actIndex'))],
    ['counters', () => server.current.do('keeper', callOf('counterIndex'), { params: { actId } })],
    ['invoices', () => server.current.do('purchaser', callOf('invoiceIndex'))],
  ])('%s', async (_, ask) => {
    const { data, meta } = (await ask()) as { data: unknown[]; meta: { per_page: number; total: number } };
    expect(data).toHaveLength(15);
    expect(meta).toMatchObject({ per_page: 15, total: 16 });
  });
});

it.each([
  'wrong_partner',
  'wrong_product',
  'wrong_price',
  'wrong_quantity',
  'duplicate_invoice',
  'goods_not_received',
  'goods_damaged',
  'other',
])('an invoice is cancelled because of %s (decision 24)', async (reason) => {
  const on = server.current;
  const cancel = (id: number, canceled_commentary_type: string) =>
    on.call('purchaser', callOf('invoiceCancel'), {
      params: { id },
      body: { canceled_commentary: 'Sabab', canceled_commentary_type },
    });
  const { data } = (await on.do('purchaser', callOf('invoiceCreate'), { body: head(`C-${reason}`) })) as {
    data: { id: number };
  };
  expect((await cancel(data.id, 'ninth_reason')).status).toBe(422);
  expect((await cancel(data.id, reason)).status).toBe(200);
});
