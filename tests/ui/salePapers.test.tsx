/** What people sign and get: the sum of a contract in words, and in a certificate what was given up apart from what is left. */
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ResponseOf } from '../../contract/call.ts';
import type { certificateForm } from '../../contract/sale/certificates.ts';
import type { contractForm } from '../../contract/sale/contracts.ts';
import { CertificatePaper } from '../../src/pages/sale/CertificatePaper.tsx';
import { ContractPaper } from '../../src/pages/sale/ContractPaper.tsx';

const seller = { organization: 'Chilonzor', firm: 'Idora Savdo MChJ', bank: '', director: 'Karimova D. S.' };
const buyer = { fullname: 'Aziza Karimova', pinfl: null, document: null, address: { uz: '', ru: '' }, phone: null };
const paper = () => screen.getByTestId('print-sheet').textContent?.replace(/[\u202f\u00a0]/g, ' ') ?? '';

const formWith = (more: object = {}, standing: object = {}) =>
  ({
    data: {
      ...{ revision: 1, day: '2026-11-23', seller, buyer, lines: [], goods: 1_000_000, first_payment: 200_000 },
      ...{ term: 3, markup: 15, total: 1_120_000, payment_day: 15, instalments: [], made_by: 'Kim Yelena' },
      ...more,
    },
    ...{ number: 'CHL-26-0001', signed_at: '2026-11-23T05:00:00.000Z', cancelled: false, seal: null, signature: null },
    ...standing,
  }) as unknown as ResponseOf<typeof contractForm>;

it.each([
  ['uz', 'Shartnoma jami 1 120 000 soʻm (bir million bir yuz yigirma ming soʻm).'],
  ['ru', 'Сумма договора 1 120 000 сум (один миллион сто двадцать тысяч сум).'],
] as const)('a contract in %s has its sum in words', (language, sum) => {
  render(<ContractPaper form={formWith()} language={language} />);
  expect(paper()).toContain(sum);
});

it.each([
  [{}, 'NAMUNA', 'ОБРАЗЕЦ'],
  [{ number: null, signed_at: null }, 'QORALAMA', 'ЧЕРНОВИК'],
  [{ cancelled: true }, 'BEKOR QILINGAN', 'ОТМЕНЁН'],
  [{ number: null, signed_at: null, cancelled: true }, 'BEKOR QILINGAN', 'ОТМЕНЁН'],
] as const)('a contract %j says on each sheet how it stands', (standing, uz, ru) => {
  for (const [language, mark] of [
    ['uz', uz],
    ['ru', ru],
  ] as const) {
    const { unmount } = render(<ContractPaper form={formWith({}, standing)} language={language} />);
    expect(screen.getAllByText(mark)).toHaveLength(2);
    unmount();
  }
});

it.each([
  ['uz', '4. Garov', '5. Shartlar', 'Gentra, 30 B 117 RA', '96 000 000 × (100 − 30)% × 60% = 40 320 000 soʻm'],
  ['ru', '4. Залог', '5. Условия', 'XWBTF48D1EA220951', '96 000 000 × (100 − 30)% × 60% = 40 320 000 сум'],
] as const)('a contract in %s names the car that secures it, with its formula', (language, ...said) => {
  const pledge = {
    ...{ number: 'BSH-26-0002', car: 'Gentra, 30 B 117 RA', vin: 'XWBTF48D1EA220951', year: '2021' },
    ...{ market: 96_000_000, wear: 30, max_share: 60, accepted: 40_320_000 },
  };
  render(<ContractPaper form={formWith({ pledge })} language={language} />);
  for (const words of said) expect(paper()).toContain(words);
});

describe('a certificate of the schedule', () => {
  const shown = (writtenOff: number | undefined) => {
    const answer = {
      data: {
        ...{ kind: 'schedule', issued_on: '2030-01-15', as_of: '2030-01-15', seller, buyer, made_by: 'Kim Yelena' },
        contract: { number: 'CHL-26-0001', signed_on: '2026-11-23', total: 200_000, closed_on: null },
        ...{ owed: 150_000 - (writtenOff ?? 0), paid: 50_000, prepaid: 0, overdue: 0, overdue_days: 0 },
        instalments: [
          { number: 1, due: '2026-12-15', amount: 100_000, paid: 50_000, written_off: writtenOff },
          { number: 2, due: '2027-01-15', amount: 100_000, paid: 0 },
        ],
      },
      ...{ number: 'CHL-26-0002', annulled: false, seal: null, signature: null },
    } as unknown as ResponseOf<typeof certificateForm>;
    render(<CertificatePaper answer={answer} language="uz" />);
    return [...screen.getByTestId('print-sheet').querySelectorAll('tbody tr, tfoot tr')].map((row) =>
      [...row.querySelectorAll('.end')].map((cell) => Number(cell.textContent?.replace(/\D/g, ''))),
    );
  };

  it('has what was given up in a column: what is left adds up to the debt', () => {
    expect(shown(50_000)).toEqual([
      [100_000, 50_000, 50_000, 0],
      [100_000, 0, 0, 100_000],
      [200_000, 50_000, 50_000, 100_000],
    ]);
  });
  it('has no such column where nothing was, as those have not that were issued before', () => {
    expect(shown(undefined)).toEqual([
      [100_000, 50_000, 50_000],
      [100_000, 0, 100_000],
      [200_000, 50_000, 150_000],
    ]);
  });
});

describe('a certificate of a debt', () => {
  const saidOf = (prepaid: number, language: 'uz' | 'ru', kind: 'debt' | 'schedule' | 'paid' = 'debt') => {
    const answer = {
      data: {
        ...{ kind, issued_on: '2026-12-20', as_of: '2026-12-20', seller, buyer, made_by: 'Kim Yelena' },
        contract: { number: 'CHL-26-0001', signed_on: '2026-11-23', total: 1_120_000, closed_on: null },
        ...{ owed: 613_000, paid: 507_000, prepaid, overdue: 0, overdue_days: 0, instalments: [] },
      },
      ...{ number: 'CHL-26-0003', annulled: false, seal: null, signature: null },
    } as unknown as ResponseOf<typeof certificateForm>;
    render(<CertificatePaper answer={answer} language={language} />);
    return paper();
  };

  it.each([
    ['uz', 'qarz 613 000 soʻm', 'mijozning 43 000 soʻm oldindan toʻlovi bor'],
    ['ru', 'долг 613 000 сум', 'есть ещё предоплата 43 000 сум'],
  ] as const)('says in %s what the client has paid ahead beside it', (language, debt, ahead) => {
    const said = saidOf(43_000, language);
    expect(said).toContain(debt);
    expect(said).toContain(ahead);
  });
  it('says nothing of it where nothing is paid ahead', () => {
    expect(saidOf(0, 'ru')).not.toContain('предоплата');
  });
  it('says it beside a schedule too', () => {
    expect(saidOf(43_000, 'uz', 'schedule')).toContain('43 000');
  });
  it('does not say it where all is paid', () => {
    expect(saidOf(43_000, 'uz', 'paid')).not.toContain('43 000');
  });
});
