/** A sheet as a file of Excel: every one is written here. */
import type { Cell, SheetData, SheetOptions } from 'write-excel-file/browser';
import writeExcelFile from 'write-excel-file/browser';
import { CELL_CHARACTERS } from '../../../contract/excel.ts';
import { CellTooLong } from './cellTooLong.ts';

const textIn = (cell: Cell | undefined): string | undefined => {
  const value = typeof cell === 'object' && cell !== null && 'value' in cell ? cell.value : cell;
  return typeof value === 'string' ? value : undefined;
};

/** Characters that XML does not keep, and what would be read as one of them: `_x0041_` is how a file writes them. */
const CODED = /[^\P{Cc}\t\n]|\p{Surrogate}|\p{Noncharacter_Code_Point}|\uFFFD|_(?=x[\dA-Fa-f]{4}_)/gu;
const coded = (character: string): string =>
  character
    .split('')
    .map((unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`)
    .join('');

/** The writer looks texts up in a plain object, where it finds these before any was written. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** A text as a file has it. */
const inFile = (text: string): string =>
  INHERITED.has(text) ? coded(text.slice(0, 1)) + text.slice(1) : text.replace(CODED, coded);

function cellInFile(cell: Cell): Cell {
  const text = textIn(cell);
  if (text === undefined) return cell;
  const written = inFile(text);
  if (written === text) return cell;
  return typeof cell === 'object' ? { ...cell, value: written } : written;
}

/** @throws CellTooLong Excel would cut the text off, and call the file a broken one */
export async function xlsxOf(data: SheetData, options: SheetOptions<Blob>): Promise<Blob> {
  for (const row of data)
    for (const [at, cell] of row.entries())
      if ((textIn(cell)?.length ?? 0) > CELL_CHARACTERS)
        throw new CellTooLong(textIn(data[0]?.[at]) ?? '', textIn(row[0])?.slice(0, 100) ?? '');
  return writeExcelFile(
    data.map((row) => row.map(cellInFile)),
    options,
  ).toBlob();
}
