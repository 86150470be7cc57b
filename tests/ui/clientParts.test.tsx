/** The tabs of a client's card: which there are, and each of them while it is read, without rows, with some, and not read. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { allows } from '../../contract/rules.ts';
import client from '../../locales/uz/directories/client.json' with { type: 'json' };
import filesText from '../../locales/uz/files.json' with { type: 'json' };
import { queryClient } from '../../src/api/queries.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import Parts from '../../src/pages/clients/Parts.tsx';

const may = vi.hoisted(() => ({ rules: {} as Record<string, Record<string, boolean>> }));
vi.mock('../../src/app/session.ts', async (original) => ({
  ...(await original<object>()),
  useUser: () => ({ id: 7, fullname: 'Kim Yelena', organization_id: 1, rules: may.rules, favorite_pages: [] }),
  useAllows: (rule: string) => allows(may.rules, rule),
}));

const ALL = {
  client: { show: true },
  questionnaire: { show: true },
  incomes: { show: true },
  product_delivery: { show: true },
  payment_certificate: { allshow: true },
};
const words = client.card;

beforeAll(() =>
  loadTexts(
    ...[
      'directories/client',
      'directories/clientIncome',
      'directory',
      'records',
      'common',
      'files',
      'machines/questionnaire',
    ],
  ).then(() => {}),
);
beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false, networkMode: 'always' } });
});
afterEach(cleanup);

/** The card's tabs; the server answers each address with what is given, and what is not given never comes. */
function open(address: string, answers: Readonly<Record<string, object | 'fails'>>, rules: typeof may.rules = ALL) {
  may.rules = rules;
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(new Request(input, init).url);
    asked.push(pathname);
    const [, answer] = Object.entries(answers).find(([path]) => pathname.includes(path)) ?? [];
    if (answer === undefined) return new Promise<never>(() => {});
    const [body, status] = answer === 'fails' ? [{ message: 'Ulanish uzildi' }, 500] : [answer, 200];
    return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } });
  });
  window.history.replaceState(null, '', address);
  render(
    <QueryClientProvider client={queryClient}>
      <Parts id={18} actor={{} as never} />
    </QueryClientProvider>,
  );
  return asked;
}

const tabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent);

it('there is a tab for each part that the person may see, and the open one alone is read', async () => {
  const none = { '/client/files/': { data: [] }, '/client/document_files/': { data: [] } };
  const asked = open('/', none, { client: { show: true } });
  expect(tabs()).toEqual([words.tabs.files, words.tabs.history]);
  expect((await screen.findByText(words.noFiles)).className).toBe('muted');
  expect(asked.map((path) => path.split('/').at(-2)).sort()).toEqual(['document_files', 'files', 'show']);
  cleanup();
  open('/', {});
  expect(tabs()).toEqual(Object.values(words.tabs));
});

it('incomes are read when their tab is opened, a hidden sum is said to be hidden', async () => {
  const incomes = [
    { id: 1, source: 'official', month: '2026-10-15', amount: 5_000_000 },
    { id: 2, source: 'official', month: '2026-09-15', amount: null },
  ];
  const asked = open('/', { checked_incomes: { data: incomes } });
  expect(asked.some((path) => path.includes('checked_incomes'))).toBe(false);
  fireEvent.click(screen.getByRole('tab', { name: words.tabs.incomes }));
  expect(await screen.findByText(words.hiddenSum)).toBeTruthy();
  expect(screen.getByText('10.2026')).toBeTruthy();
  expect(window.location.search).toBe('?part=incomes');
});

it('what was not read says so, and is asked again', async () => {
  const asked = open('/?part=files', { '/client/document_files/': 'fails' });
  expect(await screen.findByText(words.filesFailed)).toBeTruthy();
  const before = asked.length;
  fireEvent.click(screen.getByRole('button', { name: 'Qayta urinish' }));
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before));
});

it('a file stands with the document that has it', async () => {
  const file = {
    ...{ id: 5, name: 'pasport.png', type: 'image/png', size: 900, created_at: '2026-11-21T05:51:38.000Z' },
    created_by: { id: 1, fullname: 'Kim' },
    document: { id: 44, number: 'CHL-26-0009', machine: 'questionnaire', kind: 'Anketa' },
  };
  open('/?part=files', { '/client/document_files/': { data: [file] } });
  const link = await screen.findByRole('link', { name: 'Anketa CHL-26-0009' });
  expect(link.getAttribute('href')).toBe('/contracts/questionnaires?row=44');
});

it('a file is added to the card itself by who writes in cards', async () => {
  const answers = { '/client/files/': { data: [] } };
  open('/?part=files', answers, { client: { show: true, add: true } });
  expect(await screen.findByText(filesText.add)).toBeTruthy();
  cleanup();
  open('/?part=files', answers, { client: { show: true } });
  expect(await screen.findByText(filesText.nothing)).toBeTruthy();
  expect(screen.queryByText(filesText.add)).toBeNull();
});
