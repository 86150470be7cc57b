/** A new order whose client or warehouses could not be read says so, and asks again. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import common from '../../locales/uz/common.json' with { type: 'json' };
import orders from '../../locales/uz/orders.json' with { type: 'json' };
import { loadTexts } from '../../src/i18n/index.ts';
import OrderPage from '../../src/pages/sale/OrderPage.tsx';
import { pathOf, withQuery } from '../../src/routes/registry.ts';

const failing = vi.hoisted(() => ({ call: '', tries: 0 }));
vi.mock('../../src/api/queries.ts', () => ({
  useCall: (call: { id: string }) => ({
    data: undefined,
    error: call.id === failing.call ? { status: 500, message: 'Serverda xatolik.', requestId: 'r' } : null,
    refetch() {
      if (call.id === failing.call) failing.tries += 1;
    },
  }),
  showAnswer() {},
}));
vi.mock('../../src/app/session.ts', async (original) => ({ ...(await original<object>()), useAllows: () => true }));
vi.mock('../../src/ui/form/RemoteSelect.tsx', () => ({ RemoteSelect: () => null }));

beforeAll(() => loadTexts('orders', 'common', 'kit', 'errors'));

it.each(['orderWarehouses', 'clientShow'])('%s', async (call) => {
  failing.call = call;
  failing.tries = 0;
  window.history.replaceState(null, '', withQuery(pathOf('createOrder'), { client: 3 }));
  render(<OrderPage />);
  expect(screen.getByText(orders.failedOne)).toBeTruthy();
  expect(screen.queryByText(orders.chooseClientText)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: common.retry }));
  expect(failing.tries).toBe(1);
});
