/** The list and the form of a dated setting: an open end beside what does not hold, and months where figures hold by the month. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { AnySetting } from '../../contract/setting/setting.ts';
import { collectorPercent } from '../../contract/settings/collectorPercent.ts';
import { paymentDisciplineSetting } from '../../contract/settings/paymentDisciplineSetting.ts';
import { queryClient } from '../../src/api/queries.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import { settingPage } from '../../src/setting/page.tsx';

vi.mock('../../src/app/session.ts', async (original) => ({
  ...(await original<object>()),
  useUser: () => ({ id: 7, fullname: 'Kim Yelena', organization_id: 1, office: true, rules: {}, favorite_pages: [] }),
  useAllows: () => true,
}));

const SPACES = ['kit', 'common', 'setting', 'directory', 'records', 'machines/settingRevision', 'pages'] as const;
beforeAll(async () => {
  await loadTexts(...SPACES, 'settings/collectorPercent', 'settings/paymentDisciplineSetting');
});
afterEach(() => {
  vi.useRealTimers();
});
beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false, networkMode: 'always' } });
});

function open(setting: AnySetting, address: string, data: object[]) {
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify({ data }), { headers: { 'Content-Type': 'application/json' } }),
  );
  window.history.replaceState(null, '', address);
  const Page = settingPage(setting);
  render(
    <QueryClientProvider client={queryClient}>
      <Page />
    </QueryClientProvider>,
  );
}
const coming = { next: null, planned: 0, drafts: 0 };
const wordsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

it('the open end of a band is no end, and what holds nothing has a dash', async () => {
  const figures = { days_to: null, score: -40, months_back: 12 };
  open(paymentDisciplineSetting as unknown as AnySetting, '/income/settings', [
    { id: 1, days_from: 91, in_force: { id: 1, valid_from: '2026-11-01', ...figures }, ...coming },
    { id: 2, days_from: 120, in_force: null, ...coming, drafts: 1 },
  ]);
  const rowOf = async (name: string) => (await screen.findByRole('button', { name })).closest('tr') as HTMLElement;
  expect(wordsOf(await rowOf('91'))[0]).toBe('cheksiz');
  expect(wordsOf(await rowOf('120'))[0]).toBe('—');
});

it('figures that hold by the month are of a month, in the list and in the form', async () => {
  vi.setSystemTime('2026-11-21T08:00:00+05:00');
  const figures = { percent: 0.5 };
  open(collectorPercent as unknown as AnySetting, '/levy/levy-percent-settings', [
    {
      ...{ id: 1, stage: 'days_1_30', plan_from: 80, ...coming },
      in_force: { id: 1, valid_from: '2026-06-01', ...figures },
    },
  ]);
  expect(await screen.findByRole('columnheader', { name: /Qaysi oydan/ })).toBeTruthy();
  expect(await screen.findByText('2026, iyun')).toBeTruthy();
  fireEvent.click(screen.getByTestId('record-add'));
  const month = (await screen.findByLabelText('Qaysi oydan amal qiladi')) as HTMLSelectElement;
  // the present month, and a year before and after it
  expect(month.value).toBe('2026-11-01');
  const offered = [...month.options].map(({ value }) => value).filter(Boolean);
  expect([offered[0], offered.at(-1), offered.length]).toEqual(['2025-11-01', '2027-11-01', 25]);
});
