/** An order or a contract of a client on the black list says so before anything is tried, with its days. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { ListedDays } from '../../contract/common.ts';
import sale from '../../locales/uz/sale.json' with { type: 'json' };
import { loadTexts } from '../../src/i18n/index.ts';
import { Listed } from '../../src/pages/sale/Listed.tsx';

beforeAll(() => loadTexts('sale', 'common'));
afterEach(cleanup);

const said = (listed: ListedDays | null, of: 'order' | 'contract') => {
  render(<Listed listed={listed} client={18} of={of} />);
  return screen.queryByRole('status')?.textContent ?? null;
};

it('names the days of the entry, and what is not done meanwhile', () => {
  expect(said({ from: '2026-11-01', to: '2026-11-30' }, 'order')).toContain(
    `Mijoz 01.11.2026 dan 30.11.2026 gacha qora roʻyxatda. ${sale.listed.order}`,
  );
  expect(screen.getByRole('link').getAttribute('href')).toContain('18');
});

it('without a last day says since when', () => {
  expect(said({ from: '2026-11-01', to: null }, 'contract')).toContain(
    `Mijoz 01.11.2026 dan qora roʻyxatda. ${sale.listed.contract}`,
  );
});

it('of who is not listed nothing is said', () => expect(said(null, 'order')).toBeNull());
