/** Who only reads an order is asked nothing by its window that the server would refuse: stock of branches, terms. */
import { render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { OrderDetails } from '../../contract/sale/orders.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import OrderPage from '../../src/pages/sale/OrderPage.tsx';
import { pathOf, withQuery } from '../../src/routes/registry.ts';

const seen = vi.hoisted(() => ({ calls: [] as string[], rules: [] as string[] }));
const order: OrderDetails = {
  ...{
    id: 5,
    number: 'CHL-26-0005',
    status: 'draft',
    version: 1,
    organization_id: 1,
    organization: 'Chilonzor filiali',
  },
  ...{ created_at: '2026-11-20T06:00:00Z', client_id: 3, client: 'Xolmatov Sardor', goods: 'Aqlli soat' },
  ...{ warehouse: { id: 1, name: 'Savdo zali' }, seller: { id: 11, fullname: 'Sotuvchi' }, comment: null },
  ...{ reserved_until: null, cancel_reason: null, contract: null, total: 459_000, units: 1 },
  ...{ allowed_events: [], facts: { lines: 1, prolongs: 0 }, listed: null },
  lines: [
    {
      ...{ id: 9, product_variant_id: 7, title: 'Aqlli soat', is_serial_number: false, serial: null, available: 14 },
      ...{ qty: 1, price: 459_000, current_price: 459_000, discount: 0, sum: 459_000 },
    },
  ],
};
vi.mock('../../src/api/queries.ts', () => ({
  useCall(call: { id: string }, _request: unknown, options?: { enabled?: boolean }) {
    if (options?.enabled !== false) seen.calls.push(call.id);
    return { data: call.id === 'orderShow' ? { data: order } : undefined, error: null, refetch() {} };
  },
  showAnswer() {},
}));
vi.mock('../../src/api/news.ts', () => ({ useNews() {} }));
vi.mock('../../src/pages/sale/useTerms.ts', () => ({
  useTerms() {
    seen.calls.push('saleTerms');
    return { terms: undefined, error: null, again() {} };
  },
}));
vi.mock('../../src/app/session.ts', async (original) => ({
  ...(await original<object>()),
  useAllows: (rule: string) => rule.split('|').some((one) => seen.rules.includes(one)),
}));
vi.mock('../../src/pages/sale/useMayComment.ts', () => ({ useMayComment: () => false }));
vi.mock('../../src/document/Side.tsx', () => ({ Side: () => null }));
vi.mock('../../src/ui/way/Way.tsx', () => ({ Way: () => null, WayButton: () => null }));

beforeAll(() => loadTexts('orders', 'sale', 'common', 'kit', 'errors', 'machines/saleOrder'));
beforeEach(() => {
  seen.calls = [];
  window.history.replaceState(null, '', withQuery(pathOf('createOrder'), { row: 5 }));
});

const asked = (): string[] => [...new Set(seen.calls)].filter((id) => id !== 'orderShow').sort();

it.each([
  ['contract.show', []],
  ['contract.add', ['saleTerms']],
  ['order.edit', ['orderGoods', 'saleTerms']],
])('%s', (rule, calls) => {
  seen.rules = [rule];
  render(<OrderPage />);
  expect(screen.getByTestId('order')).toBeTruthy();
  expect(asked()).toEqual(calls);
});
