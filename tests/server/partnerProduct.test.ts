/** What is bought from a partner: the price of its last confirmed invoice; each product once. */
import { expect, it } from 'vitest';
import { partnerProduct } from '../../contract/directories/partnerProduct.ts';
import { confirmed, dollars, draft, head, newNumber, sum } from './invoiceKit.ts';
import { withServer } from './world.ts';

const server = withServer();
const on = () => server.current;

it('the last price is that of the last confirmed invoice of this partner, in soʻm', async () => {
  const body = {
    partner_id: head(newNumber()).partner_id,
    variant_id: sum().product_variant_id,
    lead_days: 3,
  };
  const { data } = await on().do('director', partnerProduct.calls.create, { body });
  const price = async () =>
    (await on().do('director', partnerProduct.calls.show, { params: { id: data.id } })).data.last_price;
  expect(data).toMatchObject({ last_price: null, category: expect.stringMatching(/\S/) });
  await draft(on(), [sum({ value: 70_000 })]);
  expect(await price()).toBe(null);
  await confirmed(on(), [sum({ value: 90_000 })]);
  expect(await price()).toBe(90_000);
  await confirmed(on(), [dollars()]);
  expect(await price()).toBe(1_206_000);
  const { data: listed } = await on().do('director', partnerProduct.calls.index, { query: {} });
  expect(listed.map(({ last_price }) => last_price)).toEqual([1_206_000]);
});

it('a product is attached to a partner once', async () => {
  const { data } = await on().do('director', partnerProduct.calls.index, { query: {} });
  const [known] = data;
  const body = { partner_id: known?.partner.id ?? 0, variant_id: known?.variant.id ?? 0, lead_days: 9 };
  const answer = await on().call('director', partnerProduct.calls.create, { body });
  expect([answer.status, Object.keys(answer.error.errors ?? {})]).toEqual([422, ['variant_id']]);
});
