/** Lists of directories with something beyond their declaration: columns of computed facts, and what is not used yet. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryClient } from '../../src/api/queries.ts';
import { loadDirectory } from '../../src/directory/pages.tsx';
import { language, loadTexts } from '../../src/i18n/index.ts';

vi.mock('../../src/app/session.ts', async (original) => ({
  ...(await original<object>()),
  useSession: (select: (snapshot: object) => unknown) => select({ context: { user: { id: 1, rules: {} } } }),
  useUser: () => ({ id: 1, rules: {}, office: true }),
  useAllows: () => false,
}));

let rows: object[] = [];
beforeEach(() => {
  cleanup();
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false, networkMode: 'always' } });
  vi.stubGlobal('fetch', async () => {
    const body = { data: rows, meta: { current_page: 1, total: rows.length, per_page: 15 } };
    return new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });
  });
});

const bodyRows = () => [...document.querySelectorAll('tbody > tr')];
async function open(name: string) {
  window.history.replaceState(null, '', '/');
  const [Page] = await Promise.all([loadDirectory(name), loadTexts('kit', 'directory', `directories/${name}`)]);
  // its lazy parts are awaited
  await act(async () => {
    render(
      <QueryClientProvider client={queryClient}>
        <Page />
      </QueryClientProvider>,
    );
  });
  await waitFor(() => expect(bodyRows()).toHaveLength(rows.length), { timeout: 15_000 });
}
const cellsOf = (head: string): (string | null | undefined)[] => {
  const at = screen.getAllByRole('columnheader').findIndex(({ textContent }) => textContent === head);
  return bodyRows().map((row) => row.children[at]?.textContent);
};
const row = { id: 1, active: true, version: 1 };

it('rules: how many positions have each and how many people hold it', async () => {
  expect(language()).toBe('uz');
  rows = [
    {
      ...row,
      title: { uz: 'Koʻrish', ru: 'Видеть' },
      resource: 'bank',
      action: 'show',
      area: 'cashbox',
      positions: 4,
      people: 17,
    },
  ];
  await open('rule');
  expect([cellsOf('Lavozimlar'), cellsOf('Xodimlar')]).toEqual([['4'], ['17']]);
});

it('sets of goods: that nothing uses them yet stands over the list, beside what they save', async () => {
  rows = [
    {
      ...row,
      name: 'Toʻplam',
      goods: [{ id: 1, title: 'Noutbuk' }],
      price: 900_000,
      sold: { from: '2026-11-01', to: null },
      goods_sum: 1_000_000,
      saving: 100_000,
    },
  ];
  await open('productSet');
  expect(screen.getByText('Toʻplamlar hali ishlatilmaydi: hech bir shartnoma ularni qoʻllamaydi.')).toBeDefined();
  expect(cellsOf('Alohida narxi')[0]?.replace(/\s/g, '')).toContain('1000000');
  expect(cellsOf('Tejaladi')[0]?.replace(/\s/g, '')).toContain('100000');
});
