/** Where lines stand, and the cursor with them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MODEL_LINE } from '../../machines/invoiceWorkspace/invoiceWorkspace.model.ts';
import { figuresOf, type LineDraft, productOf } from '../../machines/invoiceWorkspace/lines.ts';
import { cursorIn, endOf, rowsOf, withOwn } from '../../machines/invoiceWorkspace/rows.ts';

const lineOf = (id: number, position: number, version = 1) => ({ ...MODEL_LINE, id, position, version });
const draftOf = (key: string, position: number, lineId: number | null = null): LineDraft => ({
  key,
  lineId,
  version: null,
  position,
  product: productOf(MODEL_LINE),
  base: null,
  figures: figuresOf(MODEL_LINE),
  removed: false,
  serials: 0,
  gone: false,
  check: true,
  faults: {},
  warned: false,
  theirs: null,
  idem: key,
  undoing: false,
  was: [],
  turn: 0,
});
const byKey = (drafts: readonly LineDraft[]) => Object.fromEntries(drafts.map((draft) => [draft.key, draft]));
const keysIn = (rows: ReturnType<typeof rowsOf>) => rows.map(({ key }) => key);

describe('rows', () => {
  it('keep their places whatever is edited last, whatever is saved first', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 }),
        fc.integer({ min: 0, max: 6 }),
        (order, saved) => {
          // lines 1 … 6, edited in some order, of which the first few are saved already and read in any order
          const lines = order.slice(0, saved).map((at, id) => lineOf(100 + id, at));
          const keys = Object.fromEntries(lines.map(({ id, position }) => [id, `n${position}`]));
          const drafts = byKey(order.slice(saved).map((at) => draftOf(`n${at}`, at)));
          expect(keysIn(rowsOf(lines, drafts, keys))).toEqual(['n1', 'n2', 'n3', 'n4', 'n5', 'n6']);
        },
      ),
    );
  });

  it('of one position stand as the server puts them: by their ids, what is not saved last', () => {
    const rows = rowsOf([lineOf(8, 2), lineOf(7, 2)], byKey([draftOf('n', 2)]), {});
    expect(keysIn(rows)).toEqual(['7', '8', 'n']);
    expect(endOf(rows)).toBe(3);
    expect(endOf([])).toBe(1);
  });

  it('of a line that somebody took away stay while something is typed into them', () => {
    expect(keysIn(rowsOf([lineOf(9, 3)], byKey([draftOf('4', 1, 4)]), {}))).toEqual(['4', '9']);
  });
});

describe('the cursor', () => {
  const rows = rowsOf([lineOf(1, 1), lineOf(2, 2), lineOf(3, 3)], {}, {});

  it('follows its line', () => {
    expect(cursorIn({ key: '3', row: 0, column: 'count' }, rows)).toEqual({ key: '3', row: 2, column: 'count' });
  });

  it('stays where its line was', () => {
    expect(cursorIn({ key: '7', row: 1, column: 'count' }, rows)).toEqual({ key: '2', row: 1, column: 'count' });
    expect(cursorIn({ key: '7', row: 9, column: 'count' }, rows)).toEqual({ key: '3', row: 2, column: 'count' });
    expect(cursorIn({ key: '7', row: 4, column: 'count' }, [])).toEqual({ key: null, row: 0, column: 'count' });
  });
});

describe('a reading', () => {
  it('that began before does not bring back what was, nor take away what is new', () => {
    const own = { 1: lineOf(1, 1, 3), 2: null, 9: lineOf(9, 4) };
    const { lines, own: after } = withOwn([lineOf(1, 1, 2), lineOf(2, 2)], own);
    expect(lines).toEqual([lineOf(1, 1, 3), lineOf(9, 4)]);
    expect(after).toEqual(own);
  });

  it('that has both changes is kept', () => {
    const read = [lineOf(1, 1, 4), lineOf(9, 4, 2)];
    expect(withOwn(read, { 1: lineOf(1, 1, 3), 2: null, 9: lineOf(9, 4) })).toEqual({ lines: read, own: {} });
  });
});
