/** The grid of ticks and figures: keys, ranges, paste, undo, what is locked. */
import { fireEvent, render, screen } from '@testing-library/react';
import { useCallback, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { blockOf, type Changes, cellKey, change, noChanges, rebase, redo, undo } from '../../src/ui/matrix/changes.ts';
import type { CellKind } from '../../src/ui/matrix/kinds.ts';
import { MatrixGrid } from '../../src/ui/matrix/MatrixGrid.tsx';
import { useMatrix } from '../../src/ui/matrix/useMatrix.ts';

const nothing = () => 0;
const set = (changes: Changes<number>, row: string, column: string, value: number) =>
  change(changes, [{ row, column, value }], nothing, Object.is);

describe('changes', () => {
  test('a cell that is set back to what is saved is no change', () => {
    const once = set(noChanges(), 'a', 'x', 5);
    expect([...once.cells]).toEqual([[cellKey('a', 'x'), 5]]);
    expect([...set(once, 'a', 'x', 0).cells]).toEqual([]);
  });

  test('undo takes back a whole step, redo does it again, a new step forgets what was undone', () => {
    const pasted = change(
      noChanges<number>(),
      [
        { row: 'a', column: 'x', value: 1 },
        { row: 'b', column: 'x', value: 2 },
      ],
      nothing,
      Object.is,
    );
    expect(undo(pasted).cells.size).toBe(0);
    expect(redo(undo(pasted)).cells.size).toBe(2);
    expect(set(undo(pasted), 'c', 'x', 3).undone).toEqual([]);
    const nothingDone = noChanges<number>();
    expect(undo(nothingDone)).toBe(nothingDone);
    expect(redo(nothingDone)).toBe(nothingDone);
  });

  test('what has come to stand as wanted is no change after reading again', () => {
    const two = set(set(noChanges(), 'a', 'x', 1), 'b', 'x', 2);
    const read = (row: string) => (row === 'a' ? 1 : 0);
    expect([...rebase(two, read, Object.is).cells]).toEqual([[cellKey('b', 'x'), 2]]);
  });

  test('a sheet on the clipboard is rows of cells; its last line end is none of them', () => {
    expect(blockOf('1\t2\r\n3\t4\r\n')).toEqual([
      ['1', '2'],
      ['3', '4'],
    ]);
  });
});

const TICKS: CellKind<boolean> = {
  show: (value) => (value ? '✓' : ''),
  text: (value) => (value ? '1' : '0'),
  read: (text) => (text === '1' ? true : text === '0' ? false : undefined),
  none: false,
  turn: (value) => !value,
};
const FIGURES: CellKind<number> = {
  show: String,
  text: String,
  read: (text) => (/^\d+$/.test(text) ? Number(text) : undefined),
  none: 0,
  typed: true,
};
const GROUPS = [
  {
    key: 'one',
    title: 'One',
    rows: [
      { key: 'a', name: 'A' },
      { key: 'b', name: 'B' },
    ],
  },
  { key: 'two', title: 'Two', rows: [{ key: 'c', name: 'C' }] },
];
const COLUMNS = [
  { key: 'x', name: 'X' },
  { key: 'y', name: 'Y' },
  { key: 'z', name: 'Z', locked: 'own' },
];

function Grid<V>({ kind, saved, onLeftOut }: { kind: CellKind<V>; saved: V; onLeftOut?: (count: number) => void }) {
  const [fixed] = useState(saved);
  const matrix = useMatrix(useCallback(() => fixed, [fixed]));
  return (
    <MatrixGrid
      label="grid"
      corner=""
      columns={COLUMNS}
      groups={GROUPS}
      kind={kind}
      matrix={matrix}
      {...(onLeftOut && { onLeftOut })}
    />
  );
}

const cell = (name: string) => screen.getByRole('gridcell', { name });
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement as Element, { key, ...more });
const paste = (text: string) =>
  fireEvent.paste(document.activeElement as Element, { clipboardData: { getData: () => text } });

beforeEach(() => {
  // jsdom has no layout: the grid's window is as large as a screen
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  Element.prototype.scrollTo = () => {};
});

describe('keys', () => {
  test('arrows move, Space and a click on the cell in focus turn it, Ctrl+Z takes it back', () => {
    render(<Grid kind={TICKS} saved={false} />);
    fireEvent.click(cell('A, X: 0'));
    expect(focused()).toBe('A, X: 0');
    press(' ');
    expect(focused()).toBe('A, X: 1');
    press('ArrowRight');
    press('ArrowDown');
    expect(focused()).toBe('B, Y: 0');
    fireEvent.click(cell('B, Y: 0'));
    expect(focused()).toBe('B, Y: 1');
    press('z', { ctrlKey: true });
    press('z', { ctrlKey: true });
    expect(screen.queryAllByText('✓')).toHaveLength(0);
    press('y', { ctrlKey: true });
    expect(cell('A, X: 1')).toBeTruthy();
  });

  test('Shift chooses a block, which is turned, emptied and filled down as one step', () => {
    render(<Grid kind={TICKS} saved={false} />);
    fireEvent.click(cell('A, X: 0'));
    press('ArrowRight', { shiftKey: true });
    press('ArrowDown', { shiftKey: true });
    press(' ');
    expect(screen.getAllByText('✓')).toHaveLength(4);
    press('Delete');
    expect(screen.queryAllByText('✓')).toHaveLength(0);
    press('z', { ctrlKey: true });
    expect(screen.getAllByText('✓')).toHaveLength(4);
  });

  test('a column that is locked stays as it is, and the person is told', () => {
    const leftOut = vi.fn();
    render(<Grid kind={TICKS} saved={false} onLeftOut={leftOut} />);
    fireEvent.click(cell('A, Z: 0'));
    press(' ');
    expect(cell('A, Z: 0')).toBeTruthy();
    expect(leftOut).toHaveBeenCalledWith(1);
  });

  test('a paste skips heads of groups; what does not fit or is no value is left out and counted', () => {
    const leftOut = vi.fn();
    render(<Grid kind={FIGURES} saved={0} onLeftOut={leftOut} />);
    fireEvent.click(cell('B, X: 0'));
    paste('4\t5\n6\tsix\n7\t8\n');
    expect(cell('B, X: 4')).toBeTruthy();
    expect(cell('B, Y: 5')).toBeTruthy();
    expect(cell('C, X: 6')).toBeTruthy();
    expect(cell('C, Y: 0')).toBeTruthy();
    expect(leftOut).toHaveBeenCalledWith(3);
    press('z', { ctrlKey: true });
    expect(cell('C, X: 0')).toBeTruthy();
  });

  test('a figure is typed over, Enter writes it and goes down, Escape leaves it', () => {
    render(<Grid kind={FIGURES} saved={0} />);
    fireEvent.click(cell('A, X: 0'));
    press('1');
    fireEvent.change(screen.getByRole('textbox'), { target: { value: '12' } });
    press('Enter');
    expect(cell('A, X: 12')).toBeTruthy();
    expect(focused()).toBe('B, X: 0');
    press('9');
    press('Escape');
    expect(cell('B, X: 0')).toBeTruthy();
  });

  test('a group folds by Enter, and one place of the grid is in the tab order', () => {
    render(<Grid kind={TICKS} saved={false} />);
    fireEvent.click(cell('A, X: 0'));
    press('ArrowUp');
    expect(focused()).toContain('One');
    press('Enter');
    expect(screen.queryByRole('gridcell', { name: 'A, X: 0' })).toBeNull();
    expect(document.querySelectorAll('[tabindex="0"]')).toHaveLength(1);
  });
});
