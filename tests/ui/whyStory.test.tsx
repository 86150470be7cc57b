/** A story is copied whole, what was given up is not called paid, and `w` asks for the first figure that has one. */
import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FigureStory } from '../../contract/sale/stories.ts';
import type { StoryLine } from '../../contract/sale/story.ts';
import why from '../../locales/uz/why.json' with { type: 'json' };
import { queryClient } from '../../src/api/queries.ts';
import { actOf } from '../../src/app/pageKeys.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import { Pane } from '../../src/ui/layout.tsx';
import { WhyPane } from '../../src/ui/why/WhyPane.tsx';

beforeAll(() => loadTexts('why', 'common', 'kit').then(() => {}));
beforeEach(() => {
  queryClient.clear();
  queryClient.setDefaultOptions({ queries: { retry: false, networkMode: 'always' } });
});

const line = (more: Partial<StoryLine>): StoryLine => ({
  ...{ day: '2026-11-23', what: 'charged', change: 0, balance: 0, undone: false, document: null, source: null },
  ...{ contract: 1, instalments: [], until: null, count: 1, ...more },
});
const cash = (id: number, number: string, reason: string | null = null) => ({
  ...{ id, number, kind: 'cash' as const, organization: 1, day: '2027-01-15', reason, seen: true },
});
const STORY = {
  ...{ figure: 'owed', subject: { kind: 'contract', id: 1, title: 'CHL-26-0001', organization: 'Chilonzor' } },
  ...{ day: '2030-01-15', previous: null, next: null, total: 150_000, sum: 150_000, since: null },
  lines: [
    line({ change: 300_000, balance: 300_000, document: 5 }),
    line({
      day: '2027-01-15',
      what: 'paid',
      change: -150_000,
      balance: 150_000,
      undone: true,
      document: 7,
      instalments: [1, 2],
    }),
    line({ day: '2030-01-15', what: 'written_off', change: -150_000, balance: 0, document: 1, instalments: [2, 3] }),
    line({
      day: '2030-01-15',
      what: 'reversed',
      change: 150_000,
      balance: 150_000,
      undone: true,
      document: 8,
      source: 7,
    }),
  ],
  parts: [{ contract: 1, instalment: 1, source: null, due: '2026-12-15', amount: 150_000, days: 1_127 }],
  documents: [
    { ...cash(5, 'CHL-26-0002'), kind: 'output' },
    cash(7, 'CHL-K-26-0007'),
    cash(8, 'CHL-K-30-0008', 'Xato olingan'),
    { ...cash(1, 'CHL-26-0001'), kind: 'contract' },
  ],
  ...{ agrees: true, ledger: 150_000 },
} as unknown as FigureStory;

const copied: string[] = [];
async function open(): Promise<HTMLElement> {
  vi.stubGlobal(
    'fetch',
    async () => new Response(JSON.stringify({ data: STORY }), { headers: { 'Content-Type': 'application/json' } }),
  );
  Object.defineProperty(navigator, 'clipboard', {
    configurable: true,
    value: { writeText: async (text: string) => void copied.push(text.replace(/[\u202f\u00a0]/g, ' ')) },
  });
  render(
    <QueryClientProvider client={queryClient}>
      <WhyPane asked={{ figure: 'owed', subject: 'contract', id: 1 }} />
    </QueryClientProvider>,
  );
  await screen.findByTestId('why-sum');
  return screen.getByTestId('why');
}

describe('a story', () => {
  it('says how much was given up, which nobody has paid', async () => {
    const text = (await open()).textContent?.replace(/[\u202f\u00a0]/g, ' ');
    expect(text).toContain('shundan 0 soʻm toʻlangan, 150 000 soʻm hisobdan chiqarilgan. 150 000 soʻm qoldi.');
  });

  it('is copied with its documents, reversed ones included, line by line', async () => {
    await open();
    fireEvent.click(screen.getByRole('button', { name: why.copy }));
    expect(copied.at(-1)?.split('\n')).toEqual([
      'Nega qarz 150 000 soʻm?',
      'CHL-26-0001, Chilonzor, 15.01.2030',
      expect.stringContaining('Storno qilingan 150 000 soʻm hisobda yoʻq.'),
      '',
      `${why.lines}:`,
      '23.11.2026 Tovar topshirildi, shartnoma summasi yozildi: CHL-26-0002 +300 000 = 300 000',
      '15.01.2027 Toʻlandi, 1-oylik, 2-oylik: CHL-K-26-0007 −150 000 = 150 000',
      '15.01.2030 Hisobdan chiqarildi, 2-oylik, 3-oylik: CHL-26-0001 −150 000 = 0',
      '15.01.2030 Storno: CHL-K-30-0008 ← CHL-K-26-0007 «Xato olingan» +150 000 = 150 000',
      '',
      `${why.parts}:`,
      '1-oylik, 15.12.2026, 1 127 kun kechikkan: 150 000',
    ]);
  });
});

it('`w` presses the first figure of the page that can be asked, by its place in another alphabet too', () => {
  const pressed = vi.fn();
  render(
    <main>
      <button type="button" data-why="owed.contract.1" onClick={() => pressed('first')} />
      <button type="button" data-why="prepaid.contract.1" onClick={() => pressed('second')} />
    </main>,
  );
  // jsdom lays nothing out
  for (const button of document.querySelectorAll('button')) button.checkVisibility = () => true;
  const key = { target: document.body, shiftKey: false };
  actOf({ ...key, key: 'w', code: 'KeyW' })?.();
  actOf({ ...key, key: 'ц', code: 'KeyW' })?.();
  expect(pressed.mock.calls).toEqual([['first'], ['first']]);
  expect(actOf({ ...key, key: 'W', code: 'KeyW', shiftKey: true })).toBeUndefined();
});

it('Escape closes the pane beside the page, wherever the focus is, but nothing under a dialog', () => {
  const closed = vi.fn();
  const { rerender } = render(
    <main>
      <Pane title="Nega?" closeLabel="Yopish" onClose={closed}>
        {null}
      </Pane>
    </main>,
  );
  for (const button of document.querySelectorAll('button')) button.checkVisibility = () => true;
  const pressed = { key: 'Escape', code: 'Escape', target: document.body, shiftKey: false };
  actOf(pressed)?.();
  expect(closed).toHaveBeenCalledTimes(1);
  rerender(
    <main>
      <Pane title="Nega?" closeLabel="Yopish" onClose={closed}>
        <div role="dialog" />
      </Pane>
    </main>,
  );
  expect(actOf(pressed)).toBeUndefined();
});
