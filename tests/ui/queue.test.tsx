/** The queue on home: its order as the server gives it, why a row is late, keys, chips, and each kind of emptiness. */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { MyDay, QueueItem } from '../../contract/day.ts';
import { queryClient } from '../../src/api/queries.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import { Queue } from '../../src/pages/home/Queue.tsx';

const item = (id: number, more: Partial<QueueItem> = {}): QueueItem => ({
  ...{ chart: 'invoice', kind: null, id, of: null, state: 'sent', look: 'waiting', event: 'invoice.confirm' },
  ...{ words: { kind: 'Hisob-faktura', state: 'Yuborilgan', step: 'Tasdiqlash' } },
  ...{ name: `CHL-26-000${id}`, about: 'Artel Savdo', organization: 'Chilonzor', sums: { UZS: 0, USD: 0 } },
  ...{ since: new Date(Date.now() - 3 * 3_600_000).toISOString(), late: null, usual: null, blocks: null },
  ...more,
});

let day: MyDay | { status: number };
const NOTHING: MyDay = { practice_day: null, queue: [], more: [], held: { count: 0, first: [], rest: [] } };

beforeAll(() => loadTexts('home', 'common', 'pages', 'tabs'));
beforeEach(() => {
  queryClient.clear();
  vi.stubGlobal('fetch', async () =>
    'status' in day
      ? new Response(JSON.stringify({ message: 'Ruxsat yoʻq', code: 'forbidden', request_id: 'a1' }), {
          status: day.status,
        })
      : new Response(JSON.stringify({ data: day }), { headers: { 'Content-Type': 'application/json' } }),
  );
});

const show = async (of: typeof day) => {
  day = of;
  render(
    <QueryClientProvider client={queryClient}>
      <Queue />
    </QueryClientProvider>,
  );
  return userEvent.setup();
};
const textOf = (row: HTMLElement | undefined) => row?.textContent?.replace(/\s/g, ' ') ?? '';
const rows = () => screen.findAllByRole('listitem');

it('shows late rows apart with their reason, each with state, sum, age and its step', async () => {
  await show({
    ...NOTHING,
    queue: [
      item(1, { late: 'usual', usual: 360, sums: { UZS: 82_200_500, USD: 0 } }),
      item(2, { late: 'day', blocks: '2026-11-21' }),
      item(3, { chart: 'countingAct', state: 'counted', event: 'act.complete', sums: { UZS: -4_180_000 } }),
      item(4, {
        chart: 'practiceMonth',
        name: '2026-10',
        state: 'open',
        event: 'month.close',
        organization: null,
        about: null,
      }),
    ],
  });
  const [first, second, third, fourth] = await rows();
  expect(screen.getAllByRole('heading', { level: 3 }).map((one) => one.textContent)).toEqual([
    expect.stringContaining('Kechikkan 2'),
    'Qolganlari 2',
  ]);
  expect(textOf(first)).toMatch(/Yuborilgan.*CHL-26-0001 Chilonzor.*Artel Savdo.*82 200 500.*3 soat.*6 soat ish vaqti/);
  expect(textOf(first)).not.toContain('USD');
  expect(
    within(first as HTMLElement)
      .getByRole('link', { name: 'Tasdiqlash: CHL-26-0001' })
      .getAttribute('href'),
  ).toEqual(expect.stringContaining('/1'));
  expect(textOf(second)).toContain('21-noyabr kuni yopilmayapti');
  expect(textOf(third)).toContain('−4 180 000');
  expect(third?.querySelector('.negative')).not.toBeNull();
  expect(textOf(fourth)).toContain('2026, oktabr');
  // months have no page of their own: the list of them marks this one
  const [named] = within(fourth as HTMLElement).getAllByRole('link');
  expect(named?.getAttribute('href')).toMatch(/\?view=months&row=4$/);
});

it('says of what is usually fast that an hour is allowed, and no figure that nobody took', async () => {
  await show({
    ...NOTHING,
    queue: [item(1, { late: 'usual', usual: 60 }), item(2, { late: 'usual', usual: 60, organization: null })],
  });
  const [first, second] = await rows();
  expect(textOf(first)).toContain('odatda bir soat ish vaqtidan tezroq');
  expect(textOf(second)).toContain('odatda bir soatdan tezroq');
  for (const row of [first, second]) expect(textOf(row)).not.toContain('1 soat ');
  expect(screen.getByText(/kamida bir soatdan uzoq kutgan/)).toBeTruthy();
});

it('goes from row to row with arrows and J and K, and a digit opens its row', async () => {
  const user = await show({ ...NOTHING, queue: [item(1), item(2), item(3)] });
  const names = (await rows()).map((row) => within(row).getAllByRole('link')[0] as HTMLElement);
  names[0]?.focus();
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(names[1]);
  await user.keyboard('j');
  expect(document.activeElement).toBe(names[2]);
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(names[2]);
  await user.keyboard('k{Home}');
  expect(document.activeElement).toBe(names[0]);
  await user.keyboard('2');
  expect(window.location.pathname).toBe(names[1]?.getAttribute('href'));
});

it('narrows to one step, and says where the others of a state are', async () => {
  const user = await show({
    ...NOTHING,
    queue: [
      item(1),
      item(2),
      item(3, { event: 'invoice.send', words: { kind: 'Hisob-faktura', state: 'Qoralama', step: 'Yuborish' } }),
      // what moves a request on is called the same as what moves an invoice
      item(4, { chart: 'approval', event: 'request.approve' }),
    ],
    more: [{ chart: 'invoice', kind: null, state: 'sent', words: 'Hisob-faktura, Yuborilgan' }],
  });
  expect((await screen.findAllByRole('button', { name: /Tasdiqlash/ })).map(({ textContent }) => textContent)).toEqual([
    // more invoices wait than are named
    'Tasdiqlash3+',
  ]);
  expect(screen.getByRole('button', { name: /Hammasi/ }).textContent).toBe('Hammasi4+');
  await user.click(await screen.findByRole('button', { name: /Yuborish/ }));
  expect((await screen.findAllByText(/CHL-26-000/)).map((one) => one.textContent)).toEqual(['CHL-26-0003']);
  await user.click(screen.getByRole('button', { name: /Hammasi/ }));
  expect(screen.getByRole('link', { name: /Yana bor: Hisob-faktura, Yuborilgan/ }).getAttribute('href')).toEqual(
    expect.stringContaining('status=sent'),
  );
});

it('says kindly that nothing is to be done, and names what a fact holds', async () => {
  const { chart, kind, id, of, name, state } = item(7, { state: 'draft' });
  await show({
    ...NOTHING,
    held: {
      count: 4,
      first: [{ chart, kind, id, of, name, state, reason: 'Hali bitta ham qator yoʻq.' }],
      rest: [{ chart, kind, state, words: 'Hisob-faktura, Qoralama', count: 3 }],
    },
  });
  expect(await screen.findByText('Hozir siljitadigan ish yoʻq')).toBeDefined();
  expect(screen.getByText(/Hali bitta ham qator yoʻq/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'CHL-26-0007' })).toBeDefined();
  expect(screen.getByText(/^4 ta hujjat/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Yana 3 ta: Hisob-faktura, Qoralama' }).getAttribute('href')).toContain(
    'status=draft',
  );
});

it('says when it could not be read, and reads again', async () => {
  const user = await show({ status: 403 });
  expect(await screen.findByText('Ishlar roʻyxati yuklanmadi')).toBeDefined();
  day = { ...NOTHING, queue: [item(5)] };
  await user.click(screen.getByRole('button', { name: 'Qayta urinish' }));
  expect(await screen.findByText('CHL-26-0005')).toBeDefined();
});

it('calls a draft of a setting by its page, opens it there, and keeps those with one id apart', async () => {
  const words = { kind: 'Sozlama', state: 'Qoralama', step: 'Rejalashtirish' };
  const draft = (kind: string, name: string) =>
    item(1, {
      chart: 'settingRevision',
      kind,
      name,
      state: 'draft',
      words,
      about: '01.02.2031 dan kuchga kiradi',
      organization: null,
    });
  await show({
    ...NOTHING,
    queue: [draft('carWearPercent', ''), draft('categoryLimit', 'Televizorlar')],
    more: [{ chart: 'settingRevision', kind: 'carWearPercent', state: 'draft', words: 'Sozlama, Qoralama' }],
  });
  const [first, second] = await screen.findAllByRole('listitem');
  const link = within(first as HTMLElement).getAllByRole('link')[0];
  expect(link?.getAttribute('href')).toMatch(/wear\?revision=1$/);
  expect(link?.textContent).toMatch(/\S/);
  expect(first?.textContent).toContain('01.02.2031');
  expect(second?.textContent).toContain(': Televizorlar');
  expect(screen.getByRole('link', { name: /Yana bor/ }).getAttribute('href')).toMatch(/wear\?status=drafts$/);
});
