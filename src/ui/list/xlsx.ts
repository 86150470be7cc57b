/** A sheet as a file of Excel: every one is written here. */
import type { Cell, SheetData, SheetOptions } from 'write-excel-file/browser';
import writeExcelFile from 'write-excel-file/browser';
import { CELL_CHARACTERS } from '../../../contract/excel.ts';
import { CellTooLong } from './cellTooLong.ts';

const textIn = (cell: Cell | undefined): string | undefined => {
  const value = typeof cell === 'object' && cell !== null && 'value' in cell ? cell.value : cell;
  return typeof value === 'string' ? value : undefined;
};

/** @throws CellTooLong Excel would cut the text off, and call the file a broken one */
export async function xlsxOf(data: SheetData, options: SheetOptions<Blob>): Promise<Blob> {
  for (const row of data)
    for (const [at, cell] of row.entries())
      if ((textIn(cell)?.length ?? 0) > CELL_CHARACTERS)
        throw new CellTooLong(textIn(data[0]?.[at]) ?? '', textIn(row[0])?.slice(0, 100) ?? '');
  return writeExcelFile(data, options).toBlob();
}
