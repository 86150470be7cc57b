/** The stock of an order's line: with what is kept for the order it comes to what the line says is available. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { OrderDetails } from '../../contract/sale/orders.ts';
import orders from '../../locales/uz/orders.json' with { type: 'json' };
import { queryClient } from '../../src/api/queries.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import { Stock } from '../../src/pages/sale/Stock.tsx';

beforeAll(() => loadTexts('orders', 'common', 'errors'));
afterEach(() => queryClient.clear());

it.each([
  [5, ['4', orders.keptHere.replace('{{figure}}', '1')]],
  [4, ['4']],
])('of a line with %i available', async (available, said) => {
  queryClient.setDefaultOptions({ queries: { retry: false, networkMode: 'always' } });
  const place = { organization: 'Chilonzor', organization_id: 1, stock: 6, reserved: 2 };
  const data = [
    { ...place, warehouse: { id: 3, name: 'Savdo zali' } },
    { ...place, warehouse: { id: 4, name: 'Ombor' } },
  ];
  vi.stubGlobal('fetch', async () => Response.json({ data }));
  const line = { id: 1, product_variant_id: 9, title: 'Televizor', is_serial_number: false, available, qty: 1 };
  render(
    <QueryClientProvider client={queryClient}>
      <Stock
        line={line as OrderDetails['lines'][number]}
        organizationId={1}
        warehouseId={3}
        editable={false}
        onUnit={() => {}}
      />
    </QueryClientProvider>,
  );
  const [, own, other] = (await screen.findByTestId('order-stock')).querySelectorAll('tr');
  const words = (row: Element | undefined) =>
    [...(row?.lastElementChild?.children ?? [])].map((one) => one.textContent);
  expect(words(own)).toEqual(said);
  expect(words(other)).toEqual(['4']);
});
