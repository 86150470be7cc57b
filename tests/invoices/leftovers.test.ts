/** What of a tab's draft is offered to another one: by hand, in the words of "Nothing lost". */
import { describe, expect, it } from 'vitest';
import { MODEL_LINE } from '../../machines/invoiceWorkspace/invoiceWorkspace.model.ts';
import type { LineDraft } from '../../machines/invoiceWorkspace/lines.ts';
import { figuresOf } from '../../machines/invoiceWorkspace/lines.ts';
import { listOf } from '../../machines/serialDesk/units.ts';
import { missingUnits } from '../../src/pages/invoices/serials/missing.ts';
import { missingRows } from '../../src/pages/invoices/window/missing.ts';

const unit = (serial_number: string, ...imei_numbers: string[]) => ({ serial_number, imei_numbers });

describe('scanned numbers', () => {
  const left = (...units: ReturnType<typeof unit>[]) =>
    Object.fromEntries(listOf(units).map((one) => [`unit${one.id}`, one]));
  const names = (rows: ReturnType<typeof missingUnits>) =>
    Object.values(rows).map(({ serial_number, imei_numbers }) => serial_number || imei_numbers[0]);

  it.each([
    ['all of them, where nobody has any', [unit('A'), unit('B')], [], ['A', 'B']],
    ['those alone that the server does not have', [unit('A'), unit('B')], [unit('B')], ['A']],
    ['no phone of which one IMEI is known', [unit('', '111', '222'), unit('', '333')], [unit('S', '222')], ['333']],
    ['nothing, where all is saved', [unit('A')], [unit('A'), unit('B')], []],
  ])('are offered: %s', (_, written, here, offered) => {
    expect(names(missingUnits(left(...written), here))).toEqual(offered);
  });
});

describe('lines', () => {
  const figures = figuresOf(MODEL_LINE);
  const draft = (more: Partial<LineDraft>): LineDraft => ({
    ...{
      key: '1',
      lineId: 1,
      version: 1,
      position: 1,
      base: figures,
      figures,
      removed: false,
      serials: 0,
      gone: false,
    },
    ...{ check: true, faults: {}, warned: false, theirs: null, idem: 'i-1', undoing: false, was: [], turn: 1 },
    product: { id: 1, title: 'Tovar 1', sku: 'SKU-1', barcode: null, is_serial_number: false, imei_count: 0 },
    ...more,
  });
  const row = (one: LineDraft) => ({ [`line ${one.key}`]: { title: one.product.title, draft: one } });
  const code = { id: 'c-1', text: 'YOʻQ', kept: 'unknown', words: '' } as const;
  const nothing = { drafts: {}, codes: [], keys: {} };
  const more = { ...figures, count: 6 };

  it.each([
    ['a change that the line does not have', draft({ figures: more }), nothing, [MODEL_LINE], true],
    ['not one that it has by now', draft({ figures: more }), nothing, [{ ...MODEL_LINE, count: 6 }], false],
    ['a change of a line that is gone: it can be added again', draft({ figures: more }), nothing, [], true],
    ['the removal of a line that is there', draft({ removed: true }), nothing, [MODEL_LINE], true],
    ['not of one that is gone', draft({ removed: true }), nothing, [], false],
    ['a new line', draft({ key: 'n', lineId: null, base: null }), nothing, [], true],
    [
      'not one that is saved',
      draft({ key: 'n', lineId: null, base: null }),
      { ...nothing, keys: { 7: 'n' } },
      [],
      false,
    ],
    ['not one that is written here', draft({}), { ...nothing, drafts: { 1: draft({}) } }, [MODEL_LINE], false],
  ] as const)('are offered: %s', (_, one, here, lines, offered) => {
    expect(Object.keys(missingRows(row(one), here, lines))).toEqual(offered ? [`line ${one.key}`] : []);
  });

  it('and codes that wait are offered where they do not wait already', () => {
    const rows = { 'code c-1': { title: code.text, code } };
    expect(missingRows(rows, nothing, [])).toEqual(rows);
    expect(missingRows(rows, { ...nothing, codes: [code] }, [])).toEqual({});
  });
});
