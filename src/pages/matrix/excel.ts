/** The matrix as a sheet, out and in; loaded when first asked for. */
import type { Cell as SheetCell } from 'write-excel-file/browser';
import type { MatrixShop } from '../../../contract/matrixGrid.ts';
import { searchKey } from '../../../contract/search.ts';
import { xlsxOf } from '../../ui/list/xlsx.ts';
import type { CellChange } from '../../ui/matrix/changes.ts';
import { saveBlob } from '../../ui/saveBlob.ts';
import { readCells } from '../invoices/paste/file.ts';
import { type CategoryGroup, type Cell, cellIn, NONE, textOf } from './cells.ts';

const words = (value: string, bold = false): SheetCell => ({
  value,
  type: String,
  ...(bold && { fontWeight: 'bold' as const }),
});

export async function saveMatrix(
  title: string,
  heads: readonly [group: string, category: string],
  groups: readonly CategoryGroup[],
  shops: readonly MatrixShop[],
  cellAt: (category: number, shop: number) => Cell,
): Promise<void> {
  const head = [...heads, ...shops.map(({ name }) => name)].map((name) => words(name, true));
  const rows = groups.flatMap((group) =>
    group.rows.map(({ id, name }) => [
      words(group.name),
      words(name),
      ...shops.map((shop) => words(textOf(cellAt(id, shop.id)))),
    ]),
  );
  const columns = [{ width: 28 }, { width: 34 }, ...shops.map(() => ({ width: 14 }))];
  const blob = await xlsxOf([head, ...rows], { columns, stickyRowsCount: 1, stickyColumnsCount: 2 });
  saveBlob(blob, `${title}.xlsx`);
}

export interface SheetRead {
  readonly cells: readonly CellChange<Cell>[];
  /** Names that are neither a category nor a shop here, each once. */
  readonly unknown: readonly string[];
  /** Cells that are no figures. */
  readonly leftOut: number;
}

/** What a sheet of `saveMatrix` says: rows by group and category, columns by the name of the shop. */
export async function readMatrix(
  file: File,
  groups: readonly CategoryGroup[],
  shops: readonly MatrixShop[],
): Promise<SheetRead> {
  const [head = [], ...lines] = await readCells(file);
  const rows = new Map(
    groups.flatMap((group) => group.rows.map(({ id, name }) => [searchKey(`${group.name} ${name}`), id] as const)),
  );
  const named = new Map(shops.filter(({ own }) => own).map(({ id, name }) => [searchKey(name), id]));
  const unknown = new Set(head.slice(2).filter((name) => name !== '' && !named.has(searchKey(name))));
  const cells: CellChange<Cell>[] = [];
  let leftOut = 0;
  for (const [group = '', category = '', ...written] of lines) {
    const row = rows.get(searchKey(`${group} ${category}`));
    if (row === undefined) {
      if (category !== '') unknown.add(category);
      continue;
    }
    for (const [at, text] of written.entries()) {
      const shop = named.get(searchKey(head[at + 2] ?? ''));
      if (shop === undefined) continue;
      const value = cellIn(text, NONE);
      if (value === undefined) leftOut += 1;
      else cells.push({ row: String(row), column: String(shop), value });
    }
  }
  return { cells, unknown: [...unknown], leftOut };
}
