/** What is whose after two people changed one thing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { InvoiceHead } from '../../contract/invoices/heads.ts';
import { MODEL_LINE } from '../../machines/invoiceWorkspace/invoiceWorkspace.model.ts';
import { changed, figuresOf, type LineFigures } from '../../machines/invoiceWorkspace/lines.ts';
import { mergedHead, mergedLine, mergeOfHead, mergeOfLine } from '../../machines/invoiceWorkspace/merge.ts';
import { mergeOf } from '../../machines/kit/threeWay.ts';

const seen: InvoiceHead = {
  partner_id: 1,
  partner_firm_id: 1,
  warehouse_list_id: 1,
  number_invoice: 'A-1',
  invoice_date: '2026-11-20',
  type: 'regular',
  comment: '',
};
const headsOf = (mine: Partial<InvoiceHead>, theirs: Partial<InvoiceHead>) => ({
  seen,
  mine: { ...seen, ...mine },
  theirs: { ...seen, ...theirs },
});

describe('a head', () => {
  it.each([
    ['only the other one changed it', {}, { comment: 'U' }, { conflicts: [], mine: [], theirs: ['comment'] }],
    ['only I changed it', { comment: 'M' }, {}, { conflicts: [], mine: ['comment'], theirs: [] }],
    ['both, differently', { comment: 'M' }, { comment: 'U' }, { conflicts: ['comment'], mine: [], theirs: [] }],
    ['both, to the same', { comment: 'B' }, { comment: 'B' }, { conflicts: [], mine: [], theirs: [] }],
    [
      'each something else',
      { number_invoice: 'M-1', invoice_date: '2026-11-01' },
      { comment: 'U', invoice_date: '2026-11-02' },
      { conflicts: ['invoice_date'], mine: ['number_invoice'], theirs: ['comment'] },
    ],
    // a firm follows its partner
    [
      'the partner with another firm',
      { partner_id: 2, partner_firm_id: null },
      { partner_firm_id: 9 },
      { conflicts: [], mine: ['partner_id', 'partner_firm_id'], theirs: [] },
    ],
  ] as const)('%s', (_, mine, theirs, expected) => {
    expect(mergeOfHead(headsOf(mine, theirs))).toEqual(expected);
  });

  it('is saved with what each changed alone, and what was chosen of the rest', () => {
    const heads = headsOf(
      { number_invoice: 'M', invoice_date: '2026-11-01' },
      { comment: 'U', invoice_date: '2026-11-02' },
    );
    const merge = mergeOfHead(heads);
    expect(mergedHead(heads, merge, () => false)).toEqual({
      ...seen,
      number_invoice: 'M',
      comment: 'U',
      invoice_date: '2026-11-01',
    });
    expect(mergedHead(heads, merge, () => true).invoice_date).toBe('2026-11-02');
  });

  it('keeps the firm of the partner that is taken', () => {
    const heads = headsOf({ partner_id: 2, partner_firm_id: 20 }, { partner_id: 3, partner_firm_id: 30 });
    const merge = mergeOfHead(heads);
    expect(merge.conflicts).toEqual(['partner_id']);
    for (const [side, firm] of [
      [true, 30],
      [false, 20],
    ] as const)
      expect(mergedHead(heads, merge, () => side).partner_firm_id).toBe(firm);
  });
});

describe('a line', () => {
  const line = figuresOf(MODEL_LINE);
  const linesOf = (mine: LineFigures, theirs: LineFigures) => ({ seen: line, mine, theirs });

  it('whose price follows the rule on both sides has no conflict of the price', () => {
    const lines = linesOf(changed(line, { value: 200_000 }), changed(line, { additional: 10 }));
    const merge = mergeOfLine(lines);
    expect(merge).toEqual({ conflicts: [], mine: ['value'], theirs: ['additional'] });
    // the price of both changes together
    expect(mergedLine(lines, merge, () => false)).toEqual(changed(line, { value: 200_000, additional: 10 }));
  });

  it('whose price was set by hand on one side keeps it unless the other is chosen', () => {
    const mine = changed(line, { value: 200_000 });
    const lines = linesOf(mine, changed(line, { selling_price: 155_000 }));
    const merge = mergeOfLine(lines);
    expect(merge.conflicts).toEqual(['selling_price']);
    expect(mergedLine(lines, merge, () => true)).toMatchObject({
      selling_price: 155_000,
      overridden: true,
      value: 200_000,
    });
    expect(mergedLine(lines, merge, () => false)).toMatchObject({
      selling_price: mine.selling_price,
      overridden: false,
    });
  });
});

it('nothing that a person changed is lost without a question, nothing of the other is overwritten', () => {
  const thing = fc.record({ a: fc.integer({ max: 2, min: 0 }), b: fc.integer({ max: 2, min: 0 }) });
  fc.assert(
    fc.property(thing, thing, thing, (before, mine, theirs) => {
      const merge = mergeOf(['a', 'b'], { seen: before, mine, theirs });
      for (const key of ['a', 'b'] as const) {
        const places = [merge.conflicts, merge.mine, merge.theirs].filter((keys) => keys.includes(key));
        expect(places).toHaveLength(mine[key] === theirs[key] ? 0 : 1);
        if (merge.mine.includes(key)) expect(theirs[key]).toBe(before[key]);
        if (merge.theirs.includes(key)) expect(mine[key]).toBe(before[key]);
      }
    }),
  );
});
