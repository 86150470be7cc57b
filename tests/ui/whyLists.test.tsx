/** Money of one client in a list says of what it can be asked: prepaid money of a contract, free money, a debt. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../src/api/queries.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import ClosedContractsPage from '../../src/pages/cashbox/ClosedContractsPage.tsx';
import PrepaidClientsPage from '../../src/pages/cashbox/PrepaidClientsPage.tsx';
import ClientContractsPage from '../../src/pages/scoring/ClientContractsPage.tsx';

vi.mock('../../src/app/session.ts', async (original) => ({
  ...(await original<object>()),
  useUser: () => ({ id: 7, fullname: 'Kim Yelena', organization_id: 1, rules: {}, favorite_pages: [] }),
  useAllows: () => true,
}));

beforeAll(() => loadTexts('kit', 'cashbox', 'scoring', 'common', 'why', 'machines/contract').then(() => {}));
beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false, networkMode: 'always' } });
});
afterEach(cleanup);

const client = { id: 5, fullname: 'Aziza Karimova' };
const organization = { id: 2, name: 'Chilonzor' };
const contract = { id: 31, number: 'CHL-26-0031' };
const prepaid = { client, organization, prepaid: 600_000, since: '2026-11-02', next_due: null };
const closed = {
  ...{ client, organization, signed_on: '2026-02-02', closed_on: '2026-11-02', late: 0, late_days: 0, total: 900_000 },
  ...{ number: contract.number, certificate: null },
};
const scored = {
  ...{ ...contract, client, organization, status: 'active', signed_on: '2026-10-01', total: 900_000, owed: 400_000 },
  ...{ due: 1, on_time: 1, late_days: 0, closed_on: null, closed_early: false, months: [] },
};

it.each<[string, ReactElement, object[], string[]]>([
  [
    'prepaid money',
    <PrepaidClientsPage key="prepaid" />,
    [
      { ...prepaid, id: 1, contract },
      { ...prepaid, id: 2, contract: null },
    ],
    ['prepaid.contract.31', 'prepaid.free.5.2'],
  ],
  [
    'what is left over of a closed contract',
    <ClosedContractsPage key="closed" />,
    [
      { ...closed, id: 31, prepaid: 10_000 },
      { ...closed, id: 32, prepaid: 0 },
    ],
    ['prepaid.free.5.2'],
  ],
  ['a debt as scoring sees it', <ClientContractsPage key="scored" />, [scored], ['owed.contract.31']],
])('%s', async (_, page, data, asked) => {
  vi.stubGlobal('fetch', async () => {
    const body = { data, meta: { current_page: 1, total: data.length, per_page: 15 } };
    return new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });
  });
  window.history.replaceState(null, '', '/?');
  render(<QueryClientProvider client={queryClient}>{page}</QueryClientProvider>);
  const words = () => [...document.querySelectorAll<HTMLElement>('tbody [data-why]')].map(({ dataset }) => dataset.why);
  await vi.waitFor(() => expect(words()).toEqual(asked));
});
