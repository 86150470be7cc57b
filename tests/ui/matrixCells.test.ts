/** Cells of the assortment matrix as they are written and read, and the rows that categories make. */
import { describe, expect, it } from 'vitest';
import { cellIn, groupsOf, isFaulty, NONE, textOf, turned } from '../../src/pages/matrix/cells.ts';

const must = { stand: 'must', min: 4, max: 10 } as const;
const may = { stand: 'may', min: 4, max: 10 } as const;

describe('a cell', () => {
  it('is written as it stands, and read as the same', () => {
    for (const cell of [must, may, NONE, { ...must, max: null }]) expect(cellIn(textOf(cell), NONE)).toEqual(cell);
    expect([textOf(must), textOf(may), textOf(NONE)]).toEqual(['■ 4–10', '4–10', '·']);
  });

  it('typed figures leave a must-have a must-have; a copied cell says exactly what stands', () => {
    expect(cellIn('6-15', must)).toEqual({ stand: 'must', min: 6, max: 15 });
    expect(cellIn('6-15', may)).toEqual({ stand: 'may', min: 6, max: 15 });
    expect(cellIn('6–15', must)).toEqual({ stand: 'may', min: 6, max: 15 });
    expect(cellIn('* 6-15', may)).toEqual({ stand: 'must', min: 6, max: 15 });
  });

  it('the least alone keeps the greatest, a dash without a figure lifts it', () => {
    expect(cellIn('6', may)).toEqual({ stand: 'may', min: 6, max: 10 });
    expect(cellIn('6-', may)).toEqual({ stand: 'may', min: 6, max: null });
    expect(cellIn('6', NONE)).toEqual({ stand: 'may', min: 6, max: null });
  });

  it('what is no cell does not fit', () => {
    for (const text of ['koʻp', '6-15-20', '-3', '1,5', '100001']) expect(cellIn(text, may)).toBeUndefined();
    expect(cellIn('', may)).toEqual(NONE);
  });

  it('what must be there is there at least once', () => {
    expect(turned(NONE)).toEqual({ stand: 'must', min: 1, max: null });
    expect(turned(may)).toEqual(must);
    expect(turned(must)).toEqual(may);
  });

  it('its greatest is not below its least', () => {
    expect([isFaulty({ ...may, min: 11 }), isFaulty(may), isFaulty({ ...may, max: null })]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

it('categories of the top are groups with all below them; one alone is its own row', () => {
  const groups = groupsOf([
    { id: 1, name: 'Telefonlar', parent_id: null },
    { id: 2, name: 'Smartfonlar', parent_id: 1 },
    { id: 3, name: 'Qopqoqlar', parent_id: 2 },
    { id: 4, name: 'Mebel', parent_id: null },
  ]);
  expect(groups.map(({ name, rows }) => [name, rows.map((row) => [row.id, row.depth])])).toEqual([
    [
      'Telefonlar',
      [
        [2, 0],
        [3, 1],
      ],
    ],
    ['Mebel', [[4, 0]]],
  ]);
});
